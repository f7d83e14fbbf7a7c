"""The flow of a round as inline SVG: boxes from top to bottom, cases side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from variorum_dsl.english import sentence

from variorum.docs.card_faces import lines_of, text_at
from variorum.reports.blocks import SIGN, Figure, Item, Listing, Section, plain
from variorum.reports.html import escaped

COLUMN, GAP, PAD, LINE = 210, 20, 10, 16
MOST_CHILDREN = 5
_NO_STEP = ("At first ",)  # what the table remembers, but nobody does


@dataclass
class _Box:
    rows: list[str]
    style: str = "box"

    @property
    def height(self) -> int:
        return len(self.rows) * LINE + 2 * PAD - 4


def round_flow(play: Section, unit: str) -> Figure | None:
    """A drawing of the first section that is played in rounds."""
    items = round_of(play)
    return _drawn(items, unit) if items else None


def round_of(play: Section) -> Sequence[Item]:
    for section in (play, *play.sections):
        for block in section.blocks:
            if isinstance(block, Listing) and block.ordered and len(block.items) > 1:
                return block.items
    return []


def steps(play: Section) -> list[Item]:
    """The same as a short list."""
    return [_step(item) for item in round_of(play)]


def _step(item: Item) -> Item:
    inner = [_step(child) for child in _steps(item)] if _opened(item) else []
    text = _label(item)
    return Item(f"{text}:" if inner else text if SIGN in text else sentence(text), children=inner)


def _steps(item: Item) -> list[Item]:
    """What is done in a step, one after the other."""
    return [child for child in item.children if not plain(child.text).startswith(_NO_STEP)]


def _opened(item: Item) -> bool:
    """Whether the few words for an item do not say what is inside."""
    return item.branch or not item.short or plain(item.text).endswith(" players:")


def _label(item: Item) -> str:
    return item.short or plain(item.text).rstrip(":.")


def _drawn(items: Sequence[Item], unit: str) -> Figure:
    branches = [item for item in items if item.branch]
    columns = max(2, min(len(branches), 4))
    width = columns * COLUMN + (columns - 1) * GAP
    parts: list[str] = []
    words: list[str] = []
    y = 4
    index = 0
    while index < len(items):
        item = items[index]
        if item.branch:
            cases = []
            while index < len(items) and items[index].branch:
                cases.append(items[index])
                index += 1
            y = _cases(cases, y, width, parts, words)
            continue
        box = _box(item, (width - 2 * PAD) // 7)
        _draw(box, 0, y, width, parts)
        words.append(" ".join(box.rows))
        y += box.height
        index += 1
        y = _arrow(width / 2, y, parts)
    parts.append(text_at([f"Next {unit}"], width / 2, y + 14, LINE, "note"))
    words.append(f"then the next {unit}")
    height = y + 22
    said = f"A {unit}: " + "; ".join(words) + "."
    # Read from the labels: the numbered list below says the same in full.
    svg = (f'<svg class="flow" viewBox="0 0 {width} {height}" role="img" '
           f'style="max-width:{width}px" aria-label="The flow of a {unit}">'
           f"<title>{escaped(said[:900])}</title>{''.join(parts)}</svg>")
    return Figure(f'<figure class="flow">{svg}</figure>', said)


def _box(item: Item, width: int) -> _Box:
    rows = lines_of(_label(item), width, 4)
    if _opened(item):
        few = item.children[:MOST_CHILDREN]
        for child in _steps(replace(item, children=few)):
            rows += [f"– {row}" if i == 0 else f"   {row}" for i, row in enumerate(
                lines_of(_label(child), width - 3, 3))]
    return _Box(rows)


def _cases(cases: list[Item], y: int, width: int, parts: list[str], words: list[str]) -> int:
    """Cases side by side, each a column of boxes."""
    bottom = y
    column = (width - GAP * (len(cases) - 1)) // len(cases)
    ends: list[tuple[float, int]] = []
    for number, case in enumerate(cases):
        x = number * (column + GAP)
        head = _Box(lines_of(case.short or _label(case), (column - 2 * PAD) // 8, 3), "head")
        here = y
        _draw(head, x, here, column, parts)
        here += head.height
        labels = [" ".join(head.rows)]
        for child in _steps(case):
            here = _arrow(x + column / 2, here, parts)
            box = _Box(lines_of(_label(child), (column - 2 * PAD) // 7, 5))
            _draw(box, x, here, column, parts)
            labels.append(" ".join(box.rows))
            here += box.height
        words.append(", ".join(labels))
        ends.append((x + column / 2, here))
        bottom = max(bottom, here)
    parts += [f'<path class="line" d="M{middle:g} {here}V{bottom + 12}"/>' for middle, here in ends]
    first, last = ends[0][0], ends[-1][0]
    parts.append(f'<path class="line" d="M{first:g} {bottom + 12}H{last:g}"/>')
    return _arrow(width / 2, bottom + 12, parts)


def _draw(box: _Box, x: float, y: float, width: float, parts: list[str]) -> None:
    parts.append(f'<rect class="{box.style}" x="{x + 1:g}" y="{y:g}" width="{width - 2:g}" '
                 f'height="{box.height}" rx="6"/>')
    parts.append(text_at(box.rows, x + PAD, y + PAD + 9, LINE, f"{box.style}-text", "start"))


def _arrow(x: float, y: int, parts: list[str]) -> int:
    parts.append(f'<path class="line" d="M{x:g} {y}v12"/><path class="tip" '
                 f'd="M{x - 4:g} {y + 10}h8l-4 6z"/>')
    return y + 16
