"""Values, chance and moves as code."""

from __future__ import annotations

from typing import Any

from dsl.core import Op
from engine.compiled.expressions import FAULT
from engine.compiled.flow import ENDED, Flow
from engine.compiled.layout import NotCompilable
from engine.touch import touched


class Moves(Flow):
    """Writes the lines that change something."""

    def _line_nothing(self, op: Op) -> None:
        self.put("pass")

    def _line_show(self, op: Op, cards: Op, to: Op) -> None:
        self.put("pass")

    def _line_set_local(self, op: Op, number: int, value: Op) -> None:
        if value.type in ("cards", "card"):
            codes = {page: self.temp(code) for page, code in self.cards(value).items()}
            for page in self.layout.masks(value.reach):
                name = self.keep(f"c{number}_{page}")
                self.put(f"{name} = {codes.get(page, '0')}")
            return
        self.put(f"{self.keep(f'r{number}')} = {self.plain(value)}")

    def _line_set_track(self, op: Op, number: int, owner: Op | None, value: Op) -> None:
        code = self.plain(value)
        first = self.program.tracks[number].first
        place = str(first) if owner is None else f"{first} + {self.somebody(owner)}"
        self.put(f"T[{place}] = {code}")
        from engine.touch import Touch

        self.check_ends(Touch(tracks=frozenset({number})))



    def _line_end_round(self, op: Op) -> None:
        self.put(f"{self.round_flag} = 1")
        self.put("break")

    def _line_end_game(self, op: Op) -> None:
        self.put(f"return {ENDED}")

    def _line_shuffle(self, op: Op, zone: int, owner: Op | None) -> None:
        base, counter = (self.temp(code) for code in self.order_of(zone, owner))
        place = self.name("i")
        self.put(f"{place} = C[{counter}]")
        for page in self.layout.pages_of_zone(zone):
            rest, lowest = self.name(), self.name()
            cards = self.table(f"K{page.number}", list(page.cards) or [0])
            self.put(f"{rest} = Z[{self.slot(zone, owner, page.number)}]")
            self.put(f"while {rest}:")
            self.put(f"    {lowest} = {rest} & -{rest}")
            self.put(f"    {rest} ^= {lowest}")
            self.put(f"    {place} -= 1")
            self.put(f"    O[{base} + {place}] = {cards}[low({lowest})]")
        last, i, j, held = self.name(), self.name("i"), self.name("j"), self.name()
        self.put(f"{last} = {base} + C[{counter}] - 1")
        self.put(f"for {i} in range(C[{counter}] - 1, 0, -1):")
        self.put(f"    {j} = below(R, {i} + 1)")
        self.put(f"    {held} = O[{last} - {i}]")
        self.put(f"    O[{last} - {i}] = O[{last} - {j}]")
        self.put(f"    O[{last} - {j}] = {held}")

    def _line_chance(self, op: Op, local: int, low: Op, high: Op | None, source: Op) -> None:
        if high is None or low.op != "number" or high.op != "number" or (
            low.args[0] != high.args[0] or low.args[0] != 1
        ):
            raise NotCompilable("chance that picks other than one")
        if source.type == "players":
            mask = self.temp(self.players(source))
            self.put(f"if {mask} == 0: return {FAULT}")
            name = self.keep(f"r{local}")
            ticket = "0" if self.first_seat else f"below(R, pop({mask}))"
            self.put(f"{name} = low(nth({mask}, {ticket}))")
            return
        codes = {page: self.temp(code) for page, code in self.cards(source).items()}
        total = self.temp(" + ".join(f"pop({code})" for code in codes.values()))
        self.put(f"if {total} == 0: return {FAULT}")
        ticket = self.temp(f"below(R, {total})")
        self._take_nth(codes, ticket, {page: self.keep(f"c{local}_{page}")
                                       for page in self.layout.masks(source.reach)})

    def _take_nth(self, codes: dict[int, str], ticket: str, names: dict[int, str]) -> None:
        for page, name in names.items():
            self.put(f"{name} = 0")
            if page in codes:
                self.put(f"if 0 <= {ticket} < pop({codes[page]}): "
                         f"{name} = nth({codes[page]}, {ticket})")
                self.put(f"{ticket} -= pop({codes[page]})")

    def _line_move(self, op: Op, cards: Op, zone: int, owner: Op | None, effects: Any) -> None:
        opened = self.decides(op) and self.fresh_start()
        moved = self._moved(op, cards, zone, owner)
        self.check_ends(touched(op, self.program))
        entering = {}
        if effects:
            union = 0
            for mask, *_ in effects:
                union |= mask
            allowed = self.layout.masks(union)
            who = self.keep(self.name("w"))
            each = self.program.zones[zone].each_player
            self.put(f"{who} = {self.somebody(owner) if each and owner is not None else -1}")
            for page, name in moved.items():
                if page in allowed:
                    left = self.keep(self.name("e"))
                    self.put(f"{left} = {name} & {allowed[page]}")
                    entering[page] = left
        self.close(opened)
        for page, left in entering.items():
            self._effects(op, page, left, who, effects)

    def _moved(self, op: Op, cards: Op, zone: int, owner: Op | None) -> dict[int, str]:
        """Take the cards out of their zones and put them into this one."""
        pages = {page.number for page in self.layout.pages_of_zone(zone)}
        codes = {page: code for page, code in self.cards(cards).items() if page in pages}
        names = {}
        ordered_target = self.program.zones[zone].in_order
        # Of cards that go on top together the lowest ends up uppermost, so it goes last.
        for page, code in sorted(codes.items(), reverse=ordered_target):
            target = self.temp(self.slot(zone, owner, page))
            name = self.name("m")
            names[page] = name
            self.put(f"{name} = {code} & ~Z[{target}]")
            if ordered_target:
                self._take_out(op, cards, zone, page, name, owner)
                self._push(cards, zone, owner, page, name)
            else:
                self._take_out(op, cards, zone, page, name, owner)
            self.put(f"Z[{target}] |= {name}")
        return names

    def _take_out(
        self, op: Op, cards: Op, zone: int, page: int, name: str, owner: Op | None
    ) -> None:
        touch = touched(op, self.program)
        single = self.layout.origins.zone(cards)
        if single is not None:
            number, source_owner = single
            slot = self.temp(self.slot(number, source_owner, page))
            if cards.op == "local":
                # A picked set must still be where it was picked.
                self.put(f"if {name} & ~Z[{slot}]: return {FAULT}")
            self.put(f"Z[{slot}] &= ~{name}")
            if self.program.zones[number].in_order:
                self._unlist(number, source_owner, page, name, is_top=cards.op == "top")
            return
        rest = self.temp(f"{name} + 0")
        universe = self.layout.pages[page].universe
        for number, table in enumerate(self.program.zones):
            if number not in touch.zones or self.layout.universe_of_zone[number] != universe:
                continue
            if table.in_order:
                raise NotCompilable("cards taken out of the middle of an ordered zone")
            pages = self.layout.pages_of_zone(number)
            index = next(i for i, each in enumerate(pages) if each.number == page)
            first = self.layout.first_slot[number] + index
            if not table.each_player:
                if number != zone:
                    self.put(f"Z[{first}] &= ~{rest}")
            elif self.layout.local[universe]:
                assert owner is not None
                who = self.somebody(owner)
                if number != zone:
                    self.put(f"Z[{first} + {len(pages)} * {who}] &= ~{rest}")
            else:
                seat = self.name("i")
                self.put(f"for {seat} in range({self.layout.owners}): "
                         f"Z[{first} + {len(pages)} * {seat}] &= ~{rest}")

    def _unlist(
        self, zone: int, owner: Op | None, page: int, name: str, *, is_top: bool
    ) -> None:
        base, counter = (self.temp(code) for code in self.order_of(zone, owner))
        if is_top:
            self.put(f"C[{counter}] -= pop({name})")
            return
        i, j = self.name("i"), self.name("j")
        masks = self.mask_table(page)
        self.put(f"{j} = 0")
        self.put(f"for {i} in range(C[{counter}]):")
        self.put(f"    if not {masks}[O[{base} + {i}]] & {name}:")
        self.put(f"        O[{base} + {j}] = O[{base} + {i}]")
        self.put(f"        {j} += 1")
        self.put(f"C[{counter}] = {j}")

    def _push(self, cards: Op, zone: int, owner: Op | None, page: int, name: str) -> None:
        """Cards go on top of an ordered zone, so that the lowest one ends up uppermost."""
        if cards.op in ("top",) or self._from_order(cards):
            raise NotCompilable("cards that keep their order while they are moved")
        base, counter = (self.temp(code) for code in self.order_of(zone, owner))
        numbers = self.table(f"K{page}", list(self.layout.pages[page].cards) or [0])
        rest, count, bit = self.name(), self.name(), self.name("i")
        self.put(f"{count} = pop({name})")
        self.put(f"C[{counter}] += {count}")
        self.put(f"{rest} = {name}")
        self.put(f"{bit} = 0")
        lowest = self.name()
        self.put(f"while {rest}:")
        self.put(f"    {lowest} = {rest} & -{rest}")
        self.put(f"    {rest} ^= {lowest}")
        self.put(f"    O[{base} + C[{counter}] - 1 - {bit}] = {numbers}[low({lowest})]")
        self.put(f"    {bit} += 1")

    def _effects(self, op: Op, page: int, left: str, who: str, effects: Any) -> None:
        busy = any(self.decides(effect[4]) for effect in effects)
        entered = self.keep(self.name("l")) if busy else self.name("l")
        opened_loop = self._while(busy and self.resumable)
        self.put(f"if {left} == 0: break")
        self.put(f"{entered} = {left} & -{left}")
        self.put(f"{left} ^= {entered}")
        self.close(opened_loop)
        for mask, card, owner, condition, body, _name in effects:
            allowed = self.layout.masks(mask).get(page, 0)
            if not allowed:
                continue
            happens = self.name("h")
            asks = self.decides(body)
            resumes = busy and self.resumable
            if resumes:
                self.put(f"{happens} = {self.inside(body) if asks else 'False'}")
                self.put("if go == 0:")
                self.depth += 1
            self.put(f"{happens} = {entered} & {allowed} != 0")
            self.put(f"if {happens}:")
            self.depth += 1
            self.put(f"{self.keep(f'r{owner}')} = {who}")
            self.sure = self.sure | {f"r{owner}"}
            for other in self.layout.masks(mask):
                self.put(f"{self.keep(f'c{card}_{other}')} = {entered if other == page else 0}")
            if condition is not None:
                self.put(f"{happens} = {self.flag(condition)}")
            self.depth -= 1
            if resumes:
                self.depth -= 1
            self.put(f"if {happens}:")
            self.depth += 1
            self.block(body)
            self.depth -= 1
        self.depth -= 1

    def _from_order(self, cards: Op) -> bool:
        """Whether cards come from a zone that keeps an order."""
        zone = self.layout.origins.zone(cards)
        return zone is not None and self.program.zones[zone[0]].in_order
