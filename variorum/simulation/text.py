"""The report for a terminal, as wide as the terminal is."""

from __future__ import annotations

import textwrap
from typing import Any

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.simulation.tables import Section, Table, sections
from variorum.simulation.words import INTERVAL, heading

NARROW, WIDE, ROOMY = 50, 120, 400
GAP = 2
FEWEST = 18  # the first column keeps at least so much room


def render(data: dict[str, Any], width: int = 80) -> str:
    """The whole report."""
    width = max(NARROW, min(width, WIDE))
    lines = [*(part for line in heading(data) for part in _wrapped(line, width)), "",
             *_wrapped(INTERVAL, width)]
    for section in sections(data):
        lines += ["", *_section(section, width)]
    return "\n".join(clean(line).rstrip() for line in lines) + "\n"


def _section(section: Section, width: int) -> list[str]:
    lines = [section.title, "-" * min(len(section.title), width),
             *_wrapped(section.meaning, width)]
    for note in section.notes:
        lines += _wrapped(note, width)
    for table in section.tables:
        if table.rows:
            lines += ["", *_table(table, width)]
    return lines


def _table(table: Table, width: int) -> list[str]:
    """Columns side by side; the first one is broken into lines if there is too little room."""
    columns = list(zip(*([table.head, *table.rows]), strict=True))
    sizes = [max(map(len, column)) for column in columns]
    texts = [i for i in range(1, len(sizes)) if i not in table.right]
    room = width - GAP * (len(sizes) - 1)
    for place in (0, *texts):
        spare = room - (sum(sizes) - sizes[place])
        fewest = FEWEST if place == 0 else 10
        if sum(sizes) > room:
            sizes[place] = max(fewest, min(sizes[place], spare))
    if sum(sizes) + GAP * (len(sizes) - 1) > width:
        return _listed(table, width)
    lines: list[str] = []
    for row in (table.head, *table.rows):
        cells = [_wrapped(cell, size) or [""] for cell, size in zip(row, sizes, strict=True)]
        for number in range(max(map(len, cells))):
            parts = []
            for place, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
                text = cell[number] if number < len(cell) else ""
                parts.append(text.rjust(size) if place in table.right else text.ljust(size))
            lines.append((" " * GAP).join(parts))
    return lines


def _listed(table: Table, width: int) -> list[str]:
    """Where the columns do not fit, each row is a list of its own."""
    lines: list[str] = []
    for row in table.rows:
        lines += _wrapped(row[0], width)
        for name, cell in zip(table.head[1:], row[1:], strict=True):
            if cell:
                lines += [f"  {part}" for part in _wrapped(f"{name}: {cell}", width - 2)]
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)
