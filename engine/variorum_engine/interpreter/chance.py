"""Chance: one seed, the same on every machine.

Bots draw from streams: SplitMix64 (Steele, Lea, Flood 2014) with a multiply-shift for numbers below
a bound. Games of a series, and the seats of a game, have streams of their own, whose states lie far
apart. What the rules leave to chance has no stream: the luck of each card is the same mixing
function of the seed, of what is drawn how often already, and of what the card is (`lots.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from variorum_engine.interpreter.lots import Lot

_WHOLE = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STEP = 0xD1B54A32D192ED03  # between the streams of two games
_FAR = 1 << 40  # more games than anybody plays
_SEATS = 64  # more than anybody has


def game_seed(seed: int, game: int) -> int:
    """The seed of all chance in one game of a series."""
    return (seed + game * _STEP) & _WHOLE


def seat_seed(seed: int, seat: int, rounds: int) -> int:
    """The seed of what a seat draws in one round of a game with that seed."""
    return game_seed(seed, (1 + seat + _SEATS * (rounds + 1)) * _FAR)


def decision_seed(seed: int, seat: int, decision: int) -> int:
    """The seed of one decision of a seat, so that a game that is taken up again goes on as it
    would have gone on."""
    return (seed * 1_000_003 + seat * 7919 + decision) * _GOLDEN & _WHOLE


class Stream:
    """Random numbers from a seed."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WHOLE

    def below(self, bound: int) -> int:
        """A number from 0 up to the bound, which is not included."""
        self.state = state = (self.state + _GOLDEN) & _WHOLE
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WHOLE
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB
        if bound < 0x80000000:
            state = state >> 32 & 0xFFFFFFFF  # only the upper half counts
            return (state ^ (state >> 31)) * bound >> 32
        state &= _WHOLE
        return self._large(state ^ (state >> 31), bound)

    def _large(self, first: int, bound: int) -> int:
        """Bounds past 31 bits take as many words as they need, and drop what would be unfair."""
        words = (bound.bit_length() + 63) // 64
        while True:
            value = first
            for _ in range(words - 1):
                value = value << 64 | self.word()
            if value < (1 << 64 * words) // bound * bound:
                return value % bound
            first = self.word()

    def word(self) -> int:
        return self.below(1 << 16) << 48 | self.below(1 << 16) << 32 | (
            self.below(1 << 16) << 16 | self.below(1 << 16)
        )

    def copy(self) -> Stream:
        return Stream(self.state)


class Draw(NamedTuple):
    """What chance did: the new order of shuffled cards, the members that it picked, or a number."""

    kind: Literal["shuffle", "pick", "number"]
    answer: list[int]


def mixed(state: int) -> int:
    """All 64 bits of a number, stirred."""
    state &= _WHOLE
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _WHOLE
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _WHOLE
    return state ^ (state >> 31)


class Chance:
    """What the table leaves to chance. Where somebody wants them, all draws are kept, in order."""

    __slots__ = ("made", "seed", "times")

    def __init__(self, seed: int, made: list[Draw] | None = None) -> None:
        self.seed = seed & _WHOLE
        self.times: dict[int, int] = {}  # how often each lot was drawn
        self.made = made

    def _luck(self, name: int) -> int:
        times = self.times.get(name, 0)
        self.times[name] = times + 1
        return mixed(self.seed + name + times * _GOLDEN)

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        """Those with the least luck go on top."""
        assert lot.members is not None
        self._sort(cards, self._luck(lot.name), lot.members)
        if self.made is not None:
            self.made.append(Draw("shuffle", list(cards)))

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        luck = self._luck(lot.name)
        if lot.members is None:
            taken = [members[(luck >> 32) * len(members) >> 32]][:count]
        else:
            taken = list(members)
            self._sort(taken, luck, lot.members)
            del taken[count:]
        if self.made is not None:
            self.made.append(Draw("pick", list(taken)))
        return taken

    def number(self, low: int, high: int, lot: Lot) -> int:
        found = low + ((self._luck(lot.name) >> 32) * (high - low + 1) >> 32)
        if self.made is not None:
            self.made.append(Draw("number", [found]))
        return found

    @staticmethod
    def _sort(members: list[int], luck: int, salts: list[int]) -> None:
        # Who is no better and no worse off by 48 bits stays in the order of the file.
        members.sort(key=lambda each: (mixed(luck + salts[each]) >> 16, each))

    def copy(self) -> Chance:
        other = Chance(self.seed, None if self.made is None else list(self.made))
        other.times = dict(self.times)
        return other


class Recorded(Chance):
    """Chance that repeats what was recorded, and says when the record does not fit."""

    __slots__ = ("waiting",)

    def __init__(self, made: Iterable[Draw]) -> None:
        super().__init__(0, [])
        self.waiting = list(made)

    def _next(self, fits: Callable[[list[int]], bool]) -> list[int]:
        if not self.waiting or not fits(self.waiting[0].answer):
            raise DoesNotFit
        draw = self.waiting.pop(0)
        assert self.made is not None
        self.made.append(draw)
        return draw.answer

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        cards[:] = self._next(lambda answer: sorted(answer) == sorted(cards))

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        return self._next(lambda answer: len(answer) == count == len(set(answer))
                          and set(answer) <= set(members))

    def number(self, low: int, high: int, lot: Lot) -> int:
        return self._next(lambda answer: len(answer) == 1 and low <= answer[0] <= high)[0]


class Given(Recorded):
    """Chance that somebody has laid down, as a game of another edition was dealt. Behind what is
    given, it is drawn from the seed."""

    __slots__ = ()

    def __init__(self, seed: int, made: Iterable[Draw]) -> None:
        super().__init__(made)
        self.seed = seed & _WHOLE

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        if self.waiting:
            super().shuffle(cards, lot)
        else:
            Chance.shuffle(self, cards, lot)

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        if self.waiting:
            return super().pick(members, count, lot)
        return Chance.pick(self, members, count, lot)

    def number(self, low: int, high: int, lot: Lot) -> int:
        if self.waiting:
            return super().number(low, high, lot)
        return Chance.number(self, low, high, lot)

    def copy(self) -> Given:
        other = Given(self.seed, self.waiting)
        other.times = dict(self.times)
        other.made = None if self.made is None else list(self.made)
        return other


class DoesNotFit(Exception):
    """The recorded chance is not one that the game could have made here."""
