"""Lines of play become structured code that can be taken up again at any decision.

`go` is 0 while the code runs, and the number of a decision while it is being taken up there: every
block then skips what lies before that decision and enters the blocks around it. At a decision the
code either asks a policy that is written into it, or puts everything away and returns the number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from variorum_dsl.core.program import Choice, Op, Program

from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.emit.expressions import Expressions
from variorum_engine.interpreter.dependencies import reads

ENDED = -1
X_CHOICE, X_ROUNDS, X_DECISIONS, X_SEAT, X_BROKEN, X_PICKED = 1, 2, 3, 4, 5, 8


class Flow(Expressions):
    """Writes the stages of a game."""

    tells = False  # whether events are told

    def __init__(
        self, program: Program, layout: Layout, *, policy: Callable[..., None] | None = None,
        resumable: bool = True, exact: bool = False,
    ) -> None:
        super().__init__(program, layout, exact=exact)
        self.policy = policy
        self.resumable = resumable
        self.kept: dict[str, None] = {}  # names that outlive a decision
        self.numbers: dict[int, int] = {}
        self.ranges: dict[int, tuple[int, int]] = {}
        self.sealed: dict[int, tuple[str, str]] = {}
        self.nested = False
        self.asked: dict[int, tuple[Op, tuple[Choice, ...], bool]] = {}
        self.loop_depth = 0
        self.ends = [(end, reads(end.condition, program)) for end in program.ends]
        self.round_flag = ""
        self.ended = False  # inside the reckonings
        self.first_seat = False
        self.knowing = False  # moves are noted, so that players can remember what they saw
        self.held: dict[str, tuple[str, int, int]] = {}  # role, operation and page (or seat) of
        # names that hold the place in a loop
        self.source_of: dict[int, Any] = {}
        for stage in program.stages:
            self._number_block(stage.body)

    # ------------------------------------------------------- numbers of decisions
    def _number_block(self, body: tuple[Op, ...]) -> tuple[int, int]:
        low = len(self.asked) + 1
        for op in body:
            self._number(op)
        return low, len(self.asked)

    def _number(self, op: Op) -> None:
        low = len(self.asked) + 1
        if op.op in ("decide", "together"):
            number = low
            self.numbers[id(op)] = number
            choices = op.args[1] if op.op == "decide" else op.args[2]
            self.asked[number] = (op, choices, op.op == "together")
            for choice in choices:
                self.ranges[id(choice.body)] = self._number_block(choice.body)
            if op.op == "together":
                self.ranges[id(op.args[3])] = self._number_block(op.args[3])
        else:
            for body in self._bodies(op):
                self.ranges[id(body)] = self._number_block(body)
        self.ranges[id(op)] = (low, len(self.asked))

    def _bodies(self, op: Op) -> list[tuple[Op, ...]]:
        match op.op:
            case "if":
                return [op.args[1], op.args[2]]
            case "for_players" | "for_cards" | "for_members" | "repeat" | "turns":
                return [op.args[-1]]
            case "cases":
                return [body for _, body in self._grouped(op.args[1])]
            case "move":
                return [effect[4] for effect in op.args[3]]
            case _:
                return []

    @staticmethod
    def _grouped(rows: Any) -> list[tuple[int, tuple[Op, ...]]]:
        """Cases with the cards that really reach them, one for each body."""
        found: dict[int, list[Any]] = {}
        taken = 0
        for mask, body in rows:
            own = mask & ~taken
            taken |= mask
            if id(body) in found:
                found[id(body)][0] |= own
            else:
                found[id(body)] = [own, body]
        return [(mask, body) for mask, body in found.values()]

    def decides(self, part: Any) -> bool:
        low, high = self.ranges[id(part)]
        return high >= low

    def inside(self, part: Any) -> str:
        low, high = self.ranges[id(part)]
        return f"go == {low}" if low == high else f"{low} <= go <= {high}"

    # ---------------------------------------------------------------------- blocks
    def keep(self, name: str) -> str:
        self.kept[name] = None
        return name

    def holding(self, role: str, op: Op, page: int = 0) -> str:
        """A name of its own that outlives a decision, for the place in a loop."""
        name = self.keep(self.name("w"))
        self.held[name] = role, id(op), page
        return name

    def fresh_start(self) -> bool:
        """Open a block for what is done only when nothing is being taken up."""
        if not self.resumable:
            return False
        self.put("if go == 0:")
        self.depth += 1
        return True

    def close(self, opened: bool) -> None:
        if opened:
            self.depth -= 1

    def block(self, body: tuple[Op, ...]) -> None:
        if not body:
            self.put("pass")
            return
        quiet: list[Op] = []
        for op in (*body, None):
            if op is not None and not self.decides(op):
                quiet.append(op)
                continue
            if quiet:
                opened = any(self.decides(each) for each in body) and self.fresh_start()
                before = len(self.lines)
                for each in quiet:
                    self.line(each)
                if len(self.lines) == before:
                    self.put("pass")
                self.close(opened)
                quiet = []
            if op is not None and self.resumable:
                self.put(f"if go == 0 or {self.inside(op)}:")
                self.depth += 1
                self.line(op)
                self.depth -= 1
            elif op is not None:
                self.line(op)

    def tell(self, kind: str, *codes: object) -> None:
        """Note an event. A game that is played for its result writes nothing here."""

    def snapshot(self) -> str:
        """Where all cards are just now, under a name, for an event that is told later."""
        return ""

    def line(self, op: Op) -> None:
        method = getattr(self, f"_line_{op.op}", None)
        if method is None:
            raise NotCompilable(f"a line written as {op.op}")
        method(op, *op.args)

    def _while(self, resumes: bool) -> bool:
        """Open an endless loop, and in it the block for what is not being taken up."""
        self.put("while True:")
        self.depth += 1
        return self.fresh_start() if resumes else False

    def after_loop(self, body: Any) -> None:
        """Leave the loop outside too, if the round has been ended inside."""
        if self.round_flag and ends_round(body):
            self.put(f"if {self.round_flag}: break")

    def check_ends(self, touch: Any) -> None:
        for end, read in self.ends:
            if end.at_once and read.meets(touch):
                self.put(f"if {self.flag(end.condition)}:")
                self.depth += 1
                self.tell("end", self.program.ends.index(end))
                self.put(f"return {ENDED}")
                self.depth -= 1


def ends_round(body: Any) -> bool:
    stack: list[Any] = [body]
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            if part.op == "end_round":
                return True
            stack.extend(part.args)
        elif isinstance(part, tuple):
            stack.extend(part)
    return False
