"""What a player aid says to the player who holds it: what you may do, and what the cards do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from variorum_dsl import model as m
from variorum_dsl.english import capital, listed, lower, one_of, sentence
from variorum_dsl.model.game import Game

from variorum.prose.sections.card_index import case_name, different_cards, in_play, reads, speaks_of
from variorum.prose.sections.outcome import step_words
from variorum.prose.speaker import Ref, Speaker
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Item, Listing, Row, Section, Table, plain

_YOU = {"They": "You", "they": "you", "Their": "Your", "their": "your", "them": "you"}
_THEY = re.compile(r"\b(?:[Tt]hey|[Tt]heir|them)\b")


def choices(play: Section) -> Section:
    """What a player may do, said to that player; each thing once."""
    found: list[tuple[Item, str]] = []

    def look(items: Sequence[Item], case: str) -> None:
        for item in items:
            if not item.term:
                look(item.children, _case(item) if item.branch else case)
            elif (said := _to_you(item)) not in [each for each, _ in found]:
                found.append((said, case))

    for section in (play, *play.sections):
        for block in section.blocks:
            if isinstance(block, Listing):
                look(block.items, "")
    terms = [item.term for item, _ in found]
    items = [
        replace(item, term=f"{item.term} ({case})")
        if case and terms.count(item.term) > 1 else item for item, case in found
    ]
    return Section("What you may do", [Listing(items)] if items else [], anchor="choices")


def _case(item: Item) -> str:
    """Which cards a case is for, as the sentence itself writes them."""
    return item.short if item.short.split(" ")[0] in plain(item.text) else lower(item.short)


def _to_you(item: Item) -> Item:
    """A choice and everything that it brings with it, said to the player who makes it."""
    return Item(_you(plain(item.text)), children=[_to_you(child) for child in item.children],
                term=capital(item.term), ordered=item.ordered, assumed=item.assumed)


def _you(text: str) -> str:
    """A sentence about them as one to a player; `they` and `you` take the same verbs."""
    return _THEY.sub(lambda found: _YOU[found[0]], text)


def _played(case: m.Case, words: Vocabulary) -> str:
    """What happens to a card in a round: the procedure that is played for it, or its case."""
    called = next((words.procedures[line.procedure] for line in case.body
                   if isinstance(line, m.Call) and line.procedure in words.procedures), None)
    if called is not None and called.words is not None:
        return f"in play: {lower(called.words.one)}"
    return f"in play: see “{case_name(case, words)}”"


def cards_to_play(game: Game, words: Vocabulary) -> Section:
    """Every card, and what it does: in play, by effects, for the end, in scoring."""
    by = Speaker(words, me=Ref("player", "you", "your", "you", many=True))
    rows = []
    for pile, line, name in different_cards(game):
        kinds = list(dict.fromkeys([name, *words.lineage(line.kind)]))
        names = {*kinds, *line.marks}
        shown = {each.name for kind in kinds if kind in words.kinds
                 for each in words.kinds[kind].attributes}
        uses = [_played(case, words) for case in in_play(game, kinds)]
        uses += [f"effect: {one_of(effect.words, effect.name)}" for effect in game.effects
                 if speaks_of(effect.but(kind=""), {name})]
        uses += [f"the end: {one_of(end.words, end.name)}" for end in game.ends
                 if speaks_of(end, names)]
        counted: list[m.Figure | m.Stage] = [
            *game.figures, *(stage for stage in game.stages if stage.stage == "reckoning")]
        counts = [lower(one_of(clause.words, clause.name)) for clause in counted
                  if speaks_of(clause, names) or reads(clause, shown, words, line.kind)]
        uses += [f"counts for: {listed(counts)}"] if counts else []
        for scoring in game.scorings:
            uses += [f"scoring: {lower(step_words(step, by)).rstrip('.')}"
                     for step in scoring.steps
                     if speaks_of(step, names) or reads(step, shown, words, line.kind)]
        uses = list(dict.fromkeys(uses))
        if not uses:
            held = [words.zone(zone.name) for zone in game.zones
                    if not names.isdisjoint(zone.kinds)]
            uses = [f"lies in: {listed(held, 'or')}"] if held else []
        noun = words.kind_only(name)
        number = sum(same.count for same in pile.lines if (same.name or same.kind) == name)
        count = f"{number} each" if pile.each else str(number)
        rows.append(Row([capital(noun.one), count, " ".join(map(sentence, uses)),
                         ", ".join(map(words.mark, line.marks))]))
    return Section("The cards", [Table("The cards", ["Card", "Number", "What it does", "Marked"],
                                       rows, (1,))] if rows else [], anchor="cards")
