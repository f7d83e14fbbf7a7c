"""A fingerprint of what a game means: two texts that play alike in every way have the same.

It is taken from the lowered programs at every number of players. There, things are known by
their numbers in order of declaration, so what they are called does not matter; places, printed
words and citations are left out, and so is what the rules do not do (examples, `always`). Cards
count by face, value and starting zone, kinds by the set of cards that they are.
"""

from __future__ import annotations

import hashlib
import json
import re

from variorum_dsl import core as c
from variorum_dsl.core.visibility import everybody_sees
from variorum_dsl.core.walk import own_fields
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game

VERSION = 1
Json = None | bool | int | str | list["Json"]

# An operation is written as its name in lower case with its parts behind it. These were called
# something else when fingerprints were first taken, and are written so for good.
_WRITTEN: dict[type[c.Typed] | type[c.Traced], str] = {
    c.OfKind: "kind", c.LeftOf: "left", c.RightOf: "right", c.IsEmpty: "empty",
    c.NumberRange: "numbers", c.CardsSuchThat: "cards_such", c.PlayersSuchThat: "players_such",
    c.TotalOfCards: "total_cards", c.TotalOfPlayers: "total_players",
    c.Sum: "+", c.Difference: "-", c.Product: "*", c.Quotient: "/", c.Rounded: "round",
    c.IsIn: "in", c.Broken: "error",
    c.ForEachPlayer: "for_players", c.ForEachCard: "for_cards", c.ForEachMember: "for_members",
}


def fingerprint(game: Game) -> str:
    """The fingerprint of a game with its options and readings chosen."""
    digest = hashlib.sha256(f"variorum {VERSION}".encode())
    for players in game.player_counts():
        program, _, _ = lowered(game, players)
        form = json.dumps(canonical(program), separators=(",", ":"))
        digest.update(f"\n{players} {form}".encode())
    return digest.hexdigest()


def canonical(program: c.Program) -> list[Json]:
    """The meaning of a program as plain lists."""
    attributes = {table.name: number for number, table in enumerate(program.attributes)}
    return [
        program.players, len(program.owners),
        [len(table.members) for table in program.attributes],
        [[card.face, list(card.values), card.zone, card.owner] for card in program.cards],
        [[_owners(z.domain), z.sight, z.in_order, hex(z.holds)] for z in program.zones],
        [[_owners(t.domain), _type(t.type, attributes), plain(t.start), *_kept(t)]
         for t in program.tracks],
        [_figure(f) for f in program.figures],
        [[s.local, plain(s.steps)] for s in program.scorings],
        plain(tuple(program.stages)),
        [[end.at_once, plain(end.condition)] for end in program.ends],
        [plain(out.players) for out in program.out], program.everyone,
        [[tie.extreme, tie.figure, tie.is_score] for tie in program.chain], program.tied,
    ]


def _owners(domain: c.Domain) -> Json:
    """Who has one each: nobody but the table, the players, or the members of an attribute."""
    return domain.attribute if domain.sort == "member" else domain.sort == "player"


def _kept(track: c.TrackTable) -> list[Json]:
    return [] if everybody_sees(track) else [track.sight]


def _figure(figure: c.FigureTable) -> list[Json]:
    whose: list[Json] = [figure.domain.attribute] if figure.domain.sort == "member" else []
    return [figure.local, plain(figure.value), *whose]


def _type(kind: str, attributes: dict[str, int]) -> Json:
    if kind.startswith("member "):
        return attributes[kind.removeprefix("member ")]
    return kind


def plain(part: object) -> Json:
    """A part of the core as plain lists. Sets are written in hexadecimal, as they can be long."""
    match part:
        case None | bool() | str():
            return part
        case int():
            return hex(part)
        case c.Typed() | c.Traced():
            return _operation(part)
        case c.Choice():
            return _each(part.condition, part.pick, part.body)
        case c.Pick():
            return _each(part.low, part.high, part.source, part.local, part.such_that)
        case c.Effect():
            return _each(part.mask, part.card, part.owner, part.condition, part.body)
        case c.StageTable():
            return _each(part.stage, part.until, part.measure, part.body)
        case c.StepTable():
            return _each(part.operation, part.value, part.per, part.condition, part.rounded)
        case tuple():
            return _each(*part)
    raise TypeError(type(part))


def _each(*parts: object) -> list[Json]:
    return [plain(part) for part in parts]


def _operation(part: c.Typed | c.Traced) -> Json:
    match part:
        case c.Move(cards, to, effects, depth):
            # Most moves put cards on top.
            where = () if depth is None else (True,) if depth.at_bottom else tuple(depth)
            return ["move", *_each(cards, to.zone, to.owner, effects, *where)]
        case c.Shuffle(zone):
            return ["shuffle", *_each(zone.zone, zone.owner)]
        case c.SetTrack(track, value):
            return ["set_track", *_each(track.track, track.owner, value)]
        case c.And(parts) | c.Or(parts):
            return [_word(type(part).__name__), *_each(*parts)]
        case c.Top(zone, count, None):
            return ["top", *_each(zone, count)]
        case c.ExtremeOfCards(extreme, attribute, cards):
            return [f"{extreme}_cards", *_each(attribute, cards)]
        case c.ExtremeOfPlayers(extreme, local, value, players):
            return [f"{extreme}_players", *_each(local, value, players)]
        case c.PlayersWhoseEmpty(players, local, property, negated):
            question = "is not empty" if negated else "is empty"
            return ["players_whose", *_each(players, local, property, question, None)]
    # Whatever else there is, and whatever is added, is written whole.
    word = _WRITTEN.get(type(part)) or _word(type(part).__name__)
    return [word, *_each(*(getattr(part, name) for name in own_fields(type(part))))]


def _word(name: str) -> str:
    """`set_local` for SetLocal."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
