"""What can be read off a program without playing it: who decides, what is read, what is written."""

from __future__ import annotations

from typing import Any

from variorum_dsl import core as c
from variorum_dsl.core.program import Choice, Op, Program


def key_of(op: Op) -> Any:
    """Something by which expressions can be compared."""
    return op.op, tuple(key_of(a) if isinstance(a, Op) else a for a in op.args)


def writes_tracks(part: Any) -> bool:
    if isinstance(part, Op):
        return part.op == "set_track" or writes_tracks(part.args)
    return isinstance(part, tuple) and any(map(writes_tracks, part))


def decisions(program: Program) -> list[tuple[Op, tuple[Choice, ...]]]:
    found = []
    stack: list[Any] = [stage.body for stage in program.stages]
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            if part.op in ("decide", "together"):
                found.append((part, part.args[1 if part.op == "decide" else 2]))
            stack.extend(part.args)
        elif isinstance(part, tuple):
            stack.extend(part)
    return found


def zones_read(table: Any, program: Program) -> list[tuple[int, Any, int]]:
    """The zones that a scoring or figure reads: the zone, whose, and who is asked about."""
    found: list[tuple[int, Any, int]] = []
    stack: list[tuple[Any, int]] = [(table, table.local)]
    while stack:
        part, local = stack.pop()
        if isinstance(part, Op):
            if part.op in ("zone", "zones_of", "outside"):
                owner = part.args[1] if part.op != "outside" else None
                numbers = [part.args[0]] if part.op != "outside" else range(len(program.zones))
                found.extend((int(z), key_of(owner) if isinstance(owner, Op) else None, local)
                             for z in numbers)
            elif part.op in ("figure", "score"):
                inner: Any = (program.figures if part.op == "figure" else program.scorings)
                # Only one's own figure keeps to what one sees.
                same = key_of(part.args[1]) == key_of(c.Local(local))
                stack.append((inner[part.args[0]], inner[part.args[0]].local if same else -1))
            stack.extend((each, local) for each in part.args)
        elif isinstance(part, tuple):
            stack.extend((each, local) for each in part)
    return found
