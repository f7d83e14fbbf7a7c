"""Cards that move: out of the zones where they are, into another one, and what that sets off."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.compiler.emit.order import Ordering
from variorum_engine.compiler.emit.writer import ARRAYS, Cards
from variorum_engine.interpreter.dependencies import touched


class Taking(Ordering):
    """Writes moves and their effects."""

    def _line_move(
        self, op: Op, cards: Op, zone: int, owner: Op | None, effects: Any, bottom: bool
    ) -> None:
        opened = self.decides(op) and self.fresh_start()
        before = self.snapshot()
        moved = self._moved(op, cards, zone, owner, bottom=bottom)
        self.tell("move", op, before, "list(Z)")
        self.check_ends(touched(op, self.program))
        entering: Cards = {}
        who = "-1"
        if effects:
            union = 0
            for mask, *_ in effects:
                union |= mask
            allowed = self.layout.masks(union)
            who = self.holding("owner", op)
            each = self.program.zones[zone].each_player
            self.put(f"{who} = {self.somebody(owner) if each and owner is not None else -1}")
            for page in sorted(moved):
                if page in allowed:
                    left = self.holding("entering", op, page)
                    self.put(f"{left} = {moved[page]} & {allowed[page]}")
                    entering[page] = left
        self.close(opened)
        if entering:
            self._effects(op, entering, who, effects)

    def _moved(
        self, op: Op, cards: Op, zone: int, owner: Op | None, *, bottom: bool
    ) -> Cards:
        """Take the cards out of their zones and put them into this one; gives which they are."""
        pages = {page.number for page in self.layout.pages_of_zone(zone)}
        targets, moved, within = {}, {}, {}
        for page, code in sorted(self.cards(cards).items()):
            if page in pages:
                targets[page] = self.temp(self.slot(zone, owner, page))
                if bottom:
                    code = self.temp(code)
                    within[page] = self.temp(f"{code} & Z[{targets[page]}]")
                moved[page] = self.name("m")
                self.put(f"{moved[page]} = {code} & ~Z[{targets[page]}]")
        if not moved:
            return {}
        if within:
            self._sink_within(op, zone, owner, within)
        if self.program.zones[zone].in_order:
            base, counter = (self.temp(code) for code in self.order_of(zone, owner))
            found = self._stack(op, zone, owner, moved, targets, base, counter)
            if bottom:
                self._sink(base, counter, lambda i: f"{i} >= C[{counter}] - {found}")
            return moved
        single = self.layout.origins.zone(cards)
        if single is None:
            self._search(op, zone, owner, moved, targets, certain=not _is_named(cards))
            return moved
        for page, name in moved.items():
            if _is_named(cards):
                # What was picked may have gone elsewhere since.
                slot = self.temp(self.slot(*single, page))
                self.put(f"if {name} & ~Z[{slot}]:")
                self.depth += 1
                self._search(op, zone, owner, {page: name}, targets, certain=False)
                self.depth -= 1
                self.put("else:")
                self.depth += 1
                self._take(single, page, name, targets[page], is_top=False)
                self.put(f"Z[{targets[page]}] |= {name}")
                self.depth -= 1
            else:
                self._take(single, page, name, targets[page], is_top=cards.op == "top")
                self.put(f"Z[{targets[page]}] |= {name}")
        return moved

    def _note(self, page: int, cards: str, slot: str, target: str) -> None:
        """Let those who remember what they see know of a move."""
        if self.knowing:
            self.put(f"if {cards}: noted({ARRAYS}, {page}, {cards}, {slot}, {target})")

    def _take(
        self, source: Any, page: int, name: str, target: str, *, is_top: bool
    ) -> None:
        """Take cards out of the one zone where they all are."""
        zone, owner = source
        slot = self.temp(self.slot(zone, owner, page))
        self._note(page, name, slot, target)
        self.put(f"Z[{slot}] &= ~{name}")
        if self.program.zones[zone].in_order:
            base, counter = (self.temp(code) for code in self.order_of(zone, owner))
            if is_top:
                self.put(f"C[{counter}] -= pop({name})")
            else:
                self._unlist(base, counter, page, name)

    # ------------------------------------------------------------- several sources
    def _sources(self, op: Op, zone: int, owner: Op | None, page: int) -> Any:
        """For every zone where cards of a page can be: open a block (a loop over its owners), and
        give its slot and where its order stands."""
        layout = self.layout
        touch, universe = touched(op, self.program), layout.pages[page].universe
        for number, table in enumerate(self.program.zones):
            if number not in touch.zones or layout.universe_of_zone[number] != universe:
                continue
            pages = layout.pages_of_zone(number)
            index = next(i for i, each in enumerate(pages) if each.number == page)
            first = layout.first_slot[number] + index
            base, counter = layout.first_order[number], layout.first_count[number]
            if not table.each_player:
                if number != zone:
                    yield number, str(first), str(base), str(counter)
                continue
            depth = self.depth
            if layout.local[universe]:
                assert owner is not None
                if number == zone:
                    continue
                seat = self.somebody(owner)
            else:
                # What is in the target already does not move, so it need not be left out here.
                seat = self.name("i")
                self.put(f"for {seat} in range({layout.owners}):")
                self.depth += 1
            yield (number, f"{first} + {len(pages)} * {seat}",
                   f"{base} + {layout.order_size[number]} * {seat}", f"{counter} + {seat}")
            self.depth = depth

    def _search(
        self, op: Op, zone: int, owner: Op | None, moved: Cards, targets: dict[int, str], *,
        certain: bool,
    ) -> None:
        """Look for cards in every zone where they can be; the target keeps no order. If it is
        certain that they are in these zones, nobody need look which of them were found."""
        for page, name in moved.items():
            found = name if certain else self.name("m")
            if not certain:
                self.put(f"{found} = 0")
            for number, slot, base, counter in self._sources(op, zone, owner, page):
                in_order = self.program.zones[number].in_order
                if certain and not in_order and not self.knowing:
                    self.put(f"Z[{slot}] &= ~{name}")
                    continue
                hit = self.temp(f"Z[{slot}] & {name}")
                self._note(page, hit, slot, targets[page])
                if in_order:
                    self.put(f"if {hit}:")
                    self.depth += 1
                    self._unlist(base, counter, page, hit)
                    self.depth -= 1
                self.put(f"Z[{slot}] ^= {hit}")
                if not certain:
                    self.put(f"{found} |= {hit}")
            self.put(f"Z[{targets[page]}] |= {found}")

    def _stack(
        self, op: Op, zone: int, owner: Op | None, moved: Cards, targets: dict[int, str],
        base: str, counter: str,
    ) -> str:
        """Put cards on top of an order: zone by zone, the lowest uppermost; those that come from
        one order keep it. Gives how many there were."""
        found, hits, place = self.name("n"), self.name("n"), self.name("i")
        self.put(f"{found} = 0")
        self.put(f"{hits} = 0")
        first = min(moved)
        taken = {page: self.name("m") for page in moved}
        for name in taken.values():
            self.put(f"{name} = 0")
        for number, slot, _, _ in self._sources(op, zone, owner, first):
            several = self._mine(slot, moved, first, number)
            self.put(f"if {' or '.join(several)}: {hits} += 1")
            self.put(f"{found} += {' + '.join(f'pop({each})' for each in several)}")
        # The uppermost place after the move; from there on downwards.
        self.put(f"{place} = {base} + C[{counter}] + {found} - 1")
        self.put(f"C[{counter}] += {found}")
        for number, slot, row, length in self._sources(op, zone, owner, first):
            several = [self.temp(each) for each in self._mine(slot, moved, first, number)]
            self.put(f"if {' or '.join(several)}:")
            self.depth += 1
            names = dict(zip(moved, several, strict=True))
            if self.program.zones[number].in_order:
                self.put(f"if {hits} == 1:")
                self.depth += 1
                self._in_their_order(names, row, length, place)
                self.depth -= 1
                self.put("else:")
                self.depth += 1
                self._in_file_order(names, place)
                self.depth -= 1
                for page, name in names.items():
                    self._unlist(row, length, page, name)
            else:
                self._in_file_order(names, place)
            for page, name in names.items():
                mine = self._beside(slot, page, first, number)
                self._note(page, name, mine, targets[page])
                self.put(f"Z[{mine}] ^= {name}")
                self.put(f"{taken[page]} |= {name}")
            self.depth -= 1
        for page, name in taken.items():
            self.put(f"Z[{targets[page]}] |= {name}")
        return found

    def _sink_within(self, op: Op, zone: int, owner: Op | None, within: Cards) -> None:
        """Cards that lie in the zone already go below the others there."""
        self.put(f"if {' or '.join(within.values())}:")
        self.depth += 1
        base, counter = (self.temp(code) for code in self.order_of(zone, owner))
        card = self.name()

        def goes_down(i: str) -> str:
            self.put(f"{card} = O[{base} + {i}]")
            return " or ".join(f"{self.mask_table(page)}[{card}] & {name}"
                               for page, name in within.items())

        self._sink(base, counter, goes_down)
        if self.tells:
            seat = "-1" if owner is None else self.somebody(owner)
            place = self.program.zones[zone].first
            self.tell("sink", op, place if owner is None else f"{place} + {seat}", seat,
                      *(within.get(page.number, "0") for page in self.layout.pages))
        self.depth -= 1

    def _beside(self, slot: str, page: int, first: int, zone: int) -> str:
        """The slot of the same zone on another page."""
        pages = [each.number for each in self.layout.pages_of_zone(zone)]
        offset = pages.index(page) - pages.index(first)
        return f"{slot} + {offset}" if offset else slot

    def _mine(self, slot: str, moved: Cards, first: int, zone: int) -> list[str]:
        """The moved cards that are in a zone, page by page."""
        return [f"(Z[{self._beside(slot, page, first, zone)}] & {name})"
                for page, name in moved.items()]

    # --------------------------------------------------------------------- effects
    def _effects(self, op: Op, entering: Cards, who: str, effects: Any) -> None:
        """Card by card, the effects whose condition holds."""
        busy = any(self.decides(effect[4]) for effect in effects)
        resumes = busy and self.resumable
        entered = {page: self.holding("entered", op, page) if busy else self.name("l")
                   for page in entering}
        opened = self._while(resumes)
        if len(entering) > 1:
            for name in entered.values():
                self.put(f"{name} = 0")
        for i, (page, left) in enumerate(entering.items()):
            if i:
                self.put("else:")
                self.depth += 1
            self.put(f"if {left}:" if i + 1 < len(entering) else f"if {left} == 0: break")
            self.depth += i + 1 < len(entering)
            self.put(f"{entered[page]} = {left} & -{left}")
            self.put(f"{left} ^= {entered[page]}")
            self.depth -= i + 1 < len(entering)
        self.depth -= len(entering) - 1
        self.close(opened)
        for effect in effects:
            self._effect(op, effect, entered, who, resumes=resumes)
        self.depth -= 1
        self.after_loop(tuple(effect[4] for effect in effects))

    def _effect(self, op: Op, effect: Any, entered: Cards, who: str, *, resumes: bool) -> None:
        mask, card, owner, condition, body, name = effect
        masks = self.layout.masks(mask)
        tests = [f"{code} & {masks[page]}" for page, code in entered.items() if page in masks]
        if not tests:
            return
        happens = self.name("h")
        if resumes:
            self.put(f"{happens} = {self.inside(body) if self.decides(body) else 'False'}")
            self.put("if go == 0:")
            self.depth += 1
        self.put(f"{happens} = {' | '.join(f'({test})' for test in tests)} != 0"
                 if len(tests) > 1 else f"{happens} = {tests[0]} != 0")
        self.put(f"if {happens}:")
        self.depth += 1
        self.put(f"{self.keep(f'r{owner}')} = {who}")
        self.sure = self.sure | {f"r{owner}"}
        for page in self.local_pages(card):
            self.put(f"{self.keep(f'c{card}_{page}')} = {entered.get(page, '0')}")
        if condition is not None:
            self.put(f"{happens} = {self.flag(condition)}")
        self.depth -= 1
        if self.tells:
            self.put(f"if {happens}:")
            self.depth += 1
            self.tell("effect", repr(name), op)
            self.depth -= 1
        if resumes:
            self.depth -= 1
        self.put(f"if {happens}:")
        self.depth += 1
        self.block(body)
        self.depth -= 1


def _is_named(cards: Op) -> bool:
    """Whether cards are a part of a set that has a name."""
    while cards.op != "local":
        if cards.op in ("kind", "cards_such"):
            cards = cards.args[1]
        elif cards.op in ("cards_whose", "best_cards", "unique_cards", "the_one", "one_of",
                          "without"):
            cards = cards.args[0]
        else:
            return False
    return True
