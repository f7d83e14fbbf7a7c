"""The rows of zones that keep an order: cards leave them, come on top, and go below the others.

A row stands in `O` from its bottom up; how long it is stands in `C`.
"""

from __future__ import annotations

from collections.abc import Callable

from variorum_engine.compiler.emit.flow import Flow
from variorum_engine.compiler.emit.writer import Cards


class Ordering(Flow):
    """Writes what happens to a row."""

    def _unlist(self, base: str, counter: str, page: int, name: str) -> None:
        """Take cards out of an order; the others close up."""
        i, j = self.name("i"), self.name("j")
        self.put(f"{j} = 0")
        self.put(f"for {i} in range(C[{counter}]):")
        self.put(f"    if not {self.mask_table(page)}[O[{base} + {i}]] & {name}:")
        self.put(f"        O[{base} + {j}] = O[{base} + {i}]")
        self.put(f"        {j} += 1")
        self.put(f"C[{counter}] = {j}")

    def _sink(self, base: str, counter: str, goes_down: Callable[[str], str]) -> None:
        """Some cards of an order go below the others; both keep the order that they have."""
        i, j, lower, held = self.name("i"), self.name("j"), self.name("n"), self.name()
        self.put(f"{lower} = {base}")
        self.put(f"for {i} in range(C[{counter}]):")
        self.depth += 1
        self.put(f"if {goes_down(i)}:")
        self.put(f"    {held} = O[{base} + {i}]")
        self.put(f"    for {j} in range({base} + {i}, {lower}, -1):")
        self.put(f"        O[{j}] = O[{j} - 1]")
        self.put(f"    O[{lower}] = {held}")
        self.put(f"    {lower} += 1")
        self.depth -= 1

    def _in_their_order(self, names: Cards, row: str, length: str, place: str) -> None:
        i, card = self.name("i"), self.name()
        self.put(f"for {i} in range(C[{length}] - 1, -1, -1):")
        self.put(f"    {card} = O[{row} + {i}]")
        test = " or ".join(f"{self.mask_table(page)}[{card}] & {name}"
                           for page, name in names.items())
        self.put(f"    if {test}:")
        self.put(f"        O[{place}] = {card}")
        self.put(f"        {place} -= 1")

    def _in_file_order(self, names: Cards, place: str) -> None:
        for page, name in names.items():
            numbers = self.table(f"K{page}", list(self.layout.pages[page].cards) or [0])
            rest, lowest = self.name(), self.name()
            self.put(f"{rest} = {name}")
            self.put(f"while {rest}:")
            self.put(f"    {lowest} = {rest} & -{rest}")
            self.put(f"    {rest} ^= {lowest}")
            self.put(f"    O[{place}] = {numbers}[low({lowest})]")
            self.put(f"    {place} -= 1")
