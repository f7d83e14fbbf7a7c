"""Sentences that an author wrote for a rule, and whether the rule is still the one they fit.

A sentence may note a sign of the rule that it was written for: a short hash of what the rule
means, with the procedures that it calls and the figures that it names, without places, printed
words and citations. When the rule changes, so does the sign, and the sentence no longer stands for
it. What a rule leaves as it is by default is no part of its sign, so a language that has learned
something new leaves the signs of old rules alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import meaning_fields

LENGTH = 8
Named = Mapping[str, tuple[m.Node, ...]]
"""What stands behind a name."""


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
    named: Named = {**{each.name: each.body for each in game.procedures},
                    **{each.name: (each.value,) for each in game.figures},
                    **{each.name: each.steps for each in game.scorings}}
    for node in m.walk(game):
        for cite in m.children(node):
            if isinstance(cite, m.Cite) and cite.says:
                yield Saying(cite, node, _sign(node, named))


def _sign(rule: m.Node, named: Named) -> str:
    """The rule itself, then what each name in it stands for, and so on, everything once."""
    reached: list[str] = []
    told = [*_meaning(rule, reached)]
    seen: set[str] = set()
    for name in reached:  # what they stand for is added to it meanwhile
        if name in named and name not in seen:
            seen.add(name)
            told += _meaning(named[name], reached)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:LENGTH]


def _meaning(part: object, reached: list[str]) -> Iterator[str]:
    if isinstance(part, tuple):
        yield "("
        for each in part:
            yield from _meaning(each, reached)
        yield ")"
        return
    if not isinstance(part, m.Node):
        yield repr(part)
        return
    yield part.node
    defaults = _defaults(type(part))
    for name in meaning_fields(part):
        value = getattr(part, name)
        if name in ("words", "label") or (name in defaults and value == defaults[name]):
            continue
        yield name
        yield from _meaning(value, reached)
        if name in ("name", "procedure"):
            reached.append(value)


_DEFAULTS: dict[type[m.Node], dict[str, object]] = {}


def _defaults(record: type[m.Node]) -> dict[str, object]:
    if record not in _DEFAULTS:
        _DEFAULTS[record] = {
            each.name: each.default for each in fields(record) if each.default is not MISSING}
    return _DEFAULTS[record]
