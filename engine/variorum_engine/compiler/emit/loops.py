"""Branches and loops as code, each of them resumable at a decision inside it.

`go` is 0 while the code runs, and the number of a decision while it is being resumed there: every
block then skips what lies before that decision and enters the blocks around it.
"""

from __future__ import annotations

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.decisions import ends_round, reached_cases
from variorum_engine.compiler.emit.emitter import FAULT, Cards, Emitter
from variorum_engine.compiler.emit.expressions import (
    best_of,
    each_seat,
    emit_cards,
    emit_flag,
    emit_number,
    emit_players,
    emit_somebody,
)


def emit_if(line: c.If, out: Emitter) -> None:
    if out.resumes(line):
        holds = out.name("h")
        inside = out.inside(line.then) if out.decides(line.then) else "False"
        out.put(f"{holds} = {inside}")
        with out.when_fresh():
            out.put(f"{holds} = {emit_flag(line.condition, out)}")
    else:
        holds = emit_flag(line.condition, out)
    with out.under(f"if {holds}:"):
        out.block(line.then)
    if line.otherwise:
        with out.under("else:"):
            out.block(line.otherwise)


def emit_cases(line: c.Cases, out: Emitter) -> None:
    cases = reached_cases(line.cases)
    resumes = out.resumes(line)
    chosen = out.name("h")
    if resumes:
        out.put(f"{chosen} = -1")
        for i, case in enumerate(cases):
            if out.decides(case.body):
                out.put(f"if {out.inside(case.body)}: {chosen} = {i}")
    with out.when_fresh(resumes=resumes):
        codes = out.temps(emit_cards(line.card, out))
        total = " + ".join(f"pop({code})" for code in codes.values()) or "0"
        out.put(f"if {total} != 1: return {FAULT}")
        tests = [_case_test(case, line.card, codes, out) for case in cases]
        if not resumes:
            _branches(cases, tests, out)
            return
        out.put(f"{chosen} = -1")
        for i, test in enumerate(tests):
            if test:
                out.put(f"if {test}: {chosen} = {i}" if i == 0
                        else f"if {chosen} < 0 and ({test}): {chosen} = {i}")
        out.put(f"if {chosen} < 0: return {FAULT}")
    for i, case in enumerate(cases):
        with out.under(f"{'if' if i == 0 else 'elif'} {chosen} == {i}:"):
            out.block(case.body)


def _case_test(case: c.Case, card: c.Expression, codes: Cards, out: Emitter) -> str:
    reached = out.layout.masks(case.mask & out.layout.origins.reach(card))
    return " or ".join(f"{codes[page]} & {own}" for page, own in reached.items() if page in codes)


def _branches(cases: list[c.Case], tests: list[str], out: Emitter) -> None:
    """Cases that are never resumed."""
    word = "if"
    for case, test in zip(cases, tests, strict=True):
        if test:
            with out.under(f"{word} {test}:"):
                out.block(case.body)
            word = "elif"
    out.put(f"else: return {FAULT}" if word == "elif" else f"return {FAULT}")


def emit_guard(turns: str, measure: c.Expression, out: Emitter) -> None:
    """No loop takes more turns than it has things to use up, or than it is guarded for."""
    out.put(f"{turns} += 1")
    if isinstance(measure, c.Guard):
        with out.under(f"if {turns} > {measure.turns}:"):
            out.hooks.guarded(out)
            out.put("break")
        return
    out.put(f"if {turns} > {out.bounds.turns(measure)}: return {FAULT}")
    out.hooks.turn(turns, measure, out)


def emit_repeat(line: c.Repeat, out: Emitter) -> None:
    resumes = out.resumes(line)
    turns = out.keep(out.name("n")) if resumes else out.name("n")
    with out.when_fresh(resumes=resumes):
        out.zero(turns)
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {emit_flag(line.until, out)}: break")
            emit_guard(turns, line.measure, out)
        out.block(line.body)
    out.after_loop(ends_round(line.body))


def emit_turns(line: c.Turns, out: Emitter) -> None:
    resumes = out.resumes(line)
    turn = out.holding("turn", line) if resumes else out.name("w")
    turns = out.keep(out.name("n")) if resumes else out.name("n")
    seat = out.keep(f"r{line.local}")
    count, owners = out.program.players, out.layout.owners
    dummies = owners > count  # who may be asked for by name
    with out.when_fresh(resumes=resumes):
        out.put(f"{turn} = {emit_somebody(line.start, out)}")
        out.zero(turns)
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {emit_flag(line.until, out)}: break")
            active = out.temp(emit_players(line.players, out))
            if not isinstance(line.players, c.Players) or dummies:
                out.put(f"if {active} == 0: break")
                _seek(active, turn, owners, out)
            out.put(f"{seat} = {turn}")
            out.put(f"{turn} = ({turn} + 1) % {count}" if dummies
                    else f"{turn} = {turn} + 1 if {turn} < {count - 1} else 0")
            out.certain(seat)
            emit_guard(turns, line.measure, out)
        out.block(line.body)
    out.after_loop(ends_round(line.body))


def _seek(mask: str, seat: str, owners: int, out: Emitter) -> None:
    """The next seat of a set that is not empty, of so many at most."""
    out.put(f"while not {mask} >> {seat} & 1: "
            f"{seat} = {seat} + 1 if {seat} < {owners - 1} else 0")


def emit_each_player(line: c.ForEachPlayer, out: Emitter) -> None:
    resumes = out.resumes(line)
    seat = out.keep(f"r{line.local}")
    if line.ranks:
        _ranked_players(line, out)
        return
    leaves = ends_round(line.body)
    if not resumes and line.start is None and line.until is None and not leaves:
        each_seat(line.players, line.local, out)
        out.block(line.body)
        out.depth -= 1
        return
    waiting = out.holding("players", line) if resumes else out.name("w")
    pointer = out.holding("next player", line) if resumes else out.name("w")
    with out.when_fresh(resumes=resumes):
        out.put(f"{waiting} = {emit_players(line.players, out)}")
        start = "0" if line.start is None else emit_somebody(line.start, out)
        out.put(f"{pointer} = {start}")
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {waiting} == 0: break")
            _leave(line.until, out)
            _seek(waiting, pointer, out.program.most_of(line.players.type), out)
            out.put(f"{seat} = {pointer}")
            out.put(f"{waiting} ^= 1 << {pointer}")
            out.certain(seat)
        out.block(line.body)
    out.after_loop(leaves)


def _leave(until: c.Expression | None, out: Emitter) -> None:
    if until is not None:
        out.put(f"if {emit_flag(until, out)}: break")


def _ranked_players(line: c.ForEachPlayer, out: Emitter) -> None:
    """The numbers are worked out once; then the best of those who wait comes next."""
    resumes = out.resumes(line)
    count, ranks = out.program.most_of(line.players.type), line.ranks
    waiting = out.holding("players", line)
    keys = [[out.holding("other rank" if i else "rank", line, who) for i in range(len(ranks))]
            for who in range(count)]
    seat = out.keep(f"r{line.local}")
    first = "0" if line.start is None else out.keep(out.name("w"))
    with out.when_fresh(resumes=resumes):
        out.put(f"{waiting} = {emit_players(line.players, out)}")
        if line.start is not None:
            out.put(f"{first} = {emit_somebody(line.start, out)}")
        for who in range(count):
            with out.under(f"if {waiting} >> {who} & 1:"):
                for name, (extreme, place, value) in zip(keys[who], ranks, strict=True):
                    out.put(f"{out.keep(f'r{place}')} = {who}")
                    out.certain(f"r{place}")
                    code, _ = emit_number(value, out)
                    out.put(f"{name} = {code if extreme == 'highest' else f'-({code})'}")
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {waiting} == 0: break")
            _leave(line.until, out)
            best = out.name("b")
            out.put(f"{best} = -1")
            tops = [out.name("b") for _ in ranks]
            out.zero(*tops)
            for who in range(count):
                better = []
                for i in range(len(ranks)):
                    same = "".join(f"{keys[who][k]} == {tops[k]} and " for k in range(i))
                    better.append(f"({same}{keys[who][i]} > {tops[i]})")
                if line.start is not None:
                    # Of equals, who comes first from there on.
                    equal = "".join(f"{keys[who][k]} == {tops[k]} and "
                                    for k in range(len(ranks)))
                    away = [f"({each} - {first}) % {count}" for each in (who, best)]
                    better.append(f"({equal}{away[0]} < {away[1]})")
                test = f"{waiting} >> {who} & 1 and ({best} < 0 or {' or '.join(better)})"
                with out.under(f"if {test}:"):
                    out.put(f"{best} = {who}")
                    for name, top in zip(keys[who], tops, strict=True):
                        out.put(f"{top} = {name}")
            out.put(f"{seat} = {best}")
            out.put(f"{waiting} ^= 1 << {best}")
            out.certain(seat)
        out.block(line.body)
    out.after_loop(ends_round(line.body))


def emit_each_card(line: c.ForEachCard, out: Emitter) -> None:
    resumes = out.resumes(line)
    pages = out.local_pages(line.local)
    waiting = {page: out.holding("cards", line, page) for page in pages}
    names = {page: out.keep(f"c{line.local}_{page}") for page in pages}
    with out.when_fresh(resumes=resumes):
        codes = out.temps(emit_cards(line.cards, out))
        for page, name in waiting.items():
            out.put(f"{name} = {codes.get(page, '0')}")
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {' | '.join(waiting.values()) or '0'} == 0: break")
            _leave(line.until, out)
            out.zero(*names.values())
            nearest = best_of(dict(waiting), line.ranks, out) if line.ranks else waiting
            for i, page in enumerate(pages):
                first = nearest[page]
                with out.under(f"{'if' if i == 0 else 'elif'} {first}:"):
                    out.put(f"{names[page]} = {first} & -{first}")
                    out.put(f"{waiting[page]} ^= {names[page]}")
        out.block(line.body)
    out.after_loop(ends_round(line.body))


def emit_each_member(line: c.ForEachMember, out: Emitter) -> None:
    resumes = out.resumes(line)
    member = out.keep(f"r{line.local}")
    following = out.holding("member", line)
    with out.when_fresh(resumes=resumes):
        out.zero(following)
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            out.put(f"if {following} >= {line.count}: break")
            _leave(line.until, out)
            out.put(f"{member} = {following}")
            out.put(f"{following} += 1")
        out.block(line.body)
    out.after_loop(ends_round(line.body))
