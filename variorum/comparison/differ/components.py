"""Differences in what is on the table: components, and who sees what."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import core as c

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.clauses import SEATS, Form, Key, cites_of
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.terms import Contents, walk
from variorum.comparison.differ.differences import first_line, made, only_in, unpaired
from variorum.comparison.model import Difference, Title, plainly, said

SEEN = {"open": "everyone sees it", "secret": "only its owner sees it",
        "hidden": "nobody sees it"}
KEPT = {True: "keeps an order", False: "keeps no order"}


def on_the_table(pairing: Pairing) -> list[Difference]:
    """Everything that is laid down before play."""
    return [*_seats(pairing), *_cards(pairing), *_groups(pairing), *_places(pairing),
            *_remembered(pairing)]


# ---------------------------------------------------------------------------------- components
def _seats(pairing: Pairing) -> list[Difference]:
    left, right = pairing.forms()
    mine, theirs = left.game.seats, right.game.seats
    if mine is None or theirs is None or (mine.low, mine.high) == (theirs.low, theirs.high):
        return []
    title = said("{l0} players against {r0}",
                 (f"{mine.low} to {mine.high}", f"{theirs.low} to {theirs.high}"))
    return [made(pairing, "components", title, pairing.left_spot(left.clauses[SEATS]),
                 pairing.right_spot(right.clauses[SEATS]), ("players", "players"), "players",
                 verdict="incomparable",
                 how="with a number of players that only one of them allows, there is no game of "
                     "the other")]


def _cards(pairing: Pairing) -> list[Difference]:
    found = []
    for key, other in pairing.pairs_of("card"):
        places = pairing.differs(key, other)
        if places:
            mine, theirs = pairing.forms(places[0])
            a, b = mine.clauses.get(key), theirs.clauses.get(other)
            found.append(made(
                pairing, "components", _bags(pairing, (mine, key), (theirs, other)),
                a and pairing.left_spot(a), b and pairing.right_spot(b), (key[1], other[1]),
                bare(key), players=pairing.players(places),
            ))
    for key, clause, left in unpaired(pairing, "card"):
        side, form = ((pairing.left, pairing.forms()[0]) if left
                      else (pairing.right, pairing.forms()[1]))
        found.append(only_in(pairing, "components", f"only in {side.label}: {_counted(form, key)}",
                             clause, left=left, word=bare(key)))
    return found


def _counted(form: Form, key: Key) -> str:
    return f"{form.atoms[key[1]].bit_count()} × {form.clauses[key].words}"


def _bags(pairing: Pairing, mine: tuple[Form, Key], theirs: tuple[Form, Key]) -> Title:
    if mine[1] not in mine[0].clauses:
        return plainly(f"{_counted(*theirs)}, only in {pairing.right.label}")
    if theirs[1] not in theirs[0].clauses:
        return plainly(f"{_counted(*mine)}, only in {pairing.left.label}")
    (left, key), (right, other) = mine, theirs
    if left.atoms[key[1]].bit_count() != right.atoms[other[1]].bit_count():
        return said("{l0} against {r0}", (_counted(*mine), _counted(*theirs)))
    return said("{l0} / {r0}: other values or another place to start",
                (left.clauses[key].words, right.clauses[other].words))


def _groups(pairing: Pairing) -> list[Difference]:
    found = []
    for a, b, like in pairing.groups:
        if like == 1:
            continue
        cards = pairing.mapped(a.atoms)
        left, right = pairing.forms()
        back = {other[1] for _, other in pairing.pairs_of("card")}
        more = [left.clauses["card", name].words for name in sorted(a.atoms)
                if not pairing.mapped([name]) <= b.atoms]
        fewer = [right.clauses["card", name].words for name in sorted(b.atoms - cards)]
        # Cards that only one side has are reported as cards.
        if not any(("card", name) in pairing.alignment.to_right for name in a.atoms
                   if not pairing.mapped([name]) <= b.atoms) and not any(
                       name in back for name in b.atoms - cards):
            continue
        only = ["", ""]
        if more:
            only[0] = f"; in {pairing.left.label} also {', '.join(more)}"
        if fewer:
            only[1] = f"; in {pairing.right.label} also {', '.join(fewer)}"
        title = said("{l0} / {r0}: not the same cards{l1}{r1}", (a.words, b.words),
                     (only[0], only[1]))
        found.append(made(
            pairing, "components", title,
            pairing.left.spot(first_line(a.clause.at), cites_of(a.clause)),
            pairing.right.spot(first_line(b.clause.at), cites_of(b.clause)),
            (a.name, b.name), a.name,
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
        words = a.words, b.words
        if mine.sight != theirs.sight:
            found.append(made(
                pairing, "information", said("{l0} / {r0}: {l1} / {r1}", words,
                                             (SEEN[mine.sight], SEEN[theirs.sight])), *spots,
                (f"sight {key[1]}", f"sight {other[1]}"), key[1], verdict="never",
                how="the same moves come to the same end: who wins never depends on what players "
                    "see, only what they decide does",
            ))
        owned = _owned(left, mine), _owned(right, theirs)
        if mine.domain != theirs.domain and owned[0] != owned[1]:
            unread = not _read(pairing, key, other)
            found.append(made(
                pairing, "play", said("{l0} / {r0}: {l1} / {r1}", words,
                                      owned),
                *spots, (f"owner {key[1]}", f"owner {other[1]}"), key[1],
                verdict="never" if unread else "open",
                how="no rule of either edition ever looks at the cards there again" if unread
                else "",
            ))
        if mine.in_order != theirs.in_order:
            found.append(made(
                pairing, "play", said("{l0} / {r0}: {l1} / {r1}", words,
                                      (KEPT[mine.in_order], KEPT[theirs.in_order])),
                *spots, (f"order {key[1]}", f"order {other[1]}"), key[1]))
    return found


def _read(pairing: Pairing, key: Key, other: Key) -> bool:
    """Whether any rule looks at what lies in a place, rather than only moving cards there."""
    for form, name in zip(pairing.forms(), (key[1], other[1]), strict=True):
        for (word, _), clause in form.clauses.items():
            if word not in ("card", "zone") and any(
                isinstance(part, Contents) and part.zone == name for part in walk(clause.term)
            ):
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
                pairing, "play",
                said("{l0} / {r0}: not remembered alike", (a.words, b.words)),
                pairing.left_spot(a), pairing.right_spot(b), (key[1], other[1]), key[1],
                players=pairing.players(places)))
    return found


def _owned(form: Form, table: c.ZoneTable) -> str:
    match table.domain.sort:
        case "table":
            return "there is one for all"
        case "player":
            return "each player has one"
        case "member":
            attribute = form.program.attributes[table.domain.attribute]
            if attribute.low is None:
                return f"there is one for each {attribute.words}"
            return f"there are {len(attribute.members)}, with numbers"
        case sort:
            assert_never(sort)
