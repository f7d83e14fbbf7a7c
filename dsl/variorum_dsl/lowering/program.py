"""A whole game, lowered for one number of players."""

from __future__ import annotations

from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import (
    EndTable,
    OutTable,
    Program,
    PromiseTable,
    ScoringTable,
    StageTable,
    StepTable,
    Tie,
    TrackTable,
)
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.game import Game
from variorum_dsl.english import many_of, one_of
from variorum_dsl.lowering.cycles import check_unfolding
from variorum_dsl.lowering.lines import Play
from variorum_dsl.lowering.scope import Scope
from variorum_dsl.lowering.symbols import Symbols

STEP_VALUES = ("add", "subtract", "multiply by", "divide by", "at least", "at most")


def lowered(game: Game, players: int) -> tuple[Program, list[Diagnostic], Symbols]:
    """The core of a game, and everything that is wrong with its names and types."""
    lowering = Lowering(game, players)
    return lowering.program, lowering.symbols.problems, lowering.symbols


class Lowering:
    """Goes through the clauses of a game in order."""

    lines: type[Play] = Play

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.symbols = Symbols(game, players)
        self.program = self.symbols.program
        self.play = self.lines(self.symbols)
        self._effects()
        self._words()
        self._tracks()
        self._figures()
        self._scorings()
        for stage in game.stages:
            self._stage(stage)
        for end in game.ends:
            self.play.rule = f"end {end.name}"
            condition = self.play.want(end.condition, Scope(), "flag", what="a condition")
            self.program.ends.append(EndTable(
                end.name, _words(end), end.time == "at once", condition, _cites(end), end.at
            ))
        self._elimination()
        self._winner()
        for always in game.always:
            condition = self.play.want(always.condition, Scope(), "flag", what="a condition")
            self.program.always.append(PromiseTable(always.name, condition, always.at))
        check_unfolding(self.symbols)

    def _effects(self) -> None:
        """The triggers; what an effect does is lowered where it happens."""
        symbols = self.symbols
        for effect in self.game.effects:
            at = effect.when_at.head()
            if effect.kind not in symbols.masks:
                symbols.unknown("kind of card", effect.kind, at, symbols.masks)
            symbols.used.add(("kind", effect.kind))
            zone = symbols.zones.get(effect.zone)
            if zone is None:
                symbols.unknown("zone", effect.zone, at, symbols.zones)
            elif effect.owner and not self.program.zones[zone].each_player:
                self.play.wrong(at, f"{quote(effect.zone)} belongs to the table, not to a player",
                                "there is no owner to name", f"enters {effect.zone}")

    def _words(self) -> None:
        program = self.program
        words: dict[str, m.Words | None] = {kind.name: kind.words for kind in self.game.kinds}
        for pile in self.game.piles:
            for line in pile.lines:
                if line.name:
                    words[line.name] = line.words
        for name, one in words.items():
            program.kind_words[name] = one_of(one, name), many_of(one, name)
        program.card_words = [program.kind_words.get(card.kind, (card.kind,))[0]
                              for card in program.cards]

    def _tracks(self) -> None:
        for track in self.game.tracks:
            kind = track.type
            if kind not in ("player", "number", "flag"):
                if kind in self.symbols.attributes:
                    kind = f"member {kind}"
                else:
                    self.symbols.unknown("sort of track", kind, track.at,
                                         ["player", "number", "flag", *self.symbols.attributes])
                    kind = ""
            start = None
            if track.start is not None:
                start = self.play.lower(track.start, Scope())
                if start.type and kind and start.type != kind:
                    self.play.wrong(track.at, "a track starts with a value of its own sort",
                                    f"this one is a {track.type}")
            self.symbols.tracks[track.name] = len(self.program.tracks)
            self.program.tracks.append(TrackTable(
                track.name, _words(track), track.each_player, kind, self.program.track_count,
                start,
            ))
            self.program.track_count += self.symbols.owners if track.each_player else 1

    def _figures(self) -> None:
        # Scorings may be used by figures and the other way round; a figure sees those above it.
        for scoring in self.game.scorings:
            self.symbols.scorings[scoring.name] = len(self.symbols.scorings)
        for figure in self.game.figures:
            number = self.play.figure(figure, Scope())
            self.symbols.figures[figure.name] = number

    def _scorings(self) -> None:
        for scoring in self.game.scorings:
            local = self.play.new_local("player")
            scope = Scope(self_player=local)
            steps = tuple(self._step(step, scope, scoring) for step in scoring.steps)
            self.program.scorings.append(ScoringTable(
                scoring.name, _words(scoring), local.number, steps, scoring.at
            ))

    def _step(self, step: m.Step, scope: Scope, scoring: m.Scoring) -> StepTable:
        value = per = condition = None
        if step.value is not None:
            value = self.play.want(step.value, scope, "number", what=f"what to {step.operation}")
        if step.per is not None:
            per = self.play.want(step.per, scope, "cards", "players", what="what is counted")
        if step.condition is not None:
            condition = self.play.want(step.condition, scope, "flag", what="a condition")
        return StepTable(
            step.name, _words(step), step.operation, value, per, condition, step.rounded,
            _cites(step) or _cites(scoring), step.at,
        )

    def _stage(self, stage: m.Stage) -> None:
        scope = Scope()
        play = self.play
        play.rule = f"{stage.stage} {stage.name}"
        until = measure = None
        if stage.until is not None:
            until = play.want(stage.until, scope, "flag", what="a condition")
            measure = play.measure(stage.using, scope)
        body = play.block(stage.body, scope, _cites(stage))
        self.program.stages.append(StageTable(
            stage.stage, stage.name, _words(stage), until, measure, body, _cites(stage), stage.at
        ))

    def _elimination(self) -> None:
        elimination = self.game.elimination
        if elimination is None:
            return
        for out in elimination.out:
            players = self.play.want(out.players, Scope(), "players", what="who is out")
            if out.condition is not None:
                condition = self.play.want(out.condition, Scope(), "flag", what="a condition")
                players = c.PlayersIf(condition, players, type=players.type, at=out.at)
            self.program.out.append(
                OutTable(players, _cites(out) or _cites(elimination), out.at)
            )
        self.program.everyone = elimination.everyone
        self.program.elimination_cites = _cites(elimination)

    def _winner(self) -> None:
        winner = self.game.winner
        if winner is None:
            return
        symbols = self.symbols
        for tie in winner.chain:
            if tie.name in symbols.scorings:
                symbols.used.add(("scoring", tie.name))
                number, is_score = symbols.scorings[tie.name], True
            elif tie.name in symbols.figures:
                symbols.used.add(("figure", tie.name))
                number, is_score = symbols.figures[tie.name], False
            elif tie.name in symbols.tracks:
                # A track is compared through a figure of its own.
                line = m.Figure(at=tie.at, name=tie.name,
                                value=m.Name(at=tie.at, name=tie.name))
                number, is_score = self.play.figure(line, Scope()), False
            else:
                symbols.unknown("figure or scoring", tie.name, tie.at,
                                [*symbols.scorings, *symbols.figures])
                continue
            self.program.chain.append(Tie(
                tie.extreme, tie.name, number, is_score, _cites(tie) or _cites(winner), tie.at
            ))
        self.program.tied = winner.tied


def _words(clause: m.End | m.Track | m.Scoring | m.Step | m.Stage) -> str:
    return one_of(clause.words, clause.name)


def _cites(clause: Any) -> tuple[str, ...]:
    return tuple(cite.heading for cite in clause.cites)

