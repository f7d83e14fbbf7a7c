"""The bot `light`: written into the code of a game if everybody plays so, a function beside it if
only some do. Whichever form plays, it comes to the same games and the same counts."""

from pathlib import Path

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
    monkeypatch.setattr(Bots, "light", lambda bots, program: "some")
    assert chunk(name, 3, LIGHT, "plain") == expected


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("party", [LIGHT, ["light", "random", "light"]], ids=["all", "some"])
def test_machine_code_plays_and_counts_the_same(party: list[str]) -> None:
    assert chunk("osprey-2018", 3, party, "fast") == chunk("osprey-2018", 3, party, "plain")


SELLING = """edition selling "Selling"
players 2

kinds
  good "good" has ware (silk, gold, tea)

components
  in deck
    {copies} good with ware silk
    {copies} good with ware gold
    {copies} good with ware tea

zones
  deck holds good, hidden, in order
  hand of each player holds good, secret
  gone of each player holds good, open

tracks
  turn is a player

setup
  shuffle deck

rounds until count of deck is less than {dealt}, using up deck
  move top {dealt} of deck to hand of turn
  turn picks {pick} of hand of turn as sold,
    such that (count of different ware of sold is 1{besides})
  move sold to gone of turn
  move hand of turn to gone of turn
  turn becomes left of turn

scoring points
  sales add count of gone

winner
  highest points
  then shared
"""


@pytest.mark.parametrize("form", ["plain", "fast"])
@pytest.mark.parametrize("bot", ["light", "random"])
@pytest.mark.parametrize(("dealt", "pick", "besides"), [
    (7, "1 or more", " and count of sold is at least 2"),  # no card by itself
    (18, "6", ""),  # one set in hundreds
])
def test_an_answer_is_found_wherever_there_is_one(
    tmp_path: Path, form: str, bot: str, dealt: int, pick: str, besides: str
) -> None:
    if form == "fast" and not is_available():
        pytest.skip("needs the extra fast")
    path = tmp_path / "selling.variant"
    path.write_text(SELLING.format(copies=5 * dealt, dealt=dealt, pick=pick, besides=besides))
    rules = rules_of(str(path), 2)
    assert kernel(rules, Bots([bot] * 2), form=form).chunk(1, 0, 5).games == 5
