"""Words between the words: what a line makes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.english import numbered
from variorum_dsl.lowering.components import expanded
from variorum_dsl.lowering.declarations import declared
from variorum_dsl.lowering.expressions import shown

from variorum.assist.desk import File
from variorum.assist.shapes import Hint, Range

_TYPE = 1
_MAKES = re.compile(r"\b(?:let|as|giving(?: [a-z0-9-]+,)*) $")


def hints(file: File, where: Range | None = None) -> list[Hint]:
    """What every `let`, pick and result holds, and how many cards every component line makes."""
    found = [*_held(file), *_made(file)]
    if where is not None:
        first = file.lines.point(where["start"])[0]
        last = file.lines.point(where["end"])[0]
        found = [each for each in found if first <= each[0].line <= last]
    return [
        {"position": file.lines.position(at.end_line, at.end_column), "label": label,
         "kind": _TYPE, "paddingLeft": True, "tooltip": why} for at, label, why in sorted(found)
    ]


def _held(file: File) -> Iterator[tuple[Place, str, str]]:
    """`for each player p` says it itself; a `let`, a pick and a result do not."""
    for symbol, kind in file.index.types.items():
        at = symbol.at
        if symbol.sort == "local" and at.path == file.path:
            before = (file.loaded.sources.line(at.path, at.line) or "")[: at.column - 1]
            if _MAKES.search(before):
                yield at, f": {shown(kind)}", "what this name stands for"


def _made(file: File) -> Iterator[tuple[Place, str, str]]:
    """The number in front is what the line lists; here is what lies on the table."""
    game = file.game
    if game is None:
        return
    counts = game.player_counts()
    symbols = declared(game, min(counts, default=3))
    for pile in game.piles:
        whole = 0
        for line in pile.lines:
            made = len(expanded(symbols, line))
            whole += made
            if line.at.path == file.path and (line.for_each or line.settings or line.table):
                yield _end(line.kind_at, line.name_at), f"= {numbered(made, 'card')}", (
                    "the cards that this line makes")
        if pile.at.path == file.path and whole:
            label = f"{numbered(whole, 'card')}{' each' if pile.each else ''}"
            if pile.each and counts:
                low, high = whole * counts[0], whole * counts[-1]
                label += f", {low} in all" if low == high else f", {low} to {high} in all"
            yield pile.zone_at, label, "the cards that lie here before the setup"


def _end(kind_at: Place, name_at: Place) -> Place:
    return name_at if name_at.line else kind_at
