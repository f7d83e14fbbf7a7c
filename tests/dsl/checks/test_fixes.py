"""Every fix that is offered mends what was found, and breaks nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit
from variorum_dsl.diagnostics.explanations import codes
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.files.loader import Loaded

from tests.dsl.checks.test_pages import NOT_SHOWN, blocks
from variorum.checker import fixes
from variorum.checker.check import check, read, read_bytes
from variorum.checker.fixes import mended, offered

SAMPLES = sorted((Path(__file__).parent / "bad").glob("*.variant"))
WITH_A_FIX = {
    "byte-order-mark", "carriage-return", "duplicate-name", "edit-does-not-apply", "everyone-out",
    "example-fails", "idle-option", "idle-step", "idle-tie-break", "indentation",
    "invisible-character", "kind-cycle", "leak", "misspelt-word", "never-played", "never-scored",
    "no-assumed-reading", "no-players", "not-a-question", "open-quote", "open-tie",
    "reserved-name", "shadowed-name",
    "stale-wording", "step-undone", "strange-character", "tab", "telling-number", "unhandled-case",
    "unknown-code", "unknown-library", "unknown-name", "unknown-parent", "unreadable-line",
    "unused-allow",
    "unused-name", "wrong-count", "wrong-owner", "wrong-players", "wrong-total", "wrong-zone",
}


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """A text with its edits, which do not touch each other."""
    after = edited(text, edits)
    assert after is not None
    return after


def told(found: list[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.title) for each in found)


def hold_every_fix(loaded: Loaded, found: list[Diagnostic]) -> set[str]:
    """Apply each fix by itself and check again. Gives the codes that had one."""
    path = Path(loaded.path)
    data = path.read_bytes()
    text = data.decode("utf-8-sig")
    fixed = set()
    for finding in found:
        if finding.fix is None:
            continue
        assert all(edit.place.path == loaded.path for edit in finding.fix.edits)
        path.write_bytes(applied(text, finding.fix.edits).encode())
        after = told(check(read(str(path))))
        key = finding.code, finding.title
        assert after[key] < told(found)[key], path.read_text("utf-8")
        assert not after - told(found), path.read_text("utf-8")
        fixed.add(finding.code)
    path.write_bytes(data)
    return fixed


def as_offered(loaded: Loaded) -> list[Diagnostic]:
    """The findings as JSON and editors have them: with the fixes that were tried."""
    return offered(loaded, lambda text: read_bytes(text.encode(), loaded.path))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_fixes_of_the_samples(sample: Path, checking: Any) -> None:
    loaded, _ = checking(sample.read_text("utf-8"))
    hold_every_fix(loaded, as_offered(loaded))


def test_fixes_of_the_pages(checking: Any) -> None:
    fixed = set()
    for code in codes():
        if code not in NOT_SHOWN:
            ((escaped, text),) = blocks(code, "bad")
            loaded, _ = checking(text, escaped=escaped)
            if not loaded.unreadable:
                fixed |= hold_every_fix(loaded, as_offered(loaded))
    assert fixed == WITH_A_FIX


def test_a_pile_of_each_player(checking: Any, small_game: str) -> None:
    loaded, found = checking(small_game.replace("in purse of each player", "in purse"))
    assert "wrong-owner" in hold_every_fix(loaded, found)


def test_a_case_that_never_happens(checking: Any, small_game: str) -> None:
    line = "      move price to bank\n"
    loaded, found = checking(small_game.replace(line, line + """\
      depending on shop
        case gem
          nothing happens
        case coin
          move price to bank
"""))
    assert hold_every_fix(loaded, found) == {"never-there"}


def test_a_misspelt_name_is_written_as_it_was_meant(checking: Any, small_game: str) -> None:
    for name, wrong in (
        ("holds gem, open", "holds gme, open"),
        ("move price to bank", "move prce to bank"),
        ("then highest money-left", "then highest mony-left"),
        ("with worth 1 to 3", "with wort 1 to 3"),
        ("in purse of each", "in purs of each"),
        ("6 gem with", "6 gems with"),
        ("starter becomes first", "startr becomes first"),
        ("move shop to treasure of starter", "move shop to treasur of starter"),
    ):
        assert name in small_game
        loaded, found = checking(small_game.replace(name, wrong, 1))
        fixes = [each.fix for each in found if each.code == "unknown-name"]
        assert len(fixes) == 1, wrong
        assert fixes[0] is not None, wrong
        text = Path(loaded.path).read_text("utf-8")
        assert applied(text, fixes[0].edits) == small_game


def test_what_stands_in_another_file_is_not_fixed_here(checking: Any, small_game: str) -> None:
    loaded, found = checking(
        'variant mine "Mine" extends small\nreplace zone bank holds gem, open\n'
        "# file small.variant\n" + small_game)
    assert found
    assert all(edit.place.path == loaded.path for each in found if each.fix
               for edit in each.fix.edits)


@pytest.mark.parametrize(("right", "wrong", "safe"), [
    ("shuffle deck", "shufle deck", True),
    ("shuffle deck", "shuffle the deck", True),
    ("shuffle deck", "shuffle Deck", True),
    ("then highest money-left", "then highest money_left", True),
    ("then highest money-left", "then highest money–left", True),
    ("then highest money-left", "then highest moneyLeft", True),
    ("holds gem, hidden, in order", "holds gem, hidden in order", False),
    ("3 coin with worth 1 to 3", "3 coin with worth 1 3", None),  # or 1, 3
    ("chance picks 1 of players", "chance picks one of players", True),
    ('edition small "Small"', 'edition small “Small”', True),
    ('edition small "Small"', 'edition small "Small', False),
    ("if purse of starter is not empty,", "if count of purse of starter >= 1,", True),
    ("if purse of starter is not empty,", "if count of purse of starter>0,", True),
    ("if purse of starter is not empty,", "if count of purse of starter = 1,", False),
    ("  move top of deck to shop\n", "   move top of deck to shop\n", None),  # or the others are
    ("  starter becomes first\n", " starter becomes first\n", False),
    ("  starter becomes first\n", "    starter becomes first\n", False),
    ("scoring points\n  gems add", "scoring points\ngems add", False),
    ("zones\n  deck holds", "zones\n\tdeck holds", True),
    ("zones\n  deck holds", "zones\n \tdeck holds", False),
    ("setup\n", "setup\u200b\n", True),
    ("shuffle deck", "shuffle\u00a0deck", True),
    ("then shared", "then shard", True),
])
def test_a_line_that_cannot_be_read_is_mended(
    checking: Any, small_game: str, right: str, wrong: str, safe: bool | None
) -> None:
    assert right in small_game
    loaded, found = checking(small_game.replace(right, wrong, 1))
    fixes = [each.fix for each in found if each.fix is not None]
    if safe is None:
        assert not any(fix.safe for fix in fixes)
        return
    assert {fix.safe for fix in fixes} == {safe}
    hold_every_fix(loaded, found)
    text = Path(loaded.path).read_text("utf-8")
    after = applied(text, fixes[0].edits)
    if " is " not in wrong + right:
        assert after.split() == small_game.split()


def test_no_way_out_is_offered_that_does_not_lead_out(checking: Any, small_game: str) -> None:
    for right, wrong in (
        ("money-left is total", "money-left is = total"),
        ("shuffle deck", "shuffle.deck"),
        ('edition small "Small"\n', 'edition small "Small" see "A" "B\n'),
    ):
        _, found = checking(small_game.replace(right, wrong, 1))
        assert found
        assert not [each.fix for each in found if each.fix], wrong


@pytest.mark.parametrize(("right", "wrong", "again"), [
    # The second of two, where both say the same.
    ("  then shared\n", "  then shared\n  then shared\n", ""),
    ("  gems add total value of treasure\n",
     "  gems add total value of treasure\n  gems add total value of treasure\n", ""),
    ("  bank holds coin, open\n", "  bank holds coin, open\n  bank holds coin, open\n", ""),
    # What nothing looks at, with everything that is said of it.
    ("gem has value\n", "gem has value, size\n", ""),
    ("gem has value\n", "gem has value may be flawed\n", ""),
    ("gem has value\n", "gem has value may be flawed, rare\n", "gem has value\n"),
    # What never counts.
    ("with worth 1 to 3",
     "with worth 1 to 3\n  in bank with 5 players\n    1 coin with worth 4", ""),
    ("  shuffle deck\n", "  shuffle deck\n  with 5 to 6 players\n    shuffle deck\n", ""),
    ("setup\n", "dummy ghost with 5 players\nsetup\n", ""),
    ("picking 1 of", "picking (1 for 2 to 3 players, 2 for 5 players) of",
     "picking (1 for 2 to 3 players) of"),
    ("  move top of deck to shop\n",
     "  move top of deck to shop\n  if count of shop is more than 9\n    move shop to deck\n", ""),
    ("    leave\n", ("    sell, if count of purse of starter is more than 9\n"
     "      move shop to deck\n    leave\n"), ""),
    ("scoring points\n", ("effect odd\n  when a gem enters shop, if count of deck is 2 and "
     "count of deck is 3\n    move shop to deck\nscoring points\n"), ""),
    # What is missing.
    ("players 2 to 3\n", "", "players 3 to 5\n"),
    ("winner\n  highest points\n  then highest money-left\n  then shared\n", "", None),
    ('edition small "Small"\n', "", ""),
    ("kinds\n", "tracks\nkinds\n", ""),
    ("  move price to bank\n", "  move price to shop\n", ""),
])
def test_ways_out_as_edits(
    checking: Any, small_game: str, right: str, wrong: str, again: str | None
) -> None:
    """`again` is what comes of it: the file as it was, where nothing is said."""
    assert right in small_game
    loaded, _ = checking(small_game)
    Path(loaded.path).write_text(small_game.replace(right, wrong, 1), "utf-8")
    loaded = read(loaded.path)
    assert hold_every_fix(loaded, as_offered(loaded))
    result = mended(loaded.path, Path(loaded.path).read_bytes(), unsafe=True)
    assert result is not None
    if again is None:
        assert "no-winner" not in {each.code for each in result.checked.diagnostics}
    else:
        assert result.checked.diagnostics == [], result.after
        assert result.after == (small_game.replace(right, again) if again else small_game)


def test_an_unused_attribute_goes_with_its_values(checking: Any, small_game: str) -> None:
    loaded, found = checking(small_game.replace("coin has worth", "coin has worth, mint").replace(
        "3 coin with worth 1 to 3", "3 coin with worth 1 to 3 and mint 1"))
    assert hold_every_fix(loaded, found) == {"unused-name"}
    [fix] = [each.fix for each in found if each.fix is not None]
    assert applied(Path(loaded.path).read_text("utf-8"), fix.edits) == small_game


def test_a_variant_scores_its_new_card(checking: Any, small_game: str) -> None:
    loaded, found = checking("""\
variant mine "Mine" extends small
add kinds
  curse "Curse"
add components
  in shop
    1 curse
replace zone shop holds gem or curse, open
replace zone treasure of each player holds gem or curse, open
change scoring points
  replace gems add total value of gem in treasure
# file small.variant
""" + small_game)
    assert hold_every_fix(loaded, found) == {"never-scored"}


@pytest.mark.parametrize(("right", "wrong"), [
    ("points of ann after gems is 8", "points of ann after gems is 9"),
    ("points of ann is 8", "points of ann is 7"),
    ("winner ann", "winner bo"),
    ("winner ann", "winners ann, bo"),
    ("decided by points", "decided by money-left"),
    ("treasure of ann holds gem 2, gem 6", "treasure of ann holds gem 2"),
    ("starter is bo", "starter is ann"),
])
def test_an_example_is_given_what_came_out(
    checking: Any, small_game: str, right: str, wrong: str
) -> None:
    text = small_game + """
example scored
  players ann, bo
  given
    treasure of ann holds gem 2, gem 6
    starter is bo
  when the game ends
  then
    points of ann after gems is 8
    points of ann is 8
    treasure of ann holds gem 2, gem 6
    starter is bo
    winner ann
    decided by points
"""
    head, _, tail = text.rpartition(f"    {right}\n")
    loaded, found = checking(f"{head}    {wrong}\n{tail}")
    [fix] = [each.fix for each in found if each.fix is not None]
    assert not fix.safe
    hold_every_fix(loaded, found)
    assert applied(Path(loaded.path).read_text("utf-8"), fix.edits) == text


def test_only_fixes_that_hold_are_offered(
    checking: Any, small_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shop could hold coins, but then they go on to where no coin may be."""
    loaded, raw = checking(small_game.replace("move price to bank", "move price to shop").replace(
        "  shuffle deck\n", "  shuffle deck\n  move bank to bank\n").replace(
        "  bank holds coin", "  bank holds coin or gem").replace(
        "zones\n", "zones\n  spare holds coin, open\n").replace(
        "  shuffle deck\n", "  shuffle deck\n  move spare to bank\n"))
    wrong = [each for each in raw if each.code == "wrong-zone"]
    assert [each.fix is not None for each in wrong] == [True]
    text = Path(loaded.path).read_text("utf-8")
    found = as_offered(loaded)
    assert [each.fix for each in found if each.code == "wrong-zone"] == [None]
    assert [(each.code, each.title) for each in found] == [(each.code, each.title) for each in raw]
    assert Path(loaded.path).read_text("utf-8") == text
    monkeypatch.setattr(fixes, "MOST_OFFERED", 0)
    found = as_offered(loaded)
    assert not any(each.fix.safe for each in found if each.fix)


CHOICES = """
option generous "Generous"
  change scoring points
    replace gems add 2 * total value of treasure
silent wealth "Does money count?"
  assume no "no"
  or yes "yes"
    change scoring points
      after gems add coins add 1 for each purse
"""
EXAMPLE = """
example buying
  players ann, bo
  with generous
  reading wealth is yes
  given
    treasure of ann holds gem 6, gem 2
  when the game ends
  then
    points of ann after gems is 16
"""


@pytest.mark.parametrize(("right", "wrong"), [
    ("with generous", "with genrous"),
    ("reading wealth is yes", "reading welth is yes"),
    ("reading wealth is yes", "reading wealth is yess"),
    ("holds gem 6, gem 2", "holds gem 6, gme 2"),
    ("ann after gems is", "ann after gms is"),
])
def test_what_an_example_misspells(
    checking: Any, small_game: str, right: str, wrong: str
) -> None:
    text = small_game + CHOICES + EXAMPLE
    assert right in text
    loaded, found = checking(text.replace(right, wrong))
    [fix] = [each.fix for each in found if each.fix is not None]
    hold_every_fix(loaded, found)
    assert applied(Path(loaded.path).read_text("utf-8"), fix.edits) == text


def test_a_line_behind_a_file_that_does_not_end_with_one(
    checking: Any, small_game: str
) -> None:
    text = small_game.replace("  then highest money-left\n  then shared\n",
                              "  then highest money-left")
    loaded, found = checking(text)
    assert hold_every_fix(loaded, found) == {"open-tie"}
    [fix] = [each.fix for each in found if each.fix is not None]
    assert applied(text, fix.edits) == small_game
