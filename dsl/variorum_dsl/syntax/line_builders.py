"""How expressions and lines of play are built from their parts.

What a file is full of is made by `node`, which does not look at the names of the fields again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place

Build = Callable[..., Any]


def same(_: Place, part: Any) -> Any:
    """What a rule stands for that only puts words around its one part."""
    return part


def _binary(operation: Any) -> Build:
    return lambda at, left, right: m.Binary(at=at, operation=operation, left=left, right=right)


def _constant(value: Any) -> Build:
    return lambda at: value


EXPRESSIONS: dict[str, Build] = {
    "any_of": _binary("or"),
    "all_of": _binary("and"),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "except": _binary("except"),
    "times": _binary("*"),
    "over": _binary("/"),
    "default": _binary("otherwise"),
    "negation": lambda at, of: m.Not(at=at, of=of),
    "equal": _constant("is"),
    "unequal": _constant("is not"),
    "at_least_as": _constant("is at least"),
    "at_most_as": _constant("is at most"),
    "more_than": _constant("is more than"),
    "less_than": _constant("is less than"),
    "compare": lambda at, left, op, right: m.Compare(at=at, operation=op, left=left, right=right),
    "is_in": lambda at, left, right: m.Compare(at=at, operation="is in", left=left, right=right),
    "not_in": lambda at, left, right: m.Compare(
        at=at, operation="is not in", left=left, right=right
    ),
    "is_empty": lambda at, of: m.IsEmpty(at=at, of=of),
    "not_empty": lambda at, of: m.IsEmpty(at=at, of=of, negated=True),
    "is_a": lambda at, of, kind: m.IsA(at=at, of=of, kind=kind),
    "is_not_a": lambda at, of, kind: m.IsA(at=at, of=of, kind=kind, negated=True),
    "any": lambda at, of: m.Exists(at=at, of=of),
    "none": lambda at, of: m.Exists(at=at, of=of, negated=True),
    "rounding": same,
    "toward_zero": _constant("toward zero"),
    "rounded": lambda at, of, direction: m.Rounded(at=at, of=of, direction=direction),
    "number": lambda at, value: m.Number(at=at, value=value),
    "negative": lambda at, value: m.Number(at=at, value=-value),
    "truth": lambda at: m.Truth(at=at, value=True),
    "untruth": lambda at: m.Truth(at=at, value=False),
    "aggregate": lambda at, name, of: m.Aggregate(at=at, operation="total", name=name, of=of),
    "extreme": lambda at, op, name, of: m.Aggregate(at=at, operation=op, name=name, of=of),
    "different": lambda at, name, of: m.Aggregate(at=at, operation="different", name=name, of=of),
    "same": lambda at, name, of: m.Aggregate(at=at, operation="same", name=name, of=of),
    "count": lambda at, of: m.Count(at=at, of=of),
    "the_one": lambda at, of: m.TheOne(at=at, of=of),
    "whose": lambda at, of, name, op, value: m.Whose(
        at=at, of=of, property=name, comparison=op, value=value
    ),
    "whose_empty": lambda at, of, name: m.Whose(
        at=at, of=of, property=name, comparison="is empty"
    ),
    "whose_not_empty": lambda at, of, name: m.Whose(
        at=at, of=of, property=name, comparison="is not empty"
    ),
    "with_rank": lambda at, of, ranks: m.Ranked(at=at, of=of, ranks=ranks),
    "rank": lambda at, extreme, name: m.Rank(at=at, extreme=extreme, name=name),
    "with_unique": lambda at, of, name: m.Unique(at=at, of=of, name=name),
    "name": lambda at, name: m.Name(at=at, name=name),
    "owned": lambda at, name, of: m.Owned(at=at, name=name, of=of),
    "among": lambda at, kind, within: m.Among(at=at, kind=kind, within=within),
    "outside": lambda at, kind, zone: m.Outside(at=at, kind=kind, zone=zone),
    "top": lambda at, of: m.Top(at=at, of=of),
    "top_many": lambda at, count, of: m.Top(at=at, count=count, of=of),
    "one_of": lambda at, of: m.OneOf(at=at, of=of),
    "those": lambda at, name, within, condition: m.Those(
        at=at, name=name, within=within, condition=condition
    ),
    "grouped": lambda at, inside: inside.but(at=at),
    "by_players": lambda at, rows: m.ByPlayers(at=at, rows=rows),
    "for_exactly": lambda at, value, low: m.ByCount(at=at, value=value, low=low, high=low),
    "for_between": lambda at, value, low, high: m.ByCount(at=at, value=value, low=low, high=high),
}


def _if(at: Place, condition: Any, cites: Any, then: Any, otherwise: Any) -> m.If:
    return m.If(
        at=at, condition=condition, cites=cites or (), then=then, otherwise=otherwise or ()
    )


def _with(at: Place, span: Any, cites: Any, then: Any, otherwise: Any) -> m.WithPlayers:
    return m.WithPlayers(
        at=at, low=span[0], high=span[1], cites=cites or (), then=then, otherwise=otherwise or ()
    )


def _for_each(
    at: Place, sort: str, name: str, within: Any, order: Any, ranks: Any, until: Any,
    cites: Any, body: Any,
) -> m.ForEach:
    side: Any
    side, start = order or ("", None)
    return m.ForEach(
        at=at, sort=sort, name=name, within=within, order=side, start=start,
        ranks=ranks or (), until=until,
        cites=cites or (), body=body,
    )


def _turns(
    at: Place, start: Any, name: str, within: Any, until: Any, using: Any, cites: Any, body: Any
) -> m.Turns:
    return m.Turns(
        at=at, start=start, name=name, within=within, until=until, using=using,
        cites=cites or (), body=body,
    )


def _picking(at: Place, *parts: Any) -> m.Picking:
    """`amount of cards as name`, `a number from low to high as name`, or `a colour as name`."""
    *what, name, such_that = parts
    if isinstance(what[0], m.Numbers | m.Members):
        one = _number(what[0].at, 1)
        what = [m.Amount(at=what[0].at, low=one, high=one), what[0]]
    return m.Picking(at=at, amount=what[0], of=what[1], name=name, such_that=such_that)


def _picks(at: Place, who: Any, *parts: Any) -> m.Picks:
    *picking, cites = parts
    start = picking[0].at
    pick = _picking(at._replace(column=start.column, line=start.line), *picking)
    return m.Picks(at=at, who=who, pick=pick, cites=cites or ())


def _choice(
    at: Place, name: str, words: Any, condition: Any, pick: Any, cites: Any, body: Any
) -> m.Choice:
    return m.Choice(
        at=at, name=name, words=words, condition=condition, pick=pick, cites=cites or (),
        body=body or (),
    )


def _number(at: Place, value: int) -> m.Number:
    return m.Number(at=at, value=value)


STATEMENTS: dict[str, Build] = {
    "broken": lambda at, *rest: None,
    "labelled": lambda at, label, line: line.but(at=at, label=label) if line else None,
    "move": lambda at, what, bottom, to, cites: m.Move(
        at=at, what=what, to=to, bottom=bool(bottom), cites=cites or ()
    ),
    "at_bottom": _constant(True),
    "shuffle": lambda at, zone, cites: m.Shuffle(at=at, zone=zone, cites=cites or ()),
    "let": lambda at, name, value, cites: m.Let(at=at, name=name, value=value, cites=cites or ()),
    "local_figure": lambda at, name, value, cites: m.LocalFigure(
        at=at, name=name, value=value, cites=cites or ()
    ),
    "becomes": lambda at, target, value, cites: m.Becomes(
        at=at, target=target, value=value, cites=cites or ()
    ),
    "gain": lambda at, amount, target, cites: m.Gain(
        at=at, amount=amount, target=target, cites=cites or ()
    ),
    "lose": lambda at, amount, target, cites: m.Lose(
        at=at, amount=amount, target=target, cites=cites or ()
    ),
    "drop": lambda at, what, target, cites: m.Drop(
        at=at, what=what, target=target, cites=cites or ()
    ),
    "if_stmt": _if,
    "with_stmt": _with,
    "with_exactly": lambda at, low: (low, low),
    "with_between": lambda at, low, high: (low, high),
    "otherwise": same,
    "block": same,
    "for_each": _for_each,
    "in_set": same,
    "clockwise_from": lambda at, start: ("from", start),
    "clockwise_after": lambda at, start: ("after", start),
    "best_first": same,
    "for_until": same,
    "until": same,
    "using_up": same,
    "repeat": lambda at, until, using, cites, body: m.Repeat(
        at=at, until=until, using=using, cites=cites or (), body=body
    ),
    "turns": _turns,
    "together": lambda at, name, within, cites, body: m.Together(
        at=at, name=name, within=within, cites=cites or (), body=body
    ),
    "picks": _picks,
    "number_between": lambda at, low, high: m.Numbers(at=at, low=low, high=high),
    "some_member": lambda at, attribute: m.Members(at=at, attribute=attribute),
    "such_that": same,
    "as_name": same,
    "exactly": lambda at, low: m.Amount(at=at, low=low, high=low),
    "at_least": lambda at, low: m.Amount(at=at, low=_number(at, low)),
    "between": lambda at, low, high: m.Amount(
        at=at, low=_number(at, low), high=_number(at, high)
    ),
    "up_to": lambda at, high: m.Amount(at=at, low=_number(at, 0), high=_number(at, high)),
    "any_number": lambda at: m.Amount(at=at, low=_number(at, 0)),
    "chooses": lambda at, who, cites, choices: m.Chooses(
        at=at, who=who, cites=cites or (), choices=choices
    ),
    "choice": _choice,
    "picking_clause": _picking,
    "show": lambda at, what, to, cites: m.Show(at=at, what=what, to=to, cites=cites or ()),
    "call": lambda at, name, giving, cites, arguments: m.Call(
        at=at, procedure=name, giving=giving or (), cites=cites or (), arguments=arguments or ()
    ),
    "giving": same,
    "arguments": lambda at, lines: tuple(argument for line in lines for argument in line),
    "argument_line": same,
    "argument": lambda at, name, value: m.Argument(at=at, name=name, value=value),
    "depending": lambda at, on, cites, cases: m.Depending(
        at=at, on=on, cites=cites or (), cases=cases
    ),
    "case": lambda at, kinds, cites, body: m.Case(
        at=at, kinds=kinds, cites=cites or (), body=body
    ),
    "end_round": lambda at, cites: m.EndRound(at=at, cites=cites or ()),
    "end_game": lambda at, cites: m.EndGame(at=at, cites=cites or ()),
    "nothing": lambda at, cites: m.Nothing(at=at, cites=cites or ()),
}
