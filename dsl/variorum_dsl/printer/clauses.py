"""Clauses and sections back to text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from variorum_dsl import model as m
from variorum_dsl.english import article
from variorum_dsl.model.words import Cite
from variorum_dsl.printer.expressions import (
    SUM,
    VALUE,
    each_text,
    how_many,
    print_expression,
    quoted,
    selection_text,
    span,
    sum_text,
    words,
)
from variorum_dsl.printer.lines import Row, Rows, block, players_count, row_for, using_up

Part = TypeVar("Part", bound=m.Node)


def head(node: m.Clause, indent: int, text: str) -> Row:
    """The first line of a clause."""
    return Row(indent, text, node.cites, node.at.line, (), node.origin)


def as_written(nodes: Iterable[Part]) -> list[Part]:
    """In the order of the file, for what the model sorts into groups."""
    listed = list(nodes)
    if len({node.at.path for node in listed}) > 1 or not all(node.at.line for node in listed):
        return listed
    return sorted(listed, key=lambda node: (node.at.line, node.at.column))


def _type(name: str, *, maybe: bool) -> str:
    return f"{name} or nobody" if maybe else name


def _each(node: m.Zone | m.Track) -> str:
    if node.numbers is not None:
        return f"{node.name} {node.numbers.low} to {how_many(node.numbers.high)}"
    return node.name + _of_each(node.each)


def _of_each(each: str) -> str:
    return f" of each {each}" if each else ""


# --------------------------------------------------------------------------- cards and places
def kind(node: m.Kind, indent: int) -> Rows:
    text = node.name + words(node.words)
    if node.under:
        text += f" under {node.under}"
    if node.attributes:
        text += f" has {', '.join(map(attribute, node.attributes))}"
    if node.marks:
        marks = ", ".join(mark.name + words(mark.words) for mark in node.marks)
        text += f" may be {marks}"
    return [
        head(node, indent, text), *(row for part in node.kinds for row in kind(part, indent + 1))
    ]


def attribute(node: m.Attribute) -> str:
    given = node.members or [f"{each.value} {each.name}" for each in node.called]
    members = f" ({', '.join(given)})" if given else ""
    return node.name + words(node.words) + members


def component(node: m.Component, indent: int) -> Rows:
    text = f"{node.count} {node.kind}"
    if node.name:
        text += f" {node.name}{words(node.words)}"
    if node.for_each:
        text += f" for each {node.for_each}"
    if node.settings:
        text += f" with {' and '.join(map(_setting, node.settings))}"
    if node.marks:
        text += f" marked {', '.join(node.marks)}"
    return [head(node, indent, text), *_table(node.table, indent + 1)]


def _setting(node: m.Setting) -> str:
    return f"{node.name} {', '.join(map(_values, node.values))}"


def _values(node: m.Values) -> str:
    return node.word or span(node.low, node.high)


def _table(rows: tuple[m.Row, ...], indent: int) -> Rows:
    columns = max((len(row.cells) for row in rows), default=0)
    widths = [
        max(len(str(row.cells[column])) for row in rows if column < len(row.cells))
        for column in range(columns)
    ]
    return [
        Row(
            indent,
            " ".join(
                f"{cell!s:<{width}}" for cell, width in zip(row.cells, widths, strict=False)
            ).rstrip(),
            (),
            row.at.line,
        )
        for row in rows
    ]


def pile(node: m.Pile, indent: int) -> Rows:
    text = f"in {node.zone}{_of_each(node.each)}"
    if node.low:
        text += f" {players_count(node.low, node.high)}"
    return [
        head(node, indent, text),
        *(row for line in node.lines for row in component(line, indent + 1)),
    ]


def besides(node: m.Besides, indent: int) -> Rows:
    text = f"besides {node.count} {node.name}{words(node.words)}"
    if node.low:
        text += f" {players_count(node.low, node.high)}"
    return [head(node, indent, text)]


def zone(node: m.Zone, indent: int) -> Rows:
    order = ", in order" if node.in_order else ""
    kinds = " or ".join(node.kinds)
    text = f"{_each(node)}{words(node.words)} holds {kinds}, {node.sight}{order}"
    return [head(node, indent, text)]


def track(node: m.Track, indent: int) -> Rows:
    what = f"{article(node.type)} {_type(node.type, maybe=node.maybe)}"
    start = "" if node.start is None else f", starting at {sum_text(node.start)}"
    sight = f", {node.sight}" if node.sight else ""
    return [head(node, indent, f"{_each(node)}{words(node.words)} is {what}{start}{sight}")]


def dummy(node: m.Dummy, indent: int) -> Rows:
    text = f"dummy {node.name}{words(node.words)}"
    if node.low:
        text += f" {players_count(node.low, node.high)}"
    return [head(node, indent, text)]


def figure(node: m.Figure, indent: int) -> Rows:
    name = node.name + _of_each(node.each)
    text = f"{name}{words(node.words)} is {print_expression(node.value)}"
    return [head(node, indent, text)]


# ---------------------------------------------------------------------------------------- play
def stage(node: m.Stage, indent: int) -> Rows:
    text: str = node.stage
    if node.name != node.stage:
        text += f" {node.name}"
    text += words(node.words)
    if node.until is not None:
        text += f" until {print_expression(node.until)}, {using_up(node)}"
    return [head(node, indent, text), *block(node.body, indent + 1)]


def effect(node: m.Effect, indent: int) -> Rows:
    when = f"when {article(node.kind)} {node.kind} enters {node.zone}"
    if node.owner:
        when += f" of {node.owner}"
    if node.card:
        when += f" as {node.card}"
    if node.condition is not None:
        when += f", if {print_expression(node.condition)}"
    return [
        head(node, indent, f"effect {node.name}{words(node.words)}"),
        Row(indent + 1, when, node.when_cites),
        *block(node.body, indent + 2),
    ]


def procedure(node: m.Procedure, indent: int) -> Rows:
    sides = {id(parameter): "takes" for parameter in node.takes}
    rows = [head(node, indent, f"procedure {node.name}{words(node.words)}")]
    for parameter in as_written((*node.takes, *node.gives)):
        text = f"{sides.get(id(parameter), 'gives')} {parameter.name} : "
        text += _type(parameter.type, maybe=parameter.maybe) + words(parameter.words)
        rows.append(row_for(parameter, indent + 1, text))
    return rows + block(node.body, indent + 1)


# ------------------------------------------------------------------- the end, and who has won
def end(node: m.End, indent: int) -> Rows:
    condition = print_expression(node.condition)
    return [
        head(node, indent, f"end {node.name}{words(node.words)} {node.time} when {condition}")
    ]


def out(node: m.Out, indent: int) -> Rows:
    condition = "" if node.condition is None else f" if {print_expression(node.condition)}"
    return [head(node, indent, f"out {sum_text(node.players)}{condition}")]


def elimination(node: m.Elimination, indent: int) -> Rows:
    rows = [head(node, indent, f"elimination{words(node.words)}")]
    rows += [row for line in node.out for row in out(line, indent + 1)]
    if node.everyone:
        text = f"if everyone is out, {node.everyone}"
        rows.append(Row(indent + 1, text, node.everyone_cites))
    return rows


def step_text(node: m.Step) -> str:
    text = f"{node.name}{words(node.words)} {node.operation}"
    if node.operation == "round":
        text += f" {node.rounded}"
    plain = node.per is None and node.condition is None
    if isinstance(node.value, m.Each) and plain:
        text += f" {each_text(node.value, with_value=True)}"
    elif node.value is not None:
        added = node.operation in ("add", "subtract")
        text += f" {print_expression(node.value, VALUE if added else SUM)}"
    if isinstance(node.per, m.Each):
        text += each_text(node.per, with_value=False)
    elif node.per is not None:
        group = f"{node.group} " if node.group > 1 else ""
        text += f" for each {group}{selection_text(node.per)}"
    if node.condition is not None:
        text += f" if {print_expression(node.condition)}"
    if node.rounded and node.operation != "round":
        text += f", rounded {node.rounded}"
    return text


def step(node: m.Step, indent: int) -> Rows:
    return [head(node, indent, step_text(node))]


def scoring(node: m.Scoring, indent: int) -> Rows:
    return [
        head(node, indent, f"scoring {node.name}{words(node.words)}"),
        *(row for line in node.steps for row in step(line, indent + 1)),
    ]


def tie(node: m.Tie, indent: int) -> Rows:
    return [head(node, indent, f"{node.extreme} {node.name}")]


def chain(ties: Iterable[m.Tie], tied: str, tied_cites: tuple[Cite, ...], indent: int) -> Rows:
    """The lines that find the winner: `then` stands before every line but the first."""
    rows: Rows = []
    for line in ties:
        (row,) = tie(line, indent)
        rows.append(row._replace(text=f"then {row.text}") if rows else row)
    if tied:
        text = "then nobody wins" if tied == "nobody" else f"then {tied}"
        rows.append(Row(indent, text, tied_cites))
    return rows


def winner(node: m.Winner, indent: int) -> Rows:
    return [
        head(node, indent, f"winner{words(node.words)}"),
        *chain(node.chain, node.tied, node.tied_cites, indent + 1),
    ]


def always(node: m.Always, indent: int) -> Rows:
    condition = print_expression(node.condition)
    return [head(node, indent, f"always {node.name}{words(node.words)}: {condition}")]


def allow(node: m.Allow, indent: int) -> Rows:
    about = f" for {node.about}" if node.about else ""
    return [head(node, indent, f"allow {node.code}{about} because {quoted(node.reason)}")]
