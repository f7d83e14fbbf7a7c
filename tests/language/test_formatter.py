"""The one style: what it looks like, that it is stable, and that it changes no meaning."""

import re
import stat
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dsl import model
from dsl.formatter import format_text
from dsl.model.node import NOWHERE, Node, walk
from dsl.model.words import Cite
from dsl.parser import parse
from dsl.print_edits import PRINTERS
from dsl.print_expressions import PIECES
from dsl.print_play import STATEMENTS
from dsl.printer import print_clause, print_document, print_expression
from dsl.source import Source
from variorum.commands.fmt import command

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("variants", "dsl/library", "tests/games")
    for path in (ROOT / folder).glob("*.variant")
)
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

# Every construct of the language, in the style.
EVERYTHING = '''\
variant everything "Every construct" extends parent
published "Nowhere, 2024"                       see "Title page"
about "A file with one of each."
players 3 to 5                                  see "Players" see "Box"
uses auctions, places

kinds                                           see "Cards"
  money "money card" has value
  paper under money has colour "colour" (red, blue), rank "rank" may be dark, torn "torn"
    luxury "luxury" plural "luxuries"           see "Luxury"

components                                      see "Components"
  total 16 paper
  in hand of each player with 3 to 4 players
    4 money with value 1, 3 to 4, -2
  in deck
    1 luxury faux-pas "Faux Pas" for each colour with rank 1 and value 2 marked dark, torn
    33 paper for each colour
      rank shields copies
      0    3       1
      10   2       10

zones
  deck "status deck" holds paper or money, hidden, in order
  hand of each player holds money, secret

tracks
  starter "starting player" is a player or nobody
  points of each player "VP" is a number, starting at 0 - 5
  mood is an attitude

dummy vunshun "Vunshun" with 3 players

figures
  money-left "money left" is total value of hand
  best is highest value of luxury in display otherwise 0

setup "Setting up"                              see "Setup"
  shuffle deck
  (move) becomes 3
  (otherwise of p) becomes nobody

phase draft "Draft"
  move top of deck to hand of p
  move top 3 of deck + top (count of players) of deck to box
  move top (2 for 3 players, 1 for 4 to 5 players) of deck to box

rounds auction "Rounds" until deck is empty, using up deck and hand of players + box
  reveal: move top of deck to block
  let x be 1 + 2 * (3 - 4) - (5 - 6) / 7
  let y be (a or b) and not (c and d) or not e is 4
  let z be not (x is y) is z
  figure offer is total value of stake / 2 rounded toward zero
  add 5 - -1 to points of p
  subtract 1 from points of p
  remove p from active
  if x is (empty) or x is not a luxury and x is an owl
    nothing happens
  otherwise
    with 3 players
      end the round
    otherwise
      end the game
  for each player p in players except x clockwise after x, until x is not in active
    show hand of p to left of p
  for each player p in players, highest points then lowest rank first
    nothing happens
  for each colour k
    nothing happens
  repeat until any luxury in hand of p, using up deck
    depending on block                          see "Cases"
      case luxury, money
        nothing happens
      case paper
        p picks any number of luxury in hand of p as lost, such that no lost whose rank is 3
        p picks (count of active) of hand of p whose rank is (x + 1) whose hand is not empty as e
        p picks up to 2 of players with highest points then lowest rank with unique bid as b
        p picks 1 to 3 of hand of p as c
        p picks a number from 1 to count of hand of p as n, such that n is not 3
        p picks n of hand of p as some
        p picks a colour as hue, such that hue is not red
        add n / 2 rounded up to points of p
        subtract highest rank of hand of p otherwise 0 from points of p
        let f be (those c in hand of p such that no hand of p whose rank is (rank of c - 1))
        move one of hand of p to deck
        chance picks 1 of players as d
  take turns clockwise from x, each player p, until true, using up deck
    p chooses
      bid "bid" plural "bids", if x is at least 3, picking 1 or more of hand of p as r, such that r
        move r to bid of p
      pass "pass"                               see "Passing"
  at the same time, each player p in players
    p picks 1 of hand of p as c
    move c to bid of p
  do first-bid giving winner, loser
    bidders players, first starter, purse hand

reckoning last "Last"
  nothing happens

effect bites "It bites"                                            see "Bites"
  when a paper enters display of p as c, if any dark outside deck  see "Bites!"
    nothing happens

procedure first-bid "First bid"
  takes first : player or nobody "who"
  gives winner : player
  takes purse : player-zone
  let winner be the one in players

end fourth "the fourth" at once when count of dark outside deck is 4
end lone after the round when count of hand of players is at most 0

elimination "cast out"
  out players with lowest money-left
  out players if x is 3
  if everyone is out, nobody wins               see "Nobody"

scoring status "status"
  a-step "step" add total value of hand for each luxury in display if x is 3, rounded down
  b double
  c multiply by 1 + 2
  d round toward zero
  e at least 0

winner "winner"
  highest status
  then lowest money-left
  then shared                                   see "Shared"

silent odd "Is it kept?"                        see "Scoring"
  or second "no"
    change scoring status
      replace b halve
      after b add f add 1                       see "F"
      before f add g subtract 1
      first add h double
      last add i divide by 2
      remove e
  assume kept "yes"

always fine "fine": count of deck is more than 0
always finer: true

option face-down "Face down"
  replace zone display of each player holds paper, secret
  silent inside "What?"
    assume this
  example within
    players ann

add zones
  extra holds money, open

add effect e
  when a luxury enters deck
    nothing happens

replace kind luxury has value
  part

replace players 3

replace winner
  highest status
  then nobody wins

remove zone box
remove elimination
rename luxury to possession "Possession"        see "New"

change winner
  replace shared by
    then nobody wins                            see "Nobody"
  after status add
    highest x
    then lowest y

change components
  replace faux-pas by
    1 luxury other
  remove money

change rounds auction
  replace reveal by
    nothing happens
  first add
    nothing happens
  add to depending
    case money
      nothing happens
  remove case paper
  extend case paper by luxury, money
  only if x is 3
  offer in p-chooses
    fold "fold"
  remove x

change setup
  remove shuffle-deck

change phase draft
  remove x

example a-bid "A bid"                           see "Bidding"
  players ann, bo
  with yacht-club, gambling
  reading odd is second
  given
    deck holds luxury 7, 2 prestige, chip -3
    hand of ann holds nothing
    starter is ann
    (winner is ann)
  when playing rounds
    ann: bid money 1, money 2
    bo may: bid money 3
    bo may not: pass
  then
    to decide ann, bo
    ann sees hand of ann
    bo does not see hand of ann
    bid of ann includes money 2
    status of ann after b is 7
    eliminated nobody
    the round has ended
  when going on
  when the game ends
  then
    winners ann, bo
    decided by money-left
    the game has ended
    the game goes on
    the round goes on
    the game cannot be played
    everyone sees deck
    winner nobody

allow unused-name for box because "it is printed"
allow unused-name because "so it is"
'''


@cache
def formatted(text: str) -> str:
    result, problems = format_text(text, "a.variant")
    assert problems == []
    assert result is not None
    return result


def meaning(text: str) -> Node:
    document, problems, _ = parse(Source("a.variant", text))
    assert problems == []
    assert document is not None
    return document


def said(document: Node) -> list[str]:
    """Everything that a document says, labels and citations included, places left out."""
    return [repr(node.but(at=NOWHERE)) for node in walk(document)]


def comments(text: str) -> list[str]:
    return [
        line[line.index("#") :].rstrip()
        for line in (re.sub(r'"[^"\n]*"', "", line) for line in text.split("\n"))
        if "#" in line
    ]


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
    document = meaning(EVERYTHING)
    for node in walk(document):
        if type(node).__module__ == "dsl.model.expressions":
            if type(node).__name__ not in ("Rank", "ByCount"):
                assert print_expression(node)
        elif hasattr(node, "cites") or type(node).__name__.startswith(("Insert", "Replace")):
            assert print_clause(node)
    assert any(isinstance(node, Cite) for node in walk(document))


def test_every_class_of_the_model_has_its_print() -> None:
    """A new construct has to be taught to the printer, and added to EVERYTHING above."""
    lines = (*get_args(model.Statement), *get_args(model.TopLevel), *get_args(model.LineEdit))
    facts = get_args(model.FactLine)
    unknown = {cls for cls in (*lines, *facts) if cls not in PRINTERS and cls not in STATEMENTS}
    unknown |= {cls for cls in get_args(model.Expression) if cls not in PIECES}
    assert unknown == set()
    shown = {type(node) for node in walk(meaning(EVERYTHING))}
    assert {*lines, *facts, *get_args(model.Expression)} <= shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("((a))", "a"),
        ("(a + b) + c", "a + b + c"),
        ("a + (b + c)", "a + (b + c)"),
        ("(a * b) + c", "a * b + c"),
        ("(a + b) * c", "(a + b) * c"),
        ("(a and b) or c", "a and b or c"),
        ("a and (b or c)", "a and (b or c)"),
        ("not (not a)", "not not a"),
        ("not (a is b)", "not a is b"),
        ("(not a) is b", "(not a) is b"),
        ("count of (luxury in (hand of (p)))", "count of luxury in hand of p"),
        ("total value of (a + b)", "total value of (a + b)"),
        ("(players except p) with highest x", "(players except p) with highest x"),
        ("(players whose x is 3) whose y is (4)", "players whose x is 3 whose y is 4"),
        ("hand of (players with highest x)", "hand of (players with highest x)"),
        ("(a otherwise 0) + 1", "(a otherwise 0) + 1"),
        ("(a / 2 rounded down) is 3", "a / 2 rounded down is 3"),
        ("x is (a is b)", "x is (a is b)"),
        ("x is (at + 1)", "x is (at + 1)"),
        ("top (3) of deck", "top 3 of deck"),
        ("top (-3) of deck", "top (-3) of deck"),
        ("((9 for 3 players, (a + 1) for 4 to 5 players))",
         "(9 for 3 players, a + 1 for 4 to 5 players)"),
        ("any (players except p)", "any (players except p)"),
        ("x is an luxury", "x is a luxury"),
        ("x is a heir or x is a unicorn", "x is an heir or x is a unicorn"),
    ],
)
def test_parentheses_stand_where_they_are_needed(written: str, shown: str) -> None:
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
    for expression in (" + ".join(["x"] * 390), "not " * 390 + "x", "a of " * 390 + "x",
                       "(" * 39 + "x" + " + y)" * 39):
        text = f'edition x "X"\n\nfigures\n  f is {expression}\n'
        once = formatted(text)
        assert formatted(once) == once


# -------------------------------------------------------------------------- scrambled layouts
_TOKENS = re.compile(r'[a-z][a-z0-9-]*|[0-9]+|"[^"\n]*"|[^ ]')


@st.composite
def scrambled(draw: st.DrawFn) -> tuple[str, str]:
    """A file in the style, and the same with another spacing."""
    text = formatted(draw(st.sampled_from(STYLED)))
    random = draw(st.randoms(use_true_random=False))
    step = random.randint(1, 5)
    lines = []
    for line in text.split("\n"):
        content = line.lstrip(" ")
        indent = " " * ((len(line) - len(content)) // 2 * step)
        if not content:
            lines += [" " * random.randint(0, 3)] * random.randint(1, 3)
        elif content.startswith("#"):
            lines.append(indent + content + " " * random.randint(0, 2))
        else:
            lines += _spaced(indent, content, random)
    end = random.choice(["\n", "\r\n"])
    start = random.choice(["", "\ufeff", end, " " + end])
    return text, start + end.join(lines) + end * random.randint(0, 3)


def _spaced(indent, content, random):  # type: ignore[no-untyped-def]
    lines, line = [], indent
    comment = re.search(r'^(?:[^"#]|"[^"]*")*(#.*)$', content)
    if comment:
        content = content[: comment.start(1)]
    before = ""
    depth = 0
    tokens = _TOKENS.findall(content)
    for number, token in enumerate(tokens):
        apart = (before[-1:].isalnum() and token[0].isalnum()) or "-" in (before, token)
        if before:
            line += " " * random.randint(1 if apart else 0, 3)
        line += token
        before = token
        depth += (token == "(") - (token == ")")
        more = number + 1 < len(tokens)
        if more and (token == "," or depth > 0) and random.random() < 0.2:
            lines += [line, *[""] * random.randint(0, 1)]
            line = " " * random.randint(0, 12)
            before = ""
    if comment:
        line += " " * random.randint(1, 4) + comment[1]
    return [*lines, line + " " * random.randint(0, 2)]


# The shortest first: it is what a failure is made smaller towards.
STYLED = sorted([EVERYTHING, *(path.read_text("utf-8") for path in FILES)], key=len)


@settings(max_examples=30, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(scrambled())
def test_the_layout_of_a_file_does_not_matter(pair: tuple[str, str]) -> None:
    styled, messy = pair
    assert formatted(messy) == styled


# ---------------------------------------------------------------------------------- the command
GOOD = 'edition x "X"\n\nzones\n  deck holds money, hidden\n'
MESSY = GOOD.replace(" holds ", "   holds ")


def run(*arguments: str, given: bytes = b""):  # type: ignore[no-untyped-def]
    return CliRunner().invoke(command, list(arguments), input=given, standalone_mode=False)


def test_fmt_changes_a_file_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.variant"
    file.write_text(MESSY)
    file.chmod(0o640)
    first, second = run(str(file)), run(str(file))
    assert (first.return_value, second.return_value) == (0, 0)
    assert file.read_text() == GOOD
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a.variant"]
    assert "1 file changed" in first.stderr
    assert "1 file already in the style" in second.stderr


@pytest.mark.parametrize("flag", ["--check", "--diff"])
def test_fmt_only_looks(tmp_path: Path, flag: str) -> None:
    (tmp_path / "a.variant").write_text(MESSY)
    result = run(flag, str(tmp_path))
    assert result.return_value == 1
    assert (tmp_path / "a.variant").read_text() == MESSY
    if flag == "--diff":
        assert "-  deck   holds money, hidden\n+  deck holds money, hidden\n" in result.stdout
    (tmp_path / "a.variant").write_text(GOOD)
    assert run(flag, str(tmp_path)).return_value == 0


def test_fmt_goes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.variant").write_text(MESSY)
    (tmp_path / "b.variant").symlink_to("a.variant")
    assert run(str(tmp_path / "b.variant")).return_value == 0
    assert (tmp_path / "b.variant").is_symlink()
    assert (tmp_path / "a.variant").read_text() == GOOD


def test_fmt_reads_standard_input() -> None:
    result = run("-", given=MESSY.encode())
    assert (result.return_value, result.stdout, result.stderr) == (0, GOOD, "")
    assert run("-", "--check", given=MESSY.encode()).return_value == 1
    wrong = run("-", given=b"zones\n")
    assert (wrong.return_value, wrong.stdout) == (1, "")
    assert "error[" in wrong.stderr


def test_fmt_reports_mistakes_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.variant").write_text('edition x "X"\n\nzones\n  deck houlds \x1b[2J\n')
    (tmp_path / "b.variant").write_text(MESSY)
    result = run(str(tmp_path))
    assert result.return_value == 1
    assert (tmp_path / "b.variant").read_text() == GOOD
    assert "error[" in result.stderr
    assert "\x1b" not in result.stderr
    assert "1 file changed, 1 file left alone because of mistakes" in result.stderr


def test_fmt_says_what_it_cannot_use(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.variant").write_bytes(b'edition x "X"\n# \xff\n')
    for path, message in (
        ("missing", "there is no such file or folder"),
        ("empty", "there is no rule file"),
        ("bad.variant", "bad.variant:2: this is not UTF-8 text"),
        ("\0", "there is no such file or folder"),
    ):
        result = run(str(tmp_path / path))
        assert result.return_value == 2
        assert message in result.stderr
    assert (tmp_path / "bad.variant").read_bytes() == b'edition x "X"\n# \xff\n'
