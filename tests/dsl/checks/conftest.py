"""A small game that checks clean, and how a fragment becomes a whole file.

A block in a page, and a sample, is either a whole file (it begins with `edition`, `variant` or
`library`) or a fragment: its sections take the place of the sections of the small game that begin
with the same word, and all others are added at the end.

`# file NAME.variant` begins a further file beside the first, which is whole as it stands. In a
block marked `escaped`, `\\t`, `\\r` and `\\xff` stand for those bytes, and `<<TEXT * 500>>` for
the text so many times.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import Loaded

from variorum.checker.check import check, read

Checking = Callable[..., tuple[Loaded, list[Diagnostic]]]

SMALL_GAME = """\
edition small "Small"
players 2 to 3
kinds
  gem has value
  coin has worth
components
  in deck
    6 gem with value 1 to 6
  in purse of each player
    3 coin with worth 1 to 3
zones
  deck holds gem, hidden, in order
  shop holds gem, open
  bank holds coin, open
  purse of each player holds coin, secret
  treasure of each player holds gem, open
tracks
  starter is a player
figures
  money-left is total worth of purse
setup
  shuffle deck
  chance picks 1 of players as first
  starter becomes first
rounds until deck is empty, using up deck
  move top of deck to shop
  starter chooses
    buy, if purse of starter is not empty, picking 1 of purse of starter as price
      move price to bank
      move shop to treasure of starter
    leave
      move shop to treasure of (left of starter)
  starter becomes left of starter
scoring points
  gems add total value of treasure
winner
  highest points
  then highest money-left
  then shared
"""
_REPLACED = frozenset(
    "players kinds components zones tracks figures setup rounds scoring winner elimination".split()
)
_WHOLE = ("edition ", "variant ", "library ", "\\xef", "# nothing")


def sections(text: str) -> list[str]:
    """The text cut before every line that begins at its left edge."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        if found and (line.startswith((" ", "\n", "#")) or not line.strip()):
            found[-1] += line
        else:
            found.append(line)
    return found


def completed(fragment: str) -> str:
    """A whole file from a fragment."""
    if fragment.startswith(_WHOLE):
        return fragment
    new = sections(fragment)
    first = {section.split()[0] for section in new if section.split()}
    result: list[str] = []
    placed: set[int] = set()
    for section in sections(SMALL_GAME):
        word = section.split()[0]
        if word not in first or word not in _REPLACED:
            result.append(section)
            continue
        for i, mine in enumerate(new):
            if mine.split()[:1] == [word] and i not in placed:
                placed.add(i)
                result.append(mine)
    result += [mine for i, mine in enumerate(new) if i not in placed]
    return "".join(result)


def unescaped(text: str) -> bytes:
    text = re.sub(r"<<(.*?) \* (\d+)>>", lambda found: found[1] * int(found[2]), text)
    data = text.encode()
    data = data.replace(rb"\t", b"\t").replace(rb"\r", b"\r")
    return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes([int(found[1], 16)]), data)


def written(folder: Path, text: str, *, escaped: bool = False) -> Path:
    """The files of a block in a folder, and the path of the first."""
    first, *others = re.split(r"(?m)^# file (\S+)\n", text)
    whole = completed(first)
    found = re.match(r"(?:edition|variant|library) (\S+)", whole)
    path = folder / f"{found[1] if found else 'small'}.variant"
    path.write_bytes(unescaped(whole) if escaped else whole.encode())
    for name, other in zip(others[::2], others[1::2], strict=True):
        (folder / name).write_text(other, "utf-8")
    return path


@pytest.fixture
def small_game() -> str:
    return SMALL_GAME


@pytest.fixture
def checking(tmp_path: Path) -> Checking:
    """Writes a text into a folder of its own and checks it."""

    def run(text: str, *, escaped: bool = False) -> tuple[Loaded, list[Diagnostic]]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        loaded = read(str(written(folder, text, escaped=escaped)))
        return loaded, check(loaded)

    return run
