"""Card by card: which rules speak of it."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.model.game import Game

from variorum.prose.vocabulary import Vocabulary


def different_cards(game: Game) -> Iterator[tuple[m.Pile, m.Component, str]]:
    """Every card that has a name or is the first of its kind, with that name."""
    seen: set[str] = set()
    for pile in game.piles:
        for line in pile.lines:
            name = line.name or line.kind
            if name not in seen:
                seen.add(name)
                yield pile, line, name


def in_play(game: Game, kinds: list[str]) -> Iterator[m.Case]:
    """The case of a round that a card falls under: the one for the most particular kind."""
    for stage in game.stages:
        for node in m.walk(stage):
            if isinstance(node, m.Depending):
                cases = [case for kind in kinds for case in node.cases if kind in case.kinds]
                yield from cases[:1]


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
