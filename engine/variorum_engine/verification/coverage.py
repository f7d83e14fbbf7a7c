"""Which rules of a file its examples reach, and which ones random games reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import Loaded

from variorum_engine.checks.playing import own_examples
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.outcome import EVERYONE_OUT, STILL_TIED
from variorum_engine.interpreter.state import Fault
from variorum_engine.mutation.equivalence import all_choices
from variorum_engine.mutation.mutants import called, libraries_of
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table, run

MOST_MOVES = 2_000
Spot = tuple[str, int]
"""A file and a line of it."""

CUSTOM = "custom"
Choosing = m.Option | m.Silent | m.Reading
_WORDS: dict[type[m.Node], str] = {
    m.Stage: "stage", m.Effect: "effect", m.End: "end", m.Out: "elimination", m.Step: "step",
    m.Tie: "tie-break", m.Case: "case", m.Choice: "choice", m.Option: "option",
    m.Reading: "reading", m.Call: "call", m.Custom: CUSTOM,
}
# Reached when something inside is, as they leave no trace of their own.
_BY_WHAT_IS_INSIDE = m.Case | m.Effect | m.Stage | m.WithPlayers | m.Chooses
_NOT_PLAYED = (
    m.Example | m.Always | m.Allow | m.Published | m.Advice | m.Language | m.Uses | m.Kinds
    | m.Components | m.Zones | m.Tracks | m.Figures
)


class Rule(NamedTuple):
    """A line that says what happens, and who came by."""

    sort: str
    path: str
    line: int
    examples: int
    games: int


class Coverage(NamedTuple):
    """The rules of a file in the order of the text; those of libraries that it uses come last.
    A custom is among them, though no game shows whether it is kept."""

    name: str
    path: str
    rules: tuple[Rule, ...]
    examples: int
    games: int

    @property
    def unreached(self) -> list[Rule]:
        return [rule for rule in self.rules if not rule.examples and rule.sort != CUSTOM]


class _Played(NamedTuple):
    """A file with its clauses that are played, and its text."""

    path: str
    items: Sequence[m.TopLevel]
    text: list[str]


class _Counter:
    """How many runs came by each line."""

    def __init__(self) -> None:
        self.spots: dict[Spot, int] = {}
        self.runs = 0

    def add(self, spots: set[Spot]) -> None:
        self.runs += 1
        for spot in spots:
            self.spots[spot] = self.spots.get(spot, 0) + 1


def coverage(loaded: Loaded, games: int = 0) -> Coverage:
    """What the examples of a file reach, and so many random games."""
    assert loaded.document is not None
    assert loaded.sheet is not None
    documents = _documents(loaded)
    ready = Ready(loaded.sheet)
    by_example, by_game = _Counter(), _Counter()
    for example in own_examples(ready):
        reached: set[object] = set()
        ready.run(example, reached)
        option = example.origin.removeprefix("option ") if example.origin else ""
        options = {*example.options, *([option] if option else [])}
        readings = {each.silence: each.reading for each in example.readings}
        by_example.add(_spots(documents, reached, options, readings))
    for options_, readings_, marks in _games(ready, loaded.sheet, games):
        by_game.add(_spots(documents, marks, options_, readings_))
    rules = tuple(
        Rule(sort, spot[0], spot[1], by_example.spots.get(spot, 0), by_game.spots.get(spot, 0))
        for sort, spot in _rules(documents)
    )
    return Coverage(loaded.document.name, loaded.path, rules, by_example.runs, by_game.runs)


def _documents(loaded: Loaded) -> list[_Played]:
    """The file and its libraries."""
    document = loaded.document
    assert document is not None
    libraries = libraries_of(document, loaded)
    wanted = called(document, libraries)
    items = [item for item in document.items if not isinstance(item, _NOT_PLAYED)]
    found = [_Played(document.at.path, items, _text(loaded, loaded.path))]
    for library in libraries:
        items = [item for item in library.items
                 if isinstance(item, m.Procedure) and item.name in wanted]
        found.append(_Played(library.at.path, items, _text(loaded, library.at.path)))
    return found


def _text(loaded: Loaded, path: str) -> list[str]:
    source = loaded.sources.get(path)
    return source.lines if source else []


# -------------------------------------------------------------------------------- rules
def _inside(
    node: m.Node, chosen: tuple[Choosing, ...] = ()
) -> Iterator[tuple[m.Node, tuple[Choosing, ...]]]:
    """Every part of a clause, with the option and the readings around it."""
    if isinstance(node, _NOT_PLAYED):
        return
    if isinstance(node, Choosing):
        chosen = (*chosen, node)
    yield node, chosen
    for child in m.children(node):
        yield from _inside(child, chosen)


def _rules(documents: list[_Played]) -> list[tuple[str, Spot]]:
    found: dict[Spot, str] = {}
    for document in documents:
        for item in document.items:
            for node, _ in _inside(item):
                says = isinstance(node, m.Line) or type(node) in _WORDS
                if says and not isinstance(node, m.LocalFigure):
                    found.setdefault(_spot(node), _WORDS.get(type(node), "line"))
                for spot, sort in _unmarked(node, document.text):
                    found.setdefault(spot, sort)
    order = [document.path for document in documents]
    return sorted(((sort, spot) for spot, sort in found.items()),
                  key=lambda row: (order.index(row[1][0]), row[1][1]))


def _spot(node: m.Node) -> Spot:
    return node.at.path, node.at.line


def _unmarked(node: m.Node, text: list[str]) -> Iterator[tuple[Spot, str]]:
    """Lines that are not parts of their own: `then shared`, `if everyone is out`."""
    if isinstance(node, m.Winner | m.ReplaceLines | m.InsertLines) and node.tied in (
        "shared", "nobody"
    ):
        yield _line_with(node, text, "then shared", "then nobody"), "tied"
    if isinstance(node, m.Elimination) and node.everyone not in ("", "impossible"):
        yield _line_with(node, text, "if everyone is out"), "everyone out"


def _line_with(node: m.Node, text: list[str], *words: str) -> Spot:
    for number in range(node.at.line, node.at.end_line + 1):
        if number <= len(text) and text[number - 1].strip().startswith(words):
            return node.at.path, number
    return _spot(node)


# --------------------------------------------------------------------------------- marks
def _spots(
    documents: list[_Played], marks: set[object], options: set[str], readings: dict[str, str]
) -> set[Spot]:
    """The lines that a run came by, those among them that leave no mark."""
    spots = {(mark.path, mark.line) for mark in marks if isinstance(mark, Place)}
    special: dict[str, Spot] = {}
    procedures: dict[str, m.Procedure] = {}
    for document in documents:
        for item in document.items:
            for node, chosen in _inside(item):
                if isinstance(node, m.Procedure):
                    procedures[node.name] = node
                if not _is_chosen(chosen, options, readings):
                    continue
                if isinstance(node, m.Reading | m.Option):
                    spots.add(_spot(node))
                # A later line stands in the place of an earlier one.
                special |= {sort: spot for spot, sort in _unmarked(node, document.text)}
    if STILL_TIED in marks and "tied" in special:
        spots.add(special["tied"])
    if EVERYONE_OUT in marks and "everyone out" in special:
        spots.add(special["everyone out"])
    for document in documents:
        for item in document.items:
            _note_outer(item, spots, procedures)
    return spots


def _is_chosen(
    around: tuple[Choosing, ...], options: set[str], readings: dict[str, str]
) -> bool:
    """Whether a game has the options and the readings around a part."""
    silent: m.Silent | None = None
    for node in around:
        match node:
            case m.Option():
                if node.name not in options:
                    return False
            case m.Silent():
                silent = node
            case m.Reading():
                assert silent is not None  # a reading stands in a silence
                assumed = silent.assumed.name if silent.assumed is not None else ""
                if readings.get(silent.name, assumed) != node.name:
                    return False
            case _:
                assert_never(node)
    return True


def _note_outer(node: m.Node, spots: set[Spot], procedures: dict[str, m.Procedure]) -> bool:
    """Note what is reached because something inside it is; say whether it was."""
    children = [child for child in m.children(node) if not isinstance(child, _NOT_PLAYED)]
    inside = [_note_outer(child, spots, procedures) for child in children]
    for call in children:
        if not isinstance(call, m.Call):
            continue
        # A call leaves only the traces of what it calls; the lines beside it tell which call.
        beside = [line for line in children
                  if isinstance(line, m.Line)
                  and not isinstance(line, m.Call | m.LocalFigure | m.Custom)]
        if call.procedure in procedures and _entered(procedures[call.procedure], spots) and (
            not beside or any(_spot(line) in spots for line in beside)
        ):
            spots.add(_spot(call))
            inside.append(True)
    if isinstance(node, _BY_WHAT_IS_INSIDE) and any(inside):
        spots.add(_spot(node))
    if isinstance(node, m.Line | _BY_WHAT_IS_INSIDE):
        return _spot(node) in spots
    return any(inside)


def _entered(procedure: m.Procedure, spots: set[Spot]) -> bool:
    return any(
        _spot(node) in spots for line in procedure.body for node in m.walk(line)
        if isinstance(node, m.Line)
    )


# --------------------------------------------------------------------------------- games
def _games(
    ready: Ready, sheet: Sheet, games: int
) -> Iterator[tuple[set[str], dict[str, str], set[object]]]:
    """Random games: the options, the readings and what was reached."""
    choices = list(all_choices(sheet)) if games else []
    for number in range(games):
        options, chosen = choices[number % len(choices)]
        readings = dict(chosen)
        game, problems = ready.game(options, readings)
        counts = game.player_counts()
        if problems or not counts:
            continue
        players = counts[(number // len(choices) + number) % len(counts)]
        rules, _, _ = ready.rules(players, options, readings)
        if rules is not None:
            yield set(options), readings, _played(rules, number + 1)


def _played(rules: Rules, seed: int) -> set[object]:
    reached: set[object] = set()
    state = rules.opening()
    state.chance = Chance(seed)
    state.reached = reached
    stream = Stream(seed)
    try:
        run(rules.code, state)
        table = Table(rules, state=state)
        for _ in range(MOST_MOVES):
            if table.over:
                rules.reckoner.outcome(state)
                break
            seat = table.to_decide[0]
            if not table.offers(seat):
                break
            table.apply_unchecked(seat, table.drawn(seat, stream))
    except Fault:
        pass  # what was reached before counts; `check` and `verify` report the fault
    return reached


__all__ = ["Coverage", "Rule", "coverage"]
