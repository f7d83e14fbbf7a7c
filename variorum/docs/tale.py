"""What happens in an example, told as a rulebook tells it: in sentences, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from variorum_dsl.english import numbered, owner_of, sentence, verb
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
from variorum_engine.words.printed import Teller

from variorum.prose.vocabulary import Vocabulary


class Tale:
    """Goes through a log once. What follows from a choice for whoever made it stands in the same
    step; what happens to the others begins another."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.words = Vocabulary(teller.symbols.game)
        self.steps: list[list[str]] = []
        self.chooser = -1
        self.picked: list[tuple[int, ...]] = []  # cards whose move is told with the choice
        self.laid: dict[int, list[int]] = {}  # what came to lie where, for as long as it lies there

    def told(self, log: Sequence[Seen]) -> list[str]:
        for place, event in enumerate(log):
            match event:
                case Chose():
                    self.steps.append([self._chose(event, log[place + 1 :])])
                    self.chooser = event.seat
                case Moved():
                    self._moved(event)
                case TrackSet(number, value, _):
                    name, kind = self.teller.track(number)
                    said = self.teller.value(value, kind)
                    self._more(f"{said} becomes the {name}" if kind == "player"
                               else f"{name} is now {said}", -1)
                case Drawn(cards, _):
                    self._more(f"{self.teller.cards(cards)} is drawn", -1)
                case EffectBegan(name):
                    self._more(self.teller.effects.get(name, (name, ()))[0], self.chooser)
                case Shown(parts=parts, seats=seats):
                    for zone, cards in parts:
                        self._more(f"{self.teller.owners(seats)} see {self.teller.zone(zone)}: "
                                   f"{self.teller.cards(cards)}", -1)
                case EndReached(end):
                    self._more(f"the game ends: {end.words}", -1)
                case ZoneShuffled() | StageBegan() | RoundEnded() | GameEnded():
                    pass
                case _:
                    assert_never(event)
        return [" ".join(map(sentence, self._joined(step))) for step in self.steps]

    def _joined(self, step: Sequence[str]) -> list[str]:
        """What somebody does and then does as well, in one sentence."""
        said: list[str] = []
        for text in step:
            who = next((name for name in self.teller.names if text.startswith(f"{name} ")), "")
            if who and said and said[-1].startswith(f"{who} ") and " and " not in said[-1]:
                said[-1] += f" and{text.removeprefix(who)}"
            else:
                said.append(text)
        return said

    def _more(self, text: str, seat: int) -> None:
        """A sentence of the same step, unless it is about somebody else than who chose."""
        if not self.steps or (self.chooser >= 0 and seat != self.chooser):
            self.steps.append([])
            self.chooser = -1
        self.steps[-1].append(text)

    def _chose(self, event: Chose, rest: Sequence[Seen]) -> str:
        teller, choice = self.teller, event.choice
        who = teller.owner(event.seat)
        word, _, more = choice.words.partition(" ")
        said = f"{who} {verb(word, many=False)} {more}".strip() if word else f"{who} chooses"
        if event.picked is None or not event.of:
            return said
        if event.of == "players":
            return f"{said} {teller.owners(event.picked)}"
        if event.of == "numbers":
            return f"{said} {', '.join(teller.numbers(choice.pick, event.picked))}"
        said += f" {self._cards(event.picked)}"
        move = next((each for each in rest if isinstance(each, Moved)
                     and each.cards == event.picked), None)
        if move is None:
            return said
        self.picked.append(event.picked)
        zone = teller.program.zones[whose(teller.program, move.target)[0]]
        if not word:
            return f"{said} as their {zone.words}"
        before = self.laid.get(move.target, [])
        total = self._total([*before, *event.picked])
        return f"{said}, so that the {zone.words} is now {total}" if before and total else said

    def _cards(self, cards: Sequence[int]) -> str:
        """`money card 3`, `the −5 scandal`, `the gossip card (red, rank 3, no shields)`."""
        said = self.teller.cards(cards)
        if len(cards) > 1:
            first, comma, last = said.rpartition(", ")
            return f"{first} and {last}" if comma and ";" not in said and "/" not in said else said
        one = self.teller.program.card_words[cards[0]]
        if said == one:
            return self.words.the(one)
        value = said.removeprefix(f"{one} ")
        return f"the {one} ({value})" if ", " in value else said

    def _total(self, cards: Sequence[int]) -> int | None:
        """What cards add up to that show one number each."""
        symbols = self.teller.symbols
        shown = [[attribute for attribute in symbols.attributes_of(
            self.teller.program.cards[card].kind) if not attribute.members] for card in cards]
        if any(len(each) != 1 for each in shown):
            return None
        return sum(self.teller.program.cards[card].values[symbols.attributes[one.name]]
                   for card, [one] in zip(cards, shown, strict=True))

    def _moved(self, event: Moved) -> None:
        teller, program = self.teller, self.teller.program
        cards = event.cards or ()
        left = [card for card in self.laid.get(event.source, []) if card not in cards]
        self.laid[event.source] = left
        self.laid.setdefault(event.target, []).extend(cards)
        if event.cards in self.picked:
            self.picked.remove(event.cards or ())
            return
        (source, giver), (target, taker) = (
            whose(program, zone) for zone in (event.source, event.target))
        before, after = program.zones[source], program.zones[target]
        seat = self.chooser if self.chooser in (giver, taker) else -1
        what = self._cards(cards) if cards else numbered(event.size, "card")
        if self.words.is_one_card(before.name) or before.words.endswith(", turned up"):
            called = before.words.removesuffix(", turned up")
            what = f"{owner_of(teller.owner(giver))} {called}" if giver >= 0 else f"the {called}"
        be = verb("is", many=event.size != 1)
        laid = self.words.laid(after.name, teller.owner(taker))
        if giver == taker >= 0 and after.words == f"{before.words}, turned up":
            self._more(f"{what} is turned up", -1)
        elif before.sight == "hidden" and after.sight == "open" and taker < 0:
            self._more(f"{what} {be} turned up", -1)
        elif giver == taker >= 0 and any(
                pile.zone == after.name for pile in teller.symbols.game.piles):
            self._more(f"{teller.owner(taker)} takes {what} back into their {after.words}", seat)
        elif laid is not None:
            self._more(f"{what} {be} {laid.done}", seat)
        else:
            where = f"{owner_of(teller.owner(taker))} {after.words}" if taker >= 0 else (
                f"the {after.words}")
            self._more(f"{what} {verb('go', many=event.size != 1)} to {where}", seat)
