"""Whole games from the deal that two ways to play give to different winners.

Games of one way are made up once, the shortest first: short deals, and players of every temper
from those who always pass to those who seldom do. Each is then dealt and played under another
way: the same chance, and of every player the same decisions in the same order. So only the rules
can make the winners differ. A game is written down as a record, which `variorum replay` takes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_engine.interpreter.chance import Chance, Draw, Given, Stream
from variorum_engine.interpreter.instructions import Asking, Offer
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.state import Fault, Mark, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.records import Game, Header, Scribe, begun, sealed
from variorum_engine.table.table import Move, Rules, Table

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told
from variorum.comparison.witness.holdings import card_map
from variorum.comparison.witness.lockstep import made_up, values_of
from variorum.comparison.witness.partings import partings
from variorum.comparison.witness.table import Player
from variorum.files.editions import edition_path
from variorum.simulation.records import Way
from variorum.terminal.games import names_for


class Budget(NamedTuple):
    """Of so many deals the shortest ones, and of each of these so many games; but no more moves
    than this. It is counted and not timed, so that the same is found everywhere."""

    first: int
    deals: int
    short: int
    games: int
    moves: int


# Further ones, for what hardly any game comes to, are small, so that not all of them are made.
BUDGETS = (Budget(0, 60, 12, 40, 20_000),
           *(Budget(first, 60, 12, 20, 12_000) for first in (60, 120, 180)))
MOST_DECISIONS = 400
MOST_ALONE = 3  # questions that only one of two ways asks
ALWAYS = 10  # of ten decisions so many are modest; the others are drawn
TEMPERS = (10, 9, 7, 5, 3)
LAVISH = 4  # in one of so many games, every other player soon has nothing left


class Temper(NamedTuple):
    """How somebody plays: how often they do as little as they can, and whether they then give
    whatever comes to hand."""

    modest: int
    lavish: bool = False


class Played(NamedTuple):
    """A game to its end."""

    seed: int
    moves: tuple[tuple[int, Move], ...]
    questions: tuple[Asking, ...]
    draws: tuple[Draw, ...]
    winners: int
    end: State
    reached: frozenset[Mark]  # the places of the rules that it came to
    alone: int = 0  # decisions that the game it follows was not asked for


def games(side: Side, players: int, budget: int) -> list[Played]:
    """Games of one way, the shortest first; made once."""
    return side.once(("games", players, budget), lambda: _games(side, players, budget))


def _games(side: Side, players: int, budget: int) -> list[Played]:
    start, deals, short, many, most = BUDGETS[budget]
    rules = _rules(side, players)
    values = values_of(rules.program)
    modest = (Temper(ALWAYS),) * players
    found: list[Played] = []
    moves = 0
    for seed in range(start, start + deals):
        game = _game(rules, seed, modest, Stream(seed), values)
        moves += MOST_DECISIONS if game is None else len(game.moves)
        if game is not None:
            found.append(game)
        if moves > most // 2:
            break
    found.sort(key=lambda game: len(game.moves))
    for number, dealt in ((n, game) for n in range(many) for game in found[:short]):
        if moves > most:
            break
        stream = Stream(dealt.seed * 7919 + number)
        tempers = tuple(Temper(TEMPERS[stream.below(len(TEMPERS))],
                               lavish=number % LAVISH == LAVISH - 1 and bool(stream.below(2)))
                        for _ in range(players))
        game = _game(rules, dealt.seed, tempers, stream, values)
        moves += MOST_DECISIONS if game is None else len(game.moves)
        if game is not None:
            found.append(game)
    return sorted(found, key=lambda game: len(game.moves))


def _rules(side: Side, players: int) -> Rules:
    rules, _, _ = side.rules(players)
    assert rules is not None
    return rules


def _game(
    rules: Rules, seed: int, tempers: Sequence[Temper], stream: Stream, values: Sequence[int]
) -> Played | None:
    """A game of made-up decisions; nothing if it has no end."""
    moves: list[tuple[int, Move]] = []
    questions: list[Asking] = []
    reached: set[Mark] = set()
    try:
        table = Table.quiet(rules, Chance(seed, []), reached)
        while not table.over:
            seat = table.to_decide[0]
            move = made_up(table, seat, stream, values, tempers[seat].modest,
                           lavish=tempers[seat].lavish)
            if move is None or len(moves) == MOST_DECISIONS:
                return None
            moves.append((seat, move))
            questions.append(table.asked_of(seat))
            table.apply_unchecked(seat, move)
        return _ended(table, seed, moves, questions, reached)
    except Fault:
        return None


def _ended(
    table: Table, seed: int, moves: list[tuple[int, Move]], questions: list[Asking],
    reached: set[Mark], alone: int = 0,
) -> Played:
    state = table.state
    state.reached = None
    return Played(seed, tuple(moves), tuple(questions), tuple(state.chance.made or ()),
                  table.rules.reckoner.winners(state)[0], state, frozenset(reached), alone)


# --------------------------------------------------------------------------------- the same game
class Dealt(Chance):
    """Chance that does what it did in a game of another way, as far as the rules leave it to
    chance; what that game did not need is drawn from its seed."""

    __slots__ = ("cards", "waiting")

    def __init__(self, game: Played, cards: Mapping[int, int]) -> None:
        super().__init__(game.seed, [])
        self.cards = cards
        self.waiting = list(game.draws)

    def _next(self, kind: str) -> list[int] | None:
        place = next((n for n, draw in enumerate(self.waiting) if draw.kind == kind), None)
        return None if place is None else self.waiting.pop(place).answer

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        order = self._next("shuffle")
        super().shuffle(cards, lot)
        if order is None:
            return
        ranks = {self.cards[card]: rank for rank, card in enumerate(order) if card in self.cards}
        known = iter(sorted((card for card in cards if card in ranks), key=ranks.__getitem__))
        # Cards that only this way has lie where the shuffle has put them.
        cards[:] = [next(known) if card in ranks else card for card in cards]
        self._noted(cards)

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        answer = self._next("pick")
        drawn = super().pick(members, count, lot)
        if answer is None:
            return drawn
        of_cards = lot.sort in ("card", "cards")
        given = [self.cards.get(each, -1) for each in answer] if of_cards else answer
        if len(given) != count or not set(given) <= set(members):
            return drawn
        self._noted(given)
        return given

    def number(self, low: int, high: int, lot: Lot) -> int:
        answer = self._next("number")
        drawn = super().number(low, high, lot)
        if answer is not None and low <= answer[0] <= high:
            self._noted(answer)
            return answer[0]
        return drawn

    def _noted(self, answer: Sequence[int]) -> None:
        assert self.made is not None
        self.made[-1] = self.made[-1]._replace(answer=list(answer))


class Following:
    """Games of one way, played under another."""

    def __init__(self, lead: Side, follow: Side, pairing: Pairing, players: int, *,
                 turned: bool = False) -> None:
        """`turned`: the way that leads is the right one of the pairing."""
        place = [b if turned else a for a, b in pairing.counts].index(players)
        # The same card, on which something else may be printed, is dealt; only if the same is
        # printed on it, to pick it is the same decision.
        self.cards, self.alike = (
            {b: a for a, b in cards.items()} if turned else cards
            for cards in (card_map(pairing, *pairing.forms(place), loose=loose)
                          for loose in (True, False)))
        self.lead, self.rules = _rules(lead, players), _rules(follow, players)
        self.values = values_of(self.rules.program)
        asked = [{asking.line.at for asking in rules.code.asking.values()}
                 for rules in (self.lead, self.rules)]
        self.common: set[Place] = asked[0] & asked[1]
        self.partings = (partings(self.lead.program, self.rules.program) if pairing.one_file
                         else None)
        self.known: dict[int, tuple[Played, Played | None]] = {}

    def untouched(self, game: Played) -> bool:
        """Whether the game comes to nothing that this way has otherwise, so that it is the same
        game up to its end."""
        return self.partings is not None and self.partings.isdisjoint(game.reached)

    def followed(self, game: Played) -> Played | None:
        """The same game; nothing if it is another one here."""
        if id(game) not in self.known:
            try:
                found = self._reckoned(game) if self.untouched(game) else self._followed(game)
            except Fault:
                found = None
            self.known[id(game)] = game, found  # kept, so that no other has its identity
        return self.known[id(game)][1]

    def _reckoned(self, game: Played) -> Played:
        """The same end, with the winners of this way."""
        state = game.end.copy()
        self.rules.make_room(state)
        return game._replace(winners=self.rules.reckoner.winners(state)[0])

    def _followed(self, game: Played) -> Played | None:
        reached: set[Mark] = set()
        table = Table.quiet(self.rules, Dealt(game, self.cards), reached)
        waiting: dict[int, list[tuple[Asking, Move]]] = {}
        for (seat, move), asking in zip(game.moves, game.questions, strict=True):
            waiting.setdefault(seat, []).append((asking, move))
        stream = Stream(game.seed)
        moves: list[tuple[int, Move]] = []
        questions: list[Asking] = []
        alone = 0
        while not table.over:
            seat = table.to_decide[0]
            asking = table.asked_of(seat)
            own = waiting.get(seat, [])
            # Questions that this way does not ask, or asks later, are passed over.
            place = next((n for n, (other, _) in enumerate(own)
                          if self._one_question(other, asking)), None)
            answer: Move | None = None
            if place is not None:
                answer = self._same(table, seat, *own.pop(place))
            elif not self._known(asking):
                answer = made_up(table, seat, stream, self.values, TEMPERS[-1])
                alone += 1
            if answer is None or alone > MOST_ALONE or len(moves) > MOST_DECISIONS:
                return None
            moves.append((seat, answer))
            questions.append(asking)
            table.apply_unchecked(seat, answer)
        return _ended(table, game.seed, moves, questions, reached, alone)

    def _known(self, asking: Asking) -> bool:
        """Whether the way that leads asks this too: its players would have had to answer."""
        return any(self._one_question(other, asking)
                   for other in self.lead.code.asking.values())

    def _one_question(self, one: Asking, other: Asking) -> bool:
        """The same line of a file, or of a library; of two files, lines that ask for the same."""
        here = one.line.at, other.line.at
        if here[0] in self.common or here[1] in self.common:
            return here[0] == here[1]
        return [_sort(offer) for offer in one.offers] == [_sort(offer) for offer in other.offers]

    def _same(self, table: Table, seat: int, asking: Asking, move: Move) -> Move | None:
        """The same answer, if it is allowed."""
        offer = asking.offers[move.choice]
        picked = move.picked
        if _sort(offer) == "cards":
            cards = bits(picked)
            if any(card not in self.alike for card in cards):
                return None
            picked = sum(1 << self.alike[card] for card in cards)
        found = Move(move.choice, picked)
        if table.why_not(seat, found) is not None:
            return None
        return table.canonical(seat, found)


def _sort(offer: Offer) -> str:
    if offer.pick is None:
        return ""
    return "players" if offer.pick.of_players else "numbers" if offer.pick.of_numbers else "cards"


# ------------------------------------------------------------------------------------ the record
def recorded(side: Side, game: Played, players: int) -> Told:
    """A game as it is told: the deal, the decisions, the score sheets, and its record."""
    player = Player(side, players)
    way = way_of(side, players)
    header = Header(way.name, way.source, way.fingerprint, tuple(sorted(set(way.options))),
                    way.readings, names_for(players, None), game.seed)
    rules = Game(way.rules, way.symbols, way.fingerprint)
    table = begun(header, rules)
    if table.state.chance.made != list(game.draws)[: len(table.state.chance.made or ())]:
        header = header._replace(given=True)
        table = begun(header, rules, game.draws)
    lines = player.opening(Given(game.seed, game.draws))
    scribe = Scribe(table, way.symbols)
    written = [header.data(), *scribe.chance()]
    for seat, move in game.moves:
        lines.append(f"  {player.say(table, seat, move).text}")
        decision = scribe.decision(seat, move)
        table.apply(seat, move)
        written += [decision, *scribe.chance()]
    written.append(scribe.outcome())
    return player.account(table, lines)._replace(record=tuple(sealed(written)))


def way_of(side: Side, players: int) -> Way:
    """What a record says about a way to play."""
    rules, _, symbols = side.rules(players)
    assert rules is not None
    bundled = edition_path(side.name)
    known = bundled is not None and os.path.samefile(bundled, side.loaded.path) if (
        os.path.exists(side.loaded.path)) else False
    return Way(side.game.name, side.name if known else side.loaded.path, fingerprint(side.game),
               side.options, side.readings, rules, symbols)
