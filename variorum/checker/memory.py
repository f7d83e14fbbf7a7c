"""Findings that are known already: a file that has not changed is not checked again.

The key is made of everything that a check depends on: the file, the parents it names, and this
toolkit itself. An entry that this user has not written is as good as none: it could call any file
clean.
"""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

import variorum_dsl
import variorum_engine
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.files import sealed
from variorum_dsl.files.libraries import file_named
from variorum_dsl.files.text import MOST_BYTES

import variorum
from variorum.files.editions import edition_file
from variorum.version import __version__

MOST_ENTRIES = 400
_HEADING = rb'(?m)^variant [a-z0-9-]+ "[^"\n]*" extends ([a-z0-9-]+)'


_CLEAN = rb'{"findings": \[\], "examples": (\d{1,6}), "left_out": (\d{1,6})}'


class Known(NamedTuple):
    """What a check found, how many examples there are, and how many could not run."""

    findings: list[Diagnostic]
    examples: int
    left_out: int = 0


class Memory:
    """The findings of earlier runs, in a folder of the user's cache."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = _folder() if folder is None else os.fspath(folder)
        self._stamp = ""

    def key(self, path: str) -> str | None:
        """What names the check of a file as it is now, or nothing if it cannot be read."""
        made = _hash()(digest_size=20)
        made.update(f"{self._toolkit()}\n{path}\n".encode("utf-8", "surrogatepass"))
        seen: set[str] = set()
        current: str | None = path
        while current is not None and current not in seen:
            seen.add(current)
            try:
                if not os.path.isfile(current) or os.path.getsize(current) > 2_000_000:
                    return None
                with open(current, "rb") as file:
                    data = file.read()
            except OSError:
                return None
            made.update(b"%d\n" % len(data))
            made.update(data)
            parent = re.search(_HEADING, data) if b" extends " in data else None
            if parent is None:
                break
            name = parent[1].decode()
            current = file_named(name, os.path.dirname(current)) or edition_file(name)
        return str(made.hexdigest())

    def _toolkit(self) -> str:
        """The version, and when the files of the toolkit last changed."""
        if not self._stamp:
            packages = (variorum_dsl, variorum_engine, variorum)
            times = [time for package in packages for time in _changes(package.__path__[0])]
            self._stamp = f"{__version__} {len(times)} {max(times)}"
        return self._stamp

    def recall(self, key: str) -> Known | None:
        data = sealed.recalled(self.folder, f"{key}.json")
        if data is None:
            return None
        # Most files are clean: what is said of them is read without loading a large library.
        clean = re.fullmatch(_CLEAN, data)
        if clean is not None:
            return Known([], int(clean[1]), int(clean[2]))
        from pydantic import TypeAdapter

        try:
            known = TypeAdapter(Known).validate_json(data, strict=True)
        except ValueError:
            return None  # written by another version of this file
        places = [place for finding in known.findings for place in _places(finding)]
        return known if all(_is_possible(place) for place in places) else None

    def keep(self, key: str, known: Known) -> None:
        """Remember a check; it never fails, since nothing depends on it."""
        findings = "[]"
        if known.findings:
            import json

            findings = json.dumps(known.findings)
        text = (f'{{"findings": {findings}, "examples": {known.examples}, '
                f'"left_out": {known.left_out}}}')
        if sealed.keep(self.folder, f"{key}.json", text.encode("ascii")):
            self._make_room()

    def _make_room(self) -> None:
        try:
            entries = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".json")]
            if len(entries) >= MOST_ENTRIES:
                entries.sort(key=lambda entry: entry.stat().st_mtime)
                for entry in entries[: MOST_ENTRIES // 4]:
                    os.unlink(entry.path)
        except OSError:
            return


def _changes(folder: str) -> list[int]:
    """When each file in a folder and below it last changed."""
    found: list[int] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    found += _changes(entry.path)
            elif not entry.name.endswith(".pyc"):
                found.append(entry.stat().st_mtime_ns)
    return found


def _hash() -> Any:
    """A hash function. The one that Python has built in is at hand at once; the ordinary way to
    it loads a large library first."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return blake2b


def _folder() -> str:
    own = os.environ.get("VARIORUM_CACHE")
    if own:
        return own
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "variorum", "checks")


def _places(finding: Diagnostic) -> list[Place]:
    edits = () if finding.fix is None else finding.fix.edits
    return [finding.primary.place, *(label.place for label in finding.secondary),
            *(edit.place for edit in edits)]


def _is_possible(place: Place) -> bool:
    """Whether a place could be one in a file as long as files may be."""
    return ((1, 1) <= (place.line, place.column) <= (place.end_line, place.end_column)
            and place.end_line <= MOST_BYTES and 1 <= place.end_column <= MOST_BYTES
            and place.column >= 1 and "\0" not in place.path)


def diagnostic(row: Any) -> Diagnostic:
    """A finding from plain lists or tuples."""
    code, severity, title, primary, secondary, why, hint, witness, fix = row
    labels = tuple(_label(each) for each in secondary)
    return Diagnostic(code, severity, title, _label(primary), labels, why, hint, witness,
                      None if fix is None else _fix(fix))


def _fix(row: Any) -> Fix:
    title, edits, safe = row
    return Fix(title, tuple(Edit(Place(*place), text) for place, text in edits), safe)


def _label(row: Any) -> Label:
    place, text = row
    return Label(Place(*place), text)
