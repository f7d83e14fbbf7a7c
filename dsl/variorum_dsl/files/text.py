"""The text of a file, or why it cannot be read; asking for it loads nothing else."""

from __future__ import annotations

import errno
import os
import stat

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.source import Source

MOST_BYTES = 2_000_000
MOST_LINE = 20_000


def first_bytes(path: str | os.PathLike[str], most: int) -> bytes:
    """The beginning of a file that somebody names (OSError for what cannot be read). A pipe that
    nobody writes to, or a device without an end, would keep a command waiting for ever."""
    if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
        raise OSError(errno.EINVAL, "this is not an ordinary file")
    with open(path, "rb") as file:
        return file.read(most)


def read_text(path: str, what: str = "a rule file") -> tuple[str | None, list[Diagnostic]]:
    """The text of a file, or why it cannot be read; `what` is what is looked for there."""
    try:
        if os.path.isdir(path):
            return _refused(path, f"{quote(path)} is a folder",
                            f"{what} is one text file", f"variorum check {path}/*.variant")
        if not os.path.isfile(path):
            exists = os.path.lexists(path)
            return _refused(path, f"there is no file {quote(path)}" if not exists
                            else f"{quote(path)} is not an ordinary file",
                            "nothing could be read", "check the spelling of the name")
        if os.path.getsize(path) > MOST_BYTES:
            return _too_large(path)
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        return _refused(path, f"{quote(path)} cannot be read",
                        error.strerror or "the system refused", "check who may read the file")
    return decoded(data, path)


def endless_lines(source: Source) -> list[Diagnostic]:
    """The lines that are too long to be read at all, by whomever."""
    return [Diagnostic(
        "too-long", "error", f"this line has more than {MOST_LINE:,} characters",
        Label(Place(source.path, number, 1, number, 2)), why="nobody could read it",
        hint="break it after a comma",
    ) for number, line in enumerate(source.lines, 1) if len(line) > MOST_LINE]


def decoded(data: bytes, path: str) -> tuple[str | None, list[Diagnostic]]:
    """The text of the bytes of a file, or why they are none."""
    if len(data) > MOST_BYTES:
        return _too_large(path)
    problems: list[Diagnostic] = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        problems.append(Diagnostic(
            "byte-order-mark", "warning", "the file begins with an invisible mark",
            Label(Place.start_of(path), "here"),
            why="some editors put a byte order mark before the text; no other tool needs it",
            hint="variorum fmt removes it",
            fix=Fix("write the file without it", (Edit(Place.start_of(path), ""),), safe=True),
        ))
    try:
        return data.decode("utf-8"), problems
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        at = Place(path, line, column, line, column + 1)
        return None, [*problems, Diagnostic(
            "not-utf8", "error", "the file is not in UTF-8",
            Label(at, f"byte 0x{data[error.start]:02x}"),
            why="other encodings would turn letters into others on another machine",
            hint="save the file as UTF-8",
        )]


def _refused(path: str, title: str, why: str, hint: str) -> tuple[None, list[Diagnostic]]:
    return None, [Diagnostic("unreadable-file", "error", title, Label(Place.start_of(path)),
                             why=why, hint=hint)]


def _too_large(path: str) -> tuple[None, list[Diagnostic]]:
    return _refused(path, f"{quote(path)} is larger than {MOST_BYTES:,} bytes",
                    "no rulebook is that long", "check that this is a rule file")
