"""Card by card: where each card matters, by the names under which the rules stand elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.english import capital, listed, one_of, sentence
from variorum_dsl.model.game import Game

from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Row, Section, Table


def different_cards(game: Game) -> Iterator[tuple[m.Pile, m.Component, str]]:
    """Every card that has a name or is the first of its kind, with that name."""
    seen: set[str] = set()
    for pile in game.piles:
        for line in pile.lines:
            name = line.name or line.kind
            if name not in seen:
                seen.add(name)
                yield pile, line, name


def card_by_card(game: Game, words: Vocabulary) -> Section:
    rows = []
    for _, line, name in different_cards(game):
        kinds = list(dict.fromkeys([name, *words.lineage(line.kind)]))
        uses = [f"play, “{case_name(case, words)}”" for case in in_play(game, kinds)]
        uses += _elsewhere(game, {*kinds, *line.marks})
        card = capital(words.kind_only(name).one)
        if uses and uses != [f"play, “{card}”"]:  # else one would look under the same name again
            rows.append(Row([card, sentence("; ".join(uses))]))
    return Section("Card by card", [Table("Where each card matters", ["Card", "See"], rows)]
                   if rows else [], anchor="card-by-card")


def in_play(game: Game, kinds: list[str]) -> Iterator[m.Case]:
    """The case of a round that a card falls under: the one for the most particular kind."""
    for stage in game.stages:
        for node in m.walk(stage):
            if isinstance(node, m.Depending):
                cases = [case for kind in kinds for case in node.cases if kind in case.kinds]
                yield from cases[:1]


def case_name(case: m.Case, words: Vocabulary) -> str:
    return capital(listed([words.kind_only(kind).one for kind in case.kinds], "or"))


def _elsewhere(game: Game, names: set[str]) -> Iterator[str]:
    for effect in game.effects:
        if speaks_of(effect.but(kind=""), names):
            yield f"effect, “{one_of(effect.words, effect.name)}”"
    for end in game.ends:
        if speaks_of(end, names):
            yield f"the end, “{one_of(end.words, end.name)}”"
    for figure in game.figures:
        if speaks_of(figure, names):
            yield f"“{one_of(figure.words, figure.name)}”"
    for scoring in game.scorings:
        for step in scoring.steps:
            if speaks_of(step, names):
                yield f"scoring, “{one_of(step.words, step.name)}”"


def speaks_of(part: m.Node, names: set[str]) -> bool:
    """Whether a rule names one of these kinds of cards, or marks."""
    return any(isinstance(node, m.Among | m.Outside | m.IsA) and node.kind in names
               for node in m.walk(part))


def reads(part: m.Node, attributes: set[str], words: Vocabulary, kind: str) -> bool:
    """Whether a rule adds up or compares what cards of a kind show, where such cards can lie."""
    for node in m.walk(part):
        if isinstance(node, m.Aggregate) and node.name in attributes:
            zones = [words.zones[inner.name] for inner in m.walk(node.of)
                     if isinstance(inner, m.Name | m.Owned) and inner.name in words.zones]
            within = [inner.kind for inner in m.walk(node.of) if isinstance(inner, m.Among)]
            lineage = words.lineage(kind)
            if any(not set(lineage).isdisjoint(zone.kinds) for zone in zones) and all(
                    other in lineage for other in within):
                return True
    return False
