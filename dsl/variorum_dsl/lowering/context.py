"""What the lowering of one game knows and makes on its way."""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.budget import Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Place
from variorum_dsl.lowering.reach import Reaching
from variorum_dsl.lowering.scope import Alias, Binding, Local, Property, Scope, Thing
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.lowering.uses import Role, Symbol


class Lowering:
    """The state of a lowering. The functions of `expressions` and `lines` work on it.

    `apart` keeps procedures and effects apart from the lines that call them or set them off, for
    those who compare rules. `everywhere` goes into every line, also those for other numbers of
    players, for those who want to know where names stand.
    """

    def __init__(
        self, symbols: Symbols, *, apart: bool = False, everywhere: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.symbols = symbols
        self.budget = budget or Budget()
        self.program = symbols.program
        self.apart = apart
        self.everywhere = everywhere
        self.reaching = Reaching()
        self.local_reach: dict[int, int] = {}  # what names could hold at first
        self.singles: set[tuple[str, int]] = set()  # names that never stand for several cards
        # Zones that hold less than they could, with whoever owns them.
        self.zone_reach: dict[tuple[int, tuple[str, int] | None], int] = {}
        self.deferred = False  # what no caller brings about is reported when all are known
        self.never: dict[Place, Diagnostic | None] = {}  # nothing where it can happen
        self.seats: dict[str, int] = {}  # the players of an example, by name
        self.calls: list[str] = []  # the procedures that are being inlined, outermost first
        self.callers: list[Place] = []  # where they are called
        self.effects: list[str] = []  # the effects that are being inlined
        self.rule = ""  # what the lines below belong to, for events and coverage
        self.cites: tuple[str, ...] = ()  # the headings that they cite
        self.lines = 0
        self.wrong_lines = 0  # how much was reported about lines, each with those inside it
        self.depth = 0  # how many blocks are inside each other
        self.together = False  # inside the lines that follow a simultaneous decision
        self.targets: tuple[m.Expression, ...] = ()  # what the line gives another value
        # What a name can mean by itself, and as a property of something: the first one counts.
        self.things: tuple[tuple[Thing, dict[str, int]], ...] = (
            ("zone", symbols.zones), ("track", symbols.tracks), ("figure", symbols.figures),
            ("scoring", symbols.scorings),
        )
        self.properties: tuple[tuple[Property, dict[str, int]], ...] = (
            ("figure", symbols.figures), ("scoring", symbols.scorings), ("track", symbols.tracks),
            ("zone", symbols.zones), ("attribute", symbols.attributes),
        )

    def origin(self, at: Place) -> c.Origin:
        """Where a line at a place comes from."""
        return c.Origin(at, self.cites, self.rule, tuple(self.callers))

    def new_local(self, kind: str, reach: int = 0) -> Local:
        number = self.program.locals
        self.program.locals += 1
        self.program.local_names[number] = []
        self.program.local_types[number] = kind
        self.local_reach[number] = reach
        self.singles.discard(("local", number))
        return Local(number, kind, reach)

    def bind(self, scope: Scope, binder: m.Binder, value: Local | Alias) -> None:
        """From here on the name that a record makes stands for something."""
        self.bind_name(scope, Symbol("local", binder.name, binder.name_at), value)

    def bind_name(self, scope: Scope, symbol: Symbol, value: Local | Alias) -> None:
        """The same for names that are made outside of lines: of parameters, results, effects."""
        scope.names[symbol.name] = Binding(value, symbol)
        self.symbols.uses.note(symbol, symbol.at, "declares")
        if isinstance(value, Local) and value.type:
            self.symbols.types[symbol] = value.type
            self.program.local_names.setdefault(value.number, []).append(symbol.name)

    def used(self, binding: Binding, at: Place, role: Role = "reads") -> None:
        self.symbols.uses.note(binding.symbol, at, role)

    def role(self, e: m.Expression) -> Role:
        return "sets" if any(e is target for target in self.targets) else "reads"

    def never_there(self, at: Place, possible: bool, finding: Diagnostic) -> None:
        """Something that no card can bring about here; other callers of the line may."""
        if not self.deferred:
            if not possible:
                self.symbols.problems.append(finding)
        elif possible:
            self.never[at] = None
        else:
            self.never.setdefault(at, finding)

    def wrong(self, at: Place, title: str, why: str, hint: str = "") -> c.Broken:
        """What is wrong has no type, and nothing more is said about what it is a part of."""
        self.symbols.report("wrong-type", title, at, why=why, hint=hint)
        return c.Broken(at=at)
