"""The shapes of operations, and what can be seen by looking at them."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

# One letter for each argument: e expression, o one that may be missing, l local, z zone,
# a attribute, t track, k cards of a kind, s plain, r ranks of players, q ranks of cards, B block,
# C choices, b a word that is mostly absent, - left out (what a loop uses up is a promise, and
# changes no game).
SHAPES = {
    "number": "s", "flag": "s", "nobody": "", "players": "", "local": "l", "track": "to",
    "zone": "zo", "zones_of": "ze", "kind": "ke", "outside": "ke", "top": "ee",
    "attribute": "ae", "left": "e", "right": "e", "single": "e", "union": "ee", "without": "ee",
    "count": "e", "empty": "e", "the_one": "e", "cards_such": "lee", "players_such": "lee",
    "one_of": "e", "numbers": "ee", "players_if": "ee", "cards_whose": "easo",
    "players_whose": "eleso", "best_cards": "eq", "best_players": "er", "unique_cards": "ea",
    "unique_players": "ele", "total_cards": "ae", "highest_cards": "ae", "lowest_cards": "ae",
    "different_cards": "ae", "same_cards": "ae",
    "total_players": "lee", "highest_players": "lee", "lowest_players": "lee", "+": "ee",
    "-": "ee", "*": "ee", "/": "ee", "and": "ee", "or": "ee", "not": "e", "otherwise": "ee",
    "round": "se", "compare": "see", "in": "ee", "is_kind": "ke", "error": "",
    "move": "ezo-b", "shuffle": "zo", "set_local": "le", "set_track": "toe", "if": "eBB",
    "for_players": "leoroB", "for_cards": "leqoB", "for_members": "lsoB", "repeat": "e-B",
    "turns": "elee-B", "decide": "eC", "together": "leCB", "chance": "leoe", "show": "ee",
    "end_round": "", "end_game": "", "nothing": "",
}
def nested(part: Any) -> list[Op]:
    if isinstance(part, Op):
        return [part]
    if isinstance(part, tuple):  # choices and picks are tuples too
        return [op for each in part for op in nested(each)]
    return []


def all_ops(part: Any) -> list[Op]:
    found, stack = [], nested(part)
    while stack:
        op = stack.pop()
        found.append(op)
        stack.extend(nested(op.args))
    return found


def uses(op: Op, local: int) -> bool:
    return any(each.op == "local" and each.args[0] == local for each in all_ops((op,)))


# The same shapes, with what is looked at again and again as a body.
OFTEN = {
    "turns": "elBB-B", "repeat": "B-B", "for_players": "leorBB", "for_cards": "leqBB",
    "for_members": "lsBB",
}
CHANGING = frozenset({"move", "shuffle", "set_track", "decide", "together", "call", "end_game"})


def changes(op: Op) -> bool:
    return any(each.op in CHANGING for each in all_ops((op,)))


def in_body(op: Op, local: int) -> bool:
    """Whether a line uses the name somewhere below its head, where things may have changed."""
    shape = OFTEN.get(op.op) or SHAPES.get(op.op, "sB" if op.op == "call" else "e")
    for letter, arg in zip(shape, op.args, strict=False):
        if letter == "C":
            if any(uses(each, local) for choice in arg for each in choice.body):
                return True
        elif letter == "B" and any(uses(each, local) for each in nested(arg)):
            return True
    return op.op == "cases" and any(uses(each, local) for each in nested(op.args[1]))
