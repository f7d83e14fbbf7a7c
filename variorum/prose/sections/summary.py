"""A resolved game as the sections of a rule summary, in the order of a rulebook.

Nothing here asks the engine: the same sections are made for every option and reading, so that
what a ruling changes is found by comparing sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.edits.wording import sayings
from variorum_dsl.english import (
    capital,
    counted,
    listed,
    lower,
    one_of,
    sentence,
    with_article,
    with_players,
)
from variorum_dsl.model.game import Game

from variorum.prose import conditions, numbers
from variorum.prose.lines import block, inner
from variorum.prose.sections.components import components
from variorum.prose.sections.endings import ends, last_rounds, never, unit
from variorum.prose.sections.outcome import elimination, scoring, winner
from variorum.prose.speaker import Ref, Speaker, they
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import (
    Block,
    Cites,
    Item,
    Listing,
    Mark,
    Marks,
    Paragraph,
    Row,
    Section,
    Table,
    marks,
    worded,
)

ALWAYS = "What always holds"
SIGHTS = {"open": "everyone", "secret": "only its owner", "hidden": "nobody"}
SEEN = {"open": "seen by everyone", "secret": "seen only by its owner", "hidden": "seen by nobody"}


@dataclass(frozen=True)
class Told:
    """A game in words: its sections by a short key, in order."""

    game: Game
    words: Vocabulary
    lead: list[Item]
    parts: dict[str, Section]

    def sections(self) -> list[Section]:
        return [section for section in self.parts.values() if section]

    def worded(self) -> Told:
        """The same in the author's words where there are any."""
        own = authors(self.game)
        return replace(self, parts={key: worded(section, own)
                                    for key, section in self.parts.items()})


def authors(*games: Game) -> dict[Mark, str]:
    """The sentences that the author wrote, by what they are about."""
    return {mark: saying.cite.says for game in games for saying in sayings(game) if saying.holds
            for mark in marks(saying.rule, saying.cite)}


def told(game: Game) -> Told:
    """Everything that the rules of a game say."""
    words = Vocabulary(game)
    parts = {
        "components": components(game, words),
        "table": _table(game, words),
        "setup": _stages(game, words, ("setup",), "Setup"),
        "play": _stages(game, words, ("phase", "rounds"), "Play"),
        "effects": _effects(game, words),
        "end": ends(game, words),
        "reckoning": _stages(game, words, ("reckoning",), "After the end of the game"),
        "figures": Section("What is counted") if _needed_early(game) else figures(game, words),
        "elimination": elimination(game, words),
        "scoring": scoring(game, words),
        "winner": winner(game, words),
        "always": _always(game, words),
    }
    return Told(game, words, _lead(game),
                {key: replace(section, anchor=key) for key, section in parts.items()})


def _lead(game: Game) -> list[Item]:
    items = [Item(each.text, m.headings(each.cites), of=marks(each))
             for each in game.published if each.about]
    items += [Item(sentence("published " * each.text[:1].isdigit() + each.text),
                   m.headings(each.cites), of=marks(each))
              for each in game.published if not each.about]
    if game.seats is not None:
        items.append(Item(f"For {with_players(game.seats.low, game.seats.high)}.",
                          m.headings(game.seats.cites), of=marks(game.seats)))
    items += [Item(advised(each), m.headings(each.cites), of=marks(each))
              for each in game.advice]
    return items


def advised(advice: m.Advice) -> str:
    """From which age on, and how long it takes."""
    between = f"{advice.low} to {advice.high}" if advice.high else str(advice.low)
    match advice.about:
        case "ages":
            return f"Ages {between}." if advice.high else f"Ages {between} and up."
        case "minutes":
            return f"Playing time: about {between} minute{'s' * (between != '1')}."
        case _:
            assert_never(advice.about)


# ----------------------------------------------------------------------------------- table
def _table(game: Game, words: Vocabulary) -> Section:
    blocks: list[Block] = []
    rows = []
    for zone in game.zones:
        holds = listed([words.kind(kind).many for kind in zone.kinds], "or")
        whose = owned_by(zone, words)
        shown = ", unless shown" * is_shown(zone, game)
        rows.append(Row([
            capital(words.zone(zone.name)), whose, holds + ", in order" * zone.in_order,
            SIGHTS[zone.sight] + shown,
        ], m.headings(zone.cites), sentence(
            f"{_each(zone, words)}: "
            f"holds {holds}, {SEEN[zone.sight]}{shown}"
            f"{', kept in order' if zone.in_order else ''}"), marks(zone)))
    if rows:
        blocks.append(Table("Where cards lie, and who sees them",
                            ["Place", "Belongs to", "Holds", "Seen by"], rows))
    items = [_track(track, words) for track in game.tracks]
    for dummy in game.dummies:
        when = f" with {with_players(dummy.low, dummy.high)}" if dummy.low else ""
        items.append(Item(
            f"{words.dummy(dummy.name)} takes part{when} and owns cards like a player, but never "
            "decides anything and cannot win.", m.headings(dummy.cites), of=marks(dummy)))
    if _needed_early(game):
        items += _figures(game, words)
    if items:
        blocks.append(Listing(items))
    return Section("What is on the table", blocks)


def is_shown(zone: m.Zone, game: Game) -> bool:
    """Whether cards that nobody sees are shown to somebody where they lie."""
    return zone.sight == "hidden" and any(
        isinstance(part, m.Name | m.Owned | m.Nth) and part.name == zone.name
        for clause in (*game.stages, *game.procedures, *game.effects) for line in m.walk(clause)
        if isinstance(line, m.Show) for part in m.walk(line.what))


def _needed_early(game: Game) -> bool:
    """Whether a rule of play speaks of a figure, so that readers must know it by then."""
    names = {figure.name for figure in game.figures}
    during = (*(stage for stage in game.stages if stage.stage != "reckoning"), *game.effects,
              *game.ends, *game.procedures)
    return any(name in names for clause in during for node in m.walk(clause)
               for name in (getattr(node, "name", ""), getattr(node, "property", "")))


def _figures(game: Game, words: Vocabulary) -> list[Item]:
    items = []
    for figure in game.figures:
        by = Speaker(words, me=they(fresh="a player"))
        if figure.each not in ("", "player"):
            by.me = Ref("member", f"the {words.members_noun(figure.each).one}", "its")
        items.append(Item(sentence(numbers.said(figure.value, by)), m.headings(figure.cites),
                          term=_figure_name(figure, words), of=marks(figure)))
    return items


def _figure_name(figure: m.Figure, words: Vocabulary) -> str:
    name = capital(one_of(figure.words, figure.name))
    if figure.each in ("", "player"):
        return name
    return f"{name} of each {words.members_noun(figure.each).one}"


def figures(game: Game, words: Vocabulary) -> Section:
    """The numbers that rules speak of by a name."""
    items = _figures(game, words)
    return Section("What is counted", [Listing(items)] if items else [], anchor="figures")


def owned_by(clause: m.Zone | m.Track, words: Vocabulary) -> str:
    """Who has one each: `each player`, `each colour`, `numbers 1 to 5`, `the table`."""
    if clause.numbers is not None:
        return f"the table, numbers {_span(clause.numbers, words)}"
    if clause.each in ("", "player"):
        return "each player" if clause.each else "the table"
    return f"each {words.members_noun(clause.each).one}"


def _span(span: m.Span, words: Vocabulary) -> str:
    return f"{span.low} to {numbers.said(span.high, Speaker(words))}"


def _each(zone: m.Zone, words: Vocabulary) -> str:
    name = words.zone(zone.name)
    if zone.numbers is not None:
        return f"each {name} ({_span(zone.numbers, words)})"
    if zone.each in ("", "player"):
        return f"{'each player’s' if zone.each else 'the'} {name}"
    return f"the {name} of {owned_by(zone, words)}"


def _track(track: m.Track, words: Vocabulary) -> Item:
    name = words.track(track.name)
    either = "either so or not" if words.is_clause(track.name) else "either set or not"
    kind = {"player": _role(track, words), "number": "a number", "flag": either}.get(
        track.type, f"one {words.attribute(track.type)}")
    if track.maybe:
        kind += ", or nobody"
    start = ""
    if track.start is not None:
        start = f"; at the beginning, {conditions.anything(track.start, Speaker(words)).text}"
    whose = f"for {owned_by(track, words)}, " if track.each or track.numbers else ""
    if track.type == "number" and track.each == "player":
        whose, kind = "", "counted for each player"
    kept = {"": "", "open": "", "secret": f" Each player keeps their {name} secret.",
            "hidden": " Nobody sees it."}[track.sight]
    return Item(f"{capital(whose + kind)}{start}.{kept}", m.headings(track.cites),
                term=capital(name),
                of=marks(track))


def _role(track: m.Track, words: Vocabulary) -> str:
    """What a player who is kept track of does, as far as a procedure or a loop says it."""
    for stage in words.game.stages:
        for node in m.walk(stage):
            match node:
                case m.Call(procedure=name, arguments=arguments) if name in words.procedures:
                    mine = [each.name for each in arguments
                            if isinstance(each.value, m.Name) and each.value.name == track.name]
                    for parameter in words.procedures[name].takes:
                        if parameter.name in mine and parameter.words is not None:
                            return f"the player {parameter.words.one}"
                case m.Turns(start=m.Name(name=track.name), order="from"):
                    return "the player who takes the first turn"
    return "one of the players"


# ------------------------------------------------------------------------------------ play
def _stages(game: Game, words: Vocabulary, wanted: tuple[str, ...], title: str) -> Section:
    stages = [stage for stage in game.stages if stage.stage in wanted]
    own: list[Block] = []
    cites: Cites = ()
    of: Marks = ()
    parts: list[Section] = []
    for stage in stages:
        by = Speaker(words)
        # What is usual before a game, or in every round, is told before the first step.
        usual = [line for line in takewhile(lambda line: isinstance(line, m.Custom), stage.body)
                 if stage.until is not None or stage.stage == "setup"]
        before_all, items = block(usual, by), block(stage.body[len(usual) :], by)
        blocks: list[Block] = []
        if stage.until is not None:
            # When the last rounds are over is said with the end of the game.
            until = "" if stage is last_rounds(game) or never(stage.until) else (
                f" until {conditions.said(stage.until, by)}")
            before = ", unless the game ends earlier" if until and _can_end(game) else ""
            opening = f"The game is played in {unit(stage)}s{until}{before}."
            each = f"In each {unit(stage)}:"
            blocks.append(Paragraph([
                Item(opening if usual else f"{opening} {each}", m.headings(stage.cites),
                     of=marks(stage)),
                *before_all, *([Item(each)] if usual else [])]))
        blocks.append(Listing(items, ordered=stage.until is not None or len(items) > 1))
        name = capital(one_of(stage.words, stage.name))
        if stage.stage == "setup":
            own += [*_beginning(game, words, before_all), *blocks]
            cites = m.headings(stage.cites)
            of += marks(stage)
        else:
            told = stage.until is not None
            parts.append(Section(name, blocks, () if told else m.headings(stage.cites),
                                 of=() if told else marks(stage)))
    if len(parts) == 1 and not own and "rounds" in wanted:
        only = parts[0]
        heading = "Rounds" if only.title == "Rounds" else f"{title}: {lower(only.title)}"
        return Section(heading, only.blocks, only.cites, of=only.of)
    return Section(title, own, cites, sections=parts, of=of)


def _beginning(game: Game, words: Vocabulary, usual: Sequence[Item]) -> list[Block]:
    """What all players have from the beginning, before anything is done, and what is usual."""
    said: dict[tuple[str, int, int], list[str]] = {}
    of: dict[tuple[str, int, int], Marks] = {}
    for pile in game.piles:
        if pile.each == "player":
            cards = [counted(line.count, noun.one, noun.many) for line in pile.lines
                     for noun in [words.kind_only(line.name or line.kind)]]
            key = pile.zone, pile.low, pile.high
            said.setdefault(key, []).extend(cards)
            of[key] = of.get(key, ()) + marks(pile)
    items = []
    for (zone, low, high), cards in said.items():
        place = words.zone(zone)
        text = f"each player begins with {listed(cards)}"
        if not listed(cards).endswith(f" {place}"):  # "eleven counters" are the counters
            text += f" {words.inside(zone)} their {place}"
        items.append(Item(sentence(
            f"with {with_players(low, high)}, {text}" if low else text),
            of=of[zone, low, high]))
    items += usual
    return [Paragraph(items)] if items else []


def _can_end(game: Game) -> bool:
    """Whether the game can end while it is played."""
    return bool(game.ends) or any(
        isinstance(node, m.EndGame)
        for clause in (*game.stages, *game.effects, *game.procedures) for node in m.walk(clause))


def _effects(game: Game, words: Vocabulary) -> Section:
    items = []
    for effect in game.effects:
        by = Speaker(words)
        zone = words.zones.get(effect.zone)
        kind = words.kind(effect.kind)
        whose = with_article("player’s") if zone and zone.each == "player" else "the"
        where = f"{whose} {words.zone(effect.zone)}"
        if zone is not None and words.several(zone.name) not in ("", "player"):
            noun = words.members_noun(words.several(zone.name))
            where = f"a {words.zone(zone.name)}"
            if effect.owner:
                by.scope[effect.owner] = Ref(
                    "member" if zone.numbers is None else "cards", f"that {noun.one}",
                    noun=words.held(zone.name))
        elif effect.owner:
            by.scope[effect.owner] = Ref("player", "that player", "their", "that player")
        if effect.card:
            by.scope[effect.card] = Ref("card", "the new card", noun=kind)
        arrives = "comes to" if words.is_place(effect.zone) else "is added to"
        text = f"Whenever {words.a(effect.kind)} {arrives} {where}"
        if effect.condition is not None:
            text += f" and {conditions.said(effect.condition, by)}"
        cites = m.headings(effect.when_cites) or m.headings(effect.cites)
        customs = [line for line in effect.body if isinstance(line, m.Custom)]
        body = [replace(item, cites=()) if item.cites == cites else item
                for item in inner([line for line in effect.body if line not in customs], by)]
        items.append(Item(" ".join([*(sentence(each.told) for each in customs), f"{text}:"]),
                          cites, body, term=capital(one_of(effect.words, effect.name)),
                          of=marks(effect, *customs)))
    return Section("Effects of cards", [Listing(items)] if items else [])


def _always(game: Game, words: Vocabulary) -> Section:
    items = []
    for always in game.always:
        by = Speaker(words)
        text = always.words.one if always.words else conditions.said(always.condition, by)
        items.append(Item(sentence(text), m.headings(always.cites), of=marks(always)))
    return Section(ALWAYS, [Listing(items)] if items else [])
