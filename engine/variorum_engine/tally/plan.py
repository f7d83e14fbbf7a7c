"""What is counted in a chunk of games: one row of whole numbers, part by part.

Everything in it is a sum over games, so the rows of two chunks are merged by adding them up, and
the result is the same however the games are cut and in whatever order they are done.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from variorum_dsl.core.program import Program

from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.backends.memory import Constants
from variorum_engine.tally.lines import Lines

ROUND_BINS, DECISION_BINS, CHANGE_BINS, DOUBT_BINS, SCORE_BINS = 512, 1024, 64, 11, 2048
LOWEST_SCORE = 512  # so many of the bins are for scores below zero
QUARTERS = 3  # after one, two and three quarters of the rounds
MOST_LEADS = 512
FINEST = 4  # scores in finer parts than quarters are put into bins of whole points
ROW_HEAD = 9  # columns of a row before the scores
MEASURE_SUMS = 3  # what new owners gave up, its squares, what the others gave up
LINE_SUMS = 2  # games in which a line was used, and how often


class Measure(NamedTuple):
    """Something that a player has: cards in a zone, or the total of an attribute of them; or, if
    the zone is -1, what a track says."""

    zone: int
    attribute: int  # -1 for the number of cards
    track: int = -1


class Plan:
    """The parts of the row, and the constants with which the kernel finds them."""

    def __init__(
        self, program: Program, layout: Layout, lines: Lines, unit: int,
        silences: Sequence[Sequence[int]] = (),
    ) -> None:
        self.program = program
        self.players = players = program.players
        self.lines = lines
        self.unit = unit
        self.step = 1 if unit <= FINEST else unit
        self.silences = [list(each) for each in silences]
        self.whole = math.lcm(*range(1, players + 1))  # one win, divisible by all who may share it
        self.own_zones = [z for z, table in enumerate(program.zones) if table.each_player]
        self.measures = self._measures()
        self.faces = self._faces(layout)
        self.sections: dict[str, tuple[int, int]] = {}
        self.size = 0
        squares = players * players
        for name, size in (
            ("games", 1), ("credit", players), ("wins", players), ("nobody", 1), ("shared", 1),
            ("party_credit", players), ("party_wins", players), ("party_products", squares),
            ("out", players), ("party_out", players), ("any_out", 1), ("everyone_out", 1),
            ("decided", len(program.chain) + 2),
            ("rounds", 2), ("round_bins", ROUND_BINS), ("decisions", 2),
            ("decision_bins", DECISION_BINS),
            ("watched", 1), ("changes", 2), ("change_bins", CHANGE_BINS),
            ("doubted", 1), ("doubt", 2), ("doubt_bins", DOUBT_BINS),
            ("leading", QUARTERS), ("held", QUARTERS),
            ("score", 2), ("party_score", 2 * players), ("seat_score", 2 * players),
            ("score_bins", SCORE_BINS), ("winning", 1), ("winner_score", 2),
            ("winner_bins", SCORE_BINS), ("margin", 2), ("margins", 1),
            ("lines", LINE_SUMS * len(lines)), ("silences", len(self.silences)),
            ("cards", len(self.faces) * self.card_width),
        ):
            self.sections[name] = self.size, size
            self.size += size
        self.row_width = ROW_HEAD + players

    @property
    def card_width(self) -> int:
        """By face: how often it came to a new owner and what that cost (sum and squares of each
        measure, and what all the others gave up meanwhile); then the games in which some but not
        all own it, what it did for their chances (sum and squares), owners, their wins, others,
        their wins."""
        return 1 + MEASURE_SUMS * len(self.measures) + 7

    def _measures(self) -> list[Measure]:
        program = self.program
        found = []
        for zone in self.own_zones:
            holds = program.zones[zone].holds
            found.append(Measure(zone, -1))
            for number, attribute in enumerate(program.attributes):
                if not attribute.members and any(
                    card.values[number] for i, card in enumerate(program.cards) if holds >> i & 1
                ):
                    found.append(Measure(zone, number))
        return found + [Measure(-1, -1, number) for number, track in enumerate(program.tracks)
                        if track.each_player and track.type == "number"]

    def _faces(self, layout: Layout) -> list[int]:
        """The faces of cards that can change hands; one card stands for all that are the same."""
        program = self.program
        owned = 0
        for zone in self.own_zones:
            if not layout.local[layout.universe_of_zone[zone]]:
                owned |= program.zones[zone].holds
        first: dict[int, int] = {}
        for number, card in enumerate(program.cards):
            if owned >> number & 1:
                first.setdefault(card.face, number)
        return list(first.values())

    def constants(self, layout: Layout, behind: int) -> Constants:
        """What the kernel needs to know; its row lies behind the memory of the game."""
        program, pages = self.program, len(layout.pages)
        number = {program.cards[card].face: i for i, card in enumerate(self.faces)}
        traded = [-1] * (max(1, pages) * 64)
        for page in layout.pages:
            if not layout.local[page.universe]:
                for bit, card in enumerate(page.cards):
                    traded[page.number * 64 + bit] = number.get(program.cards[card].face, -1)
        first, many, page_of = [], [], []
        for zone in self.own_zones:
            own = layout.pages_of_zone(zone)
            first.append(layout.first_slot[zone])
            many.append(len(own))
            page_of.append(own[0].number)
        flat = [line for silence in self.silences for line in silence]
        starts = [sum(map(len, self.silences[:i])) for i in range(len(self.silences) + 1)]
        tracks = [program.tracks[m.track].first for m in self.measures if m.zone < 0]
        place = behind + self.size
        owned = place + MOST_LEADS + layout.slots + len(tracks) * self.players
        return {
            **{f"V_{name.upper()}": behind + start for name, (start, _) in self.sections.items()},
            "ONE_WIN": self.whole, "LINES": len(self.lines), "CHAIN": len(program.chain),
            "ROUND_BINS": ROUND_BINS, "DECISION_BINS": DECISION_BINS, "CHANGE_BINS": CHANGE_BINS,
            "SCORE_BINS": SCORE_BINS, "LOWEST_SCORE": LOWEST_SCORE, "SCORE_STEP": self.step,
            "HIGHEST": int(bool(program.chain) and program.chain[0].extreme == "highest"),
            "LEADS": place, "MOST_LEADS": MOST_LEADS,
            "HELD": place + MOST_LEADS, "HELD_TRACKS": place + MOST_LEADS + layout.slots,
            "OWNED": owned, "SAVED": owned + len(self.faces),
            "FACES": len(self.faces), "TRADED": traded,
            "PAGE_TRADED": [int(max(traded[page * 64 : page * 64 + 64]) >= 0)
                            for page in range(max(1, pages))],
            "CARD_WIDTH": self.card_width,
            "TALLY_ZONES": len(self.own_zones), "TALLY_FIRST": first or [0],
            "TALLY_PAGES": many or [0], "TALLY_PAGE": page_of or [0],
            "MEASURES": len(self.measures), "MEASURED_TRACKS": len(tracks),
            "MEASURE_ZONE": [
                self.own_zones.index(m.zone) for m in self.measures if m.zone >= 0] or [0],
            "MEASURE_OF": [m.attribute for m in self.measures] or [0],
            "MEASURE_TRACK": tracks or [0],
            "SILENCES": len(self.silences), "SILENCE_FIRST": starts, "SILENCE_LINE": flat or [0],
            "ROW_WIDTH": self.row_width,
        }

    def room(self, layout: Layout, size: int, *, reckons: bool) -> int:
        """How many numbers the kernel needs behind the memory of the game."""
        tracks = sum(m.zone < 0 for m in self.measures)
        return (self.size + MOST_LEADS + layout.slots + tracks * self.players + len(self.faces)
                + (size if reckons else 0))

    def part(self, row: Sequence[int], name: str) -> list[int]:
        start, size = self.sections[name]
        return list(row[start : start + size])
