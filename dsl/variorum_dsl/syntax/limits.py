"""How much one line of a rule file may hold, so that no text can exhaust the parser."""

MOST_DEPTH = 40
MOST_JOINTS = 200
MOST_DIGITS = 9
JOINTS = frozenset(
    "PLUS MINUS STAR SLASH AND OR NOT OF IN EXCEPT WHOSE WITH OUTSIDE OTHERWISE".split()
)
