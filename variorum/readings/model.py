"""What a report on the open questions of an edition consists of."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.comparison.model import Verdict, Witness
from variorum.simulation.statistics import Share, Shown


class Answer(NamedTuple):
    """One way to read a rulebook that says nothing; the assumed one is played if nobody chooses."""

    name: str
    words: str
    assumed: bool
    cites: tuple[str, ...] = ()


class Pair(NamedTuple):
    """Two answers: a position or game on which they disagree, and how often they do.

    There is no share where no game of one can be a game of the other, and where the winner is
    proved to be always the same.
    """

    first: str
    second: str
    verdict: Verdict
    how: str
    witness: Witness | None
    share: Share | None
    alike: bool = True  # the deals are the same: neither has more cards than the other
    shown: Shown | None = None  # a game in which they name different winners


class Question(NamedTuple):
    """What a rulebook leaves open. `option` is the optional rule that it belongs to, if any."""

    name: str
    question: str
    option: str
    place: Place
    cites: tuple[str, ...]
    answers: tuple[Answer, ...]
    pairs: tuple[Pair, ...]

    @property
    def matters(self) -> float:
        """The largest share among its pairs: how much depends on the answer."""
        return max((pair.share.share for pair in self.pairs if pair.share), default=0.0)

    @property
    def rank(self) -> tuple[float, bool]:
        """What is seen to change a winner comes before what was never seen to."""
        return -self.matters, not any(pair.witness for pair in self.pairs)


class Party(NamedTuple):
    """Who plays, seat by seat, and whether weights of the rule of thumb that come with us were
    made for the `same` rules, a `relative`, or `none`."""

    bots: tuple[str, ...]
    weights: str


class Report(NamedTuple):
    """All open questions of an edition, those that matter most first."""

    name: str
    title: str
    path: str
    players: int
    games: int
    seed: int
    questions: tuple[Question, ...]
    party: Party | None = None
    done: int = 0  # games that were played of each reading
    complete: bool = True
    unrelated: float = 0.0  # how often two games that have nothing in common differ


__all__ = ["Answer", "Pair", "Party", "Question", "Report", "Share"]
