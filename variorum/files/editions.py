"""The editions and libraries that ship with Variorum, by name.

In an installed package the editions lie in the package; in the repository, in `variants/`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from variorum_dsl.files.libraries import as_path, file_named, library_names, library_path, names_in

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["edition_file", "edition_names", "edition_path", "library_names", "library_path"]

_HERE = os.path.dirname(os.path.dirname(__file__))


def edition_file(name: str) -> str | None:
    """The file of a bundled edition, or nothing when there is none of that name."""
    return file_named(name, _folder())


def edition_path(name: str) -> Path | None:
    """The same as a path."""
    return as_path(edition_file(name))


def edition_names() -> list[str]:
    return names_in(_folder())


def _folder() -> str:
    installed = os.path.join(_HERE, "editions")
    if os.path.isdir(installed):
        return installed
    return os.path.join(os.path.dirname(_HERE), "variants")
