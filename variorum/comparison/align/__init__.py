"""What corresponds to what.

In come two files; their games become clauses, and clauses become terms in which things have names.
Out goes a pairing: which thing is which, and whether two clauses say the same, whatever things are
called.
"""
