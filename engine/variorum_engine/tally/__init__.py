"""Very many games at once, and everything that is counted in them, as one row of whole numbers.

In come rules, a party of bots and a seed; out come chunks: the sums over some games (`plan` says
what stands where), and a row for each game. Two kernels play: the compiled form, and tables of the
interpreter. Both count by the same code, `runtime/tallies.py`; what leads to a count is found in
two ways on purpose (counters that the compiler writes, marks of the interpreter), so that the one
checks the other. `tests/simulation/test_counts.py` counts everything a third time by itself.
"""
