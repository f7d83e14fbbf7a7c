"""What an example may say, and what is said about one that says it badly."""

from __future__ import annotations

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.files.loader import load_text
from variorum_engine.table.preparation import Ready

GAME = """\
edition small "Small"
players 2 to 3

kinds
  paper "card" has value
  gem "gem"

components
  in deck
    5 paper with value 1 to 5
    2 gem

zones
  deck holds paper or gem, hidden, in order
  hand of each player holds paper, secret
  won of each player holds paper or gem, open

tracks
  starter is a player

figures
  sum is total value of paper in won

rounds until deck is empty, using up deck
  let mover be starter
  move top of deck to won of mover
  mover chooses
    lay "lay down", picking 1 of paper in won of mover as laid
      move laid to hand of mover
    stop "stop"
      starter becomes left of mover

winner
  highest sum
  then shared

option pearls "Pearls"
  add components
    in deck
      1 gem pearl "pearl"
  silent pearl-worth "Is a pearl worth anything?"
    assume nothing-at-all "no"
    or something "yes"
"""


def problems(body: str, game: str = GAME) -> list[Diagnostic]:
    lines = "".join(f"  {line}\n" for line in body.splitlines())
    loaded = load_text(f"{game}\nexample tried\n{lines}", "small.variant")
    assert not loaded.problems
    assert loaded.sheet
    return Ready(loaded.sheet).run(loaded.sheet.draft.examples["tried"])


def only(body: str) -> Diagnostic:
    (found,) = problems(body)
    return found


ROUND = "players ann, bo\nwhen playing rounds\n"


# ---------------------------------------------------------------------------------- positions
def test_given_what_a_zone_includes__the_rest_stays_below() -> None:
    assert not problems("""\
players ann, bo
given
  deck includes gem, paper 4
  won of bo includes paper 2
then
  deck holds gem, paper 4, paper 1, paper 3, paper 5, gem
  won of bo holds paper 2""")


def test_given_what_a_zone_holds__the_rest_goes_aside() -> None:
    assert not problems("""\
players ann, bo
given
  deck holds gem, paper 4
then
  deck holds gem, paper 4
  won of bo holds nothing""")


def test_a_card_given_twice__is_named_with_both_lines() -> None:
    found = only("""\
players ann, bo
given
  deck holds paper 3, paper 1
  won of bo holds gem, paper 3""")
    assert found.title == "there are not so many such cards: paper 3"
    assert [label.text for label in found.secondary] == ["named here too"]
    assert found.secondary[0].place.line == found.primary.place.line - 1


def test_more_cards_given_than_there_are__on_one_line() -> None:
    found = only("players ann, bo\ngiven\n  won of bo holds paper 1, 3 gem")
    assert found.title == "there are not so many such cards: 3 gem"
    assert not found.secondary


def test_a_card_in_a_zone_that_does_not_hold_its_kind() -> None:
    found = only("players ann, bo\ngiven\n  hand of bo holds gem")
    assert found.title == "hand cannot hold gem"


def test_what_is_worked_out_cannot_be_given() -> None:
    found = only("players ann, bo\ngiven\n  sum of bo is 3")
    assert found.title == "what is worked out cannot be given"


def test_two_players_of_one_name() -> None:
    assert only("players ann, ann\nthen\n  deck includes gem").title == (
        'two players are called "ann"')


# ---------------------------------------------------------------------------- refused moves
@pytest.mark.parametrize("move", [
    "lay papr 3", "lay 3", "lay paper 3, papr 4", "papr 3", "lie paper 3", "halt", "lay paper red",
])
@pytest.mark.parametrize("player", ["ann", "bo"])
def test_a_refused_move_that_means_nothing_shows_nothing(player: str, move: str) -> None:
    found = only(f"{ROUND}  {player} may not: {move}")
    assert found.code == "example-wrong"
    assert found.title.startswith("no card is called")


@pytest.mark.parametrize("move", [
    "lay paper 5", "lay gem", "gem", "nothing", "lay", "lay paper 1, paper 2", "paper 1", "bo",
])
def test_a_refused_move_that_means_something(move: str) -> None:
    assert not problems(f"{ROUND}  ann may not: {move}\nthen\n  to decide ann")


def test_a_refused_number__where_numbers_are_picked() -> None:
    betting = GAME.replace("      starter becomes left of mover\n", """\
      starter becomes left of mover
    bid "bid"
      mover picks a number from 1 to 3 as offered
      add offered to stake of mover
""").replace("  starter is a player\n", """\
  starter is a player
  stake of each player is a number, starting at 0
""")
    assert not problems(f"{ROUND}  ann: bid\n  ann may not: 4\n  ann: 3", betting)


# --------------------------------------------------------------------- names and where they are
def test_a_misspelt_card__has_the_right_one_beside_it() -> None:
    found = only("players ann, bo\ngiven\n  won of bo holds papr 3")
    assert (found.title, found.hint) == ('no card is called "papr 3"', "paper 3")


def test_a_card_of_an_option_that_is_not_played() -> None:
    found = only("players ann, bo\ngiven\n  won of bo holds pearl")
    assert found.why == '"pearl" belongs to the option "pearls"'
    assert found.hint == "with pearls"


def test_a_question_of_an_option_that_is_not_played() -> None:
    found = only("players ann, bo\nreading pearl-worth is something\nthen\n  deck includes gem")
    assert found.title == '"pearl-worth" is a question of the option "pearls"'
    assert found.hint == "with pearls"


def test_an_unknown_reading__all_are_named_the_assumed_one_too() -> None:
    found = only("players ann, bo\nwith pearls\nreading pearl-worth is much\nthen\n  deck is empty")
    assert "nothing-at-all, something" in found.why


def test_a_pick_that_is_said_like_a_choice() -> None:
    game = GAME.replace("  mover chooses\n", """\
  mover picks 1 of won of mover as shown-card
  mover chooses
""")
    (found,) = problems(f"{ROUND}  ann: lay paper 1\nthen\n  deck is empty", game)
    assert found.primary.text.endswith("a pick is said as the cards alone: paper 1")


def test_a_card_that_is_not_there__is_shown_what_is() -> None:
    found = only(f"{ROUND}  ann: lay paper 2")
    assert found.primary.text.endswith("; can be picked: paper 1")


@pytest.mark.parametrize(("fact", "hint"), [
    ("fist of ann holds paper 1", "write hand"), ("count of talon is 7", "write deck"),
    ("total-value of ann is 0", "write sum"), ("hnd of ann is empty", "write hand"),
])
def test_a_printed_word__leads_to_the_name(fact: str, hint: str) -> None:
    game = GAME.replace("hand of each player holds", 'hand of each player "fist" holds').replace(
        "  deck holds", '  deck "talon" holds').replace("  sum is", '  sum "total value" is')
    (found,) = problems(f"players ann, bo\nthen\n  {fact}", game)
    assert found.hint == hint


def test_a_printed_word_of_a_card__leads_to_its_name() -> None:
    found = only("players ann, bo\ngiven\n  won of bo holds card 3")
    assert found.hint == "paper 3"


def test_an_unknown_name_that_is_given__is_reported_as_such() -> None:
    assert only("players ann, bo\ngiven\n  startr is ann").hint == "write starter"


@pytest.mark.parametrize(("body", "hint"), [
    (f"{ROUND}  ann: lay down paper 1", "write lay"), (f"{ROUND}  ann: stpo", "write stop"),
    (f"{ROUND}  ann may not: stp", "write stop"), (f"{ROUND}  bob: stop", "write bo"),
    ("players ann, bo\nthen\n  winner bob", "write bo"),
    ("players ann, bo\nthen\n  bob sees deck", "write bo"),
])
def test_a_choice_or_a_player_by_another_name__leads_to_the_name(body: str, hint: str) -> None:
    text = f"{GAME}\nexample tried\n" + "".join(f"  {line}\n" for line in body.splitlines())
    found = only(body)
    assert (found.code, found.hint) == ("unknown-name", hint)
    assert found.fix is not None
    mended = load_text(edited(text, found.fix.edits) or "", "small.variant")
    assert mended.sheet
    assert not mended.problems
    again = Ready(mended.sheet).run(mended.sheet.draft.examples["tried"])
    assert all(each.code != "unknown-name" for each in again)


def test_a_player_like_nobody_there__is_told_what_to_do() -> None:
    assert only(f"{ROUND}  zoe: stop").hint == "write one of them, or add zoe to the players above"


def test_a_position_is_given_at_the_beginning() -> None:
    found = only(f"{ROUND}  ann: stop\ngiven\n  starter is bo\nthen\n  starter is bo")
    assert found.title == "a position cannot be given in the middle"


def test_a_round_is_not_begun_in_the_middle_of_another() -> None:
    found = only(f"{ROUND}  ann: stop\nwhen playing rounds\n  bo: stop")
    assert found.title == "something is being played already"
    assert found.hint == "when going on"


def test_nobody_is_to_decide_when_the_game_has_ended() -> None:
    found = only("""\
players ann, bo
given
  deck holds paper 1
when playing rounds
  ann: stop
then
  to decide bo""")
    assert found.primary.text == "to decide: nobody, since the game has ended"


def test_half_a_point__is_written_as_a_fraction() -> None:
    loaded = load_text("edition small \"Small\"\nfigures\n  half is 3.5\n", "small.variant")
    hints = [problem.hint for problem in loaded.problems if problem.code == "strange-character"]
    assert hints == ["numbers are written without a point: two and a half is 5 / 2"]


def test_the_way_to_write_it_works() -> None:
    assert not problems("""\
players ann, bo
given
  won of ann holds paper 3, paper 4
then
  sum of ann / 2 is 7 / 2
  sum of ann is more than 13 / 2""")


# ------------------------------------------------------------------------------------ reasons
REASONED = GAME.replace("picking 1 of paper in won of mover as laid", """\
picking 1 to 2 of paper in won of mover as laid,
        such that total value of laid is more than 2""").replace(
    "  mover chooses\n", '  mover chooses                    see "Turns"\n')
DEAL = "players ann, bo\ngiven\n  deck includes paper 1\nwhen playing rounds\n"


@pytest.mark.parametrize("line", [
    "ann may not: lay paper 1 because condition",
    "ann may not: lay paper 3 because not-there",
    "ann may not: lay nothing because not-offered",
    "bo may not: stop because not-your-turn",
    "ann may not: lay paper 1 because \"Turns\"",
])
def test_a_refusal_is_held_to_its_reason(line: str) -> None:
    assert not problems(f"{DEAL}  {line}", REASONED)


def test_a_move_that_is_refused_for_another_reason() -> None:
    (found,) = problems(f"{DEAL}  ann may not: lay paper 1 because too-few", REASONED)
    assert found.title == "ann may not do this for another reason"
    assert found.primary.text.startswith("condition: the value that you pick must be more than 2")


def test_a_move_that_another_rule_refuses() -> None:
    (found,) = problems(f"{DEAL}  ann may not: lay paper 1 because \"Bidding\"", REASONED)
    assert found.title == "ann may not do this by another rule"
    assert found.primary.text == 'the rule that refuses it cites "Turns"'


def test_a_reason_that_there_is_not() -> None:
    (found,) = problems(f"{DEAL}  ann may not: lay paper 1 because to-few", REASONED)
    assert found.title == 'there is no reason called "to-few"'
    assert found.hint == "because too-few"


def test_a_refused_card_must_exist() -> None:
    found = only(ROUND + "  ann may not: lay paper 55")
    assert found.title == "there is no paper 55"
    assert found.hint == "there are: paper 1, paper 2, paper 3, paper 4, paper 5"
    found = only(ROUND + "  ann may not: lay 3 gem")
    assert found.title == "there are not so many such cards: 3 gem"


# ------------------------------------------------------------------------------------- chance
LOTS = """\
edition lots "Lots"
players 2

kinds
  token "token" has colour (red, green, blue)
  letter "letter"
    guard "guard" under letter
    priest "priest" under letter

components
  in pool
    3 token with colour red, green, blue
    2 guard
    1 priest

zones
  pool holds token or letter, open
  out holds token or letter, open

tracks
  trump is a colour
  pips is a number
  who is a player

phase draws
  chance picks a colour as k
  trump becomes k
  chance picks a number from 1 to 6 as n
  pips becomes n
  chance picks 1 of players as lucky
  who becomes lucky
  chance picks a kind of letter as named
  move named in pool to out
  chance picks 1 to 2 of token in pool as some
  move some to out

figures
  worth is 1

winner
  highest worth
  then shared
"""


def test_chance_is_told_of_members_numbers_players_kinds_and_cards() -> None:
    assert not problems("""\
players ann, bo
when playing draws
  chance: blue
  chance: 5
  chance: bo
  chance: priest
  chance: token red, token green
then
  trump is blue
  pips is 5
  who is bo
  out holds priest, token red, token green""", LOTS)


def test_a_wrong_line_of_chance__what_came_is_listed_in_order() -> None:
    (found,) = problems("players ann, bo\nwhen playing draws\n  chance: blue\n  chance: 7", LOTS)
    assert found.title == "chance is never asked for this"
    line = found.primary.place.line - 1
    assert (f"1. 1 of red, green, blue (told in line {line}); 2. 1 of 1, 2, 3, 4, 5, 6; "
            "3. 1 of ann, bo; 4. 1 of guard, priest; 5. ") in found.why


def test_that_nobody_is_asked_breaks_the_rules_and_not_the_example() -> None:
    nobody = GAME.replace("let mover be starter", (
        "let mover be the next player clockwise after starter whose won is not empty")).replace(
        "move top of deck to won of mover\n", "move top of deck to won of starter\n")
    said = "players ann, bo\ngiven\n  deck holds paper 1, paper 2\nwhen playing rounds"
    assert [(found.code, found.title) for found in problems(said, nobody)] == [
        ("broken-rule", "the rules break down: this is nobody, and somebody is needed")]


BOXED = GAME.replace("    2 gem\n", """    2 gem
  besides 5 player-aid "player aid"
  besides 1 score-pad with 3 players
""", 1)


@pytest.mark.parametrize(("fact", "code", "title"), [
    ("the box holds 5 player-aid", "", ""),
    ("the box holds 4 player-aid", "example-fails", "the box holds 5 player-aid"),
    ("the box holds player-aid", "example-fails", "the box holds 5 player-aid"),
    ("the box holds 5 player-aids", "example-wrong", 'nothing in the box is called "player-aids"'),
    ("the box holds score-pad", "example-wrong", 'nothing in the box is called "score-pad"'),
    ("the box holds 5 player-aid, 2 gem", "example-wrong", 'nothing in the box is called "gem"'),
])
def test_what_the_box_holds_besides(fact: str, code: str, title: str) -> None:
    found = problems(f"players ann, bo\nthen\n  {fact}", BOXED)
    assert [(each.code, each.title) for each in found] == ([(code, title)] if code else [])


def test_what_the_box_holds_is_not_given() -> None:
    found = problems("players ann, bo\ngiven\n  the box holds 5 player-aid\nthen\n  starter is ann",
                     BOXED)
    assert [each.code for each in found] == ["example-wrong"]
