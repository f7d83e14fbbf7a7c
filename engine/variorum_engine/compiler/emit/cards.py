"""Sets of cards as code: one integer for each page."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.players import Players
from variorum_engine.compiler.emit.writer import FAULT, SIGNS, Cards
from variorum_engine.interpreter.values import COMPARE


class CardSets(Players):
    """Writes sets of cards."""

    def slot(self, zone: int, owner: Op | None, page: int) -> str:
        first = self.layout.first_slot[zone]
        pages = self.layout.pages_of_zone(zone)
        index = next(i for i, p in enumerate(pages) if p.number == page)
        if owner is None:
            return str(first + index)
        who = self.somebody(owner)
        base = f"{first + index} + {who}" if first + index else who
        return base if len(pages) == 1 else f"{first + index} + {len(pages)} * {who}"

    def cards(self, op: Op) -> Cards:
        method = getattr(self, f"_cards_{op.op}", None)
        if method is None:
            raise NotCompilable(f"cards written as {op.op}")
        found: Cards = method(op, *op.args)
        return found

    def _cards_zone(self, op: Op, zone: int, owner: Op | None) -> Cards:
        return {
            page.number: f"Z[{self.slot(zone, owner, page.number)}]"
            for page in self.layout.pages_of_zone(zone)
        }

    def _cards_zones_of(self, op: Op, zone: int, players: Op) -> Cards:
        # Cards that share their bits are never spoken of for several players at once.
        assert not self.layout.local[self.layout.universe_of_zone[zone]]
        names = {page.number: self.name() for page in self.layout.pages_of_zone(zone)}
        for name in names.values():
            self.put(f"{name} = 0")
        local = 900_000 + self.fresh
        seat = self.each_seat(players, local)
        pages = self.layout.pages_of_zone(zone)
        first = self.layout.first_slot[zone]
        for i, page in enumerate(pages):
            self.put(f"{names[page.number]} |= Z[{first + i} + {len(pages)} * {seat}]")
        self.depth -= 1
        return dict(names)

    def count_of_zones(self, zone: int, players: Op) -> str:
        """How many cards several players have in a zone."""
        total = self.name()
        self.put(f"{total} = 0")
        seat = self.each_seat(players, 900_000 + self.fresh)
        pages = self.layout.pages_of_zone(zone)
        first = self.layout.first_slot[zone]
        for i in range(len(pages)):
            self.put(f"{total} += pop(Z[{first + i} + {len(pages)} * {seat}])")
        self.depth -= 1
        return total

    def total_of_zones(self, attribute: int, zone: int, players: Op) -> str:
        """The total of an attribute over the cards that several players have in a zone."""
        total = self.name()
        self.put(f"{total} = 0")
        seat = self.each_seat(players, 900_000 + self.fresh)
        pages = self.layout.pages_of_zone(zone)
        first = self.layout.first_slot[zone]
        for i, page in enumerate(pages):
            mask = self.temp(f"Z[{first + i} + {len(pages)} * {seat}]")
            self.put(f"{total} += {self.total_code(attribute, page.number, mask)}")
        self.depth -= 1
        return total

    def local_pages(self, number: int) -> list[int]:
        """The pages of everything that a name is ever given."""
        return sorted(self.layout.masks(self.layout.origins.reaches.get(number, 0)))

    def _cards_local(self, op: Op, number: int) -> Cards:
        return {page: f"c{number}_{page}" for page in self.local_pages(number)}

    def _cards_kind(self, op: Op, mask: int, cards: Op) -> Cards:
        allowed = self.layout.masks(mask)
        return {
            page: f"({code} & {allowed[page]})" for page, code in self.cards(cards).items()
            if page in allowed
        }

    def _cards_outside(self, op: Op, mask: int, zone: Op) -> Cards:
        """Cards that are in play, but not there: all zones of the universe except that one."""
        inside = self.cards(zone)
        found: Cards = {}
        for page, allowed in self.layout.masks(mask).items():
            total = len(self.layout.pages[page].cards)
            everything = (1 << total) - 1
            # No card ever leaves play, so what is not there is somewhere else.
            found[page] = f"({allowed & everything} & ~{inside.get(page, '0')})"
        return found

    def _cards_top(self, op: Op, zone: Op, count: Op) -> Cards:
        number, owner = zone.args
        base, counter = self.order_of(number, owner)
        pages = self.layout.pages_of_zone(number)
        if count.op == "number" and count.args[0] == 1:
            self.put(f"if C[{counter}] < 1: return {FAULT}")
            card = self.temp(f"O[{base} + C[{counter}] - 1]")
            return {page.number: f"{self.mask_table(page.number)}[{card}]" for page in pages}
        many = self.whole(count)
        self.put(f"if C[{counter}] < {many} or {many} < 0: return {FAULT}")
        names = {page.number: self.name() for page in pages}
        for name in names.values():
            self.put(f"{name} = 0")
        index = self.name("i")
        self.put(f"for {index} in range({many}):")
        for page, name in names.items():
            self.put(f"    {name} |= {self.mask_table(page)}"
                     f"[O[{base} + C[{counter}] - 1 - {index}]]")
        return dict(names)

    def order_of(self, zone: int, owner: Op | None) -> tuple[str, str]:
        """Where the order of a zone begins, and where its length stands."""
        first, size = self.layout.first_order[zone], self.layout.order_size[zone]
        if owner is None:
            return str(first), str(self.layout.first_count[zone])
        who = self.somebody(owner)
        return f"{first} + {size} * {who}", f"{self.layout.first_count[zone]} + {who}"

    def mask_table(self, page: int) -> str:
        """For every card, its mask on a page (0 on the others)."""
        return self.table(f"M{page}", [
            1 << self.layout.bit[card] if self.layout.page_of[card] == page else 0
            for card in range(len(self.program.cards))
        ])

    def _cards_union(self, op: Op, left: Op, right: Op) -> Cards:
        a, b = self.cards(left), self.cards(right)
        return {
            page: f"({a[page]} | {b[page]})" if page in a and page in b else a.get(page) or b[page]
            for page in {**a, **b}
        }

    def _cards_without(self, op: Op, left: Op, right: Op) -> Cards:
        a, b = self.cards(left), self.cards(right)
        return {page: f"({code} & ~{b[page]})" if page in b else code for page, code in a.items()}

    def _cards_the_one(self, op: Op, of: Op) -> Cards:
        found = {page: self.temp(code) for page, code in self.cards(of).items()}
        total = " + ".join(f"pop({code})" for code in found.values()) or "0"
        self.put(f"if {total} != 1: return {FAULT}")
        return dict(found)

    def _cards_one_of(self, op: Op, of: Op) -> Cards:
        """The lowest, if all have the same face."""
        found = {page: self.temp(code) for page, code in self.cards(of).items()}
        chosen = {page: self.name() for page in found}
        face = self.name()
        self.put(f"{face} = -1")
        for page, code in found.items():
            faces = self.table(f"F{page}", [
                self.program.cards[card].face for card in self.layout.pages[page].cards
            ] or [0])
            self.put(f"{chosen[page]} = 0")
            rest, lowest = self.name(), self.name()
            self.put(f"{rest} = {code}")
            self.put(f"while {rest}:")
            self.put(f"    {lowest} = {rest} & -{rest}")
            self.put(f"    {rest} ^= {lowest}")
            self.put(f"    if {face} == -1:")
            self.put(f"        {face} = {faces}[low({lowest})]")
            self.put(f"        {chosen[page]} = {lowest}")
            self.put(f"    elif {faces}[low({lowest})] != {face}: return {FAULT}")
        self.put(f"if {face} == -1: return {FAULT}")
        return dict(chosen)

    def _each_card(self, cards: Cards) -> Any:
        """For each page: open a loop over its cards and give (page, mask of the card)."""
        for page, code in cards.items():
            rest, lowest = self.name(), self.name()
            self.put(f"{rest} = {code}")
            self.put(f"while {rest}:")
            self.depth += 1
            self.put(f"{lowest} = {rest} & -{rest}")
            self.put(f"{rest} ^= {lowest}")
            yield page, lowest
            self.depth -= 1

    def _cards_cards_whose(
        self, op: Op, cards: Op, attribute: int, comparison: str, value: Op
    ) -> Cards:
        inner = self.cards(cards)
        if value.op in ("number", "member"):
            test = COMPARE[comparison]
            found: Cards = {}
            for page, code in inner.items():
                numbers = self.layout.pages[page].cards
                fits = sum(
                    1 << bit for bit, card in enumerate(numbers)
                    if test(self.program.cards[card].values[attribute], value.args[0])
                )
                if fits:
                    found[page] = f"({code} & {fits})"
            return found
        if value.type == "number":
            wanted, den = self.number(value)
        else:
            wanted, den = self.plain(value), 1
        wanted = self.temp(wanted)
        names = {page: self.name() for page in inner}
        for name in names.values():
            self.put(f"{name} = 0")
        for page, card in self._each_card(inner):
            own = f"{self.value_table(attribute, page)}[low({card})]"
            self.put(f"if {own}{'' if den == 1 else f' * {den}'} {SIGNS[comparison]} {wanted}: "
                     f"{names[page]} |= {card}")
        return dict(names)

    def _cards_cards_such(self, op: Op, local: int, cards: Op, condition: Op) -> Cards:
        inner = {page: self.temp(code) for page, code in self.cards(cards).items()}
        names = {page: self.name() for page in inner}
        for name in names.values():
            self.put(f"{name} = 0")
        for page, card in self._each_card(inner):
            for other in self.local_pages(local):
                self.put(f"c{local}_{other} = {card if other == page else 0}")
            self.put(f"if {self.flag(condition)}: {names[page]} |= {card}")
        return dict(names)

    def _cards_best_cards(self, op: Op, cards: Op, ranks: Any) -> Cards:
        return self.best_of(self.cards(cards), ranks)

    def best_of(self, inner: Cards, ranks: Any) -> Cards:
        """The cards that share the best place."""
        names = {page: self.name() for page in inner}
        bests = [self.name("b") for _ in ranks]
        some = self.name()
        for name in (*names.values(), *bests, some):
            self.put(f"{name} = 0")
        for page, card in self._each_card(inner):
            values = []
            for extreme, attribute in ranks:
                code = f"{self.value_table(attribute, page)}[low({card})]"
                values.append(self.temp(code if extreme == "highest" else f"-{code}"))
            better, equal = [], []
            for i, (value, best) in enumerate(zip(values, bests, strict=True)):
                same = " and ".join(f"{values[k]} == {bests[k]}" for k in range(i))
                better.append(f"({same} and {value} > {best})" if same else f"{value} > {best}")
                equal.append(f"{value} == {best}")
            self.put(f"if {some} == 0 or {' or '.join(better)}:")
            self.put(f"    {some} = 1")
            for other in names.values():
                self.put(f"    {other} = 0")
            for value, best in zip(values, bests, strict=True):
                self.put(f"    {best} = {value}")
            self.put(f"    {names[page]} = {card}")
            self.put(f"elif {' and '.join(equal)}: {names[page]} |= {card}")
        return dict(names)

    def _cards_unique_cards(self, op: Op, cards: Op, attribute: int) -> Cards:
        inner = {page: self.temp(code) for page, code in self.cards(cards).items()}
        names = {page: self.name() for page in inner}
        for name in names.values():
            self.put(f"{name} = 0")
        for page, card in self._each_card(inner):
            value = self.temp(f"{self.value_table(attribute, page)}[low({card})]")
            many = self.name()
            self.put(f"{many} = 0")
            for other, twin in self._each_card(inner):
                self.put(f"if {self.value_table(attribute, other)}[low({twin})] == {value}: "
                         f"{many} += 1")
            self.put(f"if {many} == 1: {names[page]} |= {card}")
        return dict(names)

    def _cards_otherwise(self, op: Op, left: Op, right: Op) -> Cards:
        pages = sorted(self.layout.masks(self.layout.origins.reach(op)))

        def codes(part: Op) -> list[str]:
            found = self.cards(part)
            return [found.get(page, "0") for page in pages]

        return dict(zip(pages, self.either(lambda: codes(left), lambda: codes(right)),
                        strict=True))
