"""Rules as terms: names become references that can be matched, shapes that mean the same agree."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Choice, Op, Pick
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.lowering.program import Apart
from variorum_engine.interpreter.dependencies import reads, touched

from variorum.comparison.align.shapes import SHAPES, all_ops, changes, in_body, uses


class Term:
    """A part of a rule. `head` is what it does; a reference has a head that begins with @.

    `sets_off` names everything that can happen right after a move: what effects touch, or
    `everything` where the game can end.
    """

    __slots__ = ("at", "cites", "head", "parts", "sets_off")

    def __init__(
        self, head: str, parts: tuple[Any, ...] = (), at: Place = NOWHERE,
        cites: tuple[str, ...] = (), *, sets_off: frozenset[str] = frozenset(),
    ) -> None:
        self.sets_off = sets_off
        self.head = head
        self.parts = parts
        self.at = at
        self.cites = cites

    def __repr__(self) -> str:
        return f"{self.head}{list(self.parts)}" if self.parts else self.head

    @property
    def inner(self) -> list[Term]:
        return [part for part in self.parts if isinstance(part, Term)]


def alike(first: Term, second: Term) -> bool:
    """Whether two terms are the same, part by part, wherever they stand."""
    if first.head != second.head or len(first.parts) != len(second.parts):
        return False
    return first.sets_off == second.sets_off and all(
        alike(a, b) if isinstance(a, Term) and isinstance(b, Term) else a == b
        for a, b in zip(first.parts, second.parts, strict=True)
    )


def walk(term: Term) -> list[Term]:
    found, stack = [], [term]
    while stack:
        current = stack.pop()
        found.append(current)
        stack.extend(reversed(current.inner))
    return found


_FLIPPED = {"is more than": "is less than", "is at least": "is at most"}
_OPPOSITE = {
    "is": "is not", "is not": "is", "is less than": "is at least", "is at most": "is more than",
    "is more than": "is at most", "is at least": "is less than",
}
_EMPTY = {("is", 0), ("is less than", 1), ("is at most", 0)}
_NOT_EMPTY = {("is not", 0), ("is more than", 0), ("is at least", 1)}
EVERYTHING = "everything"
NOTHING: frozenset[str] = frozenset()
_STEADY = frozenset({"local", "players", "nobody", "number", "flag", "seat", "member", "single"})


class Terms:
    """Turns the operations of one game into terms."""

    def __init__(self, kept: Apart, atoms: dict[str, int]) -> None:
        self.kept = kept
        self.program = kept.program
        self.symbols = kept.symbols
        self.atoms = atoms
        self.declared: dict[str, list[str]] = {}
        for kind in kept.symbols.game.kinds:
            for attribute in kind.attributes:
                self.declared.setdefault(attribute.name, []).append(kind.name)
        self.global_figures = {number: name for name, number in kept.symbols.figures.items()}
        self.names: dict[int, Term] = {}  # locals that stand for something
        self.set_often: dict[int, int] = {}

    # ------------------------------------------------------------------ clauses
    def value(self, op: Op | None) -> Term:
        if op is None:
            return Term("none")
        return self._term(op)

    def whole(self, ops: tuple[Op, ...]) -> Term:
        """A block that nothing else shares locals with."""
        # Several cases can share one body, which is then there more than once.
        for op in {id(each): each for each in all_ops(ops)}.values():
            if op.op == "set_local":
                self.set_often[op.args[0]] = self.set_often.get(op.args[0], 0) + 1
        return self.block(ops)

    def block(self, ops: tuple[Op, ...]) -> Term:
        lines: list[Term] = []
        for place, op in enumerate(ops):
            if op.op == "nothing":
                continue
            if op.op == "set_local" and self._can_stand_for(op, ops[place + 1 :]):
                self.names[op.args[0]] = self._term(op.args[1])
                continue
            lines.append(self._term(op))
        return Term("block", tuple(lines))

    def _can_stand_for(self, op: Op, rest: tuple[Op, ...]) -> bool:
        """A name that is made once can be read as what it stands for, as long as that stays."""
        local, value = op.args
        if self.set_often.get(local, 0) != 1:
            return False
        parts = all_ops((value,))
        if all(part.op in _STEADY for part in parts) and all(
            self.set_often.get(part.args[0], 0) <= 1 for part in parts if part.op == "local"
        ):
            return True
        using = [other for other in rest if uses(other, local)]
        if not using:
            return False
        between = rest[: rest.index(using[-1])]
        return len(using) == 1 and not any(map(changes, between)) and not in_body(
            using[0], local
        )

    # ----------------------------------------------------------------------- ops
    def cards(self, mask: int) -> Term:
        return Term("@cards", (frozenset(
            name for name, own in self.atoms.items() if own & mask
        ),))

    def _term(self, op: Op) -> Term:
        match op.op:
            case "local":
                found = self.names.get(op.args[0])
                return found or Term("local", op.args, op.at)
            case "member":
                return Term("member", (Term("@attribute", (op.type.removeprefix("member "),)),
                                       op.args[0]), op.at)
            case "seat":
                seat = op.args[0]
                if seat >= self.program.players:
                    return Term("@dummy", (self.program.dummy_names[seat - self.program.players],))
                return Term("seat", (seat,))
            case "figure":
                return self._figure(*op.args)
            case "score":
                name = self.program.scorings[op.args[0]].name
                return Term("score", (Term("@scoring", (name,)), self._term(op.args[1])), op.at)
            case "call":
                return Term("call", (op.args[0], self.block(op.args[1])), op.at, op.cites)
            case "cases":
                return self._cases(op)
            case "kind":
                mask, within = op.args
                inner = self._term(within)
                if mask & within.reach == within.reach:
                    return inner
                return Term("kind", (self.cards(mask & within.reach), inner), op.at)
        of = next((arg.reach for arg in op.args
                   if isinstance(arg, Op) and arg.type in ("card", "cards")), 0)
        parts = tuple(
            made for letter, arg in zip(SHAPES[op.op], op.args, strict=True)
            if (made := self._part(letter, arg, of)) is not None
        )
        return simpler(Term(op.op, parts, op.at, op.cites,
                            sets_off=self._sets_off(op) if op.op == "move" else NOTHING))

    def _sets_off(self, move: Op) -> frozenset[str]:
        """What can follow a move at once: the end of the game, or an effect."""
        moved = touched(move, self.program)
        if any(end.at_once and moved.meets(reads(end.condition, self.program))
               for end in self.program.ends):
            return frozenset({EVERYTHING})
        found: set[str] = set()
        for effect in self.kept.effects:
            if effect.zone == move.args[1] and effect.mask & move.args[0].reach:
                for op in all_ops((effect.condition, *effect.body)):
                    found |= self._touches(op)
        return frozenset(found)

    def _touches(self, op: Op) -> set[str]:
        zones, tracks = self.program.zones, self.program.tracks
        match op.op:
            case "zone" | "zones_of" | "shuffle":
                return {f"@zone {zones[op.args[0]].name}"}
            case "move":
                return {f"@zone {zones[op.args[1]].name}"}
            case "track" | "set_track":
                return {f"@track {tracks[op.args[0]].name}"}
            case "decide" | "together":
                return {"decision"}
            case "figure" | "score" | "outside" | "end_game" | "end_round":
                return {EVERYTHING}
        return set()

    def attribute(self, name: str, cards: int) -> Term:
        """An attribute of these cards. One name that two kinds declare is two attributes."""
        kinds = {
            kind for kind in self.declared.get(name, ())
            if not cards or self.symbols.masks.get(kind, 0) & cards
        }
        if len(self.declared.get(name, ())) > 1:
            name = f"{name} of {' and '.join(sorted(kinds))}"
        return Term("@attribute", (name,))

    def _part(self, letter: str, arg: Any, of: int) -> Any:
        match letter:
            case "e":
                return self._term(arg)
            case "o":
                return Term("none") if arg is None else self._term(arg)
            case "l":
                return Term("local", (arg,))
            case "z":
                return Term("@zone", (self.program.zones[arg].name,))
            case "a":
                return self.attribute(self.program.attributes[arg].name, of)
            case "t":
                return Term("@track", (self.program.tracks[arg].name,))
            case "k":
                return self.cards(arg)
            case "r":
                return Term("ranks", tuple(
                    Term("rank", (extreme, Term("local", (local,)), self._term(expr)))
                    for extreme, local, expr in arg
                ))
            case "q":
                return Term("ranks", tuple(
                    Term("rank", (extreme, self._part("a", a, of))) for extreme, a in arg
                ))
            case "B":
                return self.block(arg)
            case "C":
                return Term("choices", tuple(map(self._choice, arg)))
            case "b":
                return Term("bottom") if arg else None
            case "-":
                return None
        return arg

    def _figure(self, number: int, player: Op) -> Term:
        name = self.global_figures.get(number)
        if name is not None:
            return Term("figure", (Term("@figure", (name,)), self._term(player)))
        # A figure that lines of play make for themselves is read as what it says.
        table = self.program.figures[number]
        before = self.names.get(table.local)
        self.names[table.local] = self._term(player)
        made = self._term(table.value)
        if before is None:
            del self.names[table.local]
        else:
            self.names[table.local] = before
        return made

    def _cases(self, op: Op) -> Term:
        on, rows = op.args
        left = on.reach
        bodies: dict[int, tuple[int, tuple[Op, ...]]] = {}
        for mask, body in rows:
            taken = mask & left
            left &= ~taken
            if taken:
                bodies[id(body)] = (bodies.get(id(body), (0, ()))[0] | taken, body)
        made = tuple(
            Term("case", (self.cards(mask), self.block(body)), body[0].at if body else op.at,
                 body[0].cites if body else ())
            for mask, body in bodies.values()
        )
        return Term("cases", (self._term(on), *made), op.at, op.cites)

    def _choice(self, choice: Choice) -> Term:
        pick = Term("none") if choice.pick is None else self._pick(choice.pick)
        return Term("choice", (self.value(choice.condition), pick, self.block(choice.body)),
                    choice.at, choice.cites)

    def _pick(self, pick: Pick) -> Term:
        return Term("pick", (self._term(pick.low), self.value(pick.high), self._term(pick.source),
                             Term("local", (pick.local,)), self.value(pick.such_that)))


def simpler(term: Term) -> Term:
    """The same condition in its one shape."""
    if term.head == "compare":
        how, left, right = term.parts
        if left.head == "number" and right.head != "number" and how in ("is", "is not"):
            left, right = right, left
        if left.head == "count" and right.head == "number":
            empty = Term("empty", left.parts, term.at)
            if (how, right.parts[0]) in _EMPTY:
                return empty
            if (how, right.parts[0]) in _NOT_EMPTY:
                return Term("not", (empty,), term.at)
        if how in _FLIPPED:
            return Term("compare", (_FLIPPED[how], right, left), term.at)
        return Term("compare", (how, left, right), term.at)
    if term.head == "not":
        inner = term.parts[0]
        if inner.head == "not":
            return inner.parts[0]  # type: ignore[no-any-return]
        if inner.head == "compare":
            how, left, right = inner.parts
            return simpler(Term("compare", (_OPPOSITE[how], left, right), term.at))
    if term.head in ("+", "-", "*") and all(part.head == "number" for part in term.parts):
        first, second = (part.parts[0] for part in term.parts)
        value = {"+": first + second, "-": first - second, "*": first * second}[term.head]
        return Term("number", (value,), term.at)
    return term
