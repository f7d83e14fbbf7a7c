"""Hidden information that an open decision depends on.

What: what a player may decide (which cards, under which condition, how many) depends on cards that
the player does not see (`leak`).
Why: the player would learn them from what is offered, or refused. How many cards a zone holds is
always seen, and so is whatever was shown before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from variorum_dsl import core as c
from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow, inner, ops
from variorum_dsl.core.program import Op, Program
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

_PUBLIC = ("count", "empty")
_BARE = ("zone", "zones_of", "union", "without", "top")


class Look(NamedTuple):
    """A look at the cards of a zone, by place and owner."""

    zone: int
    owner: str
    at: Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    seen: set[tuple[Place, int]] = set()
    for _, program, _, flow in subject.each():
        looking = _Looking(program, flow)
        for at, look in looking.leaks():
            if (at, look.zone) not in seen:
                seen.add((at, look.zone))
                yield _report(subject, program, at, look)


def _report(subject: Subject, program: Program, at: Place, look: Look) -> Diagnostic:
    zone = program.zones[look.zone]
    declared = next(clause for clause in subject.game.zones if clause.name == zone.name)
    who = "only its owner sees" if zone.sight == "secret" else "nobody sees"
    place = look.at if look.at.line else at
    return Diagnostic(
        "leak", "error", f"this decision depends on cards in {zone.name} that are not seen",
        Label(subject.line(place), "looks at them"),
        (Label(subject.line(declared.at), f"{who} these cards"),),
        why="the player would learn hidden cards from what is offered or refused",
        hint=f"show {zone.name} first, let chance pick, or declare it open",
    )


class _Looking:
    def __init__(self, program: Program, flow: Flow) -> None:
        self.program = program
        self.flow = flow
        self.shown = {z for op in flow.lines if op.op == "show" for z in flow.zones_in(op.args[0])}
        self.tainted: dict[int, list[Look]] = {}
        for op in flow.lines:
            if op.op == "set_local" and op.args[1].type in ("number", "flag"):
                self.tainted.setdefault(op.args[0], []).extend(self.looks(op.args[1]))

    def leaks(self) -> Iterator[tuple[Place, Look]]:
        for op in self.flow.lines:
            if op.op == "decide":
                who, choices = repr(op.args[0]), op.args[1]
            elif op.op == "together":
                who, choices = repr(c.Local(op.args[0])), op.args[2]
            else:
                continue
            for choice in choices:
                parts = [choice.condition] if choice.condition is not None else []
                if choice.pick is not None:
                    parts += [part for part in choice.pick if isinstance(part, Op)]
                for part in parts:
                    for look in self.looks(part):
                        if not self._sees(who, look):
                            yield choice.at, look

    def _sees(self, who: str, look: Look) -> bool:
        sight = self.program.zones[look.zone].sight
        return (sight == "open" or (sight == "secret" and look.owner == who)
                or look.zone in self.shown)

    # ----------------------------------------------------------------- looks
    def looks(self, part: Any, owners: dict[int, str] | None = None, depth: int = 0) -> list[Look]:
        """Every look at cards, as opposed to how many there are."""
        owners = owners or {}
        found: list[Look] = []
        stack = [part]
        while stack:
            op = stack.pop()
            if op.op in _PUBLIC and self._is_bare(op.args[0]):
                continue
            if op.op == "players_whose" and op.args[4] is None and self._is_bare(op.args[2]):
                stack.append(op.args[0])
            elif op.op in ("zone", "zones_of"):
                if not self._all_alike(self.flow.zones[op.args[0]]):
                    found.append(Look(op.args[0], self._owner(op.args[1], owners), op.at))
            elif op.op == "outside":
                mask = op.args[0]
                found.extend(Look(z, "", op.at) for z, there in enumerate(self.flow.zones)
                             if there & mask and z not in self.flow.zones_in(op.args[1]))
            elif op.op == "local":
                found.extend(self.tainted.get(op.args[0], ()))
            elif op.op == "figure" and depth < 20:
                table = self.program.figures[op.args[0]]
                bound = {**owners, table.local: self._owner(op.args[1], owners)}
                found.extend(self.looks(table.value, bound, depth + 1))
            else:
                stack.extend(inner(op))
        return found

    def _owner(self, owner: Op | None, owners: dict[int, str]) -> str:
        if owner is None:
            return ""
        if owner.op == "local" and owner.args[0] in owners:
            return owners[owner.args[0]]
        return repr(owner)

    def _is_bare(self, part: Op) -> bool:
        """Whether a set is made of whole zones, so that its size is seen by all."""
        if part.type == "players":
            return False
        return all(op.op in _BARE or op.type not in ("card", "cards") for op in ops(part))

    def _all_alike(self, mask: int) -> bool:
        faces = {card.face for i, card in enumerate(self.program.cards) if mask >> i & 1}
        return len(faces) < 2
