"""The addresses of lines of play: the name before the colon, or what the line does."""

from __future__ import annotations

from dataclasses import replace

from variorum_dsl import model as m


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
            case m.Number(value=value):
                return str(value)
            case _:
                return "it"


def own_key(line: m.Statement) -> str:
    """What a line is called before a second one of the same name is told apart."""
    if line.label:
        return line.label
    match line:
        case m.Move(what=what):
            return f"move-{_noun(what)}"
        case m.Shuffle(zone=zone):
            return f"shuffle-{_noun(zone)}"
        case m.Let(name=name) | m.LocalFigure(name=name):
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
        case _:
            return type(line).__name__.lower()


def blocks(line: m.Statement) -> list[tuple[str, int, tuple[m.Statement, ...]]]:
    """The blocks inside a line: the field that holds each, its index there, and its lines."""
    match line:
        case m.If() | m.WithPlayers():
            return [("then", 0, line.then), ("otherwise", 0, line.otherwise)]
        case m.ForEach() | m.Repeat() | m.Turns() | m.Together():
            return [("body", 0, line.body)]
        case m.Chooses():
            return [("choices", i, choice.body) for i, choice in enumerate(line.choices)]
        case m.Depending():
            return [("cases", i, case.body) for i, case in enumerate(line.cases)]
        case _:
            return []


def with_block(
    line: m.Statement, field: str, index: int, body: tuple[m.Statement, ...]
) -> m.Statement:
    """The line with another block in that position."""
    match line:
        case m.Chooses(choices=choices):
            chosen = replace(choices[index], body=body)
            return replace(line, choices=(*choices[:index], chosen, *choices[index + 1 :]))
        case m.Depending(cases=cases):
            case = replace(cases[index], body=body)
            return replace(line, cases=(*cases[:index], case, *cases[index + 1 :]))
        case m.If() | m.WithPlayers() if field == "then":
            return replace(line, then=body)
        case m.If() | m.WithPlayers():
            return replace(line, otherwise=body)
        case m.ForEach() | m.Repeat() | m.Turns() | m.Together():
            return replace(line, body=body)
        case _:
            raise AssertionError(f"{line.node} has no block")


def keyed(body: tuple[m.Statement, ...]) -> dict[str, m.Statement]:
    """Every line of a section by its key, in reading order."""
    found: dict[str, m.Statement] = {}

    def visit(lines: tuple[m.Statement, ...]) -> None:
        for line in lines:
            key = own_key(line)
            number = 1
            while (unique := key if number == 1 else f"{key}-{number}") in found:
                number += 1
            found[unique] = line
            for _, _, inner in blocks(line):
                visit(inner)

    visit(body)
    return found


def rewritten(
    body: tuple[m.Statement, ...], target: m.Statement, new: tuple[m.Statement, ...]
) -> tuple[m.Statement, ...]:
    """The section with other lines in the place of one (which is found by identity)."""
    result: list[m.Statement] = []
    for line in body:
        if line is target:
            result.extend(new)
            continue
        for field, index, inner in blocks(line):
            changed = rewritten(inner, target, new)
            if changed is not inner and changed != inner:
                line = with_block(line, field, index, changed)
        result.append(line)
    return tuple(result)
