"""Machine code that was made before, in a folder that belongs to the user alone.

Whatever is loaded from here runs, so it is trusted only if nobody else can have written it
(`variorum_dsl.files.sealed`).
"""

from __future__ import annotations

import os
from pathlib import Path

from variorum_dsl.files import sealed

MOST_FILES = 200


def cache_folder() -> Path:
    """Where code is kept: VARIORUM_CACHE, or the user's cache."""
    own = os.environ.get("VARIORUM_CACHE")
    if own:
        return Path(own) / "code"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "variorum" / "code"


class Store:
    """Files of machine code by name. Reading and writing never fail: at worst nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def recall(self, name: str) -> bytes | None:
        """What was kept under a name, if it is certain that it was kept by this user."""
        return sealed.recalled(str(self.folder), f"{name}.code")

    def keep(self, name: str, body: bytes) -> None:
        """Keep something under a name: whole or not at all."""
        if sealed.keep(str(self.folder), f"{name}.code", body):
            self._make_room()

    def _make_room(self) -> None:
        try:
            files = sorted(self.folder.glob("*.code"), key=lambda path: path.stat().st_mtime)
            for path in files[: max(0, len(files) - MOST_FILES)]:
                path.unlink(missing_ok=True)
        except OSError:
            return
