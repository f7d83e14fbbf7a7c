"""Edits, options and silences back to text, and with them whatever can stand in one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeGuard, assert_never

from variorum_dsl import model as m
from variorum_dsl.printer import clauses
from variorum_dsl.printer.clauses import head
from variorum_dsl.printer.examples import act, example, fact, said
from variorum_dsl.printer.expressions import print_expression, quoted, span, words
from variorum_dsl.printer.lines import Row, Rows, case, choice, row_for, statement

Printed = (
    m.Document | m.TopLevel | m.Kind | m.Pile | m.Component | m.Total | m.Besides
    | m.Zone | m.Track | m.Figure | m.Out | m.Step | m.Tie | m.Reading | m.LineEdit
    | m.Statement | m.Case | m.Choice | m.Scene | m.Said | m.FactLine
)
"""Everything that stands on lines of its own."""

_PRINTED = tuple(m.members(Printed))


def is_printed(node: m.Node) -> TypeGuard[Printed]:
    """Whether a part of a file stands on lines of its own."""
    return isinstance(node, _PRINTED)


def rows_of(node: Printed, indent: int = 0) -> Rows:  # noqa: C901 (one case for each part)
    """The rows of anything that stands on lines of its own."""
    match node:
        case m.Line():
            return statement(node, indent)
        case m.Case():
            return case(node, indent)
        case m.Choice():
            return choice(node, indent)
        case m.Document():
            return [heading(node, indent), *_all(node.items, indent)]
        case m.Published():
            word = "about" if node.about else "published"
            return [head(node, indent, f"{word} {quoted(node.text)}")]
        case m.Advice():
            between = span(node.low, node.high or node.low)
            return [head(node, indent, f"ages {between}" if node.about == "ages"
                         else f"lasts {between} minutes")]
        case m.Language():
            return [head(node, indent, f"language {node.version}")]
        case m.Uses():
            return [head(node, indent, f"uses {', '.join(node.libraries)}")]
        case m.Seats():
            return [head(node, indent, f"players {span(node.low, node.high)}")]
        case m.Kinds():
            return [head(node, indent, "kinds"), *_all(node.lines, indent + 1)]
        case m.Kind():
            return clauses.kind(node, indent)
        case m.Components():
            return [head(node, indent, "components"), *_all(node.lines, indent + 1)]
        case m.Pile():
            return clauses.pile(node, indent)
        case m.Component():
            return clauses.component(node, indent)
        case m.Total():
            return [head(node, indent, f"total {node.count} {node.kind}")]
        case m.Besides():
            return clauses.besides(node, indent)
        case m.Zones():
            return [head(node, indent, "zones"), *_all(node.lines, indent + 1)]
        case m.Zone():
            return clauses.zone(node, indent)
        case m.Tracks():
            return [head(node, indent, "tracks"), *_all(node.lines, indent + 1)]
        case m.Track():
            return clauses.track(node, indent)
        case m.Dummy():
            return clauses.dummy(node, indent)
        case m.Figures():
            return [head(node, indent, "figures"), *_all(node.lines, indent + 1)]
        case m.Figure():
            return clauses.figure(node, indent)
        case m.Stage():
            return clauses.stage(node, indent)
        case m.Effect():
            return clauses.effect(node, indent)
        case m.Procedure():
            return clauses.procedure(node, indent)
        case m.End():
            return clauses.end(node, indent)
        case m.Elimination():
            return clauses.elimination(node, indent)
        case m.Out():
            return clauses.out(node, indent)
        case m.Scoring():
            return clauses.scoring(node, indent)
        case m.Step():
            return clauses.step(node, indent)
        case m.Winner():
            return clauses.winner(node, indent)
        case m.Tie():
            return clauses.tie(node, indent)
        case m.Always():
            return clauses.always(node, indent)
        case m.Allow():
            return clauses.allow(node, indent)
        case m.Option():
            text = f"option {node.name}{words(node.words)}"
            return [head(node, indent, text), *_all(node.lines, indent + 1)]
        case m.Silent():
            return _silent(node, indent)
        case m.Reading():
            return _reading(node, indent)
        case m.Add():
            return _prefixed("add", node, node.section, indent)
        case m.Replace():
            return _replace(node, indent)
        case m.Remove():
            return [head(node, indent, f"remove {node.word} {node.name}".rstrip())]
        case m.Rename():
            return [head(node, indent, f"rename {node.old} to {node.new}{words(node.words)}")]
        case m.Change():
            return _change(node, indent)
        case m.ReplaceLines():
            return _replace_lines(node, indent)
        case m.InsertLines():
            return _insert_lines(node, indent)
        case m.DropLine():
            word = "remove case" if node.case else "remove"
            return [row_for(node, indent, f"{word} {node.key}", node.cites)]
        case m.InsertCases():
            return [row_for(node, indent, f"add to {node.key}"), *_all(node.cases, indent + 1)]
        case m.InsertChoices():
            return [row_for(node, indent, f"offer in {node.key}"), *_all(node.choices, indent + 1)]
        case m.ExtendCase():
            text = f"extend case {node.key} by {', '.join(node.kinds)}"
            return [row_for(node, indent, text)]
        case m.OnlyIf():
            return [row_for(node, indent, f"only if {print_expression(node.condition)}")]
        case m.Example():
            return example(node, indent)
        case m.Act() | m.Then():
            return act(node, indent)
        case m.Said():
            return [said(node, indent)]
        case (
            m.Sees() | m.Holds() | m.Fact() | m.StepFact() | m.Eliminated() | m.Won()
            | m.Decided() | m.ToDecide() | m.Ended() | m.Unplayable() | m.Boxed()
        ):
            return [row_for(node, indent, fact(node))]
        case _:
            assert_never(node)


def _all(nodes: Sequence[Printed], indent: int) -> Rows:
    return [row for node in nodes for row in rows_of(node, indent)]


def _prefixed(prefix: str, node: m.Add | m.Replace, inner: Printed, indent: int) -> Rows:
    first, *others = rows_of(inner, indent)
    return [
        first._replace(
            text=f"{prefix} {first.text}", line=node.at.line or first.line,
            cites=first.cites or node.cites, origin=node.origin or first.origin,
        ),
        *others,
    ]


def _replace(node: m.Replace, indent: int) -> Rows:
    """The lines of a section do not begin with a word for what they are: it goes before them."""
    section_line = isinstance(node.clause, m.Zone | m.Track | m.Figure | m.Kind)
    prefix = f"replace {node.clause.node}" if section_line else "replace"
    return _prefixed(prefix, node, node.clause, indent)


def _change(node: m.Change, indent: int) -> Rows:
    named = node.name and node.name != node.section
    text = f"change {node.section}" + (f" {node.name}" if named else "")
    return [head(node, indent, text), *_all(node.edits, indent + 1)]


def _replace_lines(node: m.ReplaceLines, indent: int) -> Rows:
    steps = [line for line in node.lines if isinstance(line, m.Step)]
    if steps:
        return _steps(node, "replace", steps, indent)
    rows = _lines(node.lines, node.tied, node.tied_cites, indent + 1)
    return [row_for(node, indent, f"replace {node.key} by"), *rows]


def _insert_lines(node: m.InsertLines, indent: int) -> Rows:
    where = f"{node.where.side} {node.where.key}".rstrip()
    steps = [line for line in node.lines if isinstance(line, m.Step)]
    if steps:
        return _steps(node, f"{where} add", steps, indent)
    rows = _lines(node.lines, node.tied, node.tied_cites, indent + 1)
    return [row_for(node, indent, f"{where} add"), *rows]


def _steps(
    node: m.ReplaceLines | m.InsertLines, edit: str, steps: Sequence[m.Step], indent: int
) -> Rows:
    """An edit in a file has one step; of several, each goes after the one before it."""
    first = steps[0]
    rows = [row_for(node, indent, f"{edit} {clauses.step_text(first)}", first.cites)]
    for before, step in pairwise(steps):
        text = f"after {before.name} add {clauses.step_text(step)}"
        rows.append(row_for(step, indent, text, step.cites))
    return rows


def _lines(
    lines: Sequence[m.EditedLine], tied: str, tied_cites: tuple[m.Cite, ...], indent: int
) -> Rows:
    ties = [line for line in lines if isinstance(line, m.Tie)]
    if ties or tied:
        return clauses.chain(ties, tied, tied_cites, indent)
    return [row for line in lines for row in rows_of(line, indent)]


def _silent(node: m.Silent, indent: int) -> Rows:
    rows = [head(node, indent, f"silent {node.name} {quoted(node.question)}")]
    readings = node.readings if node.assumed is None else (node.assumed, *node.readings)
    for reading in clauses.as_written(readings):
        side = "assume" if reading is node.assumed else "or"
        rows += _reading(reading, indent + 1, side)
    return rows


def _reading(node: m.Reading, indent: int, side: str = "or") -> Rows:
    text = f"{side} {node.name}{words(node.words)}"
    if node.options:
        text += f" with {', '.join(node.options)}"
    return [head(node, indent, text), *_all(node.edits, indent + 1)]


def heading(node: m.Document, indent: int = 0) -> Row:
    """The line that says what the file is."""
    title = f" {quoted(node.title)}" if node.title or node.form != "library" else ""
    parent = f" extends {node.parent}" if node.form == "variant" else ""
    return row_for(node, indent, f"{node.form} {node.name}{title}{parent}", node.cites)
