"""Edits, options and silences back to text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.printer import clauses
from variorum_dsl.printer.clauses import Rows, head
from variorum_dsl.printer.examples import act, example, fact, said
from variorum_dsl.printer.expressions import print_expression, quoted, span, words
from variorum_dsl.printer.lines import STATEMENTS, Row, block, case, choice, statement

_NAMED_BY_WORD = {m.Zone: "zone", m.Track: "track", m.Figure: "figure", m.Kind: "kind"}


def rows_of(node: Any, indent: int = 0) -> Rows:
    """The rows of anything that stands on lines of its own."""
    kind = type(node)
    if kind in STATEMENTS:
        return statement(node, indent)
    return PRINTERS[kind](node, indent)


def _section(word: str) -> Callable[[Any, int], Rows]:
    return lambda node, indent: [
        head(node, indent, word), *(row for line in node.lines for row in rows_of(line, indent + 1))
    ]


def _prefixed(prefix: str, node: Any, inner: Any, indent: int) -> Rows:
    first, *others = rows_of(inner, indent)
    return [
        first._replace(
            text=f"{prefix} {first.text}", line=node.at.line or first.line,
            cites=first.cites or node.cites, origin=node.origin or first.origin,
        ),
        *others,
    ]


def _replace(node: m.Replace, indent: int) -> Rows:
    word = _NAMED_BY_WORD.get(type(node.clause))
    return _prefixed(f"replace {word}" if word else "replace", node, node.clause, indent)


def _remove(node: m.Remove, indent: int) -> Rows:
    return [head(node, indent, f"remove {node.word} {node.name}".rstrip())]


def _rename(node: m.Rename, indent: int) -> Rows:
    return [head(node, indent, f"rename {node.old} to {node.new}{words(node.words)}")]


def _change(node: m.Change, indent: int) -> Rows:
    named = node.name and node.name != node.section
    text = f"change {node.section}" + (f" {node.name}" if named else "")
    return [
        head(node, indent, text), *(row for edit in node.edits for row in rows_of(edit, indent + 1))
    ]


def _replace_lines(node: m.ReplaceLines, indent: int) -> Rows:
    first = node.lines[0] if node.lines else None
    if isinstance(first, m.Step):
        rows = [head(node, indent, f"replace {clauses.step_text(first)}")]
        rows[0] = rows[0]._replace(cites=first.cites)
        return rows + _more_steps(node.lines, indent)
    return [head(node, indent, f"replace {node.key} by"), *_lines(node, indent + 1)]


def _insert_lines(node: m.InsertLines, indent: int) -> Rows:
    where = f"{node.where.side} {node.where.key}".rstrip()
    first = node.lines[0] if node.lines else None
    if isinstance(first, m.Step):
        row = head(node, indent, f"{where} add {clauses.step_text(first)}")
        return [row._replace(cites=first.cites), *_more_steps(node.lines, indent)]
    return [head(node, indent, f"{where} add"), *_lines(node, indent + 1)]


def _more_steps(steps: tuple[Any, ...], indent: int) -> Rows:
    """An edit in a file has one step; of several, each goes after the one before it."""
    return [
        Row(indent, f"after {before.name} add {clauses.step_text(step)}", step.cites, step.at.line)
        for before, step in pairwise(steps)
    ]


def _lines(node: m.ReplaceLines | m.InsertLines, indent: int) -> Rows:
    ties = [line for line in node.lines if isinstance(line, m.Tie)]
    if ties or node.tied:
        return clauses.chain(ties, node.tied, node.tied_cites, indent)
    if node.lines and not isinstance(node.lines[0], m.Component):
        return block(node.lines, indent)
    return [row for line in node.lines for row in rows_of(line, indent)]


def _drop(node: m.DropLine, indent: int) -> Rows:
    return [head(node, indent, f"remove case {node.key}" if node.case else f"remove {node.key}")]


def _insert_cases(node: m.InsertCases, indent: int) -> Rows:
    rows = [head(node, indent, f"add to {node.key}")]
    return rows + [row for line in node.cases for row in case(line, indent + 1)]


def _insert_choices(node: m.InsertChoices, indent: int) -> Rows:
    rows = [head(node, indent, f"offer in {node.key}")]
    return rows + [row for line in node.choices for row in choice(line, indent + 1)]


def _option(node: m.Option, indent: int) -> Rows:
    rows = [head(node, indent, f"option {node.name}{words(node.words)}")]
    return rows + [row for line in node.lines for row in rows_of(line, indent + 1)]


def _silent(node: m.Silent, indent: int) -> Rows:
    rows = [head(node, indent, f"silent {node.name} {quoted(node.question)}")]
    readings = node.readings if node.assumed is None else (node.assumed, *node.readings)
    for reading in clauses.as_written(readings):
        side = "assume" if reading is node.assumed else "or"
        rows += _reading(reading, indent + 1, side)
    return rows


def _reading(node: m.Reading, indent: int, side: str = "or") -> Rows:
    rows = [head(node, indent, f"{side} {node.name}{words(node.words)}")]
    return rows + [row for edit in node.edits for row in rows_of(edit, indent + 1)]


def _published(node: m.Published, indent: int) -> Rows:
    word = "about" if node.about else "published"
    return [head(node, indent, f"{word} {quoted(node.text)}")]


def heading(node: m.Document, indent: int = 0) -> Row:
    """The line that says what the file is."""
    title = f" {quoted(node.title)}" if node.title or node.form != "library" else ""
    parent = f" extends {node.parent}" if node.form == "variant" else ""
    return head(node, indent, f"{node.form} {node.name}{title}{parent}")


PRINTERS: dict[type, Callable[[Any, int], Rows]] = {
    m.Document: lambda n, indent: [
        heading(n, indent), *(row for item in n.items for row in rows_of(item, indent))
    ],
    m.Published: _published,
    m.Uses: lambda n, indent: [head(n, indent, f"uses {', '.join(n.libraries)}")],
    m.Seats: lambda n, indent: [head(n, indent, f"players {span(n.low, n.high)}")],
    m.Kinds: _section("kinds"),
    m.Kind: clauses.kind,
    m.Components: _section("components"),
    m.Pile: clauses.pile,
    m.Component: clauses.component,
    m.Total: lambda n, indent: [head(n, indent, f"total {n.count} {n.kind}")],
    m.Zones: _section("zones"),
    m.Zone: clauses.zone,
    m.Tracks: _section("tracks"),
    m.Track: clauses.track,
    m.Dummy: clauses.dummy,
    m.Figures: _section("figures"),
    m.Figure: clauses.figure,
    m.Stage: clauses.stage,
    m.Effect: clauses.effect,
    m.Procedure: clauses.procedure,
    m.End: clauses.end,
    m.Elimination: clauses.elimination,
    m.Out: clauses.out,
    m.Scoring: clauses.scoring,
    m.Step: clauses.step,
    m.Winner: clauses.winner,
    m.Tie: clauses.tie,
    m.Always: clauses.always,
    m.Allow: clauses.allow,
    m.Option: _option,
    m.Silent: _silent,
    m.Reading: _reading,
    m.Add: lambda n, indent: _prefixed("add", n, n.section, indent),
    m.Replace: _replace,
    m.Remove: _remove,
    m.Rename: _rename,
    m.Change: _change,
    m.ReplaceLines: _replace_lines,
    m.InsertLines: _insert_lines,
    m.DropLine: _drop,
    m.InsertCases: _insert_cases,
    m.ExtendCase: lambda n, indent: [
        head(n, indent, f"extend case {n.key} by {', '.join(n.kinds)}")
    ],
    m.OnlyIf: lambda n, indent: [head(n, indent, f"only if {print_expression(n.condition)}")],
    m.InsertChoices: _insert_choices,
    m.Case: case,
    m.Choice: choice,
    m.Example: example,
    m.Act: act,
    m.Then: act,
    m.Said: lambda n, indent: [said(n, indent)],
    **{
        kind: lambda n, indent: [head(n, indent, fact(n))]
        for kind in (
            m.Sees, m.Holds, m.Fact, m.StepFact, m.Eliminated, m.Won, m.Decided, m.ToDecide,
            m.Ended, m.Unplayable,
        )
    },
}
