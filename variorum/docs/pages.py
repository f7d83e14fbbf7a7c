"""Whole pages about one rule file: its summary and its player aid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from variorum_dsl import model as m
from variorum_dsl.english import sentence
from variorum_dsl.files.loader import Loaded
from variorum_engine.table.preparation import Ready

from variorum.docs.card_faces import faces
from variorum.docs.flow_chart import round_flow, steps
from variorum.docs.manual import page_names
from variorum.docs.worked_examples import after_setup, worked
from variorum.prose.sections.card_index import card_by_card
from variorum.prose.sections.player_aid import cards_to_play, choices
from variorum.prose.sections.rulings import Rulings
from variorum.prose.sections.summary import Told, authors, figures
from variorum.reports.blocks import (
    SIGN,
    Block,
    Item,
    Listing,
    Page,
    Paragraph,
    Section,
    marks,
    paragraph,
    plain,
    sentences,
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
    return worded(rulings.options(), authors(
        *(rulings.rules((name,)).game for name in rulings.sheet.options)))


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
    drawing = round_flow(parts["play"])
    if drawing is not None:
        play = parts["play"]
        parts["play"] = replace(play, blocks=[drawing, *play.blocks])
    parts.pop("always")
    effects = list(parts).index("effects") + 1
    rule_sections = list(parts.values())
    rule_sections.insert(effects, card_by_card(rules.game, rules.words))
    shown = worked(edition.ready)
    sections = [_goal(rules), *rule_sections, *([shown] if shown else []),
                _options(edition), edition.rulings.silences(), _about(edition)]
    return Page(edition.name, title or edition.title, rules.lead, [s for s in sections if s])


def _goal(rules: Told) -> Section:
    """What players try to do, in the words in which the end of the rules says it."""
    winner, out = ([item for block in rules.parts[key].blocks
                    if isinstance(block, Listing | Paragraph) for item in block.items]
                   for key in ("winner", "elimination"))
    said = [Item(item.text, assumed=item.assumed) for item in (*winner[:1], *out)]
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
                              "promises:"), *uncited(always).blocks]
    return Section("About this summary", [Paragraph(items), *promises], anchor="about")


# ------------------------------------------------------------------------------ player aid
def _short(option: Section) -> Section:
    """An option without its rulings; that there are any is marked."""
    sign = f" {SIGN}" if option.sections else ""
    return replace(option, title=f"{option.title}{sign}", sections=())


def aid_page(edition: Edition, title: str = "") -> Page:
    """One page to print and lay on the table."""
    rules = _printed(edition)
    parts = rules.parts
    sections = [uncited(parts["setup"])]
    table = after_setup(edition.ready)
    if table is not None:
        sections = [replace(sections[0], blocks=[*sections[0].blocks, table])]
    flow = round_flow(parts["play"])
    if flow is not None:
        flow = replace(flow, steps=steps(parts["play"]))
        sections.append(Section("A round", [flow], anchor="round"))
    sections.append(uncited(choices(parts["play"])))
    sections.append(cards_to_play(rules.game, rules.words))
    sections += [uncited(parts[key]) for key in (
        "effects", "end", "reckoning", "elimination", "scoring", "winner")]
    options = _options(edition)
    sections += [uncited(figures(rules.game, rules.words)), uncited(replace(
        options, sections=[_short(each) for each in options.sections]))]
    signed = any(SIGN in each.text for each in sentences(sections))
    about = sum(each.about for each in rules.game.published)
    lead = [Item(" ".join(sentence(plain(item.text)) + f" {SIGN}" * bool(item.assumed)
                          for item in rules.lead[about:]))]
    signed = signed or any(item.assumed for item in rules.lead)
    if signed:
        lead.append(Item(f"{SIGN} The rulebook does not say; see the rulings in the summary."))
    return Page(f"{edition.name}-aid", f"{title or edition.title}: player aid", lead,
                [s for s in sections if s], kind="aid")
