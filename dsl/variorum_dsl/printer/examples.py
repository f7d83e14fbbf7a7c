"""Examples back to text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.printer.clauses import head
from variorum_dsl.printer.expressions import (
    FACT_WORDS,
    at_start,
    path_text,
    print_expression,
    sum_text,
    words,
)
from variorum_dsl.printer.lines import Row, Rows, row_for


def example(node: m.Example, indent: int) -> Rows:
    rows = [head(node, indent, f"example {node.name}{words(node.words)}"
                               f"{' as printed' * node.printed}")]
    indent += 1
    if node.players:
        rows.append(Row(indent, f"players {', '.join(node.players)}"))
    if node.options:
        rows.append(Row(indent, f"with {', '.join(node.options)}"))
    rows += [
        row_for(reading, indent, f"reading {reading.silence} is {reading.reading}")
        for reading in node.readings
    ]
    if node.given:
        rows += [Row(indent, "given"), *_facts(node.given, indent + 1)]
    for part in node.acts:
        rows += act(part, indent)
    return rows


def act(node: m.Scene, indent: int) -> Rows:
    match node:
        case m.Then():
            return [row_for(node, indent, "then"), *_facts(node.facts, indent + 1)]
        case m.Act():
            text = f"when {node.start}" + (f" {node.stage}" if node.stage else "")
            text += f" from {node.line}" if node.line else ""
            text += f" in {node.caller}" if node.caller else ""
            return [row_for(node, indent, text), *(said(move, indent + 1) for move in node.moves)]
        case _:
            assert_never(node)


def said(node: m.Said, indent: int) -> Row:
    asked = " may not" if node.refused else " may" if node.asked else ""
    why = f" because {node.reason}" if node.reason else ""
    why += f' because "{node.heading}"' if node.heading else ""
    return row_for(node, indent, f"{node.player}{asked}: {phrases(node.move)}{why}")


def phrases(given: Iterable[m.Phrase]) -> str:
    return ", ".join(" ".join(map(str, phrase.words)) for phrase in given)


def _facts(facts: Iterable[m.FactLine], indent: int) -> Rows:
    return [row_for(node, indent, fact(node)) for node in facts]


def fact(node: m.FactLine) -> str:
    match node:
        case m.Sees():
            verb = "sees" if node.seen else "does not see"
            return f"{node.player} {verb} {path_text(node.zone)}"
        case m.Holds():
            verb = "holds" if node.exactly else "includes"
            return f"{_first(node.zone)} {verb} {phrases(node.cards) or 'nothing'}"
        case m.Boxed():
            return f"the box holds {phrases(node.parts)}"
        case m.Fact():
            return at_start(print_expression(node.condition), FACT_WORDS)
        case m.StepFact():
            return f"{_first(node.score)} after {node.step} is {sum_text(node.value)}"
        case m.Eliminated():
            return f"eliminated {', '.join(node.players)}"
        case m.Won():
            return f"winner{'s' if len(node.players) > 1 else ''} {', '.join(node.players)}"
        case m.Decided():
            return f"decided by {node.by}"
        case m.ToDecide():
            return f"to decide {', '.join(node.players)}"
        case m.Ended():
            return f"the {node.what} {'has ended' if node.over else 'goes on'}"
        case m.Unplayable():
            return "the game cannot be played"
        case _:
            assert_never(node)


def _first(node: m.Expression) -> str:
    return at_start(path_text(node), FACT_WORDS)
