"""Expressions of the core become expressions of Python, over flat integers.

A number is (code, denominator): its value is code / denominator, the denominator being known. A set
of cards is one code for each page. What cannot be said in one expression is written out before it.
"""

from __future__ import annotations

from variorum_dsl.core.program import Op

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.numbers import NeedsFractions, Numbers
from variorum_engine.compiler.emit.writer import FAULT, SIGNS, Cards, Number
from variorum_engine.interpreter.memo import groups_of


class Expressions(Numbers):
    """Writes numbers and conditions."""

    def any_code(self, op: Op) -> str:
        """A set as one number that is 0 exactly when it is empty."""
        if op.type == "players":
            return self.players(op)
        if op.op == "zones_of":
            return self.count_of_zones(*op.args)
        codes = list(self.cards(op).values())
        return codes[0] if len(codes) == 1 else f"({' | '.join(codes) or '0'})"

    def count_code(self, op: Op) -> str:
        if op.type == "players":
            return f"pop({self.players(op)})"
        if op.op == "zones_of":
            return self.count_of_zones(*op.args)
        codes = [f"pop({code})" for code in self.cards(op).values()]
        return codes[0] if len(codes) == 1 else f"({' + '.join(codes) or '0'})"

    def plain(self, op: Op) -> str:
        """A value that is one integer: a player, a member, a flag, a set of players."""
        if op.type == "player":
            return self.player(op)
        if op.type == "players":
            return self.players(op)
        if op.type == "flag":
            return f"(1 if {self.flag(op)} else 0)"
        if op.type.startswith("member"):
            return self.member(op)
        code, den = self.number(op)
        if den != 1:
            raise NeedsFractions("a track that keeps a fraction")
        return code

    def member(self, op: Op) -> str:
        match op.op:
            case "member":
                return str(op.args[0])
            case "local":
                return f"r{op.args[0]}"
            case "track":
                return self.track(op)
            case "attribute":
                return self._attribute(*op.args)
            case "otherwise":
                return self.otherwise(op, self.member)
        raise NotCompilable(f"a member written as {op.op}")

    def _attribute(self, attribute: int, card: Op) -> str:
        cards = {page: self.temp(code) for page, code in self.cards(card).items()}
        total = " + ".join(f"pop({code})" for code in cards.values()) or "0"
        self.put(f"if {total} != 1: return {FAULT}")
        parts = [self.total_code(attribute, page, code) for page, code in cards.items()]
        return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"

    def number(self, op: Op) -> Number:
        match op.op:
            case "number":
                return str(op.args[0]), 1
            case "local":
                return f"r{op.args[0]}", self.local_dens.get(op.args[0], 1)
            case "track":
                return self.track(op), 1
            case "count":
                return self.count_code(op.args[0]), 1
            case "attribute":
                return self._attribute(*op.args), 1
            case "+" | "-" | "*":
                return self.arithmetic(op)
            case "/":
                return self.divided(*op.args)
            case "round":
                return self.rounded(*op.args), 1
            case "total_cards":
                return self._total_cards(*op.args), 1
            case "highest_cards" | "lowest_cards":
                return self._extreme_cards(op, *op.args), 1
            case "different_cards" | "same_cards":
                return self._alike_cards(op, *op.args), 1
            case "total_players" | "highest_players" | "lowest_players":
                return self._over_players(op, *op.args)
            case "figure":
                table = self.program.figures[op.args[0]]
                who = self.somebody(op.args[1])
                if who != f"r{table.local}":
                    self.put(f"r{table.local} = {who}")
                self.sure = self.sure | {f"r{table.local}"}
                # Worked out at once: the place of the player may be another one's a line later.
                code, den = self.number(table.value)
                self.fresh += 1
                self.put(f"t{self.fresh} = {code}")
                return f"t{self.fresh}", den
            case "score":
                return self.score(op.args[0], self.somebody(op.args[1]))
            case "otherwise":
                return self._number_otherwise(op)
        raise NotCompilable(f"a number written as {op.op}")

    def score(self, number: int, who: str) -> Number:
        raise NotImplementedError

    def _total_cards(self, attribute: int, cards: Op) -> str:
        if cards.op == "zones_of":
            return self.total_of_zones(attribute, *cards.args)
        codes = {page: self.temp(code) for page, code in self.cards(cards).items()}
        parts = [self.total_code(attribute, page, code) for page, code in codes.items()]
        return parts[0] if len(parts) == 1 else f"({' + '.join(parts) or '0'})"

    def _extreme_cards(self, op: Op, attribute: int, cards: Op, default: str = "") -> str:
        inner = self.cards(cards)
        best, some = self.name("b"), self.name()
        self.put(f"{best} = 0")
        self.put(f"{some} = 0")
        sign = ">" if op.op.startswith("highest") else "<"
        for page, card in self._each_card(inner):
            value = self.temp(f"{self.value_table(attribute, page)}[low({card})]")
            self.put(f"if {some} == 0 or {value} {sign} {best}:")
            self.put(f"    {best} = {value}")
            self.put(f"    {some} = 1")
        self.put(f"if {some} == 0: {f'{best} = {default}' if default else self.nothing()}")
        return best

    def _alike_cards(self, op: Op, attribute: int, cards: Op) -> str:
        """How many different values there are, or how many cards have the commonest one."""
        codes = {page: self.temp(code) for page, code in self.cards(cards).items()}
        found = self.name("b")
        self.put(f"{found} = 0")
        values = self.program.values(attribute)
        for group in groups_of(values, self.layout.origins.reach(cards)):
            parts = [f"({codes[page]} & {mask})"
                     for page, mask in self.layout.masks(group).items() if page in codes]
            if not parts:
                continue
            if op.op == "different_cards":
                self.put(f"if {' or '.join(parts)}: {found} += 1")
            else:
                many = self.temp(" + ".join(f"pop{part}" for part in parts) + " + 0")
                self.put(f"if {many} > {found}: {found} = {many}")
        return found

    def _over_players(
        self, op: Op, local: int, expr: Op, players: Op, default: str = ""
    ) -> Number:
        direct = self._direct(op, local, expr, players)
        if direct is not None:
            return direct, 1
        best, some = self.name("b"), self.name()
        self.put(f"{best} = 0")
        if not op.op.startswith("total"):
            self.put(f"{some} = 0")
        self.each_seat(players, local)
        code, den = self.number(expr)
        if op.op.startswith("total"):
            self.put(f"{best} += {code}")
            self.depth -= 1
            return best, den
        value = self.temp(code)
        sign = ">" if op.op.startswith("highest") else "<"
        self.put(f"if {some} == 0 or {value} {sign} {best}:")
        self.put(f"    {best} = {value}")
        self.put(f"    {some} = 1")
        self.depth -= 1
        if default or not self.is_everyone(players):
            self.put(f"if {some} == 0: {f'{best} = {default}' if default else self.nothing()}")
        return best, den

    def _direct(self, op: Op, local: int, expr: Op, players: Op) -> str | None:
        """All players' totals of a zone in one expression, where that is all there is to it."""
        if not self.is_everyone(players):
            return None
        if expr.op == "figure" and _is_local(expr.args[1], local):
            table = self.program.figures[expr.args[0]]
            local, expr = table.local, table.value
        if expr.op != "total_cards" or expr.args[1].op != "zone":
            return None
        zone, owner = expr.args[1].args
        pages = self.layout.pages_of_zone(zone)
        if owner is None or not _is_local(owner, local) or len(pages) != 1:
            return None
        first = self.layout.first_slot[zone]
        codes = [self.total_code(expr.args[0], pages[0].number, f"Z[{first + seat}]")
                 for seat in range(self.program.players)]
        if op.op.startswith("total") or len(codes) == 1:
            return f"({' + '.join(codes)})"
        return f"{'max' if op.op.startswith('highest') else 'min'}({', '.join(codes)})"

    def _number_otherwise(self, op: Op) -> Number:
        left, right = op.args
        den = self.denominator(op)
        plain = left.op.startswith(("highest", "lowest")) and not self._may_be_nothing(left)
        if plain and right.op == "number" and self.denominator(left) == den:
            default = self.temp(self.scaled(right, den))
            if left.op.endswith("cards"):
                attribute, cards = left.args
                return self._extreme_cards(left, attribute, cards, default), 1
            local, expr, players = left.args
            return self._over_players(left, local, expr, players, default)
        codes = self.either(lambda: [self.scaled(left, den)], lambda: [self.scaled(right, den)])
        return codes[0], den

    def _may_be_nothing(self, op: Op) -> bool:
        """Whether something inside a number may have no highest or lowest."""
        stack: list[object] = list(op.args)
        while stack:
            part = stack.pop()
            if isinstance(part, tuple):
                stack.extend(part)
            elif isinstance(part, Op):
                if part.op.startswith(("highest", "lowest")) or part.op == "score":
                    return True
                if part.op == "figure":
                    stack.append(self.program.figures[part.args[0]].value)
                stack.extend(part.args)
        return False

    def flag(self, op: Op) -> str:
        match op.op:
            case "flag":
                return "True" if op.args[0] else "False"
            case "local":
                return f"r{op.args[0]} != 0"
            case "track":
                return f"{self.track(op)} != 0"
            case "not":
                return f"not ({self.flag(op.args[0])})"
            case "and" | "or":
                return self._joined(op)
            case "empty":
                return f"{self.any_code(op.args[0])} == 0"
            case "compare":
                return self._compare(*op.args)
            case "in":
                return self._in(*op.args)
            case "is_kind":
                return self._is_kind(*op.args)
            case "otherwise":
                return f"{self.otherwise(op, self.plain)} != 0"
        raise NotCompilable(f"a condition written as {op.op}")

    def _joined(self, op: Op) -> str:
        left = self.flag(op.args[0])
        before = len(self.lines)
        right = self.flag(op.args[1])
        if len(self.lines) == before:
            return f"(({left}) {op.op} ({right}))"
        # The right side needs lines of its own: they must run only if it is looked at.
        written = self.lines[before:]
        del self.lines[before:]
        holds = self.name()
        self.put(f"{holds} = {left}")
        self.put(f"if {holds if op.op == 'and' else f'not {holds}'}:")
        self.lines.extend("    " + line for line in written)
        self.depth += 1
        self.put(f"{holds} = {right}")
        self.depth -= 1
        return holds

    def _compare(self, comparison: str, left: Op, right: Op) -> str:
        if left.type == "number":
            return self.compared(comparison, self.number(left), self.number(right))
        if left.type in ("cards", "card"):
            a, b = self.cards(left), self.cards(right)
            same = " and ".join(f"{a.get(page, '0')} == {b.get(page, '0')}" for page in {**a, **b})
            return f"({same or 'True'})" if comparison == "is" else f"not ({same or 'True'})"
        return f"{self.plain(left)} {SIGNS[comparison]} {self.plain(right)}"

    def _in(self, left: Op, right: Op) -> str:
        if left.type == "player":
            who = self.temp(self.player(left))
            return f"({who} >= 0 and {self.players(right)} >> {who} & 1 != 0)"
        a, b = self.cards(left), self.cards(right)
        return " and ".join(f"{code} & ~{b.get(page, '0')} == 0" for page, code in a.items()) or (
            "True"
        )

    def _is_kind(self, mask: int, cards: Op) -> str:
        allowed = self.layout.masks(mask)
        codes = {page: self.temp(code) for page, code in self.cards(cards).items()}
        some = " | ".join(codes.values()) or "0"
        none = " and ".join(f"{code} & {~allowed.get(page, 0)} == 0"
                            for page, code in codes.items()) or "True"
        return f"(({some}) != 0 and {none})"


def _is_local(op: Op, local: int) -> bool:
    return op.op == "local" and op.args[0] == local


__all__ = ["FAULT", "Cards", "Expressions", "Number"]
