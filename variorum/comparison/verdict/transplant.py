"""One rule of the other edition alone: an edition in which a single clause is as the other has it.

The clause is put into the words of the edition that it comes into. Whether that worked is not
guessed: the result must be a game without mistakes in which one difference to the other edition is
gone, and all the others are still there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from variorum_dsl import model as m
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import Node, content_fields, same
from variorum_engine.table.preparation import Ready

from variorum.comparison.align.clauses import ELIMINATION, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.verdict.proofs import unproved

DRAWERS = {"stage": "stages", "effect": "effects", "end": "ends", "scoring": "scorings",
           "figure": "figures"}
SINGLE = ("elimination", "winner")
Listed = m.Stage | m.Effect | m.End | m.Scoring | m.Figure
N = TypeVar("N", bound=Node)
# Fields that hold printed words or words of the language, and no names.
WORDS = ("one", "many", "heading", "question", "text", "title", "reason", "operation", "sight",
         "stage", "time", "extreme", "comparison", "form", "everyone", "tied", "type", "section",
         "side", "origin")


class Hybrid(NamedTuple):
    """The left edition with one clause of the right one, and the differences that are then gone."""

    side: Side
    gone: frozenset[str]


def transplants(pairing: Pairing) -> list[Hybrid]:
    """The left edition, each time with another clause of the right one."""
    seen = Counter(each.id for each in unproved(pairing))
    found = []
    for game, new in _games(pairing):
        side = _side(pairing, game)
        if side is None:
            continue
        # What a clause that is new here corresponds to is not known yet.
        beside = (Pairing(side, pairing.right, pairing.pins) if new
                  else pairing.with_sides(side, pairing.right))
        now = Counter(each.id for each in unproved(beside))
        gone = seen - now
        if gone and not now - seen and all(now[name] == 0 for name in gone):
            found.append(Hybrid(side, frozenset(gone)))
    return found


def alone(hybrids: Iterable[Hybrid], name: str) -> Side | None:
    """The one in which nothing but this difference is gone."""
    return next((each.side for each in hybrids if each.gone == {name}), None)


def _side(pairing: Pairing, game: Game) -> Side | None:
    """A side of its own; nothing if the rule does not fit in."""
    left = pairing.left
    for players in game.player_counts():
        _, problems, _ = lowered(game, players)
        if any(problem.severity == "error" for problem in problems):
            return None
    ready = Ready(left.sheet)
    ready.adopt(game, {})
    called = f"{left.called}, with this as in {pairing.right.called}"
    return Side(left.loaded, left.readings, left.options, ready, called, called)


# -------------------------------------------------------------------------------------- games
def _games(pairing: Pairing) -> Iterator[tuple[Game, bool]]:
    """The left game, each time with another clause of the right one, and whether it had none."""
    left, right = pairing.left.game, pairing.right.game
    names = _names(pairing)
    forms = pairing.forms()
    for key in forms[0].clauses:
        other = pairing.partner(key)
        if key[0] in (*DRAWERS, *SINGLE) and (other is None or pairing.differs(key, other)):
            yield _with(left, right, key, other, names), False
    for other in forms[1].clauses:
        if other[0] in (*DRAWERS, *SINGLE) and pairing.back(other) is None:
            yield _with(left, right, None, other, names), True


def _with(
    left: Game, right: Game, key: Key | None, other: Key | None, names: dict[str, str]
) -> Game:
    sort = (key or other or ("", ""))[0]
    theirs = None if other is None else _clause(right, other)
    changes: dict[str, object] = {}
    if theirs is not None:
        changes["procedures"] = _procedures(left, right, theirs, names)
        theirs = _renamed(theirs, names)
    if sort in SINGLE:
        return left.but(**changes, **{sort: theirs})
    assert not isinstance(theirs, m.Elimination | m.Winner)
    rows = list(_rows(left, sort))
    mine = None if key is None else _clause(left, key)
    if isinstance(mine, Listed):
        place = next(n for n, row in enumerate(rows) if row is mine)
        rows[place : place + 1] = [] if theirs is None else [theirs.but(name=mine.name)]
    elif theirs is not None:
        # It comes behind what it comes behind on its own side.
        there = [names.get(row.name, row.name) for row in _rows(right, sort)]
        earlier = there[: there.index(theirs.name)]
        place = max((n + 1 for n, row in enumerate(rows) if row.name in earlier), default=0)
        rows.insert(place, theirs)
    return left.but(**changes, **{DRAWERS[sort]: tuple(rows)})


def _rows(game: Game, sort: str) -> tuple[Listed, ...]:
    rows: dict[str, tuple[Listed, ...]] = {
        "stage": game.stages, "effect": game.effects, "end": game.ends,
        "scoring": game.scorings, "figure": game.figures,
    }
    return rows[sort]


def _clause(game: Game, key: Key) -> Listed | m.Elimination | m.Winner | None:
    sort, name = key
    if sort in SINGLE:
        return game.elimination if key == ELIMINATION else game.winner
    return next(row for row in _rows(game, sort)
                if name == (f"{row.stage} {row.name}" if isinstance(row, m.Stage) else row.name))


def _procedures(
    left: Game, right: Game, clause: Node, names: dict[str, str]
) -> tuple[m.Procedure, ...]:
    """The procedures of the left game, and those that the clause calls as the right one has
    them."""
    mine = {each.name: each for each in left.procedures}
    theirs = {each.name: each for each in right.procedures
              if each.name not in mine or not same(mine[each.name], each)}
    wanted: dict[str, m.Procedure] = {}
    waiting = [clause]
    while waiting:
        for node in m.walk(waiting.pop()):
            called = theirs.get(node.procedure) if isinstance(node, m.Call) else None
            if called is not None and called.name not in wanted:
                own = {each.name for each in (*called.takes, *called.gives)}
                wanted[called.name] = _renamed(called, {
                    b: a for b, a in names.items() if b not in own})
                waiting.append(called)
    kept = [each for each in left.procedures if each.name not in wanted]
    return (*kept, *wanted.values())


# -------------------------------------------------------------------------------------- names
def _names(pairing: Pairing) -> dict[str, str]:
    """What the left side calls the things of the right one, where the names are not the same."""
    found = {}
    for key, other in pairing.alignment.to_right.items():
        if key[0] in SINGLE or key[0] == "players":
            continue
        a, b = key[1], other[1]
        if key[0] == "stage":
            a, b = a.split(" ", 1)[1], b.split(" ", 1)[1]
        if " " not in a and " " not in b:
            found[b] = a
    found.update({b.name: a.name for a, b, _ in pairing.groups})
    return {b: a for b, a in found.items() if a != b}


def _renamed(node: N, names: dict[str, str]) -> N:
    if not names:
        return node
    changes: dict[str, object] = {}
    for field in content_fields(node):
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = _renamed(value, names)
        elif type(value) is tuple and field not in ("at", "when_at"):
            changes[field] = tuple(
                _renamed(each, names) if isinstance(each, Node)
                else names.get(each, each) if isinstance(each, str) else each for each in value)
        elif isinstance(value, str) and field not in WORDS and not isinstance(
            node, m.Argument | m.Parameter
        ):
            changes[field] = names.get(value, value)
    return node.but(**changes)
