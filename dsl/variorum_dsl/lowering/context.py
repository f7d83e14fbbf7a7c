"""What lowering a line of play always needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from variorum_dsl.core.program import Op
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.lowering.expressions import Expressions
from variorum_dsl.lowering.names import shown
from variorum_dsl.lowering.scope import Scope
from variorum_dsl.lowering.symbols import Symbols

ALIASES = {"zone": "zone", "player-zone": "zone", "attribute": "attribute", "figure": "figure"}
VALUES = ("player", "players", "number", "flag", "card", "cards")
MOST_LINES = 20_000
Cites = tuple[str, ...]
if TYPE_CHECKING:
    from typing import TypeVar

    Made = TypeVar("Made")


class Lines(Expressions):
    """Lowers lines of play. `rule` is what the lines below belong to, for events and coverage."""

    LINES: ClassVar[dict[type, Any]]
    together = False  # inside the lines that follow a simultaneous decision

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols)
        self.calls: list[str] = []
        self.effects: list[str] = []
        self.rule = ""
        self.lines = 0

    def looped(self, make: Callable[[], Made]) -> Made:
        """The parts of a loop. If a turn can leave more in a name than the loop began with, they
        are lowered again: the next turn begins with that."""
        problems, figures = self.symbols.problems, self.program.figures
        marks = len(problems), len(figures), self.program.locals
        while True:
            begun = dict(self.reaching.now)
            made = make()
            if not self.reaching.now or not self.reaching.turn(begun, marks[2]):
                return made
            del problems[marks[0]:], figures[marks[1]:]
            self.program.locals = marks[2]

    def block(self, body: tuple[Any, ...], scope: Scope, cites: Cites) -> tuple[Op, ...]:
        inner = Scope(scope)
        return tuple(op for line in body for op in self.line(line, inner, cites))

    def line(self, line: Any, scope: Scope, cites: Cites) -> list[Op]:
        own = tuple([cite.heading for cite in line.cites]) if line.cites else cites
        self.lines += 1
        if self.lines > MOST_LINES:
            if self.lines == MOST_LINES + 1:
                self.symbols.report(
                    "too-large", "the rules unfold to too many lines", line.at.head(),
                    why="procedures and effects are unfolded where they are used",
                    hint="use fewer procedures inside procedures",
                )
            return []
        method = self.LINES[type(line)]
        made = method(self, line, scope, own)
        ops = made if isinstance(made, list) else [made]
        for op in ops:
            op.cites = op.cites or own
            op.rule = op.rule or self.rule
        return ops

    def target(self, expression: Any, scope: Scope, what: str) -> Op | None:
        """A zone that cards can be moved to."""
        zone = self.lower(expression, scope)
        if not zone.type:
            return None
        if zone.op != "zone":
            self.wrong(expression.at, f"{what} must be one zone, and this is {shown(zone.type)}"
                       if zone.op != "zones_of" else f"{what} must be the zone of one player",
                       "cards lie in one place at a time")
            return None
        return zone

    def set_of_players(self, within: Any, scope: Scope) -> Op:
        if within is None:
            return Op("players", (), "players")
        return self.want(within, scope, "players", what="who takes part")

    def assign_new(self, name: str, kind: str, value: Op, scope: Scope, at: Place) -> Op:
        local = self.new_local(kind, value.reach)
        scope.names[name] = local
        return Op("set_local", (local.number, value), at=at)

    def set_value(self, target: Op, value: Op, at: Place) -> Op:
        if target.op == "local":
            if target.type in ("card", "cards"):
                self.reaching.becomes(target.args[0], target.reach, value.reach)
            return Op("set_local", (target.args[0], value), at=at)
        if target.op == "track":
            return Op("set_track", (*target.args, value), at=at)
        self.wrong(target.at, "this cannot be given another value",
                   "only tracks, and names made with let, change")
        return Op("nothing", at=at)

