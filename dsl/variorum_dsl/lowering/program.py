"""A whole game, lowered for one number of players."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.budget import Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.english import article, many_of, one_of
from variorum_dsl.lowering.context import Lowering
from variorum_dsl.lowering.cycles import check_unfolding
from variorum_dsl.lowering.declarations import declared
from variorum_dsl.lowering.domains import domain_of
from variorum_dsl.lowering.expressions import lower, want
from variorum_dsl.lowering.lines import block, cited, citing, effect_of, figure, measure
from variorum_dsl.lowering.scope import Scope
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.game import Game


def lowered(
    game: Game, players: int, like: Symbols | None = None, budget: Budget | None = None
) -> tuple[c.Program, list[Diagnostic], Symbols]:
    """The core of a game, and everything that is wrong with its names and types. `like` may name
    the same game with other choices, whose cards are taken over if they are the same."""
    ctx = Lowering(declared(game, players, like), budget=budget)
    declarations = game.kinds, game.zones, game.tracks, game.piles, game.effects
    steps = 10 * sum(map(len, declarations)) + len(ctx.program.cards)
    ctx.budget.spend(steps, "this file", game.at)
    lower_clauses(ctx)
    return ctx.program, ctx.symbols.problems, ctx.symbols


class EffectApart(NamedTuple):
    """An effect, once, whatever moves set it off: what it does with a card of the mask."""

    clause: m.Effect
    mask: int
    zone: int
    card: int
    owner: int
    condition: c.Expression | None
    body: tuple[c.Line, ...]


class Apart(NamedTuple):
    """A game in which a call is one line with what it comes to inside, and in which effects are
    apart from the moves that set them off."""

    program: c.Program
    symbols: Symbols
    effects: tuple[EffectApart, ...]


def lowered_apart(game: Game, players: int) -> Apart:
    """A game lowered for those who compare rules: procedures and effects stay recognisable."""
    ctx = Lowering(declared(game, players), apart=True)
    lower_clauses(ctx)
    effects = []
    for clause in game.effects:
        zone = ctx.symbols.zones.get(clause.zone)
        if zone is not None:
            mask = ctx.symbols.masks.get(clause.kind, 0)
            made = effect_of(ctx, clause, mask)
            effects.append(EffectApart(clause, mask & ctx.program.zones[zone].holds, zone,
                                       made.card, made.owner, made.condition, made.body))
    return Apart(ctx.program, ctx.symbols, tuple(effects))


def lower_clauses(ctx: Lowering) -> None:
    """Go through the clauses of a game in order."""
    game, program = ctx.symbols.game, ctx.program
    ctx.deferred = True
    _effects(ctx)
    _words(ctx)
    _tracks(ctx)
    # Scorings may be used by figures and the other way round; a figure sees those above it.
    for number, scoring in enumerate(game.scorings):
        ctx.symbols.scorings[scoring.name] = number
    for each in game.figures:
        ctx.symbols.figures[each.name] = figure(ctx, each, Scope())
    for scoring in game.scorings:
        _scoring(ctx, scoring)
    for stage in game.stages:
        _stage(ctx, stage)
    for end in game.ends:
        ctx.rule = f"end {end.name}"
        program.ends.append(c.EndTable(
            end.name, one_of(end.words, end.name), end.time == "at once",
            _condition(ctx, end.condition, Scope()), cited(end.cites), end.at,
        ))
    _elimination(ctx)
    _winner(ctx)
    for always in game.always:
        condition = _condition(ctx, always.condition, Scope())
        program.always.append(c.PromiseTable(always.name, condition, always.at))
    check_unfolding(ctx.symbols)
    ctx.deferred = False
    ctx.symbols.problems += [finding for finding in ctx.never.values() if finding is not None]


def _condition(ctx: Lowering, condition: m.Expression, scope: Scope) -> c.Expression:
    return want(ctx, condition, scope, "flag", what="a condition")


def _effects(ctx: Lowering) -> None:
    """The triggers; what an effect does is lowered where it happens."""
    symbols = ctx.symbols
    for effect in symbols.game.effects:
        at = effect.when_at.head()
        if effect.kind not in symbols.masks:
            symbols.unknown("kind of card", effect.kind, at, symbols.masks, effect.kind_at)
        symbols.used("kind", effect.kind, effect.kind_at)
        symbols.used("zone", effect.zone, effect.zone_at, "states")
        zone = symbols.zones.get(effect.zone)
        if zone is None:
            symbols.unknown("zone", effect.zone, at, symbols.zones, effect.zone_at)
        elif effect.owner and ctx.program.zones[zone].domain.sort == "table":
            ctx.wrong(at, f"{quote(effect.zone)} belongs to the table, not to a player",
                      "there is no owner to name", f"enters {effect.zone}")


def _words(ctx: Lowering) -> None:
    program, game = ctx.program, ctx.symbols.game
    words: dict[str, m.Words | None] = {kind.name: kind.words for kind in game.kinds}
    for pile in game.piles:
        for line in pile.lines:
            if line.name:
                words[line.name] = line.words
    for name, each in words.items():
        program.kind_words[name] = one_of(each, name), many_of(each, name)
    program.card_words = [program.kind_words.get(card.kind, (card.kind,))[0]
                          for card in program.cards]


def _tracks(ctx: Lowering) -> None:
    symbols, program = ctx.symbols, ctx.program
    for track in symbols.game.tracks:
        kind = track.type
        if kind not in ("player", "number", "flag"):
            if kind in symbols.attributes:
                symbols.used("attribute", kind, track.type_at)
                kind = f"member {kind}"
            else:
                symbols.report(
                    "unknown-name", f"a track is never {article(kind)} {kind}", track.type_at,
                    why="it remembers a player, a number, a flag (true or false), or a member of "
                    "an attribute",
                    hint="is a flag" if kind in ("boolean", "bool", "yes", "truth") else (
                        "is a number" if kind in ("integer", "int", "count") else
                        "is a player, is a number, or is a flag"))
                kind = ""
        start: c.Expression | None = None
        if track.start is None and track.maybe and kind == "player":
            start = c.Nobody(type="player", at=track.at)
        elif track.start is not None:
            start = lower(ctx, track.start, Scope())
            if start.type and kind and start.type != kind:
                ctx.wrong(track.at, "a track starts with a value of its own sort",
                          f"this one is a {track.type}")
        symbols.tracks[track.name] = len(program.tracks)
        domain = domain_of(symbols, track)
        program.tracks.append(c.TrackTable(
            track.name, one_of(track.words, track.name), domain, kind, program.track_count, start,
            track.sight or "open",
        ))
        program.track_count += domain.size


def _scoring(ctx: Lowering, scoring: m.Scoring) -> None:
    local = ctx.new_local("player")
    scope = Scope(this=local)
    steps = tuple(_step(ctx, step, scope, scoring) for step in scoring.steps)
    ctx.program.scorings.append(c.ScoringTable(
        scoring.name, one_of(scoring.words, scoring.name), local.number, steps, scoring.at
    ))


def _step(ctx: Lowering, step: m.Step, scope: Scope, scoring: m.Scoring) -> c.StepTable:
    value = per = condition = None
    if step.value is not None:
        value = want(ctx, step.value, scope, "number", what=f"what to {step.operation}")
    if isinstance(step.per, m.Each):
        per = want(ctx, step.per, scope, "number", what="what is counted")
    elif step.per is not None:
        per = want(ctx, step.per, scope, "cards", "players", what="what is counted")
        per = in_groups(ctx, per, step)
    if step.condition is not None:
        condition = _condition(ctx, step.condition, scope)
    return c.StepTable(
        step.name, one_of(step.words, step.name), step.operation, value, per, condition,
        step.rounded, cited(step.cites) or cited(scoring.cites), step.at,
    )


def in_groups(ctx: Lowering, of: c.Expression, step: m.Step) -> c.Expression:
    """Once for so many cards together: how many whole groups there are."""
    if step.group == 1 or not of.type:
        return of
    if step.group == 0:
        return ctx.wrong(step.at, "there is no group of 0", "it would be counted without end")
    size = c.Number(step.group, type="number", at=of.at)
    share = c.Quotient(c.Count(of, type="number", at=of.at), size, type="number", at=of.at)
    return c.Rounded("down", share, type="number", at=of.at)


def _stage(ctx: Lowering, stage: m.Stage) -> None:
    scope = Scope()
    ctx.rule = f"{stage.stage} {stage.name}"
    until = using = None
    if stage.until is not None:
        until = _condition(ctx, stage.until, scope)
        using = measure(ctx, stage, scope)
    body = citing(ctx, cited(stage.cites), lambda: block(ctx, stage.body, scope))
    ctx.program.stages.append(c.StageTable(
        stage.stage, stage.name, one_of(stage.words, stage.name), until, using, body,
        cited(stage.cites), stage.at,
    ))


def _elimination(ctx: Lowering) -> None:
    elimination, program = ctx.symbols.game.elimination, ctx.program
    if elimination is None:
        return
    for out in elimination.out:
        players = want(ctx, out.players, Scope(), "players", what="who is out")
        if out.condition is not None:
            condition = _condition(ctx, out.condition, Scope())
            players = c.PlayersIf(condition, players, type=players.type, at=out.at)
        program.out.append(
            c.OutTable(players, cited(out.cites) or cited(elimination.cites), out.at))
    program.everyone = elimination.everyone
    program.elimination_cites = cited(elimination.cites)


def _winner(ctx: Lowering) -> None:
    winner, symbols = ctx.symbols.game.winner, ctx.symbols
    if winner is None:
        return
    for tie in winner.chain:
        if tie.name in symbols.scorings:
            symbols.used("scoring", tie.name, tie.name_at)
            number, is_score = symbols.scorings[tie.name], True
        elif tie.name in symbols.figures:
            symbols.used("figure", tie.name, tie.name_at)
            number, is_score = symbols.figures[tie.name], False
        elif tie.name in symbols.tracks:
            # A track is compared through a figure of its own.
            line = m.Figure(at=tie.at, name=tie.name, value=m.Name(at=tie.name_at, name=tie.name))
            number, is_score = figure(ctx, line, Scope()), False
        else:
            symbols.unknown("figure or scoring", tie.name, tie.at,
                            [*symbols.scorings, *symbols.figures], tie.name_at)
            continue
        ctx.program.chain.append(c.Tie(
            tie.extreme, tie.name, number, is_score, cited(tie.cites) or cited(winner.cites),
            tie.at,
        ))
    ctx.program.tied = winner.tied
