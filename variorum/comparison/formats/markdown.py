"""For a forge: headings, tables, and the positions in blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.comparison.formats import parts
from variorum.comparison.model import Comparison, Difference, Spot, Told

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~&@]|(?<=:)/(?=/)|(?<=www)\.|^[#+-]|(?<=^\d)[.)])")


def render(comparisons: Sequence[Comparison]) -> str:
    lines: list[str] = []
    if len(comparisons) > 1:
        lines += _matrix(comparisons)
    level = 2 if len(comparisons) > 1 else 1
    for one in comparisons:
        lines += [f"{'#' * level} {shown(parts.heading(one))}", "", *section(one, level + 1)]
    return "\n".join(lines).rstrip("\n") + "\n"


def shown(text: str) -> str:
    """Text that means nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", clean(text))


def _matrix(comparisons: Sequence[Comparison]) -> list[str]:
    names = parts.editions(comparisons)
    lines = ["# Editions side by side", "",
             "Differences in the rules, and in parentheses how many can change who wins.", "",
             "| | " + " | ".join(map(shown, names)) + " |", "|---" * (len(names) + 1) + "|"]
    for row in names:
        cells = [shown(parts.cell(comparisons, row, column)) for column in names]
        lines.append(f"| **{shown(row)}** | " + " | ".join(cells) + " |")
    return [*lines, ""]


def section(one: Comparison, level: int) -> list[str]:
    """Two editions, with headings from a level on."""
    h = "#" * level
    lines = [shown(parts.summary(one)), ""]
    lines += [line for note in one.notes for line in (shown(note), "")]
    if telling := parts.telling(one):
        lines += [f"{h} {parts.TELLING}", "",
                  *(f"- {shown(parts.title(one, each))} (`{each.id}`)" for each in telling), ""]
    groups = parts.renamings(one)
    if groups:
        lines += [f"{h} {parts.same_words(one)}", "",
                  f"| {shown(one.left)} | {shown(one.right)} | how sure |", "|---|---|---|"]
        lines += [f"| {shown(pair.left_words)} | {shown(pair.right_words)} | "
                  f"{shown(parts.how_sure(pair))} |" for _, pairs in groups for pair in pairs]
        lines.append("")
    if one.friends:
        lines += [f"{h} One word for different things", ""]
        lines += [f"- **{shown(each.word)}**: in {shown(one.left)} {shown(each.left_meaning)}; in "
                  f"{shown(one.right)} {shown(each.right_meaning)}" for each in one.friends]
        lines.append("")
    if one.shared:
        lines += [f"{h} What they share", "",
                  *(f"- {shown(rule.title)}" for rule in one.shared), ""]
    for name, rows in parts.by_class(one):
        lines += [f"{h} {shown(name.capitalize())}", ""]
        for each in rows:
            lines += _difference(one, each, f"{h}#")
    return lines


def _difference(one: Comparison, each: Difference, h: str) -> list[str]:
    lines = [f"{h} {shown(parts.title(one, each))}", "", f"`{each.id}`", ""]
    if each.players:
        lines += [f"Only with {', '.join(map(str, each.players))} players.", ""]
    lines += _spot(one.left, each.left) + _spot(one.right, each.right)
    if each.note:
        lines += [shown(parts.noted(each)), ""]
    if parts.verdict(each):
        lines += [shown(parts.verdict(each)), ""]
    if parts.measured(one, each):
        lines += [shown(parts.measured(one, each)), ""]
    for name, told in parts.witnessed(one, each):
        lines += [f"**{shown(name)}**: {shown(parts.winners(told))}", "", *block(told), ""]
    return lines


def block(told: Told) -> list[str]:
    lines = [clean(line) for line in (*told.lines, "", *parts.sheet(told))]
    fence = "`" * max(3, 1 + max((len(run) for line in lines
                                  for run in re.findall("`+", line)), default=0))
    return [f"{fence}text", *lines, fence]


def _spot(name: str, spot: Spot | None) -> list[str]:
    if spot is None:
        return []
    cites = f" ({shown(parts.cited(spot))})" if spot.cites else ""
    return [f"- {shown(name)}, {shown(parts.place(spot))}: {shown(parts.excerpt(spot))}{cites}", ""]
