"""Games played to the end in the head, on tables of the interpreter: light moves, and what the end
is worth. `runtime/search/tree.py` does the same for games that are compiled."""

from __future__ import annotations

from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import Number, bits
from variorum_engine.runtime.search.tree import AHEAD, PLAYOUT, STAYING_IN, WINNING
from variorum_engine.table.table import Move, Rules, Table

TRIES = 12  # before all answers are looked at
LISTED = 16  # up to so many members


def play_out(table: Table, stream: Stream) -> int:
    """Play to the end with light moves; gives how many."""
    for moves in range(PLAYOUT):
        seats = table.to_decide
        if not seats:
            return moves
        move = light_move(table, seats[0], stream)
        if move is None:
            return moves
        table.apply_unchecked(seats[0], move)
    return PLAYOUT


def light_move(table: Table, seat: int, stream: Stream) -> Move | None:
    """A small answer: any of the choices alike, and with it no more than is needed."""
    asked = table.asked(seat)
    numbers = list(asked)
    if not numbers:
        return None
    chosen = numbers[stream.below(len(numbers))] if len(numbers) > 1 else numbers[0]
    answers = asked[chosen]
    if answers is None:
        return Move(chosen)
    ones = bits(answers.alone())
    if ones:
        return Move(chosen, 1 << _low_one(answers, ones, stream))
    for number in numbers:
        # Where one card does not do, something else is mostly wiser than several.
        if asked[number] is None and stream.below(4):
            return Move(number)
    for number in (chosen, *(other for other in numbers if other != chosen)):
        picked = _some(asked[number], stream)
        if picked is not None:
            return table.canonical(seat, Move(number, picked))
    return None


def _low_one(answers: Answers, ones: list[int], stream: Stream) -> int:
    """One member; where a total has to be reached, the cheaper one of two."""
    one = ones[stream.below(len(ones))]
    values = answers.rule.values
    if values is not None:
        two = ones[stream.below(len(ones))]
        if values[two] < values[one]:
            one = two
    return one


def _some(answers: Answers | None, stream: Stream) -> int | None:
    """Some answer to a choice: a single one if there is any; where a total has to be reached, cards
    are taken until it is; otherwise any number of them."""
    if answers is None:
        return 0
    ones = bits(answers.alone())
    if ones:
        return 1 << ones[stream.below(len(ones))]
    members = bits(answers.source)
    least, most = max(0, answers.low), answers.high
    if answers.rule.of_numbers or least > most:
        return None
    limit = answers.rule.limit
    grows = limit is not None and limit.comparison in ("is more than", "is at least")
    for _ in range(TRIES):
        wanted = most
        if not grows and most > least:
            wanted = least + stream.below(most - least + 1)
        mask = 0
        for i in range(wanted + 1):
            if i >= (least if grows else wanted) and answers.why_not(mask) is None:
                return mask
            if i < wanted:
                j = i + stream.below(len(members) - i)
                members[i], members[j] = members[j], members[i]
                mask |= 1 << members[i]
    if len(members) > LISTED:
        return None
    listed = list(answers)
    ticket = stream.below(len(listed) or 1)
    return listed[ticket] if listed else None


def worth(rules: Rules, table: Table) -> list[int]:
    """For each seat, in millionths: winning counts most, then not being out, then being ahead.
    A game that did not end is worth nothing to anybody."""
    reckoner, state = rules.reckoner, table.state
    players = rules.program.players
    values = [0] * players
    if not table.over:
        return values
    winners, out = reckoner.winners(state)
    scores: list[Number] = [0] * players
    if reckoner.chain:
        sign = 1 if rules.program.chain[0].extreme == "highest" else -1
        scores = [sign * reckoner.chain[0](state, seat) for seat in range(players)]
    spread = (max(scores) - min(scores)) or 1
    for seat in range(players):
        if winners >> seat & 1:
            values[seat] += WINNING // winners.bit_count()
        if not out >> seat & 1:
            values[seat] += STAYING_IN
        others = [other for each, other in enumerate(scores) if each != seat]
        ahead = scores[seat] - max(others) if others else 0
        values[seat] += int(AHEAD * (spread + ahead) // (2 * spread))
    return values
