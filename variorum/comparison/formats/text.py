"""For people at a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.comparison.formats import parts
from variorum.comparison.model import Comparison, Difference, Spot

WIDTH = 100
MORE = "All differences of two editions, what is only worded otherwise, and what proves it:"


def render(comparisons: Sequence[Comparison]) -> str:
    lines: list[str] = []
    if len(comparisons) > 1:
        lines += [*_matrix(comparisons), ""]
    if _each_with_each(comparisons):
        lines += _overview(comparisons)
    else:
        for one in comparisons:
            lines += [*_one(one, short=len(comparisons) > 1), ""]
    return "".join(f"{clean(line.rstrip())}\n" for line in lines).rstrip("\n") + "\n"


def _matrix(comparisons: Sequence[Comparison]) -> list[str]:
    names = parts.editions(comparisons)
    rows = names
    wide = max(len(name) for name in names) + 2
    if wide * (len(names) + 1) > WIDTH:  # columns go by the numbers of the rows
        rows = [f"{number} {name}" for number, name in enumerate(names, 1)]
    heads = names if rows is names else [str(number) for number in range(1, len(names) + 1)]
    cells = [[parts.cell(comparisons, row, column) for column in names] for row in names]
    first = max(map(len, rows)) + 2
    width = max(len(text) for text in (*heads, *(cell for row in cells for cell in row))) + 2
    lines = ["Differences in the rules (and how many of them can change who wins):", ""]
    lines.append(" " * first + "".join(f"{head:<{width}}" for head in heads))
    lines += [f"{row:<{first}}" + "".join(f"{cell:<{width}}" for cell in line)
              for row, line in zip(rows, cells, strict=True)]
    return lines


def _each_with_each(comparisons: Sequence[Comparison]) -> bool:
    """Whether these are several editions, and not files that are each compared with another."""
    many = len(parts.editions(comparisons))
    pairs = {frozenset((one.left, one.right)) for one in comparisons}
    return many > 2 and len(comparisons) == len(pairs) == many * (many - 1) // 2 and all(
        len(pair) == 2 for pair in pairs)


def _overview(comparisons: Sequence[Comparison]) -> list[str]:
    """Of every two the differences that can change who wins, and how to see all."""
    lines = [f"{parts.TELLING}", ""]
    for one in comparisons:
        rows = [each for each in one.differences if each.verdict == "changes" or each.measured]
        if not one.same_game:
            continue
        lines.append(f"{one.left} and {one.right}{'' if rows else ': nothing'}")
        for each in rows:
            lines += [*_wrapped(f"{each.title}{_only(each)}", "  * ", "    "),
                      *_measured(one, each)]
        lines.append("")
    for one in comparisons:
        if not one.same_game:
            lines += _wrapped(f"{one.left} and {one.right}: two different games, which share "
                              f"{parts.plural(len(one.shared), 'rule')}.", "")
    two = next((one for one in comparisons if one.same_game), comparisons[0])
    return [*lines, "", MORE, f"  variorum diff {two.left} {two.right}"]


def _only(each: Difference) -> str:
    return f" (only with {_counts(each.players)} players)" if each.players else ""


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
    lines = [*_wrapped(f"{each.title}{_only(each)}", "  * ", "    "), f"    [{each.id}]"]
    verdict = _wrapped(parts.verdict(each), "    ") if parts.verdict(each) else []
    if short:
        return [*lines, *verdict, *_measured(one, each)]
    lines += _spot(one.left, each.left) + _spot(one.right, each.right)
    if each.note:
        lines += _wrapped(f"Note: {parts.noted(each)}", "    ")
    lines += [*verdict, *_measured(one, each)]
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
