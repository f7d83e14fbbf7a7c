"""Two lowered games compared line by line.

Local names may have other numbers, and neighbouring lines another order where it makes no
difference; a value that nothing reads may be missing. Everything else must be the same.
"""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op, Pick, Program

from variorum_engine.mutation.commutation import commute, is_line
from variorum_engine.table.fingerprint import canonical

# Where the number of a local stands among the arguments, and which argument is only a promise.
_LOCALS = {
    "local": 0, "set_local": 0, "cards_such": 0, "players_such": 0, "players_whose": 1,
    "unique_players": 1, "total_players": 0, "highest_players": 0, "lowest_players": 0,
    "for_players": 0, "for_cards": 0, "for_members": 0, "turns": 1, "together": 0, "chance": 0,
}
_PROMISES = {"turns": 4, "repeat": 1}
# In the canonical form of a program, what stands before its rules.
_TABLES = 5
_NOT_COMPARED = frozenset({"name", "words", "cites", "at", "limit", "measure"})


class Matching:
    """`promises` asks whether loops must also say that they use up the same."""

    def __init__(self, left: Program, right: Program, *, promises: bool) -> None:
        self.left, self.right = left, right
        self.promises = promises
        self.locals: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.figures: dict[int, int] = {}
        (self.read_left, all_left), (self.read_right, all_right) = _locals(left), _locals(right)
        self.everybody = all_left, all_right

    def rules(self) -> bool:
        """Whether everything but the scorings is the same."""
        left, right = self.left, self.right
        return (
            canonical(left)[:_TABLES] == canonical(right)[:_TABLES]
            and (left.everyone, left.tied) == (right.everyone, right.tied)
            and self._all(
                [(t.each_player, t.type, t.start) for t in left.tracks],
                [(t.each_player, t.type, t.start) for t in right.tracks],
            )
            and self._stages()
            and self._all([(e.at_once, e.condition) for e in left.ends],
                          [(e.at_once, e.condition) for e in right.ends])
            and self._all([row[0] for row in left.out], [row[0] for row in right.out])
            and self._chain()
        )

    def scorings(self) -> bool:
        """Whether the scorings have the same steps."""
        rows = [
            [(table.local, table.steps) for table in program.scorings]
            for program in (self.left, self.right)
        ]
        return len(rows[0]) == len(rows[1]) and all(
            self._local(a[0], b[0]) and self.same(a[1], b[1])
            for a, b in zip(*rows, strict=True)
        )

    def _all(self, left: list[Any], right: list[Any]) -> bool:
        return len(left) == len(right) and all(map(self.same, left, right))

    def _stages(self) -> bool:
        # A stage without lines does nothing, wherever it stands.
        rows = [[s for s in program.stages if s.body] for program in (self.left, self.right)]
        return len(rows[0]) == len(rows[1]) and all(
            a.stage == b.stage and self.same(a.until, b.until)
            and (not self.promises or self.same(a.measure, b.measure))
            and self._block(a.body, b.body)
            for a, b in zip(*rows, strict=True)
        )

    def _chain(self) -> bool:
        chains = self.left.chain, self.right.chain
        return len(chains[0]) == len(chains[1]) and all(
            a.extreme == b.extreme and a.is_score == b.is_score
            and (a.figure == b.figure if a.is_score else self._figure(a.figure, b.figure))
            for a, b in zip(*chains, strict=True)
        )

    # ------------------------------------------------------------------------- parts
    def same(self, a: Any, b: Any) -> bool:
        if isinstance(a, Op):
            return isinstance(b, Op) and a.op == b.op and self._op(a, b)
        if isinstance(a, Pick) and isinstance(b, Pick) and (
            needs_one(a, self.everybody[0]) and needs_one(b, self.everybody[1])
        ):
            # Whether it says "1 or more" or "any number" then makes no difference.
            b = b._replace(low=a.low)
        if hasattr(a, "_fields"):
            return type(a) is type(b) and all(
                self._local(x, y) if field == "local" else self.same(x, y)
                for field, x, y in zip(a._fields, a, b, strict=True) if field not in _NOT_COMPARED
            )
        if isinstance(a, tuple):
            if not isinstance(b, tuple):
                return False
            if a and all(map(is_line, a)) and all(map(is_line, b)):
                return self._block(a, b)
            if len(a) == len(b) and _is_rank(a) and _is_rank(b):
                return bool(a[0] == b[0]) and self._local(a[1], b[1]) and self.same(a[2], b[2])
            return len(a) == len(b) and all(map(self.same, a, b))
        return bool(a == b)

    def _op(self, a: Op, b: Op) -> bool:
        if len(a.args) != len(b.args):
            return False
        if a.op == "figure":
            return self._figure(a.args[0], b.args[0]) and self.same(a.args[1], b.args[1])
        local = _LOCALS.get(a.op, -1)
        promise = -1 if self.promises else _PROMISES.get(a.op, -1)
        if a.op == "move":
            return (self.same(a.args[:3], b.args[:3]) and a.args[4] == b.args[4]
                    and self._effects(a.args[3], b.args[3]))
        return all(
            self._local(x, y) if number == local else number == promise or self.same(x, y)
            for number, (x, y) in enumerate(zip(a.args, b.args, strict=True))
        )

    def _effects(self, a: Any, b: Any) -> bool:
        return len(a) == len(b) and all(
            x[0] == y[0] and self._local(x[1], y[1]) and self._local(x[2], y[2])
            and self.same(x[3], y[3]) and self._block(x[4], y[4])
            for x, y in zip(a, b, strict=True)
        )

    def _local(self, a: int, b: int) -> bool:
        if a in self.locals or b in self.back:
            return self.locals.get(a) == b and self.back.get(b) == a
        self.locals[a], self.back[b] = b, a
        return True

    def _figure(self, a: int, b: int) -> bool:
        if a in self.figures:
            return self.figures[a] == b
        self.figures[a] = b
        left, right = self.left.figures[a], self.right.figures[b]
        return self._local(left.local, right.local) and self.same(left.value, right.value)

    # ------------------------------------------------------------------------ blocks
    def _block(self, a: tuple[Op, ...], b: tuple[Op, ...]) -> bool:
        """Each line has its partner, and those that it would have to pass let it pass."""
        waiting = _alive(b, self.read_right)
        for line in _alive(a, self.read_left):
            for number, other in enumerate(waiting):
                if self._partners(line, other) and all(
                    commute(other, earlier, self.right) for earlier in waiting[:number]
                ):
                    del waiting[number]
                    break
            else:
                return False
        return not waiting

    def _partners(self, a: Op, b: Op) -> bool:
        before = dict(self.locals), dict(self.back), dict(self.figures)
        if self.same(a, b):
            return True
        self.locals, self.back, self.figures = before
        return False


def _alive(block: tuple[Op, ...], read: set[int]) -> list[Op]:
    """The lines that do something: a value that nothing reads is as good as none."""
    return [
        line for line in block
        if not (line.op == "nothing"
                or (line.op == "set_local" and line.args[0] not in read)
                or (line.op == "chance" and line.args[0] not in read
                    and line.args[3].op == "players"))
    ]


def needs_one(pick: Pick, everybody: set[int]) -> bool:
    """Whether nothing at all cannot be picked, since something must exceed all others by it.

    `offer of p + total worth of raise is more than highest offer of players`: without a raise the
    offer would have to be higher than itself.
    """
    if pick.low.op != "number" or pick.low.args[0] > 1:
        return False
    test = pick.such_that
    if test is None or test.op != "compare" or test.args[0] != "is more than":
        return False
    _, left, most = test.args
    if left.op != "+" or most.op != "highest_players":
        return False
    mine, raised = left.args
    seat, each, among = most.args
    return bool(
        (among.op == "players" or (among.op == "local" and among.args[0] in everybody))
        and raised.op == "total_cards" and raised.args[1].op == "local"
        and raised.args[1].args[0] == pick.local
        and mine.op == each.op == "figure" and mine.args[0] == each.args[0]
        and each.args[1].op == "local" and each.args[1].args[0] == seat
        and mine.args[1].type == "player"
    )


def _is_rank(part: tuple[Any, ...]) -> bool:
    return len(part) == 3 and part[0] in ("highest", "lowest") and isinstance(part[1], int)


def _locals(program: Program) -> tuple[set[int], set[int]]:
    """The locals that anything reads, and those that never stand for less than all players."""
    read: set[int] = set()
    given: dict[int, list[Op]] = {}
    stack: list[Any] = [
        tuple(program.stages), tuple(program.ends), tuple(program.out), tuple(program.figures),
        tuple(program.scorings),
    ]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif isinstance(part, Op):
            if part.op == "local":
                read.add(part.args[0])
            elif part.op == "set_local":
                given.setdefault(part.args[0], []).append(part.args[1])
            stack.extend(part.args)
    return read, {local for local, values in given.items()
                  if all(value.op == "players" for value in values)}
