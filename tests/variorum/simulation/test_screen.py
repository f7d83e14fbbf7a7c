"""The report begins with one screen, in sentences."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.variorum.simulation.conftest import GAMES, Simulate
from variorum.simulation.report.screen import _cards, _seats
from variorum.simulation.statistics import mean, share

QUICK = ("--games", "30", "--workers", "1", "--form", "plain", "--bots", "random")
QUESTIONS = ("Seats", "Length", "Tension", "What decides", "Rules", "Played by")


@pytest.mark.parametrize("name", [
    "osprey-2018", "gossip-and-the-city", str(GAMES / "houses-and-cheques.variant")])
def test_one_screen_answers_every_question(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = simulate(name, *QUICK).out.splitlines()
    assert len(lines) <= 40
    assert all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    for about in QUESTIONS:
        assert f"\n- {about}: " in text
    assert "random (any allowed move)" in text
    assert len(simulate(name, *QUICK, "--full").out.splitlines()) > 100


def test_rules_are_named_by_their_words(simulate: Simulate) -> None:
    text = " ".join(simulate("osprey-2018", *QUICK, "--full").out.split())
    assert "move block to display of winner" not in text
    assert "The contested card" in text or "the contested card" in text


def test_a_seat_is_called_better_only_if_its_range_says_so() -> None:
    def of(*wins: int) -> Any:
        games = sum(wins)
        return {"wins": {
            "fair": 1 / len(wins), "nobody": share(0, games).data(),
            "seats": [{"seat": i + 1, **share(won, games).data()} for i, won in enumerate(wins)]}}

    assert _seats(of(26, 24)).startswith("Fair as far as these games tell")
    assert _seats(of(534, 466)).startswith("Fair")  # beyond the range of one seat, not of two
    told = _seats(of(700, 300))
    assert told.startswith("Not fair: more than its share wins seat 1 70.0 % (67.1 to 72.8 %)")
    assert "less than its share wins seat 2" in told


ENDLESS = """edition endless "A game that is cut off"
players 2

kinds
  card has worth

components
  in deck
    4 card with worth 1

zones
  deck holds card, hidden, in order

tracks
  coins of each player is a number
  taken is a number

rounds until taken is {goal}, using up nothing, because "it ends", guarded at 600 turns
  for each player p
    p chooses
      take "take a coin"
        coins of p becomes coins of p + 1
        taken becomes taken + 1
      wait "wait"
        nothing happens

winner
  highest coins
  then shared
"""


@pytest.mark.parametrize("form", ["plain", "interpreter"])
def test_what_is_longer_than_was_counted_and_is_cut_off(simulate: Simulate, form: str) -> None:
    """Beyond 1023 decisions and 511 rounds, games are in the last bin; the mean is known."""
    def length(goal: str) -> str:
        Path("endless.variant").write_text(ENDLESS.format(goal=goal), "utf-8")
        out = simulate("endless.variant", *QUICK, "--form", form).out
        return " ".join(out.partition("- Length: ")[2].partition("- Tension")[0].split())

    assert length("at least 5000").startswith(
        "A game has 600 (600 to 600) rounds, nine games of ten 511 or more; all players together "
        "make 1,200 (1,200 to 1,200) decisions. In 30 of 30 games a technical guard ended ")
    assert "guard" not in length("at least 5")


SHOP = """edition shop "A Shop"
players 3

kinds
  thing
    ware has worth, price
    curse

components
  in deck
    1 ware with worth 2 and price 2
    1 ware with worth 4 and price 4
    1 ware with worth 8 and price 8
    1 ware with worth 16 and price 3
    1 ware with worth 1 and price 9
    1 curse

zones
  deck holds thing, hidden, in order
  stall holds thing, open
  shelf of each player holds thing, open
  rest holds ware, open

tracks
  coins of each player is a number, starting at 40
  buyer is a player

setup
  shuffle deck
  chance picks 1 of players as first
  buyer becomes first

rounds until deck is empty, using up deck
  move top of deck to stall
  depending on stall
    case curse
      move stall to shelf of buyer
    case ware
      buyer chooses
        buy "buy it"
          coins of buyer becomes coins of buyer - total price of stall
          move stall to shelf of buyer
        leave "leave it"
          move stall to rest
  buyer becomes left of buyer

scoring wealth "wealth"
  wares add total worth of ware in shelf
  curses subtract 12 for each curse in shelf
  money add coins

winner
  highest wealth
  then shared
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_shop_in_which_it_is_known_what_is_too_cheap(simulate: Simulate, seed: str) -> None:
    """Three wares cost what they are worth, one far less, one far more; the curse is forced on
    somebody for nothing."""
    Path("shop.variant").write_text(SHOP, "utf-8")
    out = simulate("shop.variant", "--games", "800", "--workers", "1", "--form", "plain", "--bots",
                   "random", "--seed", seed).out
    cards = " ".join(out.partition("- Cards: ")[2].partition("- Rules: ")[0].split())
    under, _, rest = cards.partition(" Overpaid: ")
    over, _, free = rest.partition(" Not paid for; ")
    assert re.findall(r"ware worth (\d+), price (\d+) \+", under) == [("16", "3")]
    assert re.findall(r"ware worth (\d+), price (\d+) -", over) == [("1", "9")]
    assert "curse" not in under + over
    assert re.search(r"less often with curse -\d\d", free)
    assert "ware" not in free


CHANGE = """edition change "A shop that gives change"
players 2

kinds
  thing
    ware has worth
    money has amount

components
  in deck
    4 ware with worth 4
  in bank
    4 money with amount 5
  in till
    4 money with amount 1

zones
  deck holds ware, hidden, in order
  bank holds money, open
  till holds money, open
  shelf of each player holds ware, open
  purse of each player holds money, open

tracks
  buyer is a player

setup
  for each player p
    chance picks 2 of bank as given
    move given to purse of p
  chance picks 1 of players as first
  buyer becomes first

rounds until deck is empty, using up deck
  buyer picks 1 of purse of buyer as paid
  move paid to bank
  chance picks 1 of till as small
  move small to purse of buyer
  move top of deck to shelf of buyer
  buyer becomes left of buyer

scoring wealth "wealth"
  wares add total worth of shelf
  money add total amount of purse

winner
  highest wealth
  then shared
"""


def test_what_is_paid_with_is_not_paid_for(simulate: Simulate) -> None:
    """Change comes when something is bought, and is not what is bought."""
    Path("change.variant").write_text(CHANGE, "utf-8")
    data = json.loads(simulate("change.variant", *QUICK, "--format", "json").out)
    paid = {each["kind"]: [row["measure"] for row in each["fetched"]] for each in data["cards"]
            if each["came"]}
    assert paid == {"ware": ["amount"], "money": []}


def card(name: str, price: float, advantage: int, others: float = 0) -> Any:
    """A card that was owned in 1000 games; its owners won so many more of these."""
    paid = mean(int(1000 * price), int(1000 * price**2), 1000).data()
    return {"card": name,
            "fetched": [{"zone": "hand", "measure": "value", "others": others, **paid}],
            "difference": mean(advantage, 1000, 1000).data()}


def test_who_pays_more_for_what_is_worth_more_pays_rightly() -> None:
    cards = [card(f"card {price}", price, 40 * price) for price in range(1, 9)]
    (plain,) = _cards(cards)
    assert plain.text.startswith("Underpaid: none that these games tell. Overpaid: none that")
    (told,) = _cards([*cards, card("bargain", 3, 500), card("dud", 5, -220)])
    under, over = told.text.split("Overpaid: ")
    assert "bargain +" in under
    assert "dud -" in over
    assert "card" not in under + over.split(". Points")[0]


def test_what_everybody_lays_down_is_no_price() -> None:
    tricks = [card(f"trick {price}", price, 10 * price, others=price) for price in range(1, 9)]
    (told,) = _cards(tricks)
    assert told.text.startswith("Cards are not paid for")


def test_one_of_many_that_stands_out_by_luck_is_not_named() -> None:
    """Beyond 95 in 100, but not if twenty are looked at."""
    (alone,) = _cards([card("one", 0, 66)])
    assert "more often with one +6.6" in alone.text
    (told,) = _cards([card("one", 0, 66), *(card(f"card {i}", 0, i) for i in range(19))])
    assert "these games do not tell which help their owners" in told.text


VARIANT = """variant {name} "{name}" extends osprey-2018
"""


def test_what_my_change_did(simulate: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    Path("same.variant").write_text(VARIANT.format(name="same"), "utf-8")
    lines = simulate("same.variant", *QUICK, "--parent").out.splitlines()
    assert lines[0] == "What same changes against osprey-2018"
    assert len(lines) <= 40
    text = " ".join(" ".join(lines).split())
    assert "Another player wins in 0.0 % (0.0 to 11.4 %) of the games; in unrelated games" in text
    assert "All cards are the same in both" in text
    assert "Length: No change that these games tell" in text


def test_an_edition_has_no_parent(simulate: Simulate) -> None:
    result = simulate("osprey-2018", *QUICK, "--parent")
    assert result.status == 2
    assert "extends no other edition" in result.err
    assert simulate("osprey-2018", *QUICK, "--parent", "--compare", "quick-start").status == 2
