"""Bots as people name them at the command line, and the weights that they play by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote

if TYPE_CHECKING:
    from variorum_dsl.core.program import Program
    from variorum_engine.tally.bots import Weights
    from variorum_engine.tuning.weights import Found


def party_of(text: str, players: int) -> tuple[str, ...]:
    """One name for each seat; fewer names are repeated."""
    return seated([name.strip() for name in text.split(",")], players)


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    from variorum_engine.tally.bots import UnknownBot, code_of

    try:
        for bot in names:
            code_of(bot)
    except UnknownBot as problem:
        raise click.UsageError(f"--bots: {clean(str(problem))}") from None
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


def weights_found(
    names: Sequence[str], programs: Sequence[Program]
) -> tuple[dict[str, Found], ...]:
    """For each game, the weights of each bot that plays by them."""
    from variorum_engine.tally.bots import THUMB, code_of

    by_thumb = [name for name in dict.fromkeys(names) if code_of(name) == THUMB]
    return tuple({name: _found(name, program) for name in by_thumb} for program in programs)


def _found(name: str, program: Program) -> Found:
    from pathlib import Path

    from variorum_engine.tuning.weights import UnreadableWeights, bundled_for, from_file

    file = name.partition(":")[2]
    if not file:
        return bundled_for(program)
    try:
        found = from_file(Path(file), program)
    except UnreadableWeights as problem:
        raise click.UsageError(f"--bots: no weights in {quote(file)}: {problem}") from None
    if found.nearness == "none":
        raise click.UsageError(f"--bots: the weights in {quote(file)} are for another game")
    return found
