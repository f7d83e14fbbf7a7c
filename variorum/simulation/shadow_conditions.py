"""Conditions of other readings, put into a game without effect, so that it can be counted when they
would have come true.

A reading often adds lines under a condition: "if nobody has bid, ask the last player". The game as
it is played has no such line. A ghost is its condition with nothing below: the question arises when
it holds.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE
from variorum_dsl.edits.game import Game
from variorum_dsl.model.node import Node, content_fields, same
from variorum_engine.tally.lines import Key, key_of

BODIES = ("stages", "effects", "procedures")
SKIPPED = ("at", "when_at", "cites", "origin", "words", "when_cites", "tied_cites",
           "everyone_cites")


def with_ghosts(game: Game, others: list[Game]) -> tuple[Game, frozenset[Key]]:
    """The game with the conditions that others add, and where these stand."""
    keys: set[Key] = set()
    for other in others:
        for field in BODIES:
            theirs = {clause.name: clause for clause in getattr(other, field)}
            game = game.but(**{field: tuple(
                _haunted(clause, theirs[clause.name], keys) if clause.name in theirs else clause
                for clause in getattr(game, field)
            )})
    return game, frozenset(keys)


def _haunted(mine: Any, theirs: Any, keys: set[Key]) -> Any:
    if type(mine) is not type(theirs) or same(mine, theirs):
        return mine
    changes: dict[str, Any] = {}
    for field in content_fields(mine):
        left, right = getattr(mine, field), getattr(theirs, field)
        if field not in SKIPPED and (is_list(left) or is_list(right)) and not same(left, right):
            changes[field] = tuple(_list(list(left), list(right), keys))
    return mine.but(**changes) if changes else mine


def _list(left: list[Any], right: list[Any], keys: set[Key]) -> list[Any]:
    found: list[Any] = []
    # Ghosts of another reading are not in the way.
    plain = [each for each in left if not is_ghost(each)]
    for word, a, b, c, d in opcodes(plain, right):
        pairs = b - a if word == "equal" else min(b - a, d - c)
        found += [_haunted(mine, theirs, keys) for mine, theirs in zip(
            plain[a : a + pairs], right[c : c + pairs], strict=True)]
        found += plain[a + pairs : b]
        for added in right[c + pairs : d]:
            if isinstance(added, m.If):
                keys.add(key_of(added.at))
                found.append(added.but(then=(m.Nothing(at=added.at),), otherwise=(), at=NOWHERE))
    return [*found, *(each for each in left if is_ghost(each))] if len(plain) < len(left) else found


def is_ghost(node: Any) -> bool:
    return isinstance(node, m.If) and node.at == NOWHERE


def is_list(value: Any) -> bool:
    return type(value) is tuple and any(isinstance(item, Node) for item in value)


def opcodes(left: list[Any], right: list[Any]) -> list[tuple[str, int, int, int, int]]:
    """What must be done to one list of lines to get the other."""
    matcher = SequenceMatcher(None, [said(x) for x in left], [said(x) for x in right], False)
    return list(matcher.get_opcodes())


def said(node: Any) -> str:
    """What a line says, wherever it stands and whatever it cites."""
    if isinstance(node, Node):
        shown = ", ".join(said(getattr(node, field)) for field in content_fields(node)
                          if field not in SKIPPED)
        return f"{type(node).__name__}({shown})"
    if type(node) is tuple:
        return f"[{', '.join(map(said, node))}]"
    return repr(node)
