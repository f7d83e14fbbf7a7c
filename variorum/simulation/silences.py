"""The lines of a game that an open question is about: those that another reading would change.

A silence *arose* in a game if such a line was used there. Where a reading adds lines under a
condition ("if nobody has bid, ask the last player"), the game as it is played has no such line:
the condition alone, with nothing below, is put into it as a shadow, so that it can be counted when
it would have come true. Where a reading adds other lines, the line beside them stands for them.
What is settled before the game begins (cards, seats) has no lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import Node, content_fields, same, walk
from variorum_engine.table.preparation import Ready
from variorum_engine.tally.lines import EVERYONE_OUT, STILL_TIED, Key, Lines, key_of

Part = TypeVar("Part", bound=Node)
_SHADOWED = ("stages", "effects", "procedures")
_BODIES = (*_SHADOWED, "scorings", "ends")
_SKIPPED = ("cites", "origin", "words", "when_cites", "tied_cites", "everyone_cites")
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
                            m.headings(silent.cites), tuple(numbers),
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
        if field in _SKIPPED or same(left, right):
            continue
        if _are_lines(left) or _are_lines(right):
            found |= _aligned(left, right, mine, lines)
        elif field not in ("everyone", "tied"):
            found.add(key_of(mine.at))
    return found


def _aligned(
    left: Sequence[Node], right: Sequence[Node], around: Node, lines: Lines
) -> set[Key]:
    found: set[Key] = set()
    for word, a, b, c, d in _opcodes(left, right):
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


def _beside(left: Sequence[Node], place: int, around: Node, lines: Lines) -> set[Key]:
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
    clauses: list[Node] = [*game.stages, *game.effects, *game.procedures, *game.scorings,
                           *game.ends, *([game.elimination] if game.elimination else []),
                           *(game.winner.chain if game.winner else ())]
    for clause in clauses:
        for node in walk(clause):
            if isinstance(node, m.Name | m.Owned | m.Tie) and node.name == name and node.at.line:
                yield key_of(node.at)


# --------------------------------------------------------------------------- shadow conditions
def with_shadows(game: Game, rivals: Iterable[Game]) -> tuple[Game, frozenset[Key]]:
    """The game with the conditions that others add, without effect, and where these stand."""
    keys: set[Key] = set()
    for other in rivals:
        for field in _SHADOWED:
            theirs = {clause.name: clause for clause in getattr(other, field)}
            game = game.but(**{field: tuple(
                _shadowed(clause, theirs[clause.name], keys) if clause.name in theirs else clause
                for clause in getattr(game, field)
            )})
    return game, frozenset(keys)


def _shadowed(mine: Part, theirs: Node, keys: set[Key]) -> Part:
    if type(mine) is not type(theirs) or same(mine, theirs):
        return mine
    changes: dict[str, tuple[Node, ...]] = {}
    for field in content_fields(mine):
        left, right = getattr(mine, field), getattr(theirs, field)
        if field not in _SKIPPED and (_are_lines(left) or _are_lines(right)) and not same(
                left, right):
            changes[field] = tuple(_shadowed_lines(left, right, keys))
    return mine.but(**changes) if changes else mine


def _shadowed_lines(left: Sequence[Node], right: Sequence[Node], keys: set[Key]) -> Iterator[Node]:
    # The shadows of another reading are not in the way.
    plain = [each for each in left if not _is_shadow(each)]
    for word, a, b, c, d in _opcodes(plain, right):
        pairs = b - a if word == "equal" else min(b - a, d - c)
        yield from (_shadowed(mine, theirs, keys) for mine, theirs in zip(
            plain[a : a + pairs], right[c : c + pairs], strict=True))
        yield from plain[a + pairs : b]
        for added in right[c + pairs : d]:
            if isinstance(added, m.If):
                keys.add(key_of(added.at))
                yield added.but(then=(m.Nothing(at=added.at),), otherwise=(), at=NOWHERE)
    yield from (each for each in left if _is_shadow(each))


def _is_shadow(node: Node) -> bool:
    return isinstance(node, m.If) and node.at == NOWHERE


# ---------------------------------------------------------------------- two lists of lines
def _are_lines(value: object) -> bool:
    return type(value) is tuple and any(isinstance(item, Node) for item in value)


def _opcodes(
    left: Sequence[Node], right: Sequence[Node]
) -> list[tuple[str, int, int, int, int]]:
    """What must be done to one list of lines to get the other."""
    matcher = SequenceMatcher(None, list(map(_said, left)), list(map(_said, right)), False)
    return list(matcher.get_opcodes())


def _said(part: object) -> str:
    """What a line says, wherever it stands and whatever it cites."""
    if isinstance(part, Node):
        shown = ", ".join(_said(getattr(part, field)) for field in content_fields(part)
                          if field not in _SKIPPED)
        return f"{type(part).__name__}({shown})"
    if isinstance(part, tuple):
        return f"[{', '.join(map(_said, part))}]"
    return repr(part)
