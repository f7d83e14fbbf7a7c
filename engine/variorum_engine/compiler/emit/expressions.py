"""Expressions of the core become expressions of Python, over flat integers.

A number is (code, denominator): its value is code / denominator, the denominator being known. A set
of cards is one code for each page; a player is a seat, nobody is -1, a set of players is a mask.
What cannot be said in one expression is written out before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, children

from variorum_engine.compiler.analysis.denominators import NeedsFractions, small
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.emitter import (
    FAULT,
    SIGNS,
    Cards,
    Emitter,
    Number,
    added,
)
from variorum_engine.interpreter.values import COMPARE, MOST_NUMBER, groups_of

# A function for one sort of value takes apart what can stand for it, and refuses the rest by name:
# a new operation is a type error until it is on one of the lists.
_Given = c.Member | c.Broken
_Sets = c.Union | c.Without
_NotANumber = (
    c.Condition | c.PlayerExpression | c.CardExpression | _Given | _Sets | c.NumberRange | c.TheOne
)
_NotAFlag = (
    c.NumberExpression | c.PlayerExpression | c.CardExpression | _Given | _Sets | c.NumberRange
    | c.TheOne
)
_PlayerSet = (
    c.Players | c.Single | c.PlayersSuchThat | c.PlayersIf | c.PlayersWhose | c.PlayersWhoseEmpty
    | c.BestPlayers | c.UniquePlayers
)
_NotAPlayer = (
    c.NumberExpression | c.Condition | _PlayerSet | c.CardExpression | _Given | _Sets
    | c.NumberRange
)
_NotPlayers = (
    c.NumberExpression | c.Condition | c.CardExpression | _Given | c.Seat | c.Nobody | c.LeftOf
    | c.RightOf | c.NextOf | c.TheOne | c.Track
)
_NotCards = (
    c.NumberExpression | c.Condition | c.PlayerExpression | _Given | c.NumberRange | c.Track
)
_NotAMember = (
    c.NumberExpression | c.Condition | c.PlayerExpression | c.CardExpression | _Sets
    | c.NumberRange | c.Broken
)
_WORST = -(1 << 62)  # below every number of a game
_ROUNDED = {"down": "floor", "up": "ceil"}


def emit_value(value: c.Expression, out: Emitter) -> str:
    """A value that is one integer: a player, a member, a flag, a set of players, a whole number."""
    if value.type == "player":
        return emit_player(value, out)
    if c.of_owners(value.type):
        return emit_players(value, out)
    if value.type == "flag":
        return f"(1 if {emit_flag(value, out)} else 0)"
    if value.type.startswith("member"):
        return emit_member(value, out)
    code, den = emit_number(value, out)
    if den != 1:
        raise NeedsFractions("a track that keeps a fraction")
    return code


# ------------------------------------------------------------------------------------ otherwise
_LEAVE = "@NOTHING@"


def nothing(out: Emitter) -> str:
    """What happens where there is nothing to find the highest or lowest of."""
    return _LEAVE if out.catching else f"return {FAULT}"


def either(
    first: Callable[[], list[str]], second: Callable[[], list[str]], out: Emitter
) -> list[str]:
    """The codes of the first value or, where it has no highest or lowest, of the second.

    However deep inside the first value the nothing is found, the rest of that value is not looked
    at: it is written into a loop that runs once, and left there."""
    before, fresh = len(out.lines), out.fresh
    out.catching += 1
    with out.indented():
        codes = first()
        results = [out.name() for _ in codes]
        for result, code in zip(results, codes, strict=True):
            out.put(f"{result} = {code}")
        out.put("break")
    out.catching -= 1
    written = out.taken(before)
    if not any(_LEAVE in line for line in written):
        out.fresh = fresh
        return first()
    none = out.name()
    out.zero(none)
    out.put("while True:")
    out.lines.extend(_leaving(written, none))
    with out.under(f"if {none}:"):
        for result, code in zip(results, second(), strict=True):
            out.put(f"{result} = {code}")
    return results


def _leaving(lines: list[str], none: str) -> list[str]:
    """The lines with every way out followed through the loops around it."""
    found: list[str] = []
    open_loops: list[tuple[int, list[bool]]] = []  # indentation, and whether it is left early

    def close(indent: int) -> None:
        while open_loops and indent <= open_loops[-1][0]:
            own, left = open_loops.pop()
            if left:
                found.append(" " * own + f"if {none}: break")

    for line in lines:
        text = line.lstrip()
        indent = len(line) - len(text)
        close(indent)
        if _LEAVE in line:
            for _, left in open_loops:
                left.append(True)
            found.append(line.replace(_LEAVE, "").rstrip())
            found += [" " * (indent + 4) + part for part in (f"{none} = 1", "break")]
            continue
        if text.startswith(("for ", "while ")) and text.endswith(":"):
            open_loops.append((indent, []))
        found.append(line)
    close(0)
    return found


def _otherwise(
    value: c.Otherwise, emit: Callable[[c.Expression, Emitter], str], out: Emitter
) -> str:
    """A value that is one integer, or another one."""
    return either(lambda: [emit(value.value, out)], lambda: [emit(value.fallback, out)], out)[0]


# -------------------------------------------------------------------------------------- players
def emit_player(player: c.Expression, out: Emitter) -> str:
    """A seat; -1 for nobody."""
    match player:
        case c.Seat(number):
            return str(number)
        case c.Nobody():
            return "-1"
        case c.Local(number):
            return f"r{number}"
        case c.Track():
            return emit_track(player, out)
        case c.LeftOf(of) | c.RightOf(of):
            who, count = emit_somebody(of, out), out.program.players
            step = 1 if isinstance(player, c.LeftOf) else count - 1
            return f"(({who} + {step}) % {count})"
        case c.NextOf(of, after):
            return _next_of(of, after, out)
        case c.TheOne(of):
            return _only_one(of, out)
        case c.Otherwise():
            return _otherwise(player, emit_player, out)
        case _:
            wrong: _NotAPlayer = player
            raise _misplaced("a player", wrong)


def _only_one(of: c.Expression, out: Emitter) -> str:
    mask = out.temp(emit_players(of, out))
    out.put(f"if {mask} == 0 or {mask} & ({mask} - 1): return {FAULT}")
    return f"low({mask})"


def _next_of(of: c.Expression, after: c.Expression, out: Emitter) -> str:
    """From the farthest to the nearest, so that the nearest of the set is the last one noted."""
    count = out.program.players
    who, mask = emit_somebody(after, out), out.temp(emit_players(of, out))
    found, step = out.name("b"), out.name("i")
    out.put(f"{found} = -1")
    with out.under(f"for {step} in range({count}, 0, -1):"):
        seat = out.temp(f"({who} + {step}) % {count}")
        out.put(f"if {mask} >> {seat} & 1: {found} = {seat}")
    return found


def emit_somebody(player: c.Expression, out: Emitter) -> str:
    """An owner, a player that must be somebody or a member, under a name."""
    member = player.type.startswith("member ")
    who = out.temp(emit_member(player, out) if member else emit_player(player, out))
    sure = who in out.sure and who not in out.changing
    if not isinstance(player, c.Seat | c.LeftOf | c.RightOf | c.TheOne | c.Member) and not sure:
        out.put(f"if {who} < 0: return {FAULT}")
    return who


def emit_track(track: c.Track, out: Emitter) -> str:
    first = out.program.tracks[track.track].first
    if track.owner is None:
        return f"T[{first}]"
    return f"T[{first} + {emit_somebody(track.owner, out)}]"


def emit_players(players: c.Expression, out: Emitter) -> str:
    """A set of players, as a mask."""
    match players:
        case c.Players():
            return str(out.everyone)
        case c.NumberRange():
            return str((1 << out.program.most_of(players.type)) - 1)
        case c.Local(number):
            return str(out.everyone) if out.is_everyone(players) else f"r{number}"
        case c.Single(player):
            who = out.temp(emit_value(player, out))
            return f"(1 << {who} if {who} >= 0 else 0)"
        case c.Union(left, right):
            return f"({emit_players(left, out)} | {emit_players(right, out)})"
        case c.Without(left, right):
            return f"({emit_players(left, out)} & ~{emit_players(right, out)})"
        case c.PlayersIf(condition, of):
            mask = out.name()
            out.zero(mask)
            with out.under(f"if {emit_flag(condition, out)}:"):
                out.put(f"{mask} = {emit_players(of, out)}")
            return mask
        case c.PlayersWhose(within, local, value, comparison, bound):
            return _players_whose(within, local, value, comparison, bound, out)
        case c.PlayersWhoseEmpty(within, local, value, negated):
            sign = "!=" if negated else "=="
            return _filtered(within, local, lambda: f"{emit_any(value, out)} {sign} 0", out)
        case c.PlayersSuchThat(local, within, condition):
            return _filtered(within, local, lambda: emit_flag(condition, out), out)
        case c.BestPlayers(within, ranks):
            return _best_players(within, ranks, out)
        case c.UniquePlayers(within, local, value):
            return _unique_players(within, local, value, out)
        case c.Otherwise():
            return _otherwise(players, emit_players, out)
        case _:
            wrong: _NotPlayers = players
            raise _misplaced("players", wrong)


def each_seat(within: c.Expression, local: int, out: Emitter) -> str:
    """Open a loop over the seats of a set; gives the name of the seat."""
    mask = emit_players(within, out)
    seat = f"r{local}"
    if out.is_everyone(within) or isinstance(within, c.NumberRange):
        many = len(bin(int(mask))) - 2  # all of them, from the first to the last
        out.put(f"for {seat} in range({many}):")
        out.depth += 1
    else:
        mask = out.temp(mask)
        out.put(f"for {seat} in range({out.program.most_of(within.type)}):")
        out.depth += 1
        out.put(f"if not {mask} >> {seat} & 1: continue")
    out.certain(seat)
    return seat


def _filtered(
    within: c.Expression, local: int, condition: Callable[[], str], out: Emitter
) -> str:
    found = out.name()
    out.zero(found)
    seat = each_seat(within, local, out)
    out.put(f"if {condition()}: {found} |= 1 << {seat}")
    out.depth -= 1
    return found


def _players_whose(
    within: c.Expression, local: int, value: c.Expression, comparison: c.Comparison,
    bound: c.Expression, out: Emitter,
) -> str:
    if bound.type == "number":
        code, den = emit_number(bound, out)
        limit = out.temp(code), den
        return _filtered(within, local, lambda: compared(
            comparison, emit_number(value, out), limit), out)
    other = out.temp(emit_value(bound, out))
    return _filtered(within, local, lambda: (
        f"{emit_value(value, out)} {SIGNS[comparison]} {other}"), out)


def ranked(values: list[str], bests: list[str]) -> tuple[str, str]:
    """The conditions that some values are better than the best so far, and that they are equal."""
    better, equal = [], []
    for i, (value, best) in enumerate(zip(values, bests, strict=True)):
        same = " and ".join(f"{values[k]} == {bests[k]}" for k in range(i))
        better.append(f"({same} and {value} > {best})" if same else f"{value} > {best}")
        equal.append(f"{value} == {best}")
    return " or ".join(better), " and ".join(equal)


def _best_players(
    within: c.Expression, ranks: tuple[c.PlayerRank, ...], out: Emitter
) -> str:
    """Seat by seat; a better one starts the set anew, an equal one joins it."""
    found = out.name()
    bests = [out.name("b") for _ in ranks]
    out.zero(found, *bests)
    seat = each_seat(within, ranks[0].local, out)
    values = []
    for extreme, local, value in ranks:
        if f"r{local}" != seat:
            out.put(f"r{local} = {seat}")
            out.certain(f"r{local}")
        code, _ = emit_number(value, out)
        values.append(out.temp(code if extreme == "highest" else f"-({code})"))
    better, equal = ranked(values, bests)
    with out.under(f"if {found} == 0 or {better}:"):
        out.put(f"{found} = 1 << {seat}")
        for name, best in zip(values, bests, strict=True):
            out.put(f"{best} = {name}")
    out.put(f"elif {equal}: {found} |= 1 << {seat}")
    out.depth -= 1
    return found


def _unique_players(within: c.Expression, local: int, value: c.Expression, out: Emitter) -> str:
    count = out.program.most_of(within.type)
    values = [out.name("u") for _ in range(count)]
    mask = out.temp(emit_players(within, out))
    for seat, name in enumerate(values):
        out.zero(name)
        with out.under(f"if {mask} >> {seat} & 1:"):
            out.put(f"r{local} = {seat}")
            out.certain(f"r{local}")
            code, _ = emit_number(value, out)
            out.put(f"{name} = {code}")
    found = out.name()
    out.put(f"{found} = {mask}")
    for i in range(count):
        for j in range(i):
            both = (1 << i) | (1 << j)
            out.put(f"if {mask} & {both} == {both} and {values[i]} == {values[j]}: "
                    f"{found} &= {~both}")
    return found


# ---------------------------------------------------------------------------------------- cards
def slot_of(zone: int, owner: c.Expression | None, page: int, out: Emitter) -> str:
    """Where the cards of a zone stand, of one page."""
    pages = out.layout.pages_of_zone(zone)
    place = out.layout.first_slot[zone] + [each.number for each in pages].index(page)
    if owner is None:
        return str(place)
    who = emit_somebody(owner, out)
    if len(pages) > 1:
        return f"{place} + {len(pages)} * {who}"
    return f"{place} + {who}" if place else who


def order_of(zone: int, owner: c.Expression | None, out: Emitter) -> tuple[str, str]:
    """Where the order of a zone begins, and where its length stands."""
    layout = out.layout
    first, size = layout.first_order[zone], layout.order_size[zone]
    if owner is None:
        return str(first), str(layout.first_count[zone])
    who = emit_somebody(owner, out)
    return f"{first} + {size} * {who}", f"{layout.first_count[zone]} + {who}"


def emit_cards(cards: c.Expression, out: Emitter) -> Cards:
    """A set of cards, as masks by page."""
    match cards:
        case c.Zone(zone, owner):
            return {page.number: f"Z[{slot_of(zone, owner, page.number, out)}]"
                    for page in out.layout.pages_of_zone(zone)}
        case c.ZonesOf(zone, players):
            return _zones_of(zone, players, out)
        case c.Local(number):
            return {page: f"c{number}_{page}" for page in out.local_pages(number)}
        case c.OfKind(mask, of):
            allowed = out.layout.masks(mask)
            return {page: f"({code} & {allowed[page]})"
                    for page, code in emit_cards(of, out).items() if page in allowed}
        case c.Outside(mask, zone_of):
            return _outside(mask, zone_of, out)
        case c.Top(zone_of, count, among):
            return (_top(zone_of, count, out) if among is None
                    else _top_among(zone_of, count, among, out))
        case c.Union(left, right):
            a, b = emit_cards(left, out), emit_cards(right, out)
            return {page: f"({a[page]} | {b[page]})" if page in a and page in b
                    else a.get(page) or b[page] for page in {**a, **b}}
        case c.Without(left, right):
            a, b = emit_cards(left, out), emit_cards(right, out)
            return {page: f"({code} & ~{b[page]})" if page in b else code
                    for page, code in a.items()}
        case c.TheOne(of):
            return _one_card(of, out)
        case c.OneOf(of):
            return _one_of(of, out)
        case c.CardsWhose(of, attribute, comparison, value):
            return _cards_whose(of, attribute, comparison, value, out)
        case c.CardsSuchThat(local, of, condition):
            inner = out.temps(emit_cards(of, out))
            names = out.zeros(inner)
            for page, card in each_card(inner, out):
                for other in out.local_pages(local):
                    out.put(f"c{local}_{other} = {card if other == page else 0}")
                out.put(f"if {emit_flag(condition, out)}: {names[page]} |= {card}")
            return names
        case c.BestCards(of, ranks):
            return best_of(emit_cards(of, out), ranks, out)
        case c.UniqueCards(of, attribute):
            return _unique_cards(of, attribute, out)
        case c.Otherwise(value, fallback):
            pages = sorted(out.layout.masks(out.layout.origins.reach(cards)))

            def codes(part: c.Expression) -> list[str]:
                found = emit_cards(part, out)
                return [found.get(page, "0") for page in pages]

            return dict(zip(pages, either(lambda: codes(value), lambda: codes(fallback), out),
                            strict=True))
        case _:
            wrong: _NotCards = cards
            raise _misplaced("cards", wrong)


def _each_zone(zone: int, players: c.Expression, out: Emitter) -> Iterator[tuple[int, str]]:
    """In a loop over several players: the pages of their zones, and where they stand."""
    pages = out.layout.pages_of_zone(zone)
    first = out.layout.first_slot[zone]
    seat = each_seat(players, 900_000 + out.fresh, out)
    for i, page in enumerate(pages):
        yield page.number, f"Z[{first + i} + {len(pages)} * {seat}]"
    out.depth -= 1


def _zones_of(zone: int, players: c.Expression, out: Emitter) -> Cards:
    # Cards that share their bits are never spoken of for several players at once.
    assert not out.layout.local[out.layout.universe_of_zone[zone]]
    names = out.zeros([page.number for page in out.layout.pages_of_zone(zone)])
    for page, place in _each_zone(zone, players, out):
        out.put(f"{names[page]} |= {place}")
    return names


def _count_of_zones(zone: int, players: c.Expression, out: Emitter) -> str:
    """How many cards several players have in a zone."""
    total = out.name()
    out.zero(total)
    for _, place in _each_zone(zone, players, out):
        out.put(f"{total} += pop({place})")
    return total


def _outside(mask: int, zone: c.Expression, out: Emitter) -> Cards:
    """Cards that are in play, but not there. No card ever leaves play, so what is not there is
    somewhere else."""
    inside = emit_cards(zone, out)
    return {
        page: f"({allowed & (1 << len(out.layout.pages[page].cards)) - 1} & "
              f"~{inside.get(page, '0')})"
        for page, allowed in out.layout.masks(mask).items()
    }


def _top(zone: c.Zone, count: c.Expression, out: Emitter) -> Cards:
    base, counter = order_of(zone.zone, zone.owner, out)
    pages = [page.number for page in out.layout.pages_of_zone(zone.zone)]
    if isinstance(count, c.Number) and count.value == 1:
        out.put(f"if C[{counter}] < 1: return {FAULT}")
        card = out.temp(f"O[{base} + C[{counter}] - 1]")
        return {page: f"{out.mask_table(page)}[{card}]" for page in pages}
    many = emit_whole(count, out)
    out.put(f"if C[{counter}] < {many} or {many} < 0: return {FAULT}")
    names = out.zeros(pages)
    index = out.name("i")
    with out.under(f"for {index} in range({many}):"):
        for page, name in names.items():
            out.put(f"{name} |= {out.mask_table(page)}[O[{base} + C[{counter}] - 1 - {index}]]")
    return names


def _top_among(
    zone: c.Zone, count: c.Expression, among: c.Expression, out: Emitter
) -> Cards:
    """The first of a part of a zone: from the top down, until there are enough."""
    inner = out.temps(emit_cards(among, out))
    many, left = emit_whole(count, out), out.name()
    total = " + ".join(f"pop({code})" for code in inner.values()) or "0"
    out.put(f"if {total} < {many} or {many} < 0: return {FAULT}")
    out.put(f"{left} = {many} + 0")
    base, counter = order_of(zone.zone, zone.owner, out)
    size = out.temp(f"C[{counter}]")
    names = out.zeros(inner)
    index = out.name("i")
    with out.under(f"for {index} in range({size}):"):
        card = out.temp(f"O[{base} + {size} - 1 - {index}]")
        for page, name in names.items():
            own = out.temp(f"{out.mask_table(page)}[{card}] & {inner[page]}")
            with out.under(f"if {left} > 0 and {own}:"):
                out.put(f"{name} |= {own}")
                out.put(f"{left} -= 1")
    return names


def _one_card(of: c.Expression, out: Emitter) -> Cards:
    """Cards that must be exactly one."""
    found = out.temps(emit_cards(of, out))
    total = " + ".join(f"pop({code})" for code in found.values()) or "0"
    out.put(f"if {total} != 1: return {FAULT}")
    return found


def _one_of(of: c.Expression, out: Emitter) -> Cards:
    """The lowest, if all have the same face."""
    found = out.temps(emit_cards(of, out))
    chosen = {page: out.name() for page in found}
    face = out.name()
    out.put(f"{face} = -1")
    for page, code in found.items():
        faces = out.table(f"F{page}", [
            out.program.cards[card].face for card in out.layout.pages[page].cards
        ] or [0])
        out.zero(chosen[page])
        for _, lowest in each_card({page: code}, out):
            with out.under(f"if {face} == -1:"):
                out.put(f"{face} = {faces}[low({lowest})]")
                out.put(f"{chosen[page]} = {lowest}")
            out.put(f"elif {faces}[low({lowest})] != {face}: return {FAULT}")
    out.put(f"if {face} == -1: return {FAULT}")
    return chosen


def each_card(cards: Cards, out: Emitter) -> Iterator[tuple[int, str]]:
    """For each page: open a loop over its cards and give (page, mask of the card)."""
    for page, code in cards.items():
        rest, lowest = out.name(), out.name()
        out.put(f"{rest} = {code}")
        with out.under(f"while {rest}:"):
            out.put(f"{lowest} = {rest} & -{rest}")
            out.put(f"{rest} ^= {lowest}")
            yield page, lowest


def _cards_whose(
    of: c.Expression, attribute: int, comparison: c.Comparison, value: c.Expression, out: Emitter
) -> Cards:
    inner = emit_cards(of, out)
    known = value.value if isinstance(value, c.Number) else (
        value.number if isinstance(value, c.Member) else None)
    if known is not None:
        test = COMPARE[comparison]
        fitting = {page: sum(1 << bit for bit, own in enumerate(out.values(attribute, page))
                             if test(own, known)) for page in inner}
        return {page: f"({inner[page]} & {fits})" for page, fits in fitting.items() if fits}
    if value.type == "number":
        wanted, den = emit_number(value, out)
    else:
        wanted, den = emit_value(value, out), 1
    wanted = out.temp(wanted)
    names = out.zeros(inner)
    for page, card in each_card(inner, out):
        own = f"{out.value_table(attribute, page)}[low({card})]"
        out.put(f"if {own}{'' if den == 1 else f' * {den}'} {SIGNS[comparison]} {wanted}: "
                f"{names[page]} |= {card}")
    return names


def best_of(inner: Cards, ranks: Sequence[c.CardRank], out: Emitter) -> Cards:
    """The cards that share the best place."""
    names = {page: out.name() for page in inner}
    bests = [out.name("b") for _ in ranks]
    some = out.name()
    out.zero(*names.values(), *bests, some)
    for page, card in each_card(inner, out):
        values = []
        for extreme, attribute in ranks:
            code = f"{out.value_table(attribute, page)}[low({card})]"
            values.append(out.temp(code if extreme == "highest" else f"-{code}"))
        better, equal = ranked(values, bests)
        with out.under(f"if {some} == 0 or {better}:"):
            out.put(f"{some} = 1")
            out.zero(*names.values())
            for value, best in zip(values, bests, strict=True):
                out.put(f"{best} = {value}")
            out.put(f"{names[page]} = {card}")
        out.put(f"elif {equal}: {names[page]} |= {card}")
    return names


def _unique_cards(of: c.Expression, attribute: int, out: Emitter) -> Cards:
    inner = out.temps(emit_cards(of, out))
    names = out.zeros(inner)
    for page, card in each_card(inner, out):
        value = out.temp(f"{out.value_table(attribute, page)}[low({card})]")
        many = out.name()
        out.zero(many)
        for other, twin in each_card(inner, out):
            out.put(f"if {out.value_table(attribute, other)}[low({twin})] == {value}: {many} += 1")
        out.put(f"if {many} == 1: {names[page]} |= {card}")
    return names


def emit_any(of: c.Expression, out: Emitter) -> str:
    """A set as one number that is 0 exactly when it is empty."""
    if c.of_owners(of.type):
        return emit_players(of, out)
    if isinstance(of, c.ZonesOf):
        return _count_of_zones(of.zone, of.players, out)
    codes = list(emit_cards(of, out).values())
    return codes[0] if len(codes) == 1 else f"({' | '.join(codes) or '0'})"


def emit_count(of: c.Expression, out: Emitter) -> str:
    if c.of_owners(of.type):
        return f"pop({emit_players(of, out)})"
    if isinstance(of, c.ZonesOf):
        return _count_of_zones(of.zone, of.players, out)
    return added([f"pop({code})" for code in emit_cards(of, out).values()])


# -------------------------------------------------------------------------------------- members
def emit_member(member: c.Expression, out: Emitter) -> str:
    """A member of an attribute, by its number."""
    match member:
        case c.Member(number):
            return str(number)
        case c.Local(number):
            return f"r{number}"
        case c.Track():
            return emit_track(member, out)
        case c.Attribute(attribute, card):
            return _attribute(attribute, card, out)
        case c.TheOne(of):
            return _only_one(of, out)
        case c.Otherwise():
            return _otherwise(member, emit_member, out)
        case _:
            wrong: _NotAMember = member
            raise _misplaced("a member", wrong)


def _attribute(attribute: int, card: c.Expression, out: Emitter) -> str:
    cards = _one_card(card, out)
    return added([out.total(attribute, page, code) for page, code in cards.items()])


# -------------------------------------------------------------------------------------- numbers
def emit_number(  # noqa: C901 (one case for each operation)
    number: c.Expression, out: Emitter
) -> Number:
    match number:
        case c.Number(value):
            return str(value), 1
        case c.Guard(turns):
            return str(turns), 1
        case c.Local(local):
            return f"r{local}", out.denominators.local.get(local, 1)
        case c.Track():
            return emit_track(number, out), 1
        case c.Count(of):
            return emit_count(of, out), 1
        case c.Attribute(attribute, card):
            return _attribute(attribute, card, out), 1
        case c.Sum(left, right):
            return _sum("+", left, right, out)
        case c.Difference(left, right):
            return _sum("-", left, right, out)
        case c.Product(left, right):
            (a, da), (b, db) = emit_number(left, out), emit_number(right, out)
            return f"({a} * {b})", small(da * db)
        case c.Quotient(left, right):
            return _divided(left, right, out)
        case c.Rounded(direction, of):
            return _rounded(direction, of, out), 1
        case c.TwoOf():
            return _of_two(number, out)
        case c.ByTable(values, of):
            return _by_table(values, of, out), 1
        case c.TotalOfEach():
            return _total_of_each(number, out)
        case c.TotalOfCards(attribute, cards):
            return _total_of_cards(attribute, cards, out), 1
        case c.ExtremeOfCards():
            return _extreme_of_cards(number, out), 1
        case c.DifferentCards(attribute, cards):
            return _different_cards(attribute, cards, out), 1
        case c.SameCards(attribute, cards):
            return _same_cards(attribute, cards, out), 1
        case c.TotalOfPlayers() | c.ExtremeOfPlayers():
            return _over_players(number, out)
        case c.Figure(figure, player):
            table = out.program.figures[figure]
            who = emit_somebody(player, out)
            if who != f"r{table.local}":
                out.put(f"r{table.local} = {who}")
            out.certain(f"r{table.local}")
            # Worked out at once: the place of the player may be another one's a line later.
            code, den = emit_number(table.value, out)
            name = out.name()
            out.put(f"{name} = {code}")
            return name, den
        case c.Score(scoring, player):
            return emit_score(scoring, emit_somebody(player, out), out)
        case c.Otherwise(value, fallback):
            return _number_otherwise(number, value, fallback, out)
        case _:
            wrong: _NotANumber = number
            raise _misplaced("a number", wrong)


def _misplaced(what: str, value: c.Expression) -> NotCompilable:
    return NotCompilable(f"{what} written as {type(value).__name__}")


def emit_scaled(number: c.Expression, den: int, out: Emitter) -> str:
    """A number as so many parts of a denominator that is a multiple of its own."""
    code, own = emit_number(number, out)
    return code if own == den else f"({code}) * {den // own}"


def _times(code: str, factor: int) -> str:
    return code if factor == 1 else f"{code} * {factor}"


def compared(comparison: c.Comparison, left: Number, right: Number) -> str:
    (a, da), (b, db) = left, right
    common = math.lcm(da, db)
    return f"{_times(a, common // da)} {SIGNS[comparison]} {_times(b, common // db)}"


def _sum(sign: str, left: c.Expression, right: c.Expression, out: Emitter) -> Number:
    (a, da), (b, db) = emit_number(left, out), emit_number(right, out)
    common = small(math.lcm(da, db))
    return f"({_times(a, common // da)} {sign} {_times(b, common // db)})", common


def _divided(left: c.Expression, right: c.Expression, out: Emitter) -> Number:
    if out.exact:
        above = out.temp(emit_number(left, out)[0])
        below = out.temp(emit_number(right, out)[0])
        out.put(f"if {below} == 0: return {FAULT}")
        return f"over({above}, {below})", 1
    divisor = out.denominators.constant(right)
    if not divisor:
        raise NeedsFractions("a division by something that changes, without rounding")
    code, den = emit_number(left, out)
    den = small(den * abs(divisor))
    return (f"(-{code})", den) if divisor < 0 else (code, den)


def _rounded(direction: c.Direction, of: c.Expression, out: Emitter) -> str:
    if out.exact:
        return f"{_ROUNDED.get(direction, 'trunc')}({emit_number(of, out)[0]})"
    if isinstance(of, c.Quotient) and not out.denominators.constant(of.right):
        (a, da), (b, db) = emit_number(of.left, out), emit_number(of.right, out)
        above, below = out.temp(f"{a} * {db}"), out.temp(f"{b} * {da}")
        out.put(f"if {below} == 0: return {FAULT}")
    else:
        code, den = emit_number(of, out)
        if den == 1:
            return code
        above, below = out.temp(code), str(den)
    match direction:
        case "down":
            return f"({above} // {below})"
        case "up":
            return f"(-((-{above}) // {below}))"
        case "toward zero":
            same = f"({above} < 0) == ({below} < 0)"
            return f"(({above} // {below}) if {same} else -((-{above}) // {below}))"
        case _:
            assert_never(direction)


def _of_two(number: c.TwoOf, out: Emitter) -> Number:
    (a, da), (b, db) = emit_number(number.left, out), emit_number(number.right, out)
    common = small(math.lcm(da, db))
    left = out.temp(_times(a, common // da))
    right = out.temp(_times(b, common // db))
    sign = ">" if number.extreme == "highest" else "<"
    return f"({left} if {left} {sign} {right} else {right})", common


def _by_table(values: tuple[int, ...], of: c.Expression, out: Emitter) -> str:
    """What stands for a whole number: 0 for less than 1, the last for all that is more."""
    many = out.temp(emit_at_most(of, out))
    table = out.table("B" + "_".join(map(str, values)).replace("-", "m"), [0, *values])
    last = len(values)
    return f"{table}[0 if {many} < 1 else {last} if {many} > {last} else {many}]"


def _total_of_each(number: c.TotalOfEach, out: Emitter) -> Number:
    """Added up in a loop; of the best only so many, which are kept in order."""
    total, local = out.name("b"), number.local
    bests = [out.name("b") for _ in range(number.best)]
    out.zero(total)
    for best in bests:
        out.put(f"{best} = {_WORST}")
    den = out.denominators.of(number.value)
    sign = "" if number.extreme == "highest" else "-"

    def once() -> None:
        opened = number.condition is not None
        if number.condition is not None:
            out.put(f"if {emit_flag(number.condition, out)}:")
            out.depth += 1
        code, _ = emit_number(number.value, out)
        if bests:
            value = out.temp(f"{sign}({code})")
            for best in bests:
                with out.under(f"if {value} > {best}:"):
                    before = out.temp(f"+{best}")
                    out.put(f"{best} = {value}")
                    out.put(f"{value} = {before}")
        else:
            out.put(f"{total} += {code}")
        out.depth -= opened

    match number.of:
        case c.NumberRange():
            least, most = emit_range(number.of, out)
            with out.under(f"for r{local} in range({least}, {most} + 1):"):
                once()
        case some if c.of_owners(some.type):
            each_seat(some, local, out)
            once()
            out.depth -= 1
        case cards:
            inner = out.temps(emit_cards(cards, out))
            for page, card in each_card(inner, out):
                for other in out.local_pages(local):
                    out.put(f"c{local}_{other} = {card if other == page else 0}")
                once()
    for best in bests:
        out.put(f"if {best} > {_WORST}: {total} += {sign}{best}")
    return total, den


def _is_surely_whole(number: c.Expression) -> bool:
    return isinstance(number, c.Number | c.Count)


def emit_whole(number: c.Expression, out: Emitter) -> str:
    """A number that must be a whole one, under a name."""
    code, den = emit_number(number, out)
    many = out.temp(code)
    if out.exact and not _is_surely_whole(number):
        out.put(f"if {many} != floor({many}): return {FAULT}")
        return out.temp(f"floor({many})")
    if den == 1:
        return many
    out.put(f"if {many} % {den}: return {FAULT}")
    return out.temp(f"{many} // {den}")


def emit_at_least(number: c.Expression, out: Emitter) -> str:
    """The smallest whole number that is not below a number."""
    code, den = emit_number(number, out)
    if out.exact and not _is_surely_whole(number):
        return f"ceil({code})"
    return code if den == 1 else f"(-(-({code}) // {den}))"


def emit_at_most(number: c.Expression, out: Emitter) -> str:
    """The largest whole number that is not above a number."""
    code, den = emit_number(number, out)
    if out.exact and not _is_surely_whole(number):
        return f"floor({code})"
    return code if den == 1 else f"(({code}) // {den})"


def emit_range(numbers: c.NumberRange, out: Emitter) -> tuple[str, str]:
    """The lowest and the highest number that can be picked."""
    least = out.temp(emit_at_least(numbers.low, out))
    most = out.temp(emit_at_most(numbers.high, out))
    out.put(f"if {least} < 0 or {most} > {MOST_NUMBER}: return {FAULT}")
    return least, most


def _total_of_cards(attribute: int, cards: c.Expression, out: Emitter) -> str:
    if isinstance(cards, c.ZonesOf):
        total = out.name()
        out.zero(total)
        for page, place in _each_zone(cards.zone, cards.players, out):
            out.put(f"{total} += {out.total(attribute, page, out.temp(place))}")
        return total
    codes = out.temps(emit_cards(cards, out))
    return added([out.total(attribute, page, code) for page, code in codes.items()])


def _take_extreme(value: str, best: str, some: str, extreme: c.Extreme, out: Emitter) -> None:
    sign = ">" if extreme == "highest" else "<"
    with out.under(f"if {some} == 0 or {value} {sign} {best}:"):
        out.put(f"{best} = {value}")
        out.put(f"{some} = 1")


def _extreme_of_cards(number: c.ExtremeOfCards, out: Emitter, default: str = "") -> str:
    inner = emit_cards(number.cards, out)
    best, some = out.name("b"), out.name()
    out.zero(best, some)
    for page, card in each_card(inner, out):
        value = out.temp(f"{out.value_table(number.attribute, page)}[low({card})]")
        _take_extreme(value, best, some, number.extreme, out)
    out.put(f"if {some} == 0: {f'{best} = {default}' if default else nothing(out)}")
    return best


def _alike(attribute: int, cards: c.Expression, codes: Cards, out: Emitter) -> list[list[str]]:
    """For every value of an attribute, those of the cards that have it, by page."""
    groups = groups_of(out.program.values(attribute), out.layout.origins.reach(cards))
    found = [[f"({codes[page]} & {mask})" for page, mask in out.layout.masks(group).items()
              if page in codes] for group in groups]
    return [group for group in found if group]


def _different_cards(attribute: int, cards: c.Expression, out: Emitter) -> str:
    """How many different values there are."""
    codes, found = out.temps(emit_cards(cards, out)), out.name("b")
    out.zero(found)
    for group in _alike(attribute, cards, codes, out):
        out.put(f"if {' or '.join(group)}: {found} += 1")
    return found


def _same_cards(attribute: int, cards: c.Expression, out: Emitter) -> str:
    """How many cards have the commonest value."""
    codes, found = out.temps(emit_cards(cards, out)), out.name("b")
    out.zero(found)
    for group in _alike(attribute, cards, codes, out):
        many = out.temp(" + ".join(f"pop{part}" for part in group) + " + 0")
        out.put(f"if {many} > {found}: {found} = {many}")
    return found


def _over_players(
    number: c.TotalOfPlayers | c.ExtremeOfPlayers, out: Emitter, default: str = ""
) -> Number:
    direct = _direct(number, out)
    if direct is not None:
        return direct, 1
    best, some = out.name("b"), out.name()
    out.zero(best)
    if isinstance(number, c.TotalOfPlayers):
        each_seat(number.players, number.local, out)
        code, den = emit_number(number.value, out)
        out.put(f"{best} += {code}")
        out.depth -= 1
        return best, den
    out.zero(some)
    each_seat(number.players, number.local, out)
    code, den = emit_number(number.value, out)
    _take_extreme(out.temp(code), best, some, number.extreme, out)
    out.depth -= 1
    if default or not out.is_everyone(number.players):
        out.put(f"if {some} == 0: {f'{best} = {default}' if default else nothing(out)}")
    return best, den


def _direct(number: c.TotalOfPlayers | c.ExtremeOfPlayers, out: Emitter) -> str | None:
    """All players' totals of a zone in one expression, where that is all there is to it."""
    if not out.is_everyone(number.players):
        return None
    local, value = number.local, number.value
    if isinstance(value, c.Figure) and _is_local(value.player, local):
        table = out.program.figures[value.figure]
        local, value = table.local, table.value
    match value:
        case c.TotalOfCards(attribute, c.Zone(zone, owner)) if (
            owner is not None and _is_local(owner, local)
        ):
            pages = out.layout.pages_of_zone(zone)
        case _:
            return None
    if len(pages) != 1:
        return None
    first = out.layout.first_slot[zone]
    codes = [out.total(attribute, pages[0].number, f"Z[{first + seat}]")
             for seat in range(out.program.players)]
    if isinstance(number, c.TotalOfPlayers) or len(codes) == 1:
        return f"({' + '.join(codes)})"
    return f"{'max' if number.extreme == 'highest' else 'min'}({', '.join(codes)})"


def _is_local(player: c.Expression, local: int) -> bool:
    return isinstance(player, c.Local) and player.number == local


def _number_otherwise(
    number: c.Expression, value: c.Expression, fallback: c.Expression, out: Emitter
) -> Number:
    den = out.denominators.of(number)
    if (isinstance(value, c.ExtremeOfCards | c.ExtremeOfPlayers)
            and not _may_be_nothing(value, out.program)
            and isinstance(fallback, c.Number) and out.denominators.of(value) == den):
        default = out.temp(emit_scaled(fallback, den, out))
        if isinstance(value, c.ExtremeOfCards):
            return _extreme_of_cards(value, out, default), 1
        return _over_players(value, out, default)
    codes = either(lambda: [emit_scaled(value, den, out)],
                   lambda: [emit_scaled(fallback, den, out)], out)
    return codes[0], den


def _may_be_nothing(number: c.Expression, program: c.Program) -> bool:
    """Whether something inside a number may have no highest or lowest."""
    stack: list[Node] = list(children(number))
    while stack:
        part = stack.pop()
        if isinstance(part, c.ExtremeOfCards | c.ExtremeOfPlayers | c.Score):
            return True
        if isinstance(part, c.Figure):
            stack.append(program.figures[part.figure].value)
        stack.extend(children(part))
    return False


# --------------------------------------------------------------------------------------- scores
def emit_score(scoring: int, who: str, out: Emitter) -> Number:
    """A score, as a whole number of its smallest fraction."""
    table = out.program.scorings[scoring]
    scale = out.denominators.of_score(scoring)
    local = out.keep(f"r{table.local}")
    out.put(f"{local} = {who}")
    out.certain(local)
    total = out.name("s")
    out.zero(total)
    for step in table.steps:
        write = partial(_step, step, total, scale, out)
        out.hooks.step(scoring, step, total, scale, write, out)
    return total, scale


def _step(step: c.StepTable, total: str, scale: int, out: Emitter) -> None:
    opened = 0
    if step.condition is not None:
        out.put(f"if {emit_flag(step.condition, out)}:")
        out.depth += 1
        opened += 1
    times = "1"
    if step.per is not None:
        times = out.temp(emit_times(step.per, out))
        if step.operation != "round" and (step.rounded or step.value is not None):
            # What a step comes to is looked at only if it is taken at all.
            out.put(f"if {times} > 0:")
            out.depth += 1
            opened += 1
    _operation(step, total, scale, times, out)
    if step.rounded:
        _round_score(step.rounded, total, scale, out)
    out.depth -= opened


def emit_times(per: c.Expression, out: Emitter) -> str:
    """How often a step is taken: for so many cards or players, or a number of times."""
    return emit_whole(per, out) if per.type == "number" else emit_count(per, out)


def _operation(step: c.StepTable, total: str, scale: int, times: str, out: Emitter) -> None:
    amount = ""
    if step.value is not None:
        factor = step.operation in ("multiply by", "divide by")
        amount = out.temp(emit_scaled(step.value, 1 if factor else scale, out))
    match step.operation:
        case "add" | "subtract":
            sign = "+" if step.operation == "add" else "-"
            out.put(f"{total} {sign}= {amount}{'' if times == '1' else f' * {times}'}")
        case "double":
            out.put(f"{total} *= 1 << {times}" if out.exact else f"{total} <<= {times}")
        case "halve":
            out.put(f"{total} = over({total}, 1 << {times})" if out.exact
                    else f"{total} >>= {times}")
        case "multiply by":
            index = out.name("i")
            out.put(f"for {index} in range({times}): {total} = {total} * {amount}")
        case "divide by":
            index = out.name("i")
            out.put(f"if {amount} == 0: return {FAULT}")
            result = f"over({total}, {amount})" if out.exact else f"{total} // {amount}"
            out.put(f"for {index} in range({times}): {total} = {result}")
        case "at least" | "at most":
            sign = "<" if step.operation == "at least" else ">"
            out.put(f"if {total} {sign} {amount}: {total} = {amount}")
        case "round":
            pass
        case _:
            assert_never(step.operation)


def _round_score(direction: c.Direction, total: str, scale: int, out: Emitter) -> None:
    if out.exact:
        out.put(f"{total} = {_ROUNDED.get(direction, 'trunc')}({total})")
        return
    if scale == 1:
        out.put("pass")
        return
    match direction:
        case "down":
            out.put(f"{total} = {total} // {scale} * {scale}")
        case "up":
            out.put(f"{total} = -(-{total} // {scale}) * {scale}")
        case "toward zero":
            out.put(f"{total} = {total} // {scale} * {scale} if {total} >= 0 "
                    f"else -(-{total} // {scale}) * {scale}")
        case _:
            assert_never(direction)


# ----------------------------------------------------------------------------------- conditions
def emit_flag(flag: c.Expression, out: Emitter) -> str:
    """A condition."""
    match flag:
        case c.Flag(value):
            return "True" if value else "False"
        case c.Local(number):
            return f"r{number} != 0"
        case c.Track():
            return f"{emit_track(flag, out)} != 0"
        case c.Not(of):
            return f"not ({emit_flag(of, out)})"
        case c.And(parts):
            return _joined("and", parts, out)
        case c.Or(parts):
            return _joined("or", parts, out)
        case c.IsEmpty(of):
            return f"{emit_any(of, out)} == 0"
        case c.Compare(comparison, left, right):
            return _compare(comparison, left, right, out)
        case c.IsIn(member, of):
            return _is_in(member, of, out)
        case c.IsKind(mask, cards):
            return _is_kind(mask, cards, out)
        case c.Otherwise():
            return f"{_otherwise(flag, emit_value, out)} != 0"
        case _:
            wrong: _NotAFlag = flag
            raise _misplaced("a condition", wrong)


def _joined(word: str, parts: Sequence[c.Expression], out: Emitter) -> str:
    tests = [emit_flag(parts[0], out)]
    for part in parts[1:]:
        before = len(out.lines)
        test = emit_flag(part, out)
        if len(out.lines) == before:
            tests.append(test)
            continue
        # This one needs lines of its own: they must run only if it is looked at.
        written = out.taken(before)
        holds = out.name()
        out.put(f"{holds} = {_all_tests(word, tests)}")
        with out.under(f"if {holds if word == 'and' else f'not {holds}'}:"):
            out.lines.extend("    " + line for line in written)
            out.put(f"{holds} = {test}")
        tests = [holds]
    return _all_tests(word, tests)


def _all_tests(word: str, tests: Sequence[str]) -> str:
    return f"({f' {word} '.join(f'({test})' for test in tests)})" if len(tests) > 1 else tests[0]


def _compare(
    comparison: c.Comparison, left: c.Expression, right: c.Expression, out: Emitter
) -> str:
    if left.type == "number":
        return compared(comparison, emit_number(left, out), emit_number(right, out))
    if left.type in ("cards", "card"):
        a, b = emit_cards(left, out), emit_cards(right, out)
        same = " and ".join(f"{a.get(page, '0')} == {b.get(page, '0')}" for page in {**a, **b})
        return f"({same or 'True'})" if comparison == "is" else f"not ({same or 'True'})"
    return f"{emit_value(left, out)} {SIGNS[comparison]} {emit_value(right, out)}"


def _is_in(member: c.Expression, of: c.Expression, out: Emitter) -> str:
    if member.type not in ("card", "cards"):
        who = out.temp(emit_value(member, out))
        return f"({who} >= 0 and {emit_players(of, out)} >> {who} & 1 != 0)"
    a, b = emit_cards(member, out), emit_cards(of, out)
    return " and ".join(f"{code} & ~{b.get(page, '0')} == 0" for page, code in a.items()) or "True"


def _is_kind(mask: int, cards: c.Expression, out: Emitter) -> str:
    allowed = out.layout.masks(mask)
    codes = out.temps(emit_cards(cards, out))
    some = " | ".join(codes.values()) or "0"
    none = " and ".join(f"{code} & {~allowed.get(page, 0)} == 0"
                        for page, code in codes.items()) or "True"
    return f"(({some}) != 0 and {none})"
