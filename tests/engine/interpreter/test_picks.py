"""The answers to a pick, against going through all subsets by brute force."""

import random
from itertools import combinations

import pytest
from variorum_dsl import core as c
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.expressions import Context
from variorum_engine.interpreter.picks import Answers, PickRule
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import COMPARE, bits, mask_of

COMPARISONS: tuple[c.Comparison, ...] = (
    "is", "is not", "is at least", "is at most", "is more than", "is less than",
)


class Ticket(Stream):
    """A draw that comes out as it is told."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, bound: int) -> int:
        assert self.number < bound
        return self.number


def some_pick(seed: int, *, counted: bool) -> tuple[Answers, set[int]]:
    """A pick made up at random, and its answers by brute force: one for each that looks alike.

    Whether the condition is known to bound a total only (`counted`) makes no difference to what
    the answers are.
    """
    chance = random.Random(seed)
    worth = [chance.choice((-1, 0, 1, 2, 3, 5)) for _ in range(4)]
    faces = [chance.randrange(4) for _ in range(chance.randrange(8))]
    program = c.Program()
    program.attributes = [c.AttributeTable("worth", "worth", ())]
    program.cards = [c.Card("card", (worth[face],), (), 0, -1, face) for face in faces]
    program.zones = [c.ZoneTable("hand", "hand", False, "open", False, -1, 0, ())]
    low, high = chance.randrange(4), chance.choice((None, None, *range(5)))
    comparison, bound = chance.choice(COMPARISONS), chance.randrange(-2, 12)
    limited = chance.random() < 0.8
    such_that = c.Compare(
        comparison, c.TotalOfCards(0, c.Local(0, type="cards")), c.Number(bound)
    ) if limited else None
    pick = c.Pick(
        c.Number(low), None if high is None else c.Number(high), c.Zone(0, None, type="cards"), 0,
        such_that, c.Limit(0, comparison, c.Number(bound)) if limited and counted else None, "",
    )
    state = State()
    state.zones, state.locals, state.order = [mask_of(range(len(faces)))], [0], [None]
    answers = PickRule(Context(program), pick).asked(state)
    found = set()
    for size in range(len(faces) + 1):
        if low <= size <= (len(faces) if high is None else high):
            for cards in combinations(range(len(faces)), size):
                if not limited or COMPARE[comparison](sum(worth[faces[i]] for i in cards), bound):
                    found.add(answers.lowest(mask_of(cards)))
    return answers, found


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("seed", range(250))
def test_answers_are_those_that_brute_force_finds(seed: int, counted: bool) -> None:
    answers, found = some_pick(seed, counted=counted)
    listed = list(answers)
    assert len(listed) == len(set(listed)) == answers.count()
    assert set(listed) == found
    assert answers.possible() == bool(found)
    assert [answers.drawn(Ticket(number)) for number in range(len(listed))] == listed
    assert set(bits(answers.alone())) == {
        answer.bit_length() - 1 for answer in found if answer.bit_count() == 1}
    for mask in range(1 << len(answers.rule.faces)):
        assert (answers.why_not(mask) is None) == (answers.lowest(mask) in found)


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("seed", range(250))
def test_a_part_can_be_completed_if_some_answer_contains_it(seed: int, counted: bool) -> None:
    answers, found = some_pick(seed, counted=counted)
    groups = [mask_of(group) for group in answers.groups()]

    def contains(answer: int, part: int) -> bool:
        return all((part & group).bit_count() <= (answer & group).bit_count() for group in groups)

    for part in range(1 << len(answers.rule.faces)):
        assert answers.completable(part) == any(contains(answer, part) for answer in found)
    assert not answers.completable(1 << len(answers.rule.faces))  # is not there
