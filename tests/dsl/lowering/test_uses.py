"""The index of names: every word that is a name, what it names, and where that is declared."""

import re
from pathlib import Path

import pytest
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.files.loader import Loaded, load, load_text
from variorum_dsl.lowering.index import Index, index
from variorum_dsl.lowering.uses import Symbol

from tests.paths import ROOT

FILES = sorted([*ROOT.glob("variants/*.variant"), *ROOT.glob("tests/games/*.variant")])
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_KEYWORDS = set(re.findall(
    r'"([a-z]+)"', (ROOT / "dsl/variorum_dsl/grammar.lark").read_text("utf-8")
)) | {"chance", "players", "nobody", "left", "right"}

GAME = """\
edition little "Little"
players 2 to 3
uses auctions
kinds
  gem has value, hue (red, green)
  coin has worth
components
  total 4 gem
  in deck
    4 gem for each hue with value 1 to 2
  in purse of each player
    3 coin with worth 1 to 3
zones
  deck holds gem, hidden, in order
  shop holds gem, open
  paid of each player holds coin, open
  bank holds coin, open
  purse of each player holds coin, secret
  treasure of each player holds gem, open
tracks
  starter is a player
  turns is a number, starting at 0
figures
  money-left is total worth of purse
setup
  shuffle deck
  chance picks 1 of players as first
  starter becomes first
rounds until deck is empty, using up deck
  move top of deck to shop
  do sell giving buyer
    seller starter, goods shop
  starter becomes buyer
  turns becomes turns + 1
  do ascending-auction giving other
    bidders players, first starter, purse purse, stake paid, worth worth
  move paid of other to bank
procedure sell
  takes seller : player
  takes goods : zone
  gives taker : player
  let taker be left of seller
  taker chooses
    buy
      move goods to treasure of taker
    leave
      move goods to treasure of seller
scoring points
  gems add total value of treasure
  hues add 1 for each treasure whose hue is green
  greens add 1 if turns is more than 2
winner
  highest points
  then highest money-left
  then shared
option double "Double"
  change scoring points
    replace gems add 2 for each gem in treasure
silent odd "Is it odd?"
  assume no "no"
  or yes "yes"
    change winner
      remove money-left
example one
  players ann, bo
  with double
  reading odd is yes
  given
    treasure of ann holds gem green 2
    starter is ann
  when the game ends
  then
    points of ann after gems is 2
    winner ann
"""


def loaded_game() -> Loaded:
    loaded = load_text(GAME, "little.variant")
    assert not loaded.problems
    return loaded


def words_of(found: Index, loaded: Loaded, sort: str, name: str) -> list[tuple[str, str]]:
    """The lines of the file in which something is named, and the roles of the words there."""
    (symbol,) = [each for each in found.uses if (each.sort, each.name) == (sort, name)]
    return [(use.role, (loaded.sources.line(use.at.path, use.at.line) or "").strip())
            for use in found.uses[symbol]]


def text_at(loaded: Loaded, at: Place) -> str:
    line = loaded.sources.line(at.path, at.line)
    assert line is not None
    assert at.line == at.end_line
    return line[at.column - 1 : at.end_column - 1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_use_is_the_word_itself(path: Path) -> None:
    loaded = load(path)
    for symbol, uses in index(loaded).uses.items():
        assert {text_at(loaded, use.at) for use in uses} == {symbol.name}
        assert symbol.sort == "library" or any(
            use.at == symbol.at and use.role == "declares" for use in uses)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_word_that_is_a_name_is_found(path: Path) -> None:
    loaded = load(path)
    found = index(loaded)
    names = {symbol.name for symbol in found.uses} - _KEYWORDS
    places = {(use.at.line, use.at.column) for uses in found.uses.values() for use in uses
              if use.at.path == str(path)}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        plain = re.sub(r'"[^"]*"|#.*', lambda cut: " " * len(cut[0]), line)
        for word in _NAME.finditer(plain):
            if word[0] in names:
                assert (number, word.start() + 1) in places, f"{number}: {line}"


def test_a_word_names_one_thing() -> None:
    for path in FILES:
        named: dict[Place, Symbol] = {}
        for symbol, uses in index(load(path)).uses.items():
            for use in uses:
                assert named.setdefault(use.at, symbol) == symbol


def test_a_track_that_is_set_and_one_that_is_read() -> None:
    loaded = loaded_game()
    found = index(loaded)
    assert words_of(found, loaded, "track", "turns") == [
        ("declares", "turns is a number, starting at 0"),
        ("sets", "turns becomes turns + 1"),
        ("sets", "turns becomes turns + 1"),
        ("reads", "greens add 1 if turns is more than 2"),
    ]
    assert [role for role, _ in words_of(found, loaded, "track", "starter")] == [
        "declares", "sets", "reads", "sets", "reads", "states"]


def test_names_made_in_play() -> None:
    loaded = loaded_game()
    found = index(loaded)
    assert words_of(found, loaded, "local", "buyer") == [
        ("declares", "do sell giving buyer"), ("reads", "starter becomes buyer")]
    assert [line for _, line in words_of(found, loaded, "local", "taker")] == [
        "gives taker : player", "let taker be left of seller", "taker chooses",
        "move goods to treasure of taker",
    ]
    assert words_of(found, loaded, "parameter", "goods") == [
        ("states", "seller starter, goods shop"), ("declares", "takes goods : zone"),
        ("reads", "move goods to treasure of taker"),
        ("reads", "move goods to treasure of seller"),
    ]


def test_a_use_in_a_library_counts_once_at_its_own_place() -> None:
    loaded = loaded_game()
    found = index(loaded)
    (symbol,) = [each for each in found.uses
                 if each.sort == "procedure" and each.name == "ascending-auction"]
    assert symbol.at.path.endswith("auctions.variant")
    places = [use.at for use in found.uses[symbol]]
    assert len(places) == len(set(places))
    assert [place.path for place in places if place != symbol.at] == ["little.variant"]
    (purse,) = [each for each in found.uses if each.sort == "parameter" and each.name == "purse"
                and any(use.at.path == "little.variant" for use in found.uses[each])]
    assert purse.at.path == symbol.at.path
    assert [use.role for use in found.uses[purse] if use.at.path == "little.variant"] == ["states"]


def test_options_readings_and_examples() -> None:
    loaded = loaded_game()
    found = index(loaded)
    assert words_of(found, loaded, "option", "double") == [
        ("declares", 'option double "Double"'), ("states", "with double")]
    assert words_of(found, loaded, "reading", "yes") == [
        ("declares", 'or yes "yes"'), ("states", "reading odd is yes")]
    assert ("declares", "replace gems add 2 for each gem in treasure") in words_of(
        found, loaded, "step", "gems")
    assert ("states", "points of ann after gems is 2") in words_of(found, loaded, "step", "gems")
    assert ("edits", "remove money-left") in words_of(found, loaded, "figure", "money-left")
    assert [line for _, line in words_of(found, loaded, "player", "ann")] == [
        "players ann, bo", "treasure of ann holds gem green 2", "starter is ann",
        "points of ann after gems is 2", "winner ann",
    ]
    assert ("states", "treasure of ann holds gem green 2") in words_of(
        found, loaded, "member", "green")
    # What an option brings in is indexed although it is not chosen.
    assert ("reads", "replace gems add 2 for each gem in treasure") in words_of(
        found, loaded, "kind", "gem")


def test_lines_that_are_never_reached() -> None:
    text = GAME.replace("  starter becomes buyer\n", """\
  with 9 players
    starter becomes first-of-nine
  starter becomes buyer
""").replace("figures\n", """\
figures
  spare is (1 for 2 players, count of shop for 3 players, count of bank for 9 players)
""").replace("procedure sell", """\
procedure idle
  takes heap : zone
  let kept be count of heap
  if kept is 0
    nothing happens
procedure sell""")
    loaded = load_text(text, "little.variant")
    found = index(loaded)
    assert [line for _, line in words_of(found, loaded, "parameter", "heap")] == [
        "takes heap : zone", "let kept be count of heap"]
    assert [line for _, line in words_of(found, loaded, "local", "kept")] == [
        "let kept be count of heap", "if kept is 0"]
    assert any(line.startswith("spare is") for _, line in words_of(found, loaded, "zone", "bank"))


def test_what_stands_at_a_place() -> None:
    found = index(loaded_game())
    line = GAME.splitlines().index("  starter becomes buyer") + 1
    symbol = found.at("little.variant", line, 20)
    assert symbol is not None
    assert (symbol.sort, symbol.name) == ("local", "buyer")
    assert found.at("little.variant", line, 14) is None


def test_a_variant_names_what_its_parent_declares(tmp_path: Path) -> None:
    parent = tmp_path / "little.variant"
    parent.write_text(GAME, "utf-8")
    child = tmp_path / "mine.variant"
    child.write_text("""\
variant mine "Mine" extends little
rename bank to vault
replace zone shop holds gem, hidden
change rounds
  replace turns by
    turns becomes turns + 2
""", "utf-8")
    loaded = load(child)
    assert not loaded.problems
    found = index(loaded)
    (turns,) = [each for each in found.uses if each.name == "turns"]
    assert turns.at.path == str(parent)
    assert [use.role for use in found.uses[turns] if use.at.path == str(child)] == [
        "edits", "sets", "sets"]
    (vault,) = [each for each in found.uses if each.name == "vault"]
    assert text_at(loaded, vault.at) == "bank"
    (shop,) = [each for each in found.uses if (each.sort, each.name) == ("zone", "shop")]
    assert shop.at.path == str(child)
