"""Whole pages about one rule file: its summary and its player aid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from variorum_dsl import model as m
from variorum_dsl.english import sentence
from variorum_dsl.files.loader import Loaded
from variorum_engine.table.preparation import Ready

from variorum.docs.card_faces import faces
from variorum.docs.flow_chart import round_flow, round_of, steps
from variorum.docs.manual import page_names
from variorum.docs.worked_examples import after_setup, worked
from variorum.prose.sections.endings import last_rounds, unit
from variorum.prose.sections.player_aid import cards_to_play, choices, open_and_secret, usual
from variorum.prose.sections.rulings import Rulings
from variorum.prose.sections.summary import Told, authors
from variorum.reports.blocks import (
    SIGN,
    Block,
    Item,
    Listing,
    Mark,
    Page,
    Paragraph,
    Section,
    Signs,
    Table,
    doubts_of,
    marks,
    paragraph,
    plain,
    sentences,
    signed,
    uncited,
    worded,
)

_RESERVED = frozenset({"readme", "index", "search", "style", "comparison"})


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
    taken = _RESERVED | page_names()
    return {each.name: f"{each.name}-rules" if each.name in taken
            or each.name.startswith("comparison-") else each.name for each in editions}


def edition_of(loaded: Loaded) -> Edition:
    assert loaded.sheet is not None
    rulings = Rulings(loaded.sheet)
    return Edition(loaded, rulings, rulings.rules(), Ready(loaded.sheet))


def _printed(edition: Edition) -> Told:
    """The rules as pages print them: marked where the book is silent, in the author's words where
    there are any."""
    return edition.rulings.assumed().worded()


def _options(edition: Edition) -> Section:
    """The optional rules, in the author's words where there are any."""
    rulings = edition.rulings
    own = authors(
        *(rulings.rules((name,)).game for name in rulings.sheet.options), *rulings.read())
    options = worded(rulings.options(), own)
    return replace(options, sections=[_option(each, own) for each in options.sections])


def _option(option: Section, own: Mapping[Mark, str]) -> Section:
    """An option whose author says in a sentence what it changes."""
    said = next((own[mark] for mark in option.of if mark in own), "")
    if not said:
        return option
    made = [item for block in option.blocks if isinstance(block, Listing) for item in block.items]
    asked = dict.fromkeys(each for item in made for each in doubts_of(item))
    told = list(sentences([replace(option, sections=())]))
    return replace(option, blocks=[Paragraph([Item(
        said, of=tuple(dict.fromkeys(mark for each in told for mark in each.of)),
        assumed=tuple(asked), made=" ".join(each.text for each in told[1:]))])])


def _silences(edition: Edition) -> Section:
    """The open questions, likewise."""
    return worded(edition.rulings.silences(), authors(*edition.rulings.read()))


def summary_page(edition: Edition, title: str = "") -> Page:
    """The rule summary."""
    rules = _printed(edition)
    parts = dict(rules.parts)
    components = parts["components"]
    drawn = faces(rules.game, rules.words)
    blocks: list[Block] = [*components.blocks[:1], *([drawn] if drawn else []),
                           *components.blocks[1:]]
    parts["components"] = replace(components, blocks=blocks)
    setup, table = parts["setup"], after_setup(edition.ready)
    if table is not None:
        parts["setup"] = replace(setup, blocks=[*setup.blocks, table])
    drawing = round_flow(parts["play"], _unit(rules))
    if drawing is not None:
        play = parts["play"]
        parts["play"] = replace(play, blocks=[drawing, *play.blocks])
    parts.pop("always")
    shown = worked(edition.ready)
    sections = [_goal(rules), *parts.values(), *([shown] if shown else []),
                _options(edition), _silences(edition), _about(edition)]
    return Page(edition.name, title or edition.title, rules.lead, [s for s in sections if s])


def _unit(rules: Told) -> str:
    """What is played again and again."""
    last = last_rounds(rules.game)
    return "round" if last is None else unit(last)


def _goal(rules: Told) -> Section:
    """What players try to do, in the words in which the end of the rules says it."""
    winner, out = ([item for block in rules.parts[key].blocks
                    if isinstance(block, Listing | Paragraph) for item in block.items]
                   for key in ("winner", "elimination"))
    said = [Item(item.text, assumed=item.assumed) for item in (*out, *winner[:1])]
    return Section("Goal", [Paragraph(said)] if said else [], anchor="goal")


def _about(edition: Edition) -> Section:
    game = edition.rules.game
    examples = len(edition.ready.sheet.examples())
    played = {0: "", 1: ", in which one example is played through whenever it is checked"}.get(
        examples, f", in which {examples} examples are played through whenever it is checked")
    items = [Item(f"This summary was made from the rule file “{game.name}”{played}.")]
    if any(m.headings(each.cites) for each in (*game.zones, *game.stages, *game.scorings)):
        items.append(Item("What stands in brackets, or in the column “Rulebook”, is the heading "
                          "in the rulebook below which a rule is printed."))
    items += [Item(f"The author has looked at a finding of the checker and accepts it: "
                   f"{sentence(allow.reason)}", of=marks(allow)) for allow in game.allows]
    promises: list[Block] = []
    always = edition.rules.parts["always"]
    if always:  # a promise of the file about its cards is no rule for players
        promises = [paragraph("The checker holds every game that it plays against what the file "
                              "promises:"), *uncited(always, Signs()).blocks]
    return Section("About this summary", [Paragraph(items), *promises], anchor="about")


# ------------------------------------------------------------------------------ player aid
def aid_page(edition: Edition, title: str = "") -> Page:
    """One page to print and lay on the table."""
    rules = _printed(edition)
    parts, signs, a_round = rules.parts, Signs(), _unit(rules)
    about = sum(each.about for each in rules.game.published)
    lead = [Item(" ".join(plain(signed(sentence(plain(item.text)), item.assumed, signs))
                          for item in rules.lead[about:]))]
    setup, table = parts["setup"], after_setup(edition.ready)
    if table is not None:
        setup = replace(setup, blocks=[*setup.blocks, table])
    play = uncited(parts["play"], signs)
    flow = round_flow(play, a_round)
    around = [] if flow is None else [Section(
        f"A {a_round}", [*usual(play), replace(flow, steps=steps(play))], anchor="round")]
    numbers = {mark: number for number, item in enumerate(round_of(play), 1) for mark in item.of}
    options = _options(edition)
    options = replace(options, sections=[replace(each, sections=()) for each in options.sections])
    cards = cards_to_play(rules, numbers, a_round)
    told = {sentence(plain(row.cells[3])) for block in cards.blocks[:1]
            if isinstance(block, Table) for row in block.rows}
    effects = parts["effects"]
    effects = replace(effects, blocks=[replace(block, items=[
        item for item in block.items if item.children
        or not any(plain(item.text) in text for text in told)])
        for block in effects.blocks if isinstance(block, Listing)])
    sections = [
        _goal(rules), setup, *around, choices(parts["play"]), open_and_secret(rules, signs), cards,
        *([effects] if any(block.items for block in effects.blocks
                           if isinstance(block, Listing)) else []),
        *(parts[key] for key in (
            "end", "reckoning", "figures", "elimination", "scoring", "winner")), options]
    sections = [uncited(section, signs) for section in sections if section]
    if signs:
        answers = edition.rulings.answers()
        lead.append(Item(f"{SIGN} Here the rulebook is silent, or can be read in more ways than "
                         "one: what is assumed stands under that number at the end."))
        sections.append(Section("What is assumed", [Listing(
            [Item(answers[part]) for part in signs], ordered=True)], anchor="assumed"))
    return Page(f"{edition.name}-aid", f"{title or edition.title} (player aid)", lead, sections,
                kind="aid")
