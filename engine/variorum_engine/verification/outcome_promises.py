"""Promises about the end of a game: who has won, what the score sheet says, and where one sits."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import assert_never

from variorum_engine.interpreter.outcome import Outcome
from variorum_engine.interpreter.scoring import SheetLine
from variorum_engine.interpreter.state import State
from variorum_engine.table.table import Rules


def winners_are_in(rules: Rules, state: State) -> str:
    """Winners play, are not eliminated, and are the same in the quick reckoning."""
    outcome = rules.reckoner.outcome(state)
    if set(outcome.winners) & set(outcome.eliminated):
        return "a winner is among the eliminated"
    if not set(outcome.winners) | set(outcome.eliminated) <= set(range(rules.program.players)):
        return "somebody has won or is out who does not play"
    quick = rules.reckoner.winners(state)
    if quick != (_mask(outcome.winners), _mask(outcome.eliminated)):
        return "the quick reckoning finds other winners"
    return ""


def _mask(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def adds_up(rules: Rules, state: State) -> str:
    """Every line of a score sheet follows from the line before it, and the last is the score."""
    outcome = rules.reckoner.outcome(state)
    for number, scoring in enumerate(rules.program.scorings):
        for seat, sheet in outcome.sheets[scoring.name].items():
            score = Fraction(0)
            for line, step in zip(sheet, scoring.steps, strict=True):
                score = _after(score, line, step.rounded)
                if score != line.result:
                    return f"the step {line.step} of {scoring.name} does not add up"
            if score != rules.reckoner.scorers[number](state, seat):
                return f"the sheet of {scoring.name} does not end with the score"
    return ""


def _after(score: Fraction, line: SheetLine, rounding: str) -> Fraction:
    """The score after a line, worked out from what the line says.

    This is an oracle: it says a second time, and otherwise than the interpreter, what the steps of
    a scoring mean.
    """
    amount = Fraction(line.amount or 0)
    for _ in range(line.times):
        match line.operation:
            case "add":
                score += amount
            case "subtract":
                score -= amount
            case "double":
                score *= 2
            case "halve":
                score /= 2
            case "multiply by":
                score *= amount
            case "divide by":
                score /= amount
            case "at least":
                score = max(score, amount)
            case "at most":
                score = min(score, amount)
            case "round":
                pass  # it only rounds, below
            case _:
                assert_never(line.operation)
    if rounding and line.times:
        down, up = math.floor(score), math.ceil(score)
        toward_zero = down if score > 0 else up
        score = Fraction({"up": up, "down": down, "toward zero": toward_zero}[rounding])
    return score


# ---------------------------------------------------------------------------------------- seats
def same_after_rotation(rules: Rules, state: State) -> str:
    """If everybody moves one seat on with all that is theirs, so does the outcome."""
    players = rules.program.players
    if players < 2:
        return ""
    before = rules.reckoner.outcome(state)
    after = rules.reckoner.outcome(rotated(rules, state))
    if _seated(before, players, 1) != _seated(after, players, 0):
        return "the outcome depends on where somebody sits"
    return ""


def rotated(rules: Rules, state: State) -> State:
    """A final position after everybody moved one seat on, with cards and tracks."""
    program = rules.program
    players = program.players
    other = state.copy()
    for zone in program.zones:
        if zone.each_player:
            for seat in range(players):
                target = zone.first + (seat + 1) % players
                other.zones[target] = state.zones[zone.first + seat]
                other.order[target] = state.order[zone.first + seat]
    for track in program.tracks:
        owners = track.domain.size
        for owner in range(owners):
            value = state.tracks[track.first + owner]
            if track.type == "player" and 0 <= value < players:
                value = (value + 1) % players
            place = (owner + 1) % players if track.each_player and owner < players else owner
            other.tracks[track.first + place] = value
    return other


def _seated(outcome: Outcome, players: int, seats_on: int) -> object:
    """What must be the same of an outcome once everybody has moved so many seats on."""
    def on(seat: int) -> int:
        return (seat + seats_on) % players

    return (
        {on(seat) for seat in outcome.winners}, {on(seat) for seat in outcome.eliminated},
        outcome.decided_by,
        [(row.name, {on(seat): n for seat, n in row.numbers.items()},
          {on(seat) for seat in row.left}) for row in outcome.chain],
        {name: {on(seat): [line.result for line in sheet] for seat, sheet in sheets.items()}
         for name, sheets in outcome.sheets.items()},
    )
