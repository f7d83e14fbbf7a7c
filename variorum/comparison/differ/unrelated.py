"""Two different games: what they share, and what is another game altogether."""

from __future__ import annotations

import re
from collections.abc import Callable

from variorum_dsl.core.program import Tie
from variorum_dsl.edits.game import Game
from variorum_dsl.english import listed
from variorum_dsl.model.words import headings

from variorum.comparison.align.clauses import ELIMINATION, SEATS, WINNER, Clause, Form
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Reference, walk
from variorum.comparison.differ.differences import first_line, made
from variorum.comparison.differ.outcome import is_open
from variorum.comparison.differ.sentences import both, prose
from variorum.comparison.model import Difference, Shared, Spot, plainly, said
from variorum.reports.blocks import sentences

STRANGE = "the two are different games, so no position of one is a position of the other"


def shared(pairing: Pairing) -> list[Shared]:
    """The rules that two games have in common."""
    left, right = pairing.forms()
    found = []
    mine, theirs = left.game.seats, right.game.seats
    if mine and theirs and (mine.low, mine.high) == (theirs.low, theirs.high) and not _assumed(
        pairing, lambda game: game.seats and (game.seats.low, game.seats.high)
    ):
        found.append(Shared(plainly(f"{mine.low} to {mine.high} players"),
                            pairing.left_spot(left.clauses[SEATS]),
                            pairing.right_spot(right.clauses[SEATS])))
    found += _elimination(pairing)
    found += _winner(pairing)
    for key, other in pairing.pairs_of("stage", "effect", "end"):
        if not pairing.differs(key, other):
            a, b = left.clauses[key], right.clauses[other]
            found.append(Shared(said("{l0} / {r0}", (a.words, b.words)), pairing.left_spot(a),
                                pairing.right_spot(b)))
    return found


def _elimination(pairing: Pairing) -> list[Shared]:
    found = []
    for place in range(len(pairing.counts)):
        left, right = pairing.forms(place)
        a, b = left.clauses.get(ELIMINATION), right.clauses.get(ELIMINATION)
        if a is None or b is None:
            return []
        if pairing.left_text(a.term.terms[0]) == pairing.right_text(b.term.terms[0]):
            players = f" (with {pairing.counts[place][0]} or more players)" if place else ""
            found.append(Shared(
                said("whoever has the least is out before the best can win: {l0} / {r0}{l1}",
                     (_figures(left, a), _figures(right, b)), (players, players)),
                pairing.left_spot(a), pairing.right_spot(b),
            ))
            break
    left, right = pairing.forms()
    everyone = left.program.everyone
    if everyone and everyone == right.program.everyone and not _assumed(
        pairing, lambda game: game.elimination and game.elimination.everyone
    ):
        found.append(Shared(plainly(f"if everyone is out, {everyone}"),
                            pairing.left_spot(left.clauses[ELIMINATION]),
                            pairing.right_spot(right.clauses[ELIMINATION])))
    return found


def _figures(form: Form, clause: Clause) -> str:
    names = dict.fromkeys(part.name for part in walk(clause.term)
                          if isinstance(part, Reference) and part.category == "figure")
    return " and ".join(form.clauses["figure", name].words for name in names)


def _winner(pairing: Pairing) -> list[Shared]:
    left, right = pairing.forms()
    a, b = left.clauses.get(WINNER), right.clauses.get(WINNER)
    if a is None or b is None:
        return []
    rows = []
    for mine, theirs, one, other in zip(a.term.terms, b.term.terms, left.program.chain,
                                        right.program.chain, strict=False):
        if pairing.left_text(mine) != pairing.right_text(theirs):
            break
        rows.append((_compared(left, one), _compared(right, other)))
    spots = pairing.left_spot(a), pairing.right_spot(b)
    found = []
    if rows:
        found.append(Shared(said("the winner is found by {l0} / {r0}", rows[0]), *spots))
    found += [Shared(said("a tie is then broken by {l0} / {r0}", row), *spots)
              for row in rows[1:]]
    tied = left.program.tied
    if tied and tied == right.program.tied and not _assumed(
        pairing, lambda game: game.winner and game.winner.tied
    ):
        last = {"shared": "who is still tied in the end shares the victory",
                "nobody": "if players are still tied in the end, nobody wins",
                "impossible": "nobody can be tied in the end"}[tied]
        found.append(Shared(plainly(last), *spots))
    return found


def _compared(form: Form, tie: Tie) -> str:
    clause = form.clauses.get(form.compared(tie))
    return f"{tie.extreme} {clause.words if clause else tie.name}"


def _assumed(pairing: Pairing, what: Callable[[Game], object]) -> bool:
    """Whether one of the books leaves it open, so that it is shared only as it is read here."""
    return is_open(pairing.left, what) or is_open(pairing.right, what)


PARTS = {
    "components": ("components", "what is in the box"),
    "hands": ("components", "what players hold"),
    "play": ("play", "how a round goes"),
    "effects": ("play", "what cards set off"),
    "end": ("end", "how the game ends"),
    "reckoning": ("scoring", "what happens after the last round"),
    "scoring": ("scoring", "what counts"),
}
MOST = 12  # sentences that are told of each part


def apart(pairing: Pairing) -> list[Difference]:
    """One difference for each part of the rules that is another game."""
    found = []
    for part, (category, about) in PARTS.items():
        first, second = _told(pairing.left, part), _told(pairing.right, part)
        if first[0] != second[0]:
            found.append(made(
                category, ("game", part), both(pairing.left, pairing.right, first[0] or "nothing",
                                               second[0] or "nothing", about),
                first[1], second[1], verdict="incomparable", how=STRANGE))
    return found


def _told(side: Side, part: str) -> tuple[str, Spot | None]:
    """What the summary of a game says about a part, in a few sentences, and where it begins."""
    summary = prose(side).summary
    section = summary.parts["table" if part == "hands" else part]
    deepest = 2 if part == "reckoning" else 1  # what is counted there stands deeper
    rows = [row for row in sentences([section]) if row.depth <= deepest and (
        part != "hands" or "only by its owner" in row.text)]
    if part == "components":  # how many there are; what is printed on each is told elsewhere
        rows = [row for row in rows if row.of and row.of[0][0] == "Component"]
        told = listed([re.split(r"[,;(]", row.text)[0].strip() for row in rows])
    else:
        told = "; ".join(prose(side).inner(row.text.rstrip(".")) for row in rows[:MOST])
    mark = next((mark for row in rows for mark in row.of), None)
    clause = next((each for each in (*side.game.stages, *side.game.effects, *side.game.ends,
                                     *side.game.scorings, *side.game.zones)
                   if mark and (each.at.path, each.at.line) <= (mark[1], mark[2])
                   and mark[2] <= max(each.at.line, each.at.end_line)), None)
    spot = side.spot(first_line(clause.at), headings(clause.cites)) if clause else None
    return told.replace(":; ", ": ").rstrip(":"), spot
