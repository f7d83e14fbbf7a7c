"""The terminal that people share while they play, or the pipe that stands in for it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.terminal import wants_colour
from variorum_engine.words.printed import WIDTH

# The screen, and what has scrolled off it: a hand must not be found by scrolling up.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
NARROWEST = 40
PLAIN_TERMINALS = ("", "dumb", "unknown")


Style = Literal["", "heading", "you", "quiet", "choice", "refusal", "news", "good"]
STYLES: dict[Style, dict[str, Any]] = {
    "": {}, "heading": {"bold": True}, "you": {"fg": "cyan", "bold": True},
    "quiet": {"dim": True}, "choice": {"fg": "cyan"}, "refusal": {"fg": "red"},
    "news": {"fg": "yellow"}, "good": {"fg": "green", "bold": True},
}


class Console(NamedTuple):
    """Where the session reads and writes. `ask` gives None at the end of the input."""

    ask: Callable[[str], str | None]
    say: Callable[[str], None]
    screen: bool
    hide: Callable[[], None]
    width: Callable[[], int]
    paint: Callable[[str, Style], str]


def console() -> Console:
    import click

    screen = sys.stdin.isatty() and sys.stdout.isatty()
    _forgiving()
    editing = _line_editing() if screen else None

    def ask(question: str) -> str | None:
        if editing is not None:
            try:
                return input(question)
            except EOFError:
                click.echo()
                return None
        click.echo(question, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        if not screen:
            click.echo(clean(line.rstrip("\n")))  # so that a piped game can be read afterwards
        return line.rstrip("\n")

    def hide() -> None:
        if not screen:
            return
        if editing is not None:
            editing()  # what one person typed is not for the next one's arrow keys
        if os.environ.get("TERM", "") in PLAIN_TERMINALS:
            click.echo("\n" * shutil.get_terminal_size().lines, nl=False)
        else:
            click.echo(CLEAR, nl=False, color=True)

    def width() -> int:
        if not screen:
            return WIDTH
        return max(NARROWEST, min(WIDTH, shutil.get_terminal_size().columns))

    colour = screen and wants_colour(sys.stdout, os.environ)

    def say(text: str) -> None:
        click.echo(text, color=colour)

    def paint(text: str, style: Style) -> str:
        return click.style(text, **STYLES[style]) if colour and style and text else text

    return Console(ask, say, screen, hide, width, paint)


def _forgiving() -> None:
    """A stray byte is no reason to stop a game: it is read as a letter that nothing has."""
    change = getattr(sys.stdin, "reconfigure", None)
    if change is not None:
        change(errors="replace")


def _line_editing() -> Callable[[], None] | None:
    """Arrow keys at the question, where the system has them; gives what forgets earlier lines."""
    try:
        import readline
    except ImportError:
        return None
    return readline.clear_history
