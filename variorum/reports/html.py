"""Pages as HTML: templates with everything escaped, and the drawings that were escaped before."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from variorum.reports.blocks import Drawing, Listing, Page, Section, Table, Text
from variorum.reports.templates import templates

TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    found = templates(TEMPLATES)
    found.filters["drawing"] = _drawing
    found.filters["kind"] = _kind
    found.filters["used"] = _used
    return found


def _drawing(block: Drawing) -> Markup:
    """The only text that is not escaped here: `drawing` and `flow` have done it."""
    return Markup(block.svg)


def _kind(block: object) -> str:
    return {Text: "text", Listing: "list", Table: "table", Drawing: "drawing"}[type(block)]


def _used(table: Table) -> list[int]:
    """The columns in which something stands."""
    return [i for i in range(len(table.head)) if any(row.cells[i] for row in table.rows)]


def anchor(text: str) -> str:
    """A name for a part of a page, of letters and digits only."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "part"


def anchored(sections: list[Section], taken: set[str] | None = None) -> None:
    """Give every section a name of its own."""
    taken = set() if taken is None else taken
    for section in sections:
        name = section.anchor or anchor(section.title)
        number = 2
        while name in taken:
            name = f"{section.anchor or anchor(section.title)}-{number}"
            number += 1
        section.anchor = name
        taken.add(name)
        anchored(section.sections, taken)


def page(each: Page, links: list[tuple[str, str, bool]], **more: Any) -> str:
    """A page about a rule file. `links` are the other pages: file, title, whether it is this."""
    anchored(each.sections)
    template = "aid.html.j2" if each.kind == "aid" else "page.html.j2"
    return rendered(template, page=each, links=links, **more)


def rendered(template: str, **values: Any) -> str:
    return environment().get_template(template).render(**values)
