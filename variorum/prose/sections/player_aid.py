"""What a player aid says to the player who holds it: what you may do, and what the cards do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from variorum_dsl import model as m
from variorum_dsl.english import (
    capital,
    is_superlative,
    listed,
    lower,
    number_word,
    one_of,
    plural,
    sentence,
)

from variorum.prose.sections.card_index import different_cards, in_play, reads, speaks_of
from variorum.prose.sections.components import in_full, listed_below, shows
from variorum.prose.sections.endings import all_that_end
from variorum.prose.sections.outcome import step_words
from variorum.prose.sections.summary import Told, is_shown
from variorum.prose.speaker import Ref, Speaker
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import (
    Block,
    Item,
    Listing,
    Mark,
    Paragraph,
    Row,
    Section,
    Signs,
    Table,
    marks,
    plain,
    signed,
)

_YOU = {"They": "You", "they": "you", "Their": "Your", "their": "your", "them": "you"}
_THEY = re.compile(r"\b(?:[Tt]hey|[Tt]heir|them)\b")


def choices(play: Section) -> Section:
    """What a player may do, said to that player; each thing once."""
    found: list[tuple[Item, str]] = []

    def look(items: Sequence[Item], case: str) -> None:
        for item in items:
            if not item.term:
                look(item.children or item.hidden, _case(item) if item.branch else case)
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


def usual(play: Section) -> list[Block]:
    """What holds in every round, before the first step."""
    items = [item for section in (play, *play.sections) for block in section.blocks
             if isinstance(block, Paragraph) for item in block.items[1:-1]]
    return [Paragraph(items)] if items else []


def open_and_secret(rules: Told, signs: Signs) -> Section:
    """Who sees what lies where, in a line each."""
    names: dict[str, list[str]] = {}
    words = rules.words
    asked = {mark: row.assumed for block in rules.parts["table"].blocks
             if isinstance(block, Table) for row in block.rows for mark in row.of}
    for zone in rules.game.zones:
        name = words.zone(zone.name)
        said = f"the {name}"
        if zone.each == "player":
            said = name if zone.sight == "secret" else plural(name)
        questions = [each for mark in marks(zone) for each in asked.get(mark, ())]
        sight = "shown" if is_shown(zone, rules.game) else zone.sight
        names.setdefault(sight, []).append(plain(signed(said, questions, signs)))
    who = {"open": "Everyone sees", "secret": "Only you see your own", "hidden": "Nobody sees",
           "shown": "Unless shown, nobody sees"}
    items = [Item(sentence(f"{text} {listed(list(dict.fromkeys(names[sight])))}"))
             for sight, text in who.items() if sight in names]
    return Section("Who sees what", [Paragraph(items)] if items else [], anchor="sight")


# ------------------------------------------------------------------------------------ cards
_CELLS = {1: 1, 2: 2, 3: 4}  # what is assumed of a component, and where it stands here


def cards_to_play(rules: Told, steps: Mapping[Mark, int], unit: str) -> Section:
    """Every card, what it shows and what it does: in play, by effects, for the end, in scoring."""
    game, words = rules.game, rules.words
    components = [row for block in rules.parts["components"].blocks if isinstance(block, Table)
                  for row in block.rows]
    rows = []
    whole: list[Table] = []
    for pile, line, name in different_cards(game):
        alike = [(each, same) for each in game.piles for same in each.lines
                 if (same.name or same.kind) == name and each.zone == pile.zone]
        noun = words.kind_only(name)
        number = sum(same.count for _, same in alike)
        shown = "; ".join(filter(None, (
            shows(same, words, brief=in_full(same, words) is not None) for _, same in alike)))
        whole += [table for _, same in alike if (table := in_full(same, words)) is not None]
        asked = [row for row in components if any(
            mark in row.of for _, same in alike for mark in marks(same)) and row.assumed]
        does = " ".join(map(sentence, dict.fromkeys(_uses(line, name, rules, steps, unit))))
        rows.append(Row(
            [capital(noun.one), f"{number} each" if pile.each else str(number), shown, does,
             ", ".join(map(words.mark, line.marks))],
            assumed=tuple(dict.fromkeys(each for row in asked for each in row.assumed)),
            doubt=next((_CELLS.get(row.doubtful(), -1) for row in asked), -1)))
    table = Table("The cards", ["Card", "Number", "Shows", "What it does", "Marked"], rows, (1,))
    return Section("The cards", [table, *([listed_below(whole)] if whole else [])] if rows
                   else [], anchor="cards")


def _uses(
    line: m.Component, name: str, rules: Told, steps: Mapping[Mark, int], unit: str
) -> Iterator[str]:
    """What a card does, each in a few words."""
    game, words = rules.game, rules.words
    by = Speaker(words, me=Ref("player", "you", "your", "you", many=True))
    kinds = list(dict.fromkeys([name, *words.lineage(line.kind)]))
    names = {*kinds, *line.marks}
    shown = {each.name for kind in kinds if kind in words.kinds
             for each in words.kinds[kind].attributes}
    found = False
    for case in in_play(game, kinds):
        for mark in marks(case):
            if mark in steps:
                yield f"see step {steps[mark]} of a {unit}"
                found = True
    told = [item for block in rules.parts["effects"].blocks if isinstance(block, Listing)
            for item in block.items]
    for effect in game.effects:
        if name in _about(effect, words):
            item = next(each for each in told if marks(effect)[0] in each.of)
            yield (plain(item.text) if not item.children
                   else f"effect: {one_of(effect.words, effect.name)}")
            found = True
    for end in game.ends:
        if speaks_of(end, names):
            many = all_that_end(end, words)
            noun = words.kind(many[0]) if many else None
            yield (f"one of the {number_word(many[1])} {noun.any()} that end the game"
                   if many and noun else f"the end: {one_of(end.words, end.name)}")
            found = True
    counted: list[m.Figure | m.Stage] = [
        *game.figures, *(stage for stage in game.stages if stage.stage == "reckoning")]
    for clause in counted:
        if speaks_of(clause, names) or reads(clause, shown, words, line.kind):
            called = lower(one_of(clause.words, clause.name))
            yield ("may break a tie" if is_superlative(called) and isinstance(clause, m.Figure)
                   else f"counts for {'your ' * isinstance(clause, m.Figure)}{called}")
            found = True
    for scoring in game.scorings:
        for step, after in zip(scoring.steps, (*scoring.steps[1:], None), strict=True):
            if speaks_of(step, names) or reads(step, shown, words, line.kind):
                limit = ""
                if after is not None and after.operation in ("at least", "at most"):
                    limit = f"; then {lower(step_words(after, by)).rstrip('.')}"
                yield f"scoring: {lower(step_words(step, by)).rstrip('.')}{limit}"
                found = True
    if not found:
        held = [words.zone(zone.name) for zone in game.zones if not names.isdisjoint(zone.kinds)]
        if held:
            yield f"lies in: {listed(held, 'or')}"


def _about(effect: m.Effect, words: Vocabulary) -> set[str]:
    """The cards that an effect is about: those with a name of their own that it speaks of, or
    else whatever sets it off."""
    named = {node.kind for part in (*([effect.condition] if effect.condition else []), *effect.body)
             for node in m.walk(part) if isinstance(node, m.Among | m.Outside | m.IsA)
             and node.kind in words.cards}
    return named or {effect.kind}
