"""The editions and libraries that ship with Variorum, by name.

In an installed package the editions lie beside this file; in the repository, in `variants/`.
"""

from pathlib import Path

from dsl.bundled import file_named, library_names, library_path, names_in

__all__ = ["edition_names", "edition_path", "library_names", "library_path"]

_HERE = Path(__file__).parent


def edition_path(name: str) -> Path | None:
    """The file of a bundled edition, or nothing when there is none of that name."""
    return file_named(name, _folder())


def edition_names() -> list[str]:
    return names_in(_folder())


def _folder() -> Path:
    installed = _HERE / "editions"
    return installed if installed.is_dir() else _HERE.parent / "variants"
