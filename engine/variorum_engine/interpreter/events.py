"""What is noted while a game goes on, for those who tell it, record it or reason about it.

Where cards are spoken of, `places` says where they lay at that moment: sets of them, each with
the number of its zone. Who sees the zone sees them.
"""

from __future__ import annotations

from dataclasses import dataclass

from variorum_dsl import core as c

from variorum_engine.interpreter.values import Number

Places = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """Somebody chose. `picked` is the set of cards, players or numbers."""

    seat: int
    choice: c.Choice
    picked: int
    line: c.Decide | c.Together
    places: Places


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Cards went from zones to a zone: the cards, where they were, where they are now."""

    moves: tuple[tuple[int, int, int], ...]
    line: c.Move


@dataclass(frozen=True, slots=True)
class ZoneShuffled:
    zone: int
    line: c.Shuffle


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards were shown to a set of players."""

    cards: int
    seats: int
    line: c.Show
    places: Places


@dataclass(frozen=True, slots=True)
class ChancePicked:
    """Chance picked members of a set; there are `places` only if they are cards."""

    picked: int
    line: c.Chance
    places: Places


@dataclass(frozen=True, slots=True)
class TrackSet:
    """A track has a new value; each owner of a track has a place of their own."""

    place: int
    value: Number
    line: c.SetTrack


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """A card that arrived set off an effect of this name."""

    name: str
    line: c.Move


@dataclass(frozen=True, slots=True)
class StageBegan:
    stage: c.StageTable


@dataclass(frozen=True, slots=True)
class RoundEnded:
    pass


@dataclass(frozen=True, slots=True)
class EndReached:
    """What ends the game came about."""

    end: c.EndTable


@dataclass(frozen=True, slots=True)
class GameEnded:
    pass


Event = (
    ChoiceMade | CardsMoved | ZoneShuffled | CardsShown | ChancePicked | TrackSet | EffectBegan
    | StageBegan | RoundEnded | EndReached | GameEnded
)
