"""A witness in the words of each edition: the position, and both score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variorum_dsl.lowering.symbols import Symbols
from variorum_engine.checks.finals import Claim, Final
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules
from variorum_engine.words.printed import Teller
from variorum_engine.words.standing import Standing

from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told, Witness
from variorum.comparison.witness.contest import Contest
from variorum.comparison.witness.holdings import Held


def told_position(contest: Contest, rows: tuple[Held, ...]) -> Witness | None:
    """The position on both sides; nothing if the editions agree about it after all."""
    deal = contest.deal
    homes = contest.holdings.homes
    program = deal.left.program
    zones = sorted(set(homes.values()))
    whole = {zone: sum(1 << card for card, home in homes.items()
                       if home == zone and program.cards[card].owner == 0) for zone in zones}
    claims: tuple[list[Claim], list[Claim]] = ([], [])
    size = 0
    # The own cards of the first player stand for those of everybody.
    copies = _copies(contest)
    for seat, held in enumerate(rows):
        for zone in zones:
            cards = [card for card in bits(held.shared | held.own) if homes.get(card) == zone]
            own = [card for card in cards if program.cards[card].owner >= 0]
            if own and sum(1 << card for card in own) == whole[zone] and len(own) == len(cards):
                continue  # everything that one starts with is still there
            if not cards and not whole[zone]:
                continue
            size += len(cards)
            mine = tuple(copies[seat].get(card, card) for card in cards)
            claims[0].append(Claim(zone, seat, mine))
            claims[1].append(Claim(deal.zone_map[zone], seat,
                                   tuple(deal.card_map[card] for card in mine)))
    pairing = deal.pairing
    left = Ending(pairing.left, deal.players).account(tuple(claims[0]))
    right = Ending(pairing.right, deal.players).account(tuple(claims[1]))
    if left.winners == right.winners:
        return None
    return Witness("position", deal.players, size, left, right)


def _copies(contest: Contest) -> list[dict[int, int]]:
    """For each seat, its own copies of the cards of the first seat."""
    program = contest.deal.left.program
    by_owner: dict[tuple[int, int], list[int]] = {}
    for number, card in enumerate(program.cards):
        by_owner.setdefault((card.owner, card.face), []).append(number)
    found = []
    for seat in range(program.players):
        table: dict[int, int] = {}
        for (owner, face), cards in by_owner.items():
            if owner == 0:
                table.update(zip(cards, by_owner.get((seat, face), cards), strict=False))
        found.append(table)
    return found


def account(
    rules: Rules, symbols: Symbols, names: Sequence[str], state: State, lines: Iterable[str]
) -> Told:
    """One side of a witness: what was given and played, and the score sheets that it ends in."""
    standing = Standing(rules, state, Teller(rules.program, symbols, names))
    return Told(tuple(lines), tuple(standing.lines()),
                tuple(names[seat] for seat in standing.outcome.winners))


class Ending:
    """The end of a game on one side."""

    def __init__(self, side: Side, players: int) -> None:
        rules, _, self.symbols = side.final(players)
        assert rules is not None
        self.final = Final(rules, self.symbols)

    def account(self, claims: tuple[Claim, ...]) -> Told:
        """What the side makes of cards that lie there."""
        final = self.final
        return account(final.rules, self.symbols, final.names, final.ended(final.state(claims)),
                       final.written(claims).split("\n"))
