"""Lines of play as code: which function writes which of them."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.chance import emit_chance
from variorum_engine.compiler.emit.decisions import emit_decide, emit_together
from variorum_engine.compiler.emit.emitter import ENDED, FAULT, Emitter
from variorum_engine.compiler.emit.expressions import (
    emit_cards,
    emit_scaled,
    emit_somebody,
    emit_value,
)
from variorum_engine.compiler.emit.loops import (
    emit_cases,
    emit_each_card,
    emit_each_member,
    emit_each_player,
    emit_if,
    emit_repeat,
    emit_turns,
)
from variorum_engine.compiler.emit.moves import check_ends, emit_move, emit_show, emit_shuffle
from variorum_engine.interpreter.dependencies import Touch


def emit_line(line: c.Line, out: Emitter) -> None:  # noqa: C901 (one case for each line)
    out.hooks.line(line, out)
    match line:
        case c.Move():
            emit_move(line, out)
        case c.Shuffle():
            emit_shuffle(line, out)
        case c.SetLocal(local, value):
            _set_local(local, value, out)
        case c.SetTrack():
            _set_track(line, out)
        case c.Show():
            emit_show(line, out)
        case c.If():
            emit_if(line, out)
        case c.Cases():
            emit_cases(line, out)
        case c.ForEachPlayer():
            emit_each_player(line, out)
        case c.ForEachCard():
            emit_each_card(line, out)
        case c.ForEachMember():
            emit_each_member(line, out)
        case c.Repeat():
            emit_repeat(line, out)
        case c.Turns():
            emit_turns(line, out)
        case c.Decide():
            emit_decide(line, out)
        case c.Together():
            emit_together(line, out)
        case c.Chance():
            emit_chance(line, out)
        case c.EndRound():
            if out.round_flag:
                out.put(f"{out.round_flag} = 1")
                out.put("break")
            else:
                out.put(f"return {FAULT}")
        case c.EndGame():
            out.put("pass" if out.ended else f"return {ENDED}")
        case c.Nothing():
            out.put("pass")
        case c.Call():
            raise NotCompilable("a procedure that is not unfolded")
        case _:
            assert_never(line)


def _set_local(local: int, value: c.Expression, out: Emitter) -> None:
    if value.type in ("cards", "card"):
        codes = out.temps(emit_cards(value, out))
        for page in out.local_pages(local):
            out.put(f"{out.keep(f'c{local}_{page}')} = {codes.get(page, '0')}")
        return
    name = out.keep(f"r{local}")
    if value.type == "number":
        scale = out.denominators.local.get(local, 1)
        out.put(f"{name} = {emit_scaled(value, scale, out)}")
    else:
        out.put(f"{name} = {emit_value(value, out)}")


def _set_track(line: c.SetTrack, out: Emitter) -> None:
    code = emit_value(line.value, out)
    first, owner = out.program.tracks[line.track.track].first, line.track.owner
    place = str(first) if owner is None else f"{first} + {emit_somebody(owner, out)}"
    out.put(f"T[{place}] = {code}")
    out.hooks.track(line, place, out)
    check_ends(Touch(tracks=frozenset({line.track.track})), out)
