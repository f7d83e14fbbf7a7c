"""Logs in words: what a reader saw happen, part by part as it comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from variorum_dsl.core.program import StageTable
from variorum_dsl.english import capital, numbered

from variorum_engine.interpreter.events import (
    EffectBegan,
    EndReached,
    GameEnded,
    RoundEnded,
    StageBegan,
    TrackSet,
    ZoneShuffled,
)
from variorum_engine.table.logs import Chose, Drawn, Moved, Seen, Shown
from variorum_engine.table.visibility import whose
from variorum_engine.words.printed import Teller, see

CITE_COLUMN = 64


class Story:
    """Goes through a log and words it, part by part as it comes."""

    def __init__(self, teller: Teller, *, rounds: int = 0, cites: bool = False) -> None:
        self.teller = teller
        self.rounds = rounds
        self.with_cites = cites
        self.lines: list[str] = []
        self.cites: tuple[str, ...] = ()
        self.pending_round = False
        self.picked: tuple[int, ...] | None = None
        self.chooser = -1
        self.cited = 0, ""
        self.told_end = False

    def told(self, log: Iterable[Seen]) -> list[str]:
        """The lines for what has newly happened."""
        shown: Shown | None = None
        self.lines = []
        for event in log:
            if isinstance(event, Shown):
                if shown is not None and shown.parts == event.parts:
                    shown = replace(shown, seats=shown.seats + event.seats)
                    continue
                self._show(shown)
                shown = event
                continue
            self._show(shown)
            shown = None
            self._one(event)
        self._show(shown)
        return self.lines

    def _one(self, event: Seen) -> None:
        match event:
            case StageBegan(stage):
                self._began(stage)
            case RoundEnded():
                self.rounds += 1
                self.pending_round = True
            case EndReached(end):
                self.told_end = True
                self._ends(f"The game ends: {end.words}", end.cites)
            case GameEnded():
                self.pending_round = False
                if not self.told_end:
                    self._ends("The game ends.")
            case Chose():
                self._begin_round()
                self._chose(event)
            case Shown():
                self._show(event)
            case Moved() | Drawn() | ZoneShuffled() | TrackSet() | EffectBegan():
                self._begin_round()
                self._deed(event)
            case _:
                assert_never(event)

    def _begin_round(self) -> None:
        if self.pending_round:
            self.pending_round = False
            self.say("")
            self.say(f"Round {self.rounds + 1}")

    def _deed(self, event: Moved | Drawn | ZoneShuffled | TrackSet | EffectBegan) -> None:
        picked, self.picked = self.picked, None
        chooser, self.chooser = self.chooser, -1
        match event:
            case Moved():
                owner = whose(self.teller.program, event.source)[1]
                if event.cards is not None and owner == chooser >= 0 and self.lines:
                    # Only now are the picked cards seen.
                    self._say_more(f" {self.teller.cards(event.cards)}")
                elif event.cards is None or event.cards != picked:
                    self._moved(event)
            case ZoneShuffled(zone, line):
                self.say(f"  {self.teller.zone(zone)}: shuffled", line.cites)
            case Drawn(cards, line):
                self.say(f"  chance picks {self.teller.cards(cards)}", line.cites)
            case TrackSet(place, value, line):
                name, kind = self.teller.track(place)
                self.say(f"  {name}: {self.teller.value(value, kind)}", line.cites)
            case EffectBegan(name):
                words, cites = self.teller.effects.get(name, (name, ()))
                self.say(f"  * {words}", cites)
            case _:
                assert_never(event)

    def _chose(self, event: Chose) -> None:
        teller, choice = self.teller, event.choice
        who = teller.owner(event.seat)
        self.picked = event.picked if event.of == "cards" else None
        if event.picked is None:
            what = f"{who}: {choice.words}" if choice.words else f"{who} picks"
            self.chooser = event.seat
        elif not event.of:
            what = f"{who}: {choice.words}"
        else:
            picked = (
                teller.owners(event.picked) if event.of == "players"
                else ", ".join(teller.numbers(choice.pick, event.picked)) if event.of == "numbers"
                else teller.cards(event.picked)
            )
            what = f"{who}: {joined(choice.words, picked)}" if choice.words else (
                f"{who} picks {picked}")
        self.say(what, choice.cites or event.line.cites)

    def _moved(self, event: Moved) -> None:
        teller = self.teller
        what = (numbered(event.size, "card") if event.cards is None
                else teller.cards(event.cards))
        depth = event.line.depth
        place = "" if depth is None else "bottom of " if depth.at_bottom else "inside of "
        table, owner = whose(teller.program, event.source)
        same = owner >= 0 and owner == whose(teller.program, event.target)[1]
        source = teller.program.zones[table].words if same else teller.zone(event.source)
        self.say(f"  {what}: {source} -> {place}{teller.zone(event.target)}", event.line.cites)

    def _show(self, event: Shown | None) -> None:
        if event is None:
            return
        self.say(f"  shown to {self.teller.owners(event.seats)}:", event.line.cites)
        for zone, cards in event.parts:
            self.say(f"    {self.teller.zone(zone)}: {self.teller.cards(cards)}")

    def _began(self, stage: StageTable) -> None:
        self.pending_round = stage.stage == "rounds"
        self.say("")
        self.say(capital(stage.words), stage.cites)

    def _ends(self, text: str, cites: tuple[str, ...] = ()) -> None:
        self.pending_round = False
        self.say("")
        self.say(text, cites)

    def say(self, text: str, cites: tuple[str, ...] = ()) -> None:
        if self.with_cites and cites and cites != self.cites:
            self.cites = cites
            self.cited = len(text), see(cites)
            text = _beside(text, self.cited[1])
        else:
            self.cited = len(text), ""
        self.lines.append(text)

    def _say_more(self, text: str) -> None:
        """Goes on with the last line, before what it cites."""
        length, cited = self.cited
        self.lines[-1] = _beside(self.lines[-1][:length] + text, cited)


def joined(words: str, picked: str) -> str:
    """`take a row` and `row 3`: a word that both say is said once, `take row 3`."""
    said = words.split(" ")
    if said[-1].casefold() != picked.split(" ", maxsplit=1)[0].casefold():
        return f"{words} {picked}"
    if said[-2:-1] in (["a"], ["an"], ["one"], ["the"]):
        del said[-2]
    return " ".join([*said[:-1], picked])


def _beside(text: str, cited: str) -> str:
    return f"{text:<{CITE_COLUMN}}  {cited}" if cited else text
