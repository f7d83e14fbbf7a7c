"""A line that cannot be read: the place, and what would mend it."""

import pytest
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.files.loader import load_text

HEAD = """edition small "Small"
players 2 to 3

kinds
  paper "card" has value

components
  in deck
    6 paper with value 1 to 6

zones
  deck holds paper, hidden, in order
  hand of each player holds paper, secret

setup
"""


def reports(text: str) -> list[tuple[str, int, int, str]]:
    return [(problem.code, problem.primary.place.line, problem.primary.place.column, problem.hint)
            for problem in load_text(text, "small.variant").problems]


@pytest.mark.parametrize(("line", "column", "hint"), [
    ("move top of deck hand of p", 20, 'write "to" before "hand"'),
    ("move top of deck into hand of p", 20, 'write "to" instead of "into"'),
    ("move top of deck", 19, 'go on with "to NAME"'),
    ("shuffle the deck", 11, 'leave "the" out'),
    ("for each player in players", 19, 'write a name before "in"'),
    ("p picks 1 of hand of p", 25, 'go on with "as NAME"'),
    ("p picks up to two of hand of p as x", 17, "write 2"),
    ("repeat until deck is empty", 29, 'go on with ", using up NAME"'),
    ("let x 5", 9, 'write "be" before "5"'),
    ("end round", 7, 'write "the" before "round"'),
])
def test_the_smallest_change_that_mends_a_line_is_the_way_out(
    line: str, column: int, hint: str
) -> None:
    assert reports(f"{HEAD}  {line}\n") == [("unreadable-line", 16, column, hint)]


def test_where_two_changes_are_as_small_none_is_proposed() -> None:
    (_, _, _, hint), = reports(f"{HEAD}  hand 3 cards over to p\n")
    assert hint.startswith("such a line reads: ")


@pytest.mark.parametrize(("text", "report"), [
    ('edition small "Small\nplayers 2 to 3\nkinds\n  paper\n',
     ("open-quote", 1, 15, 'close them with "')),
    ("A game for two.\nEverybody draws.\n",
     ("no-heading", 1, 1, 'edition my-game "My Game"')),
    (f"{HEAD}  if any deck\n  move top of deck to hand of p\n",
     ("empty-block", 16, 3, "indent the lines that belong to it by two spaces, or remove it")),
    (f"{HEAD}  if any deck\n\tshuffel deck\n", ("tab", 17, 1, "indent by two spaces")),
    (f"{HEAD}  shuffle Draw_Pile\n",
     ("strange-character", 16, 11, "names are written in small letters: draw-pile")),
    (f"{HEAD}  shuffle draw_pile\n",
     ("strange-character", 16, 15, "names are joined with hyphens: draw-pile")),
    (f"{HEAD}  let x be 2.5\n",
     ("strange-character", 16, 13, "numbers are written without a point: two and a half is 5 / 2")),
])
def test_one_slip_gives_one_report(text: str, report: tuple[str, int, int, str]) -> None:
    assert reports(text) == [report]


@pytest.mark.parametrize(("line", "title", "hint"), [
    ("move paper in hand of the one in players to deck",
     '"the one in players" needs parentheses here', "(the one in players)"),
    ("let x be value of the one in hand of p",
     '"the one in hand of p" needs parentheses here', "(the one in hand of p)"),
    ("if value of the one in hand of p is 3",
     '"the one in hand of p" needs parentheses here', "(the one in hand of p)"),
])
def test_what_needs_parentheses_is_not_left_out(line: str, title: str, hint: str) -> None:
    text = f"{HEAD}  {line}\n    nothing happens\n" if line.startswith("if ") else (
        f"{HEAD}  {line}\n")
    (found,) = load_text(text, "small.variant").problems
    assert (found.title, found.hint) == (title, hint)
    assert found.fix is not None
    assert load_text(edited(text, found.fix.edits) or "", "small.variant").problems == ()


@pytest.mark.parametrize(("line", "word"), [
    ("p picks a row whose count of row is less than 3 as r", "of"),
    ("let x be players whose count of hand is 3", "of"),
    ("let x be hand of p whose value is not in deck", "in"),
    ("let x be hand of p whose value is in deck", "in"),
])
def test_what_whose_cannot_take_is_said_in_full(line: str, word: str) -> None:
    (found,) = load_text(f"{HEAD}  {line}\n", "small.variant").problems
    assert found.title.startswith(f'"{word}" cannot stand behind `whose ')
    assert "such that" in found.hint
    assert found.fix is None


@pytest.mark.parametrize(("line", "hint"), [
    ("for each player p in players whose hand, highest hand first", "whose hand is true"),
    ("let x be players whose hand", "is empty, if it is a zone"),
    ("for each player p in players, highest count of hand first", "figures: NAME is count of"),
    ("let x be players with highest total of hand", "write highest NAME"),
])
def test_what_a_comparison_needs_is_said(line: str, hint: str) -> None:
    found = load_text(f"{HEAD}  {line}\n    nothing happens\n", "small.variant").problems[0]
    assert hint in found.hint
    assert found.fix is None


def test_what_ranks_players_has_a_name() -> None:
    [found] = load_text(f"{HEAD}  nothing happens\n\nwinner\n  highest value\n"
                        "  then highest count of hand\n", "small.variant").problems
    assert found.title == '"of" cannot stand behind `highest count`'


@pytest.mark.parametrize("line", [
    "shuffle deck three times quickly", "move top of deck over there to deck",
])
def test_nobody_is_told_to_leave_out_what_says_something(line: str) -> None:
    (found,) = load_text(f"{HEAD}  {line}\n", "small.variant").problems
    assert "leave" not in found.hint


@pytest.mark.parametrize(("before", "after"), [
    ('edition small "Small"', "edition small Small"),
    ('edition small "Small"', "edition small The Game of Cards  # mine"),
    ('  paper "card" has', "  paper Card has"),
])
def test_printed_words_without_quotes_get_them(before: str, after: str) -> None:
    text = HEAD.replace(before, after) + "  shuffle deck\n"
    (found,) = load_text(text, "small.variant").problems
    assert found.title.endswith(" needs quotes around it")
    assert found.fix is not None
    assert load_text(edited(text, found.fix.edits) or "", "small.variant").problems == ()
