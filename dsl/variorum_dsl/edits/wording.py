"""Sentences that an author wrote for a rule, and whether the rule is still the one they fit.

A sentence may note a sign of the rule that it was written for: a short hash of what the rule
means, with the procedures that it calls, without places, printed words and citations. When the
rule changes, so does the sign, and the sentence no longer stands for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.edits.game import Game
from variorum_dsl.model.node import meaning_fields

LENGTH = 8
_CALLS = 20  # procedures inside procedures that are followed


class Saying(NamedTuple):
    """A sentence, the rule beside which it stands, and the sign of that rule as it is now."""

    cite: m.Cite
    rule: m.Node
    sign: str

    @property
    def holds(self) -> bool:
        """Whether it may be printed: it was written for this rule, or nothing is known."""
        return self.cite.fits in ("", self.sign)


def sayings(game: Game) -> Iterator[Saying]:
    """Every sentence that stands beside a rule of a game."""
    procedures = {each.name: each for each in game.procedures}
    for node in m.walk(game):
        for cite in m.children(node):
            if isinstance(cite, m.Cite) and cite.says:
                yield Saying(cite, node, _sign(node, procedures))


def _sign(rule: m.Node, procedures: dict[str, m.Procedure]) -> str:
    words: list[str] = []
    _note(rule, procedures, _CALLS, words)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:LENGTH]


def _note(
    part: object, procedures: dict[str, m.Procedure], calls: int, words: list[str]
) -> None:
    """Add what a part means to some words."""
    if isinstance(part, tuple):
        words.append("(")
        for each in part:
            _note(each, procedures, calls, words)
        words.append(")")
        return
    if not isinstance(part, m.Node):
        words.append(repr(part))
        return
    words.append(part.node)
    for name in meaning_fields(part):
        if name not in ("words", "label"):
            words.append(name)
            _note(getattr(part, name), procedures, calls, words)
    if isinstance(part, m.Call) and part.procedure in procedures and calls:
        _note(procedures[part.procedure].body, procedures, calls - 1, words)
