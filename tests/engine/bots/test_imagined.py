"""What a bot imagines may break down, and picks may have nothing to pick: neither is a mistake."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.bots.search import Thinker
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import kernel

BOTS = pytest.mark.parametrize("name", ["search:30", "sensible", "thumb", "light", "random"])
# The stop lies at the bottom, and the game is over before it comes up. Whoever looks on knows that;
# who did not see it put there may imagine it elsewhere, turns it up, and has no number to pick.
GAME = """edition stops "Stops"
players 2

kinds
  leaf "leaf" has value
    card "card"
    stop "stop"

components
  in deck
    6 card with value 1 to 6
  in box
    1 stop with value 0

zones
  deck holds leaf, hidden, in order
  box holds leaf, open
  spent holds leaf, open

tracks
  turn is a player
  points of each player is a number, starting at 0

setup
  shuffle deck
  move stop in box to bottom of deck
  chance picks 1 of players as first
  turn becomes first

rounds until count of deck is 1, using up deck
  move top of deck to spent
DECISION
  move spent to box
  turn becomes left of turn

scoring score
  had add points

winner
  highest score
  then shared
"""
SURE = """  turn picks a number from 1 to (total value of spent) as n
  add n to points of turn"""
# At first nobody has points, so that the offer has nothing to pick.
EMPTY = """  turn chooses
    offer "offer", picking a number from 2 to (points of turn) as n
      add n to points of turn
    wait "wait"
      add 1 to points of turn"""
NONE = """  turn picks a number from 2 to (points of turn) as n
  add n to points of turn"""


def rules_of(decision: str) -> Rules:
    loaded = load_text(GAME.replace("DECISION", decision), "stops.variant")
    assert loaded.sheet is not None, [each.title for each in loaded.problems]
    rules, problems, _ = Ready(loaded.sheet).rules(2)
    assert rules is not None, [each.title for each in problems]
    return rules


@BOTS
@pytest.mark.parametrize("decision", [SURE, EMPTY], ids=["breaks-down", "empty-range"])
def test_a_game_that_never_breaks_down_is_played_to_its_end(name: str, decision: str) -> None:
    rules = rules_of(decision)
    for seed in range(4):
        table = Table(rules, seed)
        while not table.over:
            for seat in table.to_decide:
                move = bot_named(name, rules, seed).choose(Sitting(table, seat))
                assert table.why_not(seat, move) is None
                table.apply(seat, move)


@pytest.mark.parametrize("name", ["search:30", "thumb", "random"])
def test_nor_is_it_in_very_many(name: str) -> None:
    kernel(rules_of(SURE), Bots((name,) * 2), form="plain").chunk(1, 0, 5)


@BOTS
def test_where_nothing_can_be_picked_that_is_said(name: str) -> None:
    """It is a mistake of the rules, and no crash of the bot."""
    rules = rules_of(NONE)
    table = Table(rules, 1)
    with pytest.raises(Fault, match="nothing is allowed here"):
        bot_named(name, rules, 1).choose(Sitting(table, table.to_decide[0]))


def places_of_the_stop(rules: Rules, seat: int) -> tuple[set[int], set[int], set[int]]:
    """At which depth of the deck the stop lies, at which a bot imagines it, and what it imagines
    on top."""
    table, stream = Table(rules, 5), Stream(1)
    [stop] = [number for number, card in enumerate(rules.program.cards) if card.kind == "stop"]
    [deck] = [zone.first for zone in rules.program.zones if zone.name == "deck"]
    orders = [Knowledge(table, seat).dealt(stream).state.order[deck] or [] for _ in range(40)]
    truly = (table.state.order[deck] or []).index(stop)
    return {truly}, {order.index(stop) for order in orders}, {order[0] for order in orders}


def imagined_by_the_machine(rules: Rules, seat: int) -> set[int]:
    thinker = Thinker(rules)
    machine, run = thinker.machine, thinker.machine.functions
    given = machine.constants
    memory, known = machine.row(machine.opening), list(thinker.known)
    tree = machine.zeros(20_000)
    memory[given["R"]] = 5
    run["know_opening"](memory, known)
    run["play"](memory, 0)
    run["learn"](memory, known)
    [stop] = [number for number, card in enumerate(rules.program.cards) if card.kind == "stop"]
    [deck] = [zone.first for zone in rules.program.zones if zone.name == "deck"]
    found = set()
    for _ in range(40):
        run["consider"](memory, tree, known, seat)
        assert run["imagine"](memory, tree)
        first, many = given["O"] + given["ZONE_ORDER"][deck], memory[
            given["C"] + given["ZONE_COUNT"][deck]]
        found.add(many - 1 - list(memory[first:first + many]).index(stop))
    return found


@pytest.mark.parametrize(("line", "known"), [
    ("move stop in box to bottom of deck", True),
    ("move stop in box to deck below 3 cards", True),
    ("move stop in box to deck above 1 cards", True),
    ("move stop in box to deck below 3 cards\n  move top of deck to deck above 2 cards", True),
    ("move stop in box to deck below 3 cards\n  shuffle deck", False),
])
def test_a_card_at_a_known_depth_is_imagined_there(line: str, known: bool) -> None:
    text = GAME.replace("move stop in box to bottom of deck", line).replace("DECISION", SURE)
    loaded = load_text(text, "stops.variant")
    assert loaded.sheet is not None, [each.title for each in loaded.problems]
    rules, problems, _ = Ready(loaded.sheet).rules(2)
    assert rules is not None, problems
    truly, imagined, tops = places_of_the_stop(rules, 0)
    assert (imagined == truly) == known
    assert (imagined_by_the_machine(rules, 0) == truly) == known
    assert len(tops) > 1  # nothing is known of the others
