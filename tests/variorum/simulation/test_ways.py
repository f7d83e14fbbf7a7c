"""Several ways to play one game, with the same deals for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from variorum_dsl.core.program import Program
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.tally.bots import Bots

import variorum
from variorum.simulation import ways
from variorum.simulation.compare import changed_winners
from variorum.simulation.ways import ENDLESS, Playing, Winners, compared, dealt_alike, usual_bot

RANDOM = ("random",) * 3


def programs(*readings: dict[str, str], options: tuple[str, ...] = ()) -> list[Program]:
    edition = variorum.load("osprey-2018")
    return [edition.variant(3, options, each).rules.program for each in readings]


@pytest.fixture(scope="module")
def four() -> list[Program]:
    return programs({}, {"all-cast-out": "no-one"}, {"player-count": "two-to-five"},
                    {"own-spending": "own-only"})


PAIRS = [(0, 1), (0, 2), (1, 0), (2, 1), (0, 3)]


def test_pairs(four: list[Program]) -> None:
    found = compared(four, PAIRS, Playing(RANDOM, 60, 1))
    changed = [share.changed for share in found.shares]
    assert changed[0] == changed[2] == changed[3] > 0
    # The same rules with so many players; and what players see, which random bots do not look at.
    assert changed[1] == changed[4] == 0
    assert (found.games, found.complete) == (60, True)
    assert {share.games for share in found.shares} == {60}
    edition = variorum.load("osprey-2018")
    alone = changed_winners(edition, {}, {"all-cast-out": "no-one"}, players=3, games=60, seed=1,
                            bots="random")
    assert alone == found.shares[0]


def test_any_number_of_workers(four: list[Program]) -> None:
    one = compared(four, PAIRS, Playing(RANDOM, 60, 1))
    assert compared(four, PAIRS, Playing(RANDOM, 60, 1, workers=2)) == one
    assert compared(four, PAIRS, Playing(RANDOM, 60, 2)) != one


def test_the_same_rules_are_played_once(
    four: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    class Counted(Winners):
        def __init__(self, *given: Any) -> None:
            made.append("")
            super().__init__(*given)

    monkeypatch.setattr(ways, "Winners", Counted)
    compared(four, [(0, 2), (0, 1)], Playing(RANDOM, 5, 1))
    assert len(made) == 2


def test_nothing_to_compare() -> None:
    found = compared([], [], Playing(RANDOM, 5, 1))
    assert (found.shares, found.games, found.complete) == ([], 0, True)


def test_a_stop_leaves_whole_pairs(four: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    here = ways.here

    def stopping(player: Any, tasks: Any) -> Iterator[Any]:
        for number, played in enumerate(here(player, tasks)):
            if number == 3:
                raise KeyboardInterrupt
            yield played

    whole = compared(four, [(0, 1)], Playing(RANDOM, 5, 1))
    monkeypatch.setattr(ways, "here", stopping)
    monkeypatch.setitem(ways.CHUNKS, "plain", 5)
    found = compared(four, [(0, 1)], Playing(RANDOM, 20, 1))
    assert (found.games, found.complete) == (5, False)
    assert found.shares == whole.shares
    with pytest.raises(KeyboardInterrupt):
        changed_winners(variorum.load("osprey-2018"), {}, {"all-cast-out": "no-one"}, players=3,
                        games=20, seed=1, bots="random")


def test_games_without_an_end_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, other = programs({}, {"all-cast-out": "no-one"})
    some = Winners._some

    def broken(self: Winners, seed: int, first: int, games: int) -> list[int]:
        if first <= 7 < first + games:
            raise ways.Broken(7)
        if first <= 3 < first + games:
            raise ways.Broken(3, "something is divided by zero")
        return some(self, seed, first, games)

    rules = variorum.load("osprey-2018").variant(3).rules
    right = Winners(rules, Bots(RANDOM)).play(1, 0, 12)
    monkeypatch.setattr(Winners, "_some", broken)
    found = Winners(rules, Bots(RANDOM)).play(1, 0, 12)
    assert found == [ENDLESS if game in (3, 7) else winners for game, winners in enumerate(right)]
    assert compared([plain, other], [(0, 1)], Playing(RANDOM, 12, 1)).shares[0].games == 10


def test_who_plays(four: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_bot(four) == "thumb"

    def refuse(*given: Any, **more: Any) -> None:
        raise NotCompilable("for a test")

    monkeypatch.setattr(ways, "Series", refuse)
    assert usual_bot(four) == "random"
    # What cannot be compiled is left to the interpreter.
    assert compared(four[:2], [(0, 1)], Playing(RANDOM, 6, 1)).shares[0].games == 6


def test_whether_the_cards_are_the_same() -> None:
    edition = variorum.load("edition-2025")
    plain, more = (edition.variant(3, options).rules.program for options in ((), ("gambling",)))
    assert not dealt_alike(plain, more)
    assert dealt_alike(plain, edition.variant(3, (), {"no-bid": "may-pay"}).rules.program)
