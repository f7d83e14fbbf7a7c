"""Differences in components, in what players see, in play and in how the game ends."""

from __future__ import annotations

from variorum.comparison.alignment import bare
from variorum.comparison.lines import Change, Lines
from variorum.comparison.model import Difference, Spot, Title, identity, plainly, said
from variorum.comparison.pairing import Together, cites_of
from variorum.comparison.sides import Clause, Key
from variorum.comparison.terms import Term, walk

SEEN = {"open": "everyone sees it", "secret": "only its owner sees it",
        "hidden": "nobody sees it"}


def made(
    together: Together, category: str, title: Title, left: Spot | None, right: Spot | None,
    keys: tuple[str, str], word: str = "", **more: object,
) -> Difference:
    """A difference with an identity that does not depend on which side is left."""
    if left is not None and right is not None:
        word = min(filter(None, (word, *map(_last, keys))), default="")
    names = [f"{side.name} {key}" for side, key in
             zip((together.left, together.right), keys, strict=True)]
    return Difference(identity(category, category, *names, word=word), category, title, left,
                      right, **more)  # type: ignore[arg-type]


def _last(key: str) -> str:
    """The name in a key such as `sight spent`; lines of play have none."""
    return "" if key.startswith("(") else key.rsplit(" ", maxsplit=1)[-1]


def declared(together: Together) -> list[Difference]:
    """Everything that is laid down before play, and how it is played."""
    return [*_seats(together), *_cards(together), *_groups(together), *_places(together),
            *_remembered(together), *_play(together), *_ends(together)]


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
                 ("players", "players"), "players")]


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
    for key, clause in left.clauses.items():
        if key[0] == "card" and together.partner(key) is None:
            found.append(made(together, "components", plainly(f"only in {together.left.name}: {_counted(clause)}"), together.left_spot(clause), None,
                              (key[1], ""), bare(key)))
    for key, clause in right.clauses.items():
        if key[0] == "card" and together.back(key) is None:
            found.append(made(together, "components", plainly(f"only in {together.right.name}: {_counted(clause)}"), None, together.right_spot(clause),
                              ("", key[1]), bare(key)))
    return found


def _counted(clause: Clause) -> str:
    many = sum(face.parts[0] for face in clause.term.parts)
    return f"{many} × {clause.words}"


def _bags(together: Together, a: Clause | None, b: Clause | None) -> Title:
    if a is None or b is None:
        one = a or b
        assert one is not None
        side = together.left if a else together.right
        return plainly(f"{_counted(one)}, only in {side.name}")
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
            only[0] = f"; in {together.left.name} also {', '.join(more)}"
        if fewer:
            only[1] = f"; in {together.right.name} also {', '.join(fewer)}"
        title = said("{l0} / {r0}: not the same cards{l1}{r1}", (a.words, b.words),
                     (only[0], only[1]))
        found.append(made(
            together, "components", title,
            together.left.spot(_line(a.clause.at), cites_of(a.clause)),
            together.right.spot(_line(b.clause.at), cites_of(b.clause)), (a.name, b.name), a.name,
        ))
    return found


def _line(at: object) -> object:
    return at._replace(end_line=at.line, end_column=at.column + 1)  # type: ignore[attr-defined]


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
        for (word, own), clause in form.clauses.items():
            if word in ("card", "zone") or (own == name and word == "zone"):
                continue
            for term in walk(clause.term):
                if term.head in ("zone", "zones_of") and term.parts[0].parts[0] == name:
                    return True
                if term.head == "outside":
                    continue
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


# ---------------------------------------------------------------------------------------- play
def _play(together: Together) -> list[Difference]:
    found: list[Difference] = []
    compare = Lines(together)
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] not in ("stage", "effect"):
            continue
        places = together.differs(key, other)
        if places:
            mine, theirs = together.forms(places[0])
            a, b = mine.clauses[key], theirs.clauses[other]
            found += _clause(together, compare, a, b, together.players(places))
    for key, clause in left.clauses.items():
        if key[0] in ("stage", "effect") and together.partner(key) is None:
            found.append(_only(together, clause, left=True))
    for key, clause in right.clauses.items():
        if key[0] in ("stage", "effect") and together.back(key) is None:
            found.append(_only(together, clause, left=False))
    return found


def _only(together: Together, clause: Clause, *, left: bool) -> Difference:
    side = together.left if left else together.right
    shown = _only_shows(clause.term)
    keys = (f"{clause.key}", "") if left else ("", f"{clause.key}")
    spot = side.spot(clause.at, clause.cites)
    return made(
        together, "information" if shown else "play", plainly(
            f"only in {side.name}: {clause.words}"),
        spot if left else None, None if left else spot, keys, bare(clause.key),
        verdict="never" if shown else "open",
        how="it only shows cards to players, and nothing is decided by what they then see"
        if shown else "",
    )


def _only_shows(term: Term) -> bool:
    acts = {part.head for part in walk(term)}
    return "show" in acts and not acts & {
        "move", "set_track", "decide", "together", "shuffle", "chance", "end_game", "call",
    }


def _clause(
    together: Together, compare: Lines, a: Clause, b: Clause, players: tuple[int, ...]
) -> list[Difference]:
    bodies = a.term.parts[-1], b.term.parts[-1]
    found = []
    heads = [Term("head", clause.term.parts[:-1]) for clause in (a, b)]
    if together.left_text(heads[0]) != together.right_text(heads[1]):
        found.append(made(
            together, "play", said(
                "{l0} / {r0}: when it happens, or how long it goes on", (a.words, b.words)),
            together.left_spot(a), together.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    changes = compare.changes(*bodies)
    for number, change in enumerate(changes):
        found.append(_change(together, a, b, change, number, players))
    if not found:
        found.append(made(
            together, "play", said(
                "{l0} / {r0}: the lines depend on each other otherwise", (a.words, b.words)),
            together.left_spot(a), together.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    return found


def _change(
    together: Together, a: Clause, b: Clause, change: Change, number: int,
    players: tuple[int, ...],
) -> Difference:
    left = change.left and together.left_spot(change.left)
    right = change.right and together.right_spot(change.right)
    first, second = (_short(spot) for spot in (left, right))
    if change.what == "another procedure":
        assert change.left and change.right
        first = _procedure(together.left, change.left.parts[0])
        second = _procedure(together.right, change.right.parts[0])
    shows = all(term is None or term.head == "show" for term in (change.left, change.right))
    if change.left is None:
        title = plainly(f"{b.words}: only in {together.right.name}: {second}")
    elif change.right is None:
        title = plainly(f"{a.words}: only in {together.left.name}: {first}")
    else:
        order = " (in another order)" if change.what == "in another order" else ""
        title = said("{l0} / {r0}: {l1} / {r1}{l2}", (a.words, b.words), (first, second),
                     (order, order))
    keys = (f"{a.key} {left.text if left else ''}", f"{b.key} {right.text if right else ''}")
    return made(together, "information" if shows else "play", title, left, right, keys,
                min(bare(a.key), bare(b.key)), players=players, verdict="never" if shows else "open",
                how="it only shows cards to players" if shows else "")


def _procedure(side: object, name: str) -> str:
    for procedure in side.game.procedures:  # type: ignore[attr-defined]
        if procedure.name == name and procedure.words:
            return f"“{procedure.words.one}”"
    return name


def _short(spot: Spot | None) -> str:
    if spot is None or not spot.text:
        return "nothing"
    return spot.text.split("\n")[0].strip().rstrip(",")


# ------------------------------------------------------------------------------------- the end
def _ends(together: Together) -> list[Difference]:
    found = []
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] == "end":
            places = together.differs(key, other)
            if places:
                a, b = left.clauses[key], right.clauses[other]
                found.append(made(
                    together, "end", said("the game ends: {l0} / {r0}", (a.words, b.words)),
                    together.left_spot(a), together.right_spot(b), (key[1], other[1]), key[1],
                    players=together.players(places),
                ))
    for key, clause in left.clauses.items():
        if key[0] == "end" and together.partner(key) is None:
            found.append(made(together, "end", plainly(
                f"only {together.left.name} ends with {clause.words}"), together.left_spot(clause), None, (key[1], ""),
                              key[1]))
    for key, clause in right.clauses.items():
        if key[0] == "end" and together.back(key) is None:
            found.append(made(together, "end", plainly(
                f"only {together.right.name} ends with {clause.words}"), None, together.right_spot(clause), ("", key[1]),
                              key[1]))
    return found
