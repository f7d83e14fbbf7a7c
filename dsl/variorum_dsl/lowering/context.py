"""What lowering a line of play always needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from variorum_dsl import core as c
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

    def block(self, body: tuple[Any, ...], scope: Scope, cites: Cites) -> tuple[c.Line, ...]:
        inner = Scope(scope)
        return tuple(op for line in body for op in self.line(line, inner, cites))

    def line(self, line: Any, scope: Scope, cites: Cites) -> list[c.Line]:
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
        return [self._traced(op, own) for op in ops]

    def _traced(self, line: c.Line, cites: Cites) -> c.Line:
        """A line that knows what it cites and which rule it belongs to."""
        before = line.origin
        origin = c.Origin(before.at, before.cites or cites, before.rule or self.rule)
        return line if origin == before else replace(line, origin=origin)

    def target(self, expression: Any, scope: Scope, what: str) -> c.Zone | None:
        """A zone that cards can be moved to."""
        zone = self.lower(expression, scope)
        if not zone.type:
            return None
        if not isinstance(zone, c.Zone):
            title = f"{what} must be one zone, and this is {shown(zone.type)}"
            if isinstance(zone, c.ZonesOf):
                title = f"{what} must be the zone of one player"
            self.wrong(expression.at, title, "cards lie in one place at a time")
            return None
        return zone

    def set_of_players(self, within: Any, scope: Scope) -> c.Expression:
        if within is None:
            return c.Players(type="players")
        return self.want(within, scope, "players", what="who takes part")

    def assign_new(
        self, name: str, kind: str, value: c.Expression, scope: Scope, at: Place
    ) -> c.Line:
        local = self.new_local(kind, value.reach)
        scope.names[name] = local
        return c.SetLocal(local.number, value, origin=c.Origin(at))

    def set_value(self, target: c.Expression, value: c.Expression, at: Place) -> c.Line:
        if isinstance(target, c.Local):
            if target.type in ("card", "cards"):
                self.reaching.becomes(target.number, target.reach, value.reach)
            return c.SetLocal(target.number, value, origin=c.Origin(at))
        if isinstance(target, c.Track):
            return c.SetTrack(target, value, origin=c.Origin(at))
        self.wrong(target.at, "this cannot be given another value",
                   "only tracks, and names made with let, change")
        return c.Nothing(origin=c.Origin(at))

