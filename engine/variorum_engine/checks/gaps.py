"""The examples of a file with mistakes: those run that do not need what is wrong.

A line of play that could not be read keeps its place, and an example that comes to it is left out.
What is wrong elsewhere counts for all examples that it could matter to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import Loaded

from variorum_engine.checks.playing import own_examples
from variorum_engine.interpreter.state import Unread
from variorum_engine.table.preparation import Ready

_UNIMPORTANT = ("allow", "always", "about", "published")
# What is reported about lines that were read all the same.
_READ = frozenset({"misspelt-word", "indentation", "tab", "byte-order-mark", "carriage-return",
                   "strange-character", "invisible-character", "other-layout"})


class Ran(NamedTuple):
    """What the examples that could run showed, and how many were left out."""

    found: list[Diagnostic]
    left_out: int


class _Damage(NamedTuple):
    """What a mistake can matter to."""

    everything: bool = False
    play: bool = False
    outcome: bool = False
    examples: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()  # options and silences
    lost: int = 0  # examples of which not even the name is known


def run_despite_gaps(loaded: Loaded, wrong: Iterable[Diagnostic]) -> Ran:
    """Run the examples of a file with mistakes."""
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet, loaded.budget, gaps=True)
    examples = own_examples(ready)
    damage = _damage(loaded, wrong)
    game, _ = ready.game()
    worked_out = {*(each.name for each in game.scorings), *(each.name for each in game.figures)}
    found: list[Diagnostic] = []
    left_out = damage.lost
    for example in examples:
        problems = None if _needs(example, damage, worked_out) else (
            _run(ready, example, loaded, damage))
        if problems is None:
            left_out += 1
        else:
            found += problems
    return Ran(found, left_out)


def _run(
    ready: Ready, example: m.Example, loaded: Loaded, damage: _Damage
) -> list[Diagnostic] | None:
    """What an example shows, or nothing if it came to something that could not be read."""
    try:
        problems = ready.run(example)
    except Unread:
        return None
    if any((each.code == "unknown-name" and _quoted(each) & loaded.lost_words)
           or (each.code == "broken-rule" and damage.outcome) for each in problems):
        return None
    return problems


def _quoted(problem: Diagnostic) -> set[str]:
    return set(problem.title.split('"')[1::2])


def _needs(example: m.Example, damage: _Damage, worked_out: set[str]) -> bool:
    """Whether an example needs something that is wrong, as far as its text shows. `worked_out` are
    the names of figures and scorings."""
    chosen = {example.origin.removeprefix("option "), *example.options,
              *(each.silence for each in example.readings)}
    if damage.everything or example.name in damage.examples or chosen & damage.choices:
        return True
    if damage.play and any(isinstance(act, m.Act) and act.start != "the game ends"
                           for act in example.acts):
        return True
    return damage.outcome and any(
        isinstance(node, m.Won | m.Eliminated | m.Decided | m.StepFact)
        or (isinstance(node, m.Owned | m.Name) and node.name in worked_out)
        for act in example.acts for node in m.walk(act))


def _damage(loaded: Loaded, wrong: Iterable[Diagnostic]) -> _Damage:
    """What all mistakes together can matter to."""
    assert loaded.document is not None
    total = _Damage()
    for start, end in _stretches(loaded):
        total = _joined(total, _of_lines(loaded, start, end, unread=True))
    for each in wrong:
        place = each.primary.place
        if place.path != loaded.path:
            total = total._replace(everything=True)
        elif place.line not in loaded.lost_lines and each.code not in _READ:
            total = _joined(total, _of_lines(loaded, place.line, place.line, unread=False))
    return total


def _stretches(loaded: Loaded) -> Iterator[tuple[int, int]]:
    """Lines in a row that could not be read."""
    lines = sorted(loaded.lost_lines)
    while lines:
        size = next((i for i, line in enumerate(lines) if line != lines[0] + i), len(lines))
        yield lines[0], lines[size - 1]
        del lines[:size]


def _joined(one: _Damage, other: _Damage) -> _Damage:
    return _Damage(
        one.everything or other.everything, one.play or other.play, one.outcome or other.outcome,
        one.examples | other.examples, one.choices | other.choices, one.lost + other.lost)


def _of_lines(loaded: Loaded, start: int, end: int, *, unread: bool) -> _Damage:
    """What some lines can matter to, by the clause in which they stand."""
    assert loaded.document is not None
    inside = _clauses(loaded.document.items, start)
    for clause in inside:
        match clause:
            case m.Example():
                return _Damage(examples=frozenset({clause.name}))
            case m.Option() | m.Silent():
                return _Damage(choices=frozenset({clause.name}))
    match inside[0] if inside else None:
        case m.Stage() | m.Effect() | m.Procedure() as clause:
            marked = not unread or any(
                isinstance(node, m.Nothing) and node.unread and start <= node.at.line <= end
                for node in m.walk(clause))
            return _Damage(play=not marked)
        case m.Scoring() | m.Winner() | m.Elimination() | m.Figures():
            return _Damage(outcome=True)
        case m.Always() | m.Allow():
            return _Damage()
        case None:
            text = loaded.sources.line(loaded.path, start) or ""
            first = (text.split() or [""])[0]
            if first == "example":
                return _Damage(lost=1)
            return _Damage(everything=first not in _UNIMPORTANT)
        case _:
            return _Damage(everything=True)


def _clauses(items: Iterable[m.Node], line: int) -> list[m.Node]:
    """The clauses around a line, the outermost first."""
    for item in items:
        if item.at.line <= line <= item.at.end_line:
            inner = item.lines if isinstance(item, m.Option) else ()
            return [item, *_clauses(inner, line)]
    return []
