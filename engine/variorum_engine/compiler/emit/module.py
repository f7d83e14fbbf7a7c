"""A whole program as the text of Python functions over flat arrays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.decisions import Decision, Decisions, ends_round
from variorum_engine.compiler.analysis.denominators import Denominators, NeedsFractions
from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.emit.decisions import answer_code, emit_picked, row_width
from variorum_engine.compiler.emit.emitter import (
    ARRAYS,
    FAULT,
    KEPT,
    X_BROKEN,
    X_ROUNDS,
    Emitter,
    Hooks,
    Policy,
)
from variorum_engine.compiler.emit.expressions import emit_flag
from variorum_engine.compiler.emit.lines import emit_line
from variorum_engine.compiler.emit.loops import emit_guard
from variorum_engine.compiler.emit.moves import emit_end
from variorum_engine.compiler.emit.outcome import emit_result, emit_scores

EXACT = """from fractions import Fraction
from math import ceil, floor, trunc


def over(a, b):
    found = Fraction(a) / b
    return found.numerator if found.denominator == 1 else found

"""
MOST_LINES = 60_000
MOST_BRANCHES = 1_000
MOST_LOOPS = 18
MOST_INDENT = 4 * 90
Stages = Sequence[c.StageTable]
Extra = Callable[[Emitter], str]
"""Another function, written when the game itself is."""


@dataclass(frozen=True, slots=True)
class Source:
    """Compiled text, with what is needed to use it."""

    text: str
    layout: Layout
    kept: list[str]  # names that outlive a decision, as they stand in L
    tables: dict[str, list[int]]
    asked: tuple[Decision, ...]
    width: int  # of a row of offers
    most_choices: int
    levels: int  # of simultaneous decisions inside each other
    exact: str  # why the code works with fractions, which only plain Python can
    large: str  # a number that may need more than 64 bits
    most: int | None  # the figure that decides first is never larger, in its parts; None: perhaps
    unit: int  # the best score is counted in so many parts of one
    numbers: Mapping[c.Line, int]  # of decisions
    held: Mapping[str, tuple[str, int, int]]  # names that hold the place in a loop
    sealed: Mapping[int, tuple[str, str]]  # where all decide at once: who is asked, who at all
    nested: bool  # whether something is decided while other answers are sealed


def written(
    program: c.Program, *, hooks: Hooks | None = None, policy: Policy | None = None,
    resumable: bool = True, knowing: bool = False, shown: bool = False,
    extras: Sequence[Extra] = (),
) -> Source:
    """The code of a program; raises NotCompilable where something is not covered.

    `hooks` write what others want to know beside it. With a `policy` that is written into code that
    is not `resumable`, a game never stops. With `knowing`, every card has a bit of its own, and
    moves are noted for those who remember what they saw. If what is `shown` to somebody has to be
    told, it matters for how cards are laid out."""
    layout, decisions = Layout(program, shown=shown, by_owner=not knowing), Decisions(program)

    def attempt(*, exact: bool) -> Source:
        out = Emitter(
            program, layout, Denominators(program, exact=exact), decisions, emit_line,
            hooks=hooks or Hooks(), policy=policy, resumable=resumable, knowing=knowing,
        )
        out.hooks.begin()
        return _written(out, extras)

    try:
        try:
            return attempt(exact=False)
        except NeedsFractions as why:
            return replace(attempt(exact=True), exact=str(why))
    except RecursionError:
        raise NotCompilable("its rules are nested too deeply") from None


def _written(out: Emitter, extras: Sequence[Extra]) -> Source:
    program, layout, asked = out.program, out.layout, out.decisions.asked
    play = [stage for stage in program.stages if stage.stage != "reckoning"]
    after = [stage for stage in program.stages if stage.stage == "reckoning"]
    functions = [_stages("stages", play, out)]
    out.ends, out.ended = [], True  # a game that has ended does not end again
    functions.append(_stages("reckonings", after, out))
    functions.append(function("result", emit_result, out))
    functions.append(_play(out.decisions.span(stage.body for stage in play)[1], out))
    most_choices = max((len(each.choices) for each in asked), default=1)
    functions += _conditions(most_choices, out)
    functions.append(function("scores", emit_scores, out))
    functions += [extra(out) for extra in extras]
    text = "\n\n".join(functions)
    _check_size(text)
    return Source(
        EXACT + text if out.exact else text, layout, list(out.kept), dict(out.tables),
        tuple(asked), row_width(out), most_choices, out.levels, exact="",
        large="" if out.exact else out.denominators.too_large(layout.origins),
        most=out.denominators.most_of_first_figure(layout.origins),
        unit=out.denominators.of_first_figure(), numbers=out.decisions.numbers,
        held=dict(out.held), sealed=dict(out.sealed), nested=out.nested,
    )


def _check_size(text: str) -> None:
    """Python itself takes only so many loops inside each other, and nobody waits for more lines."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise NotCompilable(
            f"its rules come to {len(lines):,} lines of code, and {MOST_LINES:,} are the most"
        )
    loops: list[int] = []
    branches: dict[int, int] = {}  # how many `elif` have followed each other, by indentation
    for line in lines:
        code = line.lstrip()
        indent = len(line) - len(code)
        if code.startswith(("if ", "elif ")):
            branches[indent] = branches.get(indent, 0) + 1 if code.startswith("elif ") else 0
            if branches[indent] > MOST_BRANCHES:
                raise NotCompilable(f"more than {MOST_BRANCHES:,} choices or cases stand together")
        while loops and loops[-1] >= indent:
            loops.pop()
        if code.startswith(("for ", "while ")):
            loops.append(indent)
        if len(loops) > MOST_LOOPS or indent > MOST_INDENT:
            raise NotCompilable("its rules are nested too deeply")


# --------------------------------------------------------------------------------------- stages
def _play(last: int, out: Emitter) -> str:
    """From a decision that is answered (0: from the beginning) to the next one, or to the end."""
    over = out.hooks.over()
    over = f"\n        {over}" if over else ""
    return f'''
def play({ARRAYS}, go):
    if go <= {last}:
        code = stages({ARRAYS}, go)
        if code != -1:
            return code
        go = 0{over}
    code = reckonings({ARRAYS}, go)
    if code != -1:
        return code
    if result({ARRAYS}) != 0:
        return -9
    return -1
'''


def _stages(name: str, stages: Stages, out: Emitter) -> str:
    """A function for some stages that can be resumed at every decision."""
    out.restart()
    asking = any(out.decides(stage.body) for stage in stages)
    for stage in stages:
        if not out.decides(stage.body):
            with out.when_fresh(resumes=asking):
                _stage(stage, out)
                if asking and out.resumable and not stage.body:
                    out.put("pass")
            continue
        low, high = out.decisions.span([stage.body])
        with out.under(f"if go == 0 or {low} <= go <= {high}:", when=out.resumable):
            _stage(stage, out)
    names = list(out.kept)
    lines: list[str] = []
    for line in out.lines:
        if line.endswith(KEPT):
            indent = line.removesuffix(KEPT)
            lines.extend(f"{indent}L[{i}] = {kept}" for i, kept in enumerate(names))
        else:
            lines.append(line)
    body = "\n".join(lines)
    restore = ""
    if out.resumable and names:
        rows = "\n".join(f"        {kept} = L[{i}]" for i, kept in enumerate(names))
        restore = f"    if go != 0:\n{rows}\n"
    return f"def {name}({ARRAYS}, go):\n{_zeros(out, body)}{restore}{body}\n    return -1\n"


def _stage(stage: c.StageTable, out: Emitter) -> None:
    resumes = out.resumes(stage.body)
    out.hooks.stage(stage, out, resumes=resumes)
    if stage.stage != "rounds":
        out.block(stage.body)
        return
    assert stage.until is not None
    assert stage.measure is not None
    turns = out.keep(out.name("n"))
    out.put(f"if go == 0: {turns} = 0" if resumes else f"{turns} = 0")
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {emit_flag(stage.until, out)}: break")
            emit_guard(turns, stage.measure, out)
        out.round_flag = out.name("q")
        if ends_round(stage.body):
            # A block of its own, so that `end the round` has something to leave.
            out.zero(out.round_flag)
            with out.under("while True:"):
                out.block(stage.body)
                out.put("break")
        else:
            out.block(stage.body)
        out.round_flag = ""
        out.put(f"X[{X_ROUNDS}] += 1")
        out.hooks.round_ended(out)
        for end, _ in out.ends:
            if not end.at_once:
                emit_end(end, out)


# -------------------------------------------------------------------------------- other functions
def function(name: str, emit: Callable[[Emitter], None], out: Emitter, restore: str = "") -> str:
    """A function of its own that gives 0 if all goes well."""
    out.restart()
    emit(out)
    body = "\n".join(out.lines)
    return f"def {name}({ARRAYS}):\n{_zeros(out, body)}{restore}{body}\n    return 0\n"


def _conditions(most_choices: int, out: Emitter) -> list[str]:
    """Functions for the conditions on picks that are more than limits, and one that knows them."""
    restore = "".join(f"    {kept} = L[{i}]\n" for i, kept in enumerate(out.kept))
    found, rows = [], []
    for number, asked in enumerate(out.decisions.asked, 1):
        for index, choice in enumerate(asked.choices):
            pick = choice.pick
            if pick is None or pick.such_that is None or (
                pick.limit is not None and pick.source.type in ("cards", "card")
            ):
                continue
            out.restart()
            emit_picked(pick, answer_code, out)
            out.put(f"return 1 if {emit_flag(pick.such_that, out)} else 0")
            body = "\n".join(out.lines)
            found.append(f"def allowed_{number}_{index}({ARRAYS}):\n"
                         f"{_zeros(out, body)}{restore}{body}\n")
            rows.append(
                f"    if go * {most_choices} + choice == {number * most_choices + index}:\n"
                f"        answer = allowed_{number}_{index}({ARRAYS})\n"
                # Nobody waits for what is wrong here, so it is noted until the game is over.
                f"        if answer == {FAULT}: X[{X_BROKEN}] = 1\n"
                f"        return int(answer == 1)")
    found.append("\n".join([f"def allowed({ARRAYS}, go, choice):", *rows, "    return 1\n"]))
    return found


def _zeros(out: Emitter, body: str) -> str:
    """Every name that outlives a decision has a value from the beginning."""
    used = set(re.findall(r"[a-z]+\d+(?:_\d+)?", body))
    return "".join(f"    {name} = 0\n" for name in out.kept if name in used)
