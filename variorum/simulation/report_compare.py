"""Two games with the same deals: what changed, with intervals from the games as pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from variorum_engine.tally.plan import Plan

from variorum.simulation.job import Side
from variorum.simulation.pairs import figures
from variorum.simulation.statistics import difference, mean, rounded, share

Data = dict[str, Any]


def comparison(
    sides: Sequence[Side], plans: Sequence[Plan], sums: list[int], games: int,
    bots: Sequence[str], both: Sequence[Data],
) -> Data:
    """The differences: the second game against the first."""
    rows: list[Data] = []
    party: dict[str, list[int]] = {}
    for member, name in enumerate(bots):
        party.setdefault(name, []).append(member)
    for number, figure in enumerate(figures(*plans)):
        known, left, right, total, squares = sums[1 + 5 * number : 6 + 5 * number]
        if not known or (figure.name == "out" and not any(p.program.out for p in plans)):
            continue
        title, name = figure.title, figure.name
        if name.startswith("party-"):
            member = int(name.removeprefix("party-")) - 1
            # Where all bots are the same it means nothing which of them won.
            if len(party) == 1:
                continue
            title = f"wins of {bots[member]}" + (
                f" (number {party[bots[member]].index(member) + 1})"
                if len(party[bots[member]]) > 1 else "")
        rows.append({
            "figure": name, "words": title, "sort": figure.sort, "games": known,
            "left": rounded(left / known / figure.unit),
            "right": rounded(right / known / figure.unit),
            "difference": (difference if figure.sort == "share" else mean)(
                total, squares, known, figure.unit).data(),
        })
    return {
        "left": _side(sides[0]), "right": _side(sides[1]),
        "winners_changed": share(sums[0], games).data(), "differences": rows,
        "right_report": both[1],
    }


def _side(side: Side) -> Data:
    return {"name": side.name, "label": side.label, "options": list(side.options),
            "readings": dict(side.readings), "fingerprint": side.fingerprint}
