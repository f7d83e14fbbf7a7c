"""EXAMPLES -> FINDINGS: positions, moves and facts of a rule file, played and held against the rules.

In comes an example of the model with its rules; out come the diagnostics that it gives rise to
(`runner`), or, the other way, a position and moves as an example in the words of the file (`writer`).
"""
