"""Witnesses from simulated games, for what made-up games and positions do not decide.

The bots play the same deals under both ways until the winners differ. That game is then told again
with the same moves under both, from as late a position as still decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from variorum_dsl.core.program import Program, TrackTable, ZoneTable
from variorum_engine.examples.writer import THE_END
from variorum_engine.interpreter.chance import Chance, game_seed
from variorum_engine.interpreter.state import State
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.retelling import NotRetold, Retelling
from variorum_engine.verification.random_games import watch_stages

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.model import Witness
from variorum.comparison.witness.endgames import Across, Decided, Tail, Tails
from variorum.comparison.witness.holdings import card_map
from variorum.comparison.witness.lockstep import Led
from variorum.comparison.witness.table import Player, Said
from variorum.simulation.ways import ENDLESS, Changed, Winners, dealt_alike, usual_bot

SEED = 1
CHUNK = 25
# So many games and not so much time, so that the same is found everywhere.
MOST_GAMES = {"thumb": 100, "random": 100}
FEWER = 5  # with other numbers of players, the most are divided by this
MOST_RETOLD = 8  # games with different winners that are looked at
MOST_DECISIONS = 2_000


Placed = ZoneTable | TrackTable


class Found(NamedTuple):
    """A witness, if there is one; how many games were played, and what is said about it."""

    witness: Witness | None
    games: int
    differing: int
    how: str


class Mark(NamedTuple):
    """Where a stage or a round began: the position, and how many moves there were before."""

    stage: str
    state: State
    moves: int


class Told(NamedTuple):
    """A simulated game with all its moves."""

    moves: list[Said]
    marks: list[Mark]


def searched(pairing: Pairing, counts: list[int]) -> Found:
    """Simulated games with each of these numbers of players, until one is a proof."""
    games = differing = 0
    for place, players in enumerate(counts):
        found = Simulated(pairing, players).search(1 if place == 0 else FEWER)
        games += found.games
        differing += found.differing
        if found.witness is not None:
            return found._replace(games=games, differing=differing)
        if found.differing > MOST_RETOLD:
            break  # only because the bots play otherwise, whatever the number of players
    return Found(None, games, differing, _in_vain(games, differing))


def how(changed: Changed, bots: Bots) -> str:
    """What is said about a witness."""
    return (f"simulated game {changed.game + 1:,} ({len(bots.names)} players, bots: "
            f"{', '.join(dict.fromkeys(bots.names))}), from where it is decided, with the same "
            "moves under both")


def _in_vain(games: int, differing: int) -> str:
    if not differing:
        return f"none of {games:,} simulated games came out differently"
    return (f"{differing:,} of {games:,} simulated games came out differently, but none that was "
            "looked at with the same moves")


class Once:
    """The winners of one way, played only once however many others it is held against."""

    def __init__(self, program: Program, bots: tuple[str, ...]) -> None:
        self.way = Winners(Rules(program), Bots(bots))
        self.known: dict[tuple[int, int, int], list[int]] = {}

    def winners(self, seed: int, first: int, games: int) -> list[int]:
        key = seed, first, games
        if key not in self.known:
            self.known[key] = self.way.play(seed, first, games)
        return self.known[key]


def _once(player: Player, bots: tuple[str, ...]) -> Once:
    return player.side.once(("winners", bots), lambda: Once(player.rules.program, bots))


class Simulated:
    """Simulated games of two ways to play, with one number of players."""

    def __init__(self, pairing: Pairing, players: int, seed: int = SEED) -> None:
        self.pairing, self.count, self.seed = pairing, players, seed
        self.sides = Player(pairing.left, players), Player(pairing.right, players)
        self.programs = [player.rules.program for player in self.sides]
        place = [a for a, _ in pairing.counts].index(players)
        cards = card_map(pairing, *pairing.forms(place), loose=True)
        back = {b: a for a, b in cards.items()}
        # The same shuffle is the same deal only if every card has its own number on both sides.
        self.alike = dealt_alike(*self.programs) and all(a == b for a, b in cards.items())
        self.tails = self._tails(cards, left=True), self._tails(back, left=False)
        self.retelling: dict[tuple[int, str], Retelling] = {}

    def _tails(self, cards: Mapping[int, int], *, left: bool) -> Tails:
        lead, follow = self.sides if left else self.sides[::-1]
        pairs = {word: [(a[1], b[1]) if left else (b[1], a[1])
                        for a, b in self.pairing.pairs_of(word)]
                 for word in ("zone", "track")}
        one, other = lead.rules.program, follow.rules.program
        owners = self.count + min(len(one.owners), len(other.owners))
        zones = _numbers(((one.zones[lead.symbols.zones[a]], other.zones[follow.symbols.zones[b]])
                          for a, b in pairs["zone"]), owners)
        tracks = _numbers(((one.tracks[lead.symbols.tracks[a]],
                            other.tracks[follow.symbols.tracks[b]])
                           for a, b in pairs["track"]), owners)
        same = {card: card for card in range(len(one.cards))}
        return Tails(Led(lead, follow, cards, {}, set()),
                     Led(lead, lead, same, {}, set()),
                     Across(follow.rules, cards, zones, tracks))

    # ------------------------------------------------------------------------------ games
    def search(self, fewer: int = 1) -> Found:
        played = differing = 0
        for name in dict.fromkeys((usual_bot(self.programs), "random")):
            bots = Bots((name,) * self.count)
            retold = 0
            for changed in self._changed(bots, MOST_GAMES[name] // fewer):
                if isinstance(changed, int):
                    played += changed
                    continue
                differing += 1
                retold += 1
                if retold > MOST_RETOLD:
                    break
                witness = self.witness((bots, bots), changed)
                if witness is not None:
                    return Found(witness, played, differing, how(changed, bots))
        return Found(None, played, differing, _in_vain(played, differing))

    def _changed(self, bots: Bots, most: int) -> Iterator[Changed | int]:
        """Games with different winners, and between them how many were played."""
        ways = [_once(player, bots.names) for player in self.sides]
        for first in range(0, most, CHUNK):
            many = min(CHUNK, most - first)
            won = [way.winners(self.seed, first, many) for way in ways]
            yield many
            yield from (Changed(game, a, b) for game, (a, b) in
                        enumerate(zip(*won, strict=True), first)
                        if a != b and ENDLESS not in (a, b))

    def witness(self, bots: Sequence[Bots], changed: Changed) -> Witness | None:
        """The game under one way with the moves that it has under the other."""
        told: list[Told | None] = [self._told(side, bots[side], changed.game) for side in (0, 1)]
        for side, tails in enumerate(self.tails):
            game, other = told[side], told[1 - side]
            if game is not None:
                found = self._shortest(tails, game, other, side)
                if found is not None:
                    return tails.witness(tails.shortened(found), turned=bool(side))
        return None

    def _told(self, side: int, bots: Bots, game: int) -> Told | None:
        player = self.sides[side]
        key = side, bots.names[0]
        if key not in self.retelling:
            self.retelling[key] = Retelling(player.rules, bots)
        marks: list[Mark] = []
        moves: list[Said] = []
        rules = Rules(player.rules.program)
        watch_stages(rules, lambda stage, state: marks.append(
            Mark(stage, state.copy(), len(moves))))
        table = Table(rules, names=player.writer.names, chance=Chance(game_seed(self.seed, game)))
        try:
            for seat, move in self.retelling[key].moves(table, self.seed, game):
                if len(moves) > MOST_DECISIONS:
                    return None
                moves.append(player.say(table, seat, move))
                table.apply_unchecked(seat, move)
        except NotRetold:
            return None
        return Told(moves, marks)

    # ------------------------------------------------------------------------------ tails
    def _shortest(
        self, tails: Tails, game: Told, other: Told | None, side: int
    ) -> Decided | None:
        """The latest position from which the same moves come to different winners."""
        for mark in reversed(game.marks):
            stage = self._stage(mark.stage, side)
            if stage is None:
                continue
            start = _plain(tails.players[0].rules, mark.state)
            found = tails.decided(Tail((mark.stage, stage), start, tails.across.state(start),
                                       tuple(game.moves[mark.moves:]), mapped=True))
            if found is not None:
                return found
        # What differs in the setup shows only if each side has played its own.
        if self.alike and other is not None and game.marks and other.marks:
            mine, theirs = (next((mark for mark in reversed(each.marks) if not mark.moves), None)
                            for each in (game, other))
            if mine is not None and theirs is not None:
                return tails.decided(Tail(
                    (mine.stage, theirs.stage), _plain(tails.players[0].rules, mine.state),
                    _plain(tails.players[1].rules, theirs.state), tuple(game.moves),
                    mapped=False))
        return None

    def _stage(self, name: str, side: int) -> str | None:
        """The stage of the other way that corresponds."""
        if name == THE_END:
            return name
        stage = next(each for each in self.programs[side].stages if each.name == name)
        key = "stage", f"{stage.stage} {stage.name}"
        found = self.pairing.back(key) if side else self.pairing.partner(key)
        return None if found is None else found[1].split(" ", 1)[1]


def _numbers(pairs: Iterable[tuple[Placed, Placed]], owners: int) -> dict[int, int]:
    """Places, or tracks, of all players, or of all members, one by one."""
    return {a.first + owner: b.first + owner for a, b in pairs if a.domain.sort == b.domain.sort
            for owner in range(owners if a.each_player else min(a.domain.size, b.domain.size))}


def _plain(rules: Rules, state: State) -> State:
    """A position as an example gives it: what lies where, and what the table remembers."""
    found = rules.opening()
    found.zones, found.tracks = state.zones.copy(), state.tracks.copy()
    found.order = [None if row is None else row.copy() for row in state.order]
    return found
