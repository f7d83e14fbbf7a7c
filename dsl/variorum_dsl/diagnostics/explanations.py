"""The longer explanation of every code: `dsl/pages/CODE.md`."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "pages"


def page(code: str) -> str | None:
    """The page of a code, or nothing when there is no such code."""
    file = page_file(code)
    return Path(file).read_text("utf-8") if file else None


def page_file(code: str) -> str | None:
    """Where the page of a code is."""
    if not code.isascii() or not code.replace("-", "").isalnum():
        return None
    path = _FOLDER / f"{code}.md"
    return str(path) if path.is_file() else None


def codes() -> list[str]:
    """Every code, in order."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))
