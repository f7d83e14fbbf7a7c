"""One side of a comparison: a file, its games as clauses, and what its things are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.edits.game import Game
from variorum_dsl.files.loader import Loaded
from variorum_dsl.lowering.program import Apart, lowered_apart
from variorum_engine.table.preparation import Prepared, Ready

from variorum.comparison.align.terms import Term, Terms
from variorum.comparison.model import Spot, Switch

Key = tuple[str, str]
MOST_LINES = 12


class Clause(NamedTuple):
    """A rule with its place; `words` is what players call it."""

    key: Key
    term: Term
    at: Place
    cites: tuple[str, ...]
    words: str


class Form:
    """A game at one number of players, clause by clause."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.kept = lowered_apart(game, players)
        self.program, self.symbols = self.kept.program, self.kept.symbols
        self.atoms = atoms_of(self.kept)
        self.terms = Terms(self.kept, self.atoms)
        self.clauses: dict[Key, Clause] = {}
        self._things()
        self._rules()
        self._result()

    def _add(self, word: str, name: str, term: Term, clause: Any, words: str = "") -> None:
        cites = tuple(cite.heading for cite in clause.cites) if clause is not None else ()
        at = clause.at if clause is not None else NOWHERE
        self.clauses[word, name] = Clause((word, name), term, at, cites, words or words_of(clause))

    def _things(self) -> None:
        game, program = self.game, self.program
        if game.seats is not None:
            self._add("players", "", Term("seats", (game.seats.low, game.seats.high)), game.seats,
                      "number of players")
        lines = component_lines(game)
        for name, mask in self.atoms.items():
            kind = name.split(" ")[0]
            line = lines.get(kind)
            self._add("card", name, self._cards(mask), line,
                      program.kind_words.get(kind, (kind,))[0])
        for zone, table in zip(game.zones, program.zones, strict=True):
            self._add("zone", zone.name, Term("place", (
                Term("owned", (table.each_player,)), Term("sight", (table.sight,)),
                Term("order", (table.in_order,)), self.terms.cards(table.holds),
            )), zone)
        for track, row in zip(game.tracks, program.tracks, strict=True):
            kind = row.type
            sort: Any = kind
            if kind.startswith("member "):
                sort = Term("@attribute", (kind.removeprefix("member "),))
            self._add("track", track.name, Term("track-of", (
                row.each_player, sort, self.terms.value(row.start))), track)
        for dummy in game.dummies:
            if dummy.name in program.dummy_names:
                self._add("dummy", dummy.name, Term("dummy"), dummy)
        for figure in game.figures:
            table_of = program.figures[self.symbols.figures[figure.name]]
            self._add("figure", figure.name, self.terms.value(table_of.value), figure)

    def _cards(self, mask: int) -> Term:
        """How many, where they start, and the bag of their values."""
        program = self.program
        rows: Counter[tuple[Any, ...]] = Counter()
        kinds = set()
        for number, card in enumerate(program.cards):
            if mask >> number & 1:
                rows[(program.zones[card.zone].name, *card.values)] += 1
                kinds.add(card.kind)
        own = [
            attribute.name for kind in sorted(kinds)
            for attribute in self.symbols.attributes_of(kind)
        ]
        faces = []
        for row, many in sorted(rows.items()):
            values = tuple(
                Term("has", (self.terms.attribute(name, mask),
                             row[1 + self.symbols.attributes[name]]))
                for name in own
            )
            faces.append(Term("face", (many, Term("@zone", (row[0],)), Term("values", values))))
        return Term("bag", tuple(faces))

    def _rules(self) -> None:
        game, program, terms = self.game, self.program, self.terms
        for stage, table in zip(game.stages, program.stages, strict=True):
            self._add("stage", f"{stage.stage} {stage.name}", Term("stage", (
                stage.stage, terms.value(table.until), terms.whole(table.body))), stage)
        for effect in self.kept.effects:
            clause = effect.clause
            self._add("effect", clause.name, Term("effect", (
                terms.cards(effect.mask), Term("@zone", (program.zones[effect.zone].name,)),
                Term("local", (effect.card,)), Term("local", (effect.owner,)),
                terms.value(effect.condition), terms.whole(effect.body),
            )), clause)
        for end, row in zip(game.ends, program.ends, strict=True):
            self._add("end", end.name, Term("end", (
                row.at_once, terms.value(row.condition))), end)

    def _result(self) -> None:
        game, program, terms = self.game, self.program, self.terms
        if game.elimination is not None:
            self._add("elimination", "", Term("elimination", (
                Term("all", tuple(
                    _with(terms.value(players), at, cites) for players, cites, at in program.out)),
                Term("if-everyone", (program.everyone,)),
            )), game.elimination, "who is out")
        for scoring, table in zip(game.scorings, program.scorings, strict=True):
            steps = tuple(
                Term("step", (step.operation, terms.value(step.value), terms.value(step.per),
                              terms.value(step.condition), step.rounded), step.at, step.cites)
                for step in table.steps
            )
            self._add("scoring", scoring.name, Term("score-of", steps), scoring)
        if game.winner is not None:
            chain = tuple(
                Term("tie", (tie.extreme, self._compared(tie)), tie.at, tie.cites)
                for tie in program.chain
            )
            self._add("winner", "", Term("winner", (*chain, Term("still-tied", (program.tied,)))),
                      game.winner, "who wins")

    def _compared(self, tie: Any) -> Term:
        if tie.is_score:
            return Term("@scoring", (tie.name,))
        if tie.name in self.symbols.figures:
            return Term("@figure", (tie.name,))
        return Term("@track", (tie.name,))


def atoms_of(kept: Apart) -> dict[str, int]:
    """The smallest groups of cards that rules can tell apart: one kind with the same marks."""
    marks: dict[str, set[tuple[str, ...]]] = {}
    for card in kept.program.cards:
        marks.setdefault(card.kind, set()).add(card.marks)
    found: dict[str, int] = {}
    for number, card in enumerate(kept.program.cards):
        name = card.kind
        if len(marks[name]) > 1:
            name = f"{name} marked {' '.join(card.marks) or 'nothing'}"
        found[name] = found.get(name, 0) | 1 << number
    return found


def component_lines(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pile in game.piles:
        for line in pile.lines:
            found.setdefault(line.name or line.kind, line)
    return found


class Side:
    """A file that is compared, perhaps with readings and options chosen. Its games are made once
    for each choice and number of players."""

    def __init__(
        self, loaded: Loaded, readings: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (), ready: Ready | None = None,
    ) -> None:
        assert loaded.sheet is not None
        self.loaded = loaded
        self.sheet = loaded.sheet
        self.name = loaded.sheet.document.name
        self.title = loaded.sheet.document.title
        self.label = self.name  # what a report calls it; versions of one file need more
        self.readings = dict(readings or {})
        self.options = options
        self.ready = ready or Ready(loaded.sheet)
        self.game, _ = self.ready.game(options, self.readings)
        self.proofs: dict[Any, Any] = {}  # what comparisons have found out about this file alone
        self.edited: dict[Any, Any] = {}
        self._forms: dict[Any, Form] = {}
        self._others: dict[Any, Side] = {}

    @property
    def counts(self) -> list[int]:
        return list(self.game.player_counts())

    def form(
        self, players: int, options: tuple[str, ...] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Form:
        readings = {**self.readings, **(readings or {})}
        options = (*self.options, *(name for name in options if name not in self.options))
        key = players, options, tuple(sorted(readings.items()))
        if key not in self._forms:
            game, _ = self.ready.game(options, readings)
            self._forms[key] = Form(game, players)
        return self._forms[key]

    def final(self, players: int) -> Prepared:
        """The rules from the end of the game on."""
        return self.ready.final(players, self.options, self.readings)

    def rules(self, players: int) -> Prepared:
        return self.ready.rules(players, self.options, self.readings)

    def read_as(self, silence: str, reading: str) -> Side:
        """The same file with another answer to one of its questions; nothing chosen is what is
        assumed."""
        if not reading:
            return self
        key = silence, reading
        if key not in self._others:
            other = Side(self.loaded, {**self.readings, silence: reading}, self.options, self.ready)
            other.label = f"{self.name}, {silence} read as {reading}"
            self._others[key] = other
        return self._others[key]

    def choosing(self, option: str) -> Side:
        """The same file with one of its optional rules."""
        key = option, None
        if key not in self._others:
            other = Side(self.loaded, self.readings, (*self.options, option), self.ready)
            words = words_of(self.sheet.options[option])
            other.label = f"{self.name} with “{words}”"
            self._others[key] = other
        return self._others[key]

    def ways(self, switch: Switch) -> tuple[Side, Side]:
        """The edition without and with what is switched."""
        side = self
        for option in switch.options:
            side = side.choosing(option)
        if switch.option:
            return side, side.choosing(switch.option)
        return side, side.read_as(switch.silence, switch.reading)

    def text(self, at: Place) -> str:
        """The lines of the file at a place, without what they are indented by."""
        lines = []
        for number in range(at.line, min(at.end_line, at.line + MOST_LINES) + 1):
            line = self.loaded.sources.line(at.path, number)
            if line is not None and line.strip() and not line.lstrip().startswith("#"):
                lines.append(line.rstrip())
        if at.end_column <= 1 and len(lines) > 1 and at.end_line > at.line:
            last = self.loaded.sources.line(at.path, at.end_line)
            if last is not None and last.rstrip() == lines[-1]:
                lines.pop()
        if not lines:
            return ""
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        return "\n".join(_without_cites(line[indent:]) for line in lines)

    def spot(self, at: Place, cites: tuple[str, ...]) -> Spot:
        return Spot(at, self.text(at), cites)


def _without_cites(line: str) -> str:
    import re

    return re.sub(r'(\s+see "[^"]*")+\s*$', "", line)


def _with(term: Term, at: Place, cites: tuple[str, ...]) -> Term:
    return Term(term.head, term.parts, at, cites)


def words_of(clause: Any) -> str:
    words = getattr(clause, "words", None)
    if isinstance(words, m.Words):
        return words.one
    return str(getattr(clause, "name", "")).replace("-", " ")
