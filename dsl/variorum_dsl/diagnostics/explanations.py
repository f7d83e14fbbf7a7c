"""The longer explanation of every code: `dsl/pages/CODE.md`."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "pages"


def page(code: str) -> str | None:
    """The page of a code, or nothing when there is no such code."""
    if not code.isascii() or not code.replace("-", "").isalnum():
        return None
    path = _FOLDER / f"{code}.md"
    return path.read_text("utf-8") if path.is_file() else None


def codes() -> list[str]:
    """Every code, in order."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))
