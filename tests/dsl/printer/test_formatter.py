"""The one style: what it looks like, that it is stable, and that it changes no meaning."""

from pathlib import Path

import pytest
from variorum_dsl import model
from variorum_dsl.model.node import walk
from variorum_dsl.printer.document import print_clause, print_document, print_expression
from variorum_dsl.printer.edits import Printed, is_printed
from variorum_dsl.printer.formatter import format_text
from variorum_dsl.syntax.limits import MOST_JOINED, MOST_NESTED

from tests.dsl.printer.style import EVERYTHING, FILES, comments, formatted, meaning, said

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@every_file
def test_formatting_twice_changes_nothing_more(path: Path) -> None:
    once = formatted(path.read_text("utf-8"))
    assert formatted(once) == once


@every_file
def test_the_meaning_stays(path: Path) -> None:
    text = path.read_text("utf-8")
    assert said(meaning(formatted(text))) == said(meaning(text))


@every_file
def test_no_comment_is_lost(path: Path) -> None:
    text = path.read_text("utf-8")
    assert comments(formatted(text)) == comments(text)


@every_file
def test_the_printer_alone_keeps_the_meaning(path: Path) -> None:
    document = meaning(path.read_text("utf-8"))
    printed = print_document(document)  # type: ignore[arg-type]
    assert said(meaning(printed)) == said(document)


def test_every_construct_has_its_look() -> None:
    assert formatted(EVERYTHING) == EVERYTHING
    assert print_document(meaning(EVERYTHING)) == EVERYTHING  # type: ignore[arg-type]


def test_every_part_can_be_printed_alone() -> None:
    expressions = tuple(model.members(model.Expression))
    for node in walk(meaning(EVERYTHING)):
        if isinstance(node, expressions):
            assert print_expression(node)  # type: ignore[arg-type]
        elif is_printed(node):
            assert print_clause(node)


def test_every_class_of_the_model_is_shown() -> None:
    """A new construct has to be added to EVERYTHING above; mypy names the printers for it."""
    shown = {type(node) for node in walk(meaning(EVERYTHING))}
    assert {*model.members(Printed), *model.members(model.Expression)} <= shown
    lines = {each for each in vars(model).values()
             if isinstance(each, type) and issubclass(each, model.Line)}
    assert lines - {model.Line} == {*model.members(model.Statement)}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("((a))", "a"),
        ("(a + b) + c", "(a + b) + c"),
        ("a + (b + c)", "a + (b + c)"),
        ("(a * b) + c", "(a * b) + c"),
        ("(a + b) * c", "(a + b) * c"),
        ("(a and b) or c", "(a and b) or c"),
        ("a and (b or c)", "a and (b or c)"),
        ("not (not a)", "not (not a)"),
        ("not (a is b)", "not (a is b)"),
        ("(not a) is b", "(not a) is b"),
        ("count of (luxury in (hand of (p)))", "count of luxury in hand of p"),
        ("total value of (a + b)", "total value of (a + b)"),
        ("(players except p) with highest x", "(players except p) with highest x"),
        ("(players whose x is 3) whose y is (4)", "(players whose x is 3) whose y is 4"),
        ("players whose x is (y of p)", "players whose x is (y of p)"),
        ("hand of (players with highest x)", "hand of (players with highest x)"),
        ("(a otherwise 0) + 1", "(a otherwise 0) + 1"),
        ("a otherwise 0 + b * c otherwise 1", "a otherwise 0 + b * c otherwise 1"),
        ("(a + b) otherwise (c * 2)", "(a + b) otherwise (c * 2)"),
        ("(a / 2 rounded down) is 3", "(a / 2 rounded down) is 3"),
        ("x is (a is b)", "x is (a is b)"),
        ("x is (at + 1)", "x is (at + 1)"),
        ("top (3) of deck", "top 3 of deck"),
        ("top (-3) of deck", "top (-3) of deck"),
        ("((9 for 3 players, (a + 1) for 4 to 5 players))",
         "(9 for 3 players, (a + 1) for 4 to 5 players)"),
        ("((a + b)) * c", "(a + b) * c"),
        ("a + ((count of deck))", "a + (count of deck)"),
        ("any (players except p)", "any (players except p)"),
        ("x is an luxury", "x is a luxury"),
        ("x is a heir or x is a unicorn", "x is an heir or x is a unicorn"),
    ],
)
def test_parentheses_stand_where_they_are_needed_or_help(written: str, shown: str) -> None:
    text = f'edition x "X"\n\nfigures\n  f is {written}\n'
    assert formatted(text) == f'edition x "X"\n\nfigures\n  f is {shown}\n'


def test_spacing_is_settled() -> None:
    messy = (
        '\ufeff\r\n\r\nedition   x    "X"   see   "A"   \r\n'
        "published \"P\"\r\nzones\r\n     deck    holds  money  ,hidden,in   order\r\n"
        "     hand of each player holds money,secret see \"B\"\r\n\r\n\r\n\r\n"
        "     box holds money, open\r\nsetup\r\n shuffle deck\r\n\r\n\r\n"
    )
    assert formatted(messy) == (
        'edition x "X"                                   see "A"\n'
        'published "P"\n'
        "\n"
        "zones\n"
        "  deck holds money, hidden, in order\n"
        '  hand of each player holds money, secret       see "B"\n'
        "\n"
        "  box holds money, open\n"
        "\n"
        "setup\n"
        "  shuffle deck\n"
    )


def test_comments_stay_with_their_lines() -> None:
    messy = """\
# the file
edition x "X" # heading

   # before kinds
kinds# no space
      # before money

      # and again
   money has value,      # in the middle
      # still in the middle
        rank   # at the end
   # the last of the kinds
# before setup
setup

  if a is "b
""".replace(' is "b', "") + """\
     shuffle deck
        # deep
  # before otherwise
  otherwise # behind otherwise
     shuffle box
elimination
  # if nobody is left
  if everyone is out, nobody wins # sad
  # who
  out players
winner
  highest x
  # equal
  then shared
 # not quite outside
# the end

# really
"""
    assert formatted(messy) == """\
# the file
edition x "X"  # heading

# before kinds
kinds  # no space
  # before money

  # and again
  # in the middle
  # still in the middle
  money has value, rank  # at the end
  # the last of the kinds

# before setup
setup
  if a
    shuffle deck
    # deep
  # before otherwise
  otherwise  # behind otherwise
    shuffle box

elimination
  # who
  out players
  # if nobody is left
  if everyone is out, nobody wins  # sad

winner
  highest x
  # equal
  then shared
# not quite outside
# the end

# really
"""


def test_comments_on_lines_that_become_one_are_all_kept() -> None:
    messy = """\
edition x "X"

setup
  do y
    a 1  # one
    # two
    b 2  # three

example z
  players ann  # four
  # five
  players bo  # six
  given
    x is 1
  # seven
  given  # eight
    y is 2  # nine
"""
    once = formatted(messy)
    assert once == """\
edition x "X"

setup
  do y
    # one
    # two
    a 1, b 2  # three

example z
  players ann, bo  # four
  # five
  # six
  given
    x is 1
    # seven
    # eight
    y is 2  # nine
"""
    assert formatted(once) == once


def test_long_lines_go_on_behind_a_comma_or_inside_parentheses() -> None:
    names = ", ".join(f"number-{n}" for n in range(20))
    total = " + ".join(f"zone-{n} of players" for n in range(8))
    text = f'edition x "X"\n\nkinds\n  money has {names}\n'
    text += f'\nalways y "a, b (c": count of ({total}) is 5\n'
    once = formatted(text)
    assert max(map(len, once.split("\n"))) <= 100
    assert once.count("\n        number-") == 2
    assert "\n      + zone-" in once
    assert '"a, b (c"' in once
    assert formatted(once) == once
    assert said(meaning(once)) == said(meaning(text))


def test_long_arguments_stand_below_each_other() -> None:
    arguments = ", ".join(f"{name} count of hand of somebody-else" for name in ("a", "bbb", "cc"))
    text = f'edition x "X"\n\nsetup\n  do y\n    {arguments}  # note\n'
    once = formatted(text)
    assert once.endswith(
        "  do y\n"
        "    a   count of hand of somebody-else  # note\n"
        "    bbb count of hand of somebody-else\n"
        "    cc  count of hand of somebody-else\n"
    )
    assert formatted(once) == once


def test_citations_share_a_column_in_their_section() -> None:
    text = (
        'edition x "X"\n\nzones see "Z"\n'
        '  a-rather-long-name "with long words" holds money, open see "A"\n'
        '  b "with words that are far too long for any column that is still readable" '
        'holds money, open see "B"\n  c holds money, open see "C" see "D"\n'
    )
    assert formatted(text) == (
        'edition x "X"\n\n'
        'zones                                                     see "Z"\n'
        '  a-rather-long-name "with long words" holds money, open  see "A"\n'
        '  b "with words that are far too long for any column that is still readable" '
        'holds money, open  see "B"\n'
        '  c holds money, open                                     see "C" see "D"\n'
    )


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "# only a comment\n",
        'edition x "X"\n\nzones\n  deck houlds money\n',
        'edition x "X"\n\tzones\n',
        'edition x "X"\nzones\n',
        'edition x "X',
    ],
)
def test_a_file_with_mistakes_is_left_alone(wrong: str) -> None:
    text, problems = format_text(wrong, "a.variant")
    assert text is None
    assert problems


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('edition x "X"\n\nwinner\n  highest a\n  then shared\n  then nobody wins\n',
         "stated-twice", 3),
        ('edition x "X"\n\nsilent x "Y"\n  assume a\n  assume b\n', "stated-twice", 3),
        ('library x "one" plural "many"\n', "not-laid-out", 1),
    ],
)
def test_what_the_model_cannot_hold_is_not_dropped(text: str, code: str, line: int) -> None:
    result, problems = format_text(text, "a.variant")
    assert result is None
    assert [(p.code, p.primary.place.line) for p in problems] == [(code, line)]


def test_the_deepest_expression_is_printed() -> None:
    for expression in (" + ".join(["x"] * MOST_NESTED), "not " * MOST_NESTED + "x",
                       "a of " * MOST_NESTED + "x", " or ".join(["x"] * MOST_JOINED),
                       "(" * 39 + "x" + " + y)" * 39):
        text = f'edition x "X"\n\nfigures\n  f is {expression}\n'
        once = formatted(text)
        assert formatted(once) == once
