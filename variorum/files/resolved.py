"""A game as it will be played, as text: every clause in its place, with what brought it in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, TypeVar

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.edits.addresses import keyed
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.libraries import SUFFIX
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import Node, content_fields
from variorum_dsl.printer.document import Row, laid_out, rows_of

_NUMBERED = m.Line | m.Case | m.Choice | m.Clause
N = TypeVar("N", bound=Node)


class Span(NamedTuple):
    """Lines of a file that belong to an option, a reading, a parent or a library."""

    path: str
    first: int
    last: int
    origin: str


def printed(game: Game, sheet: Sheet, *, players: int | None = None, keys: bool = False) -> str:
    """The resolved game as a rule file; comments say where a line came from."""
    if players is not None:
        game = settled(game, players)
    origins = Origins(sheet)
    blocks = [_lines(item, origins, keys=keys) for item in _items(game)]
    head = [f'edition {game.name} "{game.title}"' if game.title else f"edition {game.name}"]
    head += [line for item in _heading(game) for line in _lines(item, origins, keys=False)]
    head += [f"# with {name}" for name in game.chosen_options]
    head += [f"# reading {silence} is {reading}" for silence, reading in game.chosen_readings]
    return "\n".join("".join(f"{line}\n" for line in block) for block in (head, *blocks))


def _heading(game: Game) -> Iterator[m.TopLevel]:
    yield from game.published
    yield from game.advice
    if game.seats:
        yield game.seats


def _items(game: Game) -> Iterator[m.TopLevel]:
    """The sections in the order of a rulebook."""
    if game.kinds:
        yield m.Kinds(lines=_nested(game.kinds, ""))
    if game.piles or game.totals or game.besides:
        yield m.Components(lines=(*game.totals, *game.piles, *game.besides))
    if game.zones:
        yield m.Zones(lines=game.zones)
    if game.tracks:
        yield m.Tracks(lines=game.tracks)
    yield from game.dummies
    if game.figures:
        yield m.Figures(lines=game.figures)
    yield from (stage for stage in game.stages if stage.stage != "reckoning")
    yield from game.effects
    yield from _called(game)
    yield from game.ends
    yield from (stage for stage in game.stages if stage.stage == "reckoning")
    if game.elimination:
        yield game.elimination
    yield from game.scorings
    if game.winner:
        yield game.winner
    yield from game.always


def _called(game: Game) -> list[m.Procedure]:
    """The procedures of the file, and those of libraries that something really calls."""
    known = {procedure.name: procedure for procedure in game.procedures}
    wanted = {name for name, procedure in known.items()
              if not procedure.origin.startswith("library ")}
    stack: list[Node] = [*game.stages, *game.effects, *(known[name] for name in wanted)]
    while stack:
        for node in m.walk(stack.pop()):
            if isinstance(node, m.Call) and node.procedure in known.keys() - wanted:
                wanted.add(node.procedure)
                stack.append(known[node.procedure])
    return [procedure for name, procedure in known.items() if name in wanted]


def _nested(kinds: Iterable[m.Kind], under: str) -> tuple[m.Kind, ...]:
    """Kinds indented below the one that they are a part of."""
    listed = list(kinds)
    return tuple(
        kind.but(under="", kinds=_nested(listed, kind.name))
        for kind in listed if kind.under == under
    )


# ------------------------------------------------------------------------- where it came from
class Origins:
    """Finds out from the place of a line what brought it into the game."""

    def __init__(self, sheet: Sheet) -> None:
        self.own = sheet.document.at.path
        self.name = sheet.document.name
        self.spans: list[Span] = []
        silences = list(sheet.silences.values())
        for option in sheet.options.values():
            self._add(option.at, f"option {option.name}")
            silences += [line for line in option.lines if isinstance(line, m.Silent)]
        for silent in silences:
            for reading in silent.readings:
                self._add(reading.at, f"reading {silent.name} is {reading.name}")
        self.spans.sort(key=lambda span: span.last - span.first)

    def _add(self, at: Place, origin: str) -> None:
        self.spans.append(Span(at.path, at.line, at.end_line, origin))

    def of(self, node: Node) -> str:
        at = node.at
        if not at.line:
            return ""
        for span in self.spans:
            if span.path == at.path and span.first <= at.line <= span.last:
                return span.origin
        if at.path == self.own:
            return ""
        named = getattr(node, "origin", "").split(", ")[0]
        if named.startswith(("parent ", "library ")):
            return named
        return "elsewhere"

    def of_section(self, item: Node) -> str:
        """The same for a whole section. Those of which a game has only one (its players, its
        winner) do not say where they come from, but what is not in this file is in its parent's."""
        found = self.of(item)
        if found != "elsewhere":
            return found
        return f"parent {os.path.basename(item.at.path).removesuffix(SUFFIX)}"


def _lines(item: m.TopLevel, origins: Origins, *, keys: bool) -> list[str]:
    """The lines of a section, with a comment behind each that has something to say."""
    marks: list[tuple[str, str]] = [("", "")]
    names = {id(line): key for key, line in keyed(getattr(item, "body", ())).items()}
    whole = origins.of_section(item)

    def numbered(node: N, around: str) -> N:
        """The same node; the line of its place is the number of its marks."""
        origin = around
        changes: dict[str, object] = {"at": NOWHERE}
        if isinstance(node, _NUMBERED):
            found = origins.of(node)
            origin = around if found == "elsewhere" else found
            marks.append((origin, names.get(id(node), "")))
            changes["at"] = Place("", len(marks) - 1, 1, len(marks) - 1, 1)
        for field in content_fields(node):
            value = getattr(node, field)
            if isinstance(value, Node):
                changes[field] = numbered(value, origin)
            elif type(value) is tuple and value and isinstance(value[0], Node):
                changes[field] = tuple(numbered(each, origin) for each in value)
        return node.but(**changes)

    rows = rows_of(numbered(item, whole))
    texts = laid_out(rows)
    notes = _notes(rows, marks, origins.name, changed=_changed(item, whole), keys=keys)
    for lines, note in zip(texts, notes, strict=True):
        if note:
            lines[-1] = f"{lines[-1]}  # {note}"
    return [line for lines in texts for line in lines]


def _changed(item: Node, whole: str) -> str:
    """What changed a clause without bringing in a line of its own."""
    origin = getattr(item, "origin", "")
    added = [each for each in origin.split(", ") if each and each != whole]
    return ", ".join(each for each in added if not each.startswith(("parent ", "library ")))


def _notes(
    rows: list[Row], marks: list[tuple[str, str]], own: str, *, changed: str, keys: bool
) -> list[str]:
    around: list[tuple[int, str]] = []
    notes: list[str] = []
    marked = False
    for row in rows:
        while around and around[-1][0] >= row.indent:
            around.pop()
        outer = around[-1][1] if around else ""
        origin, key = marks[row.line] if 0 < row.line < len(marks) else (outer, "")
        around.append((row.indent, origin))
        note = []
        if keys and key:
            note.append(f"[{key}]")
        if origin != outer:
            note.append(f"from {origin or own}")
            marked = marked or len(notes) > 0
        notes.append(" ".join(note))
    if changed and not marked and notes:
        notes[0] = f"{notes[0]}, changed by {changed}".removeprefix(", ")
    return notes


# --------------------------------------------------------------------------- number of players
def settled(game: Game, players: int) -> Game:
    """The game for one number of players: what is said for others is left out."""
    seats = game.seats
    game = game.but(
        seats=seats.but(low=players, high=players) if seats else None,
        piles=tuple(pile.but(low=0, high=0) for pile in game.piles if _fits(pile, players)),
        dummies=tuple(d.but(low=0, high=0) for d in game.dummies if _fits(d, players)),
        options=(), silences=(), examples=(),
    )
    whole = _settled(game, players)
    assert isinstance(whole, Game)
    return whole


class ForSome(Protocol):
    """A part that is said for some numbers of players, or, with 0, for all."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


def _fits(part: ForSome, players: int) -> bool:
    return not part.low or bool(part.low <= players <= part.high)


def _settled(node: Node, players: int) -> Node:
    if isinstance(node, m.ByPlayers):
        for row in node.rows:
            if _fits(row, players):
                return _settled(row.value, players)
        return node
    changes: dict[str, object] = {}
    for field in content_fields(node):
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = _settled(value, players)
        elif type(value) is tuple and value and isinstance(value[0], Node):
            changes[field] = tuple(new for each in value for new in _lines_for(each, players))
    return node.but(**changes) if changes else node


def _lines_for(line: Node, players: int) -> tuple[Node, ...]:
    if isinstance(line, m.WithPlayers):
        body = line.then if _fits(line, players) else line.otherwise
        return tuple(new for each in body for new in _lines_for(each, players))
    return (_settled(line, players),)


__all__ = ["printed", "settled"]
