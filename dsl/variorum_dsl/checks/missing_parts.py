"""Parts that no game can do without.

What: a game without a number of players, cards, play, or a winner (`no-players`, `no-components`,
`no-stages`, `no-winner`).
Why: such a file may read well and still not be a game; nothing else can be said about it.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    game, lost = subject.game, subject.lost_words
    if game.form == "library":
        return
    heading = Label(subject.line(game.at), "this game")
    if game.seats is None and "players" not in lost:
        yield Diagnostic(
            "no-players", "error", "nothing says how many can play", heading,
            why="cards are dealt, and examples are played, for a certain number of players",
            hint="players 3 to 5", fix=_seated(subject),
        )
    if not game.piles and lost.isdisjoint(("components", "in")):
        yield Diagnostic(
            "no-components", "error", "this game has no cards", heading,
            why="everything that is moved, bid or scored is a card", hint="components",
        )
    if not any(stage.stage in ("phase", "rounds") for stage in game.stages) and lost.isdisjoint(
        ("rounds", "phase")
    ):
        yield Diagnostic(
            "no-stages", "error", "nothing is ever played", heading,
            why="after the setup a game goes on with a phase or with rounds",
            hint="rounds until deck is empty, using up deck",
        )
    if game.winner is None and "winner" not in lost:
        yield Diagnostic(
            "no-winner", "error", "nothing says who wins", heading,
            why="a game ends with a winner, several, or nobody; the file says which",
            hint="winner", fix=_won(subject),
        )


def _seated(subject: Subject) -> Fix | None:
    """A number of players below the first line."""
    head = subject.game.at
    if not subject.is_own(head):
        return None
    below = Place(head.path, head.line + 1, 1, head.line + 1, 1)
    return Fix("players 3 to 5", (Edit(below, "players 3 to 5\n"),))


def _won(subject: Subject) -> Fix | None:
    """Whoever has most by the one scoring there is wins."""
    if len(subject.game.scorings) != 1:
        return None
    (scoring,) = subject.game.scorings
    return Fix(f"the highest {scoring.name} wins", (
        Edit(subject.end, f"\nwinner\n  highest {scoring.name}\n  then shared\n"),))
