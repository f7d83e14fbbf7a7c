"""Findings that are known already: a file that has not changed is not checked again.

The key is made of everything that a check depends on: the file, the parents it names, and this
toolkit itself. An entry that cannot be read is as good as none.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from dsl.bundled import file_named
from dsl.diagnostics import Diagnostic, Label, Place
from variorum.bundled import edition_path
from variorum.version import __version__

MOST_ENTRIES = 400
_HEADING = re.compile(rb'^variant [a-z0-9-]+ "[^"\n]*" extends ([a-z0-9-]+)', re.MULTILINE)
_PACKAGES = ("dsl", "engine", "variorum")


class Known(NamedTuple):
    """What a check found, and how many examples ran."""

    findings: list[Diagnostic]
    examples: int


class Memory:
    """The findings of earlier runs, in a folder of the user's cache."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _folder()
        self._stamp = ""

    def key(self, path: str) -> str | None:
        """What names the check of a file as it is now, or nothing if it cannot be read."""
        import hashlib

        made = hashlib.sha256(f"{self._toolkit()}\n{path}\n".encode("utf-8", "surrogatepass"))
        seen: set[str] = set()
        current: str | None = path
        while current is not None and current not in seen:
            seen.add(current)
            try:
                if not os.path.isfile(current) or os.path.getsize(current) > 2_000_000:
                    return None
                data = Path(current).read_bytes()
            except OSError:
                return None
            made.update(hashlib.sha256(data).digest())
            parent = _HEADING.search(data)
            if parent is None:
                break
            name = parent[1].decode()
            found = file_named(name, Path(current).parent) or edition_path(name)
            current = None if found is None else str(found)
        return made.hexdigest()

    def _toolkit(self) -> str:
        """The version, and when the files of the toolkit last changed."""
        if not self._stamp:
            newest, count = 0, 0
            root = Path(__file__).parents[1]
            for package in _PACKAGES:
                for folder, folders, files in os.walk(root / package):
                    folders[:] = [name for name in folders if name != "__pycache__"]
                    for name in files:
                        if not name.endswith(".pyc"):
                            count += 1
                            newest = max(newest, os.stat(os.path.join(folder, name)).st_mtime_ns)
            self._stamp = f"{__version__} {count} {newest}"
        return self._stamp

    def recall(self, key: str) -> Known | None:
        try:
            stored = json.loads((self.folder / f"{key}.json").read_bytes())
            return Known([_diagnostic(row) for row in stored["findings"]], int(stored["examples"]))
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def keep(self, key: str, known: Known) -> None:
        """Remember a check; it never fails, since nothing depends on it."""
        import tempfile

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._make_room()
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".new")
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump({"findings": known.findings, "examples": known.examples}, file)
            os.replace(name, self.folder / f"{key}.json")
        except OSError:
            pass

    def _make_room(self) -> None:
        entries = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".json")]
        if len(entries) >= MOST_ENTRIES:
            entries.sort(key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: MOST_ENTRIES // 4]:
                os.unlink(entry.path)


def _folder() -> Path:
    own = os.environ.get("VARIORUM_CACHE")
    if own:
        return Path(own)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "variorum" / "checks"


def _diagnostic(row: Any) -> Diagnostic:
    code, severity, title, primary, secondary, why, hint, witness = row
    labels = tuple(_label(each) for each in secondary)
    return Diagnostic(code, severity, title, _label(primary), labels, why, hint, witness)


def _label(row: Any) -> Label:
    place, text = row
    return Label(Place(*place), text)
