"""Games of one way to play, made up: whole ones from the deal, and small ones from a position.

Players have tempers, from those who always pass to those who seldom do, and habits. The games are
made once for each way and number of players, and only as many as somebody asks for. How many there
are is counted and not timed, so that the same is found everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from variorum_dsl.core.program import Program
from variorum_engine.interpreter.chance import Chance, Draw, Stream, game_seed
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS, STOP, Asking, run
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.state import Fault, Mark, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tally.bots import Bots

from variorum.comparison.align.sides import Side

MOST_DECISIONS = 400
DEALS, SHORT = 60, 12  # of so many deals the shortest ones are played again and again
MOST_MOVES = (20_000, 12_000, 12_000, 12_000)  # of each lot of games
MODEST = 10  # of ten decisions so many are modest; the others are drawn
TEMPERS = (10, 9, 7, 5, 3)
LAVISH = 4  # in one of so many games, every other player soon has nothing left
HABITS = 5  # in one of so many games, players have habits
SIZES = (1, 2, 3, 4)  # cards in each deck of a small game
SMALL = 40  # small games of each size
MOST_LAID = 6  # cards that players have in a small game when it begins
RARE = 4  # copies; half of the small games are about such cards
MOST_LOOKED_AT, FEW = 60, 4


class Temper(NamedTuple):
    """How somebody plays: how often they do as little as they can, whether they then give whatever
    comes to hand, and perhaps which of several choices is always theirs."""

    modest: int
    lavish: bool = False
    habit: int | None = None


class Played(NamedTuple):
    """A game to its end."""

    seed: int
    moves: tuple[tuple[int, Move], ...]
    questions: tuple[Asking, ...]
    sources: tuple[int, ...]  # what there was to pick from
    draws: tuple[Draw, ...]
    winners: int
    end: State
    reached: frozenset[Mark]  # the places of the rules that it came to
    start: State | None = None  # the position that it begins with, if that is constructed
    alone: int = 0  # decisions that the game it follows was not asked for
    anew: bool = False  # a decision is another one, as there was more to choose from
    printed: bool = False  # on cards that were picked stands something else here


def rules_of(side: Side, players: int) -> Rules:
    rules, _, _ = side.rules(players)
    assert rules is not None
    return rules


# ----------------------------------------------------------------------------------- from the deal
class Supply:
    """Games that are made when they are asked for, and then known."""

    def __init__(self, games: Iterator[Played]) -> None:
        self.made: list[Played] = []
        self._more = games

    def __iter__(self) -> Iterator[Played]:
        place = 0
        while True:
            if place == len(self.made):
                game = next(self._more, None)
                if game is None:
                    return
                self.made.append(game)
            yield self.made[place]
            place += 1


def dealt(side: Side, players: int, lot: int = 0) -> Supply:
    """Games of one way from the deal, as they are made."""
    return side.once(("dealt games", players, lot), lambda: Supply(_dealt(side, players, lot)))


def shortest(side: Side, players: int, lot: int) -> list[Played]:
    """The same, the shortest first."""
    return side.once(("games", players, lot), lambda: sorted(
        dealt(side, players, lot), key=lambda game: len(game.moves)))


def _dealt(side: Side, players: int, lot: int) -> Iterator[Played]:
    rules = rules_of(side, players)
    values = values_of(rules.program)
    most, moves = MOST_MOVES[lot], 0
    short: list[Played] = []
    for seed in range(lot * DEALS, (lot + 1) * DEALS):
        game = played(partial(_begun, rules, seed), seed, (Temper(MODEST),) * players, Stream(seed),
                      values)
        moves += MOST_DECISIONS if game is None else len(game.moves)
        if game is not None:
            short.append(game)
            yield game
        if moves > most // 2:
            break
    short = sorted(short, key=lambda game: len(game.moves))[:SHORT]
    number = 0
    while short and moves < most:
        for each in short:
            stream = Stream(each.seed * 7919 + number)
            game = played(partial(_begun, rules, each.seed), each.seed,
                          _tempers(players, number, stream), stream, values)
            moves += MOST_DECISIONS if game is None else len(game.moves)
            if game is not None:
                yield game
        number += 1


def _tempers(players: int, number: int, stream: Stream) -> tuple[Temper, ...]:
    if number % HABITS == HABITS - 1:
        first = stream.below(2)
        return tuple(Temper(MODEST, habit=first + stream.below(2) * stream.below(2))
                     for _ in range(players))
    lavish = number % LAVISH == LAVISH - 1
    return tuple(Temper(TEMPERS[stream.below(len(TEMPERS))],
                        lavish=lavish and bool(stream.below(2))) for _ in range(players))


def _begun(rules: Rules, seed: int) -> Table:
    return Table.quiet(rules, Chance(seed, []), set())


def played(
    begin: Callable[[], Table], seed: int, tempers: Sequence[Temper], stream: Stream,
    values: Sequence[int], start: State | None = None,
) -> Played | None:
    """A game of made-up decisions; nothing if it has no end, or its rules break down."""
    moves: list[tuple[int, Move]] = []
    questions: list[Asking] = []
    sources: list[int] = []
    try:
        table = begin()
        while not table.over:
            seat = table.to_decide[0]
            found = made_up(table, seat, stream, values, tempers[seat])
            if found is None or len(moves) == MOST_DECISIONS:
                return None
            moves.append((seat, found[0]))
            questions.append(table.asked_of(seat))
            sources.append(found[1])
            table.apply_unchecked(seat, found[0])
        return ended(table, seed, moves, questions, sources, start)
    except Fault:
        return None


def source(table: Table, seat: int, move: Move) -> int:
    """What there is to pick from."""
    pick = table.asked_of(seat).offers[move.choice].pick
    return 0 if pick is None else pick.asked(table.state).source


def ended(
    table: Table, seed: int, moves: list[tuple[int, Move]], questions: list[Asking],
    sources: list[int], start: State | None,
) -> Played:
    state = table.state
    reached = state.reached if isinstance(state.reached, set) else set()
    state.reached = None
    return Played(seed, tuple(moves), tuple(questions), tuple(sources),
                  tuple(state.chance.made or ()), table.rules.reckoner.winners(state)[0], state,
                  frozenset(reached), start)


def retold(rules: Rules, bots: Bots, seed: int, game: int) -> Played | None:
    """A simulated game with all its moves."""
    from variorum_engine.tally.retelling import NotRetold, Retelling

    moves: list[tuple[int, Move]] = []
    questions: list[Asking] = []
    sources: list[int] = []
    table = _begun(rules, game_seed(seed, game))
    try:
        for seat, move in Retelling(rules, bots).moves(table, seed, game):
            moves.append((seat, move))
            questions.append(table.asked_of(seat))
            sources.append(0)
            table.apply_unchecked(seat, move)
    except NotRetold:
        return None
    return ended(table, game_seed(seed, game), moves, questions, sources, None)


# ------------------------------------------------------------------------------------- small games
def small(side: Side, players: int) -> Supply:
    """Games with few cards in the decks, the smallest first, in which players may have some of the
    others already."""
    return side.once(("small games", players), lambda: Supply(_small(side, players)))


def _small(side: Side, players: int) -> Iterator[Played]:
    rules = rules_of(side, players)
    values = values_of(rules.program)
    alike: dict[str, int] = {}
    for card in rules.program.cards:
        alike[card.kind] = alike.get(card.kind, 0) + 1
    rare = {number for number, card in enumerate(rules.program.cards) if alike[card.kind] <= RARE}
    for size in SIZES:
        for seed in range(SMALL):
            stream = Stream(seed * 7919 + size)
            try:
                start = _position(rules, size, seed, rare if seed % 2 else set(), stream)
            except Fault:
                continue
            if start is None:
                return  # somebody is asked before the first stage
            game = played(partial(from_position, rules, start, Chance(seed, [])), seed,
                          (Temper(6),) * players, stream, values, start)
            if game is not None:
                yield game


def from_position(rules: Rules, start: State, chance: Chance) -> Table:
    """A table at which a game begins in the first stage, with a position as it is."""
    state = start.copy()
    state.chance, state.reached = chance, set()
    rules.begin(state)
    return Table(rules, names=("",) * rules.program.players, state=state)


def _position(
    rules: Rules, size: int, seed: int, focus: set[int], stream: Stream
) -> State | None:
    _ = rules.code  # says how many locals a state needs
    state = rules.opening()
    state.chance = Chance(seed)
    state.steps = MOST_STEPS - FEW_STEPS
    if not to_the_first_stage(rules, state):
        return None
    homes = [zone for zone in rules.program.zones if zone.each_player and not zone.in_order]
    for zone in rules.program.zones:
        row = state.order[zone.first] if zone.in_order and zone.domain.sort == "table" else None
        if not row:
            continue
        row = sorted(row, key=lambda card: (card not in focus or bool(stream.below(2)),
                                            stream.word()))
        kept, free = row[:size], row[size:]
        kept.sort(key=lambda _: stream.word())
        state.order[zone.first] = kept
        state.zones[zone.first] = sum(1 << card for card in kept)
        for card in free[: stream.below(MOST_LAID + 1)]:
            fitting = [home for home in homes if home.holds >> card & 1]
            if fitting:
                home = fitting[stream.below(len(fitting))]
                state.zones[home.first + stream.below(rules.program.players)] |= 1 << card
    return state


def first_stage(program: Program) -> str:
    return next((stage.name for stage in program.stages if stage.stage in ("rounds", "phase")), "")


def to_the_first_stage(rules: Rules, state: State) -> bool:
    """Play the setup, so that an example can begin where it ends; not if it asks somebody."""
    stage = first_stage(rules.program)
    start = rules.code.stage_start[stage] if stage else STOP
    run(rules.code, state, until=start)
    return bool(state.pc == start)


# ----------------------------------------------------------------------------------- made-up moves
def values_of(program: Program) -> list[int]:
    """What is printed on each card, in one number."""
    return [sum(card.values) for card in program.cards]


def made_up(
    table: Table, seat: int, stream: Stream, values: Sequence[int], temper: Temper
) -> tuple[Move, int] | None:
    """A move of somebody who takes a choice without a pick, such as to pass, in so many of ten
    decisions, and else picks little, or anything if they are `lavish`; and what there was to pick
    from. Nothing if a rule leaves no move at all."""
    plain = [number for number, offer in enumerate(table.asked_of(seat).offers)
             if offer.pick is None and (offer.condition is None or offer.condition(table.state))]
    rows: list[tuple[int, Answers]] = []
    if not plain or stream.below(10) >= temper.modest:  # what can be picked takes longer to find
        rows = [(number, answers) for number, _, answers in table.offers(seat)
                if answers is not None]
    if not rows:
        if not plain:
            return None
        habit = stream.below(len(plain)) if temper.habit is None else temper.habit % len(plain)
        return Move(plain[habit]), 0
    number, answers = rows[stream.below(len(rows))]
    low = [] if temper.lavish else _low(answers, values)
    picked = low[stream.below(len(low))] if low else answers.drawn(stream)
    return table.canonical(seat, Move(number, picked)), answers.source


def _low(answers: Answers, values: Sequence[int]) -> list[int]:
    """A few answers with few members and low values: cards by what is printed on them, players and
    numbers as they come."""
    members = sorted(bits(answers.source), key=lambda member: (
        values[member] if member < len(values) else 0, member))
    found: list[int] = []
    for size in range(answers.low, min(answers.high, answers.low + 2) + 1):
        for row in islice(combinations(members, size), MOST_LOOKED_AT):
            mask = sum(1 << member for member in row)
            if answers.why_not(mask) is None:
                found.append(mask)
                if len(found) == FEW:
                    return found
    return found
