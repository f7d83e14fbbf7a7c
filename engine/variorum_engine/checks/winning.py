"""Whether the end of the game says who has won, whatever the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.model.game import Game

from variorum_engine.checks.finals import Claim, Final, beginning, few_counts, position
from variorum_engine.checks.ties import decides_nothing
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table

GAMES = 30  # played to refute that something is impossible
MOST_MOVES = 500
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
            # What is said to be impossible is refuted by games that are played.
            played = "impossible" in (
                game.winner.tied, game.elimination.everyone if game.elimination else "")
            rules, _, symbols = (ready.rules if played else ready.final)(
                players, options, readings)
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


def _refuted(final: Final, fits: Callable[[State], bool]) -> str:
    """A position at the end of a game that was played and in which it comes to that, in words.
    Positions that are only thought of would refute what can in fact never happen."""
    for seed in range(GAMES):
        table = Table(final.rules, state=beginning(final.rules, seed))
        stream = Stream(seed)
        try:
            final.rules.begin(table.state)
            for _ in range(MOST_MOVES):
                if table.over:
                    break
                seat = table.to_decide[0]
                offers = table.offers(seat)
                if not offers:
                    break
                table.apply_unchecked(seat, table.drawn(seat, stream, offers))
            if table.over and fits(table.state):
                return position(final, table.state)
        except Fault:
            continue  # what breaks down is reported where games are watched
    return ""


def _open_tie(game: Game, final: Final) -> Diagnostic | None:
    reckoner = final.rules.reckoner
    assert game.winner is not None

    tied = 0

    def ends_tied(state: State) -> bool:
        nonlocal tied
        tied, _ = reckoner.winners(state)
        return tied.bit_count() > 1

    if game.winner.tied:
        witness = _refuted(final, ends_tied)
    else:
        claims = _search(final, ends_tied)
        witness = "" if claims is None else final.written(claims)
    if not witness:
        return None
    last = game.winner.chain[-1] if game.winner.chain else game.winner
    title = ("the rules say that a tie is impossible here, and it can happen"
             if game.winner.tied else "the game can end tied, and the rules do not say what then")
    return Diagnostic(
        "open-tie", "error", title,
        Label(last.at.head(), "the last line that could decide"),
        why="players who are still equal here have neither won nor lost",
        hint="then shared (or: then nobody wins)",
        fix=_below(last.at, last.at, "then shared") if game.winner.chain
        and not game.winner.tied else None,
        witness=f"{witness}\nthen\n  winners {_named(final, tied)}",
    )


def _everyone_out(game: Game, final: Final) -> Diagnostic | None:
    everyone = final.rules.everyone
    assert game.elimination is not None

    def all_out(state: State) -> bool:
        return final.rules.reckoner.eliminated(state) == everyone

    if game.elimination.everyone:
        witness = _refuted(final, all_out)
    else:
        claims = _search(final, all_out)
        witness = "" if claims is None else final.written(claims)
    if not witness:
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
        fix=_below(game.elimination.at, out.at, "if everyone is out, nobody wins")
        if game.elimination.out and not game.elimination.everyone else None,
        witness=f"{witness}\nthen\n  eliminated {_named(final, everyone)}",
    )


def _below(block: Place, like: Place, text: str) -> Fix:
    """A line more behind a block, as far in as one of its lines."""
    line = block.end_line + 1
    return Fix(text, (Edit(Place(block.path, line, 1, line, 1),
                           f"{' ' * (like.column - 1)}{text}\n"),))


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

