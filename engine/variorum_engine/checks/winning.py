"""Whether the end of the game says who has won, whatever the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.game import Game

from variorum_engine.checks.finals import Claim, Final, few_counts
from variorum_engine.checks.ties import decides_nothing
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready

Chosen = tuple[tuple[str, ...], dict[str, str]]


def winning(ready: Ready) -> list[Diagnostic]:
    """Chains that can end tied, lines of them that decide nothing, and nobody left."""
    found: list[Diagnostic] = []
    for (options, readings), game in _games(ready):
        if game.winner is None or not few_counts(game):
            continue
        open_end = game.winner.tied in ("", "impossible")
        silent_out = (game.elimination is not None
                      and game.elimination.everyone in ("", "impossible"))
        if not (open_end or silent_out or len(game.winner.chain) > 1):
            continue
        for players in few_counts(game):
            rules, _, symbols = ready.final(players, options, readings)
            if rules is None:
                break
            final = Final(rules, symbols)
            if players == few_counts(game)[0]:
                found.extend(_idle(game, final))
            if open_end and (report := _open_tie(game, final)):
                found.append(report)
                open_end = False
            if silent_out and (report := _everyone_out(game, final)):
                found.append(report)
                silent_out = False
            if not (open_end or silent_out):
                break
    return found


def _games(ready: Ready) -> Iterator[tuple[Chosen, Game]]:
    """The game itself, and each option and reading that changes how it is won."""
    base, _ = ready.game()
    yield ((), {}), base
    choices: list[Chosen] = [((name,), {}) for name in ready.sheet.options]
    choices += [((), {silent.name: reading.name})
                for silent in base.silences for reading in silent.readings]
    for options, readings in choices:
        game, problems = ready.game(options, readings)
        if not problems and (game.winner, game.elimination) != (base.winner, base.elimination):
            yield (options, readings), game


def _search(
    final: Final, fits: Callable[[State], bool]
) -> tuple[Claim, ...] | None:
    for claims in final.candidates():
        try:
            if fits(final.ended(final.state(claims))):
                return claims
        except Fault:
            continue
    return None


def _open_tie(game: Game, final: Final) -> Diagnostic | None:
    reckoner = final.rules.reckoner
    assert game.winner is not None

    tied = 0

    def ends_tied(state: State) -> bool:
        nonlocal tied
        tied, _ = reckoner.winners(state)
        return tied.bit_count() > 1

    claims = _search(final, ends_tied)
    if claims is None:
        return None
    last = game.winner.chain[-1] if game.winner.chain else game.winner
    title = ("the rules say that a tie is impossible here, and it can happen"
             if game.winner.tied else "the game can end tied, and the rules do not say what then")
    return Diagnostic(
        "open-tie", "error", title,
        Label(last.at.head(), "the last line that could decide"),
        why="players who are still equal here have neither won nor lost",
        hint="then shared (or: then nobody wins)",
        witness=f"{final.written(claims)}\nthen\n  winners {_named(final, tied)}",
    )


def _everyone_out(game: Game, final: Final) -> Diagnostic | None:
    everyone = final.rules.everyone
    assert game.elimination is not None
    claims = _search(
        final, lambda state: final.rules.reckoner.eliminated(state) == everyone
    )
    if claims is None:
        return None
    out = game.elimination.out[0] if game.elimination.out else game.elimination
    title = ("the rules say that not everybody can be out, and it can happen"
             if game.elimination.everyone
             else "everybody can be out, and the rules do not say what then")
    return Diagnostic(
        "everyone-out", "error", title,
        Label(out.at.head(), "this can be all of them"),
        why="when all are equal nobody is left who could win",
        hint="if everyone is out, nobody wins (or: nobody is out)",
        witness=f"{final.written(claims)}\nthen\n  eliminated {_named(final, everyone)}",
    )


def _named(final: Final, players: int) -> str:
    return ", ".join(final.names[seat] for seat in bits(players))


def _idle(game: Game, final: Final) -> list[Diagnostic]:
    assert game.winner is not None
    found = []
    for number, tried in decides_nothing(final):
        tie = final.program.chain[number]
        earlier = final.program.chain[number - 1]
        found.append(Diagnostic(
            "idle-tie-break", "error", f"{quote(tie.name)} can decide nothing here",
            Label(tie.at.head(), "always equal when it is looked at"),
            (Label(earlier.at.head(), "players who are equal so far"),),
            why=f"players who are equal in the lines above are equal in this one too ({tried})",
            hint="remove the line, or compare something else",
            fix=Fix("remove the line", (Edit(tie.at.lines(), ""),)),
        ))
    return found

