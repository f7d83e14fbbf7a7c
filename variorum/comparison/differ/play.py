"""Differences in how a game is played, and in how it ends."""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk
from variorum_dsl.english import lower

from variorum.comparison.align.clauses import Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Call, Show
from variorum.comparison.differ.differences import (
    deeds,
    first_line,
    made,
    only_in,
    unpaired,
    untold,
)
from variorum.comparison.differ.lines import Change, Lines, Stand
from variorum.comparison.differ.sentences import both, only, prose, says
from variorum.comparison.model import Difference, Spot, said
from variorum.prose import conditions
from variorum.prose.speaker import Speaker

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
    if shown:
        at = next(node.at for node in walk(clause.lines) if isinstance(node, c.Show))
        when = "at the end of the game, " if _sort(clause) == "reckoning" else ""
        spot = side.spot(at, clause.cites)
        return made("information", (_sort(clause), *deeds((side.form(side.counts[0]),
                                                           clause.term))),
                    says(side, f"{when}{prose(side).of(at)}"), spot if left else None,
                    None if left else spot, verdict="never",
                    how="it only shows cards to players, and nothing is decided by what they then "
                        "see")
    return only_in(
        pairing, "play", (_sort(clause), *deeds((side.form(side.counts[0]), clause.term))),
        prose(side).of(clause.at) or clause.words, clause, left=left)


def _sort(clause: Clause) -> str:
    """`effect`, or which sort of stage: `rounds`, `reckoning`."""
    return clause.key[1].split(" ")[0] if clause.key[0] == "stage" else clause.key[0]


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
            "play", (_sort(a), "when"), both(
                pairing.left, pairing.right, _begins(pairing.left, a), _begins(pairing.right, b)),
            pairing.left_spot(a), pairing.right_spot(b), players=players,
        ))
    changes = compare.changes(a.body, b.body)
    found += [_change(pairing, a, change, players) for change in changes]
    if not found:
        found.append(made(
            "play", (_sort(a), "order"), said(
                "{l0} / {r0}: the lines depend on each other otherwise.", (a.words, b.words)),
            pairing.left_spot(a), pairing.right_spot(b), players=players,
        ))
    return found


def _begins(side: Side, clause: Clause) -> str:
    """When a stage or effect happens, or how long it goes on."""
    if clause.key[0] == "effect":
        return prose(side).of(first_line(clause.at))
    name = clause.key[1].split(" ", 1)[1]
    until = next(stage.until for stage in side.game.stages if stage.name == name)
    words = prose(side).summary.words
    told = f" until {conditions.said(until, Speaker(words))}" if until is not None else ""
    return f"“{clause.words}” goes on{told}"


def _change(
    pairing: Pairing, a: Clause, change: Change, players: tuple[int, ...]
) -> Difference:
    left = None if change.left is None else pairing.left_spot(change.left)
    right = None if change.right is None else pairing.right_spot(change.right)
    first, second = _line(pairing.left, left), _line(pairing.right, right)
    if change.what == "another procedure":
        assert isinstance(change.left, Call)
        assert isinstance(change.right, Call)
        first = _procedure(pairing.left, change.left.procedure)
        second = _procedure(pairing.right, change.right.procedure)
    shows = all(term is None or isinstance(term, Show) for term in (change.left, change.right))
    if change.left is None:
        title = only(pairing.right, second)
    elif change.right is None:
        title = only(pairing.left, first)
    elif change.places is not None:
        behind = [_line(side, side_spot(stand.behind) if stand.behind else None)
                  for side, side_spot, stand in (
                      (pairing.left, pairing.left_spot, change.places[0]),
                      (pairing.right, pairing.right_spot, change.places[1]))]
        wheres = _wheres(change.places, behind)
        title = both(pairing.left, pairing.right, f"{first}, {wheres[0]}",
                     f"{second}, {wheres[1]}")
    else:
        title = both(pairing.left, pairing.right, first, second)
    if _one_lot(pairing, change):
        return made("facts", ("lot", _sort(a)), title, left, right, players=players,
                    verdict="never")._replace(severity="words")
    forms = pairing.forms()
    return made("information" if shows else "play",
                (_sort(a), change.within, *deeds(
                    (forms[0], change.left), (forms[1], change.right),
                    most=2 if change.within else 4)), title, left, right,
                players=players, verdict="never" if shows else "open",
                how="it only shows cards to players" if shows else "")


def _one_lot(pairing: Pairing, change: Change) -> bool:
    """Whether two lines draw the same lot, and tell otherwise what people have in its place."""
    mine, theirs = change.left, change.right
    return mine is not None and theirs is not None and mine.label == theirs.label == "chance" and (
        pairing.line_text(untold(mine), left=True) == pairing.line_text(untold(theirs), left=False))


def _wheres(places: tuple[Stand, Stand], behind: list[str]) -> list[str]:
    """Where a line stands on either side: among the decisions, or behind which other line."""
    told = [_among(stand) for stand in places]
    if told[0] != told[1]:
        return told
    return [f"right after this: {line}" if stand.behind else "first of all"
            for stand, line in zip(places, behind, strict=True)]


def _among(stand: Stand) -> str:
    if not stand.decisions:
        return "before anything is decided"
    if stand.decisions == stand.of:
        return "after everything is decided" if stand.of > 1 else "after the decision"
    return f"between decision {stand.decisions} and decision {stand.decisions + 1}"


def _procedure(side: Side, name: str) -> str:
    for procedure in side.game.procedures:
        if procedure.name == name and procedure.words:
            return lower(procedure.words.one)
    return name.replace("-", " ")


def _line(side: Side, spot: Spot | None) -> str:
    """A line of play in the words of the summary; in those of the file where it has none."""
    if spot is None or not spot.text:
        return "nothing"
    return prose(side).of(spot.place) or f"“{spot.text.split(chr(10))[0].strip().rstrip(',')}”"


# ------------------------------------------------------------------------------------- the end
def ended(side: Side, form: Form, key: Key) -> str:
    """When the game ends."""
    return prose(side).of(form.clauses[key].at)


def _ends(pairing: Pairing) -> list[Difference]:
    found = []
    left, right = pairing.forms()
    for key, other in pairing.pairs_of("end"):
        places = pairing.differs(key, other)
        if places:
            a, b = left.clauses[key], right.clauses[other]
            found.append(made(
                "end", (), both(pairing.left, pairing.right, ended(pairing.left, left, key),
                                ended(pairing.right, right, other)),
                pairing.left_spot(a), pairing.right_spot(b), players=pairing.players(places),
            ))
    for key, clause, is_left in unpaired(pairing, "end"):
        side, form = (pairing.left, left) if is_left else (pairing.right, right)
        found.append(only_in(pairing, "end", ("more",), ended(side, form, key), clause,
                             left=is_left))
    return found
