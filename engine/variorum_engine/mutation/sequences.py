"""Lines that are dropped, exchanged with their neighbour, or freed of their condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, assert_never

from variorum_dsl import model as m

from variorum_engine.mutation.sites import Part

# A file as a whole loses rules; without its zones or kinds it would only fail to load.
_RULES = m.Effect | m.End | m.Elimination | m.Stage | m.Add | m.Replace | m.Remove | m.Change


class Rows(NamedTuple):
    """A list inside a part that can lose members.

    `last` says what becomes of the only member: it `stays` where the part could not be without, or
    would do nothing (which is the same as dropping the part); `nothing` happens in its place; or
    the list may be `empty`. In one that `swaps`, neighbours can change places.
    """

    field: str
    members: tuple[m.Node | str, ...]
    last: Literal["stays", "nothing", "empty"]
    swaps: bool = False


def changes(part: Part) -> Iterator[tuple[str, m.Node]]:
    """The part with a line less, or with two lines in the other order."""
    lists = _lists(part)
    for rows in lists:
        yield from _dropped(part, rows)
    for rows in lists:
        for number in range(len(rows.members) - 1 if rows.swaps else 0):
            pair = rows.members[number + 1], rows.members[number]
            if any(isinstance(each, m.Custom) for each in pair):
                continue  # it may stand anywhere
            yield "order", part.but(
                **{rows.field: (*rows.members[:number], *pair, *rows.members[number + 2 :])}
            )
    if isinstance(part, m.Depending):
        yield from _exchanged(part)


def _lists(part: Part) -> tuple[Rows, ...]:  # noqa: C901 (one case for each sort of part)
    match part:
        case (m.Stage(body=body) | m.Effect(body=body) | m.Repeat(body=body) | m.Turns(body=body)
              | m.Together(body=body)):
            return (Rows("body", body, "stays", swaps=True),)
        case m.ForEach(body=body, ranks=ranks):
            return (Rows("body", body, "stays", swaps=True),
                    Rows("ranks", ranks, "stays", swaps=True))
        case m.If(then=then, otherwise=rest) | m.WithPlayers(then=then, otherwise=rest):
            return (Rows("then", then, "stays", swaps=True),
                    Rows("otherwise", rest, "stays", swaps=True))
        case m.Procedure(body=body) | m.Case(body=body):
            return (Rows("body", body, "nothing", swaps=True),)
        case m.Choice(body=body):
            return (Rows("body", body, "empty", swaps=True),)
        case m.Chooses(choices=choices) | m.InsertChoices(choices=choices):
            return (Rows("choices", choices, "stays"),)
        case m.Depending(cases=cases) | m.InsertCases(cases=cases):
            return (Rows("cases", cases, "stays"),)
        case m.Scoring(steps=steps):
            return (Rows("steps", steps, "stays", swaps=True),)
        case m.Winner(chain=chain):
            return (Rows("chain", chain, "stays", swaps=True),)
        case m.Elimination(out=out):
            return (Rows("out", out, "stays"),)
        case m.Component(table=table):
            return (Rows("table", table, "stays"),)
        case m.ExtendCase(kinds=kinds):
            return (Rows("kinds", kinds, "stays"),)
        case m.Change(edits=edits) | m.Reading(edits=edits):
            return (Rows("edits", edits, "empty"),)
        case m.ReplaceLines(lines=lines) | m.InsertLines(lines=lines):
            return (Rows("lines", lines, "empty", swaps=True),)
        case m.Pile(lines=piled):
            return (Rows("lines", piled, "empty"),)
        case m.Option(lines=offered):
            return (Rows("lines", offered, "empty"),)
        case m.Document(items=items):
            return (Rows("items", items, "empty"),)
        case (m.Components() | m.Zones() | m.Tracks() | m.Figures() | m.Kind() | m.Silent()
              | m.Setting() | m.Call()):
            return ()  # without one of their members the file would not load
        case m.Ranked():
            return ()  # a tie-break less is an operator of its own
        case (
            m.Add() | m.Replace() | m.Remove() | m.DropLine() | m.OnlyIf() | m.Where() | m.Seats()
            | m.Nth() | m.This() | m.Span() | m.ValueName()
            | m.Attribute() | m.Mark() | m.Values() | m.Row() | m.Zone() | m.Track() | m.Dummy()
            | m.Figure() | m.End() | m.Out() | m.Step() | m.Tie()
            | m.Move() | m.Shuffle() | m.Let() | m.LocalFigure() | m.Becomes() | m.Gain()
            | m.Lose() | m.Drop() | m.Picks() | m.Show() | m.EndRound() | m.EndGame() | m.Nothing()
            | m.Custom() | m.Picking() | m.Amount() | m.Argument()
            | m.Number() | m.Truth() | m.Name() | m.Owned() | m.Among() | m.Outside() | m.Top()
            | m.Whose() | m.Unique() | m.Aggregate() | m.Count() | m.TheOne() | m.ByPlayers()
            | m.Binary() | m.Joined() | m.Not() | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists()
            | m.Rounded() | m.Those() | m.OneOf() | m.Numbers() | m.Members() | m.Rank()
            | m.ByCount() | m.TwoOf() | m.ByTable() | m.Each() | m.Shared()
            | m.Next() | m.Empty() | m.PassOn() | m.Depth()
        ):
            return ()  # no lists of lines
        case _:
            assert_never(part)


def _dropped(part: Part, rows: Rows) -> Iterator[tuple[str, m.Node]]:
    members = rows.members
    if len(members) < 2 and rows.last == "stays":
        return
    for number, member in enumerate(members):
        if not _can_go(part, member) or (rows.field == "table" and not number):
            continue  # the first row of a table names its columns
        rest = members[:number], members[number + 1 :]
        left = (*rest[0], *rest[1])
        if not left and rows.last == "nothing":
            assert isinstance(member, m.Node)
            left = (m.Nothing(at=member.at),)
        yield "dropped", part.but(**{rows.field: left})
        if isinstance(member, m.If | m.WithPlayers):
            yield "condition", part.but(**{rows.field: (*rest[0], *member.then, *rest[1])})


def _can_go(part: Part, member: m.Node | str) -> bool:
    if isinstance(member, m.Nothing | m.Custom):
        return False
    if isinstance(part, m.Document):
        return isinstance(member, _RULES)
    if isinstance(part, m.Option):
        return not isinstance(member, m.Example | m.Silent)
    return True


def _exchanged(part: m.Depending) -> Iterator[tuple[str, m.Node]]:
    """Two cases that change places: what was for one kind is now for the other."""
    for number in range(len(part.cases) - 1):
        first, second = part.cases[number : number + 2]
        yield "kind", part.but(cases=(
            *part.cases[:number], first.but(body=second.body), second.but(body=first.body),
            *part.cases[number + 2 :],
        ))
