"""A small game on a desk, and how to point into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from variorum.assist.desk import Desk, File
from variorum.assist.shapes import Position, Range

GAME = """\
edition little "Little"
players 2 to 3
uses auctions

kinds                                        see "Cards"
  gem "jewel" has value, hue (red, green)
  coin "coin" has worth

components
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

# The oldest begins,
# or anybody by lot.
setup
  shuffle deck
  chance picks 1 of players as oldest
  starter becomes oldest

rounds until deck is empty, using up deck
  move top of deck to shop
  do ascending-auction giving buyer
    bidders players, first starter, purse purse, stake paid, worth worth
  move shop to treasure of buyer
  move paid of buyer to bank
  starter becomes buyer

scoring wealth
  gems add total value of gem in treasure

winner
  highest wealth
  then shared

example one-gem
  players ann, bo
  given
    treasure of ann holds gem 2
  when the game ends
  then
    winner ann
"""
CHILD = """\
variant less "Less" extends little
change scoring wealth
  replace gems add 2 for each gem in treasure
"""


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def little(desk: Desk, tmp_path: Path) -> File:
    """The small game, open; beside it a variant that is not."""
    (tmp_path / "less.variant").write_text(CHILD, "utf-8")
    path = tmp_path / "little.variant"
    path.write_text(GAME, "utf-8")
    file = desk.file(desk.open(path.as_uri(), GAME))
    assert file is not None
    return file


def at(file: File, row: str, word: str = "", more: int = 0) -> Position:
    """In the first line with these letters, at the beginning of a word in it."""
    line = next(n for n, text in enumerate(file.text.split("\n")) if row in text)
    text = file.text.split("\n")[line]
    column = text.index(row) + (row.index(word) if word else 0) + more
    return {"line": line, "character": file.lines.units(text[:column])}


def cut(text: str, where: Range) -> str:
    """What stands in a range of a text without wide letters."""
    lines = text.split("\n")
    start, end = where["start"], where["end"]
    if start["line"] == end["line"]:
        return lines[start["line"]][start["character"] : end["character"]]
    return "\n".join([lines[start["line"]][start["character"] :],
                      *lines[start["line"] + 1 : end["line"]],
                      lines[end["line"]][: end["character"]]])


def applied(text: str, edits: list) -> str:  # type: ignore[type-arg]
    from variorum.assist.text import changed

    ordered = sorted(edits, key=lambda edit: (edit["range"]["start"]["line"],
                                              edit["range"]["start"]["character"]), reverse=True)
    for edit in ordered:
        text = changed(text, edit["range"], edit["newText"], "utf-16")
    return text


Opener = Callable[[str], File]


@pytest.fixture
def opened(desk: Desk, tmp_path: Path) -> Iterator[Opener]:
    def opening(text: str) -> File:
        file = desk.file(desk.open((tmp_path / "it.variant").as_uri(), text))
        assert file is not None
        return file

    return opening
