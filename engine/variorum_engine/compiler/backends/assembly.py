"""Functions of generated code and of the runtime as LLVM's assembly.

That code is a small part of Python: whole numbers of 64 bits, rows of them, loops and calls. So
nothing has to be inferred, and one look at the syntax is enough. Rows are named in capitals.
Every name is a place on the stack (`alloca`): LLVM itself makes registers of them (mem2reg).

Arithmetic wraps around; `checked` code notes instead where 64 bits do not hold a number. A
division by zero is noted in any case.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from variorum_engine.compiler.passes.syntax import names_read

Constants = Mapping[str, int | list[int]]

TOO_LARGE, DIVIDED = 1, 2
_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "ashr",
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}
_OVERFLOWING = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
_LOWEST = -(1 << 63)
MOST_TURNS = 32  # of a loop that is written out
HEAD = f"""
!0 = !{{!"llvm.loop.unroll.full"}}
@.trouble = internal global i64 0
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)

define internal void @.noted(i64 %what) cold noinline {{
  %before = load i64, ptr @.trouble
  %after = or i64 %before, %what
  store i64 %after, ptr @.trouble
  ret void
}}

define i64 @.taken_trouble() {{
  %found = load i64, ptr @.trouble
  store i64 0, ptr @.trouble
  ret i64 %found
}}

define internal i64 @.quotient(i64 %given, i64 %by) alwaysinline {{
  %nothing = icmp eq i64 %by, 0
  br i1 %nothing, label %trouble, label %fine
trouble:
  call void @.noted(i64 {DIVIDED})
  ret i64 0
fine:
  %lowest = icmp eq i64 %given, {_LOWEST}
  %above = select i1 %lowest, i64 0, i64 %given
  %found = sdiv i64 %above, %by
  %back = mul i64 %found, %by
  %rest = sub i64 %above, %back
  %uneven = icmp ne i64 %rest, 0
  %mixed = xor i64 %above, %by
  %negative = icmp slt i64 %mixed, 0
  %down = and i1 %uneven, %negative
  %less = sext i1 %down to i64
  %floor = add i64 %found, %less
  ret i64 %floor
}}
"""
"""What all assembly begins with; a division rounds down, as Python's does. Its names begin with a
point, as no name of Python can: the functions of games and of the runtime never have them."""


class NotAssembled(Exception):
    """Something that the code should not contain."""


def tables(constants: Constants) -> str:
    """The rows that are only read, each in the narrowest numbers: they stay in near memory."""
    found = []
    for name, values in constants.items():
        if isinstance(values, list):
            width = width_of(values)
            row = ", ".join(f"i{width} {value}" for value in values)
            found.append(f"@{name} = internal constant [{len(values)} x i{width}] [{row}]")
    return "\n".join(found)


def width_of(values: list[int]) -> int:
    """How many bits hold every number of a row."""
    for width in (8, 16, 32):
        if not values or (-(1 << width - 1) <= min(values) and max(values) < 1 << width - 1):
            return width
    return 64


class Assembled(NamedTuple):
    """The text of a function, and how many of its loops are to be unrolled."""

    text: str
    unrolled: int


def assembled(
    function: ast.FunctionDef, constants: Constants, *, checked: bool = False, public: bool = False,
    first_loop: int = 0,
) -> Assembled:
    """One function. Each gives a number; if nothing is said, 0. Its loops that are to be unrolled
    have numbers from `first_loop` on."""
    rows = [argument.arg.isupper() for argument in function.args.args]
    names = [argument.arg for argument in function.args.args]
    given = ", ".join(f"{'ptr noalias' if is_row else 'i64'} %{name}"
                      for name, is_row in zip(names, rows, strict=True))
    out = Body(constants, checked, first_loop=first_loop)
    for name, is_row in zip(names, rows, strict=True):
        if is_row:
            out.rows[name] = f"%{name}"
        else:
            out.store_name(name, f"%{name}")
    out.block(function.body)
    out.put("ret i64 0")
    linkage = "" if public else "internal "
    lines = [f"define {linkage}i64 @{function.name}({given}) nounwind {{", "entry:", *out.places,
             *out.lines, "}", *out.unrolled]
    return Assembled("\n".join(lines), len(out.unrolled))


@dataclass
class Body:
    """A function that is being written. A value is a register or a number, as text."""

    constants: Constants
    checked: bool
    lines: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)  # on the stack
    names: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    loops: list[tuple[str, str]] = field(default_factory=list)  # where to go on, where to leave
    unrolled: list[str] = field(default_factory=list)  # what LLVM is told about loops
    first_loop: int = 0
    fresh: int = 0

    def put(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def new(self, code: str) -> str:
        """A register for what an instruction gives."""
        self.fresh += 1
        self.lines.append(f"  %.{self.fresh} = {code}")
        return f"%.{self.fresh}"

    def label(self) -> str:
        self.fresh += 1
        return f"L.{self.fresh}"

    def begin(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def jump(self, label: str) -> None:
        self.put(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.put(f"br i1 {condition}, label %{yes}, label %{no}")

    # ------------------------------------------------------------------------------- names
    def place(self, name: str) -> str:
        if name not in self.names:
            self.names[name] = place = f"%{name}.at"
            # What is not set on every way is 0, and never unknown.
            self.places += [f"  {place} = alloca i64", f"  store i64 0, ptr {place}"]
        return self.names[name]

    def store_name(self, name: str, value: str) -> None:
        self.put(f"store i64 {value}, ptr {self.place(name)}")

    def hidden(self) -> str:
        """A name that nobody else has."""
        self.fresh += 1
        return f".{self.fresh}"

    def address(self, node: ast.Subscript) -> tuple[str, int]:
        """A place of a row, and the width of what lies there."""
        assert isinstance(node.value, ast.Name)
        name = node.value.id
        index = self.value(node.slice)
        if name in self.rows:
            return self.new(f"getelementptr inbounds i64, ptr {self.rows[name]}, i64 {index}"), 64
        table = self.constants.get(name)
        if not isinstance(table, list):
            raise NotAssembled(f"no row is called {name}")
        width = width_of(table)
        return self.new(f"getelementptr inbounds i{width}, ptr @{name}, i64 {index}"), width

    # -------------------------------------------------------------------------------- lines
    def block(self, lines: Iterable[ast.stmt]) -> None:
        for line in lines:
            self.line(line)

    def line(self, line: ast.stmt) -> None:
        match line:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                given = [self.value(each) for each in values]
                for each, register in zip(targets, given, strict=True):
                    self.store(each, register)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(
                func=ast.Name(id="stack"), args=[ast.Constant(value=int() as count)]
            )):
                self.rows[name] = f"%{name}.row"
                self.places.append(f"  %{name}.row = alloca [{count} x i64]")
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(
                value=ast.Name(id=row), slice=ast.Slice(lower=ast.expr() as first)
            )):  # a part of a row, which is not copied here
                self.rows[name] = self.new(
                    f"getelementptr inbounds i64, ptr {self.rows[row]}, i64 {self.value(first)}")
            case ast.Assign(targets=[target], value=value):
                self.store(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=right):
                self._augmented(target, op, right)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self.value(value)
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                self._while(test, body, orelse)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(
                func=ast.Name(id="range"), args=bounds
            ), body=body, orelse=orelse):
                self._for(name, bounds, body, orelse)
            case ast.Break():
                self._leave(self.loops[-1][1])
            case ast.Continue():
                self._leave(self.loops[-1][0])
            case ast.Return(value=value):
                found = "0" if value is None else self.value(value)
                self.put(f"ret i64 {found}")
                self.begin(self.label())
            case _:
                raise NotAssembled(ast.unparse(line))

    def _leave(self, label: str) -> None:
        self.jump(label)
        self.begin(self.label())  # nobody comes here, and LLVM sees that

    def store(self, target: ast.expr, value: str) -> None:
        match target:
            case ast.Name(id=name):
                self.store_name(name, value)
            case ast.Subscript():
                self.put(f"store i64 {value}, ptr {self.address(target)[0]}")
            case _:
                raise NotAssembled(ast.unparse(target))

    def _augmented(self, target: ast.expr, op: ast.operator, right: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                before = self.value(ast.Name(name, ast.Load()))
                self.store_name(name, self.arithmetic(op, before, self.value(right)))
            case ast.Subscript():
                added = self.value(right)
                place, _ = self.address(target)
                before = self.new(f"load i64, ptr {place}")
                self.put(f"store i64 {self.arithmetic(op, before, added)}, ptr {place}")
            case _:
                raise NotAssembled(ast.unparse(target))

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        known = self.known(test)
        if known is not None:  # a part of the runtime that this game does not need
            self.block(body if known else orelse)
            return
        yes, no, after = self.label(), self.label(), self.label()
        self.test(test, yes, no)
        self.begin(yes)
        self.block(body)
        self.jump(after)
        self.begin(no)
        self.block(orelse)
        self.jump(after)
        self.begin(after)

    def _while(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        again, inside, done, after = (self.label() for _ in range(4))
        self.jump(again)
        self.begin(again)
        self.test(test, inside, done)
        self.begin(inside)
        self.loops.append((again, after))
        self.block(body)
        self.loops.pop()
        self.jump(again)
        self.begin(done)
        self.block(orelse)
        self.jump(after)
        self.begin(after)

    def _for(
        self, name: str, bounds: list[ast.expr], body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> None:
        first, last = ("0", bounds[0]) if len(bounds) == 1 else (
            self.value(bounds[0]), bounds[1])
        step = self.number(bounds[2]) if len(bounds) == 3 else 1
        if not step:
            raise NotAssembled("a loop with steps that are not known")
        end, counter = self.value(last), self.hidden()
        again, inside, following, done, after = (self.label() for _ in range(5))
        self.store_name(counter, first)
        self.jump(again)
        self.begin(again)
        at = self.new(f"load i64, ptr {self.place(counter)}")
        self.branch(self.new(f"icmp {'slt' if step > 0 else 'sgt'} i64 {at}, {end}"), inside, done)
        self.begin(inside)
        self.store_name(name, at)
        self.loops.append((following, after))
        self.block(body)
        self.loops.pop()
        self.jump(following)
        self.begin(following)
        self.store_name(counter, self.new(f"add nsw i64 {at}, {step}"))
        self.put(f"br label %{again}{self._unrolling(name, bounds, body)}")
        self.begin(done)
        self.block(orelse)
        self.jump(after)
        self.begin(after)

    def _unrolling(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> str:
        """Loop unrolling: a loop with a few known turns in which a table says for each of them what
        is done is written out, so that LLVM knows what follows."""
        known = [self.number(each) for each in bounds]
        first, last = (0, known[0]) if len(bounds) == 1 else (known[0], known[1])
        if first is None or last is None or len(bounds) == 3 or not (
            1 < last - first <= MOST_TURNS and self._decided_by_table(name, body)
        ):
            return ""
        number = self.first_loop + len(self.unrolled) + 1
        self.unrolled.append(f"!{number} = distinct !{{!{number}, !0}}")
        return f", !llvm.loop !{number}"

    def _decided_by_table(self, name: str, body: list[ast.stmt]) -> bool:
        """Whether lines choose their way by what stands in a table at a place that follows from a
        name. Where it is only a number that is used, writing a loop out makes it no quicker."""
        follows, looked_up = {name}, set[str]()

        def looks_up(part: ast.expr) -> bool:
            return bool(looked_up & set(names_read(part))) or any(
                isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
                and isinstance(self.constants.get(node.value.id), list)
                and bool(follows & set(names_read(node.slice))) for node in ast.walk(part))

        for line in body:
            for node in ast.walk(line):
                match node:
                    case ast.Assign(targets=[ast.Name(id=other)], value=value):
                        if looks_up(value):
                            looked_up.add(other)
                        elif follows & set(names_read(value)):
                            follows.add(other)
                    case ast.If(test=test) if isinstance(test, ast.Compare) and looks_up(test):
                        return True
        return False

    # --------------------------------------------------------------------------- conditions
    def number(self, node: ast.expr) -> int | None:
        """What an expression always is, if that is known."""
        match node:
            case ast.Constant(value=int() as value):
                return int(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                known = self.number(operand)
                return None if known is None else -known
            case ast.Name(id=name):
                given = self.constants.get(name)
                own = name in self.names or name in self.rows
                return given if isinstance(given, int) and not own else None
        return None

    def known(self, test: ast.expr) -> bool | None:
        """Whether a condition always holds or never does, if that is known."""
        match test:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                a, b = self.number(left), self.number(right)
                if a is None or b is None:
                    return None
                return {"eq": a == b, "ne": a != b, "slt": a < b, "sle": a <= b, "sgt": a > b,
                        "sge": a >= b}[_COMPARED[type(op)]]
        found = self.number(test)
        return None if found is None else found != 0

    def test(self, test: ast.expr, yes: str, no: str) -> None:
        """Go to one of two labels."""
        match test:
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    following = self.label()
                    if isinstance(op, ast.And):
                        self.test(value, following, no)
                    else:
                        self.test(value, yes, following)
                    self.begin(following)
                self.test(values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.test(operand, no, yes)
            case ast.Compare(ops=[op]) if type(op) in _COMPARED:
                self.branch(self.compared(op, self.value(test.left),
                                          self.value(test.comparators[0])), yes, no)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op],
                             comparators=[ast.Tuple(elts=members)]):
                if isinstance(op, ast.NotIn):
                    yes, no = no, yes
                found = self.value(left)
                for member in members:
                    following = self.label()
                    same = self.new(f"icmp eq i64 {found}, {self.value(member)}")
                    self.branch(same, yes, following)
                    self.begin(following)
                self.jump(no)
            case ast.Compare(left=left, ops=ops, comparators=others):
                before = self.value(left)
                for each, other in zip(ops, others, strict=True):
                    following = self.label()
                    after = self.value(other)
                    self.branch(self.compared(each, before, after), following, no)
                    self.begin(following)
                    before = after
                self.jump(yes)
            case _:
                self.branch(self.new(f"icmp ne i64 {self.value(test)}, 0"), yes, no)

    def compared(self, op: ast.cmpop, left: str, right: str) -> str:
        return self.new(f"icmp {_COMPARED[type(op)]} i64 {left}, {right}")

    def _truth(self, test: ast.expr) -> str:
        """A condition as 0 or 1."""
        match test:
            case ast.Compare(ops=[op]) if type(op) in _COMPARED:
                held = self.compared(op, self.value(test.left), self.value(test.comparators[0]))
                return self.new(f"zext i1 {held} to i64")
        return self._either(test, lambda: "1", lambda: "0")

    def _either(self, test: ast.expr, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """One of two values, of which only one is worked out."""
        chosen = self.hidden()
        first, second, after = self.label(), self.label(), self.label()
        self.test(test, first, second)
        for label, value in ((first, yes), (second, no)):
            self.begin(label)
            self.store_name(chosen, value())
            self.jump(after)
        self.begin(after)
        return self.new(f"load i64, ptr {self.place(chosen)}")

    # ------------------------------------------------------------------------------ numbers
    def value(self, node: ast.expr) -> str:
        known = self.number(node)
        if known is not None:
            return str(signed(known))
        match node:
            case ast.Name(id=name):
                return self.new(f"load i64, ptr {self.place(name)}")
            case ast.Subscript():
                place, width = self.address(node)
                found = self.new(f"load i{width}, ptr {place}")
                return found if width == 64 else self.new(f"sext i{width} {found} to i64")
            case ast.BinOp(left=left, op=op, right=right):
                return self.arithmetic(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.arithmetic(ast.Sub(), "0", self.value(operand))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.value(operand)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.new(f"xor i64 {self.value(operand)}, -1")
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self._truth(node)
            case ast.BoolOp(op=op, values=values):
                # By halves, so that a long one is not nested deeply.
                half = len(values) // 2
                before, rest = (each[0] if len(each) == 1 else ast.BoolOp(op, each)
                                for each in (values[:half], values[half:]))
                first = self.hidden()
                self.store_name(first, self.value(before))
                kept = ast.Name(first, ast.Load())
                yes, no = (rest, kept) if isinstance(op, ast.And) else (kept, rest)
                return self._either(kept, lambda: self.value(yes), lambda: self.value(no))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                always = self.known(test)
                if always is not None:
                    return self.value(body if always else orelse)
                return self._either(test, lambda: self.value(body), lambda: self.value(orelse))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments)
        raise NotAssembled(ast.unparse(node))

    def arithmetic(self, op: ast.operator, left: str, right: str) -> str:
        match op:
            case ast.FloorDiv():
                return self._quotient(left, right)
            case ast.Mod():
                whole = self.new(f"mul i64 {self._quotient(left, right)}, {right}")
                return self.new(f"sub i64 {left}, {whole}")
        if self.checked and type(op) in _OVERFLOWING:
            return self._noticing(_OVERFLOWING[type(op)], left, right)
        return self.new(f"{_ARITHMETIC[type(op)]} i64 {left}, {right}")

    def _quotient(self, left: str, right: str) -> str:
        power = int(right) if right.isdigit() else 0
        if power > 0 and power & (power - 1) == 0:
            return self.new(f"ashr i64 {left}, {power.bit_length() - 1}")
        return self.new(f"call i64 @.quotient(i64 {left}, i64 {right})")

    def _noticing(self, instruction: str, left: str, right: str) -> str:
        """Arithmetic that notes a number that is too large, and goes on with 0."""
        both = self.new(f"call {{i64, i1}} @llvm.{instruction}.with.overflow.i64("
                        f"i64 {left}, i64 {right})")
        found = self.new(f"extractvalue {{i64, i1}} {both}, 0")
        over = self.new(f"extractvalue {{i64, i1}} {both}, 1")
        trouble, fine = self.label(), self.label()
        self.branch(over, trouble, fine)
        self.begin(trouble)
        self.put(f"call void @.noted(i64 {TOO_LARGE})")
        self.jump(fine)
        self.begin(fine)
        return self.new(f"select i1 {over}, i64 0, i64 {found}")

    def _call(self, name: str, arguments: list[ast.expr]) -> str:
        match name, arguments:
            case "int", [ast.Call(func=ast.Name(id="sqrt"), args=[number])]:
                real = self.new(f"sitofp i64 {self.value(number)} to double")
                root = self.new(f"call double @llvm.sqrt.f64(double {real})")
                return self.new(f"fptosi double {root} to i64")
            case ("int" | "word"), [value]:
                return self.value(value)
            case "shifted", [value, places]:
                return self.new(f"lshr i64 {self.value(value)}, {self.value(places)}")
            case "pop", [mask]:
                return self.new(f"call i64 @llvm.ctpop.i64(i64 {self.value(mask)})")
            case "low", [mask]:
                return self.new(f"call i64 @llvm.cttz.i64(i64 {self.value(mask)}, i1 false)")
            case "deposited", [mask, places]:
                return self.new(f"call i64 @llvm.x86.bmi.pdep.64(i64 {self.value(mask)}, "
                                f"i64 {self.value(places)})")
            case "abs", [value]:
                return self.new(f"call i64 @llvm.abs.i64(i64 {self.value(value)}, i1 false)")
            case ("min" | "max"), [first, *others]:
                found = self.value(first)
                for other in others:
                    found = self.new(f"call i64 @llvm.s{name}.i64(i64 {found}, "
                                     f"i64 {self.value(other)})")
                return found
        given = ", ".join(self._argument(argument) for argument in arguments)
        return self.new(f"call i64 @{name}({given})")

    def _argument(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name) and node.id in self.rows:
            return f"ptr {self.rows[node.id]}"
        return f"i64 {self.value(node)}"


def signed(number: int) -> int:
    """A number as 64 bits with a sign hold it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
