"""A game with everything in one place: what a file, its parents and the chosen edits come to."""

from __future__ import annotations

from dataclasses import dataclass

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.node import Node

MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Node):
    """A resolved game. Every clause says in `origin` what brought it in."""

    name: str
    title: str = ""
    form: str = "edition"
    ancestors: tuple[str, ...] = ()  # what it extends, the nearest first
    published: tuple[m.Published, ...] = ()
    advice: tuple[m.Advice, ...] = ()
    seats: m.Seats | None = None
    kinds: tuple[m.Kind, ...] = ()
    piles: tuple[m.Pile, ...] = ()
    totals: tuple[m.Total, ...] = ()
    besides: tuple[m.Besides, ...] = ()
    zones: tuple[m.Zone, ...] = ()
    tracks: tuple[m.Track, ...] = ()
    dummies: tuple[m.Dummy, ...] = ()
    figures: tuple[m.Figure, ...] = ()
    stages: tuple[m.Stage, ...] = ()
    effects: tuple[m.Effect, ...] = ()
    procedures: tuple[m.Procedure, ...] = ()
    ends: tuple[m.End, ...] = ()
    elimination: m.Elimination | None = None
    scorings: tuple[m.Scoring, ...] = ()
    winner: m.Winner | None = None
    always: tuple[m.Always, ...] = ()
    options: tuple[m.Option, ...] = ()
    silences: tuple[m.Silent, ...] = ()
    examples: tuple[m.Example, ...] = ()
    allows: tuple[m.Allow, ...] = ()
    chosen_options: tuple[str, ...] = ()
    chosen_readings: tuple[tuple[str, str], ...] = ()

    def player_counts(self) -> range:
        if self.seats is None:
            return range(0)
        return range(max(1, self.seats.low), min(self.seats.high, MOST_PLAYERS) + 1)

    def heading(self) -> Place:
        return self.at
