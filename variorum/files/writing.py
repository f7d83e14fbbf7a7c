"""Writing a file in one step or not at all, and showing what would change."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from variorum_dsl.diagnostics.sanitizer import clean


def exchange(path: str | os.PathLike[str], data: bytes) -> None:
    """Exchange a file for another content: nobody ever sees half of it, and a failure, which is an
    `OSError`, changes nothing. A link stays one, and the file keeps who may do what with it."""
    target = Path(os.path.realpath(path))
    spare = ""
    try:
        if not os.access(target, os.W_OK):
            raise PermissionError(0, "it is write-protected")
        mode = target.stat().st_mode & 0o7777
        handle, spare = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(spare, mode)
        os.replace(spare, target)
        spare = ""
    finally:
        if spare:
            Path(spare).unlink(missing_ok=True)


def differences(path: str, before: str, after: str, how: str) -> Iterator[str]:
    """The lines of a unified diff, safe to print."""
    from difflib import unified_diff

    name = clean(path)
    lines = unified_diff(before.split("\n"), after.split("\n"), name, f"{name} ({how})",
                         lineterm="")
    return map(clean, lines)
