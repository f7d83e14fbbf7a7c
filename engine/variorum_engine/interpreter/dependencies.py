"""Which zones and tracks a line changes, and which ones a condition reads.

An end that is looked at "after every move" need only be looked at after the moves that could
matter to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from variorum_dsl.core.program import Op, Program


class Touch(NamedTuple):
    """Zones and tracks, by number in their tables, and the cards concerned."""

    zones: frozenset[int] = frozenset()
    tracks: frozenset[int] = frozenset()
    cards: int = -1

    def meets(self, other: Touch) -> bool:
        """Whether a change of one can matter to the other."""
        if self.tracks & other.tracks:
            return True
        return bool(self.zones & other.zones and self.cards & other.cards)


def touched(move: Op, program: Program) -> Touch:
    """What a move can change."""
    cards, zone = move.args[0], move.args[1]
    return Touch(frozenset({zone}) | sources(cards, program), frozenset(), cards.reach)


def sources(cards: Op, program: Program) -> frozenset[int]:
    """The zones in which these cards can be."""
    match cards.op:
        case "zone" | "zones_of":
            return frozenset({cards.args[0]})
        case "kind":
            return sources(cards.args[1], program)
        case "top" | "cards_whose" | "best_cards" | "unique_cards" | "the_one":
            return sources(cards.args[0], program)
        case "union":
            return sources(cards.args[0], program) | sources(cards.args[1], program)
        case "without":
            return sources(cards.args[0], program)
        case _:
            return frozenset(
                number for number, table in enumerate(program.zones)
                if table.holds & cards.reach
            )


def reads(condition: Op, program: Program) -> Touch:
    """What a condition depends on."""
    zones: set[int] = set()
    tracks: set[int] = set()
    cards = 0
    seen: set[Any] = set()
    stack: list[Any] = [condition]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif isinstance(part, Op):
            if part.op in ("zone", "zones_of"):
                zones.add(part.args[0])
                cards |= part.reach
            elif part.op == "track":
                tracks.add(part.args[0])
            elif part.op in ("figure", "score") and (part.op, part.args[0]) not in seen:
                seen.add((part.op, part.args[0]))
                if part.op == "figure":
                    stack.append(program.figures[part.args[0]].value)
                else:
                    for step in program.scorings[part.args[0]].steps:
                        stack.extend(x for x in (step.value, step.per, step.condition) if x)
            stack.extend(part.args)
    return Touch(frozenset(zones), frozenset(tracks), cards or -1)
