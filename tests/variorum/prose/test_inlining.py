"""Procedures in the place of their calls: no name of the caller is mistaken for one of theirs."""

from __future__ import annotations

from typing import get_args

import pytest
from variorum_dsl import model as m

from variorum.prose.inlining import inlined

ONE = m.Number(value=1)
MINE = m.Name(name="k")  # what the caller calls so
THEIRS = m.Name(name="x")  # the parameter
BINDERS = [
    m.Let(name="k", value=THEIRS),
    m.LocalFigure(name="k", value=THEIRS),
    m.ForEach(sort="player", name="k", within=THEIRS, body=()),
    m.Turns(start=THEIRS, name="k", until=m.Truth(value=True), body=()),
    m.Together(name="k", within=THEIRS, body=()),
    m.Picks(who=m.Name(name="p"), pick=m.Picking(amount=m.Amount(low=ONE), of=THEIRS, name="k")),
    m.Becomes(target=m.Name(name="t"), value=m.Those(
        name="k", within=THEIRS, condition=m.Truth(value=True))),
    m.Becomes(target=m.Name(name="t"), value=m.Each(value=THEIRS, sort="player", name="k")),
]


def called(line: m.Statement, argument: m.Expression) -> m.Statement:
    procedure = m.Procedure(name="act", body=(line,),
                            takes=(m.Parameter(name="x", type="number"),))
    call = m.Call(procedure="act", arguments=(m.Argument(name="x", value=argument),))
    return inlined(call, procedure, 1)[0]


@pytest.mark.parametrize("line", BINDERS)
def test_names_that_a_procedure_makes_are_its_own(line: m.Statement) -> None:
    told = m.walk(called(line, MINE))
    assert MINE in told
    assert [node.name for node in told if isinstance(node, m.Binder)] == ["k~1"]


def test_every_record_that_makes_a_name_is_tried() -> None:
    made = {type(node) for line in BINDERS for node in m.walk(line) if isinstance(node, m.Binder)}
    assert made == set(get_args(m.Binder))


def test_what_is_passed_on_is_called_as_the_caller_does() -> None:
    assert called(m.PassOn(zone="x", side="left"), m.Name(name="hand")) == m.PassOn(
        zone="hand", side="left")
