"""The text of a compiled game, and the functions it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from variorum_dsl.core.program import Choice, Op, Program

from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.emit.flow import X_BROKEN
from variorum_engine.compiler.emit.numbers import EXACT, NeedsFractions
from variorum_engine.compiler.emit.scoring import Scoring
from variorum_engine.compiler.emit.writer import ARRAYS, FAULT

PLAIN = """
pop = int.bit_count


def low(mask):
    return mask.bit_length() - 1 if mask & (mask - 1) == 0 else (mask & -mask).bit_length() - 1


def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask


def one(R, mask, bits):
    return nth(mask, below(R, pop(mask)))
"""
PLAIN_STREAM = """

def below(R, bound):
    R[0] = z = (R[0] + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return ((z ^ (z >> 31)) >> 32) * bound >> 32
"""


MOST_LINES = 60_000
MOST_LOOPS = 18
MOST_INDENT = 4 * 90


class Source(NamedTuple):
    """Compiled text, with what is needed to use it."""

    text: str
    layout: Layout
    kept: list[str]
    tables: dict[str, list[int]]
    decisions: int
    asked: tuple[tuple[tuple[Choice, ...], bool], ...]
    width: int
    most_choices: int
    levels: int = 1  # of simultaneous decisions inside each other
    exact: str = ""  # why the code works with fractions, which only plain Python can
    large: str = ""  # a number that may be too large for machine code
    told: tuple[Op, ...] = ()  # the lines that the events of a traced game name by number
    numbers: Mapping[int, int] = {}  # of decisions, by the identity of their operation
    held: Mapping[str, tuple[str, int, int]] = {}  # names that hold the place in a loop
    sealed: Mapping[int, tuple[str, str]] = {}  # where all decide at once: who is asked, who at all
    nested: bool = False  # whether something is decided while other answers are sealed


def written(
    program: Program, *, policy: Callable[..., None] | None = None, resumable: bool = True,
    first_seat: bool = False, tracing: bool = False, knowing: bool = False,
    writer: Callable[..., Scoring] = Scoring,
) -> Source:
    """The code of a program; raises NotCompilable where something is not covered.

    With `first_seat`, chance takes the first of the players without a draw. With `tracing`, the
    code tells its events to a list called `E`. With `knowing`, every card has a bit of its own, and
    moves are noted for those who remember what they saw."""
    kind = writer
    if tracing:
        from variorum_engine.compiler.emit.traces import Traced

        kind = Traced
    layout = Layout(program, shown=tracing, by_owner=not knowing)
    exact = ""
    try:
        try:
            return _written(kind(program, layout, policy=policy, resumable=resumable),
                            first_seat=first_seat, knowing=knowing)
        except NeedsFractions as why:
            exact = str(why)
        flow = kind(program, layout, policy=policy, resumable=resumable, exact=True)
        return _written(flow, first_seat=first_seat, knowing=knowing)._replace(exact=exact)
    except RecursionError:
        raise NotCompilable("its rules are nested too deeply") from None


def _check_size(text: str) -> None:
    """Python itself takes only so many loops inside each other, and nobody waits for more lines."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise NotCompilable(
            f"its rules come to {len(lines):,} lines of code, and {MOST_LINES:,} are the most"
        )
    loops: list[int] = []
    for line in lines:
        code = line.lstrip()
        indent = len(line) - len(code)
        while loops and loops[-1] >= indent:
            loops.pop()
        if code.startswith(("for ", "while ")):
            loops.append(indent)
        if len(loops) > MOST_LOOPS or indent > MOST_INDENT:
            raise NotCompilable("its rules are nested too deeply")


def _written(flow: Scoring, *, first_seat: bool, knowing: bool) -> Source:
    program, layout, resumable = flow.program, flow.layout, flow.resumable
    flow.first_seat = first_seat
    flow.knowing = knowing
    play = [stage for stage in program.stages if stage.stage != "reckoning"]
    after = [stage for stage in program.stages if stage.stage == "reckoning"]
    stages = _function(flow, "stages", play, resumable=resumable)
    flow.ends, flow.ended = [], True  # a game that has ended does not end again
    reckoning = _function(flow, "reckonings", after, resumable=resumable)
    flow.lines = []
    flow.sure = set()
    flow.reckoning()
    body = "\n".join(flow.lines)
    result = f"def result({ARRAYS}):\n{_zeros(flow, body)}{body}\n    return 0\n"
    last = max((flow.ranges[id(op)][1] for stage in play for op in stage.body), default=0)
    over = '\n        E.append(("over",))' if flow.tells else ""
    drive = f'''
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
    text = "\n\n".join([stages, reckoning, result, drive, *_conditions(flow), _scores(flow),
                        *_sheets(flow)])
    _check_size(text)
    return Source(
        EXACT + text if flow.exact else text, layout, list(flow.kept), dict(flow.tables),
        len(flow.asked),
        tuple((choices, at_once) for _, choices, at_once in flow.asked.values()),
        flow.width(), flow.most_choices, flow.levels,
        large="" if flow.exact else flow.too_large(), told=tuple(getattr(flow, "told", ())),
        numbers=dict(flow.numbers), held=dict(flow.held), sealed=dict(flow.sealed),
        nested=flow.nested,
    )


def _function(flow: Scoring, name: str, stages: list[Any], *, resumable: bool) -> str:
    flow.lines = []
    flow.sure = set()
    for stage in stages:
        asks = flow.ranges_of_stage(stage)
        if resumable and any(flow.ranges_of_stage(each) for each in stages) and not asks:
            flow.put("if go == 0:")
            flow.depth += 1
            flow.stage(stage)
            if not stage.body:
                flow.put("pass")
            flow.depth -= 1
        else:
            if resumable and asks:
                low = min(flow.ranges[id(op)][0] for op in stage.body if flow.decides(op))
                high = max(flow.ranges[id(op)][1] for op in stage.body if flow.decides(op))
                flow.put(f"if go == 0 or {low} <= go <= {high}:")
                flow.depth += 1
                flow.stage(stage)
                flow.depth -= 1
            else:
                flow.stage(stage)
    names = list(flow.kept)
    lines: list[str] = []
    for line in flow.lines:
        if "@KEPT@" in line:
            indent = line[: len(line) - len(line.lstrip())]
            lines.extend(f"{indent}L[{i}] = {kept}" for i, kept in enumerate(names))
        else:
            lines.append(line)
    body = "\n".join(lines)
    restore = ""
    if resumable and names:
        rows = "\n".join(f"        {kept} = L[{i}]" for i, kept in enumerate(names))
        restore = f"    if go != 0:\n{rows}\n"
    return (
        f"def {name}({ARRAYS}, go):\n{_zeros(flow, body)}{restore}{body}\n    return -1\n"
    )


def _conditions(flow: Scoring) -> list[str]:
    """Functions for the conditions on picks that are more than limits."""
    names = list(flow.kept)
    restore = "".join(f"    {kept} = L[{i}]\n" for i, kept in enumerate(names))
    found, several = [], []
    for number, (_, choices, _) in flow.asked.items():
        for index, choice in enumerate(choices):
            pick = choice.pick
            if pick is None or pick.such_that is None or (
                pick.limit is not None and pick.source.type in ("cards", "card")
            ):
                continue
            several.append((number, index))
            body = flow.allowed(number, index, pick)
            found.append(f"def allowed_{number}_{index}({ARRAYS}):\n"
                         f"{_zeros(flow, body)}{restore}{body}\n")
    rows = [f"    if go * {flow.most_choices} + choice == {number * flow.most_choices + index}:\n"
            f"        answer = allowed_{number}_{index}({ARRAYS})\n"
            # Nobody waits for what is wrong here, so it is noted until the game is over.
            f"        if answer == {FAULT}: X[{X_BROKEN}] = 1\n"
            f"        return int(answer == 1)"
            for number, index in several]
    found.append("\n".join([f"def allowed({ARRAYS}, go, choice):", *rows, "    return 1\n"]))
    return found


def _scores(flow: Scoring) -> str:
    """A function for the first figure that decides, of every player (the eliminated too)."""
    flow.lines, flow.sure, flow.depth = [], set(), 1
    if flow.program.chain:
        for seat in range(flow.program.players):
            flow.put(f"W[{8 + seat}] = {flow.first_figure(str(seat))}")
    body = "\n".join(flow.lines)
    return f"def scores({ARRAYS}):\n{_zeros(flow, body)}{body}\n    return 0\n"


def _sheets(flow: Scoring) -> list[str]:
    """For a traced game, a function that tells all score sheets."""
    if not flow.tells:
        return []
    flow.lines, flow.sure, flow.depth = [], set(), 1
    flow.write_sheets()
    body = "\n".join(flow.lines)
    return [f"def sheets({ARRAYS}):\n{_zeros(flow, body)}{body}\n    return 0\n"]


def _zeros(flow: Scoring, body: str) -> str:
    """Every name that outlives a decision has a value from the beginning."""
    import re

    used = set(re.findall(r"[a-z]+\d+(?:_\d+)?", body))
    names = [kept for kept in flow.kept if kept in used]
    return "".join(f"    {name} = 0\n" for name in names)


def plain(source: Source, stream: str = PLAIN_STREAM) -> dict[str, Any]:
    """The functions of a compiled game, as plain Python."""
    space: dict[str, Any] = dict(source.tables)
    text = without_calls(source.text)
    exec(compile(PLAIN + stream + text, "<compiled game>", "exec"), space)  # noqa: S102
    return space


def without_calls(text: str) -> str:
    """`pop(x)` as a method of the number itself: half the price in plain Python."""
    parts = []
    place = 0
    while (found := text.find("pop(", place)) >= 0:
        depth, end = 0, found + 3
        while True:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
            if not depth:
                break
        inside = text[found + 4 : end - 1]
        parts += [text[place:found], f"({without_calls(inside)}).bit_count()"]
        place = end
    return "".join([*parts, text[place:]])


__all__ = ["NotCompilable", "Source", "plain", "written"]
