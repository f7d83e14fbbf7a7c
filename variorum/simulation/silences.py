"""The lines of a game that an open question is about: those that another reading would change.

A silence *arose* in a game if such a line was used there. Where a reading adds lines under a
condition, it arose if the condition came true (`ghosts`); where it adds other lines, the line
beside them stands for them. What is settled before the game begins (cards, seats) has no lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.edits.game import Game
from variorum_dsl.model.node import Node, content_fields, same, walk
from variorum_engine.table.preparation import Ready
from variorum_engine.tally.lines import EVERYONE_OUT, STILL_TIED, Key, Lines, key_of

from variorum.simulation.shadow_conditions import SKIPPED, is_list, opcodes

_BODIES = ("stages", "effects", "procedures", "scorings", "ends")
_SETTLED = ("seats", "kinds", "piles", "tracks", "dummies")


class Silent(NamedTuple):
    """An open question: the reading that is played, and the numbers of the lines it is about.

    `settled`: it is answered before the game begins, so it is part of every game."""

    name: str
    question: str
    reading: str
    cites: tuple[str, ...]
    lines: tuple[int, ...]
    settled: bool


def silences_of(
    ready: Ready, options: Iterable[str], readings: dict[str, str], lines: Lines
) -> list[Silent]:
    """The silences of a game with these choices."""
    options = tuple(options)
    game, _ = ready.game(options, readings)
    found = []
    for silent in game.silences:
        every = [each for each in (silent.assumed, *silent.readings) if each is not None]
        chosen = readings.get(silent.name, every[0].name if every else "")
        keys: set[Key] = set()
        settled = False
        for other in others(ready, options, readings, silent):
            changed, before = _changed(game, other, lines)
            keys |= changed
            settled = settled or before
        numbers = sorted(lines.number[key] for key in keys if key in lines.number)
        words = next((reading.words.one for reading in every
                      if reading.name == chosen and reading.words), chosen)
        found.append(Silent(silent.name, silent.question, words,
                            tuple(cite.heading for cite in silent.cites), tuple(numbers),
                            settled and not numbers))
    return found


def others(
    ready: Ready, options: tuple[str, ...], readings: dict[str, str], silent: m.Silent
) -> Iterator[Game]:
    """The same game with every other reading of a silence."""
    every = [each for each in (silent.assumed, *silent.readings) if each is not None]
    chosen = readings.get(silent.name, every[0].name if every else "")
    for reading in every:
        if reading.name != chosen:
            yield ready.game(options, {**readings, silent.name: reading.name})[0]


def _changed(game: Game, other: Game, lines: Lines) -> tuple[set[Key], bool]:
    found: set[Key] = set()
    for field in _BODIES:
        mine = {clause.name: clause for clause in getattr(game, field)}
        theirs = {clause.name: clause for clause in getattr(other, field)}
        for name, clause in mine.items():
            found |= _differ(clause, theirs[name], lines) if name in theirs else _lines(clause)
    if game.elimination is not None and other.elimination is not None:
        found |= _differ(game.elimination, other.elimination, lines)
        if game.elimination.everyone != other.elimination.everyone:
            found.add(EVERYONE_OUT)
    if game.winner is not None and other.winner is not None:
        found |= _differ(game.winner, other.winner, lines)
        if game.winner.tied != other.winner.tied:
            found.add(STILL_TIED)
    for field in ("figures", "zones"):
        theirs = {clause.name: clause for clause in getattr(other, field)}
        for clause in getattr(game, field):
            if not same(clause, theirs.get(clause.name)):
                found |= set(_mentioning(game, clause.name))
    settled = any(not same(getattr(game, field), getattr(other, field)) for field in _SETTLED)
    return found, settled


def _differ(mine: Node, theirs: Node, lines: Lines) -> set[Key]:
    """The lines of one clause that are not the same in the other."""
    if same(mine, theirs):
        return set()
    if type(mine) is not type(theirs):
        return _lines(mine)
    found: set[Key] = set()
    for field in content_fields(mine):
        left, right = getattr(mine, field), getattr(theirs, field)
        if field in SKIPPED or same(left, right):
            continue
        if is_list(left) or is_list(right):
            found |= _aligned(list(left), list(right), mine, lines)
        elif field not in ("everyone", "tied"):
            found.add(key_of(mine.at))
    return found


def _aligned(left: list[Any], right: list[Any], around: Node, lines: Lines) -> set[Key]:
    found: set[Key] = set()
    for word, a, b, c, d in opcodes(left, right):
        if word == "equal":
            continue
        pairs = min(b - a, d - c)
        for mine, theirs in zip(left[a : a + pairs], right[c : c + pairs], strict=True):
            changed = _differ(mine, theirs, lines)
            # A line that leaves no trace of its own is told by the one beside it.
            found |= changed if changed & lines.number.keys() else (
                _beside(left, a, around, lines))
        for extra in left[a + pairs : b]:
            found |= _lines(extra)
        added = {key_of(each.at) for each in right[c + pairs : d]}
        if added:
            # Conditions that come true are counted themselves; else the line beside them is.
            found |= added if added <= lines.number.keys() else _beside(left, b, around, lines)
    return found


def _beside(left: list[Any], place: int, around: Node, lines: Lines) -> set[Key]:
    """The nearest line that can be counted: what comes before, what comes after, or around."""
    near = [*reversed(left[:place]), *left[place:], around]
    for node in near:
        keys = {key_of(node.at)} & lines.number.keys() or _lines(node) & lines.number.keys()
        if keys:
            return keys
    return set()


def _lines(node: Node) -> set[Key]:
    """The lines of something that another reading does not have. A condition is looked at in any
    case; it matters when it holds."""
    parts = [*node.then, *node.otherwise] if isinstance(node, m.If) else [node]
    return {key_of(inner.at) for part in parts for inner in walk(part) if inner.at.line}


def _mentioning(game: Game, name: str) -> Iterator[Key]:
    """The lines that speak of something by its name."""
    clauses: list[Any] = [*game.stages, *game.effects, *game.procedures, *game.scorings,
                          *game.ends, *([game.elimination] if game.elimination else []),
                          *(game.winner.chain if game.winner else ())]
    for clause in clauses:
        for node in walk(clause):
            if isinstance(node, m.Name | m.Owned | m.Tie) and node.name == name and node.at.line:
                yield key_of(node.at)
