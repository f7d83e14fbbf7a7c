"""The libraries of procedures that ship with the language, by name.

Whoever checks a file asks for names of files only: loading `pathlib` for that would take longer
than reading the file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    Folder = str | os.PathLike[str]

SUFFIX = ".variant"

_LIBRARIES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "library")


def library_file(name: str) -> str | None:
    """The file of a library, or nothing when there is none of that name."""
    return file_named(name, _LIBRARIES)


def library_path(name: str) -> Path | None:
    """The same as a path."""
    return as_path(library_file(name))


def library_names() -> list[str]:
    return names_in(_LIBRARIES)


def file_named(name: str, folder: Folder) -> str | None:
    """The rule file of that name in the folder. A name is never a path: it cannot leave."""
    if not name.isascii() or not name.replace("-", "").isalnum():
        return None
    path = os.path.join(folder, f"{name}{SUFFIX}")
    return path if os.path.isfile(path) else None


def names_in(folder: Folder) -> list[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def as_path(file: str | None) -> Path | None:
    from pathlib import Path

    return None if file is None else Path(file)
