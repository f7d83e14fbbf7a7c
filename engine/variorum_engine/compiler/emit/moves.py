"""Cards that move: out of the zones where they are, into another one, and what that sets off.

A zone that keeps an order has a row in `O`, from its bottom up; how long it is stands in `C`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.decisions import ends_round
from variorum_engine.compiler.analysis.origins import Place, narrowed
from variorum_engine.compiler.emit.emitter import ARRAYS, ENDED, FAULT, Cards, Emitter
from variorum_engine.compiler.emit.expressions import (
    each_card,
    emit_cards,
    emit_flag,
    emit_players,
    emit_somebody,
    emit_whole,
    order_of,
    slot_of,
)
from variorum_engine.interpreter.dependencies import Touch, touched
from variorum_engine.interpreter.lots import zone_salt

MEMBER = (1 << 15) - 1  # the part of a ticket that is the number of a card


class Source(NamedTuple):
    """A zone that cards may come from: its number, its slot on the first page, where its order
    begins and where the length of that stands."""

    zone: int
    slot: str
    row: str
    length: str


def emit_move(line: c.Move, out: Emitter) -> None:
    entering: Cards = {}
    who = "-1"
    with out.when_fresh(resumes=out.decides(line)):
        owner = line.to.owner
        settled = isinstance(owner, c.Local | c.Seat | c.Member | None)
        if line.effects:
            who = out.holding("owner", line)
        if line.effects and owner is not None and not settled:
            out.put(f"{who} = {emit_somebody(owner, out)}")  # whose it is before the cards move
        before = out.hooks.before_move(out)
        moved = _moved(line, out)
        out.hooks.moved(line, before, out)
        check_ends(touched(line, out.program), out)
        if line.effects:
            union = 0
            for effect in line.effects:
                union |= effect.mask
            allowed = out.layout.masks(union)
            if owner is None or settled:
                out.put(f"{who} = {-1 if owner is None else emit_somebody(owner, out)}")
            for page in sorted(moved):
                if page in allowed:
                    entering[page] = out.holding("entering", line, page)
                    out.put(f"{entering[page]} = {moved[page]} & {allowed[page]}")
    if entering:
        _effects(line, entering, who, out)


def check_ends(touch: Touch, out: Emitter) -> None:
    """End the game if what has just changed fulfils a condition that is looked at at once."""
    for end, read in out.ends:
        if end.at_once and read.meets(touch):
            emit_end(end, out)


def emit_end(end: c.EndTable, out: Emitter) -> None:
    with out.under(f"if {emit_flag(end.condition, out)}:"):
        out.hooks.end(end, out)
        out.put(f"return {ENDED}")


def _moved(line: c.Move, out: Emitter) -> Cards:
    """Take the cards out of their zones and put them into this one; gives which they are."""
    zone, owner = line.to.zone, line.to.owner
    pages = {page.number for page in out.layout.pages_of_zone(zone)}
    targets: Cards = {}
    moved: Cards = {}
    within: Cards = {}
    depth = line.depth
    deep = "" if depth is None or depth.at_bottom else emit_whole(depth.others, out)
    for page, code in sorted(emit_cards(line.cards, out).items()):
        if page in pages:
            targets[page] = out.temp(slot_of(zone, owner, page, out))
            if depth is not None:
                code = out.temp(code)
                within[page] = out.temp(f"{code} & Z[{targets[page]}]")
            moved[page] = out.name("m")
            out.put(f"{moved[page]} = {code} & ~Z[{targets[page]}]")
    if not moved:
        return {}
    if out.program.zones[zone].in_order:
        base, counter = (out.temp(code) for code in order_of(zone, owner, out))
        level = ""
        if depth is not None:
            level = _level(depth, deep, within, counter, out)
            _sink_within(line, within, base, counter, level, out)
        found = _stack(line, moved, targets, base, counter, out)
        if level:
            _sink(base, counter, level, lambda i: f"{i} >= C[{counter}] - {found}", out)
        return moved
    single = out.layout.origins.zone(line.cards)
    named = _is_named(line.cards)
    if single is None:
        _search(line, moved, targets, out, certain=not named)
        return moved
    is_top = isinstance(line.cards, c.Top) and line.cards.among is None
    for page, name in moved.items():
        if named:
            # What was picked may have gone elsewhere since.
            slot = out.temp(slot_of(*single, page, out))
            with out.under(f"if {name} & ~Z[{slot}]:"):
                _search(line, {page: name}, targets, out, certain=False)
            with out.under("else:"):
                _take(single, page, name, targets[page], out, is_top=False)
        else:
            _take(single, page, name, targets[page], out, is_top=is_top)
    return moved


def _is_named(cards: c.Expression) -> bool:
    """Whether cards are a part of a set that has a name."""
    while not isinstance(cards, c.Local):
        inner = narrowed(cards)
        if inner is None or isinstance(cards, c.Top):
            return False
        cards = inner
    return True


def _note(page: int, cards: str, slot: str, target: str, out: Emitter) -> None:
    """Let those who remember what they see know of a move."""
    if out.knowing:
        out.put(f"if {cards}: noted({ARRAYS}, {page}, {cards}, {slot}, {target})")


def _take(
    source: Place, page: int, name: str, target: str, out: Emitter, *, is_top: bool
) -> None:
    """Cards leave the one zone where they all are for another."""
    zone, owner = source
    slot = out.temp(slot_of(zone, owner, page, out))
    _note(page, name, slot, target, out)
    out.put(f"Z[{slot}] &= ~{name}")
    if out.program.zones[zone].in_order:
        base, counter = (out.temp(code) for code in order_of(zone, owner, out))
        if is_top:
            out.put(f"C[{counter}] -= pop({name})")
        else:
            _unlist(base, counter, page, name, out)
    out.put(f"Z[{target}] |= {name}")


# ------------------------------------------------------------------------------ several sources
def _sources(line: c.Move, page: int, out: Emitter) -> Iterator[Source]:
    """For every zone where cards of a page can be: open a block (a loop over its owners)."""
    layout, zone, owner = out.layout, line.to.zone, line.to.owner
    touch, universe = touched(line, out.program), layout.pages[page].universe
    for number, table in enumerate(out.program.zones):
        if number not in touch.zones or layout.universe_of_zone[number] != universe:
            continue
        pages = [each.number for each in layout.pages_of_zone(number)]
        first = layout.first_slot[number] + pages.index(page)
        base, counter = layout.first_order[number], layout.first_count[number]
        if table.domain.sort == "table":
            if number != zone:
                yield Source(number, str(first), str(base), str(counter))
            continue
        depth = out.depth
        if layout.local[universe]:
            assert owner is not None
            if number == zone:
                continue
            seat = emit_somebody(owner, out)
        else:
            # What is in the target already does not move, so it need not be left out here.
            seat = out.name("i")
            out.put(f"for {seat} in range({table.domain.size}):")
            out.depth += 1
        yield Source(number, f"{first} + {len(pages)} * {seat}",
                     f"{base} + {layout.order_size[number]} * {seat}", f"{counter} + {seat}")
        out.depth = depth


def _search(line: c.Move, moved: Cards, targets: Cards, out: Emitter, *, certain: bool) -> None:
    """Look for cards in every zone where they can be; the target keeps no order. If it is certain
    that they are in these zones, nobody need look which of them were found."""
    for page, name in moved.items():
        found = name
        if not certain:
            found = out.name("m")
            out.zero(found)
        for source in _sources(line, page, out):
            in_order = out.program.zones[source.zone].in_order
            if certain and not in_order and not out.knowing:
                out.put(f"Z[{source.slot}] &= ~{name}")
                continue
            hit = out.temp(f"Z[{source.slot}] & {name}")
            _note(page, hit, source.slot, targets[page], out)
            if in_order:
                with out.under(f"if {hit}:"):
                    _unlist(source.row, source.length, page, hit, out)
            out.put(f"Z[{source.slot}] ^= {hit}")
            if not certain:
                out.put(f"{found} |= {hit}")
        out.put(f"Z[{targets[page]}] |= {found}")


def _stack(
    line: c.Move, moved: Cards, targets: Cards, base: str, counter: str, out: Emitter
) -> str:
    """Put cards on top of an order: zone by zone, the lowest uppermost; those that come from one
    order keep it. Gives how many there were."""
    found, hits, place = out.name("n"), out.name("n"), out.name("i")
    out.zero(found, hits)
    first = min(moved)
    taken = {page: out.name("m") for page in moved}
    out.zero(*taken.values())
    for source in _sources(line, first, out):
        several = _lying(source, moved, out)
        out.put(f"if {' or '.join(several)}: {hits} += 1")
        out.put(f"{found} += {' + '.join(f'pop({each})' for each in several)}")
    # The uppermost place after the move; from there on downwards.
    out.put(f"{place} = {base} + C[{counter}] + {found} - 1")
    out.put(f"C[{counter}] += {found}")
    for source in _sources(line, first, out):
        names = dict(zip(moved, map(out.temp, _lying(source, moved, out)), strict=True))
        with out.under(f"if {' or '.join(names.values())}:"):
            if out.program.zones[source.zone].in_order:
                with out.under(f"if {hits} == 1:"):
                    _in_their_order(names, source, place, out)
                with out.under("else:"):
                    _in_file_order(names, place, out)
                for page, name in names.items():
                    _unlist(source.row, source.length, page, name, out)
            else:
                _in_file_order(names, place, out)
            for page, name in names.items():
                slot = _beside(source, page, first, out)
                _note(page, name, slot, targets[page], out)
                out.put(f"Z[{slot}] ^= {name}")
                out.put(f"{taken[page]} |= {name}")
    for page, name in taken.items():
        out.put(f"Z[{targets[page]}] |= {name}")
    return found


def _beside(source: Source, page: int, first: int, out: Emitter) -> str:
    """The slot of the same zone on another page."""
    pages = [each.number for each in out.layout.pages_of_zone(source.zone)]
    offset = pages.index(page) - pages.index(first)
    return f"{source.slot} + {offset}" if offset else source.slot


def _lying(source: Source, moved: Cards, out: Emitter) -> list[str]:
    """The moved cards that are in a zone, page by page."""
    first = min(moved)
    return [f"(Z[{_beside(source, page, first, out)}] & {name})" for page, name in moved.items()]


# --------------------------------------------------------------------------------------- orders
def _unlist(base: str, counter: str, page: int, name: str, out: Emitter) -> None:
    """Take cards out of an order; the others close up."""
    i, j = out.name("i"), out.name("j")
    out.zero(j)
    others = f"if not {out.mask_table(page)}[O[{base} + {i}]] & {name}:"
    with out.under(f"for {i} in range(C[{counter}]):"), out.under(others):
        out.put(f"O[{base} + {j}] = O[{base} + {i}]")
        out.put(f"{j} += 1")
    out.put(f"C[{counter}] = {j}")


def _level(depth: c.Depth, deep: str, within: Cards, counter: str, out: Emitter) -> str:
    """How many cards of an order, but for some that are put elsewhere in it, lie below these."""
    if depth.at_bottom:
        return "0"
    level = out.name("n")
    out.put(f"if {deep} < 0: return {FAULT}")
    others = " - ".join([f"C[{counter}]", *(f"pop({code})" for code in within.values())])
    out.put(f"{level} = min({deep}, {others})")
    if depth.level == "below":
        out.put(f"{level} = {others} - {level}")
    return level


def _sink(
    base: str, counter: str, level: str, goes_down: Callable[[str], str], out: Emitter
) -> None:
    """Some cards of an order go down to a level of it; all keep the order that they have."""
    i, j, lower, held = out.name("i"), out.name("j"), out.name("n"), out.name()
    out.put(f"{lower} = {base} + {level}")
    with out.under(f"for {i} in range(C[{counter}]):"), out.under(f"if {goes_down(i)}:"):
        out.put(f"{held} = O[{base} + {i}]")
        with out.under(f"for {j} in range({base} + {i}, {lower}, -1):"):
            out.put(f"O[{j}] = O[{j} - 1]")
        out.put(f"O[{lower}] = {held}")
        out.put(f"{lower} += 1")


def _sink_within(
    line: c.Move, within: Cards, base: str, counter: str, level: str, out: Emitter
) -> None:
    """Cards that lie in the zone already go below the others there, and so many of those below
    them again."""
    with out.under(f"if {' or '.join(within.values())}:"):
        card = out.name()

        def goes_down(i: str) -> str:
            out.put(f"{card} = O[{base} + {i}]")
            return " or ".join(f"{out.mask_table(page)}[{card}] & {name}"
                               for page, name in within.items())

        _sink(base, counter, "0", goes_down, out)
        if level != "0":
            many = out.temp(" + ".join(f"pop({code})" for code in within.values()))
            _sink(base, counter, "0", lambda i: f"{many} <= {i} < {many} + {level}", out)
        out.hooks.sunk(line, within, out)


def _in_their_order(names: Cards, source: Source, place: str, out: Emitter) -> None:
    i, card = out.name("i"), out.name()
    with out.under(f"for {i} in range(C[{source.length}] - 1, -1, -1):"):
        out.put(f"{card} = O[{source.row} + {i}]")
        test = " or ".join(f"{out.mask_table(page)}[{card}] & {name}"
                           for page, name in names.items())
        with out.under(f"if {test}:"):
            out.put(f"O[{place}] = {card}")
            out.put(f"{place} -= 1")


def _in_file_order(names: Cards, place: str, out: Emitter) -> None:
    for page, name in names.items():
        numbers = out.card_table(page)
        for _, lowest in each_card({page: name}, out):
            out.put(f"O[{place}] = {numbers}[low({lowest})]")
            out.put(f"{place} -= 1")


def emit_shuffle(line: c.Shuffle, out: Emitter) -> None:
    """The cards by their luck: sorted by insertion, as a deck is small."""
    zone, owner, layout = line.zone.zone, line.zone.owner, out.layout
    base, counter = (out.temp(code) for code in order_of(zone, owner, out))
    who = "0" if owner is None else out.temp(emit_somebody(owner, out))
    luck, many = out.name(), out.name("n")
    times = f"C[{layout.first_times} + {counter}]"
    out.put(f"{luck} = luck(R, {zone_salt(out.program, zone)}, {who}, {times})")
    out.put(f"{times} += 1")
    out.zero(many)
    for page in layout.pages_of_zone(zone):
        own = luck
        if layout.local[page.universe]:
            own = out.temp(f"luck_of_owner({luck}, {who})")
        rest, lowest, held, seen = (out.name() for _ in range(4))
        j = out.name("j")
        cards, salts = out.card_table(page.number), out.salt_table(page.number)
        out.put(f"{rest} = Z[{slot_of(zone, owner, page.number, out)}]")
        with out.under(f"while {rest}:"):
            out.put(f"{lowest} = {rest} & -{rest}")
            out.put(f"{rest} ^= {lowest}")
            out.put(f"{held} = ticket({own}, {salts}[low({lowest})], {cards}[low({lowest})])")
            # By exchanges: where a card comes to lie cannot be foreseen, and nothing waits for it.
            with out.under(f"for {j} in range({base}, {base} + {many}):"):
                out.put(f"{seen} = O[{j}]")
                out.put(f"O[{j}] = max({seen}, {held})")
                out.put(f"{held} = min({seen}, {held})")
            out.put(f"O[{base} + {many}] = {held}")
            out.put(f"{many} += 1")
    i = out.name("i")
    with out.under(f"for {i} in range({many}):"):
        out.put(f"O[{base} + {i}] = O[{base} + {i}] & {MEMBER}")
    if out.knowing:
        first = slot_of(zone, owner, layout.pages_of_zone(zone)[0].number, out)
        out.put(f"noted({ARRAYS}, 0, 0, -2, {first})")
    out.hooks.shuffled(line, out)


def emit_show(line: c.Show, out: Emitter) -> None:
    if out.hooks.tells:
        out.hooks.shown(line, out)
        return
    out.put("pass")
    if out.knowing:
        who = out.temp(emit_players(line.to, out) if line.to.type == "players"
                       else f"1 << {emit_somebody(line.to, out)}")
        for page, code in emit_cards(line.cards, out).items():
            out.put(f"noted({ARRAYS}, {page}, {code}, -1, {who})")


# -------------------------------------------------------------------------------------- effects
def _effects(line: c.Move, entering: Cards, who: str, out: Emitter) -> None:
    """Card by card, the effects whose condition holds."""
    busy = any(out.decides(effect.body) for effect in line.effects)
    resumes = busy and out.resumable
    entered = {page: out.holding("entered", line, page) if busy else out.name("l")
               for page in entering}
    with out.under("while True:"):
        with out.when_fresh(resumes=resumes):
            _next_entered(entering, entered, out)
        for effect in line.effects:
            _effect(line, effect, entered, who, out, resumes=resumes)
    out.after_loop(ends_round(*(effect.body for effect in line.effects)))


def _next_entered(entering: Cards, entered: Cards, out: Emitter) -> None:
    """Take the next card of those that have arrived; leave the loop if there is none."""
    if len(entering) > 1:
        out.zero(*entered.values())
    depth = out.depth
    for i, (page, left) in enumerate(entering.items()):
        last = i + 1 == len(entering)
        if i:
            out.put("else:")
            out.depth += 1
        if last:
            out.put(f"if {left} == 0: break")
        with out.under(f"if {left}:", when=not last):
            out.put(f"{entered[page]} = {left} & -{left}")
            out.put(f"{left} ^= {entered[page]}")
    out.depth = depth


def _effect(
    line: c.Move, effect: c.Effect, entered: Cards, who: str, out: Emitter, *, resumes: bool
) -> None:
    masks = out.layout.masks(effect.mask)
    tests = [f"{code} & {masks[page]}" for page, code in entered.items() if page in masks]
    if not tests:
        return
    happens = out.name("h")
    if resumes:
        inside = out.inside(effect.body) if out.decides(effect.body) else "False"
        out.put(f"{happens} = {inside}")
    with out.when_fresh(resumes=resumes):
        out.put(f"{happens} = {' | '.join(f'({test})' for test in tests)} != 0"
                if len(tests) > 1 else f"{happens} = {tests[0]} != 0")
        with out.under(f"if {happens}:"):
            out.put(f"{out.keep(f'r{effect.owner}')} = {who}")
            out.certain(f"r{effect.owner}")
            for page in out.local_pages(effect.card):
                out.put(f"{out.keep(f'c{effect.card}_{page}')} = {entered.get(page, '0')}")
            if effect.condition is not None:
                out.put(f"{happens} = {emit_flag(effect.condition, out)}")
        if out.hooks.tells:
            with out.under(f"if {happens}:"):
                out.hooks.effect(line, effect.name, out)
    with out.under(f"if {happens}:"):
        out.block(effect.body)
