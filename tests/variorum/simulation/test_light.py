"""The bot `light`: written into the code of a game if everybody plays so, a function beside it if
only some do. Whichever form plays, it comes to the same games and the same counts."""

import pytest
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Chunk, kernel

from bench.editions import rules_of

GAMES = 25


def chunk(name: str, players: int, party: list[str], form: str) -> Chunk:
    return kernel(rules_of(name, players), Bots(party), form=form).chunk(7, 0, GAMES, rows=True)


LIGHT = ["light"] * 3


@pytest.mark.parametrize("name", ["osprey-2018", "gossip-and-the-city", "goofspiel", "follow-suit"])
def test_every_form_plays_and_counts_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = chunk(name, 3, LIGHT, "interpreter")
    assert chunk(name, 3, LIGHT, "plain") == expected
    # The same by the function that answers where others sit at the table, too.
    monkeypatch.setattr(Bots, "light", "some")
    assert chunk(name, 3, LIGHT, "plain") == expected


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("party", [LIGHT, ["light", "random", "light"]], ids=["all", "some"])
def test_machine_code_plays_and_counts_the_same(party: list[str]) -> None:
    assert chunk("osprey-2018", 3, party, "fast") == chunk("osprey-2018", 3, party, "plain")
