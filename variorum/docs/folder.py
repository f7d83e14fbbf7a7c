"""Writing the pages into a folder, and finding out whether they are still as they were made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from variorum.docs.site import MARK
from variorum.highlighting.spans import available
from variorum.reports.html import uncoloured

_HTML_MARK = "Made by <code>variorum docs</code>"
_ENDINGS = (".md", ".html")


class Drift(NamedTuple):
    """A file that is not as it would be made now."""

    name: str
    what: str


def drift(folder: str, files: Mapping[str, str]) -> list[Drift]:
    found = []
    for name, text in files.items():
        try:
            there = Path(folder, name).read_text("utf-8")
        except FileNotFoundError:
            found.append(Drift(name, "is missing"))
            continue
        except (OSError, UnicodeDecodeError):
            found.append(Drift(name, "cannot be read"))
            continue
        # Who made the page may have had Pygments; colours say nothing about the rules.
        if there != text and (available() or uncoloured(there) != text):
            found.append(Drift(name, f"differs from line {_first(there, text)} on"))
    found += [Drift(name, "is left over") for name in left_over(folder, files)]
    return found


def _first(old: str, new: str) -> int:
    before, after = old.split("\n"), new.split("\n")
    for number, (a, b) in enumerate(zip(before, after, strict=False), 1):
        if a != b:
            return number
    return min(len(before), len(after)) + 1


def left_over(folder: str, files: Mapping[str, str]) -> list[str]:
    """Pages that were made once and are made no longer; other people's files are none of them."""
    found = []
    for inner in ("", "site"):
        try:
            names = sorted(os.listdir(Path(folder, inner)))
        except OSError:
            continue
        for name in names:
            path = f"{inner}/{name}" if inner else name
            if name.endswith(_ENDINGS) and path not in files and _made(Path(folder, path)):
                found.append(path)
    return found


def _made(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return MARK in text or _HTML_MARK in text


def write(folder: str, files: Mapping[str, str]) -> int:
    """Write the pages that are not yet as they should be; how many those were."""
    changed = [each.name for each in drift(folder, files) if each.name in files]
    for name in changed:
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[name], "utf-8", newline="\n")
    return len(changed)


def prune(folder: str, names: Iterable[str]) -> None:
    """Remove pages that are left over."""
    for name in names:
        Path(folder, name).unlink()
