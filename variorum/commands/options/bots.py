"""Bots as people name them at the command line, and the weights that they play by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import quote

if TYPE_CHECKING:
    from variorum_dsl.core.program import Program
    from variorum_engine.tally.bots import Weights
    from variorum_engine.tuning.weights import Found


def party_of(text: str, players: int) -> tuple[str, ...]:
    """One name for each seat; fewer names are repeated."""
    return seated([name.strip() for name in text.split(",")], players)


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    from variorum_engine.bots import UnknownBot, named

    try:
        for name in names:
            if named(name).settings.seconds is not None:
                raise click.UsageError(f"--bots: {quote(name)} thinks by the clock, so the games "
                                       "would not come out the same again; say search:500")
    except UnknownBot as problem:
        raise click.UsageError(f"--bots: {problem}") from None
    if len(names) > players:
        raise click.UsageError(f"--bots: {len(names)} bots cannot sit on {players} seats; "
                               "--players says how many there are")
    return tuple(names[seat % len(names)] for seat in range(players))


def weights_of(names: Sequence[str], programs: Sequence[Program]) -> tuple[Weights | None, ...]:
    """The weights of all who play by rule of thumb, for each game; none if nobody does."""
    found = weights_found(names, programs)
    return tuple({name: each.weights for name, each in row.items()} or None for row in found)


def nearness_of(names: Sequence[str], programs: Sequence[Program]) -> tuple[str, ...]:
    """For each game, how near the weights were made for it: of several, the farthest counts."""
    rows = [[each.nearness for each in row.values()] for row in weights_found(names, programs)]
    return tuple(max(row, key=("same", "relative", "none").index) for row in rows if row)


def unjudged(weights: Sequence[Weights | None], programs: Sequence[Program]) -> tuple[str, ...]:
    """What those who play by rule of thumb cannot judge in one of these games."""
    from variorum_engine.table.table import Rules

    found: dict[str, None] = {}
    for program, row in zip(programs, weights, strict=True):
        for each in (row or {}).values():
            from variorum_engine.bots import thumb  # the compiled form takes a while to load

            found |= dict.fromkeys(thumb.unjudged(Rules(program), each))
    return tuple(found)


def weights_found(
    names: Sequence[str], programs: Sequence[Program]
) -> tuple[dict[str, Found], ...]:
    """For each game, the weights of each bot that plays by them."""
    from variorum_engine.bots import named
    from variorum_engine.tuning.weights import UnreadableWeights
    from variorum_engine.tuning.weights import weights_of as found

    files = {name: bot.settings.weights for name in names if (bot := named(name)).kind == "thumb"}
    try:
        return tuple({name: found(file, program) for name, file in files.items()}
                     for program in programs)
    except UnreadableWeights as problem:
        raise click.UsageError(f"--bots: {problem}") from None
