"""The addresses of lines of play: the name before the colon, or what the line does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from variorum_dsl import model as m

Body = tuple[m.Statement, ...]


def _noun(expression: m.Expression) -> str:
    """The word that an expression turns on."""
    while True:
        match expression:
            case m.Name(name=name) | m.Owned(name=name):
                return name
            case m.Among(kind=kind) | m.Outside(kind=kind):
                return kind
            case m.Top(of=inner) | m.OneOf(of=inner) | m.Those(within=inner):
                expression = inner
            case m.Whose(of=inner) | m.Ranked(of=inner) | m.Unique(of=inner):
                expression = inner
            case m.Binary(left=left):
                expression = left
            case m.Joined(parts=parts):
                expression = parts[0]
            case m.Number(value=value):
                return str(value)
            case m.Nth(name=name, number=m.Number(value=value)):
                return f"{name}-{value}"
            case m.Nth(name=name):
                return name
            case m.Members(attribute=name) | m.This(sort=name):
                return name
            case (
                m.Truth() | m.Aggregate() | m.Count() | m.TheOne() | m.ByPlayers() | m.Not()
                | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists() | m.Rounded() | m.Numbers()
                | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()
            ):
                return "it"
            case _:
                assert_never(expression)


def own_key(line: m.Statement) -> str:
    """What a line is called before a second one of the same name is told apart."""
    if line.label:
        return line.label
    match line:
        case m.Move(what=what):
            return f"move-{_noun(what)}"
        case m.PassOn(zone=name):
            return f"move-{name}"
        case m.Shuffle(zone=zone):
            return f"shuffle-{_noun(zone)}"
        case m.Let(name=name) | m.LocalFigure(name=name) | m.Custom(name=name):
            return name
        case m.Becomes(target=target):
            return _noun(target)
        case m.Gain(target=target):
            return f"add-{_noun(target)}"
        case m.Lose(target=target):
            return f"subtract-{_noun(target)}"
        case m.Drop(what=what):
            return f"remove-{_noun(what)}"
        case m.WithPlayers(low=low, high=high):
            return f"with-{low}-players" if low == high else f"with-{low}-to-{high}-players"
        case m.ForEach(name=name):
            return f"each-{name}"
        case m.Picks(pick=pick):
            return pick.name
        case m.Chooses(who=who):
            return f"{_noun(who)}-chooses"
        case m.Show(what=what):
            return f"show-{_noun(what)}"
        case m.Call(procedure=procedure):
            return procedure
        case m.EndRound():
            return "end-round"
        case m.EndGame():
            return "end-game"
        case m.If() | m.Repeat() | m.Turns() | m.Together() | m.Depending() | m.Nothing():
            return line.node
        case _:
            assert_never(line)


def _lines(part: m.Node) -> Iterator[m.Statement]:
    """The lines in the blocks of a line, a case or a choice, in reading order."""
    for child in m.children(part):
        if m.is_statement(child):
            yield child
        if isinstance(child, m.Line | m.Case | m.Choice):
            yield from _lines(child)


def keyed(body: Body) -> dict[str, m.Statement]:
    """Every line of a section by its key, in reading order."""
    return numbered(item for outer in body for item in named_lines(outer))


def named_lines(outer: m.Statement) -> list[tuple[str, m.Statement]]:
    """A line and those inside it, in reading order, each with what it is called."""
    return [(own_key(line), line) for line in (outer, *_lines(outer))]


def numbered(lines: Iterable[tuple[str, m.Statement]]) -> dict[str, m.Statement]:
    """Lines by their keys: a second one of the same name gets a number."""
    found: dict[str, m.Statement] = {}
    numbers: dict[str, int] = {}
    for key, line in lines:
        if key in found:
            number = numbers.get(key, 2)
            while f"{key}-{number}" in found:
                number += 1
            numbers[key] = number + 1
            key = f"{key}-{number}"
        found[key] = line
    return found


def rewritten(body: Body, target: m.Statement, new: Body) -> Body:
    """The section with other lines in the place of one (which is found by identity)."""
    for index, line in enumerate(body):
        if line is target:
            return (*body[:index], *new, *body[index + 1 :])
    return tuple(
        _with_blocks(line, lambda block: rewritten(block, target, new))
        if any(inner is target for inner in _lines(line)) else line for line in body
    )


def _with_blocks(line: m.Statement, change: Callable[[Body], Body]) -> m.Statement:
    """The line with every block inside it changed."""
    match line:
        case m.If() | m.WithPlayers():
            return replace(line, then=change(line.then), otherwise=change(line.otherwise))
        case m.ForEach() | m.Repeat() | m.Turns() | m.Together():
            return replace(line, body=change(line.body))
        case m.Chooses():
            choices = (replace(choice, body=change(choice.body)) for choice in line.choices)
            return replace(line, choices=tuple(choices))
        case m.Depending():
            cases = (replace(case, body=change(case.body)) for case in line.cases)
            return replace(line, cases=tuple(cases))
        case (
            m.Move() | m.PassOn() | m.Shuffle() | m.Let() | m.LocalFigure() | m.Becomes() | m.Gain()
            | m.Lose() | m.Drop() | m.Picks() | m.Show() | m.Call() | m.EndRound() | m.EndGame()
            | m.Nothing() | m.Custom()
        ):
            return line
        case _:
            assert_never(line)
