"""Differences in what is on the table: components, and who sees what."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl.english import is_plural, listed, verb

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.clauses import SEATS, Form, Key, cites_of
from variorum.comparison.align.pairing import Group, Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import (
    card_role,
    first_line,
    made,
    only_in,
    read,
    role,
    unpaired,
)
from variorum.comparison.differ.sentences import both, prose
from variorum.comparison.model import Difference

SEEN = {"open": "seen by everyone", "secret": "seen only by its owner", "hidden": "seen by nobody"}
NEVER_SEEN = "what players see changes how they play, but the same moves come to the same end"


def on_the_table(pairing: Pairing) -> list[Difference]:
    """Everything that is laid down before play."""
    return [*_seats(pairing), *_cards(pairing), *_groups(pairing), *_places(pairing),
            *_remembered(pairing)]


# ---------------------------------------------------------------------------------- components
def seated(form: Form) -> str:
    seats = form.game.seats
    assert seats is not None
    many = str(seats.low) if seats.low == seats.high else f"{seats.low} to {seats.high}"
    return f"{many} can play"


def _seats(pairing: Pairing) -> list[Difference]:
    left, right = pairing.forms()
    mine, theirs = left.game.seats, right.game.seats
    if mine is None or theirs is None or (mine.low, mine.high) == (theirs.low, theirs.high):
        return []
    return [made("players", (), both(pairing.left, pairing.right, seated(left), seated(right)),
                 pairing.left_spot(left.clauses[SEATS]), pairing.right_spot(right.clauses[SEATS]),
                 verdict="incomparable",
                 how="it says how many can play, and not how")._replace(
                     category="facts", severity="words")]


def _cards(pairing: Pairing) -> list[Difference]:
    found = []
    for key, other in pairing.pairs_of("card"):
        places = pairing.differs(key, other)
        if places:
            mine, theirs = pairing.forms(places[0])
            a, b = mine.clauses.get(key), theirs.clauses.get(other)
            which = card_role(mine, key[1]) if a else card_role(theirs, other[1])
            found.append(made(
                "components", (which,),
                both(pairing.left, pairing.right, printed(pairing.left, mine, key),
                     printed(pairing.right, theirs, other)),
                a and pairing.left_spot(a), b and pairing.right_spot(b),
                players=pairing.players(places),
            ))
    for key, clause, left in unpaired(pairing, "card"):
        side, form = ((pairing.left, pairing.forms()[0]) if left
                      else (pairing.right, pairing.forms()[1]))
        found.append(only_in(pairing, "components", (bare(key).split(" ")[0],),
                             printed(side, form, key), clause, left=left))
    return found


def printed(side: Side, form: Form, key: Key) -> str:
    """Cards with what is printed on them, as the summary of an edition tells them."""
    if key not in form.clauses:
        return "there are none"
    clause = form.clauses[key]
    return (prose(side).component(clause.at)
            or f"{form.atoms[key[1]].bit_count()} × {clause.words}")


def members(form: Form, group: Group) -> str:
    """The cards of a kind or with a mark."""
    many = {kind.name: form.program.kind_words.get(kind.name, ("", ""))[-1]
            for kind in form.game.kinds}
    names = [f"the {many.get(name) or form.clauses['card', name].words}"
             if form.atoms[name].bit_count() > 1 else form.clauses["card", name].words
             for name in sorted(group.atoms)]
    return listed(names)


def _groups(pairing: Pairing) -> list[Difference]:
    found = []
    left, right = pairing.forms()
    back = {other[1] for _, other in pairing.pairs_of("card")}
    for a, b, like in pairing.groups:
        if like == 1:
            continue
        cards = pairing.mapped(a.atoms)
        # Cards that only one side has are reported as cards.
        if not any(("card", name) in pairing.alignment.to_right for name in a.atoms
                   if not pairing.mapped([name]) <= b.atoms) and not any(
                       name in back for name in b.atoms - cards):
            continue
        found.append(made(
            "components", (a.category,),
            both(pairing.left, pairing.right, f"“{a.words}” stands for {members(left, a)}",
                 f"“{b.words}” stands for {members(right, b)}"),
            pairing.left.spot(first_line(a.clause.at), cites_of(a.clause)),
            pairing.right.spot(first_line(b.clause.at), cites_of(b.clause)),
        ))
    return found


# --------------------------------------------------------------------------------- information
def _places(pairing: Pairing) -> list[Difference]:
    found = []
    left, right = pairing.forms()
    for key, other in pairing.pairs_of("zone"):
        a, b = left.clauses[key], right.clauses[other]
        mine, theirs = left.zone(key[1]), right.zone(other[1])
        spots = pairing.left_spot(a), pairing.right_spot(b)
        what = role(left, key[1])
        sides = pairing.left, pairing.right
        if mine.sight != theirs.sight:
            found.append(made(
                "seen", (what,), both(*sides, seen(left, key[1]), seen(right, other[1])), *spots,
                verdict="never", how=NEVER_SEEN)._replace(category="information"))
        owned = _owned(left, key[1]), _owned(right, other[1])
        if mine.domain != theirs.domain and owned[0] != owned[1] and (
            pairing.one_file or _matters(pairing, key, other)
        ):
            unread = not (read(left, key[1]) or read(right, other[1]))
            found.append(made(
                "owned", (what,), both(*sides, *owned), *spots,
                verdict="never" if unread else "open",
                how="without the optional rules, no rule ever looks at the cards there again"
                if unread else "")._replace(category="facts" if unread else "play",
                                            severity="words"))
        if mine.in_order != theirs.in_order:
            found.append(made(
                "order", (what,), both(*sides, _kept(left, key[1]), _kept(right, other[1])),
                *spots)._replace(category="play"))
    return found


def _named(form: Form, zone: str) -> str:
    words = form.clauses["zone", zone].words
    return f"{'each player’s' if form.zone(zone).each_player else 'the'} {words}"


def _be(form: Form, zone: str) -> str:
    return verb("is", many=is_plural(form.clauses["zone", zone].words))


def seen(form: Form, zone: str) -> str:
    """Who sees what lies in a place."""
    return f"{_named(form, zone)} {_be(form, zone)} {SEEN[form.zone(zone).sight]}"


def _owned(form: Form, zone: str) -> str:
    """Whose a place is."""
    table, words = form.zone(zone), form.clauses["zone", zone].words
    match table.domain.sort:
        case "table":
            return f"the {words} {_be(form, zone)} common to all"
        case "player":
            return f"each player has a separate {words}"
        case "member":
            attribute = form.program.attributes[table.domain.attribute]
            if attribute.low is None:
                return f"there is a {words} for each {attribute.words}"
            return f"there is a {words} for each of {len(attribute.members)} numbers"
        case sort:
            assert_never(sort)


def _kept(form: Form, zone: str) -> str:
    kept = "kept in order" if form.zone(zone).in_order else "not kept in order"
    return f"{_named(form, zone)} {_be(form, zone)} {kept}"


def _matters(pairing: Pairing, key: Key, other: Key) -> bool:
    """Whether whose a place is can ever be asked. Where no rule looks at it again, and no optional
    rule either, it is bookkeeping of a file and no difference of the books."""
    for side, name, players in ((pairing.left, key[1], pairing.counts[0][0]),
                                (pairing.right, other[1], pairing.counts[0][1])):
        forms = [side.form(players), *(side.choosing(option).form(players)
                                       for option in side.sheet.options
                                       if players in side.choosing(option).counts)]
        if any(read(form, name) for form in forms):
            return True
    return False


def _remembered(pairing: Pairing) -> list[Difference]:
    found = []
    left, right = pairing.forms()
    for key, other in pairing.pairs_of("track"):
        places = pairing.differs(key, other)
        if places:
            a, b = left.clauses[key], right.clauses[other]
            found.append(made(
                "remembered", (), both(
                    pairing.left, pairing.right, f"{a.words}: {prose(pairing.left).of(a.at)}",
                    f"{b.words}: {prose(pairing.right).of(b.at)}"),
                pairing.left_spot(a), pairing.right_spot(b),
                players=pairing.players(places))._replace(category="play"))
    return found
