"""The changes of one part: a number, a comparison, a direction, a zone, a condition less.

Each operator takes a part and gives parts that could stand in its place. What drops or swaps
lines is in `sequences`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar, assert_never

from variorum_dsl import model as m

from variorum_engine.mutation.sites import Part
from variorum_engine.mutation.vocabulary import Vocabulary

Changes = Iterator[tuple[str, m.Node]]
Row = TypeVar("Row")
"""A word for the operator, and the part as it is then."""

COMPARISONS: dict[str, tuple[str, ...]] = {
    "is": ("is not",),
    "is not": ("is",),
    "is at least": ("is more than", "is at most"),
    "is at most": ("is less than", "is at least"),
    "is more than": ("is at least", "is less than"),
    "is less than": ("is at most", "is more than"),
    "is in": ("is not in",),
    "is not in": ("is in",),
    "is empty": ("is not empty",),
    "is not empty": ("is empty",),
}
AGGREGATES = {"total": "highest", "highest": "lowest", "lowest": "highest", "different": "same",
              "same": "different"}
SIGHTS = ("open", "secret", "hidden")
OPPOSITE = {
    "highest": "lowest", "lowest": "highest", "up": "down", "down": "up", "toward zero": "up",
    "shared": "nobody", "nobody": "shared", "from": "after", "after": "from",
    "nobody wins": "nobody is out", "nobody is out": "nobody wins", "+": "-", "-": "+",
    "*": "+", "and": "or", "or": "and", "at once": "after the round",
    "after the round": "at once", "left": "right", "right": "left",
    "smaller": "larger", "larger": "smaller", "above": "below", "below": "above",
}
SIDES = {"before": "after", "after": "before", "first": "last", "last": "first"}


def changes(part: Part, words: Vocabulary) -> Changes:  # noqa: C901 (one case for each sort)
    """Every other part that could stand in the place of this one."""
    match part:
        # ------------------------------------------------------------------- expressions
        case m.Number(value=value):
            yield "number", part.but(value=value + 1)
            yield "number", part.but(value=value - 1)
        case m.Truth(value=value):
            yield "number", part.but(value=not value)
        case m.Compare(operation=operation):
            for other in COMPARISONS[operation]:
                yield "comparison", part.but(operation=other)
        case m.Whose(comparison=comparison, of=of):
            for other in COMPARISONS[comparison]:
                yield "comparison", part.but(comparison=other)
            yield "condition", of
        case m.IsEmpty(negated=negated) | m.IsA(negated=negated) | m.Exists(negated=negated):
            yield "comparison", part.but(negated=not negated)
        case m.Not(of=of):
            yield "comparison", of
        case m.Joined(operation=operation, parts=parts):
            yield from _turned(part, "operation", "operation", operation)
            for fewer in _one_less(parts):
                yield "condition", fewer[0] if len(fewer) == 1 else part.but(parts=fewer)
        case m.Binary(operation=operation, left=left):
            yield from _turned(part, "operation", "operation", operation)
            if operation in ("except", "otherwise"):
                yield "operation", left
        case m.Rank(extreme=extreme) | m.Tie(extreme=extreme):
            yield from _turned(part, "direction", "extreme", extreme)
        case m.Ranked(ranks=ranks, place=place):
            for rest in _one_less(ranks):
                yield "tie-break", part.but(ranks=rest)
            if place > 1:
                yield "number", part.but(place=place - 1)
        case m.Unique(of=of):
            yield "condition", of
        case m.TwoOf(size=size, left=left):
            yield from _turned(part, "direction", "size", size)
        case m.ValueName(value=value):
            yield "number", part.but(value=value + 1)
            yield "number", part.but(value=value - 1)
        case m.ByTable(values=values):
            for number, entry in enumerate(values):
                for changed in (entry + 1, entry - 1):
                    yield "number", part.but(
                        values=(*values[:number], changed, *values[number + 1 :]))
        case m.Each(best=best, condition=condition, extreme=extreme):
            yield from _without(part, "condition", condition)
            if best:
                yield "number", part.but(best=best + 1)
                yield "number", part.but(best=best - 1)
                yield from _turned(part, "direction", "extreme", extreme)
        case m.Shared(value=value):
            yield "operation", value
        case m.Aggregate(operation=operation):
            yield "direction", part.but(operation=AGGREGATES[operation])
        case m.Rounded(direction=direction):
            yield from _turned(part, "rounding", "direction", direction)
        case m.Owned(name="left" | "right" as name):
            yield from _turned(part, "neighbour", "name", name)
        case m.Next(of=m.Whose(of=of)):
            yield "condition", part.but(of=of)
        case m.Next(after=behind):
            yield "who starts", part.but(after=_neighbour(behind))
        case m.Top(count=None):
            yield "number", part.but(count=m.Number(at=part.at, value=2))
        case m.Among(kind=kind):
            for other in words.other_kinds(kind):
                yield "kind", part.but(kind=other)
        # ------------------------------------------------------------------------- lines
        case m.Move(to=to, bottom=bottom, depth=depth):
            if isinstance(to, m.Name | m.Owned):
                for other in words.other_zones(to.name):
                    yield "target", part.but(to=to.but(name=other), bottom=False, depth=None)
            if bottom or depth is not None:
                yield "target", part.but(bottom=False, depth=None)
        case m.Depth(level=level):
            yield from _turned(part, "target", "level", level)
        case m.ForEach(order=order, until=until, ranks=ranks):
            yield from _turned(part, "clockwise", "order", order)
            for number in range(len(ranks)):
                yield "order", part.but(ranks=ranks[:number] + ranks[number + 1 :])
            yield from _without(part, "until", until)
        case m.WithPlayers(low=low, high=high):
            yield from _other_counts(part, low, high)
        case m.Turns(start=start, order=order):
            yield "who starts", part.but(start=_neighbour(start))
            yield from _turned(part, "clockwise", "order", order)
        case m.PassOn(side=side):
            yield from _turned(part, "neighbour", "side", side)
        case m.Becomes(target=m.Name(name=name), value=who) if name in words.player_tracks:
            yield "who starts", part.but(value=_neighbour(who))
        case m.Picking(such_that=condition):
            yield from _without(part, "such_that", condition)
        case m.Amount():
            yield from _amount(part)
        case m.Choice(condition=condition) | m.Out(condition=condition):
            yield from _without(part, "condition", condition)
        case m.Case(kinds=kinds):
            for number, kind in enumerate(kinds):
                before, after = kinds[:number], kinds[number + 1 :]
                if len(kinds) > 1:
                    yield "kind", part.but(kinds=before + after)
                for other in words.other_kinds(kind):
                    if other not in kinds:
                        yield "kind", part.but(kinds=(*before, other, *after))
        case m.Call(procedure=procedure):
            for other in words.other_procedures(procedure):
                yield "procedure", part.but(procedure=other)
        case m.Gain(amount=amount, target=target):
            yield "operation", m.Lose(at=part.at, label=part.label, cites=part.cites,
                                      amount=amount, target=target)
        case m.Lose(amount=amount, target=target):
            yield "operation", m.Gain(at=part.at, label=part.label, cites=part.cites,
                                      amount=amount, target=target)
        case m.EndGame():
            yield "end", m.EndRound(at=part.at, label=part.label, cites=part.cites)
        # ----------------------------------------------------------------------- clauses
        case m.Seats(low=low, high=high):
            for fewest, most in ((low - 1, high), (low + 1, high), (low, high - 1),
                                 (low, high + 1)):
                if 1 <= fewest <= most:
                    yield "players", part.but(low=fewest, high=most)
        case m.Component():
            yield from _component(part, words)
        case m.Values(low=low, high=high, word=""):
            if low == high:
                yield "number", part.but(low=low + 1, high=low + 1)
                yield "number", part.but(low=low - 1, high=low - 1)
            else:
                yield "number", part.but(low=low + 1)
                yield "number", part.but(high=high + 1)
        case m.Row(cells=cells):
            for number, cell in enumerate(cells):
                if isinstance(cell, int):
                    yield "number", part.but(
                        cells=(*cells[:number], cell + 1, *cells[number + 1 :]))
        case m.Pile(zone=zone):
            for other in words.other_zones(zone, most=1):
                yield "target", part.but(zone=other)
        case m.Zone():
            yield from _zone(part)
        case m.Track(sight=sight, each=each):
            for other in SIGHTS:
                if sight and sight != other and (other != "secret" or each == "player"):
                    yield "visibility", part.but(sight=other)
        case m.Span(low=low, high=high):
            yield "number", part.but(high=m.Binary(
                at=high.at, operation="+", left=high, right=m.Number(at=high.at, value=1)))
        case m.Dummy(low=low, high=high):
            if low:
                yield from _other_counts(part, low, high)
        case m.Effect(condition=condition, kind=kind, zone=zone):
            yield from _without(part, "condition", condition)
            for other in words.other_kinds(kind):
                yield "kind", part.but(kind=other)
            for other in words.other_zones(zone, most=1):
                yield "target", part.but(zone=other)
        case m.End(time=time):
            yield from _turned(part, "moment", "time", time)
        case m.Elimination(everyone=everyone):
            yield from _turned(part, "everyone out", "everyone", everyone)
        case m.Step():
            yield from _step(part)
        case m.Winner(tied=tied) | m.ReplaceLines(tied=tied) | m.InsertLines(tied=tied):
            yield from _turned(part, "tied", "tied", tied)
        case m.Where(side=side):
            yield "order", part.but(side=SIDES[side])
        # ------------------------------------------------------------------ not changed
        case (
            m.Document() | m.Option() | m.Silent() | m.Reading() | m.Add() | m.Replace()
            | m.Remove() | m.Change() | m.DropLine() | m.InsertCases() | m.InsertChoices()
            | m.ExtendCase() | m.OnlyIf() | m.Components() | m.Zones() | m.Tracks() | m.Figures()
            | m.Stage() | m.Procedure() | m.Scoring() | m.Figure() | m.Setting() | m.ByPlayers()
            | m.ByCount() | m.If() | m.Repeat() | m.Together() | m.Picks() | m.Chooses()
            | m.Show() | m.Depending() | m.Argument() | m.Let() | m.LocalFigure() | m.Shuffle()
            | m.Drop() | m.Count() | m.TheOne() | m.Those() | m.OneOf() | m.Numbers()
            | m.Outside() | m.Owned() | m.Top() | m.Values() | m.Becomes() | m.Nth()
        ):
            pass  # what can be changed about them are their parts, or that they are there
        case m.Kind() | m.Attribute() | m.Mark() | m.Name() | m.Members() | m.This() | m.Empty():
            pass  # another name, or another sort of thing, would only fail to load
        case m.EndRound() | m.Nothing() | m.Custom():
            pass  # there is nothing about them that could be otherwise
        case _:
            assert_never(part)


def _turned(part: Part, operator: str, field: str, word: str) -> Changes:
    """The opposite of a word, where there is one."""
    other = OPPOSITE.get(word)
    if other is not None:
        yield operator, part.but(**{field: other})


def _without(part: Part, field: str, condition: m.Expression | None) -> Changes:
    if condition is not None:
        yield "condition", part.but(**{field: None})


def _one_less(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    """Each way to leave one out, if there are several."""
    if len(rows) > 1:
        yield from (rows[:number] + rows[number + 1 :] for number in range(len(rows)))


def _neighbour(who: m.Expression) -> m.Owned:
    return m.Owned(at=who.at, name="left", of=who)


def _other_counts(part: m.WithPlayers | m.Dummy, low: int, high: int) -> Changes:
    yield "players", part.but(low=low + 1, high=max(low + 1, high))
    yield "players", part.but(high=high + 1)


def _amount(part: m.Amount) -> Changes:
    single = m.same(part.low, part.high)
    if part.high is None:
        yield "amount", part.but(high=part.low)
    elif single:
        yield "amount", part.but(high=None)
    for field, number in (("low", part.low), *(() if single else (("high", part.high),))):
        if not isinstance(number, m.Number):
            continue
        for value in (number.value + 1, number.value - 1):
            if value >= 0:
                new = number.but(value=value)
                yield "number", part.but(low=new, high=new) if single else part.but(**{field: new})


def _component(part: m.Component, words: Vocabulary) -> Changes:
    yield "number", part.but(count=part.count + 1)
    if part.count > 1:
        yield "number", part.but(count=part.count - 1)
    for number in range(len(part.marks)):
        yield "mark", part.but(marks=part.marks[:number] + part.marks[number + 1 :])
    for mark in words.marks(part.kind):
        if mark not in part.marks:
            yield "mark", part.but(marks=(*part.marks, mark))


def _zone(part: m.Zone) -> Changes:
    for sight in SIGHTS:
        if sight != part.sight and not (sight == "secret" and part.each != "player"):
            yield "visibility", part.but(sight=sight)
    if part.in_order:
        yield "order", part.but(in_order=False)
    for rest in _one_less(part.kinds):
        yield "kind", part.but(kinds=rest)


Calculation = Literal[
    "add", "subtract", "double", "halve", "multiply by", "divide by", "at least", "at most"
]


def _inverse(operation: Calculation) -> Calculation:
    match operation:
        case "add":
            return "subtract"
        case "subtract":
            return "add"
        case "double":
            return "halve"
        case "halve":
            return "double"
        case "multiply by":
            return "divide by"
        case "divide by":
            return "multiply by"
        case "at least":
            return "at most"
        case "at most":
            return "at least"
        case _:
            assert_never(operation)


def _step(part: m.Step) -> Changes:
    if part.operation != "round":
        yield "operation", part.but(operation=_inverse(part.operation))
    yield from _turned(part, "rounding", "rounded", part.rounded)
    if part.rounded and part.operation != "round":
        yield "rounding", part.but(rounded="")
    yield from _without(part, "per", part.per)
    if part.group > 1:
        yield "number", part.but(group=part.group + 1)
        yield "number", part.but(group=part.group - 1)
    yield from _without(part, "condition", part.condition)
