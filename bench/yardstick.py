"""An edition as the versions by hand play it, so that games can be compared one by one.

They differ from the rule file in two small things: seat 0 starts without a draw, and where a card
that arrives is itself the only answer to the decision that it brings about, nobody is asked.
"""

from __future__ import annotations

import copy
from functools import cache

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, rebuilt, walk
from variorum_engine.table.table import Rules

Body = tuple[c.Line, ...]


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
            return c.Move(line.cards, line.to, changed, line.at_bottom, origin=line.origin)
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
