"""Examples back to text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.printer.clauses import Rows, head
from variorum_dsl.printer.expressions import (
    FACT_WORDS,
    at_start,
    path_text,
    print_expression,
    sum_text,
    words,
)
from variorum_dsl.printer.lines import Row


def example(node: m.Example, indent: int) -> Rows:
    rows = [head(node, indent, f"example {node.name}{words(node.words)}")]
    indent += 1
    if node.players:
        rows.append(Row(indent, f"players {', '.join(node.players)}"))
    if node.options:
        rows.append(Row(indent, f"with {', '.join(node.options)}"))
    rows += [
        head(reading, indent, f"reading {reading.silence} is {reading.reading}")
        for reading in node.readings
    ]
    if node.given:
        rows += [Row(indent, "given"), *_facts(node.given, indent + 1)]
    for part in node.acts:
        rows += act(part, indent)
    return rows


def act(node: m.Act | m.Then, indent: int) -> Rows:
    if isinstance(node, m.Then):
        return [head(node, indent, "then"), *_facts(node.facts, indent + 1)]
    text = f"when {node.start}" + (f" {node.stage}" if node.stage else "")
    return [head(node, indent, text), *(said(move, indent + 1) for move in node.moves)]


def said(node: m.Said, indent: int) -> Row:
    asked = " may not" if node.refused else " may" if node.asked else ""
    return head(node, indent, f"{node.player}{asked}: {phrases(node.move)}")


def phrases(given: Iterable[m.Phrase]) -> str:
    return ", ".join(" ".join(map(str, phrase.words)) for phrase in given)


def _facts(facts: Iterable[Any], indent: int) -> Rows:
    return [head(node, indent, fact(node)) for node in facts]


def fact(node: Any) -> str:
    return _FACTS[type(node)](node)


def _holds(node: m.Holds) -> str:
    verb = "holds" if node.exactly else "includes"
    return f"{_first(node.zone)} {verb} {phrases(node.cards) or 'nothing'}"


def _won(node: m.Won) -> str:
    return f"winner{'s' if len(node.players) > 1 else ''} {', '.join(node.players)}"


def _first(node: Any) -> str:
    return at_start(path_text(node), FACT_WORDS)


_FACTS: dict[type, Callable[[Any], str]] = {
    m.Sees: lambda n: (
        f"{n.player} {'sees' if n.seen else 'does not see'} {path_text(n.zone)}"
    ),
    m.Holds: _holds,
    m.Fact: lambda n: at_start(print_expression(n.condition), FACT_WORDS),
    m.StepFact: lambda n: f"{_first(n.score)} after {n.step} is {sum_text(n.value)}",
    m.Eliminated: lambda n: f"eliminated {', '.join(n.players)}",
    m.Won: _won,
    m.Decided: lambda n: f"decided by {n.by}",
    m.ToDecide: lambda n: f"to decide {', '.join(n.players)}",
    m.Unplayable: lambda n: "the game cannot be played",
    m.Ended: lambda n: f"the {n.what} {'has ended' if n.over else 'goes on'}",
}
