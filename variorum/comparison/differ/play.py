"""Differences in how a game is played, and in how it ends."""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk
from variorum_dsl.printer.document import print_expression

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.clauses import Clause, Form, Key
from variorum.comparison.align.pairing import Together
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Call, Show
from variorum.comparison.differ.differences import made, only_in, unpaired
from variorum.comparison.differ.lines import Change, Lines
from variorum.comparison.model import Difference, Spot, plainly, said

# Lines that do something; the others only decide whether and how often, or let cards be seen.
_ACTS = (c.Move | c.SetTrack | c.Decide | c.Together | c.Shuffle | c.Chance | c.EndGame | c.Call)


def of_play(together: Together) -> list[Difference]:
    return [*_play(together), *_ends(together)]


def _play(together: Together) -> list[Difference]:
    found: list[Difference] = []
    compare = Lines(together)
    for key, other in together.pairs_of("stage", "effect"):
        places = together.differs(key, other)
        if places:
            mine, theirs = together.forms(places[0])
            a, b = mine.clauses[key], theirs.clauses[other]
            found += _clause(together, compare, a, b, together.players(places))
    found += [_only(together, clause, left=left)
              for _, clause, left in unpaired(together, "stage", "effect")]
    return found


def _only(together: Together, clause: Clause, *, left: bool) -> Difference:
    side = together.left if left else together.right
    shown = _only_shows(clause.lines)
    return only_in(
        together, "information" if shown else "play", f"only in {side.label}: {clause.words}",
        clause, left=left, word=bare(clause.key), verdict="never" if shown else "open",
        how="it only shows cards to players, and nothing is decided by what they then see"
        if shown else "",
    )


def _only_shows(lines: tuple[c.Line, ...]) -> bool:
    nodes = list(walk(lines))
    return any(isinstance(node, c.Show) for node in nodes) and not any(
        isinstance(node, _ACTS) for node in nodes)


def _clause(
    together: Together, compare: Lines, a: Clause, b: Clause, players: tuple[int, ...]
) -> list[Difference]:
    found = []
    if together.left_text(a.head) != together.right_text(b.head):
        found.append(made(
            together, "play", said(
                "{l0} / {r0}: when it happens, or how long it goes on", (a.words, b.words)),
            together.left_spot(a), together.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    changes = compare.changes(a.body, b.body)
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
        assert isinstance(change.left, Call)
        assert isinstance(change.right, Call)
        first = _procedure(together.left, change.left.procedure)
        second = _procedure(together.right, change.right.procedure)
    shows = all(term is None or isinstance(term, Show) for term in (change.left, change.right))
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
    for key, other in together.pairs_of("end"):
        places = together.differs(key, other)
        if places:
            a, b = left.clauses[key], right.clauses[other]
            found.append(made(
                together, "end", said("the game ends {l0} / {r0}",
                                      (_when(left, key), _when(right, other))),
                together.left_spot(a), together.right_spot(b), (key[1], other[1]), key[1],
                players=together.players(places),
            ))
    for key, clause, is_left in unpaired(together, "end"):
        side = together.left if is_left else together.right
        found.append(only_in(together, "end", f"only {side.label} ends with {clause.words}",
                             clause, left=is_left, word=key[1]))
    return found
