"""What an expression can come to at all: numbers between two bounds, conditions that are certain.

Two views share the arithmetic: at any moment of the game (`Bounds(flow)`), and before it begins
(`Bounds(flow, at_start=True)`), where every card lies in its place.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.program import Op

Span = tuple[float, float]
_ALL: Span = (-inf, inf)
_DEEP = 30


class Bounds:
    """Cautious: whatever is not understood can be anything."""

    def __init__(self, flow: Flow, *, at_start: bool = False) -> None:
        self.flow = flow
        self.program = flow.program
        self.at_start = at_start
        self.depth = 0
        self.changed = {op.args[0] for op in flow.lines if op.op == "set_track"}
        self.start = [0] * len(self.program.zones)
        if at_start:
            for i, card in enumerate(self.program.cards):
                self.start[card.zone] |= 1 << i

    # ----------------------------------------------------------------- cards
    def cards(self, part: Op) -> tuple[int, int]:
        """The cards that are surely among these, and those that may be."""
        match part.op:
            case "zone":
                most = self.start[part.args[0]] if self.at_start else self.flow.cards(part)
                return (most if self.at_start and part.args[1] is None else 0), most
            case "zones_of":
                if not self.at_start:
                    return 0, self.flow.cards(part)
                most = self.start[part.args[0]]
                return (most if part.args[1].op == "players" else 0), most
            case "kind":
                low, high = self.cards(part.args[1])
                return low & part.args[0], high & part.args[0]
            case "outside":
                low, high = self.cards(part.args[1])
                return part.args[0] & ~high, part.args[0] & ~low
            case "union":
                low, high = self.cards(part.args[0])
                other_low, other_high = self.cards(part.args[1])
                return low | other_low, high | other_high
            case "without":
                low, high = self.cards(part.args[0])
                other_low, other_high = self.cards(part.args[1])
                return low & ~other_high, high & ~other_low
            case "cards_whose" | "best_cards" | "unique_cards" | "top" | "the_one":
                return 0, self.cards(part.args[0])[1]
        return 0, self.flow.cards(part)

    # --------------------------------------------------------------- numbers
    def number(self, part: Op) -> Span:
        self.depth += 1
        try:
            return self._number(part) if self.depth < _DEEP else _ALL
        finally:
            self.depth -= 1

    def _number(self, part: Op) -> Span:
        match part.op:
            case "number":
                return part.args[0], part.args[0]
            case "count":
                return self._count(part.args[0])
            case "+" | "-" | "*":
                return _joined(part.op, self.number(part.args[0]), self.number(part.args[1]))
            case "otherwise":
                (a, b), (c, d) = self.number(part.args[0]), self.number(part.args[1])
                return min(a, c), max(b, d)
            case "total_cards":
                low, high = self.cards(part.args[1])
                values = self._values(part.args[0], high)
                sure = self._values(part.args[0], low)
                least = sum(min(0, v) for v in values) + sum(max(0, v) for v in sure)
                most = sum(max(0, v) for v in values) + sum(min(0, v) for v in sure)
                return least, most
            case "highest_cards" | "lowest_cards":
                values = self._values(part.args[0], self.cards(part.args[1])[1])
                return (min(values), max(values)) if values else _ALL
            case "different_cards" | "same_cards":
                sure, possible = (list(Counter(self._values(part.args[0], mask)).values())
                                  for mask in self.cards(part.args[1]))
                if part.op == "different_cards":
                    return len(sure), len(possible)
                return max(sure, default=0), max(possible, default=0)
            case "track":
                return self._track(part.args[0])
            case "figure":
                return self.number(self.program.figures[part.args[0]].value)
            case "highest_players" | "lowest_players":
                return self.number(part.args[1])
        return _ALL

    def _values(self, attribute: int, mask: int) -> list[int]:
        cards = self.program.cards
        return [cards[i].values[attribute] for i in range(len(cards)) if mask >> i & 1]

    def _count(self, part: Op) -> Span:
        if part.type == "players":
            return self._players(part)
        low, high = self.cards(part)
        if part.op == "top" and part.args[1].op == "number":
            return min(part.args[1].args[0], low.bit_count()), part.args[1].args[0]
        return low.bit_count(), high.bit_count()

    def _players(self, part: Op) -> Span:
        everyone = self.program.players
        if part.op == "players":
            return everyone, everyone
        if part.op == "single":
            return 0, 1
        return 0, everyone + len(self.program.owners)

    def _track(self, track: int) -> Span:
        table = self.program.tracks[track]
        if track in self.changed and not self.at_start:
            return _ALL
        if table.start is None:
            return _ALL
        return self.number(table.start)

    # ------------------------------------------------------------ conditions
    def truth(self, part: Op) -> bool | None:
        """Whether a condition is certain to hold, or certain not to."""
        match part.op:
            case "flag":
                return bool(part.args[0])
            case "not":
                inside = self.truth(part.args[0])
                return None if inside is None else not inside
            case "and":
                sides = [self.truth(side) for side in part.args]
                if False in sides or contradiction(part):
                    return False
                return True if sides == [True, True] else None
            case "or":
                sides = [self.truth(side) for side in part.args]
                return True if True in sides else False if sides == [False, False] else None
            case "empty":
                low, high = self._count(part.args[0])
                return True if high <= 0 else False if low > 0 else None
            case "compare":
                return self._compare(*part.args)
            case "is_kind":
                most = self.cards(part.args[1])[1]
                return False if most and not most & part.args[0] else None
        return None

    def _compare(self, comparison: str, left: Op, right: Op) -> bool | None:
        if left.type != "number" or right.type != "number":
            return None
        return compared(comparison, self.number(left), self.number(right))


def compared(comparison: str, left: Span, right: Span) -> bool | None:
    (a, b), (c, d) = left, right
    match comparison:
        case "is":
            return False if b < c or a > d else True if a == b == c == d else None
        case "is not":
            same = compared("is", left, right)
            return None if same is None else not same
        case "is at least":
            return True if a >= d else False if b < c else None
        case "is more than":
            return True if a > d else False if b <= c else None
        case "is at most":
            return compared("is at least", right, left)
        case "is less than":
            return compared("is more than", right, left)
    return None


def _joined(operation: str, left: Span, right: Span) -> Span:
    (a, b), (c, d) = left, right
    if operation == "+":
        return a + c, b + d
    if operation == "-":
        return a - d, b - c
    if inf in (abs(a), abs(b), abs(c), abs(d)):
        return _ALL
    products = (a * c, a * d, b * c, b * d)
    return min(products), max(products)


def contradiction(condition: Op) -> bool:
    """Whether conditions joined by `and` exclude each other on their face."""
    spans: dict[str, Span] = {}
    held: dict[str, bool] = {}
    for part in conjuncts(condition):
        negated = part.op == "not"
        bare: Any = part.args[0] if negated else part
        key = repr(bare)
        if held.setdefault(key, not negated) != (not negated):
            return True
        if negated or bare.op != "compare" or bare.args[2].op != "number":
            continue
        comparison, left, right = bare.args
        low, high = _ranges(comparison, right.args[0])
        before = spans.get(repr(left), _ALL)
        spans[repr(left)] = now = (max(before[0], low), min(before[1], high))
        if now[0] > now[1]:
            return True
    return False


def conjuncts(condition: Op) -> list[Op]:
    if condition.op != "and":
        return [condition]
    return [part for side in condition.args for part in conjuncts(side)]


def _ranges(comparison: str, value: float) -> Span:
    match comparison:
        case "is":
            return value, value
        case "is at least":
            return value, inf
        case "is at most":
            return -inf, value
        case "is more than":
            # Numbers may be fractions, so the bound itself is the best that can be said.
            return value + 1e-9, inf
        case "is less than":
            return -inf, value - 1e-9
    return _ALL
