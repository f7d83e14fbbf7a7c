"""`variorum play` at a real terminal: a pseudo-terminal with a size, and somebody who types."""

import os
import re
import select
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

GONE = re.compile(r"\x1b\[H\x1b\[2J\x1b\[3J")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PATIENCE = 60.0


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80, term: str = "xterm",
                 **settings: str) -> None:
        # A size in the environment, such as that of whoever runs the tests, would win.
        where = {name: value for name, value in os.environ.items()
                 if name not in ("COLUMNS", "LINES", "NO_COLOR")} | {
                     "TERM": term, "PYTHONPATH": str(ROOT), **settings}
        self.pid, self.side = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execve(sys.executable, [sys.executable, "-m", "variorum", *arguments], where)
        self.text = ""

    def until(self, words: str) -> str:
        """What is written up to these words, which must come."""
        found = ""
        end = time.monotonic() + PATIENCE
        while words not in found:
            if not select.select([self.side], [], [], 1)[0]:
                assert time.monotonic() < end, f"{words!r} did not come:\n{found}"
                continue
            try:
                new = os.read(self.side, 65536)
            except OSError:
                new = b""
            assert new, f"the end came before {words!r}:\n{found}"
            found += new.decode(errors="replace").replace("\r\n", "\n")
        self.text += found
        return COLOUR.sub("", found)

    def types(self, line: str, *, then: str) -> str:
        os.write(self.side, f"{line}\n".encode(errors="surrogateescape"))
        return self.until(then)

    def leave(self) -> None:
        os.close(self.side)
        os.waitpid(self.pid, 0)


Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    monkeypatch.chdir(tmp_path)
    terminals: list[Terminal] = []

    def sit(*arguments: str, columns: int = 80, term: str = "xterm",
            **settings: str) -> Terminal:
        terminals.append(Terminal(
            "play", *arguments, "--bots", "random", "--seed", "5", "--save", "a.game",
            columns=columns, term=term, **settings))
        return terminals[-1]

    yield sit
    for terminal in terminals:
        terminal.leave()


def test_lines_fit_the_terminal(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "1", columns=60)
    # A bot begins, and whoever waits for it is told.
    assert re.search(r"\rcy thinks \.\.\.\r +\r", table.until("ann> "))
    told = table.types("rules", then="ann> ")
    assert max(map(len, told.splitlines())) <= 60
    assert "the tied players share the\n      victory.\n" in told


@pytest.mark.parametrize(("settings", "coloured"), [
    ({}, True), ({"NO_COLOR": "1"}, False), ({"term": "dumb"}, False)])
def test_colour_is_for_terminals_that_want_it(
    sit: Sit, settings: dict[str, str], coloured: bool
) -> None:
    table = sit("osprey-2018", "--human", "1", **settings)
    table.until("ann> ")
    assert "No: there is no such choice" in table.types("foo", then="ann> ")
    assert ("\x1b[1mRound 1\x1b[0m" in table.text) == coloured
    assert ("\x1b[31mNo: " in table.text) == coloured
    assert bool(COLOUR.search(table.text)) == coloured


def test_a_log_cites_behind_what_was_picked(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "1")
    table.until("ann> ")
    told = table.types("log", then="ann> ")
    assert re.search(r'^bo: bid money cards? [\d, and]+ +see "Disgrace!"$', told, re.M), told


def test_bytes_that_are_no_text_are_refused_like_any_nonsense(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "1")
    table.until("ann> ")
    assert "No: there is no such choice here: bid, pass." in table.types("\udcff", then="ann> ")
    table.types("quit", then="To go on:")


def test_no_hand_of_another_person_stays_on_the_screen(sit: Sit) -> None:
    """At a cleared screen, neither scrolling up nor the arrow keys show what somebody had."""
    table = sit("osprey-2018", "--human", "all")
    assert not GONE.search(table.until("bo, it is your turn: press Enter "))
    assert "bo (you)\n  hand: money cards" in table.types("", then="bo> ")
    handed = GONE.split(table.types("bid 25", then="cy, it is your turn: press Enter "))
    assert len(handed) == 2
    assert "hand" not in handed[1]
    table.types("", then="cy> ")
    assert "bid 25" not in table.types("\x1b[A", then="cy> ")


def test_a_dumb_terminal_scrolls_the_hand_away(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "all", term="dumb")
    table.until("press Enter ")
    table.types("", then="bo> ")
    handed = table.types("bid 1", then="cy, it is your turn: press Enter ")
    assert "\x1b" not in handed
    assert "\n" * 24 in handed


def test_a_line_instead_of_enter_does_not_move_for_the_next_person(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "all")
    table.until("press Enter ")
    table.types("", then="bo> ")
    table.types("bid 1", then="cy, it is your turn: press Enter ")
    assert "cy (you)" in table.types("bid 2", then="cy> ")
    assert "bid money card 2" not in table.types("log", then="cy> ")


def test_whoever_moves_twice_is_not_asked_to_sit_down_again(sit: Sit) -> None:
    table = sit("osprey-2018", "--human", "all")
    table.until("press Enter ")
    table.types("", then="bo> ")
    # Passing on a disgrace takes it, and whoever took it begins the next round.
    again = table.types("pass", then="bo> ")
    assert "press Enter" not in again
    assert "Round 2" in again


def test_a_position_that_is_typed_is_asked_for() -> None:
    terminal = Terminal("score", "osprey-2018")
    try:
        terminal.until("Type the position")
        assert "Nobody wins." in terminal.types("players ann, bo, cy\n\x04", then="Nobody wins.")
    finally:
        terminal.leave()
