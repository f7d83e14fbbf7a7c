"""What pages say about the end of the game, choices and changes, in small games of their own."""

from __future__ import annotations

from itertools import pairwise

import pytest
from variorum_dsl.english import ranked, with_players
from variorum_dsl.files.loader import load_text

from tests.paths import ROOT
from tests.variorum.pages import loaded, rules_in_words, summary
from variorum.docs.pages import aid_page, edition_of, summary_page
from variorum.files.editions import edition_path
from variorum.reports import markdown

GAME = '''edition small "Small"
players 2 to 5

kinds
  gem "gem card" has worth may be dark "dark edge"
  coin "coin card"

components
  in deck
    3 gem with worth 1 to 3
    2 gem ruby "Ruby" with worth 5 marked dark
  in purse of each player
    4 coin

zones
  deck "deck" holds gem, hidden, in order
  shop "offered card" holds gem, open
  purse of each player "hand" holds coin, secret
  bank "bank" holds coin, open
  treasure of each player "treasure" holds gem, open

tracks
  starter "starter" is a player

setup
  shuffle deck
  for each player p
    move top (1 for 2 players, 0 for 3 to 4 players, 1 for 5 players) of deck to treasure of p

rounds until deck is empty, using up deck
  move top of deck to shop
  starter chooses
    take "take it"
      if purse of starter is not empty
        move purse of starter to bank
      otherwise
        move shop to treasure of starter
    leave "leave it"
      move shop to treasure of (left of starter)
  starter becomes left of starter

end early "all dark" at once when count of dark outside deck is 2

scoring points "points"
  gems "gems" add total worth of treasure
  rest "rubies" add count of ruby in treasure

winner
  highest points
  then shared
'''

DRAWN = "  chance picks 1 of deck as it\n  move it to treasure of starter\n"


def pages(*edits: tuple[str, str]) -> tuple[str, str]:
    """The summary and the player aid of the game with some texts replaced."""
    text = GAME
    for before, after in edits:
        assert before in text, before
        text = text.replace(before, after)
    found = load_text(text, "small.variant", edition_path)
    assert not [str(problem) for problem in found.problems if problem.severity == "error"]
    edition = edition_of(found)
    return markdown.render(summary_page(edition)), markdown.render(aid_page(edition))


def test_the_card_that_ends_the_game_goes_to_nobody() -> None:
    text, aid = pages()
    for page in (text, aid):
        assert ("The game ends at once when the second card with a dark edge comes out of the "
                "deck. The round is not played out: the offered card goes to nobody.") in page
        assert "The game ends at the latest with the last card of the deck." in page


@pytest.mark.parametrize(("before", "after"), [
    ("add total worth of treasure", "add total worth of treasure + total worth of shop"),
    ("  starter becomes left", "  move top of deck to treasure of starter\n  starter becomes left"),
    ("  starter becomes left", f"{DRAWN}  starter becomes left"),
    ("end early", 'reckoning rest "rest"\n  move shop to treasure of starter\n\nend early'),
    ("end early", "effect glow\n  when a gem enters shop\n    nothing happens\n\nend early"),
])
def test_a_card_that_may_still_be_somebodys_is_not_said_to_be_nobodys(
    before: str, after: str
) -> None:
    text, _ = pages((before, after))
    assert "The round is not played out." in text
    assert "nobody." not in text


@pytest.mark.parametrize(("before", "after"), [
    ("outside deck is 2", "outside deck is 3"), ("outside deck is 2", "outside deck is at least 3"),
    ("at once when", "after the round when"), ("2 gem ruby", "3 gem ruby"),
])
def test_the_deck_may_run_out_where_the_end_is_not_certain(before: str, after: str) -> None:
    text, _ = pages((before, after))
    assert "Otherwise, the game ends after the round in which the deck runs out." in text
    assert "always ends" not in text


def test_a_choice_with_cases_is_on_the_player_aid() -> None:
    _, aid = pages()
    choices = aid.partition("## What you may do")[2].partition("\n## ")[0]
    assert "**Take it.** This happens:" in choices
    assert "If your hand is not empty, your hand goes to the bank." in choices
    assert "Otherwise, the offered card goes to your treasure." in choices
    assert ("**Leave it.** The offered card goes to the treasure of the next player to the left of "
            "you.") in choices


def test_a_player_aid_says_what_a_card_does_and_to_whom() -> None:
    aid = markdown.render(aid_page(edition_of(loaded("osprey-2018"))))
    assert "subtract 5 if Passé is in your display" in aid
    assert "| Luxury card | 10 | value 1 to 10 |" in aid
    assert ("| Faux Pas | 1 |  | See step 3 of a round. Whoever takes Faux Pas at once puts one of "
            "their luxury cards") in aid
    assert "One of the four cards with a dark green background that end the game." in aid
    assert ("1. Clockwise from the starting player, bid higher or drop out; the last one left is "
            "the winner.") in aid
    assert "the first one to pass is the caught player." in aid
    assert "Nobody sees the status deck and spent money" in aid
    assert "Whoever bids announces the total" in aid
    quick = markdown.render(aid_page(edition_of(loaded("quick-start"))))
    assert "if Scandal is in your display; then if the result so far is less than 0" in quick


def test_a_case_on_the_player_aid_is_not_empty() -> None:
    aid = markdown.render(aid_page(edition_of(loaded("gossip-and-the-city"))))
    assert "4. With 3 players, the lead player chooses: take the turn’s card or turn up" in aid


def test_numbers_of_players_with_the_same_number_are_said_together() -> None:
    assert "into their treasure: 1 with 2 or 5 players and none with 3 or 4 players." in pages()[0]
    assert [with_players(*both) for both in ((3, 3), (3, 4), (3, 5), (1, 1))] == [
        "3 players", "3 or 4 players", "3 to 5 players", "1 player"]


def test_a_flag_may_depend_on_the_number_of_players() -> None:
    late = "  let late be (true for 2 players, false for 3 to 5 players)\n"
    text, _ = pages(("  starter becomes left",
                     f"{late}  if late\n    nothing happens\n  starter becomes left"))
    assert "this is so with 2 players and this is never so with 3 to 5 players" in text


def test_a_line_that_moves_is_not_left_out_and_added() -> None:
    text = summary("money-isnt-everything").partition("## Rulings where")[2]
    change = text.partition("subtracted before or after")[2].partition("\n### ")[0]
    assert "**Scoring: status, moved behind “Scandal: " in change
    assert "left out" not in change
    assert "in addition" not in change


def test_a_heading_that_stays_without_its_list_says_so() -> None:
    assert ("**Rounds, instead.** If the revealed card is a luxury card, a prestige card or "
            "Gambling: the rest as above.") in summary("edition-2025")
    for name in ("quick-start", "edition-2025", "money-isnt-everything"):
        lines = summary(name).split("\n")
        for line, following in pairwise(lines):
            if line.lstrip().startswith("- ") and line.endswith(":"):
                deeper = len(following) - len(following.lstrip())
                assert deeper > len(line) - len(line.lstrip()), line


def test_what_is_the_highest_is_not_called_so_twice() -> None:
    assert ranked("highest", "status") == "highest status"
    assert ranked("highest", "highest Luxury card") == "highest Luxury card"
    assert ranked("highest", "single most valuable card") == "single most valuable card"
    assert ranked("lowest", "highest card") == "lowest highest card"
    pages_folder = ROOT / "generated_docs"
    assert not [path.name for path in pages_folder.glob("*.md")
                if "highest highest" in path.read_text("utf-8")]


def test_totals_that_overlap_are_not_added_up() -> None:
    assert ("There are 16 status cards in all, among them 10 luxury cards, 3 prestige cards, 3 "
            "disgrace cards and 4 cards with a dark "
            "green background.") in summary("osprey-2018")
    assert ("In all there are 5 initial cards, 55 gossip cards and 15 trading chips."
            ) in summary("gossip-and-the-city")


def test_what_is_worked_out_first_stands_in_parentheses() -> None:
    for written, said in {
        "count of treasure - 20 * (1 + count of purse)": "{} minus (20 times (1 plus {}))",
        "(count of treasure - 20) * (1 + count of purse)": "({} minus 20) times (1 plus {})",
        "count of treasure - 20 + count of purse": "{} minus 20 plus {}",
    }.items():
        counted = said.format("the number of gem cards in the player’s treasure",
                              "the number of coin cards in the player’s hand")
        text, _ = pages(("add total worth of treasure", f"add {written}"))
        assert f"Add {counted}." in text


def test_and_beside_or_says_what_belongs_together() -> None:
    rule = "  if {}\n    nothing happens\n  starter becomes left"
    texts = [pages(("  starter becomes left", rule.format(condition)))[0] for condition in (
        "(deck is empty or bank is empty) and shop is empty",
        "deck is empty or (bank is empty and shop is empty)",
        "not (deck is empty and bank is empty)")]
    assert "If (the deck is empty or the bank is empty) and there is no offered card" in texts[0]
    assert "If the deck is empty or (the bank is empty and there is no offered card)" in texts[1]
    assert "If it is not so that (the deck is empty and the bank is empty)" in texts[2]


def test_nobody_is_called_they_while_somebody_else_is() -> None:
    body = ("  for each player p\n    for each player q in players except p\n"
            "      move purse of {} to bank\n  starter becomes left")
    own, other = (pages(("  starter becomes left", body.format(name)))[0] for name in "qp")
    assert "Each other player’s hand goes to the bank." in own
    assert "That player’s hand goes to the bank." in other


def test_what_the_book_leaves_open_is_marked_where_it_stands_and_not_cited() -> None:
    text = summary("osprey-2018")
    assert ("4. If there is still a tie, the tied players share the victory. *† assumed; the book "
            "does not say: Who wins when status, money and the best luxury card are all equal?*"
            ) in text
    assert "For 3 to 5 players. *† assumed; the book does not say: How many can play?*\n" in text
    # Halving is in the book; what becomes of the half is not.
    assert ("| 4 | Scandale | Halve the result so far if Scandale is in the player’s display. "
            "*† assumed; the book does not say: What becomes of the half point when Scandale "
            "halves an odd status?* | Disgrace!; Scoring Example |") in text
    assert "1. Shuffle the status deck.\n" in text


def test_a_player_aid_has_setup_options_and_what_is_counted() -> None:
    aid = markdown.render(aid_page(edition_of(loaded("edition-2025"))))
    for part in ("## Goal", "## Setup", "## Optional rules", "### Yacht Club",
                 "## What is counted"):
        assert f"{part}\n" in aid
    assert "the tied players share the victory. †" in aid
    # What is assumed stands at the end, under its number; a heading is not assumed.
    number = aid.partition("share the victory. †")[2].partition("\n")[0]
    assert (f"\n{number}. Who wins when score, money and the best luxury card are all equal? The "
            "tied players win together.\n") in aid.partition("## What is assumed")[2]
    assert "| ½ scandal | 1 |  |" in aid
    assert "| game end card †" in aid


def test_a_secret_number_is_said_to_be_kept_secret() -> None:
    starter = '  starter "starter" is a player\n'
    summary, _ = pages((starter, f"""{starter}\
  savings of each player "savings" is a number, starting at 3, secret
  pool "pool" is a number, hidden
"""))
    assert ("**Savings.** Counted for each player; at the beginning, 3. "
            "Each player keeps their savings secret.") in summary
    assert "**Pool.** A number. Nobody sees it." in summary


def test_what_is_so_or_not_is_said_without_quotes_where_its_name_says_how_it_is() -> None:
    starter = "  starter becomes left of starter\n"
    for name, before, after in (("settled", "it is not settled", "it is settled"),
                                ("chance", "“chance” does not hold", "“chance” holds")):
        summary, _ = pages((starter, f"""{starter}\
  let {name} be false
  if not {name}
    {name} becomes true
"""))
        assert f"At first {before}." in summary
        assert f"If {before}, from now on {after}." in summary


HEAPS = """edition heaps "Heaps"
players 2

kinds
  card "card" has colour (red, blue), value

components
  in deck
    20 card for each colour with value 1 to 10

zones
  deck holds card, hidden, in order
  heap of each colour holds card, open
  shelf of each player holds card, open
  box holds card, open

figures
  height of each colour is count of heap

setup
  shuffle deck

rounds until deck is empty, using up deck
  for each player p
    move top of deck to shelf of p
    move top of deck to heap of red

effect back
  when a card enters shelf of p as new, if count of shelf of p is 3
    do loss
      owner p, reach new

procedure loss "one card is lost"
  takes owner : player
  takes reach : cards
  owner picks 1 of reach as lost
  move lost to box

scoring points
  all add total value of shelf
  high add height of red

winner
  highest points
  then shared

always few: count of shelf of players is at most 20
"""


def test_cards_in_a_heap_are_counted_and_not_the_heaps() -> None:
    sheet = load_text(HEAPS).sheet
    assert sheet is not None
    text = rules_in_words(sheet)
    assert "- **Height of each colour.** The number of cards in its heap." in text
    assert "in all players’ shelves." in text
    # Who has nothing to choose from is not said to choose.
    assert "That player puts the new card into the box." in text


def test_an_attribute_that_counts_things_is_said_behind_its_number() -> None:
    sheet = load_text(HEAPS.replace(", value", ', heads "bull’s head"').replace(
        "value", "heads")).sheet
    assert sheet is not None
    text = rules_in_words(sheet)
    assert "Each card has a colour (red or blue) and a number of bull’s heads." in text
    assert "Add the total number of bull’s heads on the player’s shelf." in text


@pytest.mark.parametrize(("told", "said"), [
    ("the tallest player", "The tallest player is the leader."),
    ("whoever is tallest", "Whoever is tallest is the leader."),
    ("by lot", "The leader is chosen by lot."),
    ("the tallest player, or anyone", "The tallest player, or anyone, is the leader."),
])
def test_who_it_is_in_real_life_is_said_in_one_sentence(told: str, said: str) -> None:
    text = HEAPS.replace("setup\n", f'tracks\n  leader "leader" is a player\n  rounds-left "rounds '
                         f'left" is a number, starting at 3\n\nsetup\n  chance picks 1 of players '
                         f'as first "{told}"\n  leader becomes first\n').replace(
        "  for each player p\n", "  subtract 1 from rounds-left\n  if rounds-left is 2\n"
        "    move top (count of players) of deck to box\n  for each player p\n")
    sheet = load_text(text).sheet
    assert sheet is not None
    words = rules_in_words(sheet)
    assert said in words
    assert "The rounds left go down by 1." in words
    assert ("If the rounds left are 2, the top cards of the deck, as many as there are players, "
            "go to the box.") in words


@pytest.mark.parametrize(("comparison", "said"), [
    ("is at least", "There are at least as many cards in the box as the limit."),
    ("is less than", "There are fewer cards in the box than the limit."),
    ("is", "There are exactly as many cards in the box as the limit."),
])
def test_cards_are_counted_against_another_number(comparison: str, said: str) -> None:
    sheet = load_text(HEAPS.replace(
        "figures\n", "tracks\n  limit is a number, starting at 3\n\nfigures\n")
        + f"always bound: count of box {comparison} limit\n").sheet
    assert sheet is not None
    assert said in rules_in_words(sheet)


def test_a_flag_behind_whose_is_a_mark() -> None:
    found, _ = pages(('  starter "starter" is a player\n', '''  starter "starter" is a player
  tired of each player "tired" is a flag
'''), ("  starter chooses\n", """  if any players whose tired is false
    starter becomes the one in players whose tired is false
  starter chooses
"""))
    assert "not marked as tired" in found
    assert "never so" not in found


STARTER = '  starter "starter" is a player\n'
NEXT = "  starter becomes left of starter\n"


def with_lines(lines: str, *edits: tuple[str, str]) -> str:
    """The summary of the game with lines at the end of a round."""
    return pages((NEXT, f"{lines}{NEXT}"), *edits)[0]


def test_cards_that_are_gone_through_in_an_order_are_said_to_be() -> None:
    loop = "  for each card c in gem in deck, {}\n    move c to shop\n"
    assert ("For each of the gem cards in the deck, in turn, the one with the lowest worth first:"
            ) in with_lines(loop.format("lowest worth first"))
    assert "the one with the highest worth first:" in with_lines(
        loop.format("highest worth first"))


def test_two_picks_are_told_apart() -> None:
    text = with_lines("""\
  starter picks 2 of deck as wanted
  starter picks 2 of treasure of starter as given
  move wanted to treasure of starter
  move given to deck
""")
    assert "The first chosen cards go to the starter’s treasure." in text
    assert "The second chosen cards go to the deck." in text
    assert "The chosen cards" not in text
    # One that is alone in its block keeps its name.
    alone = with_lines("""\
  starter picks 2 of deck as wanted
  if deck is empty
    starter picks 2 of treasure of starter as given
    move given to deck
  move wanted to treasure of starter
""")
    assert "The chosen cards go to the starter’s treasure." in alone


def test_a_player_picked_of_two_is_a_player() -> None:
    text = with_lines("  starter picks 1 of (left of starter + right of starter) as heir\n"
                      "  move shop to treasure of heir\n")
    assert ("The starter chooses one of the next player to the left of the starter and the next "
            "player to the right of the starter (the heir).") in text
    assert "to the heir’s treasure" in text


@pytest.mark.parametrize(("written", "said"), [
    ("the larger of (count of treasure + 1) and 3", "the larger of ({} plus 1) and 3"),
    ("(the larger of 3 and count of treasure) + 1", "(the larger of 3 and {}) plus 1"),
    ("the larger of 3 and count of treasure", "the larger of 3 and {}"),
])
def test_the_larger_of_two_says_which_two(written: str, said: str) -> None:
    text, _ = pages(("add total worth of treasure", f"add {written}"))
    assert f"Add {said.format('the number of gem cards in the player’s treasure')}." in text


def test_a_sum_of_sums_says_where_each_of_them_ends() -> None:
    text, _ = pages(("add total worth of treasure",
                     "add (2 + n for each number n from 1 to 3) + count of treasure"))
    assert "Add ((2 plus that number) for each number from 1 to 3) plus the number of" in text


def test_a_flag_that_is_called_by_a_sentence_is_said_by_it() -> None:
    flag = f'{STARTER}  late "the deal is over" is a flag\n'
    lines = "  late becomes {}\n  if {}\n    nothing happens\n"
    text = with_lines(lines.format("false", "late"), (STARTER, flag))
    assert "From now on the deal is not over." in text
    assert "If the deal is over, nothing happens." in text
    assert "**The deal is over.** Either so or not." in text
    text = with_lines(lines.format("true", "not late"), (STARTER, flag))
    assert "From now on the deal is over." in text
    assert "If the deal is not over, nothing happens." in text
    named = f'{STARTER}  late "the last deal" is a flag\n'
    text = with_lines(lines.format("deck is empty", "late"), (STARTER, named))
    assert ("The last deal is set if the deck is empty; otherwise it is no longer set.") in text
    assert "If the last deal is set" in text


def test_a_number_of_players_is_not_the_players() -> None:
    text = with_lines("  gone becomes 0\n  add 1 to gone\n", (
        STARTER, f'{STARTER}  gone "players who are out" is a number\n'))
    assert "The number of players who are out becomes 0." in text
    assert "The number of players who are out goes up by 1." in text


@pytest.mark.parametrize(("written", "said"), [
    ("count of treasure of left of this player", "to the left of a player"),
    ("count of treasure + count of treasure of left of this player", "to the left of them"),
])
def test_this_player_is_them_behind_of(written: str, said: str) -> None:
    text, _ = pages(("setup\n", f'figures\n  team "team" is {written}\n\nsetup\n'))
    assert f"the next player {said}" in text
    assert "of they" not in text


@pytest.mark.parametrize(("condition", "said"), [
    ("no ruby in it", "that card is not a Ruby"), ("any dark in it", "that card is a card with"),
    ("any it whose worth is 3", "the worth of that card is 3"),
    ("no it whose worth is 3", "it is not so that the worth of that card is 3"),
])
def test_one_card_is_something_and_nothing_is_in_it(condition: str, said: str) -> None:
    text = with_lines(f"  starter picks 1 of deck as it, such that {condition}\n"
                      "  let laid be the one in it\n  move laid to treasure of starter\n")
    assert f"so that {said}" in text
    assert "The chosen card is the laid card." in text


def test_cards_are_counted_against_a_number_that_depends_on_the_players() -> None:
    text = with_lines("  if count of deck is less than (5 for 2 to 3 players, 4 for 4 to 5 "
                      "players)\n    nothing happens\n")
    assert ("If there are fewer gem cards in the deck than (5 with 2 or 3 players and 4 with 4 or "
            "5 players), nothing happens.") in text


def test_what_nobody_sees_may_be_shown() -> None:
    summary, aid = pages((NEXT, f"  show deck to starter\n{NEXT}"))
    assert "| Deck | the table | gem cards, in order | nobody, unless shown |" in summary
    assert "Unless shown, nobody sees the deck." in aid
    assert "| nobody |" in pages()[0]


def test_one_of_several_places_is_not_called_by_their_plural() -> None:
    text = with_lines("  for each bonuses b\n    shuffle b\n", (
        '  bank "bank"', '  bonuses 3 to 5 holds gem, hidden, in order\n  bank "bank"'))
    assert "For each bonus:" in text
    assert "Shuffle that bonus." in text


def test_a_player_who_is_called_by_a_letter_is_the_chosen_one() -> None:
    text = with_lines("  for each player p\n    p picks 1 of players except p as q\n"
                      "    move shop to treasure of q\n")
    assert "They choose one other player (the chosen player)" in text
    assert "the chosen player’s treasure" in text


def test_one_tie_break_after_the_other_is_said_in_one_parenthesis() -> None:
    text = with_lines("  let best be players with highest riches then lowest coins then highest "
                      "rubies\n  if any best\n    nothing happens\n", ("setup\n", (
                          'figures\n  riches "riches" is total worth of treasure\n  coins "coins" '
                          'is count of purse\n  rubies "rubies" is count of ruby in treasure\n\n'
                          "setup\n")))
    assert ("those with the most riches (among equals, those with the fewest coins, then those "
            "with the most rubies) are") in text


def test_a_number_that_is_called_by_what_was_done_is_a_number() -> None:
    text = with_lines("  let turned be 0\n  turned becomes turned + 1\n")
    assert "The number turned is now the number turned plus 1." in text
