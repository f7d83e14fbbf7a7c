"""Reading what somebody names on a command line: only ordinary files, and only so much of them.

A pipe that nobody writes to, or a device without an end, would keep a command waiting for ever.
"""

from __future__ import annotations

import errno
import os
import stat


def read(path: str | os.PathLike[str], most: int) -> bytes:
    """The first bytes of a file (OSError for what cannot be read)."""
    if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
        raise OSError(errno.EINVAL, "this is not an ordinary file")
    with open(path, "rb") as file:
        return file.read(most)
