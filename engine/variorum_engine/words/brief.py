"""A game in brief: what each round came to, in a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from variorum_dsl.english import capital

from variorum_engine.interpreter.events import (
    CardsMoved,
    CardsShown,
    ChancePicked,
    ChoiceMade,
    EffectBegan,
    EndReached,
    Event,
    GameEnded,
    RoundEnded,
    StageBegan,
    TrackSet,
    ZoneShuffled,
)
from variorum_engine.interpreter.values import bits
from variorum_engine.table.visibility import whose
from variorum_engine.words.printed import Teller


class Brief:
    """Goes through what happened, as somebody sees it who sees everything.

    Of a round only what is otherwise afterwards is told: a bid that was taken back is not. Setting
    up is no news.
    """

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.rounds = 0
        self.label = ""
        self.round = False
        self.ended = False
        self.went: dict[int, tuple[int, int]] = {}  # each card: from where, and to where
        self.chosen: list[str] = []

    def told(self, events: Iterable[Event]) -> list[str]:
        """The lines for what has newly come to an end."""
        lines: list[str] = []
        for event in events:
            match event:
                case StageBegan(stage):
                    lines += self._done()
                    self.round = stage.stage == "rounds"
                    self.label = "" if stage.stage == "setup" else capital(stage.words)
                case RoundEnded():
                    lines += self._done()
                case EndReached(end):
                    lines += [*self._done(), f"The game ends: {end.words}"]
                    self.ended = True
                case GameEnded():
                    lines += self._done()
                    lines += [] if self.ended else ["The game ends."]
                case CardsMoved(moves):
                    for mask, source, target in moves:
                        for card in bits(mask):
                            self.went[card] = self.went.get(card, (source, source))[0], target
                case ChoiceMade(seat=seat, choice=choice):
                    if choice.words:
                        self.chosen.append(f"{self.teller.owner(seat)}: {choice.words}")
                case (ChancePicked() | CardsShown() | ZoneShuffled() | TrackSet()
                      | EffectBegan()):
                    pass
                case _:
                    assert_never(event)
        return lines

    def _done(self) -> list[str]:
        went, chosen, label = self.went, self.chosen, self.label
        self.went, self.chosen = {}, []
        if not label or not (went or chosen):
            return []
        if self.round:
            self.rounds += 1
            label = f"Round {self.rounds}"
        groups: dict[tuple[int, int], list[int]] = {}
        for card, (source, target) in went.items():
            if source != target:
                groups.setdefault((source, target), []).append(card)
        news = [self._moved(sorted(cards), *way) for way, cards in groups.items()]
        return [f"{label:<9} {'; '.join(news or chosen)}"]

    def _moved(self, cards: list[int], source: int, target: int) -> str:
        teller = self.teller
        table, owner = whose(teller.program, target)
        what = teller.cards(cards)
        if owner >= 0 and owner == whose(teller.program, source)[1]:
            return f"{teller.owner(owner)}: {what} -> {teller.program.zones[table].words}"
        return f"{what} -> {teller.zone(target)}"
