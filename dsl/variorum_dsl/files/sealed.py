"""Files that only their owner can have written.

What is kept for later is trusted only if nobody else can have written it: the folder and the file
belong to the user and are closed to others, and the file carries a seal that only this user's own
key makes. Anything else (cut short, altered, copied from elsewhere) is as good as not there.
"""

from __future__ import annotations

import os
import stat

SEAL = 32
_KEY = "key"


def recalled(folder: str, name: str) -> bytes | None:
    """What was kept under a name, if it is certain that this user kept it."""
    path = os.path.join(folder, name)
    try:
        if not (is_private(folder) and is_private(path)):
            return None
        with open(path, "rb") as file:
            data = file.read()
        key = _key(folder, make=False)
    except OSError:
        return None
    if key is None or len(data) < SEAL:
        return None
    body, seal = data[:-SEAL], data[-SEAL:]
    return body if seal == _seal(key, name, body) else None


def keep(folder: str, name: str, body: bytes) -> bool:
    """Keep something under a name, whole or not at all; gives whether it is kept."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        key = _key(folder, make=True) if is_private(folder) else None
        if key is None:
            return False
        new = _written(folder, name, body + _seal(key, name, body))
        os.replace(new, os.path.join(folder, name))
    except OSError:
        return False
    return True


def is_private(path: str | os.PathLike[str]) -> bool:
    """Whether a file or folder is the user's own and closed to everybody else's writing."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True  # there the user's own folders are closed to others by themselves
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _key(folder: str, *, make: bool) -> bytes | None:
    path = os.path.join(folder, _KEY)
    if make and not os.path.lexists(path):
        new = _written(folder, _KEY, os.urandom(SEAL))
        try:
            os.link(new, path)  # fails if somebody was faster: then theirs is the key
        except FileExistsError:
            pass
        finally:
            os.unlink(new)
    if not is_private(path):
        return None
    with open(path, "rb") as file:
        key = file.read(SEAL + 1)
    return key if len(key) == SEAL else None


def _written(folder: str, name: str, data: bytes) -> str:
    """A new file beside that of the name, which nobody else can read."""
    new = os.path.join(folder, f"{name}-{os.getpid()}-{os.urandom(4).hex()}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return new


def _seal(key: bytes, name: str, body: bytes) -> bytes:
    # The hash that Python has built in is at hand at once; `hashlib` loads a large library first.
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    made: bytes = blake2b(name.encode() + b"\0" + body, key=key, digest_size=SEAL).digest()
    return made
