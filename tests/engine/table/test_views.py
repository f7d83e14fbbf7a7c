"""Nothing that a seat does not see reaches it: not by views, prompts, refusals or logs."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from variorum_dsl.core.program import Program
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.symbols import Symbols
from variorum_engine.interpreter.chance import Draw, Recorded, Stream
from variorum_engine.interpreter.events import CardsMoved, CardsShown
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.logs import Moved, observed
from variorum_engine.table.preparation import Ready
from variorum_engine.table.records import Game
from variorum_engine.table.table import Move, Refusal, Rules, Table
from variorum_engine.table.views import prompt, sort_of, view
from variorum_engine.table.visibility import REFEREE, SPECTATOR, sees, whose
from variorum_engine.words.phrases import Naming
from variorum_engine.words.typed_moves import Typing

Fewest = tuple[Rules, Symbols]
GameOf = Callable[..., Game]
SAID = ("pass", "bid 3", "bid 3 4", "3", "all", "nothing", "unseen", "take", "bid 99", "5 5", "x",
        "red 5", "card hearts 2", "house 7", "bid 2 coin")


def positions(rules: Rules, seed: int, steps: int) -> Iterator[tuple[Table, list[Any]]]:
    """Positions of a random game, with the moves that led there."""
    table, stream, moves = Table(rules, seed), Stream(seed), []
    for _ in range(steps):
        if table.over:
            return
        yield table, moves
        seat = table.to_decide[stream.below(len(table.to_decide))]
        move = table.drawn(seat, stream)
        moves.append((seat, table.canonical(seat, move)))
        table.apply(seat, move)
    yield table, moves


def exchanged(mask: int, a: int, b: int) -> int:
    if (mask >> a & 1) != (mask >> b & 1):
        mask ^= 1 << a | 1 << b
    return mask


def answered(table: Table, choice: int, picked: int, a: int, b: int) -> int:
    """What was picked, with two cards exchanged; a row or a player that was picked is no card."""
    pick = table.asking and table.asking.offers[choice].choice.pick
    return exchanged(picked, a, b) if sort_of(pick or None) == "cards" else picked


def swapped(table: Table, a: int, b: int) -> Table:
    """The same position with two cards exchanged, wherever they are and whoever remembers them."""
    other = table.copy()
    state = other.state
    state.zones = [exchanged(zone, a, b) for zone in state.zones]
    turn = {a: b, b: a}
    state.order = [None if row is None else [turn.get(card, card) for card in row]
                   for row in state.order]
    state.answers = {seat: (choice, answered(table, choice, picked, a, b))
                     for seat, (choice, picked) in state.answers.items()}
    return other


def hidden_pairs(table: Table, seat: int | None) -> list[tuple[int, int]]:
    """Two cards that look different and lie where the seat sees neither, and that could as well
    lie the other way round."""
    program, state = table.rules.program, table.state
    holds = []
    for zone in range(program.zone_count):
        number, _ = whose(program, zone)
        holds += [(card, program.zones[number].holds) for card in bits(state.zones[zone])
                  if not sees(program, seat, zone)]
    return [
        (a, b) for a, holds_a in holds for b, holds_b in holds
        if a < b and program.cards[a].face != program.cards[b].face
        and holds_a >> b & 1 and holds_b >> a & 1
    ]


def everything(table: Table, seat: int | None, typing: Typing) -> Any:
    """All that a seat is told about a position."""
    told: list[Any] = [view(table, seat)]
    if seat is not None:
        told.append(prompt(table, seat))
        told.extend(_answer(table, seat, said, typing) for said in SAID)
    return told


def _answer(table: Table, seat: int, said: str, typing: Typing) -> Any:
    typing.blind = Stream(1)
    found = typing.understood(table, seat, said)
    if isinstance(found, Refusal):
        return found
    refusal = table.why_not(seat, found)
    pick = table.asking and table.asking.offers[found.choice].pick
    if pick and said == "unseen":
        return refusal  # whatever was drawn unseen is not told
    return found, refusal


@pytest.mark.parametrize("seed", [1, 2])
def test_cards_that_a_seat_does_not_see_change_nothing_for_it(fewest: Fewest, seed: int) -> None:
    rules, symbols = fewest
    typing, stream = Typing(Naming(rules.program, symbols)), Stream(seed)
    compared = 0
    for number, (table, _) in enumerate(positions(rules, seed, 25)):
        if number % 3:
            continue
        for seat in (SPECTATOR, *range(rules.program.players)):
            pairs = hidden_pairs(table, seat)
            for a, b in [pairs[stream.below(len(pairs))] for _ in range(2)] if pairs else []:
                other = swapped(table, a, b)
                assert everything(other, seat, typing) == everything(table, seat, typing)
                compared += 1
    assert compared or all(zone.sight == "open" for zone in rules.program.zones)


def _world(rules: Rules, made: list[Draw], moves: list[Any], a: int, b: int) -> Table | None:
    """The game again with two cards exchanged from the beginning, if that is a game at all."""
    turn = {a: b, b: a}
    chance = Recorded([
        Draw(kind, [turn.get(n, n) for n in answer] if len(answer) > 1 else answer)
        for kind, answer in made])
    try:
        table = Table(rules, chance=chance)
        for seat, move in moves:
            picked = Move(move.choice, answered(table, move.choice, move.picked, a, b))
            if table.why_not(seat, picked) is not None:
                return None
            table.apply(seat, picked)
    except Fault:
        return None
    return table


def _never_seen(program: Program, table: Table, seat: int) -> int:
    """The cards that were shuffled and have never been where the seat saw them."""
    seen = 0
    for event in table.state.events or []:
        if isinstance(event, CardsMoved):
            for cards, source, target in event.moves:
                if sees(program, seat, source) or sees(program, seat, target):
                    seen |= cards
        elif isinstance(event, CardsShown):
            seen |= event.cards
    shuffled = {card for _, answer in table.state.chance.made or [] if len(answer) > 1
                for card in answer}
    return sum(1 << card for card in shuffled) & ~seen


def test_another_deal_of_unseen_cards_gives_the_same_log(fewest: Fewest) -> None:
    rules, _ = fewest
    program = rules.program
    compared, dealt = 0, False
    for number, (table, moves) in enumerate(positions(rules, 3, 24)):
        if number % 6:
            continue
        made = list(table.state.chance.made or [])
        dealt |= any(len(answer) > 1 for _, answer in made)
        for seat in range(program.players):
            cards = bits(_never_seen(program, table, seat))
            pairs = [(a, b) for a, b in pairwise(cards)
                     if program.cards[a].face != program.cards[b].face
                     and program.cards[a].zone == program.cards[b].zone]
            for a, b in pairs[:2]:
                other = _world(rules, made, moves, a, b)
                if other is None:
                    continue
                compared += 1
                here = observed(program, table.state.events or [], seat)
                there = observed(program, other.state.events or [], seat)
                assert here == there
                assert view(table, seat) == view(other, seat)
                assert prompt(table, seat) == prompt(other, seat)
    assert compared or not dealt


def test_a_sealed_answer_is_seen_by_nobody_else_and_in_any_order(game_of: GameOf) -> None:
    rules = game_of("goofspiel", 3).rules
    one, two, before = Table(rules, 5), Table(rules, 5), Table(rules, 5)
    first, second = list(before.moves(0))[:2]
    one.apply(0, first)
    two.apply(0, second)
    assert one.to_decide == (1, 2)
    for seat in (SPECTATOR, 1, 2):
        assert view(one, seat) == view(two, seat) == view(before, seat)
        assert observed(rules.program, one.state.events or [], seat) == (
            observed(rules.program, before.state.events or [], seat))
    assert view(one, 0).answered != view(two, 0).answered
    assert view(one, 0).deciding == (0, 1, 2)


def test_answering_in_another_order_makes_the_same_game(game_of: GameOf) -> None:
    rules = game_of("goofspiel", 3).rules
    one, two = Table(rules, 5), Table(rules, 5)
    moves = {seat: list(one.moves(seat))[seat] for seat in range(3)}
    for seat in (0, 1, 2):
        one.apply(seat, moves[seat])
    for seat in (2, 0, 1):
        two.apply(seat, moves[seat])
    assert view(one, REFEREE) == view(two, REFEREE)
    assert observed(rules.program, one.state.events or [], 0) == (
        observed(rules.program, two.state.events or [], 0))


def test_a_dummys_secret_zone_is_seen_by_nobody(game_of: GameOf) -> None:
    rules = game_of("gossip-and-the-city", 3).rules
    program = rules.program
    tips = next(number for number, zone in enumerate(program.zones) if zone.name == "tips")
    assert program.zones[tips].sight == "secret"
    zone = program.zone_number(tips, 3)
    assert not any(sees(program, seat, zone) for seat in (SPECTATOR, 0, 1, 2, 3))
    assert sees(program, REFEREE, zone)


def test_a_spectator_sees_open_zones_only(game_of: GameOf) -> None:
    table = Table(game_of("osprey-2018", 3).rules, 1)
    program = table.rules.program
    shown = {program.zones[zone.table].name for zone in view(table, SPECTATOR).zones
             if zone.cards is not None}
    assert shown == {"block", "box", "bid", "display"}


def test_cards_that_look_alike_cannot_be_told_apart(game_of: GameOf) -> None:
    table = Table(game_of("counters-and-cards", 3).rules, 1)
    program = table.rules.program
    counters = [zone for zone in view(table, 1).zones
                if program.zones[zone.table].name == "counters" and zone.owner == 1]
    assert counters[0].cards is not None
    assert len(set(counters[0].cards)) == 1
    assert counters[0].size == 11


def test_an_effect_is_told_only_where_all_that_it_depends_on_is_open(game_of: GameOf) -> None:
    told = {}
    for options in ((), ("face-down",)):
        game = game_of("quick-start", 3, options)
        stream = Stream(4)
        names: set[int | None] = set()
        for seed in range(40):
            table = Table(game.rules, seed)
            while not table.over:
                seat = table.to_decide[0]
                table.apply(seat, table.drawn(seat, stream))
            for reader in (SPECTATOR, 0, REFEREE):
                if any(type(event).__name__ == "EffectBegan"
                       for event in observed(game.rules.program, table.state.events or [], reader)):
                    names.add(reader)
        told[options] = names
    assert told == {(): {SPECTATOR, 0, REFEREE}, ("face-down",): {REFEREE}}


BLIND = """edition blind-draw "Blind Draw"
players 2

kinds
  card has value

components
  in hand of each player
    5 card with value 1 to 5

zones
  hand of each player holds card, secret
  taken of each player holds card, secret

tracks
  turn is a player

rounds until hand of players is empty, using up hand of players
  turn picks 1 of hand of (left of turn) as stolen
  move stolen to taken of turn
  turn becomes left of turn

scoring points
  cards add total value of taken

winner
  highest points
  then shared
"""


def test_a_card_of_another_hand_is_picked_unseen() -> None:
    loaded = load_text(BLIND)
    assert loaded.sheet is not None
    rules, errors, symbols = Ready(loaded.sheet).rules(2)
    assert rules is not None, errors
    table = Table(rules, 1)
    asked = prompt(table, 0)
    assert asked is not None
    assert (asked.offers[0].members, asked.offers[0].unseen) == ((), 5)
    typing = Typing(Naming(rules.program, symbols), Stream(3))
    # A card that is there and one that is not are refused in the same words.
    del_one = table.copy()
    del_one.state.zones[rules.program.zone_number(0, 1)] &= ~(1 << 7)
    for said in ("card 3", "3", "all 3"):
        assert typing.understood(table, 0, said) == typing.understood(del_one, 0, said)
        assert isinstance(typing.understood(table, 0, said), Refusal)
    move = typing.understood(table, 0, "unseen")
    assert isinstance(move, Move)
    assert table.why_not(0, move) is None


PEEK = """edition peek "Peek"
players 2

kinds
  card has value

components
  in pile
    5 card with value 1 to 5

zones
  pile holds card, hidden
  away holds card, hidden

tracks
  watcher is a player

rounds until pile is empty, using up pile
  chance picks 1 of pile as glimpsed
  show glimpsed to watcher
  move glimpsed to away

scoring points
  none add 0

winner
  highest points
  then shared
"""


def test_what_is_shown_and_what_chance_picks_unseen_reaches_nobody_else() -> None:
    loaded = load_text(PEEK)
    assert loaded.sheet is not None
    rules, errors, _ = Ready(loaded.sheet).rules(2)
    assert rules is not None, errors
    table = Table(rules, 1)
    kinds: dict[int | None, set[str]] = {
        seat: {type(event).__name__ for event in observed(
            rules.program, table.state.events or [], seat)}
        for seat in (SPECTATOR, 0, 1, REFEREE)
    }
    assert kinds[SPECTATOR] == kinds[1] == {"StageBegan", "Moved", "RoundEnded", "GameEnded"}
    assert kinds[0] == {"StageBegan", "Moved", "RoundEnded", "GameEnded", "Shown"}
    assert kinds[REFEREE] == {"StageBegan", "Moved", "RoundEnded", "GameEnded", "Shown", "Drawn"}
    moves = [event for event in observed(rules.program, table.state.events or [], 1)
             if isinstance(event, Moved)]
    assert [(move.size, move.cards) for move in moves] == [(1, None)] * 5
