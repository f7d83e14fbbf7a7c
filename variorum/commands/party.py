"""Bots as people name them at the command line, and the weights that they play by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from dsl.cleaning import clean, quote

if TYPE_CHECKING:
    from dsl.core import Program
    from engine.tuning.weights import Found


def party_of(text: str, players: int) -> tuple[str, ...]:
    """One name for each seat; fewer names are repeated."""
    return seated([name.strip() for name in text.split(",")], players)


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    from engine.tally.bots import UnknownBot, code_of, weights_file

    try:
        for bot in names:
            code_of(bot)
        weights_file(names)
    except UnknownBot as problem:
        raise click.UsageError(f"--bots: {clean(str(problem))}") from None
    if len(names) > players:
        raise click.UsageError(f"--bots: {len(names)} bots cannot sit on {players} seats; "
                               "--players says how many there are")
    return tuple(names[seat % len(names)] for seat in range(players))


def weights_of(
    names: Sequence[str], programs: Sequence[Program]
) -> tuple[dict[str, int] | None, ...]:
    """The weights of the rule of thumb, for each game; none if nobody plays by it."""
    found = weights_found(names, programs)
    return tuple(each.weights for each in found) if found else (None,) * len(programs)


def weights_found(names: Sequence[str], programs: Sequence[Program]) -> tuple[Found, ...]:
    """The same with how near they were made for each game."""
    from pathlib import Path

    from engine.tally.bots import THUMB, code_of, weights_file
    from engine.tuning.weights import UnreadableWeights, bundled_for, from_file

    if THUMB not in map(code_of, names):
        return ()
    file = weights_file(names)
    if not file:
        return tuple(bundled_for(program) for program in programs)
    try:
        found = tuple(from_file(Path(file), program) for program in programs)
    except UnreadableWeights as problem:
        raise click.UsageError(f"--bots: no weights in {quote(file)}: {problem}") from None
    if any(each.nearness == "none" for each in found):
        raise click.UsageError(f"--bots: the weights in {quote(file)} are for another game")
    return found
