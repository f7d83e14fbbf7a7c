"""A game at one number of players, clause by clause: each a term with its place and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import StepTable, Tie, ZoneTable
from variorum_dsl.core.visibility import everybody_sees
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.lowering.program import Apart, lowered_apart
from variorum_dsl.model.game import Game

from variorum.comparison.align.terms import Block, Local, Order, Part, Reference, Step, Term, Tree
from variorum.comparison.align.translation import Translation

Key = tuple[str, str]
"""The sort of a thing and its name. What there is once has no name."""

SEATS: Key = ("players", "")
ELIMINATION: Key = ("elimination", "")
WINNER: Key = ("winner", "")

Named = (
    m.Kind | m.Mark | m.Attribute | m.Component | m.Zone | m.Track | m.Dummy | m.Figure | m.Stage
    | m.Effect | m.End | m.Scoring | m.Option | m.Reading
)
"""What a file has a name for."""


class Clause(NamedTuple):
    """A rule with its place; `words` is what players call it, `lines` what happens in it."""

    key: Key
    term: Term
    at: Place
    cites: tuple[str, ...]
    words: str
    lines: tuple[c.Line, ...] = ()

    @property
    def head(self) -> Term:
        """When a stage or effect happens."""
        return Term("head", self.term.parts[:-1])

    @property
    def body(self) -> Block:
        """The lines of a stage or effect."""
        body = self.term.parts[-1]
        assert isinstance(body, Block)
        return body


class Form:
    """The game: its tables, the groups of cards that rules can tell apart, and its clauses."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.kept = lowered_apart(game, players)
        self.program, self.symbols = self.kept.program, self.kept.symbols
        self.atoms = atoms_of(self.kept)
        self.terms = Translation(self.kept, self.atoms)
        self.clauses: dict[Key, Clause] = {}
        self._things()
        self._rules()
        self._result()

    def of(self, *sorts: str) -> Iterator[tuple[Key, Clause]]:
        """The clauses of some sorts."""
        return ((key, clause) for key, clause in self.clauses.items() if key[0] in sorts)

    def zone(self, name: str) -> ZoneTable:
        return self.program.zones[self.symbols.zones[name]]

    def compared(self, tie: Tie) -> Key:
        """What a line of the chain that finds the winner compares."""
        if tie.is_score:
            return "scoring", tie.name
        return ("figure" if tie.name in self.symbols.figures else "track"), tie.name

    # ----------------------------------------------------------------------- clauses
    def _add(self, word: str, name: str, term: Tree, clause: m.Clause | None, words: str,
             lines: tuple[c.Line, ...] = ()) -> None:
        assert isinstance(term, Term)
        self.clauses[word, name] = Clause(
            (word, name), term, NOWHERE if clause is None else clause.at, cites_of(clause), words,
            lines)

    def _owner(self, domain: c.Domain) -> Part:
        """Who has one each: an attribute, or whether it is the players."""
        if domain.sort == "member":
            return Reference("attribute", self.program.attributes[domain.attribute].name)
        return domain.sort == "player"

    def _things(self) -> None:
        game, program = self.game, self.program
        if game.seats is not None:
            self._add(*SEATS, Term("seats", (game.seats.low, game.seats.high)), game.seats,
                      "number of players")
        lines = component_lines(game)
        for name, mask in self.atoms.items():
            kind = name.split(" ")[0]
            self._add("card", name, self._cards(mask), lines.get(kind),
                      program.kind_words.get(kind, (kind,))[0])
        for zone, table in zip(game.zones, program.zones, strict=True):
            self._add("zone", zone.name, Term("place", (
                Term("owned", (self._owner(table.domain),)), Term("sight", (table.sight,)),
                Term("order", (table.in_order,)), self.terms.cards(table.holds),
            )), zone, words_of(zone))
        for track, row in zip(game.tracks, program.tracks, strict=True):
            sort: Part = row.type
            if row.type.startswith("member "):
                sort = Reference("attribute", row.type.removeprefix("member "))
            sight = () if everybody_sees(row) else (row.sight,)
            self._add("track", track.name, Term("track-of", (
                self._owner(row.domain), sort, self.terms.value(row.start), *sight)), track,
                words_of(track))
        for dummy in game.dummies:
            if dummy.name in program.dummy_names:
                self._add("dummy", dummy.name, Term("dummy"), dummy, words_of(dummy))
        for figure in game.figures:
            told = program.figures[self.symbols.figures[figure.name]]
            term = self.terms.expression(told.value)
            if told.domain.sort == "member":
                term = Term("figure-of", (self._owner(told.domain), term))
            self._add("figure", figure.name, term, figure, words_of(figure))

    def _cards(self, mask: int) -> Term:
        """How many, where they start, and the bag of their values."""
        program = self.program
        rows: Counter[tuple[str, tuple[int, ...]]] = Counter()
        kinds = set()
        for number, card in enumerate(program.cards):
            if mask >> number & 1:
                rows[program.zones[card.zone].name, card.values] += 1
                kinds.add(card.kind)
        own = [
            attribute.name for kind in sorted(kinds)
            for attribute in self.symbols.attributes_of(kind)
        ]
        faces = []
        for (zone, numbers), many in sorted(rows.items()):
            values = tuple(
                Term("has", (self.terms.attribute(name, mask),
                             numbers[self.symbols.attributes[name]]))
                for name in own
            )
            faces.append(Term("face", (many, Reference("zone", zone),
                                       Term("values", values, order=Order.ANY))))
        return Term("bag", tuple(faces), order=Order.ANY)

    def _rules(self) -> None:
        game, program, terms = self.game, self.program, self.terms
        for stage, table in zip(game.stages, program.stages, strict=True):
            self._add("stage", f"{stage.stage} {stage.name}", Term("stage", (
                stage.stage, terms.value(table.until), terms.whole(table.body))), stage,
                      words_of(stage), table.body)
        for effect in self.kept.effects:
            clause = effect.clause
            self._add("effect", clause.name, Term("effect", (
                terms.cards(effect.mask), terms.zone(effect.zone),
                Local(effect.card), Local(effect.owner),
                terms.value(effect.condition), terms.whole(effect.body),
            )), clause, words_of(clause), effect.body)
        for end, row in zip(game.ends, program.ends, strict=True):
            self._add("end", end.name, Term("end", (
                row.at_once, terms.value(row.condition))), end, words_of(end))

    def _result(self) -> None:
        game, program, terms = self.game, self.program, self.terms
        if game.elimination is not None:
            out = tuple(_placed(terms.expression(players), at, cites)
                        for players, cites, at in program.out)
            self._add(*ELIMINATION, Term("elimination", (
                Term("all", out, order=Order.ANY), Term("if-everyone", (program.everyone,)),
            )), game.elimination, "who is out")
        for scoring, table in zip(game.scorings, program.scorings, strict=True):
            steps = tuple(
                Step("step", (step.operation, terms.value(step.value), terms.value(step.per),
                              terms.value(step.condition), step.rounded), step.at, step.cites,
                     only_adds=_only_adds(step))
                for step in table.steps
            )
            self._add("scoring", scoring.name, Term("score-of", steps, order=Order.STEPS), scoring,
                      words_of(scoring))
        if game.winner is not None:
            chain = tuple(
                Term("tie", (tie.extreme, Reference(*self.compared(tie))), tie.at, tie.cites)
                for tie in program.chain
            )
            self._add(*WINNER, Term("winner", (*chain, Term("still-tied", (program.tied,)))),
                      game.winner, "who wins")


def _only_adds(step: StepTable) -> bool:
    match step.operation:
        case "add" | "subtract":
            return not step.rounded
        case ("double" | "halve" | "multiply by" | "divide by" | "at least" | "at most"
              | "round"):
            return False
        case _:
            assert_never(step.operation)


def _placed(tree: Tree, at: Place, cites: tuple[str, ...]) -> Tree:
    return replace(tree, at=at, cites=cites) if isinstance(tree, Term) else tree


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


def component_lines(game: Game) -> dict[str, m.Component]:
    found: dict[str, m.Component] = {}
    for pile in game.piles:
        for line in pile.lines:
            found.setdefault(line.name or line.kind, line)
    return found


def words_of(clause: Named) -> str:
    """The printed words for something, or its name where it has none."""
    return clause.words.one if clause.words is not None else clause.name.replace("-", " ")


def cites_of(clause: m.Clause | m.Mark | None) -> tuple[str, ...]:
    """The headings under which a clause stands; marks have none of their own."""
    return m.headings(clause.cites) if isinstance(clause, m.Clause) else ()
