"""From the model back to text, in the one style.

Two spaces for each level; one empty line between sections; citations in a column; a line of
more than 100 columns goes on behind a comma, or inside parentheses, six columns further in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.printer.edits import Printed, heading, rows_of
from variorum_dsl.printer.expressions import cites, print_expression
from variorum_dsl.printer.lines import STEP, WIDTH, Row

__all__ = [
    "Row", "blocks", "laid_out", "print_clause", "print_document", "print_expression", "rows_of",
]

CONTINUATION = 6
CITES_FROM, CITES_UP_TO = 48, 70
WORTH_A_LINE = 20
_OPERATORS = ("+ ", "- ", "* ", "/ ", "and ", "or ", "except ", "otherwise ", "is ")
_HEADING = (m.Document, m.Published, m.Advice, m.Language, m.Uses, m.Seats)
_ONE_LINERS = (m.End, m.Always, m.Allow, m.Dummy)
_EDITS = (m.Add, m.Replace, m.Remove, m.Rename)


def print_document(document: m.Document) -> str:
    """A whole file."""
    return "\n".join("".join(f"{line}\n" for line in _text(rows)) for rows in blocks(document))


def print_clause(clause: Printed) -> str:
    """Anything that stands on lines of its own, without a line feed at its end."""
    return "\n".join(_text(rows_of(clause)))


def blocks(document: m.Document) -> list[list[Row]]:
    """The rows of a file, with those together that no empty line has to part."""
    found = [[heading(document)]]
    before: object = "heading"
    for item in document.items:
        rows = rows_of(item)
        family = _family(item, rows)
        if family is not None and family == before:
            found[-1] += rows
        else:
            found.append(rows)
        before = family
    return found


def _family(item: m.TopLevel, rows: Sequence[Row]) -> object:
    """Single lines of the same sort form one block."""
    if isinstance(item, _HEADING):
        return "heading"
    if len(rows) == 1 and isinstance(item, _EDITS):
        return "edit"
    return type(item) if isinstance(item, _ONE_LINERS) else None


def _text(rows: Sequence[Row]) -> list[str]:
    return [line for lines in laid_out(rows) for line in lines]


def laid_out(rows: Sequence[Row]) -> list[list[str]]:
    """The lines of each row of one block."""
    behind = [cites(row.cites) for row in rows]
    broken = [
        _broken(" " * (row.indent * STEP) + row.text, row.indent * STEP, len(cited))
        for row, cited in zip(rows, behind, strict=True)
    ]
    column = max(
        (
            len(lines[-1]) + 2
            for lines, cited in zip(broken, behind, strict=True)
            if cited and len(lines[-1]) + 2 <= CITES_UP_TO
        ),
        default=0,
    )
    column = max(column, CITES_FROM)
    for lines, cited in zip(broken, behind, strict=True):
        if cited:
            lines[-1] = f"{lines[-1]:<{max(column, len(lines[-1]) + 2)}}{cited}"
    return broken


class _Joint(NamedTuple):
    """A space at which a line may be broken; a lower `cost` is a better place."""

    at: int
    cost: int


def _broken(line: str, indent: int, cited: int) -> list[str]:
    """The line in as many pieces as it needs."""
    if len(line) + (cited and cited + 2) <= WIDTH:
        return [line]
    joints = _joints(line, indent)
    lead = " " * (indent + CONTINUATION)
    if len(line) <= WIDTH:
        # Only the citations are too long: they move down with a part of some size, or stay.
        good = [at for at, cost in joints if not cost and len(line) - at > WORTH_A_LINE]
        return [line[: good[-1]], lead + line[good[-1] + 1 :]] if good else [line]
    lines: list[str] = []
    start = next_joint = used = 0
    while used + len(line) - start > WIDTH and next_joint < len(joints):
        fitting = next_joint
        while fitting < len(joints) and used + joints[fitting].at - start <= WIDTH:
            fitting += 1
        candidates = range(next_joint, max(fitting, next_joint + 1))
        chosen = min(candidates, key=lambda index: (joints[index].cost, -index))
        lines.append(lead[:used] + line[start : joints[chosen].at])
        start, next_joint, used = joints[chosen].at + 1, chosen + 1, len(lead)
    lines.append(lead[:used] + line[start:])
    return lines


def _joints(line: str, indent: int) -> list[_Joint]:
    found = []
    depth = 0
    in_text = False
    for at in range(indent, len(line)):
        char = line[at]
        if char == '"':
            in_text = not in_text
        elif not in_text:
            depth += (char == "(") - (char == ")")
            if char == " " and line[at - 1] == ",":
                found.append(_Joint(at, 2 * depth))
            elif char == " " and depth and line.startswith(_OPERATORS, at + 1):
                found.append(_Joint(at, 2 * depth + 1))
    return found
