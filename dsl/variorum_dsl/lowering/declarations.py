"""What a game declares before anything is played: names, cards and zones."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Edit, Fix
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.english import one_of
from variorum_dsl.lowering.components import MOST_CARDS, expanded, note_uses, too_many_in_all
from variorum_dsl.lowering.domains import domain_of, number_places
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.lowering.uses import placed
from variorum_dsl.model.game import Game


def declared(game: Game, players: int, like: Symbols | None = None) -> Symbols:
    """The tables of a game. Readings and most options leave the cards as they are: then those of
    a game that was looked at before are taken over."""
    symbols = Symbols(game, players)
    _names(symbols)
    if like is not None and _same_cards(symbols, like):
        symbols.program.cards = list(like.program.cards)
        symbols.program.kind_masks = symbols.masks = dict(like.masks)
    else:
        _cards(symbols)
    _zones(symbols)
    return symbols


# -------------------------------------------------------------------------------------- names
def _names(symbols: Symbols) -> None:
    program, game = symbols.program, symbols.game
    program.name, program.title, program.players = game.name, game.title, symbols.players
    program.ancestors = game.ancestors
    for kind in game.kinds:
        symbols.declare("kind", kind.name, kind.name_at)
        symbols.parents[kind.name] = kind.under
        if kind.under and kind.under not in symbols.kinds:
            symbols.unknown("kind", kind.under, kind.at, symbols.kinds, kind.under_at)
        for attribute in kind.attributes:
            _attribute(symbols, attribute)
        for mark in kind.marks:
            symbols.declare("mark", mark.name, mark.name_at)
            symbols.marks.setdefault(mark.name, mark)
    for kind in game.kinds:
        if kind.under:
            symbols.used("kind", kind.under, kind.under_at)
    straight: set[str] = set()
    for kind in game.kinds:
        if _in_a_circle(symbols, kind.name, straight):
            symbols.report(
                "kind-cycle", f"{quote(kind.name)} is a part of itself in the end",
                kind.at.head(), why="following the kinds above it leads back to it",
                hint="remove one of the words under",
                fix=_straight(game, symbols.lineage(kind.name)),
            )
            break
    for pile in game.piles:
        for line in pile.lines:
            if line.name and line.name not in symbols.kinds:
                symbols.declare("card", line.name, line.name_at)
                symbols.parents[line.name] = line.kind
    dummies = [dummy for dummy in game.dummies
               if not dummy.low or dummy.low <= symbols.players <= dummy.high]
    for i, dummy in enumerate(dummies):
        symbols.dummies[dummy.name] = symbols.players + i
        program.owners.append(dummy.words.one if dummy.words else dummy.name)
        program.dummy_names.append(dummy.name)
    for dummy in game.dummies:
        symbols.declare("dummy", dummy.name, dummy.name_at)
    for zone in game.zones:
        symbols.declare("zone", zone.name, zone.name_at)
        number_places(symbols, zone)
    for track in game.tracks:
        symbols.declare("track", track.name, track.name_at)
        number_places(symbols, track)
    for figure in game.figures:
        symbols.declare("figure", figure.name, figure.name_at)
    for scoring in game.scorings:
        symbols.declare("scoring", scoring.name, scoring.name_at)
    for effect in game.effects:
        symbols.declare("effect", effect.name, effect.name_at)
    for procedure in game.procedures:
        symbols.declare("procedure", procedure.name, procedure.name_at)


def _straight(game: Game, circle: Sequence[str]) -> Fix | None:
    """A circle of kinds cut where the kind above is named by other rules as well."""
    named = {kind for zone in game.zones for kind in zone.kinds} | {
        line.kind for pile in game.piles for line in pile.lines}
    cut = next((kind for kind in game.kinds if kind.name in circle and kind.under in named
                and kind.under_at.line == kind.name_at.line), None)
    if cut is None:
        return None
    start = cut.under_at.column - len(" under ")
    return Fix(f"remove under {cut.under}", (Edit(cut.under_at._replace(column=start), ""),))


def _attribute(symbols: Symbols, attribute: m.Attribute) -> None:
    symbols.declare("attribute", attribute.name, attribute.name_at)
    for member, at in placed(attribute.members, attribute.members_at):
        symbols.declare("member", member, at)
    for each in attribute.called:
        symbols.declare("member", each.name, each.name_at)
    before = symbols.attributes.get(attribute.name)
    if before is not None:
        told = {name: value for name, (number, value) in symbols.values.items() if number == before}
        if symbols.program.attributes[before].members != attribute.members or (
            attribute.called and told != {each.name: each.value for each in attribute.called}
        ):
            symbols.report(
                "duplicate-name",
                f"the attribute {quote(attribute.name)} is declared in two ways",
                attribute.at, why="kinds that share an attribute share its members",
                hint="use another name for one of them",
            )
        return
    number = len(symbols.program.attributes)
    symbols.attributes[attribute.name] = number
    words = attribute.words.one if attribute.words else attribute.name
    symbols.program.attributes.append(c.AttributeTable(attribute.name, words, attribute.members))
    for i, member in enumerate(attribute.members):
        symbols.members.setdefault(member, (number, i))
    for each in attribute.called:
        if each.name in symbols.values or any(
            value == (number, each.value) for value in symbols.values.values()
        ):
            symbols.report(
                "duplicate-name", f"{quote(each.name)} is said of two numbers, or two names of one",
                each.at, why="a number has one name, and a name stands for one number",
                hint="leave one of them out",
            )
        symbols.values.setdefault(each.name, (number, each.value))


def _in_a_circle(symbols: Symbols, kind: str, straight: set[str]) -> bool:
    """Whether following the kinds above leads back; those that are `straight` are known not to."""
    seen = set()
    while kind and kind not in seen and kind not in straight:
        seen.add(kind)
        kind = symbols.parents.get(kind, "")
    if kind in seen:
        return True
    straight |= seen
    return False


# -------------------------------------------------------------------------------------- cards
def _same_cards(symbols: Symbols, like: Symbols) -> bool:
    """Whether all that cards are made of is not only equal but the same."""
    one, other = symbols.game, like.game
    pairs: tuple[tuple[tuple[m.Clause, ...], tuple[m.Clause, ...]], ...] = (
        (one.kinds, other.kinds), (one.piles, other.piles), (one.zones, other.zones),
        (one.dummies, other.dummies),
    )
    if symbols.players != like.players or symbols.problems or like.problems or not all(
        len(mine) == len(yours) and all(map(is_, mine, yours)) for mine, yours in pairs
    ):
        return False
    for pile in _piles(symbols):
        for line in pile.lines:
            note_uses(symbols, line)
        symbols.used("zone", pile.zone, pile.zone_at)
    return True


def _piles(symbols: Symbols) -> list[m.Pile]:
    return [pile for pile in symbols.game.piles
            if not pile.low or pile.low <= symbols.players <= pile.high]


def _cards(symbols: Symbols) -> None:
    game, program = symbols.game, symbols.program
    zone_numbers = {zone.name: i for i, zone in enumerate(game.zones)}
    faces: dict[tuple[str, tuple[int, ...], tuple[str, ...]], int] = {}
    brought: list[tuple[m.Component, int]] = []
    for pile in _piles(symbols):
        zone = zone_numbers.get(pile.zone)
        if zone is None:
            symbols.unknown("zone", pile.zone, pile.at.head(), zone_numbers, pile.zone_at)
            continue
        symbols.used("zone", pile.zone, pile.zone_at)
        if not _starts_there(symbols, pile, game.zones[zone]):
            continue
        owners = range(symbols.players) if pile.each else (-1,)
        for line in pile.lines:
            before = len(program.cards)
            for values, marks in expanded(symbols, line):
                kind = line.name or line.kind
                face = faces.setdefault((kind, values, marks), len(faces))
                for owner in owners:
                    program.cards.append(c.Card(kind, values, marks, zone, owner, face))
            brought.append((line, len(program.cards) - before))
    # Cards of one player stand together, player after player.
    program.cards.sort(key=lambda card: card.owner)
    if len(program.cards) > MOST_CARDS:
        too_many_in_all(symbols, brought)
        del program.cards[MOST_CARDS:]
    for name in {*symbols.parents, *symbols.marks}:
        symbols.masks[name] = 0
    names: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for i, card in enumerate(program.cards):
        sort = card.kind, card.marks
        if sort not in names:
            names[sort] = (*symbols.lineage(card.kind), *card.marks)
        for name in names[sort]:
            symbols.masks[name] = symbols.masks.get(name, 0) | 1 << i
    program.kind_masks = symbols.masks


def _starts_there(symbols: Symbols, pile: m.Pile, zone: m.Zone) -> bool:
    """Whether cards can start in a zone; if not, that is said."""
    if zone.numbers is not None or zone.each not in ("", "player"):
        symbols.report(
            "wrong-owner", f"cards cannot start in {quote(zone.name)}", pile.at.head(),
            why="there are several, and they belong to no player",
            hint=f"let them start in another zone, and move them to {zone.name} in the setup",
        )
        return False
    if zone.each == pile.each:
        return True
    each = bool(zone.each)
    symbols.report(
        "wrong-owner",
        f"{quote(pile.zone)} belongs to {'each player' if each else 'the table'}",
        pile.at.head(),
        hint=f"in {pile.zone} of each player" if each else f"in {pile.zone}",
        why="cards start in a zone as it is declared",
        fix=Fix(f"in {pile.zone} of each player",
                (Edit(pile.zone_at.behind(), " of each player"),))
        if each and not pile.each else None,
    )
    return False


# -------------------------------------------------------------------------------------- zones
def _zones(symbols: Symbols) -> None:
    program, game = symbols.program, symbols.game
    for zone in game.zones:
        holds = 0
        for kind, at in placed(zone.kinds, zone.kinds_at):
            symbols.used("kind", kind, at)
            if kind not in symbols.parents:
                symbols.unknown("kind", kind, zone.at.head(), symbols.parents, at)
                holds = -1  # nothing more is said about what it can hold
            holds |= symbols.masks.get(kind, 0)
        holds &= (1 << len(program.cards)) - 1
        symbols.zones[zone.name] = len(program.zones)
        domain = domain_of(symbols, zone)
        program.zones.append(c.ZoneTable(
            zone.name, one_of(zone.words, zone.name), domain, zone.sight, zone.in_order,
            holds, program.zone_count, m.headings(zone.cites),
        ))
        program.zone_count += domain.size
    for pile in game.piles:
        number = symbols.zones.get(pile.zone)
        if number is None:
            continue
        for line in pile.lines:
            if line.kind in symbols.parents and not any(
                kind in game.zones[number].kinds
                for kind in symbols.lineage(line.name or line.kind)
            ):
                symbols.report(
                    "wrong-zone", f"{quote(pile.zone)} cannot hold {line.kind}",
                    line.at.head(), "starts there",
                    (f"it holds {', '.join(game.zones[number].kinds)} only"),
                    f"name {line.kind} where {pile.zone} is declared, or start elsewhere",
                )
