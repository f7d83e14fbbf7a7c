"""The same luck in both games: where a card comes to lie depends on what it is, and on no other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.interpreter.chance import Chance, game_seed
from variorum_engine.interpreter.lots import Lot
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import kernel

from variorum.simulation.ways import Playing, Winners, compared

# Whoever turns up the highest card takes the round; a blank is laid aside and turns up nothing.
GAME = """edition lots "Lots"
players 2 to 4

kinds
  leaf "leaf"
    card "card" has value
    blank "blank"
  token "token" has value

components
  in deck
MORE    12 card with value 1 to 12
  in pool
    6 token with value 1 to 6
  in hand of each player
    3 token with value 7 to 9

zones
  deck holds leaf, hidden, in order
  aside holds leaf, open
  pool holds token, hidden, in order
  gains of each player holds leaf, open
  hand of each player holds token, secret
  spare holds token, open

tracks
  leader is a player

setup
  shuffle deck
  shuffle pool
  chance picks 1 of players as first
  leader becomes first
  chance picks 2 of pool as gift
  move gift to spare

  do pass-over

procedure pass-over "blanks are passed over"
  if count of deck is at least 1
    if top of deck is a blank
      move top of deck to aside

rounds until no card in deck, using up deck
  leader chooses
    take "take it"
      move top of deck to gains of leader
    leave "leave it"
      move top of deck to gains of left of leader
  leader picks up to 1 of hand of leader as paid
  move paid to spare
  leader becomes left of leader
  do pass-over

scoring score
  cards add total value of card in gains

winner
  highest score
  then shared
"""
BLANKS = "    1 blank\n"


@cache
def rules_of(more: str = "", players: int = 3) -> Rules:
    loaded = load_text(GAME.replace("MORE", more), "lots.variant")
    assert loaded.sheet is not None, [each.title for each in loaded.problems]
    rules, problems, _ = Ready(loaded.sheet).rules(players)
    assert rules is not None, [each.title for each in problems]
    return rules


def deck(rules: Rules, seed: int) -> list[tuple[str, tuple[int, ...]]]:
    """The deck after the setup, top first, each card by what it is."""
    table = Table(rules, seed)
    zone = next(each for each in rules.program.zones if each.name == "deck")
    row = table.state.order[zone.first]
    assert row is not None
    return [(rules.program.cards[card].kind, rules.program.cards[card].values) for card in row]


def without_blanks(cards: Sequence[tuple[str, tuple[int, ...]]]) -> list[int]:
    return [values[0] for kind, values in cards if kind != "blank"]


def test_one_card_more_leaves_the_order_of_the_others() -> None:
    plain, more = rules_of(), rules_of(BLANKS)
    for seed in range(40):
        assert without_blanks(deck(plain, seed)) == without_blanks(deck(more, seed))
    orders = {tuple(without_blanks(deck(plain, seed))) for seed in range(40)}
    assert len(orders) == 40  # and they are orders of a shuffle


def test_every_card_comes_up_everywhere() -> None:
    """Each of twelve places has each of twelve cards about equally often (chi-squared)."""
    rules, games = rules_of(), 1200
    seen = [[0] * 12 for _ in range(12)]
    for game in range(games):
        for place, value in enumerate(without_blanks(deck(rules, game_seed(5, game)))):
            seen[place][value - 1] += 1
    expected = games / 12
    statistic = sum((count - expected) ** 2 / expected for row in seen for count in row)
    assert 70 < statistic < 190  # 121 degrees of freedom: 121, give or take 16


def test_a_player_more_leaves_the_deal_as_it_was() -> None:
    for seed in range(20):
        assert deck(rules_of(players=2), seed) == deck(rules_of(players=4), seed)
    starters = [[Table(rules_of(players=players), seed).to_decide[0] for seed in range(60)]
                for players in (2, 3, 4)]
    for fewer, more in pairwise(starters):
        newcomer = max(more)
        # Whoever joins may begin; otherwise the same player begins as before.
        assert all(one == two or two == newcomer for one, two in zip(fewer, more, strict=True))
        assert newcomer in more


@pytest.mark.parametrize("bot", ["random", "light", "thumb"])
def test_a_card_without_any_effect_changes_no_winner(bot: str) -> None:
    """Under `--compare`, where two unrelated games would differ in most cases."""
    programs = [rules_of().program, rules_of(BLANKS).program]
    found = compared(programs, [(0, 1)], Playing((bot,) * 3, 200, 1))
    assert found.shares[0].changed == 0
    assert found.unrelated > 0.6


@pytest.mark.parametrize("form", ["plain", "fast"])
def test_all_forms_draw_the_same(form: str) -> None:
    if form == "fast":
        pytest.importorskip("llvmlite")
    rules = rules_of(BLANKS)
    interpreted = Winners(rules, Bots(("light",) * 3))
    interpreted.series = None
    interpreted.table = kernel(rules, Bots(("light",) * 3), form="interpreter")
    assert Winners(rules, Bots(("light",) * 3), form).play(3, 0, 60) == interpreted.play(3, 0, 60)


def test_what_is_drawn_once_more_is_drawn_anew() -> None:
    chance = Chance(1)
    lot = Lot(5, list(range(100, 140)))
    first, second = list(range(40)), list(range(40))
    chance.shuffle(first, lot)
    chance.shuffle(second, lot)
    assert sorted(first) == sorted(second) == list(range(40))
    assert first != second
    again = Chance(1)
    third = list(range(39, -1, -1))
    again.shuffle(third, lot)
    assert third == first  # how the cards lay before does not matter


def test_layouts_count_draws() -> None:
    layout = Layout(rules_of().program)
    assert len(layout.draws) == 2
    assert layout.counters == 2 * layout.counts + 2
