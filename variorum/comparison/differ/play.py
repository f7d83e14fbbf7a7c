"""Differences in how a game is played, and in how it ends."""

from __future__ import annotations

from variorum_dsl.printer.document import print_expression

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.pairing import Together
from variorum.comparison.align.sides import Clause, Form, Key, Side
from variorum.comparison.align.terms import Term, walk
from variorum.comparison.differ.differences import made, only_in
from variorum.comparison.differ.lines import Change, Lines
from variorum.comparison.model import Difference, Spot, plainly, said


def of_play(together: Together) -> list[Difference]:
    return [*_play(together), *_ends(together)]


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
    found += [_only(together, clause, left=True) for key, clause in left.clauses.items()
              if key[0] in ("stage", "effect") and together.partner(key) is None]
    found += [_only(together, clause, left=False) for key, clause in right.clauses.items()
              if key[0] in ("stage", "effect") and together.back(key) is None]
    return found


def _only(together: Together, clause: Clause, *, left: bool) -> Difference:
    side = together.left if left else together.right
    shown = _only_shows(clause.term)
    return only_in(
        together, "information" if shown else "play", f"only in {side.label}: {clause.words}",
        clause, left=left, word=bare(clause.key), verdict="never" if shown else "open",
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
    found += [_change(together, a, b, change, players) for change in changes]
    if not found:
        found.append(made(
            together, "play", said(
                "{l0} / {r0}: the lines depend on each other otherwise", (a.words, b.words)),
            together.left_spot(a), together.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    return found


def _change(
    together: Together, a: Clause, b: Clause, change: Change, players: tuple[int, ...]
) -> Difference:
    left = None if change.left is None else together.left_spot(change.left)
    right = None if change.right is None else together.right_spot(change.right)
    first, second = (_short(spot) for spot in (left, right))
    if change.what == "another procedure":
        assert change.left is not None
        assert change.right is not None
        first = _procedure(together.left, change.left.parts[0])
        second = _procedure(together.right, change.right.parts[0])
    shows = all(term is None or term.head == "show" for term in (change.left, change.right))
    if change.left is None:
        title = plainly(f"{b.words}: only in {together.right.label}: {second}")
    elif change.right is None:
        title = plainly(f"{a.words}: only in {together.left.label}: {first}")
    else:
        order = " (in another order)" if change.what == "in another order" else ""
        title = said("{l0} / {r0}: {l1} / {r1}{l2}", (a.words, b.words), (first, second),
                     (order, order))
    keys = (f"{a.key} {left.text if left else ''}", f"{b.key} {right.text if right else ''}")
    return made(together, "information" if shows else "play", title, left, right, keys,
                min(bare(a.key), bare(b.key)), players=players,
                verdict="never" if shows else "open",
                how="it only shows cards to players" if shows else "")


def _procedure(side: Side, name: str) -> str:
    for procedure in side.game.procedures:
        if procedure.name == name and procedure.words:
            return f"“{procedure.words.one}”"
    return name


def _short(spot: Spot | None) -> str:
    if spot is None or not spot.text:
        return "nothing"
    return spot.text.split("\n")[0].strip().rstrip(",")


# ------------------------------------------------------------------------------------- the end
def _when(form: Form, key: Key) -> str:
    end = next(end for end in form.game.ends if end.name == key[1])
    return f"{end.time} when {print_expression(end.condition)}"


def _ends(together: Together) -> list[Difference]:
    found = []
    left, right = together.forms()
    for key, other in together.alignment.to_right.items():
        if key[0] == "end":
            places = together.differs(key, other)
            if places:
                a, b = left.clauses[key], right.clauses[other]
                found.append(made(
                    together, "end", said("the game ends {l0} / {r0}",
                                          (_when(left, key), _when(right, other))),
                    together.left_spot(a), together.right_spot(b), (key[1], other[1]), key[1],
                    players=together.players(places),
                ))
    found += [
        only_in(together, "end", f"only {together.left.label} ends with {clause.words}", clause,
                left=True, word=key[1])
        for key, clause in left.clauses.items()
        if key[0] == "end" and together.partner(key) is None
    ]
    found += [
        only_in(together, "end", f"only {together.right.label} ends with {clause.words}", clause,
                left=False, word=key[1])
        for key, clause in right.clauses.items()
        if key[0] == "end" and together.back(key) is None
    ]
    return found
