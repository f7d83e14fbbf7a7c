"""Parts that no game can do without.

What: a game without a number of players, cards, play, or a winner (`no-players`,
`too-many-players`, `no-components`, `no-stages`, `no-winner`).
Why: such a file may read well and still not be a game; nothing else can be said about it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checks.subject import Subject
from dsl.diagnostics import Diagnostic, Label

MOST_PLAYERS = 20


def check(subject: Subject) -> Iterator[Diagnostic]:
    game, lost = subject.game, subject.lost_words
    if game.form == "library":
        return
    heading = Label(subject.line(game.at), "this game")
    if game.seats is None:
        if "players" not in lost:
            yield Diagnostic(
                "no-players", "error", "nothing says how many can play", heading,
                why="cards are dealt, and examples are played, for a certain number of players",
                hint="players 3 to 5",
            )
    elif game.seats.low < 1 or game.seats.high < game.seats.low:
        yield Diagnostic(
            "no-players", "error", "nobody can play with these numbers of players",
            Label(subject.line(game.seats.at), "an empty range"),
            why="the first number is the fewest, the second the most", hint="players 3 to 5",
        )
    elif game.seats.high > MOST_PLAYERS:
        yield Diagnostic(
            "too-many-players", "error", f"more than {MOST_PLAYERS} players cannot play",
            Label(subject.line(game.seats.at), "too many"),
            why="every rule is looked at for every number of players",
            hint=f"players 3 to {MOST_PLAYERS}",
        )
    if not game.piles and "components" not in lost:
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
            hint="winner",
        )
