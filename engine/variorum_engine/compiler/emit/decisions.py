"""Decisions in compiled code: what is offered, and how an answer takes effect.

At a decision the offers are written to the array `A`: for each choice a row of
[offered, low, high, kind of limit, bound, attribute, denominator, page masks ...]. Whoever decides
reads them; the answer is a choice in X[1] and masks of what is picked, by page, from X[8] on. The
code is left there with the number of the decision, and resumed with it. Or a policy is written
into the code, which then never stops.
"""

from __future__ import annotations

from collections.abc import Callable

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.decisions import ends_round
from variorum_engine.compiler.emit.chance import is_exactly_one
from variorum_engine.compiler.emit.emitter import (
    ARRAYS,
    KEPT,
    X_CHOICE,
    X_DECISIONS,
    X_PICKED,
    X_SEAT,
    Cards,
    Emitter,
)
from variorum_engine.compiler.emit.expressions import (
    emit_at_least,
    emit_at_most,
    emit_cards,
    emit_flag,
    emit_number,
    emit_players,
    emit_range,
    emit_somebody,
)

ROW = 8
ANY_CONDITION = 99
LIMITS: dict[c.Comparison, int] = {
    "is more than": 1, "is at least": 2, "is less than": 3, "is at most": 4, "is": 5,
}
MOST = 1 << 40  # of a pick without an upper bound


def row_width(out: Emitter) -> int:
    return ROW + len(out.layout.pages) + 2


def answer_code(page: int) -> str:
    return f"X[{X_PICKED + page}]"


# ----------------------------------------------------------------------------------- one player
def emit_decide(line: c.Decide, out: Emitter) -> None:
    number = out.decisions.numbers[line]
    chosen = out.name("h")
    if out.resumable:
        out.put(f"{chosen} = -1")
        for i, choice in enumerate(line.choices):
            if out.decides(choice.body):
                out.put(f"if {out.inside(choice.body)}: {chosen} = {i}")
    with out.when_fresh():
        _ask(line, emit_somebody(line.who, out), out)
    with out.under(f"if go == {number} or go == 0:", when=out.resumable):
        if out.resumable:
            out.put("go = 0")
        out.put(f"{chosen} = X[{X_CHOICE}]")
    for i, choice in enumerate(line.choices):
        with out.under(f"{'if' if i == 0 else 'elif'} {chosen} == {i}:"):
            before = len(out.lines)
            if choice.pick is not None or out.hooks.tells:
                with out.when_fresh(resumes=out.decides(choice.body)):
                    out.hooks.chose(line, f"X[{X_SEAT}]", i, answer_code, out)
                    if choice.pick is not None:
                        emit_picked(choice.pick, answer_code, out)
            if choice.body:
                out.block(choice.body)
            if len(out.lines) == before:
                out.put("pass")


def emit_picked(pick: c.Pick, code: Callable[[int], str], out: Emitter) -> None:
    """Put an answer where the rules look for it."""
    kind = pick.source.type
    if kind in ("players", "numbers"):
        one = kind == "players" and is_exactly_one(pick.low, pick.high)
        name = out.keep(f"r{pick.local}")
        # A number is answered as itself, a player as a set of one.
        out.put(f"{name} = {f'low({code(0)})' if one else code(0)}")
        if one:
            out.certain(name)
        return
    for page in out.local_pages(pick.local):
        out.put(f"{out.keep(f'c{pick.local}_{page}')} = {code(page)}")


def _ask(line: c.Decide | c.Together, seat: str, out: Emitter) -> None:
    """Offer the choices; a policy answers, or the code is left here."""
    out.put(f"X[{X_SEAT}] = {seat}")
    out.put(f"X[{X_DECISIONS}] += 1")
    if out.policy is not None:
        # Each seat draws from a stream of its own.
        out.put(f"think({ARRAYS})")
        out.policy(out, line.choices)
        out.put(f"thought({ARRAYS})")
        out.hooks.answered(line, out)
        return
    for i, choice in enumerate(line.choices):
        _offer(i, choice, out)
    out.put(KEPT)  # filled in at the end, when all names that outlive a decision are known
    out.put(f"return {out.decisions.numbers[line]}")


def _offer(index: int, choice: c.Choice, out: Emitter) -> None:
    base = index * row_width(out)
    out.put(f"A[{base}] = 1")
    if choice.condition is not None:
        out.put(f"if not ({emit_flag(choice.condition, out)}): A[{base}] = 0")
    pick = choice.pick
    if pick is None:
        out.put(f"A[{base + 1}] = -1")
        return
    with out.under(f"if A[{base}]:"):
        out.put(f"A[{base + 1}] = {emit_at_least(pick.low, out)}")
        most = str(MOST) if pick.high is None else emit_at_most(pick.high, out)
        out.put(f"A[{base + 2}] = {most}")
        for page, code in emit_source(pick, out).items():
            out.put(f"A[{base + ROW + page}] = {code}")
        out.put(f"A[{base + 3}] = 0")
        if pick.limit is not None and pick.source.type in ("cards", "card"):
            code, den = emit_number(pick.limit.bound, out)
            out.put(f"A[{base + 3}] = {LIMITS[pick.limit.comparison]}")
            out.put(f"A[{base + 4}] = {code}")
            out.put(f"A[{base + 5}] = {pick.limit.attribute}")
            out.put(f"A[{base + 6}] = {den}")
        elif pick.such_that is not None:
            out.put(f"A[{base + 3}] = {ANY_CONDITION}")


def emit_source(pick: c.Pick, out: Emitter) -> Cards:
    """What can be picked, as masks by page (players: page 0; numbers: the least and the most)."""
    if isinstance(pick.source, c.NumberRange):
        least, most = emit_range(pick.source, out)
        return {0: least, 1: most}
    if pick.source.type == "players":
        return {0: emit_players(pick.source, out)}
    found = out.temps(emit_cards(pick.source, out))
    return {page: found.get(page, "0") for page in range(len(out.layout.pages))}


# ---------------------------------------------------------------------------------- all at once
def emit_together(line: c.Together, out: Emitter) -> None:
    number = out.decisions.numbers[line]
    waiting, answered = out.keep(out.name("w")), out.keep(out.name("w"))
    out.sealed[number] = waiting, answered
    seat = out.keep(f"r{line.local}")
    nested = any(out.decides(choice.body) for choice in line.choices) or out.decides(line.body)
    resumes = nested and out.resumable
    out.nested = out.nested or nested
    with out.when_fresh():
        out.put(f"{waiting} = {emit_players(line.players, out)}")
        out.put(f"{answered} = {waiting}")
    pages = max(1, len(out.layout.pages))
    # Answers that are sealed while others are played out have places of their own.
    base = out.level * out.layout.owners * (pages + 1)
    place = f"{base} + {seat} * {pages + 1}" if base else f"{seat} * {pages + 1}"
    with out.under("while True:"):
        with out.when_fresh():
            _next_seat(waiting, seat, out)
            out.certain(seat)
            _ask(line, seat, out)
        if resumes:
            out.put(f"if go != {number}: break")
        if out.resumable:
            out.put("go = 0")
        out.put(f"P[{place}] = X[{X_CHOICE}]")
        for page in range(pages):
            out.put(f"P[{place} + {page + 1}] = {answer_code(page)}")
    if resumes:
        with out.when_fresh():
            out.put(f"{waiting} = {answered}")
        out.put("while True:")
        out.depth += 1
        with out.when_fresh():
            _next_seat(waiting, seat, out)
    else:
        out.put(f"for {seat} in range({out.layout.owners}):")
        out.depth += 1
        out.put(f"if not {answered} >> {seat} & 1: continue")
    out.level += 1
    out.levels = max(out.levels, out.level)
    for i, choice in enumerate(line.choices):
        _played_out(line, seat, place, i, choice, out, resumes=resumes)
    if line.body:
        out.block(line.body)
    out.level -= 1
    out.depth -= 1
    out.after_loop(ends_round(*(choice.body for choice in line.choices), line.body))


def _next_seat(waiting: str, seat: str, out: Emitter) -> None:
    out.put(f"if {waiting} == 0: break")
    out.put(f"{seat} = low({waiting})")
    out.put(f"{waiting} &= {waiting} - 1")


def _played_out(
    line: c.Together, seat: str, place: str, index: int, choice: c.Choice, out: Emitter, *,
    resumes: bool,
) -> None:
    """What a sealed answer comes to."""
    tests = [] if len(line.choices) == 1 else [f"P[{place}] == {index}"]
    if resumes:
        # Who is resumed in the lines below has played out the choice already.
        inside = f" or {out.inside(choice.body)}" if out.decides(choice.body) else ""
        tests.append(f"(go == 0{inside})")

    def sealed(page: int) -> str:
        return f"P[{place} + {page + 1}]"

    with out.under(f"if {' and '.join(tests)}:", when=bool(tests)):
        before = len(out.lines)
        opened = resumes and out.decides(choice.body)
        with out.when_fresh(resumes=opened):
            out.hooks.chose(line, seat, index, sealed, out)
            if choice.pick is not None:
                emit_picked(choice.pick, sealed, out)
            elif opened:
                out.put("pass")
        if choice.body:
            out.block(choice.body)
        if len(out.lines) == before:
            out.put("pass")
