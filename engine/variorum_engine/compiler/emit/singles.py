"""The answers of one member each to a pick, in code."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.core.program import Op, Pick

from variorum_engine.compiler.emit.decisions import Deciding
from variorum_engine.compiler.emit.writer import SIGNS
from variorum_engine.interpreter.values import COMPARE

MOST_TABLE = 4096


class Singles:
    """One pick in one decision. What is written here stands where the decision is asked."""

    def __init__(self, code: Deciding, pick: Pick, condition: Op | None = None) -> None:
        self.code = code
        self.pick = pick
        self.condition = condition
        self.kind = pick.source.type
        self.least = int(pick.low.args[0]) if pick.low.op == "number" else None
        self.most = None
        if pick.high is not None and pick.high.op == "number":
            self.most = int(pick.high.args[0])
        self.only_one = self.kind == "numbers" or (
            self.least is not None and self.least <= 1 and self.most == 1
        )
        self._source: dict[int, str] | None = None
        layout = code.layout
        self.reach = {} if self.kind in ("players", "numbers") else (
            layout.masks(layout.origins.reach(pick.source))
        )

    @property
    def source(self) -> dict[int, str]:
        """What can be picked, by page (numbers: the least and the most)."""
        if self._source is None:
            found = self.code.source(self.pick)
            if self.kind != "numbers":
                found = {page: self.code.temp(mask) for page, mask in found.items()
                         if mask != "0"}
            self._source = found
        return self._source

    # ------------------------------------------------------------------- one member
    def found(self) -> dict[int, str]:
        """The members that are an answer each by itself, as masks by page; of numbers, how many
        there are, the least, and the mask or range that they are taken from."""
        code = self.code
        if self.condition is None and self._sizes_fit() is True:
            return self._fitting()
        names = {page: code.name() for page in self._pages()}
        for name in names.values():
            code.put(f"{name} = 0")
        tests = [] if self.condition is None else [code.flag(self.condition)]
        if tests:
            code.put(f"if {tests[0]}:")
            code.depth += 1
        fits = self._sizes_fit()
        if not isinstance(fits, bool):
            code.put(f"if {fits}:")
            code.depth += 1
        if fits is not False:
            for page, mask in self._fitting().items():
                code.put(f"{names[page]} = {mask}")
        else:
            code.put("pass")
        code.depth -= len(tests) + (not isinstance(fits, bool))
        return names

    def _pages(self) -> list[int]:
        if self.kind == "numbers":
            return [0, 1, 2]
        if self.kind == "players":
            return [0]
        return sorted(self.reach)

    def _sizes_fit(self) -> bool | str:
        """Whether an answer may have exactly one member: known, or as a condition."""
        tests = []
        if self.kind == "numbers":
            return True
        if self.least is None:
            tests.append(f"{self.code.at_least(self.pick.low)} <= 1")
        elif self.least > 1:
            return False
        if self.pick.high is not None:
            if self.most is None:
                tests.append(f"{self.code.at_most(self.pick.high)} >= 1")
            elif self.most < 1:
                return False
        return " and ".join(tests) or True

    def _fitting(self) -> dict[int, str]:
        if self.kind == "numbers":
            return self._numbers()
        pick, code = self.pick, self.code
        masks = {page: mask for page, mask in self.source.items() if page in self._pages()}
        if self.kind != "players":
            masks = {page: self._different(page, mask) for page, mask in masks.items()}
        if pick.such_that is None:
            return masks
        if pick.limit is not None and self.kind != "players":
            return self._limited(masks)
        found = {page: code.name() for page in masks}
        for name in found.values():
            code.put(f"{name} = 0")
        for page, card in self._each(masks):
            self._give({page: card})
            code.put(f"if {code.flag(pick.such_that)}: {found[page]} |= {card}")
        return found

    def _each(self, masks: dict[int, str]) -> Iterator[tuple[int, str]]:
        """Open a loop over the members of each page; gives the page and the member."""
        code = self.code
        for page, mask in masks.items():
            rest, member = code.name(), code.name()
            code.put(f"{rest} = {mask}")
            code.put(f"while {rest}:")
            code.depth += 1
            code.put(f"{member} = {rest} & -{rest}")
            code.put(f"{rest} ^= {member}")
            yield page, member
            code.depth -= 1

    def _give(self, members: dict[int, str]) -> None:
        """Put an answer where its condition looks for it."""
        code, local = self.code, self.pick.local
        if self.kind == "players":
            mask = members.get(0, "0")
            one = self.least == self.most == 1
            code.put(f"{code.keep(f'r{local}')} = {f'low({mask})' if one else mask}")
            return
        for page in code.local_pages(local):
            code.put(f"{code.keep(f'c{local}_{page}')} = {members.get(page, '0')}")

    def _different(self, page: int, mask: str) -> str:
        """Of cards with the same face only the lowest."""
        code = self.code
        reach = self.reach.get(page, 0)
        groups: dict[int, int] = {}
        for bit, card in enumerate(code.layout.pages[page].cards):
            if reach >> bit & 1:
                face = code.program.cards[card].face
                groups[face] = groups.get(face, 0) | 1 << bit
        twins = [group for group in groups.values() if group & (group - 1)]
        if not twins:
            return mask
        found, same = code.name(), code.name()
        code.put(f"{found} = {mask}")
        for group in twins:
            code.put(f"{same} = {mask} & {group}")
            code.put(f"{found} &= ~({same} & ({same} - 1))")
        return found

    def _limited(self, masks: dict[int, str]) -> dict[int, str]:
        """The cards that keep to a limit of a total all by themselves."""
        code = self.code
        assert self.pick.limit is not None
        attribute, comparison, bound = self.pick.limit
        reach = self._bounds(bound)
        need, den = code.number(bound)
        found = {}
        need = code.temp(need) if len(masks) > 1 or den != 1 or reach is None else need
        for page, mask in masks.items():
            values = [code.program.cards[card].values[attribute]
                      for card in code.layout.pages[page].cards]
            if den == 1 and reach is not None and reach[1] - reach[0] < MOST_TABLE:
                low, high = min(reach[0], 0), max(reach[1], 0)
                # A bound below 0 is looked up from the end.
                test = COMPARE[comparison]
                table = code.table(f"G{attribute}_{page}_{comparison.replace(' ', '_')}", [
                    sum(1 << bit for bit, value in enumerate(values) if test(value, at))
                    for at in (*range(high + 1), *range(low, 0))
                ])
                found[page] = code.temp(f"{mask} & {table}[{need}]")
                continue
            found[page] = code.name()
            code.put(f"{found[page]} = 0")
            for _, card in self._each({page: mask}):
                own = f"{code.value_table(attribute, page)}[low({card})]"
                code.put(f"if {own}{'' if den == 1 else f' * {den}'} {SIGNS[comparison]} {need}: "
                         f"{found[page]} |= {card}")
        return found

    def _bounds(self, op: Op) -> tuple[int, int] | None:
        """What a number certainly lies between, where that is plain."""
        match op.op:
            case "number":
                return int(op.args[0]), int(op.args[0])
            case "figure":
                return self._bounds(self.code.program.figures[op.args[0]].value)
            case "highest_players" | "lowest_players":
                return self._bounds(op.args[1])
            case "total_cards" if op.args[1].op == "zone":
                pages = self.code.layout.pages_of_zone(op.args[1].args[0])
                values = [self.code.program.cards[card].values[op.args[0]]
                          for page in pages for card in page.cards]
                return sum(min(v, 0) for v in values), sum(max(v, 0) for v in values)
            case "+" | "-":
                left, right = self._bounds(op.args[0]), self._bounds(op.args[1])
                if left is None or right is None:
                    return None
                if op.op == "+":
                    return left[0] + right[0], left[1] + right[1]
                return left[0] - right[1], left[1] - right[0]
        return None

    # ---------------------------------------------------------------------- numbers
    def _numbers(self) -> dict[int, str]:
        """How many numbers fit, and the least and the most that there are."""
        code, pick = self.code, self.pick
        least, most = code.temp(self.source[0]), code.temp(self.source[1])
        if pick.such_that is None:
            return {0: code.temp(f"max(0, {most} - {least} + 1)"), 1: least, 2: most}
        count, number = code.name(), code.keep(f"r{pick.local}")
        code.put(f"{count} = 0")
        code.put(f"for {number} in range({least}, {most} + 1):")
        code.depth += 1
        code.put(f"if {code.flag(pick.such_that)}: {count} += 1")
        code.depth -= 1
        return {0: count, 1: least, 2: most}

    def numbered(self, found: dict[int, str], ticket: str) -> str:
        """The number that a ticket stands for."""
        code, pick = self.code, self.pick
        if pick.such_that is None:
            return f"{found[1]} + {ticket}"
        chosen, number = code.name(), code.keep(f"r{pick.local}")
        code.put(f"{chosen} = 0")
        code.put(f"for {number} in range({found[1]}, {found[2]} + 1):")
        code.depth += 1
        code.put(f"if {code.flag(pick.such_that)}:")
        code.put(f"    if {ticket} == 0: {chosen} = {number}")
        code.put(f"    {ticket} -= 1")
        code.depth -= 1
        return chosen

    # ---------------------------------------------------------------- other answers
    def nothing(self) -> str:
        """Whether the empty answer is allowed, as a number; empty if it never is."""
        code = self.code
        if self.kind == "numbers" or (self.least is not None and self.least > 0):
            return ""
        tests = [] if self.condition is None else [code.flag(self.condition)]
        if self.least is None:
            tests.append(f"{code.at_least(self.pick.low)} <= 0")
        name = code.name()
        code.put(f"{name} = 0")
        code.put(f"if {' and '.join(f'({test})' for test in tests) or 'True'}:")
        code.depth += 1
        test = self._allowed(dict.fromkeys(self._pages(), "0"))
        code.put(f"if {test}: {name} = 1")
        code.depth -= 1
        return name

    def _allowed(self, members: dict[int, str]) -> str:
        """Whether a set of members keeps to the condition of the pick."""
        code, pick = self.code, self.pick
        if pick.such_that is None:
            return "True"
        if pick.limit is not None and self.kind != "players":
            attribute, comparison, bound = pick.limit
            totals = [code.total_code(attribute, page, mask) for page, mask in members.items()]
            total = " + ".join(totals) or "0"
            return code.compared(comparison, (f"({total})", 1), code.number(bound))
        self._give(members)
        return code.flag(pick.such_that)

    def gathered(self, done: str) -> dict[int, str]:
        """Members taken upwards until they are an answer; then `done` is 1."""
        code, pick = self.code, self.pick
        pages = self._pages()
        sets = {page: code.name() for page in pages}
        left = {page: code.name() for page in pages}
        size, most = code.name(), code.name()
        for name in (size, *sets.values(), *left.values()):
            code.put(f"{name} = 0")
        opened = 0
        if self.condition is not None:
            code.put(f"if {code.flag(self.condition)}:")
            code.depth += 1
            opened = 1
        for page in pages:
            code.put(f"{left[page]} = {self.source.get(page, '0')}")
        least = code.temp(code.at_least(pick.low))
        code.put(f"{most} = {1 << 40 if pick.high is None else code.at_most(pick.high)}")
        for page in pages:
            code.put(f"while {left[page]} and {done} == 0:")
            code.depth += 1
            card = code.temp(f"{left[page]} & -{left[page]}")
            code.put(f"{left[page]} ^= {card}")
            code.put(f"{sets[page]} |= {card}")
            code.put(f"{size} += 1")
            code.put(f"if {least} <= {size} <= {most}:")
            code.depth += 1
            code.put(f"if {self._allowed(sets)}: {done} = 1")
            code.depth -= 2
        code.depth -= opened
        return sets
