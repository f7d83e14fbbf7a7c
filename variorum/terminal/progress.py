"""One line on standard error that says what is being done, for whoever waits at a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import TextIO

from variorum_dsl.diagnostics.sanitizer import clean

OFTEN = 0.1  # seconds


class Progress:
    """Shows the newest of what it is told, and leaves nothing behind. Silent without a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        shown: TextIO = sys.stderr if stream is None else stream
        self.stream = shown if shown.isatty() else None
        self.wide = 0
        self.next = 0.0

    def say(self, text: str, *, now: bool = False) -> None:
        """Say it, if the last time was long enough ago; with `now` in any case, which is for what
        takes long until there is something else to say."""
        if self.stream is None or not (now or time.monotonic() >= self.next):
            return
        self.next = time.monotonic() + OFTEN
        # A longer text would go on in a second line, which could not be taken back.
        text = clean(text)[:shutil.get_terminal_size().columns - 1]
        self.stream.write(f"\r{text.ljust(self.wide)}")
        self.stream.flush()
        self.wide = len(text)

    def end(self) -> None:
        if self.stream is not None and self.wide:
            self.stream.write(f"\r{' ' * self.wide}\r")
            self.stream.flush()
            self.wide = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.end()
