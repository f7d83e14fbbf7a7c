"""How much one line of a rule file may hold, so that no text can exhaust the parser."""

MOST_DEPTH = 40
MOST_NESTED = 120
MOST_JOINED = 400
MOST_DIGITS = 9
_NESTING = frozenset(
    "PLUS MINUS STAR SLASH NOT OF IN EXCEPT WHOSE WITH OUTSIDE OTHERWISE".split()
)
_BESIDE = frozenset({"AND", "OR", "COMMA"})


class Extent:
    """How much a line holds so far, as its words come.

    Conditions joined by `and` or `or` stand beside each other, and so does what a comma divides.
    What any other word joins is inside what it makes, and so is what stands in parentheses.
    """

    __slots__ = ("_joined", "_nested")

    def __init__(self) -> None:
        self._joined = 0
        # For each open parenthesis: how deep the part goes that is being read, and how deep the
        # deepest before it.
        self._nested = [(0, 0)]

    @property
    def open(self) -> bool:
        """Whether a parenthesis is open."""
        return len(self._nested) > 1

    def add(self, symbol: str) -> bool:
        """Add a word; whether the line is still short enough."""
        now, before = self._nested[-1]
        if symbol == "LPAR":
            self._nested.append((0, 0))
        elif symbol == "RPAR" and self.open:
            self._nested.pop()
            outer, deepest = self._nested[-1]
            self._nested[-1] = outer + max(now, before), deepest
        elif symbol in _NESTING:
            self._nested[-1] = now + 1, before
        elif symbol in _BESIDE:
            self._joined += symbol != "COMMA"
            self._nested[-1] = 0, max(now, before)
        else:
            return True  # most words leave it as it is
        return (len(self._nested) <= MOST_DEPTH + 1 and self._joined <= MOST_JOINED
                and sum(map(max, self._nested)) <= MOST_NESTED)
