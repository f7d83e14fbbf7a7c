"""The libraries of procedures that ship with the language, by name."""

from pathlib import Path

SUFFIX = ".variant"

_LIBRARIES = Path(__file__).parent / "library"


def library_path(name: str) -> Path | None:
    """The file of a library, or nothing when there is none of that name."""
    return file_named(name, _LIBRARIES)


def library_names() -> list[str]:
    return names_in(_LIBRARIES)


def file_named(name: str, folder: Path) -> Path | None:
    """The rule file of that name in the folder. A name is never a path: it cannot leave."""
    if not name.isascii() or not name.replace("-", "").isalnum():
        return None
    path = folder / f"{name}{SUFFIX}"
    return path if path.is_file() else None


def names_in(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))
