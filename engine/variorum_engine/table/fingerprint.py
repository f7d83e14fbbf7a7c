"""A fingerprint of what a game means: two texts that play alike in every way have the same.

It is taken from the lowered programs at every number of players. There, things are known by
their numbers in order of declaration, so what they are called does not matter; places, printed
words and citations are left out, and so is what the rules do not do (examples, `always`). Cards
count by face, value and starting zone, kinds by the set of cards that they are.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from functools import singledispatch
from typing import Any

from variorum_dsl.core.program import Choice, Op, Pick, Program, StageTable, StepTable
from variorum_dsl.edits.game import Game
from variorum_dsl.lowering.program import lowered

VERSION = 1


def fingerprint(game: Game) -> str:
    """The fingerprint of a game with its options and readings chosen."""
    digest = hashlib.sha256(f"variorum {VERSION}".encode())
    for players in game.player_counts():
        program, _, _ = lowered(game, players)
        form = json.dumps(canonical(program), separators=(",", ":"))
        digest.update(f"\n{players} {form}".encode())
    return digest.hexdigest()


def canonical(program: Program) -> Any:
    """The meaning of a program as plain lists."""
    attributes = {table.name: number for number, table in enumerate(program.attributes)}
    return [
        program.players, len(program.owners),
        [len(table.members) for table in program.attributes],
        [[card.face, list(card.values), card.zone, card.owner] for card in program.cards],
        [[z.each_player, z.sight, z.in_order, hex(z.holds)] for z in program.zones],
        [[t.each_player, _type(t.type, attributes), plain(t.start)] for t in program.tracks],
        [[f.local, plain(f.value)] for f in program.figures],
        [[s.local, plain(s.steps)] for s in program.scorings],
        plain(tuple(program.stages)),
        [[end.at_once, plain(end.condition)] for end in program.ends],
        [plain(players) for players, _, _ in program.out], program.everyone,
        [[tie.extreme, tie.figure, tie.is_score] for tie in program.chain], program.tied,
    ]


def _type(kind: str, attributes: dict[str, int]) -> Any:
    if kind.startswith("member "):
        return attributes[kind.removeprefix("member ")]
    return kind


@singledispatch
def plain(part: Any) -> Any:
    """A part of the core as plain lists. Sets are written in hexadecimal, as they can be long."""
    if isinstance(part, Fraction):
        return ["fraction", part.numerator, part.denominator]
    if isinstance(part, int) and not isinstance(part, bool):
        return hex(part)
    return part


@plain.register
def _(part: Op) -> Any:
    args = part.args
    if part.op == "move":
        # The last entry of an effect is its name. Most moves are not to the bottom of something.
        args = (*args[:3], tuple(effect[:5] for effect in args[3]), *([True] if args[4] else []))
    return [part.op, *(plain(each) for each in args)]


@plain.register
def _(part: Choice) -> Any:
    return [plain(part.condition), plain(part.pick), plain(part.body)]


@plain.register
def _(part: Pick) -> Any:
    return [plain(each) for each in (part.low, part.high, part.source, part.local,
                                     part.such_that)]


@plain.register
def _(part: StageTable) -> Any:
    return [part.stage, plain(part.until), plain(part.measure), plain(part.body)]


@plain.register
def _(part: StepTable) -> Any:
    return [part.operation, plain(part.value), plain(part.per), plain(part.condition),
            part.rounded]


@plain.register
def _(part: tuple) -> Any:  # type: ignore[type-arg]
    return [plain(each) for each in part]
