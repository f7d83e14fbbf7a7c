"""Who is out and who has won, in code: W[0] winners, W[1] eliminated, W[2] what decided, W[4] the
best number of the first line of the chain, and from W[8] on that number for each seat."""

from __future__ import annotations

from variorum_dsl import core as c

from variorum_engine.compiler.emit.emitter import Emitter, Number
from variorum_engine.compiler.emit.expressions import emit_number, emit_players, emit_score


def emit_result(out: Emitter) -> None:
    program = out.program
    out.put("out = 0")
    for out_table in program.out:
        out.put(f"out |= {emit_players(out_table.players, out)} & {out.everyone}")
    if program.everyone == "nobody is out":
        out.put(f"if out == {out.everyone}: out = 0")
    out.put(f"left = {out.everyone} & ~out")
    out.put("decided = -1")
    out.put("W[4] = 0")
    for i, tie in enumerate(program.chain):
        with out.under("if left & (left - 1):", when=i > 0):
            emit_tie(i, tie, out)
    with out.under("if left & (left - 1):"):
        out.put(f"decided = {len(program.chain)}")
        if program.tied == "nobody":
            out.put("left = 0")
    out.put("W[0] = left")
    out.put("W[1] = out")
    out.put("W[2] = decided")


def emit_scores(out: Emitter) -> None:
    """The first figure that decides, of every player (the eliminated too)."""
    if out.program.chain:
        for seat in range(out.program.players):
            out.put(f"W[{8 + seat}] = {_figure(out.program.chain[0], str(seat), out)[0]}")


def _figure(tie: c.Tie, seat: str, out: Emitter) -> Number:
    """What a seat has of a figure that decides."""
    if tie.is_score:
        return emit_score(tie.figure, seat, out)
    table = out.program.figures[tie.figure]
    out.put(f"{out.keep(f'r{table.local}')} = {seat}")
    out.certain(f"r{table.local}")
    return emit_number(table.value, out)


def emit_tie(index: int, tie: c.Tie, out: Emitter) -> None:
    """Of those who are left, the ones with the best figure stay."""
    best, some, kept, seat = (out.name() for _ in range(4))
    several = out.name()
    out.put(f"{several} = left & (left - 1)")
    out.zero(best, some, kept)
    with out.under(f"for {seat} in range({out.program.players}):"):
        out.put(f"if not left >> {seat} & 1: continue")
        value = out.temp(_figure(tie, seat, out)[0])
        sign = ">" if tie.extreme == "highest" else "<"
        with out.under(f"if {some} == 0 or {value} {sign} {best}:"):
            out.put(f"{best} = {value}")
            out.put(f"{some} = 1")
            out.put(f"{kept} = 1 << {seat}")
        out.put(f"elif {value} == {best}: {kept} |= 1 << {seat}")
    if index == 0:
        out.put(f"W[4] = {best}")
    out.put(f"left = {kept}")
    out.put(f"if {several} and left & (left - 1) == 0 and decided < 0: decided = {index}")
