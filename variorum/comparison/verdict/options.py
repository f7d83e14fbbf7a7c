"""Optional rules: what only one side offers, what is not the same, and what comes of it."""

from __future__ import annotations

from variorum_dsl.english import capital, lower

from variorum.comparison.align.clauses import cites_of, words_of
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import first_line, made
from variorum.comparison.differ.sentences import prose
from variorum.comparison.model import Difference, Spot, Switch, plainly, said
from variorum.comparison.verdict.alternatives import Edited, answer, inside, matched, options
from variorum.comparison.verdict.proofs import apart, differing, played, unproved
from variorum.comparison.verdict.silences import Questions

FEW = 2  # sentences about an optional rule
CHOSEN = "it is an optional rule"
WHERE_CHOSEN = "where it is chosen, it can change who wins"


def offered(
    pairing: Pairing, so_far: list[Difference], *, quick: bool = False
) -> list[Difference]:
    """Optional rules that only one side has, or that are not the same."""
    a, b = pairing.counts[0]
    mine, theirs = options(pairing.left, a), options(pairing.right, b)
    pairs = matched(pairing, mine, theirs)
    found = [_only(pairing, option, left=True, quick=quick) for option in mine
             if option.name not in pairs]
    found += [_only(pairing, option, left=False, quick=quick) for option in theirs
              if option.name not in pairs.values()]
    for option in mine:
        other = next((o for o in theirs if o.name == pairs.get(option.name)), None)
        if other is not None:
            found += _both(pairing, option, other, so_far, quick=quick)
    return found


def _only(pairing: Pairing, option: Edited, *, left: bool, quick: bool) -> Difference:
    side, other = ((pairing.left, pairing.right) if left
                   else (pairing.right, pairing.left))
    told = _told(side, option)
    spot = _spot(option, told)
    notes = []
    if answer(pairing, option, left=left) == option.name:
        notes.append(f"{other.called} always plays so")
    notes += _open(side, option)
    found = made("option", (option.name,), plainly(
                     f"only {side.called} offers an optional rule: {told}."),
                 spot if left else None, None if left else spot,
                 verdict="chosen", how=CHOSEN, note="; ".join(notes),
                 switch=Switch(left, side.options, option.title, option=option.name))
    return found if quick else _proved(found, side, option)


def _told(side: Side, option: Edited) -> str:
    """What it is called, and what it comes to: in the words of the file if it has some, else what
    it adds to the summary; a long title says it all."""
    if len(option.title.split()) > FEW:
        return option.title
    if says := next((cite.says for cite in option.clause.cites if cite.says), ""):
        return f"“{option.title}”: {lower(says.rstrip('.'))}"
    before = {row.text for row in prose(side).rows}
    chosen = side.choosing(option.name)
    figures = {(figure.at.path, figure.at.line): words_of(figure) for figure in chosen.game.figures}
    told = []
    for row in prose(chosen).rows:
        if row.text not in before and not row.text.endswith(":"):
            text = prose(chosen).inner(row.text.split("; begins in")[0].rstrip("."))
            named = next((figures[mark[1:3]] for mark in row.of if mark[1:3] in figures), "")
            told.append(f"{named} is {text}" if named else text)
    return "; ".join([f"“{option.title}”", *told[:FEW]])


def _spot(option: Edited, told: str) -> Spot:
    """Where it stands, and in what words."""
    return Spot(first_line(option.clause.at), f"{capital(told)}.", cites_of(option.clause))


def _open(side: Side, option: Edited) -> list[str]:
    """What the rulebook leaves open about an optional rule."""
    names = inside(side, option.name)
    silences = [each for each in side.choosing(option.name).game.silences if each.name in names]
    questions = " ".join(silent.question for silent in silences)
    return [f"with it, {side.called} leaves open: {questions}"] if questions else []


def _proved(found: Difference, side: Side, option: Edited) -> Difference:
    """What choosing it can come to, played against the same edition without it."""
    witness, verdict, how = apart(side, side.choosing(option.name))
    if verdict == "never":
        return found._replace(verdict="never", how=f"even where it is chosen: {how}")
    if witness is not None:
        return found._replace(witness=witness, how="; ".join(filter(None, (WHERE_CHOSEN, how))))
    return found._replace(how=f"where it is chosen: {how}")


def _both(
    pairing: Pairing, option: Edited, other: Edited, so_far: list[Difference], *, quick: bool
) -> list[Difference]:
    """An optional rule of both, chosen on both sides: what then differs that did not before."""
    left, right = pairing.left.choosing(option.name), pairing.right.choosing(other.name)
    if not left.counts or not right.counts:
        return []
    chosen = Pairing(left, right, pairing.pins)
    before = {each.id for each in so_far}
    now = unproved(chosen) if quick else played(chosen, differing(chosen))
    new = [each for each in now if each.id not in before]
    found = []
    if new:
        proof = next((each for each in new if each.witness), None)
        never = all(each.verdict == "never" for each in new)
        told = "; ".join(each.title for each in new)
        found.append(made(
            "option", (min(option.name, other.name),), said(
                "not the same optional rule: {l0}; {r0}.",
                (f"in {pairing.left.called}, {option.title}",
                 f"in {pairing.right.called}, {other.title}")),
            _spot(option, option.title), _spot(other, other.title),
            verdict="never" if never and not quick else "chosen",
            how=f"even where both are chosen: {new[0].how}" if never and not quick else CHOSEN,
            note=f"where both are chosen, this differs: {told}",
            witness=proof and proof.witness and proof.witness._replace(
                left_label=left.label, right_label=right.label),
        ))
    names = inside(pairing.left, option.name) | inside(pairing.right, other.name)
    if names:
        found += Questions(chosen, new, quick=quick, only=names).found().differences
    return found
