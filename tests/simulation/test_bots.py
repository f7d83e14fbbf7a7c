"""Who can play in a simulation, by name."""

from __future__ import annotations

import pytest
from variorum_engine.tally.bots import Bots, UnknownBot, code_of, imagined


def test_there_is_room_for_the_bot_that_imagines_most() -> None:
    names = ("search:100:random-others", "search:1000", "thumb")
    assert Bots(names).effort == 1000
    assert [imagined(name) for name in names] == [100, 1000, 0]
    assert code_of("search:100:random-others") != code_of("search:100")


@pytest.mark.parametrize("name", ["search:1", "search:100:", "search:100:others", "search:2s",
                                  "search::random-others", "random:random-others"])
def test_an_unknown_bot_is_refused_with_what_can_be_said(name: str) -> None:
    with pytest.raises(UnknownBot, match="search:500:random-others"):
        code_of(name)
