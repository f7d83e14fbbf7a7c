"""How examples are built from their parts."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.syntax.line_builders import Build, same

Items = tuple[Any, ...]


def _example(at: Place, name: str, words: Any, cites: Any, lines: Items) -> m.Example:
    parts: dict[str, list[Any]] = {
        "players": [], "options": [], "readings": [], "given": [], "acts": []
    }
    for side, value in lines:
        parts[side].extend(value)
    joined: dict[str, Any] = {side: tuple(values) for side, values in parts.items()}
    return m.Example(at=at, name=name, words=words, cites=cites or (), **joined)


def _act(start: Any) -> Build:
    def build(at: Place, *parts: Any) -> tuple[str, Items]:
        stage = parts[0] if start == "playing" else ""
        moves = (parts[-1] or ()) if start != "the game ends" else ()
        return "acts", (m.Act(at=at, start=start, stage=stage, moves=moves),)

    return build


def _said(*, refused: bool = False, asked: bool = False) -> Build:
    return lambda at, player, move: m.Said(
        at=at, player=player, move=move, refused=refused, asked=asked
    )


def _is_nothing(phrases: Any) -> bool:
    return len(phrases) == 1 and phrases[0].words == ("nothing",)


EXAMPLES: dict[str, Build] = {
    "example": _example,
    "cast": lambda at, names: ("players", names),
    "chosen": lambda at, names: ("options", names),
    "under_reading": lambda at, silence, reading: (
        "readings", (m.UnderReading(at=at, silence=silence, reading=reading),)
    ),
    "given": lambda at, facts: ("given", facts),
    "playing": _act("playing"),
    "going_on": _act("going on"),
    "ending": _act("the game ends"),
    "script": same,
    "did": _said(),
    "may": _said(asked=True),
    "may_not": _said(refused=True),
    "then_facts": lambda at, facts: ("acts", (m.Then(at=at, facts=facts),)),
    "sees": lambda at, player, zone: m.Sees(at=at, player=player, zone=zone),
    "sees_not": lambda at, player, zone: m.Sees(at=at, player=player, zone=zone, seen=False),
    "holds": lambda at, zone, cards: m.Holds(
        at=at, zone=zone, cards=() if _is_nothing(cards) else cards
    ),
    "includes": lambda at, zone, cards: m.Holds(at=at, zone=zone, cards=cards, exactly=False),
    "fact": lambda at, condition: m.Fact(at=at, condition=condition),
    "step_fact": lambda at, score, step, value: m.StepFact(
        at=at, score=score, step=step, value=value
    ),
    "eliminated": lambda at, players: m.Eliminated(at=at, players=players),
    "won": lambda at, player: m.Won(at=at, players=(player,)),
    "won_together": lambda at, players: m.Won(at=at, players=players),
    "decided": lambda at, by: m.Decided(at=at, by=by),
    "to_decide": lambda at, players: m.ToDecide(at=at, players=players),
    "round_ended": lambda at: m.Ended(at=at, what="round"),
    "round_goes_on": lambda at: m.Ended(at=at, what="round", over=False),
    "game_ended": lambda at: m.Ended(at=at, what="game"),
    "game_goes_on": lambda at: m.Ended(at=at, what="game", over=False),
    "unplayable": lambda at: m.Unplayable(at=at),
}
