"""Answers that a bot thinks of: small ones first, larger ones drawn at random.

The same steps are written for the compiled form (`runtime/answers.py`), draw for
draw, so that both think alike. Members are gone through in the order of the compiled form.
"""

from __future__ import annotations

from functools import lru_cache

from variorum_dsl.core.program import Program

from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Table

TRIES = 12  # before all answers are looked at
LISTED = 16  # up to so many members


@lru_cache(maxsize=32)
def places(program: Program) -> list[int] | None:
    """Where each card comes in the order of the compiled form, if that is not its number."""
    layout = Layout(program, by_owner=False)
    found = [layout.page_of[card] * 64 + layout.bit[card] for card in range(len(program.cards))]
    return None if found == sorted(found) else found


class Asked:
    """What one seat is asked: the choices that are open, with what can be picked for each."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.open: dict[int, Answers | None] = table.asked(seat)
        self.order = places(table.rules.program)

    def members(self, answers: Answers, mask: int) -> list[int]:
        """The members of a set in the order in which they are gone through."""
        found = bits(mask)
        if self.order is not None and not answers.rule.by_number:
            found.sort(key=self.order.__getitem__)
        return found

    def ones(self, number: int) -> list[int]:
        """The members that are an answer each by itself."""
        answers = self.open[number]
        assert answers is not None
        return self.members(answers, answers.alone())

    def allows(self, move: Move) -> bool:
        if move.choice not in self.open:
            return False
        answers = self.open[move.choice]
        return not move.picked if answers is None else answers.why_not(move.picked) is None

    def only(self) -> Move | None:
        """The one answer that there is, where that is plain."""
        if len(self.open) != 1:
            return None
        ((number, answers),) = self.open.items()
        if answers is None:
            return Move(number)
        if answers.low == 1 == answers.high:
            ones = self.ones(number)
            return Move(number, 1 << ones[0]) if len(ones) == 1 else None
        if answers.rule.of_numbers or answers.low != answers.source.bit_count():
            return None
        return Move(number, answers.source) if answers.why_not(answers.source) is None else None

    def several(self) -> list[int]:
        """The choices for which more than one can be picked."""
        return [number for number, answers in self.open.items()
                if answers is not None and not answers.rule.of_numbers and answers.high > 1]

    def drawn(self, number: int, stream: Stream) -> Move | None:
        """Some answer of a choice: where a total has to be reached, cards are taken until it is;
        otherwise any number of them."""
        answers = self.open[number]
        assert answers is not None
        if answers.rule.of_numbers:
            ones = self.ones(number)
            return Move(number, 1 << ones[stream.below(len(ones))]) if ones else None
        members = self.members(answers, answers.source)
        many, least, most = len(members), max(0, answers.low), answers.high
        if least > most:
            return None
        limit = answers.rule.limit
        grows = limit is not None and limit[2] in ("is more than", "is at least")
        for _ in range(TRIES):
            wanted = most
            if not grows and most > least:
                wanted = least + stream.below(most - least + 1)
            mask = 0
            for i in range(wanted + 1):
                if i >= (least if grows else wanted) and answers.why_not(mask) is None:
                    return Move(number, lowest(answers, mask))
                if i < wanted:
                    j = i + stream.below(many - i)
                    members[i], members[j] = members[j], members[i]
                    mask |= 1 << members[i]
        if many > LISTED:
            return None
        return self._listed(number, answers, stream)

    def _listed(self, number: int, answers: Answers, stream: Stream) -> Move | None:
        """The next answer from a random place on, among all subsets in order."""
        members = self.members(answers, answers.source)
        whole = 1 << len(members)
        first = stream.below(whole)
        for k in range(whole):
            subset = first + k & whole - 1
            mask = sum(1 << members[i] for i in bits(subset))
            if answers.why_not(mask) is None:
                return Move(number, lowest(answers, mask))
        return None


def lowest(answers: Answers, mask: int) -> int:
    """The same answer with the lowest of equal cards."""
    if answers.rule.all_differ(answers.source):
        return mask
    found = 0
    for group in answers._groups():
        many = sum(mask >> member & 1 for member in group)
        for member in group[:many]:
            found |= 1 << member
    return found


def light_move(table: Table, seat: int, stream: Stream) -> Move | None:
    """A small answer: any of the choices alike, and with it no more than is needed."""
    return light_answer(Asked(table, seat), stream)


def light_answer(asked: Asked, stream: Stream) -> Move | None:
    numbers = list(asked.open)
    if not numbers:
        return None
    number = numbers[stream.below(len(numbers))] if len(numbers) > 1 else numbers[0]
    answers = asked.open[number]
    if answers is None:
        return Move(number)
    ones = asked.ones(number)
    if ones:
        return Move(number, 1 << _low_one(answers, ones, stream))
    for other in numbers:
        # Where one card does not do, something else is mostly wiser than several.
        if asked.open[other] is None and stream.below(4):
            return Move(other)
    return asked.drawn(number, stream) or _any_other(asked, number, stream)


def _low_one(answers: Answers, ones: list[int], stream: Stream) -> int:
    """One member; where a total has to be reached, the cheaper one of two."""
    one = ones[stream.below(len(ones))]
    if answers.rule.limit is not None:
        values = answers.rule.limit[4]
        two = ones[stream.below(len(ones))]
        if values[two] < values[one]:
            one = two
    return one


def _any_other(asked: Asked, number: int, stream: Stream) -> Move | None:
    """Something else, where the choice that was drawn has no answer."""
    for other, answers in asked.open.items():
        if other == number:
            continue
        if answers is None:
            return Move(other)
        ones = asked.ones(other)
        if ones:
            return Move(other, 1 << ones[stream.below(len(ones))])
        found = asked.drawn(other, stream)
        if found is not None:
            return found
    return None
