"""What the report of a run consists of, as `schemas/simulation.schema.json` describes it."""

from __future__ import annotations

from typing import Literal, TypedDict

from variorum.simulation.statistics import MeanData, ShareData


class SeatShare(ShareData):
    seat: int


class SeatMean(MeanData):
    seat: int


class BotShare(ShareData):
    bot: str
    seats: int


class BotMean(MeanData):
    bot: str
    seats: int


class Wins(TypedDict):
    """Who wins, by seat and by bot; a win that is shared counts in parts."""

    seats: list[SeatShare]
    bots: list[BotShare]
    fair: float
    nobody: ShareData
    shared: ShareData


class Elimination(TypedDict):
    games: ShareData
    everyone: ShareData
    players: ShareData
    seats: list[SeatShare]
    bots: list[BotShare]


class TieBreak(ShareData):
    """`figure` is what was compared, without words around it; of a tie, what it comes to."""

    name: str
    sort: Literal["alone", "figure", "tied"]
    figure: str
    words: str
    cites: list[str]


class Silence(TypedDict):
    name: str
    question: str
    reading: str
    cites: list[str]
    settled: bool
    arose: ShareData | None
    rules: list[str]


class Counted(TypedDict):
    """How often a value came; `or_more` is the last one, in which all larger ones lie."""

    value: int
    count: int
    or_more: bool


Spread = TypedDict("Spread", {
    "of": int, "mean": float, "low": float, "high": float, "deviation": float, "middle": int,
    "from": int, "to": int, "bins": list[Counted],
})
Tenth = TypedDict("Tenth", {"from": float, "count": int})


class Length(TypedDict):
    rounds: Spread
    decisions: Spread
    guarded: ShareData | None  # games in which a guard ended a loop, if there is one


class Doubt(MeanData):
    tenths: list[Tenth]
    to_the_end: ShareData


class LeaderShare(ShareData):
    after: int


class Tension(TypedDict):
    lead_changes: Spread
    in_doubt: Doubt
    leader_wins: list[LeaderShare]
    margin: MeanData


class ScoreBin(TypedDict):
    score: str
    value: float
    count: int
    won: int
    beyond: bool


class Scores(MeanData):
    figure: str
    best: str
    parts: int
    deviation: float
    seats: list[SeatMean]
    bots: list[BotMean]
    winners: MeanData
    bins: list[ScoreBin]


class Fetched(MeanData):
    """What new owners of a card had less of."""

    zone: str  # nothing, if it is no zone but a number that players have
    measure: str
    others: float  # what each of the others had less of meanwhile


class Card(TypedDict):
    card: str
    kind: str
    copies: int
    came: int
    times: float
    fetched: list[Fetched]
    owners: ShareData
    others: ShareData
    difference: MeanData


class Rule(ShareData):
    rule: str
    section: str
    path: str
    line: int
    text: str
    words: str
    cites: list[str]
    times: float


class Skill(MeanData):
    stronger: str
    weaker: str


class Game(TypedDict):
    name: str
    title: str
    players: int
    options: list[str]
    readings: dict[str, str]
    fingerprint: str


class OneGame(TypedDict):
    """The sections about one game; what a game does not have is `None`."""

    game: Game
    wins: Wins
    elimination: Elimination | None
    tie_breaks: list[TieBreak]
    silences: list[Silence]
    length: Length
    tension: Tension | None
    no_tension: str
    scores: Scores | None
    cards: list[Card]
    rules: list[Rule]
    skill: list[Skill] | None


class Run(TypedDict):
    games: int
    asked: int
    complete: bool
    seed: int
    bots: list[str]
    tuned: list[str]
    unjudged: list[str]  # what the rule of thumb could not judge
    played_by: str


class Compared(TypedDict):
    """One of two games that are compared."""

    name: str
    label: str
    options: list[str]
    readings: dict[str, str]
    fingerprint: str


class Change(TypedDict):
    """A figure of both games, and the difference game by game."""

    figure: str
    words: str
    sort: str
    games: int
    left: float
    right: float
    difference: MeanData
    unrelated: float  # how far the range would reach to either side if the luck were not the same


class CardsInCommon(TypedDict):
    """How many cards both games have, and how many only one of them."""

    both: int
    left: int
    right: int


class Comparison(TypedDict):
    left: Compared
    right: Compared
    cards: CardsInCommon
    winners_changed: ShareData
    unrelated: float
    differences: list[Change]
    right_report: OneGame


class Figures(OneGame):
    """Everything that is known after a run."""

    format: str
    format_version: int
    tool_version: str
    run: Run
    comparison: Comparison | None
