"""Plots as inline SVG: bars with their ranges, and how often each value came.

Each has a title and a description for those who cannot see it, and the page puts the same figures
into a table. Every text goes through the escaper.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

from variorum.reports.blocks import Block, Details, Figure, Row, Table
from variorum.reports.html import escaped
from variorum.simulation.report.words import number

WIDTH = 420
BAR, GAP, TOP, BOTTOM = 18, 8, 8, 34
LABEL = 152
TALL, LEFT = 150, 48
MOST_BARS = 60
MOST_BINS = 48
LONGEST = 19


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure with its range."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Figures side by side; a dashed line is drawn at the `mark`."""

    title: str
    rows: Sequence[Bar]
    unit: str
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Bin:
    """How often a value came, and how often it won."""

    label: str
    value: float
    count: float
    won: float


@dataclass(frozen=True, slots=True)
class Bins:
    """How often each value came; a dashed line is drawn at the average."""

    title: str
    rows: Sequence[Bin]
    unit: str
    axis: str
    mark: float | None = None
    winners: bool = False  # whether it is told which of them won


Plot = Bars | Bins


def figures(plot: Plot, name: str) -> list[Block]:
    """The drawing; `name` makes its parts unlike those of other plots on the page."""
    if not plot.rows:
        return []
    match plot:
        case Bars():
            svg = _bars(plot, name)
        case Bins():
            svg = _bins(plot, name)
        case _:
            assert_never(plot)
    return [Figure(svg, plot.title, caption=plot.title, legend=_legend(plot))]


def counts(plot: Plot) -> list[Block]:
    """The table behind a plot of counts: value, how many, and how many of them won."""
    if isinstance(plot, Bars) or not plot.rows:
        return []
    if len(plot.rows) <= MOST_BARS:
        rows = [(row.label, row.count, row.won) for row in plot.rows]
    else:
        bins, width = gathered(plot)
        rows = [(f"{number(first)} to below {number(first + width)}", count, won)
                for first, count, won in bins]
    head = [plot.axis, plot.unit, *(["of them winners"] if plot.winners else [])]
    table = Table(plot.title, head, [
        Row([label, f"{count:,.0f}", *([f"{won:,.0f}"] if plot.winners else [])])
        for label, count, won in rows], (1, 2), bare=True)
    return [Details(f"{plot.title}: the figures", [table])]


def _legend(plot: Plot) -> str:
    """What the dashed line and the colours stand for."""
    parts = []
    if isinstance(plot, Bins):
        if any(row.count != row.won for row in plot.rows):
            parts.append("the dark part of a bar: winners")
        if plot.mark is not None:
            parts.append("dashed line: the average")
    else:
        parts.append("thin line: the range of the true figure")
        if plot.mark:
            parts.append("dashed line: if all were equal")
    return "; ".join(parts)


def _wrap(plot: Plot, name: str, height: int, said: str, inside: list[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="{name}-t {name}-d" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{name}-t">{escaped(plot.title)}</title>'
        f'<desc id="{name}-d">{escaped(said)}</desc>' + "".join(inside) + "</svg>"
    )


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">'
            f"{escaped(text)}</text>")


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers for an axis."""
    span = max(high - low, 1e-9)
    size = 10.0 ** math.floor(math.log10(span / most))
    size = next(size * k for k in (1, 2, 5, 10) if span / (size * k) <= most)
    first = math.ceil(low / size - 1e-9)
    return [k * size for k in range(first, math.floor(high / size + 1e-9) + 1)]


def _bars(plot: Bars, name: str) -> str:
    rows = plot.rows[:MOST_BARS]
    low = min(0.0, *(row.low for row in rows), *(() if plot.mark is None else (plot.mark,)))
    high = max(0.0, *(row.high for row in rows), *(() if plot.mark is None else (plot.mark,)))
    high = high if high > low else low + 1
    room = WIDTH - LABEL - 16

    def at(value: float) -> float:
        return LABEL + (value - low) / (high - low) * room

    height = TOP + len(rows) * (BAR + GAP) + BOTTOM
    floor = height - BOTTOM
    parts = []
    for step in steps(low, high):
        parts.append(_line(at(step), TOP, at(step), floor, "grid"))
        parts.append(_text(at(step), floor + 14, number(round(step, 6)), "tick", "middle"))
    parts.append(_text(LABEL + room, floor + 29, plot.unit, "tick", "end"))
    for place, row in enumerate(rows):
        y = TOP + place * (BAR + GAP)
        left, right = sorted((at(0), at(row.value)))
        parts += _label(row.label, y)
        parts.append(f'<rect x="{left:.1f}" y="{y}" width="{max(right - left, 0.5):.1f}" '
                     f'height="{BAR}" class="bar"/>')
        middle = y + BAR / 2
        parts.append(_line(at(row.low), middle, at(row.high), middle, "whisker"))
        parts += [_line(at(end), middle - 5, at(end), middle + 5, "whisker")
                  for end in (row.low, row.high)]
    if plot.mark is not None:
        parts.append(_line(at(plot.mark), TOP - 4, at(plot.mark), floor, "mark"))
    said = "; ".join(f"{row.label}: {number(row.value)} ({number(row.low)} to {number(row.high)})"
                     for row in rows)
    return _wrap(plot, name, height, f"In {plot.unit}: {said}.", parts)


def _label(text: str, y: float) -> list[str]:
    """What a bar is about, on two lines if it must be; the description has even longer texts."""
    lines = textwrap.wrap(text, LONGEST, max_lines=2, placeholder=" …", break_on_hyphens=False)
    first = y + BAR - 5 - 6.5 * (len(lines) - 1)
    return [_text(LABEL - 8, first + 13 * place, line, "label", "end")
            for place, line in enumerate(lines)]


def gathered(plot: Bins) -> tuple[list[tuple[float, float, float]], float]:
    """Bins of one width, few enough to be seen: where each begins, how many, and how many won."""
    values = [row.value for row in plot.rows]
    low, high = min(values), max(values)
    apart = min((b - a for a, b in pairwise(values)), default=1.0) or 1.0
    width = apart
    for k in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000):
        width = apart * k
        if (high - low) / width < MOST_BINS:
            break
    first = math.floor(low / width + 1e-9) * width
    found = [[first + i * width, 0.0, 0.0]
             for i in range(math.floor((high - first) / width + 1e-9) + 1)]
    for row in plot.rows:
        place = found[min(len(found) - 1, math.floor((row.value - first) / width + 1e-9))]
        place[1] += row.count
        place[2] += row.won
    return [(a, b, c) for a, b, c in found], width


def _bins(plot: Bins, name: str) -> str:
    bins, width = gathered(plot)
    most = max(count for _, count, _ in bins) or 1
    both = any(count != more for _, count, more in bins)
    room = WIDTH - LEFT - 12
    size = room / len(bins)
    height = TOP + TALL + BOTTOM
    floor = TOP + TALL
    parts = []
    for step in steps(0, most, 4):
        y = floor - step / most * TALL
        parts.append(_line(LEFT, y, WIDTH - 12, y, "grid"))
        parts.append(_text(LEFT - 6, y + 4, _short(step), "tick", "end"))
    for place, (_, count, more) in enumerate(bins):
        x = LEFT + place * size
        for amount, kind in ((count, "bar"), *(((more, "won"),) if both else ())):
            tall = amount / most * TALL
            parts.append(f'<rect x="{x + size * 0.06:.1f}" y="{floor - tall:.1f}" '
                         f'width="{size * 0.88:.1f}" height="{tall:.1f}" class="{kind}"/>')
    first = bins[0][0]
    last = first + width * len(bins)
    for step in steps(first, last, 8):
        x = LEFT + (step - first + (width / 2 if width <= 1 else 0)) / (last - first) * room
        if x <= WIDTH - 12:
            parts.append(_text(x, floor + 14, number(round(step, 6)), "tick", "middle"))
    parts.append(_text(LEFT + room / 2, floor + 29, plot.axis, "tick", "middle"))
    if plot.mark is not None:
        x = LEFT + (plot.mark - first + width / 2) / (last - first) * room
        parts.append(_line(x, TOP, x, floor, "mark"))
    busiest = max(bins, key=lambda row: row[1])
    total = sum(count for _, count, _ in bins)
    said = (f"{plot.axis} from {number(bins[0][0])} to {number(bins[-1][0] + width - (width > 1))};"
            f" most often {number(busiest[0])}"
            + (f" to {number(busiest[0] + width)}" if width > 1 else "")
            + f", in {100 * busiest[1] / max(1, total):.1f} % of the {plot.unit}."
            + (" The darker part of each bar is that of the winners." if both else ""))
    return _wrap(plot, name, height, said, parts)


def _short(count: float) -> str:
    """A count on an axis: `20,000`, `3 M`."""
    return f"{count / 1e6:g} M" if count >= 1e6 else f"{count:,.0f}"
