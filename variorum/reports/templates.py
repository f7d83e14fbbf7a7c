"""What all pages have in common: how their templates are read, and the style that they share."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

BASE = Path(__file__).parent / "base.css"


def templates(folder: Path) -> Environment:
    """The templates of a folder; all text is escaped, and a name that is not given is an error."""
    return Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )


def style(own: Path) -> str:
    """What every page has, and behind it what only these pages have, which may say otherwise."""
    return f"{BASE.read_text('utf-8')}\n{own.read_text('utf-8')}"
