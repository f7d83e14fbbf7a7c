"""Chance as code: a player, a number, or some of a set, by the luck that R holds."""

from __future__ import annotations

from variorum_dsl import core as c

from variorum_engine.compiler.emit.emitter import FAULT, Cards, Emitter
from variorum_engine.compiler.emit.expressions import (
    emit_cards,
    emit_players,
    emit_range,
    emit_whole,
)
from variorum_engine.interpreter.lots import seat_salts


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


def _luck(line: c.Chance, out: Emitter) -> str:
    """What a draw begins with; each draw of a line has its own."""
    place, name = out.layout.draws[line]
    luck = out.temp(f"luck(R, {name}, 0, C[{place}])")
    out.put(f"C[{place}] += 1")
    return luck


def _player(line: c.Chance, out: Emitter) -> None:
    mask = out.temp(emit_players(line.source, out))
    out.put(f"if {mask} == 0: return {FAULT}")
    name, best = out.keep(f"r{line.local}"), out.name()
    _least({0: mask}, {0: name}, best, _luck(line, out), out, as_set=False)
    out.certain(name)
    out.hooks.chance(line, {0: f"1 << {name}"}, out)


def _number(line: c.Chance, source: c.NumberRange, out: Emitter) -> None:
    least, most = emit_range(source, out)
    out.put(f"if {least} > {most}: return {FAULT}")
    name = out.keep(f"r{line.local}")
    out.put(f"{name} = {least} + luck_below({_luck(line, out)}, {most} - {least} + 1)")
    out.hooks.chance(line, {0: f"1 << {name}"}, out)


def _set(line: c.Chance, out: Emitter) -> None:
    """Those of a set with the least luck, one after the other."""
    of_owners = c.of_owners(line.source.type)
    if of_owners:
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
        with out.under(f"if {most} > {least}:"):
            out.put(f"{many} = {least} + luck_below({_luck(line, out)}, {most} - {least} + 1)")
    luck = _luck(line, out)
    if not of_owners:
        luck = _relative(luck, left, out)
    turn, best = out.name("i"), out.name()
    with out.under(f"for {turn} in range({many}):"):
        _least(left, names, best, luck, out, as_set=True)
    out.hooks.chance(line, names, out)


def _relative(luck: str, left: Cards, out: Emitter) -> str:
    """The luck of a set of cards of one owner is the same whoever that is."""
    cards = out.program.cards
    found = out.name()
    out.put(f"{found} = {luck}")
    for i, (page, name) in enumerate(left.items()):
        owners = [cards[card].owner for card in out.layout.pages[page].cards]
        table = out.table(f"B{page}", owners or [0])
        with out.under(f"{'elif' if i else 'if'} {name}:"):
            out.put(f"{found} = luck_of_owner({luck}, -{table}[low({name} & -{name})])")
    return found


def _least(
    left: Cards, names: Cards, best: str, luck: str, out: Emitter, *, as_set: bool
) -> None:
    """Take the one with the least luck out of what is left; a single one is named by number."""
    where, found = out.name(), out.name()
    out.put(f"{best} = -1")
    out.zero(where, found)
    for page, name in left.items():
        rest, lowest, held = out.name(), out.name(), out.name()
        if as_set and names[page].startswith("c"):
            salt = f"{out.salt_table(page)}[low({lowest})]"
            member = f"{out.card_table(page)}[low({lowest})]"
        else:
            many = max(out.layout.owners, *(len(each.members) for each in out.program.attributes),
                       0)
            salt, member = f"{out.table('YS', seat_salts(many))}[low({lowest})]", f"low({lowest})"
        out.put(f"{rest} = {name}")
        with out.under(f"while {rest}:"):
            out.put(f"{lowest} = {rest} & -{rest}")
            out.put(f"{rest} ^= {lowest}")
            out.put(f"{held} = ticket({luck}, {salt}, {member})")
            with out.under(f"if {best} < 0 or {held} < {best}:"):
                out.put(f"{best} = {held}")
                out.put(f"{found} = {lowest}")
                out.put(f"{where} = {page}")
    if not as_set:
        out.put(f"{names[0]} = low({found})")
        return
    for page, name in left.items():
        with out.under(f"if {where} == {page}:"):
            out.put(f"{name} ^= {found}")
            out.put(f"{names[page]} |= {found}")
