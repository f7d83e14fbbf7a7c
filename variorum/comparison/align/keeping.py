"""A game lowered for comparing: procedures stay recognisable, effects are clauses of their own."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.edits.game import Game
from variorum_dsl.lowering.context import Cites
from variorum_dsl.lowering.lines import Play
from variorum_dsl.lowering.program import Lowering
from variorum_dsl.lowering.scope import Scope
from variorum_dsl.lowering.symbols import Symbols


class KeptPlay(Play):
    """Lines of play in which a call is one line with what it comes to inside."""

    def _kept_call(self, line: m.Call, scope: Scope, cites: Cites) -> list[c.Line]:
        ops = Play._call(self, line, scope, cites)
        return [c.Call(line.procedure, tuple(ops), origin=c.Origin(line.at))]

    def _effects(self, zone: int, reach: int, at: Place) -> tuple[c.Effect, ...]:
        return ()


KeptPlay.LINES = {**Play.LINES, m.Call: KeptPlay._kept_call}


class KeptEffect(NamedTuple):
    """An effect, once, whatever moves set it off."""

    clause: m.Effect
    mask: int
    zone: int
    card: int
    owner: int
    condition: c.Expression | None
    body: tuple[c.Line, ...]


class Kept(Lowering):
    """The whole game."""

    lines = KeptPlay

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(game, players)
        self.kept_effects: list[KeptEffect] = []
        for effect in game.effects:
            zone = self.symbols.zones.get(effect.zone)
            mask = self.symbols.masks.get(effect.kind, 0)
            if zone is None:
                continue
            made = self.play._effect(effect, mask)
            self.kept_effects.append(
                KeptEffect(effect, mask & self.program.zones[zone].holds, zone, *made[1:5])
            )

    @property
    def parts(self) -> tuple[Program, Symbols]:
        return self.program, self.symbols
