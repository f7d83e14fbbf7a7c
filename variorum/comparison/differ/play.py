"""Differences in how a game is played, and in how it ends."""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk
from variorum_dsl.printer.document import print_expression

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.clauses import Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Call, Show
from variorum.comparison.differ.differences import made, only_in, unpaired
from variorum.comparison.differ.lines import Change, Lines
from variorum.comparison.model import Difference, Spot, plainly, said

# Lines that do something; the others only decide whether and how often, or let cards be seen.
_ACTS = (c.Move | c.SetTrack | c.Decide | c.Together | c.Shuffle | c.Chance | c.EndGame | c.Call)


def of_play(pairing: Pairing) -> list[Difference]:
    return [*_play(pairing), *_ends(pairing)]


def _play(pairing: Pairing) -> list[Difference]:
    found: list[Difference] = []
    compare = Lines(pairing)
    for key, other in pairing.pairs_of("stage", "effect"):
        places = pairing.differs(key, other)
        if places:
            mine, theirs = pairing.forms(places[0])
            a, b = mine.clauses[key], theirs.clauses[other]
            found += _clause(pairing, compare, a, b, pairing.players(places))
    found += [_only(pairing, clause, left=left)
              for _, clause, left in unpaired(pairing, "stage", "effect")]
    return found


def _only(pairing: Pairing, clause: Clause, *, left: bool) -> Difference:
    side = pairing.left if left else pairing.right
    shown = _only_shows(clause.lines)
    return only_in(
        pairing, "information" if shown else "play", f"only in {side.label}: {clause.words}",
        clause, left=left, word=bare(clause.key), verdict="never" if shown else "open",
        how="it only shows cards to players, and nothing is decided by what they then see"
        if shown else "",
    )


def _only_shows(lines: tuple[c.Line, ...]) -> bool:
    nodes = list(walk(lines))
    return any(isinstance(node, c.Show) for node in nodes) and not any(
        isinstance(node, _ACTS) for node in nodes)


def _clause(
    pairing: Pairing, compare: Lines, a: Clause, b: Clause, players: tuple[int, ...]
) -> list[Difference]:
    found = []
    if pairing.left_text(a.head) != pairing.right_text(b.head):
        found.append(made(
            pairing, "play", said(
                "{l0} / {r0}: when it happens, or how long it goes on", (a.words, b.words)),
            pairing.left_spot(a), pairing.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    changes = compare.changes(a.body, b.body)
    found += [_change(pairing, a, b, change, players) for change in changes]
    if not found:
        found.append(made(
            pairing, "play", said(
                "{l0} / {r0}: the lines depend on each other otherwise", (a.words, b.words)),
            pairing.left_spot(a), pairing.right_spot(b), (f"{a.key}", f"{b.key}"), bare(a.key),
            players=players,
        ))
    return found


def _change(
    pairing: Pairing, a: Clause, b: Clause, change: Change, players: tuple[int, ...]
) -> Difference:
    left = None if change.left is None else pairing.left_spot(change.left)
    right = None if change.right is None else pairing.right_spot(change.right)
    first, second = (_short(spot) for spot in (left, right))
    if change.what == "another procedure":
        assert isinstance(change.left, Call)
        assert isinstance(change.right, Call)
        first = _procedure(pairing.left, change.left.procedure)
        second = _procedure(pairing.right, change.right.procedure)
    shows = all(term is None or isinstance(term, Show) for term in (change.left, change.right))
    if change.left is None:
        title = plainly(f"{b.words}: only in {pairing.right.label}: {second}")
    elif change.right is None:
        title = plainly(f"{a.words}: only in {pairing.left.label}: {first}")
    else:
        order = " (in another order)" if change.what == "in another order" else ""
        title = said("{l0} / {r0}: {l1} / {r1}{l2}", (a.words, b.words), (first, second),
                     (order, order))
    keys = (f"{a.key} {left.text if left else ''}", f"{b.key} {right.text if right else ''}")
    return made(pairing, "information" if shows else "play", title, left, right, keys,
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


def _ends(pairing: Pairing) -> list[Difference]:
    found = []
    left, right = pairing.forms()
    for key, other in pairing.pairs_of("end"):
        places = pairing.differs(key, other)
        if places:
            a, b = left.clauses[key], right.clauses[other]
            found.append(made(
                pairing, "end", said("the game ends {l0} / {r0}",
                                      (_when(left, key), _when(right, other))),
                pairing.left_spot(a), pairing.right_spot(b), (key[1], other[1]), key[1],
                players=pairing.players(places),
            ))
    for key, clause, is_left in unpaired(pairing, "end"):
        side = pairing.left if is_left else pairing.right
        found.append(only_in(pairing, "end", f"only {side.label} ends with {clause.words}",
                             clause, left=is_left, word=key[1]))
    return found
