"""What a report on the open questions of an edition consists of."""

from __future__ import annotations

from typing import NamedTuple

from dsl.diagnostics import Place
from variorum.comparison.model import Verdict, Witness


class Share(NamedTuple):
    """In how many of some games the winner was another one, with the bounds of a 95 % interval."""

    changed: int
    games: int
    share: float
    low: float
    high: float


class Answer(NamedTuple):
    """One way to read a rulebook that says nothing; the assumed one is played if nobody chooses."""

    name: str
    words: str
    assumed: bool
    cites: tuple[str, ...] = ()


class Pair(NamedTuple):
    """Two answers: a position or game on which they disagree, and how often they do.

    There is no share where no game of one can be a game of the other.
    """

    first: str
    second: str
    verdict: Verdict
    how: str
    witness: Witness | None
    share: Share | None


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


class Report(NamedTuple):
    """All open questions of an edition, those that matter most first."""

    name: str
    title: str
    path: str
    players: int
    games: int
    seed: int
    questions: tuple[Question, ...]
