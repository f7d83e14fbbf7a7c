"""Rules for a number of players that never plays.

What: `with 6 players`, a pile, a dummy or a value for numbers of players outside `players 3 to 5`
(`never-played`).
Why: either the exception is for another number, or the range is too narrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.fixes import blocks, without
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.model.game import MOST_PLAYERS


def check(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    if game.seats is None or game.seats.high < game.seats.low:
        return
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
    playing = _counts([game.seats])
    outside = [node for node in rows if not playing & _counts([node])]
    if not outside or not playing:
        return
    # An option or a reading may let other numbers play.
    playing |= _counts(node for clause in (*game.options, *game.silences)
                       for node in m.walk(clause) if isinstance(node, m.Seats))
    removed = _removals(clauses)
    for node in outside:
        if not playing & _counts([node]) and subject.is_own(node.at):
            yield Diagnostic(
                "never-played", "warning",
                f"nobody plays with {_shown(node.low, node.high)} players",
                Label(subject.line(node.at), "this never counts"),
                (Label(subject.line(game.seats.at), "so many can play"),),
                why="it is for a number of players that the game does not have",
                hint="mend the number, or who can play",
                fix=_removed(subject, node, removed),
            )


def _removals(clauses: list[m.Clause]) -> dict[Place, Edit]:
    """What takes away a line of play or a value for some numbers of players, where something is
    left without it."""
    found: dict[Place, Edit] = {}
    for clause in clauses:
        for node in m.walk(clause):
            if isinstance(node, m.ByPlayers):
                for row, edit in zip(node.rows, without(node.rows), strict=True):
                    if edit is not None:
                        found[row.at] = edit
            for block in blocks(node):
                for line in block if len(block) > 1 else ():
                    found[line.at] = Edit(line.at.lines(), "")
    return found


def _removed(
    subject: Subject, node: m.WithPlayers | m.ByCount | m.Pile | m.Dummy, found: dict[Place, Edit]
) -> Fix | None:
    """Without what never counts, if it is a part of its own."""
    edit: Edit | None = None
    match node:
        case m.WithPlayers() if not node.otherwise:
            edit = found.get(node.at)
        case m.ByCount():
            edit = found.get(node.at)
        case m.Pile() if len(subject.game.piles) > 1:
            edit = Edit(node.at.lines(), "")
        case m.Dummy() if subject.words[node.name] == 1:
            edit = Edit(node.at.lines(), "")
    return Fix("remove it", (edit,)) if edit else None


def _counts(parts: Iterable[m.Seats | m.WithPlayers | m.ByCount | m.Pile | m.Dummy]) -> set[int]:
    """The numbers of players that some parts are for."""
    return {number for each in parts
            for number in range(max(each.low, 0), min(each.high, MOST_PLAYERS) + 1)}


def _shown(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
