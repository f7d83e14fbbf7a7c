"""From rules of the grammar to expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal, TypeVar

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.expressions import PLACES, Comparison, Direction, Extreme, Size
from variorum_dsl.syntax.stack import Rules, Word, builds

RULES: Rules = {}
Value = TypeVar("Value")
Ranks = tuple[m.Rank, ...]


def handed_on(_: Place, part: Value) -> Value:
    """What a rule stands for that only puts words around its one part."""
    return part


def constant(value: Value) -> Callable[[Place], Value]:
    """What a rule stands for that consists of words alone."""
    return lambda _: value


def _binary(
    operation: Literal["+", "-", "*", "/", "except", "otherwise"],
    at: Place, left: m.Expression, right: m.Expression,
) -> m.Binary:
    return m.Binary(at=at, operation=operation, left=left, right=right)


def _joined(
    operation: Literal["and", "or"], at: Place, left: m.Expression, right: m.Expression
) -> m.Joined:
    before = left.parts if isinstance(left, m.Joined) and left.operation == operation else (left,)
    return m.Joined(at=at, operation=operation, parts=(*before, right))


RULES |= {
    "any_of": partial(_joined, "or"), "all_of": partial(_joined, "and"),
    "plus": partial(_binary, "+"), "minus": partial(_binary, "-"),
    "times": partial(_binary, "*"), "over": partial(_binary, "/"),
    "except": partial(_binary, "except"), "default": partial(_binary, "otherwise"),
    "equal": constant("is"), "unequal": constant("is not"),
    "at_least_as": constant("is at least"), "at_most_as": constant("is at most"),
    "more_than": constant("is more than"), "less_than": constant("is less than"),
    "rounding": handed_on, "toward_zero": constant("toward zero"),
}


# --------------------------------------------------------------------------------- conditions
@builds(RULES, "negation")
def _negation(at: Place, of: m.Expression) -> m.Not:
    return m.Not(at=at, of=of)


@builds(RULES, "compare")
def _compare(
    at: Place, left: m.Expression, operation: Comparison, right: m.Expression
) -> m.Compare:
    return m.Compare(at=at, operation=operation, left=left, right=right)


@builds(RULES, "is_in")
def _is_in(at: Place, left: m.Expression, right: m.Expression) -> m.Compare:
    return m.Compare(at=at, operation="is in", left=left, right=right)


@builds(RULES, "not_in")
def _not_in(at: Place, left: m.Expression, right: m.Expression) -> m.Compare:
    return m.Compare(at=at, operation="is not in", left=left, right=right)


@builds(RULES, "is_empty")
def _is_empty(at: Place, of: m.Expression) -> m.IsEmpty:
    return m.IsEmpty(at=at, of=of)


@builds(RULES, "not_empty")
def _not_empty(at: Place, of: m.Expression) -> m.IsEmpty:
    return m.IsEmpty(at=at, of=of, negated=True)


@builds(RULES, "is_a")
def _is_a(at: Place, of: m.Expression, kind: Word) -> m.IsA:
    return m.IsA(at=at, of=of, kind=kind.value, kind_at=kind.at)


@builds(RULES, "is_not_a")
def _is_not_a(at: Place, of: m.Expression, kind: Word) -> m.IsA:
    return m.IsA(at=at, of=of, kind=kind.value, kind_at=kind.at, negated=True)


@builds(RULES, "any")
def _any(at: Place, of: m.Expression) -> m.Exists:
    return m.Exists(at=at, of=of)


@builds(RULES, "none")
def _none(at: Place, of: m.Expression) -> m.Exists | m.Empty:
    match of:
        case m.Name(name="players" | "cards" as sort):
            return m.Empty(at=at, sort=sort)
    return m.Exists(at=at, of=of, negated=True)


# ------------------------------------------------------------------------------------ numbers
@builds(RULES, "rounded")
def _rounded(at: Place, of: m.Expression, direction: Direction) -> m.Rounded:
    return m.Rounded(at=at, of=of, direction=direction)


@builds(RULES, "number")
def number(at: Place, value: int) -> m.Number:
    return m.Number(at=at, value=value)


@builds(RULES, "negative")
def _negative(at: Place, value: int) -> m.Number:
    return m.Number(at=at, value=-value)


@builds(RULES, "truth")
def _truth(at: Place) -> m.Truth:
    return m.Truth(at=at, value=True)


@builds(RULES, "untruth")
def _untruth(at: Place) -> m.Truth:
    return m.Truth(at=at, value=False)


def _aggregate(
    operation: Literal["total", "different", "same"], at: Place, name: Word, of: m.Expression
) -> m.Aggregate:
    return m.Aggregate(at=at, operation=operation, name=name.value, name_at=name.at, of=of)


RULES |= {
    "aggregate": partial(_aggregate, "total"), "different": partial(_aggregate, "different"),
    "same": partial(_aggregate, "same"),
}


@builds(RULES, "extreme")
def _extreme(at: Place, operation: Extreme, name: Word, of: m.Expression) -> m.Aggregate:
    return m.Aggregate(at=at, operation=operation, name=name.value, name_at=name.at, of=of)


@builds(RULES, "count")
def _count(at: Place, of: m.Expression) -> m.Count:
    return m.Count(at=at, of=of)


@builds(RULES, "the_one")
def _the_one(at: Place, of: m.Expression) -> m.TheOne:
    return m.TheOne(at=at, of=of)


@builds(RULES, "next_player")
def _next_player(at: Place, of: m.Expression | None, after: m.Expression) -> m.Next:
    return m.Next(at=at, of=of or m.Name(at=at, name="players"), after=after)


@builds(RULES, "next_whose")
def _next_whose(
    at: Place, found: m.Next, name: Word, comparison: Comparison, value: m.Expression
) -> m.Next:
    return replace(found, at=at, of=_whose(at, found.of, name, comparison, value))


@builds(RULES, "next_whose_empty")
def _next_whose_empty(at: Place, found: m.Next, name: Word) -> m.Next:
    return replace(found, at=at, of=_whose_empty(at, found.of, name))


@builds(RULES, "next_whose_not_empty")
def _next_whose_not_empty(at: Place, found: m.Next, name: Word) -> m.Next:
    return replace(found, at=at, of=_whose_not_empty(at, found.of, name))


@builds(RULES, "two_of")
def _two_of(at: Place, size: Size, left: m.Expression, right: m.Expression) -> m.TwoOf:
    return m.TwoOf(at=at, size=size, left=left, right=right)


@builds(RULES, "by_table")
def _by_table(
    at: Place, first: m.Number, rest: tuple[m.Number, ...], of: m.Expression
) -> m.ByTable:
    return m.ByTable(at=at, values=(first.value, *(each.value for each in rest)), of=of)


@builds(RULES, "shared")
def _shared(at: Place, value: m.Expression, among: m.Expression) -> m.Shared:
    return m.Shared(at=at, value=value, among=among)


@builds(RULES, "every")
def _every(
    at: Place, sort: Word, name: Word, within: m.Expression | None,
    best: tuple[int, Extreme] | None,
) -> m.Each:
    """What is gone through; whoever has the value puts it in."""
    many, extreme = best or (0, "highest")
    return m.Each(at=at, value=number(at, 1), sort=sort.value, sort_at=sort.at, name=name.value,
                  name_at=name.at, within=within, best=many, extreme=extreme)


RULES |= {"every_in": handed_on, "per_every": handed_on}


@builds(RULES, "every_between")
def _every_between(at: Place, low: m.Expression, high: m.Expression) -> m.Numbers:
    return m.Numbers(at=at, low=low, high=high)


@builds(RULES, "among_best")
def _among_best(_: Place, many: int, extreme: Extreme) -> tuple[int, Extreme]:
    return many, extreme


@builds(RULES, "each_of")
def _each_of(
    at: Place, value: m.Expression, every: m.Each, condition: m.Expression | None
) -> m.Each:
    return replace(every, at=at, value=value, condition=condition)


# --------------------------------------------------------------------------------- selections
@builds(RULES, "whose")
def _whose(
    at: Place, of: m.Expression, name: Word, comparison: Comparison, value: m.Expression
) -> m.Whose:
    return m.Whose(at=at, of=of, property=name.value, property_at=name.at, comparison=comparison,
                   value=value)


@builds(RULES, "whose_empty")
def _whose_empty(at: Place, of: m.Expression, name: Word) -> m.Whose:
    return m.Whose(at=at, of=of, property=name.value, property_at=name.at, comparison="is empty")


@builds(RULES, "whose_not_empty")
def _whose_not_empty(at: Place, of: m.Expression, name: Word) -> m.Whose:
    return m.Whose(at=at, of=of, property=name.value, property_at=name.at,
                   comparison="is not empty")


@builds(RULES, "with_rank")
def _with_rank(at: Place, of: m.Expression, ranks: Ranks) -> m.Ranked:
    return m.Ranked(at=at, of=of, ranks=ranks)


@builds(RULES, "with_place")
def _with_place(at: Place, of: m.Expression, place: str, rank: m.Rank) -> m.Ranked:
    return m.Ranked(at=at, of=of, ranks=(rank,), place=PLACES.index(place) + 1)


@builds(RULES, "rank")
def _rank(at: Place, extreme: Extreme, name: Word) -> m.Rank:
    return m.Rank(at=at, extreme=extreme, name=name.value, name_at=name.at)


@builds(RULES, "with_unique")
def _with_unique(at: Place, of: m.Expression, name: Word) -> m.Unique:
    return m.Unique(at=at, of=of, name=name.value, name_at=name.at)


@builds(RULES, "name")
def _name(at: Place, name: Word) -> m.Name:
    return m.Name(at=at, name=name.value)


@builds(RULES, "nth")
def _nth(at: Place, name: Word, number: m.Expression) -> m.Nth:
    return m.Nth(at=at, name=name.value, number=number)


@builds(RULES, "this")
def _this(at: Place, sort: Word) -> m.This:
    return m.This(at=at, sort=sort.value, sort_at=sort.at)


@builds(RULES, "all_members")
def _all_members(at: Place, attribute: Word) -> m.Members:
    return m.Members(at=at, attribute=attribute.value, attribute_at=attribute.at, every=True)


@builds(RULES, "owned")
def _owned(at: Place, name: Word, of: m.Expression) -> m.Owned:
    return m.Owned(at=at, name=name.value, name_at=name.at, of=of)


@builds(RULES, "among")
def _among(at: Place, kind: Word, within: m.Expression) -> m.Among:
    return m.Among(at=at, kind=kind.value, kind_at=kind.at, within=within)


@builds(RULES, "outside")
def _outside(at: Place, kind: Word, zone: m.Expression) -> m.Outside:
    return m.Outside(at=at, kind=kind.value, kind_at=kind.at, zone=zone)


@builds(RULES, "top")
def _top(at: Place, of: m.Expression) -> m.Top:
    return m.Top(at=at, of=of)


@builds(RULES, "top_many")
def _top_many(at: Place, count: m.Expression, of: m.Expression) -> m.Top:
    return m.Top(at=at, count=count, of=of)


@builds(RULES, "top_up_to")
def _top_up_to(at: Place, count: m.Expression, of: m.Expression) -> m.Top:
    return m.Top(at=at, count=count, of=of, at_most=True)


@builds(RULES, "one_of")
def _one_of(at: Place, of: m.Expression) -> m.OneOf:
    return m.OneOf(at=at, of=of)


@builds(RULES, "those")
def _those(
    at: Place, name: Word, within: m.Expression, condition: m.Expression
) -> m.Those:
    return m.Those(at=at, name=name.value, name_at=name.at, within=within, condition=condition)


@builds(RULES, "grouped")
def _grouped(at: Place, inside: m.Expression) -> m.Expression:
    if isinstance(inside, m.Groupable):
        return replace(inside, at=at, group_at=at)
    return replace(inside, at=at)


@builds(RULES, "by_players")
def _by_players(at: Place, rows: tuple[m.ByCount, ...]) -> m.ByPlayers:
    return m.ByPlayers(at=at, rows=rows)


@builds(RULES, "for_exactly")
def _for_exactly(at: Place, value: m.Expression, low: int) -> m.ByCount:
    return m.ByCount(at=at, value=value, low=low, high=low)


@builds(RULES, "for_between")
def _for_between(at: Place, value: m.Expression, low: int, high: int) -> m.ByCount:
    return m.ByCount(at=at, value=value, low=low, high=high)
