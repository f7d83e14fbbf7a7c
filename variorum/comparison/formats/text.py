"""For people at a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from dsl.cleaning import clean
from variorum.comparison.formats import parts
from variorum.comparison.model import Comparison, Difference, Spot

WIDTH = 100


def render(comparisons: Sequence[Comparison]) -> str:
    lines: list[str] = []
    if len(comparisons) > 1:
        lines += [*_matrix(comparisons), ""]
    for one in comparisons:
        lines += [*_one(one, short=len(comparisons) > 1), ""]
    return "".join(f"{clean(line.rstrip())}\n" for line in lines).rstrip("\n") + "\n"


def _matrix(comparisons: Sequence[Comparison]) -> list[str]:
    names = parts.editions(comparisons)
    width = max(len(name) for name in names) + 2
    lines = ["Differences in the rules (and how many of them can change who wins):", ""]
    lines.append(" " * width + "".join(f"{name:<{width}}" for name in names))
    for row in names:
        cells = [parts.cell(comparisons, row, column) for column in names]
        lines.append(f"{row:<{width}}" + "".join(f"{cell:<{width}}" for cell in cells))
    return lines


def _one(one: Comparison, *, short: bool) -> list[str]:
    lines = [parts.heading(one), "=" * min(WIDTH, len(parts.heading(one))), parts.summary(one)]
    lines += one.notes
    for title, pairs in parts.renamings(one):
        if short:
            continue
        lines += ["", f"{parts.same_words(one)}: {title}"]
        width = max(len(pair.left_words) for pair in pairs)
        other = max(len(pair.right_words) for pair in pairs)
        lines += [f"  {pair.left_words:<{width}} = {pair.right_words:<{other}}  "
                  f"({parts.how_sure(pair)})" for pair in pairs]
    if one.friends:
        lines += ["", "One word for different things"]
        for friend in one.friends:
            lines += [f"  “{friend.word}” ({friend.id})",
                      f"    {one.left}: {friend.left_meaning}  {parts.place(friend.left)}",
                      f"    {one.right}: {friend.right_meaning}  {parts.place(friend.right)}"]
    if one.shared:
        lines += ["", "What they share"]
        for rule in one.shared:
            lines += _wrapped(rule.title, "  ")
    for name, rows in parts.by_class(one):
        lines += ["", name.capitalize()]
        for each in rows:
            lines += _difference(one, each, short=short)
    return lines


def _difference(one: Comparison, each: Difference, *, short: bool) -> list[str]:
    only = f" (only with {_counts(each.players)} players)" if each.players else ""
    lines = [*_wrapped(f"{each.title}{only}", "  * ", "    "), f"    [{each.id}]"]
    if short:
        return [*lines, *_wrapped(parts.verdict(each), "    "), *_measured(one, each)]
    lines += _spot(one.left, each.left) + _spot(one.right, each.right)
    if each.note:
        lines += _wrapped(f"Note: {parts.noted(each)}", "    ")
    lines += [*_wrapped(parts.verdict(each), "    "), *_measured(one, each)]
    witnessed = parts.witnessed(one, each)
    for name, told in witnessed:
        lines += ["", f"      {name}: {parts.winners(told)}"]
        lines += [f"        {line}" for line in told.lines]
        lines += [f"          {line}" for line in parts.sheet(told)]
    return [*lines, ""] if witnessed else lines


def _measured(one: Comparison, each: Difference) -> list[str]:
    text = parts.measured(one, each)
    return _wrapped(text, "    ") if text else []


def _spot(name: str, spot: Spot | None) -> list[str]:
    if spot is None:
        return []
    lines = [f"    {name}, {parts.place(spot)}: {parts.excerpt(spot)}"]
    return [f"{lines[0]}  {parts.cited(spot)}"] if spot.cites else lines


def _counts(players: tuple[int, ...]) -> str:
    return ", ".join(map(str, players))


def _wrapped(text: str, first: str, rest: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest or first,
                         break_on_hyphens=False, break_long_words=False) or [first]
