"""A bot that plays by the rule of thumb (`runtime/thumb/rule.py`), with weights tuned for the game.

It looks at a table as it might be for all that its seat knows, and at the answers it is offered. A
game that cannot be compiled has no rule of thumb; the bot then plays at random, and its note says
so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from variorum_engine.bots.seat import Sitting
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.translation import Translator
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tuning.weights import bundled_for, row_of

UNTUNED = ("The rule of thumb was never tuned for this game and knows only what a few quick games "
           "taught it, so it plays badly: `variorum tune` finds weights for it.")


class RuleOfThumb:
    """The rule of thumb over tables of the interpreter."""

    def __init__(self, rules: Rules) -> None:
        self.machine = Machine(rules, "plain")
        self.translator = Translator(self.machine)
        self.players = rules.program.players
        self.scratch = [0] * 4096

    def answer(self, table: Table, seat: int, weights: list[int], stream: Stream) -> Move | None:
        """The answer of a seat, or nothing where the rule of thumb has none."""
        assert table.asking is not None
        memory, go = self.translator.memory(table, seat)
        memory[self.machine.constants["R"]] = stream.below(1 << 31) << 31 | stream.below(1 << 31)
        thumb = [self.players] * self.players + weights
        answered = self.machine.functions["thumb_answer"](memory, self.scratch, thumb, go)
        # Where a condition breaks down there is no answer: to draw one shows what is wrong.
        if answered == 0 or memory[self.machine.constants["BROKEN"]]:
            return None
        return self.translator.move(memory, table.asking, seat)


@lru_cache(maxsize=16)
def rule_of_thumb(rules: Rules) -> RuleOfThumb | NotCompilable:
    """The rule of thumb for a game, made once; or why there is none."""
    try:
        return RuleOfThumb(rules)
    except NotCompilable as why:
        return why


def weights_in(rules: Rules) -> frozenset[str]:
    """The names of all weights that the rule of thumb has in a game."""
    rule = rule_of_thumb(rules)
    return frozenset(weight.name for weight in rule.machine.thumb.weights) if isinstance(
        rule, RuleOfThumb) else frozenset()


def unjudged(rules: Rules, weights: Mapping[str, int]) -> list[str]:
    """What the rule of thumb cannot judge, because nothing that it looks at tells one answer from
    another there: it draws one, or takes the least number."""
    rule = rule_of_thumb(rules)
    if not isinstance(rule, RuleOfThumb):
        return []
    return rule.machine.thumb.unjudged(row_of(rule.machine.thumb, weights))


def judgement(rules: Rules, weights: Mapping[str, int]) -> str:
    """What people should know about how well it can judge."""
    if not weights:
        return UNTUNED
    found = unjudged(rules, weights)
    return f"The rule of thumb cannot judge: {', '.join(found)}." if found else ""


class ThumbBot:
    name = "thumb"

    def __init__(self, rules: Rules, seed: int, weights: Mapping[str, int] | None = None) -> None:
        self.stream = Stream(seed)
        self.note = ""
        self.rule = rule_of_thumb(rules)
        self.weights: list[int] = []
        if isinstance(self.rule, RuleOfThumb):
            if weights is None:
                weights = bundled_for(rules.program).weights
            self.weights = row_of(self.rule.machine.thumb, weights)
            self.note = judgement(rules, weights)
        else:
            self.note = (f"There is no rule of thumb for this game, because {self.rule}: thumb "
                         "plays at random.")

    def choose(self, sitting: Sitting) -> Move:
        move = None
        if isinstance(self.rule, RuleOfThumb):
            table = sitting.imagined(self.stream)
            move = self.rule.answer(table, sitting.seat, self.weights, self.stream)
        # A card that nobody sees may lie elsewhere than was imagined.
        if move is None or sitting.why_not(move) is not None:
            return sitting.drawn(self.stream)
        return move
