"""The words of a whole file, whoever plays and with whatever options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from variorum_dsl import model as m
from variorum_dsl.edits.resolution import Sheet


class Vocabulary:
    """What examples of a file may speak of, although it takes no part in the game at hand."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    @cached_property
    def choices(self) -> frozenset[str]:
        """The names of all choices that are ever offered."""
        return frozenset(node.name for node in self._rules() if isinstance(node, m.Choice))

    @cached_property
    def picks_numbers(self) -> bool:
        """Whether a number alone can be an answer."""
        return any(isinstance(node, m.Numbers) for node in self._rules())

    @cached_property
    def picks_members(self) -> frozenset[str]:
        """The attributes, or what there are several of, of which one alone can be an answer."""
        return frozenset(node.attribute for node in self._rules() if isinstance(node, m.Members))

    def option_with(self, card: str) -> str:
        """The option whose cards bear that name, or ""."""
        return next((option.name for option in self._sheet.options.values()
                     for node in m.walk(option)
                     if isinstance(node, m.Component) and card in (node.name, node.kind)), "")

    def _rules(self) -> Iterator[m.Node]:
        for drawer in self._sheet.draft.drawers.values():
            for clause in drawer.values():
                if not isinstance(clause, m.Example):
                    yield from m.walk(clause)
