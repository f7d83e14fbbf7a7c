"""A number that only its owner sees is in no view and no log of anybody else, and bots that imagine
the table do not know it."""

from pathlib import Path

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.bots.search import Thinker
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table import logs
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.logs import Chose, observed
from variorum_engine.table.preparation import Ready
from variorum_engine.table.records import Game
from variorum_engine.table.table import Table
from variorum_engine.table.views import view
from variorum_engine.table.visibility import REFEREE, SPECTATOR
from variorum_engine.verification.observation import Look
from variorum_engine.verification.secrecy_promises import log_is_discreet, nothing_leaks

from tests.engine.compiler.beside import all_rules
from tests.engine.table.test_records import again, played

GAME = """\
edition purses "Purses"
players 2

kinds
  card "card" has value

components
  in deck
    3 card with value 1 to 3

zones
  deck holds card, hidden, in order
  won of each player holds card, open

tracks
  purse of each player is a number, starting at 5, secret
  vault is a number, starting at 3, hidden
  price of each player is a number

setup
  shuffle deck

rounds until deck is empty, using up deck
  for each player p, until deck is empty
    p picks a number from 1 to 2 as paid
    subtract paid from purse of p
    add 1 to vault
    move top of deck to won of p

scoring score
  cards add total value of won + purse + price

winner
  highest score
  then shared
"""


def _played(text: str = GAME) -> Table:
    (_, rules), = all_rules(text)
    table, stream = Table(rules, seed=1), Stream(1)
    table.state.events = [] if table.state.events is None else table.state.events
    for _ in range(2):
        seat = table.to_decide[0]
        table.apply_unchecked(seat, table.drawn(seat, stream))
    return table


def test_only_its_owner_sees_a_secret_number() -> None:
    table = _played()
    first, second, vault = table.state.tracks[:3]
    assert view(table, 0).tracks == (first, None, None, 0, 0)
    assert view(table, 1).tracks == (None, second, None, 0, 0)
    assert view(table, SPECTATOR).tracks == (None, None, None, 0, 0)
    assert view(table, REFEREE).tracks == (first, second, vault, 0, 0)


def test_the_log_does_not_tell_it() -> None:
    table = _played()
    events = table.state.events or []
    told = {seat: {e.place for e in observed(table.rules.program, events, seat)
                   if type(e).__name__ == "TrackSet"} for seat in (0, 1, REFEREE)}
    assert told == {0: {0}, 1: {1}, REFEREE: {0, 1, 2}}


def test_whoever_imagines_the_table_does_not_know_it() -> None:
    table = _played()
    table.state.tracks[1] = 1000
    imagined = Knowledge(table, 0).dealt(Stream(3)).state.tracks
    assert imagined[:3] == [table.state.tracks[0], table.state.tracks[0], 3 + 2]
    # How often something was added is no secret; by how much, where that was picked, is one.
    (_, rules), = all_rules(GAME.replace("add 1 to vault", "add paid to vault"))
    other = Table(rules, seed=1)
    other.state.tracks[2] = 2000
    assert Knowledge(other, 0).dealt(Stream(3)).state.tracks[2] == 3


# ---------------------------------------------------------------- numbers that are picked
def _told(text: str, seat: int | None) -> list[tuple[int, ...] | None]:
    (_, rules), = all_rules(text)
    table, stream = Table(rules, seed=1), Stream(1)
    table.state.events = [] if table.state.events is None else table.state.events
    for _ in range(2):
        who = table.to_decide[0]
        table.apply_unchecked(who, table.drawn(who, stream))
    return [each.picked for each in observed(rules.program, table.state.events, seat)
            if isinstance(each, Chose)][:1]


PAID = "    subtract paid from purse of p\n"
TOGETHER = GAME.replace("  for each player p, until deck is empty\n", """\
  move top of deck to won of (the next player clockwise after leader)
  at the same time, each player p
""").replace("    move top of deck to won of p\n", "").replace(
    "  vault is", "  leader is a player\n  vault is").replace(
    "setup\n", "setup\n  chance picks 1 of players as first\n  leader becomes first\n")


@pytest.mark.parametrize(("line", "told"), [
    (PAID, False),
    ("    let cost be paid + 1\n    subtract cost from purse of p\n", False),
    (PAID + "    add paid to price of p\n", True),
    (PAID + "    if paid is 1\n      add 1 to price of p\n", True),
    ("", True),
])
def test_a_number_that_only_changes_secret_tracks_stays_with_its_picker(
    line: str, told: bool
) -> None:
    text = GAME.replace(PAID, line)
    picked = _told(text, 0)[0]
    assert picked is not None
    assert _told(text, 1) == _told(text, SPECTATOR) == [picked if told else None]
    assert _told(text, REFEREE) == [picked]


def test_so_does_one_that_is_picked_at_the_same_time() -> None:
    (picked,) = _told(TOGETHER, 0)
    assert picked is not None
    assert _told(TOGETHER, 1) == _told(TOGETHER, SPECTATOR) == [None]


# ------------------------------------------------------------------------- promises
def _broken(table: Table) -> set[str]:
    look = Look(table, Stream(1))
    return {broken.text for promise in (nothing_leaks, log_is_discreet) for _ in range(5)
            for broken in promise(look)}


def test_a_decision_by_the_number_of_a_rival_is_noticed() -> None:
    assert _broken(_played()) == set()
    leaky = GAME.replace("to 2 as paid", "to (purse of (left of p)) as paid")
    told = {"can tell what is hidden from what is allowed"}
    offered = "can tell what is hidden from what is offered"
    assert told <= _broken(_played(leaky)) <= {*told, offered}
    refused = GAME.replace("as paid", "as paid, such that paid is more than vault - 4")
    assert _broken(_played(refused)) == told


def test_a_log_that_tells_it_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "sees_track", lambda program, seat, place: True)
    assert _broken(_played()) == {"reads of a secret number in the log"}


# ------------------------------------------------------------------------------ bots
@pytest.mark.parametrize("name", ["thumb", "sensible", "search:20"])
def test_a_bot_decides_the_same_whatever_rivals_have_in_secret(name: str) -> None:
    for more in (-4, 7, 100):
        table = _played()
        other = table.copy()
        seat = table.to_decide[0]
        other.state.tracks[1 - seat] += more
        other.state.tracks[2] += more
        one, two = (bot_named(name, table.rules, 1) for _ in range(2))
        for _ in range(3):
            assert one.choose(Sitting(table, seat)) == two.choose(Sitting(other, seat))


def test_how_one_would_stand_is_reckoned_without_what_rivals_have_in_secret() -> None:
    machine = Machine(_played().rules)
    space = machine.functions
    memory = [0] * (space["SIZE"] + 1)
    first = space["T"]
    memory[first : first + 5] = [4, 9, 7, 2, 3]
    space["cover"](memory, 0)
    assert memory[first : first + 5] == [4, 4, 0, 2, 3]


def test_search_imagines_secret_numbers_like_its_own_or_as_at_the_start() -> None:
    thinker = Thinker(_played().rules)
    space, first = thinker.machine.functions, thinker.machine.constants["T"]
    memory = thinker.machine.row(thinker.machine.opening)
    memory[first : first + 5] = [4, 9, 7, 2, 3]
    space["forget_tracks"](memory, 1)
    # The vault can be worked out: one is added in every turn.
    assert list(memory[first : first + 5]) == [9, 9, 7, 2, 3]
    assert bot_named("search:20", _played().rules, 1).note == ""


EXAMPLE = """
example who-sees-it
  players ann, bo
  given
    purse of ann is 4
  when playing rounds
  then
    {fact}
"""


@pytest.mark.parametrize(("fact", "title"), [
    ("ann sees purse of ann", ""), ("bo does not see purse of ann", ""), ("nobody sees vault", ""),
    ("everyone sees price of bo", ""),
    ("bo sees purse of ann", "this track is seen by ann"),
    ("everyone sees vault", "this track is seen by nobody"),
    ("nobody sees price of bo", "this track is seen by ann, bo"),
])
def test_an_example_can_say_who_sees_a_track(fact: str, title: str) -> None:
    sheet = load_text(GAME + EXAMPLE.format(fact=fact)).sheet
    assert sheet is not None
    [example] = sheet.examples()
    assert [each.title for each in Ready(sheet).run(example)] == [title] * bool(title)


# --------------------------------------------------------------------------- records
def test_a_record_keeps_secret_numbers_and_what_was_picked(tmp_path: Path) -> None:
    loaded = load_text(TOGETHER, "drawn.variant")
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    rules, _, symbols = ready.rules(2)
    assert rules is not None
    game = Game(rules, symbols, fingerprint(ready.game()[0]))
    table = played(game, tmp_path / "game")
    found = again(tmp_path / "game", game)
    assert found.problem is None
    assert found.finished
    assert found.table is not None
    assert found.table.state.tracks == table.state.tracks
    assert {*table.state.tracks[:2]} != {5}
