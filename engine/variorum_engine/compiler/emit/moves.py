"""Values, shuffles and chance as code."""

from __future__ import annotations

from variorum_dsl.core.program import Op

from variorum_engine.compiler.emit.expressions import FAULT
from variorum_engine.compiler.emit.flow import ENDED
from variorum_engine.compiler.emit.transfers import Taking
from variorum_engine.compiler.emit.writer import ARRAYS
from variorum_engine.interpreter.dependencies import Touch
from variorum_engine.interpreter.values import MOST_NUMBER


class Moves(Taking):
    """Writes the lines that change something."""

    def _line_nothing(self, op: Op) -> None:
        self.put("pass")

    def _line_show(self, op: Op, cards: Op, to: Op) -> None:
        self.put("pass")
        if self.knowing:
            who = self.temp(self.players(to) if to.type == "players"
                            else f"1 << {self.somebody(to)}")
            for page, code in self.cards(cards).items():
                self.put(f"noted({ARRAYS}, {page}, {code}, -1, {who})")

    def _line_set_local(self, op: Op, number: int, value: Op) -> None:
        if value.type in ("cards", "card"):
            codes = {page: self.temp(code) for page, code in self.cards(value).items()}
            for page in self.local_pages(number):
                name = self.keep(f"c{number}_{page}")
                self.put(f"{name} = {codes.get(page, '0')}")
            return
        name = self.keep(f"r{number}")
        if value.type == "number":
            self.put(f"{name} = {self.scaled(value, self.local_dens.get(number, 1))}")
        else:
            self.put(f"{name} = {self.plain(value)}")

    def _line_set_track(self, op: Op, number: int, owner: Op | None, value: Op) -> None:
        code = self.plain(value)
        first = self.program.tracks[number].first
        place = str(first) if owner is None else f"{first} + {self.somebody(owner)}"
        self.put(f"T[{place}] = {code}")
        self.tell("track", op, place, f"T[{place}]")
        self.check_ends(Touch(tracks=frozenset({number})))

    def _line_end_round(self, op: Op) -> None:
        if not self.round_flag:
            self.put(f"return {FAULT}")
            return
        self.put(f"{self.round_flag} = 1")
        self.put("break")

    def _line_end_game(self, op: Op) -> None:
        self.put("pass" if self.ended else f"return {ENDED}")

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
        if self.tells:
            number = self.program.zones[zone].first
            self.tell("shuffle", op,
                      number if owner is None else f"{number} + {self.somebody(owner)}")

    def _line_chance(self, op: Op, local: int, low: Op, high: Op | None, source: Op) -> None:
        one = high is not None and low.op == high.op == "number" and (
            low.args[0] == high.args[0] == 1
        )
        if source.type == "numbers":
            self._chance_number(op, local, source)
        elif one and source.type == "players":
            self._chance_player(op, local, source)
        else:
            self._chance_set(op, local, low, high, source)

    def _chance_player(self, op: Op, local: int, source: Op) -> None:
        mask = self.temp(self.players(source))
        self.put(f"if {mask} == 0: return {FAULT}")
        name = self.keep(f"r{local}")
        ticket = "0" if self.first_seat else f"below(R, pop({mask}))"
        self.put(f"{name} = low(nth({mask}, {ticket}))")
        self.sure = self.sure | {name}
        self.tell("chance", op, -1, "list(Z)", f"1 << {name}")

    def _chance_number(self, op: Op, local: int, source: Op) -> None:
        least, most = self.number_range(source)
        self.put(f"if {least} > {most}: return {FAULT}")
        name = self.keep(f"r{local}")
        self.put(f"{name} = {least} + below(R, {most} - {least} + 1)")
        self.tell("chance", op, -1, "list(Z)", f"1 << {name}")

    def number_range(self, source: Op) -> tuple[str, str]:
        """The lowest and the highest number that can be picked."""
        least = self.temp(self.at_least(source.args[0]))
        most = self.temp(self.at_most(source.args[1]))
        self.put(f"if {least} < 0 or {most} > {MOST_NUMBER}: return {FAULT}")
        return least, most

    def _chance_set(
        self, op: Op, local: int, low: Op, high: Op | None, source: Op
    ) -> None:
        """Some of a set, drawn one after the other."""
        of_players = source.type == "players"
        if of_players:
            codes = {0: self.players(source)}
            names = {0: self.keep(f"r{local}")}
        else:
            names = {page: self.keep(f"c{local}_{page}") for page in self.local_pages(local)}
            codes = {page: code for page, code in self.cards(source).items() if page in names}
        left = {page: self.name() for page in codes}
        for page, code in codes.items():
            self.put(f"{left[page]} = {code}")
        for name in names.values():
            self.put(f"{name} = 0")
        size = self.temp(" + ".join(f"pop({code})" for code in left.values()) or "0 + 0")
        least = self.whole(low)
        self.put(f"if {least} > {size} or {least} < 0: return {FAULT}")
        many = self.name()
        self.put(f"{many} = {least}")
        if high is not low:
            most = self.name()
            self.put(f"{most} = {size if high is None else f'min({self.whole(high)}, {size})'}")
            self.put(f"if {most} > {least}: {many} = {least} + below(R, {most} - {least} + 1)")
        turn, ticket, taken = self.name("i"), self.name(), self.name()
        self.put(f"for {turn} in range({many}):")
        self.depth += 1
        self.put(f"{ticket} = below(R, {size} - {turn})")
        for page, name in left.items():
            # Once something is taken the ticket is below 0, so the later pages give nothing.
            self.put(f"if 0 <= {ticket} < pop({name}):")
            self.put(f"    {taken} = nth({name}, {ticket})")
            self.put(f"    {name} ^= {taken}")
            self.put(f"    {names[page]} |= {taken}")
            self.put(f"    {ticket} = -1")
            if len(left) > 1:
                self.put(f"else: {ticket} -= pop({name})")
        self.depth -= 1
        if self.tells:
            pages = names if of_players else range(len(self.layout.pages))
            self.tell("chance", op, self.owner_code(source), "list(Z)",
                      *(names.get(page, "0") for page in pages))

    def owner_code(self, cards: Op) -> str:
        """Whose cards these are, where players share their bits: for events."""
        raise NotImplementedError
