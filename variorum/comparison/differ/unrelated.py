"""Two different games: what they share, and what is another game altogether."""

from __future__ import annotations

from variorum_dsl.core.program import Tie

from variorum.comparison.align.clauses import ELIMINATION, SEATS, WINNER, Clause, Form
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.terms import Reference, walk
from variorum.comparison.differ.differences import made
from variorum.comparison.model import Difference, Shared, plainly, said

STRANGE = "the two are different games, so no position of one is a position of the other"


def shared(pairing: Pairing) -> list[Shared]:
    """The rules that two games have in common."""
    left, right = pairing.forms()
    found = []
    mine, theirs = left.game.seats, right.game.seats
    if mine and theirs and (mine.low, mine.high) == (theirs.low, theirs.high):
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
    if everyone and everyone == right.program.everyone:
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
    if tied and tied == right.program.tied:
        last = {"shared": "who is still tied in the end shares the victory",
                "nobody": "if players are still tied in the end, nobody wins",
                "impossible": "nobody can be tied in the end"}[tied]
        found.append(Shared(plainly(last), *spots))
    return found


def _compared(form: Form, tie: Tie) -> str:
    clause = form.clauses.get(form.compared(tie))
    return f"{tie.extreme} {clause.words if clause else tie.name}"


def apart(pairing: Pairing) -> list[Difference]:
    """One difference for each part of the rules that is another game."""
    left, right = pairing.forms()
    found = []
    for category, word, frame in (
        ("components", "card", "another set of cards: {l0} / {r0}"),
        ("play", "stage", "another course of play: {l0} / {r0}"),
        ("play", "effect", "other effects of cards: {l0} / {r0}"),
        ("end", "end", "another end: {l0} / {r0}"),
        ("scoring", "scoring", "another score: {l0} / {r0}"),
    ):
        mine = [clause for _, clause in left.of(word)]
        theirs = [clause for _, clause in right.of(word)]
        if len(mine) == len(theirs) and all(_same(pairing, clause) for clause in mine):
            continue
        found.append(made(
            category, (word,), said(frame, (_listed(left, mine), _listed(right, theirs))),
            pairing.left_spot(mine[0]) if mine else None,
            pairing.right_spot(theirs[0]) if theirs else None,
            verdict="incomparable", how=STRANGE,
        ))
    return found


def _same(pairing: Pairing, clause: Clause) -> bool:
    other = pairing.partner(clause.key)
    return other is not None and not pairing.differs(clause.key, other)


def _listed(form: Form, clauses: list[Clause]) -> str:
    names = [f"{clause.words} ({form.atoms[clause.key[1]].bit_count()})"
             if clause.key[0] == "card" else clause.words for clause in clauses]
    return ", ".join(names) or "none"
