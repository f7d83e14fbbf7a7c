"""Lines of code, fresh names, and the tables that the code looks things up in."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op, Program

from variorum_engine.compiler.analysis.layout import TABLE_BITS, Layout

Number = tuple[str, int]
Cards = dict[int, str]
SIGNS = {
    "is": "==", "is not": "!=", "is at least": ">=", "is at most": "<=", "is more than": ">",
    "is less than": "<",
}
FAULT = -9
ARRAYS = "Z, O, C, T, L, X, R, A, P, W"


class Writer:
    """Lines of code with their indentation, and fresh names."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.fresh = 0

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def temp(self, code: str) -> str:
        """A name for a value that is used more than once."""
        if code.isidentifier() or code.lstrip("-").isdigit():
            return code
        self.fresh += 1
        name = f"t{self.fresh}"
        self.put(f"{name} = {code}")
        return name

    def name(self, prefix: str = "t") -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"


class Tables(Writer):
    """Writes expressions. `r7` is the place of local 7, `c7_0` of its cards on page 0."""

    def __init__(self, program: Program, layout: Layout) -> None:
        super().__init__()
        self.program = program
        self.layout = layout
        self.tables: dict[str, list[int]] = {}
        self.everyone = (1 << program.players) - 1
        self.sure: set[str] = set()  # names that are certainly somebody
        # Names that are given at several places: what was sure of one need not be of another.
        self.changing = {f"r{local}" for local, many in layout.origins.given.items() if many > 1}
        self.everybody = _everybody(program)

    def is_everyone(self, op: Op) -> bool:
        """Whether a set is certainly that of all players."""
        return op.op == "players" or (op.op == "local" and op.args[0] in self.everybody)

    def number(self, op: Op) -> Number:
        """A number: its code and its denominator."""
        raise NotImplementedError

    def flag(self, op: Op) -> str:
        """A condition."""
        raise NotImplementedError

    def plain(self, op: Op) -> str:
        """A value that is one integer."""
        raise NotImplementedError

    def whole(self, op: Op) -> str:
        """A number that must be a whole one, under a name."""
        raise NotImplementedError

    def any_code(self, op: Op) -> str:
        """A set as one number that is 0 exactly when it is empty."""
        raise NotImplementedError

    def compared(self, comparison: str, left: Number, right: Number) -> str:
        raise NotImplementedError

    def table(self, name: str, values: list[int]) -> str:
        self.tables.setdefault(name, values)
        return name

    def value_table(self, attribute: int, page: int) -> str:
        """The attribute of every card of a page, by bit."""
        cards = self.layout.pages[page].cards
        values = [self.program.cards[card].values[attribute] for card in cards] or [0]
        return self.table(f"V{attribute}_{page}", values)

    def total_code(self, attribute: int, page: int, mask: str) -> str:
        """The total of an attribute over a mask: looked up in chunks."""
        cards = self.layout.pages[page].cards
        values = [self.program.cards[card].values[attribute] for card in cards]
        if not any(values):
            return "0"
        parts = []
        for start in range(0, len(values), TABLE_BITS):
            chunk = values[start : start + TABLE_BITS]
            if not any(chunk):
                continue
            name = self.table(f"S{attribute}_{page}_{start}", _sums(chunk))
            shifted = f"{mask} >> {start}" if start else mask
            last = start + TABLE_BITS >= len(values)
            index = shifted if last else f"({shifted}) & {(1 << TABLE_BITS) - 1}"
            parts.append(f"{name}[{index}]")
        return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"


def _everybody(program: Program) -> set[int]:
    """The locals that stand for all players from beginning to end."""
    given: dict[int, list[Op]] = {}
    stack: list[Any] = [stage.body for stage in program.stages]
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            if part.op == "set_local":
                given.setdefault(part.args[0], []).append(part.args[1])
            stack.extend(part.args)
        elif isinstance(part, tuple):
            stack.extend(part)
    return {local for local, values in given.items()
            if all(value.op == "players" for value in values)}


def _sums(values: list[int]) -> list[int]:
    sums = [0]
    for value in values:
        sums += [value + before for before in sums]
    return sums
