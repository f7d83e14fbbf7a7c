"""Policies that are written into the code: a decision costs no call and puts nothing away."""

from __future__ import annotations

from typing import Any

from dsl.core import Choice, Op, Pick, Program
from engine.compiled.deciding import Deciding
from engine.compiled.flow import X_CHOICE, X_DECISIONS, X_PICKED
from engine.compiled.layout import NotCompilable

MOST_TABLE = 4096


class Cheap:
    """Single cards only, where a pick has to reach a total; otherwise one answer among all.

    With none it takes another choice without a draw; with some it draws below(4), where 0 is the
    other choice. A card that arrives and is itself the only answer is not asked about.
    """

    def __init__(self, program: Program) -> None:
        self.arriving: dict[int, int] = {}
        for stage in program.stages:
            self._look(stage.body, None)

    def _look(self, part: Any, local: int | None) -> None:
        if isinstance(part, Op):
            if part.op == "move":
                for effect in part.args[3]:
                    self._look(effect[4], effect[1])
                return
            if part.op == "decide" and local is not None:
                for choice in part.args[1]:
                    self.arriving[id(choice)] = local
            for each in part.args:
                self._look(each, local)
        elif isinstance(part, tuple):
            for each in part:
                self._look(each, local)

    def __call__(
        self, code: Deciding, number: int, seat: str, choices: tuple[Choice, ...]
    ) -> None:
        if any(choice.condition is not None for choice in choices):
            raise NotCompilable("a choice with a condition, for this policy")
        picks = [(i, choice.pick) for i, choice in enumerate(choices) if choice.pick is not None]
        others = [i for i, choice in enumerate(choices) if choice.pick is None]
        if len(picks) > 1 or len(others) > 1 or not choices:
            raise NotCompilable("several picks in one decision, for this policy")
        if not picks:
            code.put(f"X[{X_CHOICE}] = {others[0]}")
            return
        index, pick = picks[0]
        page, legal = self._legal(code, pick)
        local = self.arriving.get(id(choices[index]))
        if local is not None and not others and page in code.layout.masks(pick.source.reach):
            code.put(f"if {legal} == c{local}_{page} and {legal}:")
            code.put(f"    X[{X_CHOICE}] = {index}")
            code.put(f"    X[{X_PICKED + page}] = {legal}")
            code.put(f"    X[{X_DECISIONS}] -= 1")
            code.put("else:")
            code.depth += 1
            self._draw(code, index, page, legal)
            code.depth -= 1
        elif others:
            code.put(f"if {legal} == 0 or below(R, 4) == 0:")
            code.put(f"    X[{X_CHOICE}] = {others[0]}")
            code.put("else:")
            code.depth += 1
            self._draw(code, index, page, legal)
            code.depth -= 1
        else:
            self._draw(code, index, page, legal)

    def _draw(self, code: Deciding, index: int, page: int, legal: str) -> None:
        code.put(f"X[{X_CHOICE}] = {index}")
        code.put(f"X[{X_PICKED + page}] = nth({legal}, below(R, pop({legal})))")

    def _legal(self, code: Deciding, pick: Pick) -> tuple[int, str]:
        """The page of the pick, and the cards of it that are answers by themselves."""
        source = {page: mask for page, mask in code.source(pick).items() if mask != "0"}
        if len(source) != 1 or pick.source.type == "numbers":
            raise NotCompilable("a pick over several pages, for this policy")
        page, mask = next(iter(source.items()))
        if pick.such_that is None:
            return page, code.temp(mask)
        if pick.limit is None or pick.limit[1] != "is more than":
            raise NotCompilable("a pick with a longer condition, for this policy")
        attribute, _, bound = pick.limit
        need_code, den = code.number(bound)
        if den != 1:
            raise NotCompilable("a limit with a fraction, for this policy")
        values = [code.program.cards[card].values[attribute]
                  for card in code.layout.pages[page].cards]
        size = sum(values) + 2
        if min(values) < 0 or size > MOST_TABLE:
            raise NotCompilable("amounts that are too large, for this policy")
        above = code.table(f"G{attribute}_{page}", [
            sum(1 << bit for bit, value in enumerate(values) if value > need)
            for need in range(size)
        ])
        return page, code.temp(f"{mask} & {above}[{need_code}]")
