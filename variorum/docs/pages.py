"""Whole pages about one rule file: its summary and its player aid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from variorum_dsl import model as m
from variorum_dsl.english import capital, lower, one_of, sentence
from variorum_dsl.files.loader import Loaded
from variorum_engine.table.preparation import Ready

from variorum.docs.card_faces import faces
from variorum.docs.flow_chart import round_flow, steps
from variorum.docs.worked_examples import after_setup, worked_sheet
from variorum.prose.lines import headings
from variorum.prose.sections.card_index import card_by_card, different_cards
from variorum.prose.sections.outcome import step_words
from variorum.prose.sections.rulings import Rulings
from variorum.prose.sections.summary import Told
from variorum.prose.speaker import Ref, Speaker
from variorum.reports.blocks import (
    Block,
    Item,
    Listing,
    Page,
    Paragraph,
    Row,
    Section,
    Table,
    marks,
    plain,
    uncited,
)

_YOU = {"They": "You", "they": "you", "Their": "Your", "their": "your", "them": "you"}
_RESERVED = frozenset({"readme", "index", "language", "checks", "style", "comparison"})
_THEY = re.compile(r"\b(?:[Tt]hey|[Tt]heir|them)\b")


@dataclass(frozen=True)
class Edition:
    """A rule file with everything that its pages need."""

    loaded: Loaded
    rulings: Rulings
    rules: Told
    ready: Ready

    @property
    def name(self) -> str:
        return self.rules.game.name

    @property
    def title(self) -> str:
        return self.rules.game.title or self.rules.game.name

    @property
    def subtitle(self) -> str:
        """What tells editions of the same title apart."""
        return "; ".join(each.text for each in self.rules.game.published if not each.about)


def full_title(edition: Edition, editions: Sequence[Edition]) -> str:
    """The title, with what tells it from another edition of the same title."""
    if sum(each.title == edition.title for each in editions) < 2:
        return edition.title
    return f"{edition.title} ({edition.subtitle or edition.name})"


def file_names(editions: Sequence[Edition]) -> dict[str, str]:
    """The name of the page of every edition."""
    return {each.name: f"{each.name}-rules" if each.name in _RESERVED
            or each.name.startswith("comparison-") else each.name for each in editions}


def edition_of(loaded: Loaded) -> Edition:
    assert loaded.sheet is not None
    rulings = Rulings(loaded.sheet)
    return Edition(loaded, rulings, rulings.rules(), Ready(loaded.sheet))


def summary_page(edition: Edition) -> Page:
    """The rule summary."""
    rules = edition.rules
    parts = dict(rules.parts)
    components = parts["components"]
    drawn = faces(rules.game, rules.words)
    blocks: list[Block] = [*components.blocks[:1], *([drawn] if drawn else []),
                           *components.blocks[1:]]
    parts["components"] = replace(components, blocks=blocks)
    setup, table = parts["setup"], after_setup(edition.ready)
    if table is not None:
        parts["setup"] = replace(setup, blocks=[*setup.blocks, table])
    drawing = round_flow(parts["play"])
    if drawing is not None:
        play = parts["play"]
        parts["play"] = replace(play, blocks=[drawing, *play.blocks])
    always = parts.pop("always")
    effects = list(parts).index("effects") + 1
    rule_sections = list(parts.values())
    rule_sections.insert(effects, card_by_card(rules.game, rules.words))
    worked = worked_sheet(edition.ready)
    sections = [*rule_sections, *([worked] if worked else []), edition.rulings.options(),
                edition.rulings.silences(), always, _about(edition)]
    return Page(edition.name, edition.title, rules.lead, [s for s in sections if s])


def _about(edition: Edition) -> Section:
    game = edition.rules.game
    examples = len(edition.ready.sheet.examples())
    items = [Item(
        f"This summary was made from the rule file “{game.name}”, "
        + (f"in which {examples} examples are played through whenever it is checked."
           if examples != 1 else "in which one example is played through whenever it is checked.")
    )]
    if any(headings(each.cites) for each in (*game.zones, *game.stages, *game.scorings)):
        items.append(Item("What stands in brackets, or in the column “Rulebook”, is the heading "
                          "in the rulebook below which a rule is printed."))
    items += [Item(f"The author has looked at a finding of the checker and accepts it: "
                   f"{sentence(allow.reason)}", of=marks(allow)) for allow in game.allows]
    return Section("About this summary", [Paragraph(items)], anchor="about")


# ------------------------------------------------------------------------------ player aid
def aid_page(edition: Edition) -> Page:
    """One page to print and lay on the table."""
    rules = edition.rules
    parts = rules.parts
    sections = []
    flow = round_flow(parts["play"])
    if flow is not None:
        flow = replace(flow, steps=steps(parts["play"]))
        sections.append(Section("A round", [flow], anchor="round"))
    sections.append(_choices(parts["play"]))
    sections.append(_cards(edition))
    sections.append(uncited(parts["effects"]))
    sections += [uncited(parts[key]) for key in (
        "end", "reckoning", "elimination", "scoring", "winner")]
    return Page(f"{edition.name}-aid", f"{edition.title}: player aid",
                [Item(" ".join(sentence(plain(item.text)) for item in rules.lead[-2:]))],
                [s for s in sections if s], kind="aid")


def _choices(play: Section) -> Section:
    """What a player may do, said to that player; each thing once."""
    found: list[tuple[Item, str]] = []

    def look(items: Sequence[Item], case: str) -> None:
        for item in items:
            if not item.term:
                look(item.children, item.short if item.branch else case)
            elif (said := _to_you(item)) not in [each for each, _ in found]:
                found.append((said, case))

    for section in (play, *play.sections):
        for block in section.blocks:
            if isinstance(block, Listing):
                look(block.items, "")
    terms = [item.term for item, _ in found]
    items = [
        replace(item, term=f"{item.term} ({lower(case)})")
        if case and terms.count(item.term) > 1 else item for item, case in found
    ]
    return Section("What you may do", [Listing(items)] if items else [], anchor="choices")


def _to_you(item: Item) -> Item:
    """A choice and everything that it brings with it, said to the player who makes it."""
    return Item(_you(plain(item.text)), children=[_to_you(child) for child in item.children],
                term=capital(item.term), ordered=item.ordered)


def _you(text: str) -> str:
    """A sentence about them as one to a player; `they` and `you` take the same verbs."""
    return _THEY.sub(lambda found: _YOU[found[0]], text)


def _cards(edition: Edition) -> Section:
    """Every card, and where it matters: effects by their words, scoring by its steps."""
    rules = edition.rules
    words, game = rules.words, rules.game
    by = Speaker(words, me=Ref("player", "you", "your", "you", many=True))
    rows = []
    for pile, line, name in different_cards(game):
        uses = [
            one_of(effect.words, effect.name) for effect in game.effects
            if _speaks_of(effect, name)
        ]
        for scoring in game.scorings:
            uses += [f"scoring: {lower(step_words(step, by)).rstrip('.')}"
                     for step in scoring.steps if _speaks_of(step, name)]
        noun = words.kind_only(name)
        count = f"{line.count} each" if pile.each_player else str(line.count)
        rows.append(Row([capital(noun.one), count, sentence("; ".join(uses)),
                         ", ".join(map(words.mark, line.marks))]))
    return Section("The cards", [Table("The cards", ["Card", "Number", "What it does", "Marked"],
                                       rows, (1,))] if rows else [], anchor="cards")


def _speaks_of(part: m.Node, kind: str) -> bool:
    return any(isinstance(node, m.Among | m.Outside | m.IsA) and node.kind == kind
               for node in m.walk(part))

