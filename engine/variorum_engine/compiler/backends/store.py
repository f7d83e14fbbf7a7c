"""Machine code that was made before, in a folder that belongs to the user alone.

Whatever is loaded from here runs, so it is trusted only if nobody else can have written it: the
folder and the file belong to the user and are closed to others, and the file carries a seal that
only this user's own key makes. Anything else (cut short, altered, copied from elsewhere) is as good
as not there.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
import tempfile
from pathlib import Path

SEAL = 32
MOST_FILES = 200
_KEY = "key"


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
        path = self.folder / f"{name}.code"
        try:
            if not (_is_private(self.folder) and _is_private(path)):
                return None
            data = path.read_bytes()
            key = self._key(make=False)
        except OSError:
            return None
        if key is None or len(data) < SEAL:
            return None
        body, seal = data[:-SEAL], data[-SEAL:]
        return body if hmac.compare_digest(seal, _seal(key, name, body)) else None

    def keep(self, name: str, body: bytes) -> None:
        """Keep something under a name: whole or not at all."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(self.folder):
                return
            key = self._key(make=True)
            if key is None:
                return
            self._make_room()
            handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".new")
            with os.fdopen(handle, "wb") as file:
                file.write(body + _seal(key, name, body))
            os.replace(temporary, self.folder / f"{name}.code")
        except OSError:
            return

    def _key(self, *, make: bool) -> bytes | None:
        path = self.folder / _KEY
        if make and not path.exists():
            handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".new")
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(32))
            try:
                os.link(temporary, path)  # fails if somebody was faster: then theirs is the key
            except FileExistsError:
                pass
            finally:
                os.unlink(temporary)
        if not _is_private(path):
            return None
        key = path.read_bytes()
        return key if len(key) == 32 else None

    def _make_room(self) -> None:
        files = sorted(self.folder.glob("*.code"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - MOST_FILES)]:
            path.unlink(missing_ok=True)


def _seal(key: bytes, name: str, body: bytes) -> bytes:
    return hashlib.blake2b(name.encode() + b"\0" + body, key=key, digest_size=SEAL).digest()


def _is_private(path: Path) -> bool:
    """Whether a file or folder is the user's own and closed to everybody else."""
    found = os.lstat(path)
    if stat.S_ISLNK(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # there the user's own folders are closed to others by themselves
    return found.st_uid == os.getuid() and not found.st_mode & 0o022
