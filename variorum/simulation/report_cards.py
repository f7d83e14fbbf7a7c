"""What each card fetched, and what it did for its owner's chances."""

from __future__ import annotations

from typing import Any

from variorum_engine.tally.plan import Plan
from variorum_engine.words.printed import Teller

from variorum.simulation.job import Side
from variorum.simulation.statistics import difference, mean, rounded, share

Data = dict[str, Any]


def cards(side: Side, plan: Plan, sums: list[int]) -> list[Data]:
    """Every card that can change hands, in the order of the components."""
    program, width = plan.program, plan.card_width
    teller = Teller(program, side.symbols, [""] * program.players)
    games = plan.part(sums, "games")[0]
    numbers = plan.part(sums, "cards")
    rows = [numbers[i * width : (i + 1) * width] for i in range(len(plan.faces))]
    shown = _given_up(plan, rows)
    found = []
    for card, row in zip(plan.faces, rows, strict=True):
        came, own = row[0], row[1 + 2 * len(plan.measures) :]
        held, total, squares, owners, mine, others, theirs = own
        face = program.cards[card].face
        found.append({
            "card": teller.card(card), "kind": program.cards[card].kind,
            "copies": sum(each.face == face for each in program.cards),
            "came": came, "times": rounded(came / games) if games else 0.0,
            "fetched": [
                {"zone": program.zones[plan.measures[i].zone].words, "measure": _measure(plan, i),
                 **mean(row[1 + 2 * i], row[2 + 2 * i], came).data()}
                for i in shown
            ] if came else [],
            "owners": share(mine, owners).data(), "others": share(theirs, others).data(),
            "difference": difference(total, squares, held, plan.whole).data(),
        })
    return found


def _given_up(plan: Plan, rows: list[list[int]]) -> list[int]:
    """The measures of which new owners have less afterwards, all cards taken together.

    Where an attribute tells what was given up, the number of cards need not be told as well."""
    less = [i for i in range(len(plan.measures)) if sum(row[1 + 2 * i] for row in rows) > 0]
    valued = {plan.measures[i].zone for i in less if plan.measures[i].attribute >= 0}
    return [i for i in less
            if plan.measures[i].attribute >= 0 or plan.measures[i].zone not in valued]


def _measure(plan: Plan, number: int) -> str:
    attribute = plan.measures[number].attribute
    if attribute < 0:
        return "cards"
    table = plan.program.attributes[attribute]
    return table.words or table.name
