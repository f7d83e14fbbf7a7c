"""All passes in order, for code that runs from the beginning of a game to its end.

Code that stops at decisions has to keep a position in memory; code that a policy is written into
does not, so that zones and tracks can become local names and most of what the emitter writes to be
on the safe side falls away. Both forms begin with the same text.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

from variorum_engine.compiler.emit.module import Source
from variorum_engine.compiler.passes.dead_code import without_dead_code
from variorum_engine.compiler.passes.inlining import Inlining, functions_in
from variorum_engine.compiler.passes.jump_threading import thread_jumps
from variorum_engine.compiler.passes.loops import KeptMaximum, counted_loops, next_seat_lookups
from variorum_engine.compiler.passes.move_combining import MoveCombining
from variorum_engine.compiler.passes.propagation import Propagation
from variorum_engine.compiler.passes.scalar_replacement import (
    Field,
    ScalarReplacement,
    fields,
    loads,
    stores,
)
from variorum_engine.compiler.passes.syntax import Lines, bodies, names_read, names_set
from variorum_engine.compiler.passes.target import Target

FUNCTIONS = ("stages", "reckonings", "result")
ALWAYS_KEPT = {"x_2", "x_3"}  # rounds and decisions


def optimized(
    source: Source, inline: Iterable[ast.FunctionDef], remembered: list[Field], target: Target, *,
    keeps_position: bool,
) -> str:
    """The code of a game that never stops. `inline` are functions of the runtime that it calls,
    over the same arrays; `remembered` are fields behind the result. Whether the last position is
    kept in memory is for those to say who look at it afterwards."""
    tree = ast.parse(source.text)
    parts = functions_in(tree)
    expand = Inlining(inline)
    needed = {field.name for field in fields(source.layout)} if keeps_position else set()
    # The last one first: what it reads must be there when the others are done.
    for name in reversed(FUNCTIONS):
        expand.visit(parts[name])
        _optimize(parts[name], source, remembered, target, needed)
        expand.visit(parts[name])  # what the target calls
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _optimize(
    function: ast.FunctionDef, source: Source, remembered: list[Field], target: Target,
    needed: set[str],
) -> None:
    layout = source.layout
    whole = {name for name, table in source.tables.items() if min(table, default=0) >= 0}
    lines = next_seat_lookups(function.body, (1 << layout.owners) - 1)
    lines = Propagation(whole | {"Z", "C"}).lines(lines)
    replacement = ScalarReplacement(layout, remembered)
    replacement.look(lines)
    lines = [replacement.visit(line) for line in lines]
    used = list(replacement.used)
    zones = {field.name for field in used if field.array == "Z"}
    whole |= zones | {field.name for field in used if field.array == "C"}
    kept = (needed & {field.name for field in used}) | ALWAYS_KEPT
    rows = {field.name for field in used if field.many}
    for _ in range(3):
        lines = without_dead_code(Propagation(whole, zones).lines(lines), kept, rows)
        lines = MoveCombining(zones).lines(thread_jumps(lines))
    lines = counted_loops(lines)
    lengths = {field.name: field.many for field in used if field.array == "Z" and field.many}
    lines = KeptMaximum(_grows(source.tables), lengths).lines(lines)
    lines = without_dead_code(Propagation(whole, zones).lines(lines), kept, rows)
    read, given = set(names_read(*lines)), names_set(*lines)
    used = [field for field in used if field.name in read or field.name in given]
    needed |= {field.name for field in used if field.array != "X"}
    needed |= {field.name for field in replacement.fields if field.array in replacement.whole}
    after = stores([field for field in used if field.name in kept], lines)
    lines = [*loads(used, lines, target.row), *_ending(lines, after)]
    function.body = target.lowered(lines)
    target.finish(function)


def _grows(tables: Mapping[str, list[int]]) -> Collection[str]:
    """The tables of totals in which more cards never have a smaller one."""
    return {name for name, values in tables.items() if name.startswith("S") and min(values) >= 0}


def _ending(lines: Lines, after: Lines) -> Lines:
    """Store everything wherever a function ends well."""
    found: Lines = []
    for line in lines:
        if isinstance(line, ast.Return) and line.value is not None and (
            ast.unparse(line.value) in ("-1", "0")
        ):
            found.extend(after)
        for body in bodies(line):
            body[:] = _ending(body, after)
        found.append(line)
    return found
