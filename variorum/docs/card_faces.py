"""Card faces as inline SVG. Every text goes through the escaper; nothing else comes from a file."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from variorum_dsl import model as m
from variorum_dsl.english import capital
from variorum_dsl.model.game import Game

from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Figure
from variorum.reports.html import escaped

WIDTH, HEIGHT = 92, 128
MOST_FACES = 60
MOST_LINES = 3
LONGEST = 40


@dataclass(frozen=True)
class Face:
    """One card as it would be drawn."""

    kind: str
    large: str
    small: tuple[str, ...]
    marks: tuple[str, ...]
    copies: int = 1

    def said(self) -> str:
        parts = [self.kind, self.large, *self.small]
        text = ", ".join(dict.fromkeys(part for part in parts if part))
        if self.marks:
            text += f" ({', '.join(self.marks)})"
        return f"{self.copies} × {text}" if self.copies > 1 else text


def faces(game: Game, words: Vocabulary) -> Figure | None:
    """All different faces of the game, in the order of the components."""
    found: list[Face] = []
    for pile in game.piles:
        for line in pile.lines:
            found += _faces(line, words)
    if not found or len(found) > MOST_FACES:
        return None
    svg = "".join(_card(face) for face in found)
    return Figure(f'<div class="faces">{svg}</div>',
                  "The cards: " + "; ".join(face.said() for face in found))


def _faces(line: m.Component, words: Vocabulary) -> list[Face]:
    kind = capital(words.kind_only(line.kind).one)
    name = capital(words.kind_only(line.name).one) if line.name else ""
    marks = tuple(map(words.mark, line.marks))
    each = f"each {words.attribute(line.for_each)}" if line.for_each else ""
    if line.table:
        head, *rows = line.table
        columns = [str(cell) for cell in head.cells]
        values = [dict(zip(columns, row.cells, strict=False)) for row in rows]
    else:
        values = _values(line)
    made = []
    for row in values[:MOST_FACES]:
        copies = int(row.get("copies", 1)) if str(row.get("copies", 1)).isdigit() else 1
        if len(values) == 1 and not line.for_each and not line.table:
            copies = line.count
        shown = [(key, value) for key, value in row.items() if key != "copies"]
        large, small = name, []
        for key, value in shown:
            if not large and not words.is_unit(key):
                large = str(value)
                if len(shown) == 1:
                    continue
            small.append(words.valued(key, value))
        if each:
            small.append(each)
        if not large and small:
            large, small = small[0], small[1:]
        made.append(Face(kind, large or kind, tuple(small), marks, copies))
    return made


def _values(line: m.Component) -> list[dict[str, int | str]]:
    rows: list[dict[str, int | str]] = [{}]
    stated = 0
    for setting in line.settings:
        values: list[int | str] = []
        for each in setting.values:
            values += [each.word] if each.word else list(
                range(each.low, min(each.high, each.low + MOST_FACES) + 1))
        if len(values) == 1:
            rows = [{**row, setting.name: values[0]} for row in rows]
        elif stated == len(values):
            rows = [{**row, setting.name: value} for row, value in zip(rows, values, strict=True)]
        else:
            rows = [{**row, setting.name: value} for row in rows[:MOST_FACES] for value in values]
            stated = len(rows)
    return rows


# --------------------------------------------------------------------------------- drawing
def lines_of(text: str, width: int, most: int = MOST_LINES) -> list[str]:
    """A text in a few short lines."""
    rows = textwrap.wrap(text, width, break_long_words=True) or [""]
    if len(rows) > most:
        rows = [*rows[: most - 1], rows[most - 1][: max(1, width - 1)] + "…"]
    return rows


def text_at(
    rows: Sequence[str], x: float, y: float, step: float, style: str, anchor: str = "middle"
) -> str:
    return "".join(
        f'<text x="{x:g}" y="{y + i * step:g}" text-anchor="{anchor}" class="{style}">'
        f"{escaped(row)}</text>" for i, row in enumerate(rows))


def _card(face: Face) -> str:
    middle = WIDTH / 2
    marked = " marked" if face.marks else ""
    said = escaped(face.said()[: LONGEST * 4])
    opening = (f'<svg class="face{marked}" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
               f'height="{HEIGHT}" role="img" aria-label="{said}">')
    parts = [
        opening, f"<title>{said}</title>",
        f'<rect class="paper" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8"/>',
    ]
    if face.large != face.kind:
        parts.append(text_at(lines_of(face.kind, 15, 2), middle, 17, 11, "kind"))
    short = len(face.large) <= 3
    rows = [face.large] if short else lines_of(face.large, 11)
    top = 68 if short else 66 - 8 * (len(rows) - 1)
    parts.append(text_at(rows, middle, top, 16, "large" if short else "name"))
    parts.append(text_at([row for each in face.small for row in lines_of(each, 16, 1)],
                         middle, 84, 11, "small"))
    if face.marks:
        parts.append(f'<path class="band" d="M1 {HEIGHT - 20}h{WIDTH - 2}v11a8 8 0 0 1 -8 8h-'
                     f'{WIDTH - 18}a8 8 0 0 1 -8 -8z"/>')
        parts.append(text_at(lines_of(", ".join(face.marks), 22, 1), middle, HEIGHT - 8, 10,
                             "mark"))
    if face.copies > 1:
        parts.append(text_at([f"× {face.copies}"], middle, HEIGHT - 26, 10, "small"))
    return "".join(parts) + "</svg>"
