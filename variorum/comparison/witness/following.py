"""The same game under another way to play: the same chance, and of every player the same decisions
in the same order, so that only the rules can make the winners differ."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from variorum_dsl.core.program import Program, TrackTable, ZoneTable
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_engine.checks.finals import Final, position
from variorum_engine.interpreter.chance import Chance, Given, Stream
from variorum_engine.interpreter.events import ChancePicked
from variorum_engine.interpreter.instructions import Asking, Offer
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.records import Data, Game, Header, Scribe, begun, sealed
from variorum_engine.table.table import Move, Table

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told
from variorum.comparison.witness.games import (
    MODEST,
    MOST_DECISIONS,
    Played,
    Temper,
    ended,
    first_stage,
    from_position,
    made_up,
    rules_of,
    source,
    values_of,
)
from variorum.comparison.witness.holdings import card_map
from variorum.comparison.witness.partings import partings
from variorum.comparison.witness.table import Player
from variorum.files.editions import edition_path
from variorum.simulation.records import Way
from variorum.terminal.games import names_for

MOST_ALONE = 3  # questions that only one of two ways asks
FEW = 3  # of so few things somebody may pick another one if there are more


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

    def __init__(self, lead: Side, follow: Side, players: int, pairing: Pairing | None = None, *,
                 turned: bool = False) -> None:
        """Two ways to play one file need no `pairing`: everything is what it is called there.
        `turned`: the way that leads is the right one of the pairing."""
        self.pairing, self.turned = pairing, turned
        self.lead, self.rules = rules_of(lead, players), rules_of(follow, players)
        # The same cards, on which something else may be printed, are dealt and picked; `alike` are
        # those on which it is not.
        self.cards, self.alike = (self._cards(players, loose=loose) for loose in (True, False))
        self.values = values_of(self.rules.program)
        asked = [{asking.line.at for asking in rules.code.asking.values()}
                 for rules in (self.lead, self.rules)]
        self.common: set[Place] = asked[0] & asked[1]
        self.partings = (partings(self.lead.program, self.rules.program) if pairing is None
                         else None)
        self.known: dict[tuple[int, bool], tuple[Played, Played | None]] = {}
        self.otherwise: set[int] = set()  # games in which there was something else to pick from

    def _cards(self, players: int, *, loose: bool) -> dict[int, int]:
        if self.pairing is None:
            return _by_name(self.lead.program, self.rules.program, loose=loose)
        place = [pair[self.turned] for pair in self.pairing.counts].index(players)
        cards = card_map(self.pairing, *self.pairing.forms(place), loose=loose)
        return {b: a for a, b in cards.items()} if self.turned else cards

    def untouched(self, game: Played) -> bool:
        """Whether the game comes to nothing that this way has otherwise, so that it is the same
        game up to its end."""
        return self.partings is not None and self.partings.isdisjoint(game.reached)

    def apart(self, game: Played) -> Played | None:
        """The same game, if others win it here. Where there is more to choose from than there was,
        that may be because the choice is another one."""
        other = self.followed(game)
        if other is not None and other.winners == game.winners and id(game) in self.otherwise:
            other = self.followed(game, anew=True)
        return None if other is None or other.winners == game.winners else other

    def followed(self, game: Played, *, anew: bool = False) -> Played | None:
        """The same game; nothing if it is another one here."""
        key = id(game), anew
        if key not in self.known:
            try:
                found = (self._reckoned(game) if self.untouched(game)
                         else self._followed(game, anew=anew))
            except Fault:
                found = None
            self.known[key] = game, found  # kept, so that no other has its identity
        return self.known[key][1]

    def _reckoned(self, game: Played) -> Played:
        """The same end, with the winners of this way."""
        state = game.end.copy()
        self.rules.make_room(state)
        return game._replace(winners=self.rules.reckoner.winners(state)[0])

    def _followed(self, game: Played, *, anew: bool) -> Played | None:
        chance = Dealt(game, self.cards)
        start = None
        if game.start is None:
            table = Table.quiet(self.rules, chance, set())
        else:
            start = self.across(game.start)
            table = from_position(self.rules, start, chance)
        waiting: dict[int, list[tuple[Asking, Move, int]]] = {}
        for (seat, move), asking, picks in zip(game.moves, game.questions, game.sources,
                                               strict=True):
            waiting.setdefault(seat, []).append((asking, move, picks))
        stream = Stream(game.seed)
        moves: list[tuple[int, Move]] = []
        questions: list[Asking] = []
        alone, changed, printed = 0, False, False
        while not table.over:
            seat = table.to_decide[0]
            asking = table.asked_of(seat)
            own = waiting.get(seat, [])
            # Questions that this way does not ask, or asks later, are passed over.
            place = next((n for n, (other, _, _) in enumerate(own)
                          if self._one_question(other, asking)), None)
            answer: Move | None = None
            if place is not None:
                first, move, picks = own.pop(place)
                answer = self._same(table, seat, first, move)
                printed = printed or self._printed(first, move)
                if answer is not None and 0 < picks.bit_count() <= FEW and not changed and (
                    self._more(picks, source(table, seat, answer))
                ):
                    self.otherwise.add(id(game))
                    if anew:
                        answer = self._another(table, seat, answer)
                        changed = answer is not None
            elif not self._known(asking):
                made = made_up(table, seat, stream, self.values, Temper(MODEST))
                answer = made and made[0]
                alone += 1
            if answer is None or alone > MOST_ALONE or len(moves) > MOST_DECISIONS:
                return None
            moves.append((seat, answer))
            questions.append(asking)
            table.apply_unchecked(seat, answer)
        return ended(table, game.seed, moves, questions, [0] * len(moves), start)._replace(
            alone=alone, anew=changed, printed=printed)

    def _more(self, before: int, now: int) -> bool:
        """Whether there is more to pick from than there was: all of that, and something else."""
        known = sum(1 << self.cards[card] for card in bits(before) if card in self.cards)
        return bool(now & ~known) and not known & ~now

    def _another(self, table: Table, seat: int, answer: Move) -> Move | None:
        """The least of the other answers."""
        rows = sorted((move for move in table.moves(seat) if move.choice == answer.choice
                       and move.picked != answer.picked),
                      key=lambda move: sum(self.values[card] for card in bits(move.picked)
                                           if card < len(self.values)))
        return rows[0] if rows else None

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

    def _printed(self, asking: Asking, move: Move) -> bool:
        """Whether something else is printed on a card that is picked."""
        return _sort(asking.offers[move.choice]) == "cards" and any(
            card not in self.alike for card in bits(move.picked))

    def _same(self, table: Table, seat: int, asking: Asking, move: Move) -> Move | None:
        """The same answer, if it is allowed."""
        offer = asking.offers[move.choice]
        picked = move.picked
        if _sort(offer) == "cards":
            cards = bits(picked)
            if any(card not in self.cards for card in cards):
                return None
            picked = sum(1 << self.cards[card] for card in cards)
        found = Move(move.choice, picked)
        if table.why_not(seat, found) is not None:
            return None
        return table.canonical(seat, found)

    # -------------------------------------------------------------------------------- positions
    def across(self, state: State) -> State:
        """A position of the way that leads as one of the other: what only one of them has is left
        out."""
        found = self.rules.opening()
        zones, tracks = dict(self._places("zone")), dict(self._places("track"))
        rows = {other: [self.cards[card] for card in (state.order[own] or bits(state.zones[own]))
                        if card in self.cards] for own, other in zones.items()}
        placed = sum(1 << card for row in rows.values() for card in row)
        for number in range(len(found.zones)):
            row = rows.get(number)
            order = found.order[number]
            if row is not None:
                found.zones[number] = sum(1 << card for card in row)
                found.order[number] = None if order is None else row
            else:
                found.zones[number] &= ~placed
                if order is not None:
                    found.order[number] = [card for card in order if not placed >> card & 1]
        for own, other in tracks.items():
            found.tracks[other] = state.tracks[own]
        stage = first_stage(self.rules.program)
        found.pc = self.rules.code.stage_start[stage] if stage else found.pc
        found.steps = state.steps
        return found

    def _places(self, word: str) -> Iterator[tuple[int, int]]:
        """Places, or tracks, of all players, or of all members, one by one."""
        mine, theirs = ({each.name: each for each in _tables(rules.program, word)}
                        for rules in (self.lead, self.rules))
        pairs = ((name, name) for name in mine) if self.pairing is None else (
            (b[1], a[1]) if self.turned else (a[1], b[1]) for a, b in self.pairing.pairs_of(word))
        for name, other in pairs:
            if other in theirs and mine[name].domain.sort == theirs[other].domain.sort:
                a, b = mine[name], theirs[other]
                owners = self.rules.program.players if a.each_player else min(a.domain.size,
                                                                              b.domain.size)
                yield from ((a.first + owner, b.first + owner) for owner in range(owners))


def _tables(program: Program, word: str) -> Sequence[ZoneTable | TrackTable]:
    return program.zones if word == "zone" else program.tracks


def _by_name(left: Program, right: Program, *, loose: bool) -> dict[int, int]:
    """Which card of the one is which of the other, where both are of one file: by kind, owner and
    what is printed on it; if it need not be the same (`loose`), then the lowest are the lowest."""
    found: dict[int, int] = {}
    for exact in (True, False) if loose else (True,):
        rows: dict[object, list[int]] = {}
        taken = set(found.values())
        for number in sorted(range(len(right.cards)), key=lambda n: sum(right.cards[n].values)):
            if number not in taken:
                rows.setdefault(_face(right, number, exact=exact), []).append(number)
        for number in sorted(range(len(left.cards)), key=lambda n: sum(left.cards[n].values)):
            if number not in found and rows.get(_face(left, number, exact=exact)):
                found[number] = rows[_face(left, number, exact=exact)].pop(0)
    return found


def _face(program: Program, number: int, *, exact: bool) -> object:
    card = program.cards[number]
    return card.kind, card.owner, card.values if exact else None


def _sort(offer: Offer) -> str:
    if offer.pick is None:
        return ""
    return "players" if offer.pick.of_players else "numbers" if offer.pick.of_numbers else "cards"


# ------------------------------------------------------------------------------------ as it is told
def told(side: Side, game: Played, players: int) -> Told:
    """A game as it is told: the deal or the position that it begins with, the decisions and what
    chance does on the way, the score sheets, and of a game from the deal its record."""
    player = Player(side, players)
    way = way_of(side, players)
    rules = Game(way.rules, way.symbols, way.fingerprint)
    if game.start is not None:
        table = from_position(way.rules, game.start, Given(game.seed, game.draws))
        table.state.events = []
        lines = [*position(Final(way.rules, way.symbols), game.start).split("\n"),
                 f"when playing {first_stage(way.rules.program)}"]
        lines += _decided(player, table, game)
        return player.account(table, lines)
    header = Header(way.name, way.source, way.fingerprint, tuple(sorted(set(way.options))),
                    way.readings, names_for(players, None), game.seed)
    table = begun(header, rules)
    if table.state.chance.made != list(game.draws)[: len(table.state.chance.made or ())]:
        header = header._replace(given=True)
        table = begun(header, rules, game.draws)
    scribe = Scribe(table, way.symbols)
    written = [header.data(), *scribe.chance()]
    lines = [*player.opening(Given(game.seed, game.draws)),
             *_decided(player, table, game, scribe, written)]
    written.append(scribe.outcome())
    return player.account(table, lines)._replace(record=tuple(sealed(written)))


def _decided(
    player: Player, table: Table, game: Played, scribe: Scribe | None = None,
    written: list[Data] | None = None,
) -> list[str]:
    """The decisions, one by one, at a table; and in a record, if there is one."""
    lines = []
    for seat, move in game.moves:
        lines.append(f"  {player.say(table, seat, move)}")
        if scribe is not None and written is not None:
            written.append(scribe.decision(seat, move))
        events = table.apply_unchecked(seat, move)
        if scribe is not None and written is not None:
            written += scribe.chance()
        lines += [f"  chance: {player.drawn(event)}" for event in events
                  if isinstance(event, ChancePicked)]
    return lines


def way_of(side: Side, players: int) -> Way:
    """What a record says about a way to play."""
    rules, _, symbols = side.rules(players)
    assert rules is not None
    bundled = edition_path(side.name)
    known = bundled is not None and os.path.samefile(bundled, side.loaded.path) if (
        os.path.exists(side.loaded.path)) else False
    return Way(side.game.name, side.name if known else side.loaded.path, fingerprint(side.game),
               side.options, side.readings, rules, symbols)
