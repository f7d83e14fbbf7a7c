"""The commonest moves by a shorter way.

The long way, which every move can take, is left to what is rare: a move that is noted, cards that
are not where they mostly are, and rules that break down.
"""

from __future__ import annotations

from variorum_dsl.core.program import Op

from variorum_engine.interpreter.instructions import Assembly, Instruction
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Value, is_zone_of


class Quick(Assembly):
    """Moves between two zones of one player, and of the top card of a deck."""

    def _own(self, cards: Op, zone: int, owner: Op | None) -> tuple[int, int, int, int] | None:
        """Cards that go from one zone of a player to another zone of the same player: the locals
        of the player and of the cards (-1: all that are there), and the first of either zone."""
        origin = self.origins.get(cards.args[0], cards) if cards.op == "local" else cards
        if owner is None or owner.op != "local" or not is_zone_of(origin, owner.args[0]):
            return None
        source, target = self.program.zones[origin.args[0]], self.program.zones[zone]
        if source is target or source.in_order or target.in_order:
            return None
        return (owner.args[0], cards.args[0] if origin is not cards else -1,
                source.first, target.first)

    def _own_move(
        self, own: tuple[int, int, int, int], step: Instruction, following: int
    ) -> Instruction:
        """Some or all cards of one zone go to the other."""
        player, picked, first, target_first = own

        def some(state: State) -> int:
            slots, zones = state.locals, state.zones
            seat: int = slots[player]
            held, cards = zones[first + seat], slots[picked]
            if seat < 0 or held & cards != cards or state.events is not None:
                return step(state)
            zones[first + seat] = held ^ cards
            zones[target_first + seat] |= cards
            return following

        def all_of_it(state: State) -> int:
            seat: int = state.locals[player]
            if seat < 0 or state.events is not None:
                return step(state)
            zones = state.zones
            zones[target_first + seat] |= zones[first + seat]
            zones[first + seat] = 0
            return following

        return some if picked >= 0 else all_of_it

    def _drawn(self, cards: Op, zone: int, owner: Op | None) -> tuple[int, Value] | None:
        """The top card of a shared deck that goes to a zone without an order: both zones."""
        if cards.op != "top" or self.program.zones[zone].in_order:
            return None
        deck, count = cards.args
        if deck.args[1] is not None or count.op != "number" or count.args[0] != 1:
            return None
        return self.program.zones[deck.args[0]].first, self.values.zone_number(zone, owner)

    def _draw(
        self, source: int, number: Value, step: Instruction, following: int
    ) -> Instruction:
        """One card goes from the top of a deck."""
        def draw(state: State) -> int:
            order = state.order[source]
            if not order or state.events is not None:
                return step(state)
            target, zones = number(state), state.zones
            card = 1 << order.pop(0)
            zones[source] ^= card
            zones[target] |= card
            return following

        return draw
