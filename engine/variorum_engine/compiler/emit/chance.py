"""Chance as code: a player, a number, or some of a set, drawn from the stream at R."""

from __future__ import annotations

from variorum_dsl import core as c

from variorum_engine.compiler.emit.emitter import FAULT, Emitter
from variorum_engine.compiler.emit.expressions import (
    emit_cards,
    emit_players,
    emit_range,
    emit_whole,
)


def emit_chance(line: c.Chance, out: Emitter) -> None:
    if isinstance(line.source, c.NumberRange):
        _number(line, line.source, out)
    elif line.source.type == "players" and is_exactly_one(line.low, line.high):
        _player(line, out)
    else:
        _set(line, out)


def is_exactly_one(low: c.Expression, high: c.Expression | None) -> bool:
    return (isinstance(low, c.Number) and low.value == 1
            and isinstance(high, c.Number) and high.value == 1)


def _player(line: c.Chance, out: Emitter) -> None:
    mask = out.temp(emit_players(line.source, out))
    out.put(f"if {mask} == 0: return {FAULT}")
    name = out.keep(f"r{line.local}")
    out.put(f"{name} = low(nth({mask}, below(R, pop({mask}))))")
    out.certain(name)
    out.hooks.chance(line, {0: f"1 << {name}"}, out)


def _number(line: c.Chance, source: c.NumberRange, out: Emitter) -> None:
    least, most = emit_range(source, out)
    out.put(f"if {least} > {most}: return {FAULT}")
    name = out.keep(f"r{line.local}")
    out.put(f"{name} = {least} + below(R, {most} - {least} + 1)")
    out.hooks.chance(line, {0: f"1 << {name}"}, out)


def _set(line: c.Chance, out: Emitter) -> None:
    """Some of a set, drawn one after the other."""
    if c.of_owners(line.source.type):
        codes = {0: emit_players(line.source, out)}
        names = {0: out.keep(f"r{line.local}")}
    else:
        names = {page: out.keep(f"c{line.local}_{page}") for page in out.local_pages(line.local)}
        codes = {page: code for page, code in emit_cards(line.source, out).items()
                 if page in names}
    left = {page: out.name() for page in codes}
    for page, code in codes.items():
        out.put(f"{left[page]} = {code}")
    out.zero(*names.values())
    size = out.temp(" + ".join(f"pop({code})" for code in left.values()) or "0 + 0")
    least = emit_whole(line.low, out)
    out.put(f"if {least} > {size} or {least} < 0: return {FAULT}")
    many = out.name()
    out.put(f"{many} = {least}")
    if line.high is not line.low:
        most = out.name()
        limit = size if line.high is None else f"min({emit_whole(line.high, out)}, {size})"
        out.put(f"{most} = {limit}")
        out.put(f"if {most} > {least}: {many} = {least} + below(R, {most} - {least} + 1)")
    turn, ticket, taken = out.name("i"), out.name(), out.name()
    with out.under(f"for {turn} in range({many}):"):
        out.put(f"{ticket} = below(R, {size} - {turn})")
        for page, name in left.items():
            # Once something is taken the ticket is below 0, so the later pages give nothing.
            with out.under(f"if 0 <= {ticket} < pop({name}):"):
                out.put(f"{taken} = nth({name}, {ticket})")
                out.put(f"{name} ^= {taken}")
                out.put(f"{names[page]} |= {taken}")
                out.put(f"{ticket} = -1")
            if len(left) > 1:
                out.put(f"else: {ticket} -= pop({name})")
    out.hooks.chance(line, names, out)
