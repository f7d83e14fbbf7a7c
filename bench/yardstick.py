"""An edition as the versions by hand play it, so that games can be compared one by one.

They differ from the rule file in three small things: seat 0 starts without a draw, a shuffle draws
from the stream that all seats draw from, and where a card that arrives is itself the only answer
to the decision that it brings about, nobody is asked.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, rebuilt, walk
from variorum_engine.compiler.emit.emitter import Emitter, Hooks
from variorum_engine.compiler.emit.expressions import order_of
from variorum_engine.table.table import Rules

Body = tuple[c.Line, ...]


class Shuffles(Hooks):
    """Behind each shuffle another one: the cards in the order of the file, and then Fisher and
    Yates with the one stream."""

    def shuffled(self, line: c.Shuffle, out: Emitter) -> None:
        base, counter = (out.temp(code) for code in order_of(line.zone.zone, line.zone.owner, out))
        last, i, j, held = out.name(), out.name("i"), out.name("j"), out.name()
        with out.under(f"for {i} in range(C[{counter}]):"):
            out.put(f"{j} = {base} + {i}")
            out.put(f"{held} = O[{j}]")
            with out.under(f"while {j} > {base} and O[{j} - 1] < {held}:"):
                out.put(f"O[{j}] = O[{j} - 1]")
                out.put(f"{j} -= 1")
            out.put(f"O[{j}] = {held}")
        out.put(f"{last} = {base} + C[{counter}] - 1")
        with out.under(f"for {i} in range(C[{counter}] - 1, 0, -1):"):
            out.put(f"{j} = below(R, {i} + 1)")
            out.put(f"{held} = O[{last} - {i}]")
            out.put(f"O[{last} - {i}] = O[{last} - {j}]")
            out.put(f"O[{last} - {j}] = {held}")


def as_by_hand(rules: Rules) -> Rules:
    program = copy.copy(rules.program)
    program.stages = [stage._replace(body=tuple(map(_changed, stage.body)))
                      for stage in program.stages]
    return Rules(program)


@cache  # what stands at two places, as a case for two kinds does, is still the same afterwards
def _changed(line: Node, arriving: int = -1) -> Node:
    """A line of play as they have it; `arriving` is the local of a card that has just arrived."""
    match line:
        case c.Chance(local, _, c.Number(1), c.Players()):
            return c.SetLocal(local, c.Seat(0, type="player"), origin=line.origin)
        case c.Move(effects=effects):
            changed = tuple(effect._replace(body=tuple(
                _changed(each, effect.card) for each in effect.body)) for effect in effects)
            return replace(line, effects=changed)
        case c.Decide(_, (c.Choice(condition=None, pick=pick, body=body),)) if (
            arriving >= 0 and pick is not None and isinstance(pick.low, c.Number)
            and pick.low.value == 1 and pick.source.type in ("cards", "card")
        ):
            assert not any(isinstance(node, c.Decide | c.Together) for node in walk(body))
            arrived = c.Local(arriving, type="cards")
            given = c.SetLocal(pick.local, arrived, origin=line.origin)
            return c.If(c.Compare("is", pick.source, arrived, type="flag"), (given, *body), (line,),
                        origin=line.origin)
    return rebuilt(line, lambda node: _changed(node, arriving))
