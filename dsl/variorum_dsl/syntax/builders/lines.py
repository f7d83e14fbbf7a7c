"""From rules of the grammar to lines of play."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.syntax.builders.expressions import Ranks, constant, handed_on, number
from variorum_dsl.syntax.stack import Rules, Word, at_of, builds, places, text_of, texts

Cites = tuple[m.Cite, ...] | None
Body = tuple[m.Statement, ...]
Span = tuple[int, int]
Using = tuple[m.Expression, ...] | m.Guard
RULES: Rules = {
    "at_bottom": constant(True),
    **dict.fromkeys(
        ("otherwise", "block", "in_set", "best_first", "for_until", "until", "using_up",
         "such_that", "as_name", "giving", "argument_line"), handed_on
    ),
}


@builds(RULES, "broken")
def _broken(_: Place) -> None:
    """A line that could not be read."""


@builds(RULES, "labelled")
def _labelled(at: Place, label: Word, line: m.Statement) -> m.Statement:
    return replace(line, at=at, label=label.value, label_at=label.at)


# ------------------------------------------------------------------------------ single deeds
@builds(RULES, "move")
def _move(
    at: Place, what: m.Expression, bottom: bool | None, to: m.Expression, cites: Cites
) -> m.Move:
    return m.Move(at=at, what=what, to=to, bottom=bool(bottom), cites=cites or ())


@builds(RULES, "depth")
def _depth(at: Place, level: Literal["above", "below"], count: m.Expression) -> m.Depth:
    return m.Depth(at=at, level=level, count=count)


@builds(RULES, "move_into")
def _move_into(
    at: Place, what: m.Expression, to: m.Expression, depth: m.Depth, cites: Cites
) -> m.Move:
    return m.Move(at=at, what=what, to=to, depth=depth, cites=cites or ())


@builds(RULES, "pass_on")
def _pass_on(at: Place, zone: Word, side: Literal["left", "right"], cites: Cites) -> m.PassOn:
    return m.PassOn(at=at, zone=zone.value, zone_at=zone.at, side=side, cites=cites or ())


@builds(RULES, "shuffle")
def _shuffle(at: Place, zone: m.Expression, cites: Cites) -> m.Shuffle:
    return m.Shuffle(at=at, zone=zone, cites=cites or ())


@builds(RULES, "let")
def _let(at: Place, name: Word, value: m.Expression, cites: Cites) -> m.Let:
    return m.Let(at=at, name=name.value, name_at=name.at, value=value, cites=cites or ())


@builds(RULES, "local_figure")
def _local_figure(at: Place, name: Word, value: m.Expression, cites: Cites) -> m.LocalFigure:
    return m.LocalFigure(at=at, name=name.value, name_at=name.at, value=value, cites=cites or ())


@builds(RULES, "becomes")
def _becomes(at: Place, target: m.Expression, value: m.Expression, cites: Cites) -> m.Becomes:
    return m.Becomes(at=at, target=target, value=value, cites=cites or ())


@builds(RULES, "gain")
def _gain(at: Place, amount: m.Expression, target: m.Expression, cites: Cites) -> m.Gain:
    return m.Gain(at=at, amount=amount, target=target, cites=cites or ())


@builds(RULES, "lose")
def _lose(at: Place, amount: m.Expression, target: m.Expression, cites: Cites) -> m.Lose:
    return m.Lose(at=at, amount=amount, target=target, cites=cites or ())


@builds(RULES, "drop")
def _drop(at: Place, what: m.Expression, target: m.Expression, cites: Cites) -> m.Drop:
    return m.Drop(at=at, what=what, target=target, cites=cites or ())


@builds(RULES, "show")
def _show(at: Place, what: m.Expression, to: m.Expression, cites: Cites) -> m.Show:
    return m.Show(at=at, what=what, to=to, cites=cites or ())


@builds(RULES, "end_round")
def _end_round(at: Place, cites: Cites) -> m.EndRound:
    return m.EndRound(at=at, cites=cites or ())


@builds(RULES, "end_game")
def _end_game(at: Place, cites: Cites) -> m.EndGame:
    return m.EndGame(at=at, cites=cites or ())


@builds(RULES, "nothing")
def _nothing(at: Place, cites: Cites) -> m.Nothing:
    return m.Nothing(at=at, cites=cites or ())


@builds(RULES, "custom")
def _custom(at: Place, name: Word, told: str, cites: Cites) -> m.Custom:
    return m.Custom(at=at, name=name.value, name_at=name.at, told=told, cites=cites or ())


# ----------------------------------------------------------------- conditions and repetitions
@builds(RULES, "if_stmt")
def _if(
    at: Place, condition: m.Expression, cites: Cites, then: Body, otherwise: Body | None
) -> m.If:
    return m.If(
        at=at, condition=condition, cites=cites or (), then=then, otherwise=otherwise or ()
    )


@builds(RULES, "with_stmt")
def _with(
    at: Place, span: Span, cites: Cites, then: Body, otherwise: Body | None
) -> m.WithPlayers:
    return m.WithPlayers(
        at=at, low=span[0], high=span[1], cites=cites or (), then=then, otherwise=otherwise or ()
    )


@builds(RULES, "with_exactly")
def _with_exactly(_: Place, low: int) -> Span:
    return low, low


@builds(RULES, "with_between")
def _with_between(_: Place, low: int, high: int) -> Span:
    return low, high


Order = tuple[Literal["", "from", "after"], m.Expression | None]


@builds(RULES, "for_each")
def _for_each(
    at: Place, sort: Word, name: Word, within: m.Expression | None, order: Order | None,
    ranks: Ranks | None, until: m.Expression | None, cites: Cites, body: Body,
) -> m.ForEach:
    side, start = order or ("", None)
    return m.ForEach(
        at=at, sort=sort.value, sort_at=sort.at, name=name.value, name_at=name.at, within=within,
        order=side, start=start, ranks=ranks or (), until=until, cites=cites or (), body=body,
    )


@builds(RULES, "number_span")
def _number_span(at: Place, low: m.Expression, high: m.Expression) -> m.Numbers:
    return m.Numbers(at=at, low=low, high=high)


@builds(RULES, "for_each_number")
def _for_each_number(
    at: Place, sort: Word, name: Word, within: m.Numbers, until: m.Expression | None, cites: Cites,
    body: Body,
) -> m.ForEach:
    return m.ForEach(at=at, sort=sort.value, sort_at=sort.at, name=name.value, name_at=name.at,
                     within=within, until=until, cites=cites or (), body=body)


@builds(RULES, "clockwise_from")
def _clockwise_from(_: Place, start: m.Expression) -> Order:
    return "from", start


@builds(RULES, "clockwise_after")
def _clockwise_after(_: Place, start: m.Expression) -> Order:
    return "after", start


@builds(RULES, "repeat")
def _repeat(
    at: Place, until: m.Expression, using: Using, cites: Cites, body: Body
) -> m.Repeat:
    guard = using if isinstance(using, m.Guard) else None
    return m.Repeat(at=at, until=until, using=() if isinstance(using, m.Guard) else using,
                    guard=guard, cites=cites or (), body=body)


@builds(RULES, "guarded")
def _guarded(at: Place, reason: str, turns: int) -> m.Guard:
    return m.Guard(at=at, reason=reason, turns=turns)


@builds(RULES, "turns")
def _turns(
    at: Place, order: tuple[Literal["from", "after"], m.Expression], name: Word,
    within: m.Expression | None, until: m.Expression, using: Using, cites: Cites, body: Body,
) -> m.Turns:
    return m.Turns(
        at=at, order=order[0], start=order[1], name=name.value, name_at=name.at, within=within,
        until=until, using=() if isinstance(using, m.Guard) else using,
        guard=using if isinstance(using, m.Guard) else None, cites=cites or (), body=body,
    )


@builds(RULES, "together")
def _together(
    at: Place, name: Word, within: m.Expression | None, cites: Cites, body: Body
) -> m.Together:
    return m.Together(
        at=at, name=name.value, name_at=name.at, within=within, cites=cites or (), body=body
    )


# ---------------------------------------------------------------------------------- decisions
@builds(RULES, "picking_some")
def _picking_some(
    at: Place, amount: m.Amount, of: m.Expression, name: Word, such_that: m.Expression | None
) -> m.Picking:
    return m.Picking(
        at=at, amount=amount, of=of, name=name.value, name_at=name.at, such_that=such_that
    )


@builds(RULES, "picking_one")
def _picking_one(
    at: Place, of: m.Numbers | m.Members | m.Whose, name: Word, such_that: m.Expression | None
) -> m.Picking:
    one = number(of.at, 1)
    return _picking_some(at, m.Amount(at=of.at, low=one, high=one), of, name, such_that)


@builds(RULES, "picking_clause")
def _picking_clause(at: Place, pick: m.Picking) -> m.Picking:
    return replace(pick, at=at)


@builds(RULES, "picks")
def _picks(
    at: Place, who: m.Expression, pick: m.Picking, told: str | None, cites: Cites
) -> m.Picks:
    return m.Picks(at=at, who=who, pick=replace(pick, at=pick.at.to(at)), told=told or "",
                   cites=cites or ())


@builds(RULES, "number_between")
def _number_between(at: Place, low: m.Expression, high: m.Expression) -> m.Numbers:
    return m.Numbers(at=at, low=low, high=high)


@builds(RULES, "some_member")
def _some_member(at: Place, attribute: Word, kind: Word | None) -> m.Members:
    return m.Members(at=at, attribute=attribute.value, attribute_at=attribute.at,
                     kind=text_of(kind), kind_at=at_of(kind))


@builds(RULES, "exactly")
def _exactly(at: Place, low: m.Expression) -> m.Amount:
    return m.Amount(at=at, low=low, high=low)


@builds(RULES, "at_least")
def _at_least(at: Place, low: int) -> m.Amount:
    return m.Amount(at=at, low=number(at, low))


@builds(RULES, "between")
def _between(at: Place, low: int, high: int) -> m.Amount:
    return m.Amount(at=at, low=number(at, low), high=number(at, high))


@builds(RULES, "up_to")
def _up_to(at: Place, high: int) -> m.Amount:
    return m.Amount(at=at, low=number(at, 0), high=number(at, high))


@builds(RULES, "any_number")
def _any_number(at: Place) -> m.Amount:
    return m.Amount(at=at, low=number(at, 0))


@builds(RULES, "chooses")
def _chooses(
    at: Place, who: m.Expression, cites: Cites, choices: tuple[m.Choice, ...]
) -> m.Chooses:
    return m.Chooses(at=at, who=who, cites=cites or (), choices=choices)


@builds(RULES, "choice")
def _choice(
    at: Place, name: Word, words: m.Words | None, condition: m.Expression | None,
    pick: m.Picking | None, cites: Cites, body: Body | None,
) -> m.Choice:
    return m.Choice(
        at=at, name=name.value, name_at=name.at, words=words, condition=condition, pick=pick,
        cites=cites or (), body=body or (),
    )


# ------------------------------------------------------------------------- procedures and cases
@builds(RULES, "call")
def _call(
    at: Place, name: Word, giving: tuple[Word, ...] | None, cites: Cites,
    arguments: tuple[m.Argument, ...] | None,
) -> m.Call:
    return m.Call(
        at=at, procedure=name.value, procedure_at=name.at, giving=texts(giving),
        giving_at=places(giving), cites=cites or (), arguments=arguments or (),
    )


@builds(RULES, "arguments")
def _arguments(_: Place, lines: tuple[tuple[m.Argument, ...], ...]) -> tuple[m.Argument, ...]:
    return tuple(argument for line in lines for argument in line)


@builds(RULES, "argument")
def _argument(at: Place, name: Word, value: m.Expression) -> m.Argument:
    return m.Argument(at=at, name=name.value, name_at=name.at, value=value)


@builds(RULES, "depending")
def _depending(
    at: Place, on: m.Expression, cites: Cites, cases: tuple[m.Case, ...]
) -> m.Depending:
    return m.Depending(at=at, on=on, cites=cites or (), cases=cases)


@builds(RULES, "case")
def _case(at: Place, kinds: tuple[Word, ...], cites: Cites, body: Body) -> m.Case:
    return m.Case(
        at=at, kinds=texts(kinds), kinds_at=places(kinds), cites=cites or (), body=body
    )
