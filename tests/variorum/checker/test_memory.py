"""A file that has not changed is not checked again, and one that has is."""

from pathlib import Path

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

from variorum.checker.check import check_files
from variorum.checker.memory import Known, Memory

GOOD = """variant mine "Mine" extends parent
"""
PARENT = """edition parent "Parent"
players 2
kinds
  gem has value
components
  in deck
    3 gem with value 1 to 3
zones
  deck holds gem, hidden, in order
  won of each player holds gem, open
setup
  shuffle deck
rounds until deck is empty, using up deck
  for each player p in players, until deck is empty
    move top of deck to won of p
scoring points
  gems add total value of gem in won
winner
  highest points
  then shared
"""


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "memory")


def files(tmp_path: Path) -> tuple[Path, Path]:
    mine, parent = tmp_path / "mine.variant", tmp_path / "parent.variant"
    mine.write_text(GOOD)
    parent.write_text(PARENT)
    return mine, parent


def test_what_was_found_comes_back(tmp_path: Path, memory: Memory) -> None:
    mine, _ = files(tmp_path)
    mine.write_text(GOOD + "remove zone nowhere\n")
    first = list(check_files([str(mine)], memory))
    second = list(check_files([str(mine)], memory))
    assert first[0].diagnostics == second[0].diagnostics != []
    assert second[0].sources.line(str(mine), 2) == "remove zone nowhere"


def test_a_change_of_the_file_or_of_its_parent_is_noticed(tmp_path: Path, memory: Memory) -> None:
    mine, parent = files(tmp_path)
    before = memory.key(str(mine))
    parent.write_text(PARENT.replace("highest", "lowest"))
    after = memory.key(str(mine))
    mine.write_text(GOOD + "\n")
    assert len({before, after, memory.key(str(mine))}) == 3


def test_a_spoilt_memory_is_as_good_as_none(tmp_path: Path, memory: Memory) -> None:
    place = Place("a", 1, 1, 1, 2)
    known = Known([Diagnostic("x", "error", "y", Label(place, "z"))], 3)
    memory.keep("k", known)
    assert memory.recall("k") == known
    for spoilt in (b"", b"{", b"[]", b'{"findings": [[]], "examples": 1}', b"\xff"):
        (tmp_path / "memory" / "k.json").write_bytes(spoilt)
        assert memory.recall("k") is None
    assert memory.recall("other") is None


def test_what_cannot_be_read_has_no_key(tmp_path: Path, memory: Memory) -> None:
    assert memory.key(str(tmp_path)) is None
    assert memory.key(str(tmp_path / "nowhere.variant")) is None


def test_an_entry_that_somebody_else_wrote_counts_for_nothing(
    tmp_path: Path, memory: Memory
) -> None:
    mine, _ = files(tmp_path)
    mine.write_text(GOOD + "remove zone nowhere\n")
    list(check_files([str(mine)], memory))
    key = memory.key(str(mine)) or ""
    entry = Path(memory.folder) / f"{key}.json"
    whole = entry.read_bytes()
    clean = b'{"findings": [], "examples": 0}'
    for forged in (clean, clean + whole[-32:], b"", whole[:-1], whole + b"x",
                   b'{"findings": [[]], "examples": 0}'):
        entry.write_bytes(forged)
        assert memory.recall(key) is None
    other = entry.with_name("0" * 40 + ".json")
    other.write_bytes(whole)
    other.chmod(0o600)
    assert memory.recall("0" * 40) is None  # a seal is for one file only
    entry.write_bytes(whole)
    assert memory.recall(key) is not None


@pytest.mark.parametrize("part", ["folder", "entry", "key"])
def test_what_others_may_write_counts_for_nothing(
    tmp_path: Path, memory: Memory, part: str
) -> None:
    mine, _ = files(tmp_path)
    list(check_files([str(mine)], memory))
    key = memory.key(str(mine)) or ""
    assert memory.recall(key) is not None
    folder = Path(memory.folder)
    place = {"folder": folder, "entry": folder / f"{key}.json", "key": folder / "key"}[part]
    place.chmod(place.stat().st_mode | 0o022)
    assert memory.recall(key) is None
