"""Whether the examples of a file would notice if one of its clauses were another.

In comes a loaded file; `sites`, `operators`, `sequences` and `exceptions` make its mutants, each
with one clause changed; out go the verdicts of `trial`: who notices. Whether a mutant means the
same after all is said by `equivalence`: the lowered games are compared line by line, and scorings
on everything that a player can hold.
"""
