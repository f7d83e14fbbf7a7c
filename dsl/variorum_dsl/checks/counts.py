"""Rules for a number of players that never plays.

What: `with 6 players`, a pile, a dummy or a value for numbers of players outside `players 3 to 5`
(`never-played`).
Why: either the exception is for another number, or the range is too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.fixes import lines_of, without
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    if game.seats is None or game.seats.high < game.seats.low:
        return
    seats = [game.seats]
    clauses: list[m.Clause] = [
        *game.piles, *game.dummies, *game.figures, *game.stages, *game.effects, *game.ends,
        *game.scorings, *game.always,
    ]
    clauses += [each for each in game.procedures if not each.origin.startswith("library")]
    if game.elimination is not None:
        clauses.append(game.elimination)
    rows = [
        node for clause in clauses for node in m.walk(clause)
        if isinstance(node, m.WithPlayers | m.ByCount | m.Pile | m.Dummy) and node.low
    ]
    outside = [node for node in rows if not _plays(node, seats)]
    if outside:
        # An option or a reading may let other numbers play.
        seats += [node for clause in (*game.options, *game.silences) for node in m.walk(clause)
                  if isinstance(node, m.Seats)]
    for node in outside:
        if not _plays(node, seats) and subject.is_own(node.at):
            yield Diagnostic(
                "never-played", "warning",
                f"nobody plays with {_shown(node.low, node.high)} players",
                Label(subject.line(node.at), "this never counts"),
                (Label(subject.line(game.seats.at), "so many can play"),),
                why="it is for a number of players that the game does not have",
                hint="mend the number, or who can play",
                fix=_removed(subject, node, clauses),
            )


def _removed(
    subject: Subject, node: m.WithPlayers | m.ByCount | m.Pile | m.Dummy, clauses: list[m.Clause]
) -> Fix | None:
    """Without what never counts, if it is a part of its own."""
    place: Place | None = None
    match node:
        case m.WithPlayers() if not node.otherwise:
            place = lines_of(node, clauses)
        case m.ByCount():
            rows = next((each.rows for clause in clauses for each in m.walk(clause)
                         if isinstance(each, m.ByPlayers) and node in each.rows), ())
            edit = without(rows, node) if rows else None
            return Fix("remove it", (edit,)) if edit else None
        case m.Pile() if len(subject.game.piles) > 1:
            place = node.at.lines()
        case m.Dummy() if subject.words[node.name] == 1:
            place = node.at.lines()
    return Fix("remove it", (Edit(place, ""),)) if place else None


def _plays(node: m.WithPlayers | m.ByCount | m.Pile | m.Dummy, seats: list[m.Seats]) -> bool:
    return any(node.low <= each.high and node.high >= each.low for each in seats)


def _shown(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
