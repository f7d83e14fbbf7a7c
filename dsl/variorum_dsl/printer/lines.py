"""Lines of play back to text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from variorum_dsl import model as m
from variorum_dsl.model.node import same
from variorum_dsl.model.words import Cite
from variorum_dsl.printer.expressions import (
    GROUPED,
    PLAY_WORDS,
    TARGET_WORDS,
    VALUE,
    at_start,
    how_many,
    path_text,
    print_expression,
    quoted,
    ranks,
    selection_text,
    span,
    sum_text,
    words,
)

STEP = 2
WIDTH = 100


class Row(NamedTuple):
    """A line of a rule file: its level, its text, and what stands behind it.

    `line` is where its node stands in the source, 0 when there is no node for it; `also` has
    the lines of further nodes that share the row. `origin` says what brought a clause into a
    resolved game.
    """

    indent: int
    text: str
    cites: tuple[Cite, ...] = ()
    line: int = 0
    also: tuple[int, ...] = ()
    origin: str = ""


Rows = list[Row]


def row_for(node: m.Node, indent: int, text: str, cites: tuple[Cite, ...] = ()) -> Row:
    """The line of a node."""
    return Row(indent, text, cites, node.at.line)


def statement(node: m.Statement, indent: int) -> Rows:
    """A line of play, and the block below it."""
    text = _text(node)
    if node.label:
        text = f"{node.label}: {text}"
    return [row_for(node, indent, text, node.cites), *_below(node, indent)]


def block(body: Iterable[m.Statement], indent: int) -> Rows:
    """The lines of a block. One without lines cannot be written; it says that nothing happens."""
    rows = [row for node in body for row in statement(node, indent)]
    return rows or [Row(indent, "nothing happens")]


def case(node: m.Case, indent: int) -> Rows:
    head = row_for(node, indent, f"case {', '.join(node.kinds)}", node.cites)
    return [head, *block(node.body, indent + 1)]


def choice(node: m.Choice, indent: int) -> Rows:
    text = node.name + words(node.words)
    if node.condition is not None:
        text += f", if {print_expression(node.condition)}"
    if node.pick is not None:
        text += f", picking {picking(node.pick)}"
    head = row_for(node, indent, text, node.cites)
    return [head, *(block(node.body, indent + 1) if node.body else [])]


def picking(node: m.Picking) -> str:
    what = f"{amount(node.amount)} of {sum_text(node.of)}"
    if isinstance(node.of, m.Numbers) or m.picked_member(node.of) is not None:
        what = print_expression(node.of)
    text = f"{what} as {node.name}"
    if node.such_that is not None:
        text += f", such that {print_expression(node.such_that)}"
    return text


def amount(node: m.Amount) -> str:
    low, high = node.low, node.high
    none = isinstance(low, m.Number) and low.value == 0
    if high is None:
        return "any number" if none else f"{how_many(low)} or more"
    if same(low, high):
        return how_many(low)
    return f"up to {how_many(high)}" if none else f"{how_many(low)} to {how_many(high)}"


def using_up(node: m.Stage | m.Repeat | m.Turns) -> str:
    if node.guard is not None:
        return (f"using up nothing, because {quoted(node.guard.reason)}, "
                f"guarded at {node.guard.turns} turns")
    return f"using up {' and '.join(map(sum_text, node.using))}"


def players_count(low: int, high: int) -> str:
    return f"with {span(low, high)} players"


# --------------------------------------------------------------------------- the line itself
def _text(node: m.Statement) -> str:  # noqa: C901 (one case for each line)
    match node:
        case m.Move():
            return f"move {sum_text(node.what)} to {_target(node)}"
        case m.PassOn():
            return f"move each {node.zone} to the {node.side}"
        case m.Shuffle():
            return f"shuffle {path_text(node.zone)}"
        case m.Let():
            return f"let {node.name} be {print_expression(node.value)}"
        case m.LocalFigure():
            return f"figure {node.name} is {print_expression(node.value)}"
        case m.Becomes():
            return f"{_first(node.target)} becomes {print_expression(node.value)}"
        case m.Gain():
            return f"add {print_expression(node.amount, VALUE)} to {path_text(node.target)}"
        case m.Lose():
            return f"subtract {print_expression(node.amount, VALUE)} from {path_text(node.target)}"
        case m.Drop():
            return f"remove {sum_text(node.what)} from {path_text(node.target)}"
        case m.If():
            return f"if {print_expression(node.condition)}"
        case m.WithPlayers():
            return players_count(node.low, node.high)
        case m.ForEach():
            return _for_each(node)
        case m.Repeat():
            return f"repeat until {print_expression(node.until)}, {using_up(node)}"
        case m.Turns():
            return (
                f"take turns clockwise {node.order} {path_text(node.start)}, each player "
                f"{node.name}{_within(node)}, until {print_expression(node.until)}, "
                f"{using_up(node)}"
            )
        case m.Together():
            return f"at the same time, each player {node.name}{_within(node)}"
        case m.Picks():
            told = f" {quoted(node.told)}" if node.told else ""
            return f"{_first(node.who)} picks {picking(node.pick)}{told}"
        case m.Chooses():
            return f"{_first(node.who)} chooses"
        case m.Show():
            return f"show {selection_text(node.what)} to {path_text(node.to)}"
        case m.Call():
            giving = f" giving {', '.join(node.giving)}" if node.giving else ""
            return f"do {node.procedure}{giving}"
        case m.Depending():
            return f"depending on {path_text(node.on)}"
        case m.EndRound():
            return "end the round"
        case m.EndGame():
            return "end the game"
        case m.Nothing():
            return "nothing happens"
        case m.Custom():
            return f"custom {node.name} {quoted(node.told)}"
        case _:
            assert_never(node)


def _target(node: m.Move) -> str:
    if node.bottom:
        return f"bottom of {path_text(node.to)}"
    depth = "" if node.depth is None else (
        f" {node.depth.level} {how_many(node.depth.count)} cards")
    return at_start(path_text(node.to), TARGET_WORDS) + depth


def _for_each(node: m.ForEach) -> str:
    text = f"for each {node.sort} {node.name}{_within(node)}"
    if node.order and node.start is not None:
        text += f" clockwise {node.order} {path_text(node.start)}"
    if node.ranks:
        text += f", {ranks(node.ranks)} first"
    if node.until is not None:
        text += f", until {print_expression(node.until)}"
    return text


def _within(node: m.ForEach | m.Turns | m.Together) -> str:
    if isinstance(node.within, m.Numbers):
        return f" from {sum_text(node.within.low)} to {sum_text(node.within.high)}"
    return "" if node.within is None else f" in {sum_text(node.within)}"


def _first(node: m.Expression) -> str:
    if isinstance(node, m.Nth):
        return print_expression(node, GROUPED)  # at the start of a line it could be anything
    return at_start(path_text(node), PLAY_WORDS)


# ------------------------------------------------------------------------------ what is below
def _below(node: m.Statement, indent: int) -> Rows:
    match node:
        case m.If() | m.WithPlayers():
            rows = block(node.then, indent + 1)
            if node.otherwise:
                rows += [Row(indent, "otherwise"), *block(node.otherwise, indent + 1)]
            return rows
        case m.ForEach() | m.Repeat() | m.Turns() | m.Together():
            return block(node.body, indent + 1)
        case m.Chooses():
            return [row for each in node.choices for row in choice(each, indent + 1)]
        case m.Depending():
            return [row for each in node.cases for row in case(each, indent + 1)]
        case m.Call():
            return _arguments(node.arguments, indent + 1)
        case (
            m.Move() | m.PassOn() | m.Shuffle() | m.Let() | m.LocalFigure() | m.Becomes()
            | m.Gain() | m.Lose() | m.Drop() | m.Picks() | m.Show() | m.EndRound() | m.EndGame()
            | m.Nothing() | m.Custom()
        ):
            return []
        case _:
            assert_never(node)


def _arguments(given: tuple[m.Argument, ...], indent: int) -> Rows:
    """On one line where they fit, else one below the other with their values in a column."""
    if not given:
        return []
    values = [sum_text(argument.value) for argument in given]
    lines = [argument.at.line for argument in given]
    pairs = list(zip(given, values, strict=True))
    together = ", ".join(f"{argument.name} {value}" for argument, value in pairs)
    if indent * STEP + len(together) <= WIDTH:
        return [Row(indent, together, (), lines[0], tuple(lines[1:]))]
    width = max(len(argument.name) for argument in given)
    return [
        row_for(argument, indent, f"{argument.name:<{width}} {value}") for argument, value in pairs
    ]
