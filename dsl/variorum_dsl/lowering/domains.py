"""Who can own something: the table, each player, each member of an attribute, or numbers.

Places with numbers are the members of an attribute of their own that no card has, so that
everything that goes for `pile of each colour` goes for `row 1 to 5` too.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.english import one_of
from variorum_dsl.lowering.symbols import Symbols

MOST_OWNERS = 60  # a set of owners is a bit mask, and fits into a machine word
TABLE = c.Domain("table", 1)


def number_places(symbols: Symbols, clause: m.Zone | m.Track) -> None:
    """Make an attribute of the numbers of a clause, if it has any."""
    span = clause.numbers
    if span is None:
        return
    high = settled(symbols, span.high)
    if high is None:
        symbols.report(
            "wrong-type", "how many there are must be settled before the game begins",
            span.high.at, why="a place is there from the beginning to the end",
            hint="a number, (count of players + 1), or (4 for 2 players, 5 for 3 players)",
        )
        high = span.low
    elif not 0 <= high - span.low < MOST_OWNERS:
        symbols.report(
            "wrong-count", f"{span.low} to {high} is no number of places", span.at,
            why=f"there can be 1 to {MOST_OWNERS} of them", hint=f"{clause.name} 1 to 5",
        )
        high = span.low
    if clause.name in symbols.attributes:
        symbols.report(
            "duplicate-name", f"{quote(clause.name)} is something that cards have as well",
            clause.name_at, why="a name stands for one thing", hint="give one of them another name",
        )
        return
    symbols.attributes[clause.name] = len(symbols.program.attributes)
    symbols.program.attributes.append(c.AttributeTable(
        clause.name, one_of(clause.words, clause.name),
        tuple(f"{clause.name} {n}" for n in range(span.low, high + 1)), span.low,
    ))


def settled(symbols: Symbols, part: m.Expression) -> int | None:
    """A number that only depends on how many play; None, where it is none."""
    match part:
        case m.Number():
            return part.value
        case m.Count(of=m.Name(name="players")):
            return symbols.players
        case m.ByPlayers():
            return next((settled(symbols, row.value) for row in part.rows
                         if row.low <= symbols.players <= row.high), None)
        case m.Binary(operation="+" | "-" | "*" as sign):
            left, right = settled(symbols, part.left), settled(symbols, part.right)
            if left is None or right is None:
                return None
            return left + right if sign == "+" else left - right if sign == "-" else left * right
        case _:
            return None


def domain_of(symbols: Symbols, clause: m.Zone | m.Track | m.Figure) -> c.Domain:
    """Who has one each. Something unknown is reported, and then the table has it."""
    if isinstance(clause, m.Figure):
        if not clause.each:
            return c.Domain("player", symbols.owners)
    elif clause.numbers is not None:
        return _members(symbols, symbols.attributes[clause.name])
    if not clause.each:
        return TABLE
    if clause.each == "player":
        return c.Domain("player", symbols.owners)
    attribute = symbols.attributes.get(clause.each)
    known = [table.name for table in symbols.program.attributes if table.members]
    if attribute is None or clause.each not in known:
        symbols.unknown("owner", clause.each, clause.at.head(), ["player", *known], clause.each_at)
        return TABLE
    note_owner(symbols, clause.each, clause)
    if len(symbols.program.attributes[attribute].members) > MOST_OWNERS:
        symbols.report(
            "wrong-count", f"there are too many members of {quote(clause.each)} to own something",
            clause.at.head(), why=f"at most {MOST_OWNERS} can", hint="name fewer members",
        )
        return TABLE
    return _members(symbols, attribute)


def note_owner(symbols: Symbols, name: str, clause: m.Zone | m.Track | m.Figure) -> None:
    for namespace in ("attribute", "zone", "track"):
        symbols.used(namespace, name, clause.each_at)


def _members(symbols: Symbols, attribute: int) -> c.Domain:
    return c.Domain("member", len(symbols.program.attributes[attribute].members), attribute)


class Owner(NamedTuple):
    """What can stand behind `each`, or be picked: a sort of owner. `seen_as` is the zone or track
    that is meant by it, where it is called by one: a row, a pile."""

    attribute: int
    seen_as: str


def owner_called(symbols: Symbols, name: str) -> Owner | None:
    """The sort of members that a name stands for: an attribute, or what each of them has."""
    program = symbols.program
    table: c.ZoneTable | c.TrackTable
    if name in symbols.zones:
        table = program.zones[symbols.zones[name]]
    elif name in symbols.tracks:
        table = program.tracks[symbols.tracks[name]]
    elif name in symbols.attributes and program.attributes[symbols.attributes[name]].members:
        return Owner(symbols.attributes[name], "")
    else:
        return None
    return Owner(table.domain.attribute, name) if table.domain.sort == "member" else None


def one_type(program: c.Program, owner: Owner) -> str:
    """The type of one such member."""
    seen_as = f" as {owner.seen_as}" if owner.seen_as else ""
    return f"member {program.attributes[owner.attribute].name}{seen_as}"


def owner_type(program: c.Program, domain: c.Domain) -> str:
    """The type of one who owns something."""
    if domain.sort != "member":
        return "player"
    table = program.attributes[domain.attribute]
    return one_type(program, Owner(domain.attribute, table.name if table.low is not None else ""))
