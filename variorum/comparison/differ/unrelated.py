"""Two different games: what they share, and what is another game altogether."""

from __future__ import annotations

from variorum.comparison.align.pairing import Together
from variorum.comparison.align.sides import Clause, Form
from variorum.comparison.differ.differences import made
from variorum.comparison.model import Difference, Shared, plainly, said

STRANGE = "the two are different games, so no position of one is a position of the other"


def shared(together: Together) -> list[Shared]:
    """The rules that two games have in common."""
    left, right = together.forms()
    found = []
    a, b = left.clauses.get(("players", "")), right.clauses.get(("players", ""))
    if a and b and a.term.parts == b.term.parts:
        found.append(Shared(plainly(f"{a.term.parts[0]} to {a.term.parts[1]} players"),
                            together.left_spot(a), together.right_spot(b)))
    found += _elimination(together)
    found += _winner(together)
    for key, other in together.alignment.to_right.items():
        if key[0] in ("stage", "effect", "end") and not together.differs(key, other):
            a, b = left.clauses[key], right.clauses[other]
            found.append(Shared(said("{l0} / {r0}", (a.words, b.words)), together.left_spot(a),
                                together.right_spot(b)))
    return found


def _elimination(together: Together) -> list[Shared]:
    key = ("elimination", "")
    found = []
    for place in range(len(together.counts)):
        left, right = together.forms(place)
        a, b = left.clauses.get(key), right.clauses.get(key)
        if a is None or b is None:
            return []
        if together.left_text(a.term.parts[0]) == together.right_text(b.term.parts[0]):
            figures = [_figures(left, a), _figures(right, b)]
            players = f" (with {together.counts[place][0]} or more players)" if place else ""
            found.append(Shared(
                said("whoever has the least is out before the best can win: {l0} / {r0}{l1}",
                     (figures[0], figures[1]), (players, players)),
                together.left_spot(a), together.right_spot(b),
            ))
            break
    left, right = together.forms()
    a, b = left.clauses[key], right.clauses[key]
    if a.term.parts[1].parts == b.term.parts[1].parts and a.term.parts[1].parts[0]:
        found.append(Shared(plainly(f"if everyone is out, {a.term.parts[1].parts[0]}"),
                            together.left_spot(a), together.right_spot(b)))
    return found


def _figures(form: Form, clause: Clause) -> str:
    from variorum.comparison.align.terms import walk

    names = [part.parts[0] for part in walk(clause.term) if part.head == "@figure"]
    return " and ".join(form.clauses["figure", name].words for name in dict.fromkeys(names))


def _winner(together: Together) -> list[Shared]:
    key = ("winner", "")
    left, right = together.forms()
    a, b = left.clauses.get(key), right.clauses.get(key)
    if a is None or b is None:
        return []
    found = []
    rows = []
    for mine, theirs in zip(a.term.parts[:-1], b.term.parts[:-1], strict=False):
        if together.left_text(mine) != together.right_text(theirs):
            break
        rows.append((f"{mine.parts[0]} {_name(left, mine.parts[1])}",
                     f"{theirs.parts[0]} {_name(right, theirs.parts[1])}"))
    spots = together.left_spot(a), together.right_spot(b)
    if rows:
        found.append(Shared(said("the winner is found by {l0} / {r0}", rows[0]), *spots))
    found += [Shared(said("a tie is then broken by {l0} / {r0}", row), *spots)
              for row in rows[1:]]
    tied = a.term.parts[-1].parts[0]
    if tied and tied == b.term.parts[-1].parts[0]:
        last = {"shared": "who is still tied in the end shares the victory",
                "nobody": "if players are still tied in the end, nobody wins"}[tied]
        found.append(Shared(plainly(last), *spots))
    return found


def _name(form: Form, what: object) -> str:
    head, name = what.head[1:], what.parts[0]  # type: ignore[attr-defined]
    clause = form.clauses.get((head, name))
    return clause.words if clause else name


def apart(together: Together) -> list[Difference]:
    """One difference for each part of the rules that is another game."""
    left, right = together.forms()
    found = []
    for category, word, frame in (
        ("components", "card", "another set of cards: {l0} / {r0}"),
        ("play", "stage", "another course of play: {l0} / {r0}"),
        ("play", "effect", "other effects of cards: {l0} / {r0}"),
        ("end", "end", "another end: {l0} / {r0}"),
        ("scoring", "scoring", "another score: {l0} / {r0}"),
    ):
        mine = [c for key, c in left.clauses.items() if key[0] == word]
        theirs = [c for key, c in right.clauses.items() if key[0] == word]
        if len(mine) == len(theirs) and all(_same(together, clause) for clause in mine):
            continue
        found.append(made(
            together, category, said(frame, (_listed(mine), _listed(theirs))),
            together.left_spot(mine[0]) if mine else None,
            together.right_spot(theirs[0]) if theirs else None, (f"({word}", f"({word}"), word,
            verdict="incomparable", how=STRANGE,
        ))
    return found


def _same(together: Together, clause: Clause) -> bool:
    other = together.partner(clause.key)
    return other is not None and not together.differs(clause.key, other)


def _listed(clauses: list[Clause]) -> str:
    names = []
    for clause in clauses:
        if clause.key[0] == "card":
            many = sum(face.parts[0] for face in clause.term.parts)
            names.append(f"{clause.words} ({many})")
        else:
            names.append(clause.words)
    return ", ".join(names) or "none"
