"""Lines of play back to text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.model.node import same
from variorum_dsl.model.words import Cite
from variorum_dsl.printer.expressions import (
    PLAY_WORDS,
    TARGET_WORDS,
    VALUE,
    at_start,
    how_many,
    path_text,
    print_expression,
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


def statement(node: Any, indent: int) -> list[Row]:
    """A line of play, and the block below it."""
    kind = type(node)
    text = _HEADS[kind](node)
    if node.label:
        text = f"{node.label}: {text}"
    rows = [Row(indent, text, node.cites, node.at.line)]
    below = _BLOCKS.get(kind)
    if below is not None:
        rows += below(node, indent)
    return rows


def block(body: Iterable[Any], indent: int) -> list[Row]:
    """The lines of a block. One without lines cannot be written; it says that nothing happens."""
    rows = [row for node in body for row in statement(node, indent)]
    return rows or [Row(indent, "nothing happens")]


def case(node: m.Case, indent: int) -> list[Row]:
    head = Row(indent, f"case {', '.join(node.kinds)}", node.cites, node.at.line)
    return [head, *block(node.body, indent + 1)]


def choice(node: m.Choice, indent: int) -> list[Row]:
    text = node.name + words(node.words)
    if node.condition is not None:
        text += f", if {print_expression(node.condition)}"
    if node.pick is not None:
        text += f", picking {picking(node.pick)}"
    head = Row(indent, text, node.cites, node.at.line)
    return [head, *(block(node.body, indent + 1) if node.body else [])]


def picking(node: m.Picking) -> str:
    what = f"{amount(node.amount)} of {sum_text(node.of)}"
    if isinstance(node.of, m.Numbers | m.Members):
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


def using_up(using: Iterable[Any]) -> str:
    return f"using up {' and '.join(map(sum_text, using))}"


def players_count(low: int, high: int) -> str:
    return f"with {span(low, high)} players"


def _within(node: Any) -> str:
    return "" if node.within is None else f" in {sum_text(node.within)}"


def _target(node: m.Move) -> str:
    if node.bottom:
        return f"bottom of {path_text(node.to)}"
    return at_start(path_text(node.to), TARGET_WORDS)


def _for_each(node: m.ForEach) -> str:
    text = f"for each {node.sort} {node.name}{_within(node)}"
    if node.order:
        text += f" clockwise {node.order} {path_text(node.start)}"
    if node.ranks:
        ranks = " then ".join(f"{rank.extreme} {rank.name}" for rank in node.ranks)
        text += f", {ranks} first"
    if node.until is not None:
        text += f", until {print_expression(node.until)}"
    return text


def _turns(node: m.Turns) -> str:
    return (
        f"take turns clockwise from {path_text(node.start)}, each player {node.name}"
        f"{_within(node)}, until {print_expression(node.until)}, {using_up(node.using)}"
    )


def _call(node: m.Call) -> str:
    giving = f" giving {', '.join(node.giving)}" if node.giving else ""
    return f"do {node.procedure}{giving}"


def _first(node: Any) -> str:
    return at_start(path_text(node), PLAY_WORDS)


_HEADS: dict[type, Callable[[Any], str]] = {
    m.Move: lambda n: f"move {sum_text(n.what)} to {_target(n)}",
    m.Shuffle: lambda n: f"shuffle {path_text(n.zone)}",
    m.Let: lambda n: f"let {n.name} be {print_expression(n.value)}",
    m.LocalFigure: lambda n: f"figure {n.name} is {print_expression(n.value)}",
    m.Becomes: lambda n: f"{_first(n.target)} becomes {print_expression(n.value)}",
    m.Gain: lambda n: f"add {print_expression(n.amount, VALUE)} to {path_text(n.target)}",
    m.Lose: lambda n: f"subtract {print_expression(n.amount, VALUE)} from {path_text(n.target)}",
    m.Drop: lambda n: f"remove {sum_text(n.what)} from {path_text(n.target)}",
    m.If: lambda n: f"if {print_expression(n.condition)}",
    m.WithPlayers: lambda n: players_count(n.low, n.high),
    m.ForEach: _for_each,
    m.Repeat: lambda n: f"repeat until {print_expression(n.until)}, {using_up(n.using)}",
    m.Turns: _turns,
    m.Together: lambda n: f"at the same time, each player {n.name}{_within(n)}",
    m.Picks: lambda n: f"{_first(n.who)} picks {picking(n.pick)}",
    m.Chooses: lambda n: f"{_first(n.who)} chooses",
    m.Show: lambda n: f"show {selection_text(n.what)} to {path_text(n.to)}",
    m.Call: _call,
    m.Depending: lambda n: f"depending on {path_text(n.on)}",
    m.EndRound: lambda n: "end the round",
    m.EndGame: lambda n: "end the game",
    m.Nothing: lambda n: "nothing happens",
}
STATEMENTS = frozenset(_HEADS)


def _branches(node: m.If | m.WithPlayers, indent: int) -> list[Row]:
    rows = block(node.then, indent + 1)
    if node.otherwise:
        rows += [Row(indent, "otherwise"), *block(node.otherwise, indent + 1)]
    return rows


def _body(node: Any, indent: int) -> list[Row]:
    return block(node.body, indent + 1)


def _arguments(node: m.Call, indent: int) -> list[Row]:
    """On one line where they fit, else one below the other with their values in a column."""
    given: Sequence[m.Argument] = node.arguments
    if not given:
        return []
    indent += 1
    values = [sum_text(argument.value) for argument in given]
    lines = [argument.at.line for argument in given]
    pairs = list(zip(given, values, strict=True))
    together = ", ".join(f"{argument.name} {value}" for argument, value in pairs)
    if indent * STEP + len(together) <= WIDTH:
        return [Row(indent, together, (), lines[0], tuple(lines[1:]))]
    width = max(len(argument.name) for argument in given)
    return [
        Row(indent, f"{argument.name:<{width}} {value}", (), argument.at.line)
        for argument, value in pairs
    ]


_BLOCKS: dict[type, Callable[[Any, int], list[Row]]] = {
    m.If: _branches,
    m.WithPlayers: _branches,
    m.ForEach: _body,
    m.Repeat: _body,
    m.Turns: _body,
    m.Together: _body,
    m.Chooses: lambda n, indent: [row for c in n.choices for row in choice(c, indent + 1)],
    m.Depending: lambda n, indent: [row for c in n.cases for row in case(c, indent + 1)],
    m.Call: _arguments,
}
