"""Differences in what is on the table: components, and who sees what."""

from __future__ import annotations

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.pairing import Together, cites_of
from variorum.comparison.align.sides import Clause, Key
from variorum.comparison.align.terms import walk
from variorum.comparison.differ.differences import first_line, made, only_in
from variorum.comparison.model import Difference, Title, plainly, said

SEEN = {"open": "everyone sees it", "secret": "only its owner sees it",
        "hidden": "nobody sees it"}


def on_the_table(together: Together) -> list[Difference]:
    """Everything that is laid down before play."""
    return [*_seats(together), *_cards(together), *_groups(together), *_places(together),
            *_remembered(together)]


# ---------------------------------------------------------------------------------- components
def _seats(together: Together) -> list[Difference]:
    key = ("players", "")
    left, right = together.forms()
    a, b = left.clauses.get(key), right.clauses.get(key)
    if a is None or b is None or a.term.parts == b.term.parts:
        return []
    counts = tuple(f"{each.term.parts[0]} to {each.term.parts[1]}" for each in (a, b))
    title = said("{l0} players against {r0}", (counts[0], counts[1]))
    return [made(together, "components", title, together.left_spot(a), together.right_spot(b),
                 ("players", "players"), "players", verdict="incomparable",
                 how="with a number of players that only one of them allows, there is no game of "
                     "the other")]


def _cards(together: Together) -> list[Difference]:
    found = []
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] != "card":
            continue
        places = together.differs(key, other)
        if places:
            mine, theirs = together.forms(places[0])
            a, b = mine.clauses.get(key), theirs.clauses.get(other)
            assert a or b
            title = _bags(together, a, b)
            found.append(made(
                together, "components", title, a and together.left_spot(a),
                b and together.right_spot(b), (key[1], other[1]), bare(key),
                players=together.players(places),
            ))
    found += [
        only_in(together, "components", f"only in {together.left.label}: {_counted(clause)}",
                clause, left=True, word=bare(key))
        for key, clause in left.clauses.items()
        if key[0] == "card" and together.partner(key) is None
    ]
    found += [
        only_in(together, "components", f"only in {together.right.label}: {_counted(clause)}",
                clause, left=False, word=bare(key))
        for key, clause in right.clauses.items()
        if key[0] == "card" and together.back(key) is None
    ]
    return found


def _counted(clause: Clause) -> str:
    many = sum(face.parts[0] for face in clause.term.parts)
    return f"{many} × {clause.words}"


def _bags(together: Together, a: Clause | None, b: Clause | None) -> Title:
    if a is None or b is None:
        one = a or b
        assert one is not None
        side = together.left if a else together.right
        return plainly(f"{_counted(one)}, only in {side.label}")
    if _counted(a).split(" ")[0] != _counted(b).split(" ")[0]:
        return said("{l0} against {r0}", (_counted(a), _counted(b)))
    return said("{l0} / {r0}: other values or another place to start", (a.words, b.words))


def _groups(together: Together) -> list[Difference]:
    found = []
    for a, b, like in together.groups:
        if like == 1:
            continue
        cards = together.mapped(a.atoms)
        left, right = together.forms()
        back = {other[1]: key[1] for key, other in together.alignment.to_right.items()
                if key[0] == "card"}
        more = [left.clauses["card", name].words for name in sorted(a.atoms)
                if not together.mapped([name]) <= b.atoms]
        fewer = [right.clauses["card", name].words for name in sorted(b.atoms - cards)]
        # Cards that only one side has are reported as cards.
        if not any(("card", name) in together.alignment.to_right for name in a.atoms
                   if not together.mapped([name]) <= b.atoms) and not any(
                       name in back for name in b.atoms - cards):
            continue
        only = ["", ""]
        if more:
            only[0] = f"; in {together.left.label} also {', '.join(more)}"
        if fewer:
            only[1] = f"; in {together.right.label} also {', '.join(fewer)}"
        title = said("{l0} / {r0}: not the same cards{l1}{r1}", (a.words, b.words),
                     (only[0], only[1]))
        found.append(made(
            together, "components", title,
            together.left.spot(first_line(a.clause.at), cites_of(a.clause)),
            together.right.spot(first_line(b.clause.at), cites_of(b.clause)),
            (a.name, b.name), a.name,
        ))
    return found


# --------------------------------------------------------------------------------- information
def _places(together: Together) -> list[Difference]:
    found = []
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] != "zone":
            continue
        a, b = left.clauses[key], right.clauses[other]
        spots = together.left_spot(a), together.right_spot(b)
        owned, sight, order, _ = zip(a.term.parts, b.term.parts, strict=True)
        if sight[0].parts != sight[1].parts:
            first, second = (SEEN[part.parts[0]] for part in sight)
            found.append(made(
                together, "information", said("{l0} / {r0}: {l1} / {r1}", (a.words, b.words),
                                             (first, second)), *spots,
                (f"sight {key[1]}", f"sight {other[1]}"), key[1], verdict="never",
                how="the same moves come to the same end: who wins never depends on what players "
                    "see, only what they decide does",
            ))
        if owned[0].parts != owned[1].parts:
            whose = ["each player has one" if part.parts[0] else "there is one for all"
                     for part in owned]
            unread = not _read(together, key, other)
            found.append(made(
                together, "play", said("{l0} / {r0}: {l1} / {r1}", (a.words, b.words),
                                      (whose[0], whose[1])), *spots,
                (f"owner {key[1]}", f"owner {other[1]}"), key[1],
                verdict="never" if unread else "open",
                how="no rule of either edition ever looks at the cards there again" if unread
                else "",
            ))
        if order[0].parts != order[1].parts:
            kept = ["keeps an order" if part.parts[0] else "keeps no order" for part in order]
            found.append(made(together, "play", said(
                "{l0} / {r0}: {l1} / {r1}", (a.words, b.words), (kept[0], kept[1])), *spots,
                              (f"order {key[1]}", f"order {other[1]}"), key[1]))
    return found


def _read(together: Together, key: Key, other: Key) -> bool:
    """Whether any rule looks at what lies in a place, rather than only moving cards there."""
    for form, name in zip(together.forms(), (key[1], other[1]), strict=True):
        for (word, _), clause in form.clauses.items():
            if word not in ("card", "zone") and any(
                term.head in ("zone", "zones_of") and term.parts[0].parts[0] == name
                for term in walk(clause.term)
            ):
                return True
    return False


def _remembered(together: Together) -> list[Difference]:
    found = []
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] != "track":
            continue
        places = together.differs(key, other)
        if places:
            a, b = left.clauses[key], right.clauses[other]
            found.append(made(together, "play", said(
                "{l0} / {r0}: not remembered alike", (a.words, b.words)),

                              together.left_spot(a), together.right_spot(b), (key[1], other[1]),
                              key[1], players=together.players(places)))
    return found
