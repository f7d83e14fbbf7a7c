"""Two editions side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.files.loader import Loaded
from variorum_engine.table.preparation import Ready

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import distinct
from variorum.comparison.differ.facts import of_the_box
from variorum.comparison.differ.outcome import of_results
from variorum.comparison.differ.sentences import spoken
from variorum.comparison.differ.unrelated import STRANGE, apart, shared
from variorum.comparison.differ.wording import false_friends
from variorum.comparison.model import CLASSES, Comparison, mirrored
from variorum.comparison.verdict.isolation import settled
from variorum.comparison.verdict.options import offered
from variorum.comparison.verdict.proofs import differing, played
from variorum.comparison.verdict.severities import graded
from variorum.comparison.verdict.silences import Questions, implied

DECIDE = ("figure", "scoring", "elimination")  # what can play the same part in another game
UNASKED = ("A quick look: whether an optional rule, an open question or one rule alone can change "
           "who wins was not looked for; without --quick it is.")


class Incomparable(Exception):
    """A comparison that cannot be made; the message says why, and `broken` is the file with
    mistakes if they are the reason."""

    def __init__(self, message: str, broken: Loaded | None = None) -> None:
        super().__init__(message)
        self.broken = broken


def _untold(_: str) -> None:
    """Nobody waits."""


def compare(
    left: Side, right: Side, pins: Iterable[tuple[str, str]] = (), *, quick: bool = False,
    tell: Callable[[str], None] = _untold,
) -> Comparison:
    """What differs, what only uses other words, and what is left open.

    A `quick` one looks for no proof that a reading which is not assumed would matter.
    A comparison is always made in one order and then turned round if need be, so that it says
    the same from either side.
    """
    pins = list(pins)
    if (left.name, left.loaded.path) <= (right.name, right.loaded.path):
        return _compared(left, right, pins, tell, quick=quick)
    return mirrored(_compared(right, left, [(b, a) for a, b in pins], tell, quick=quick))


def side_of(loaded: Loaded, ready: Ready | None = None) -> Side:
    """A file made ready to be compared, any number of times."""
    if loaded.sheet is None or any(p.severity == "error" for p in loaded.problems):
        raise Incomparable(f"{loaded.path} has mistakes", loaded)
    if loaded.sheet.document.form == "library":
        raise Incomparable(f"{quote(loaded.sheet.document.name)} is a library, not a game")
    game, problems = loaded.sheet.resolved()
    if any(problem.severity == "error" for problem in problems):
        raise Incomparable(f"{loaded.path} has mistakes", loaded)
    if not game.player_counts():
        raise Incomparable(f"{loaded.path} does not say how many can play; add a line such as: "
                           "players 3 to 5")
    from variorum_dsl.lowering.program import lowered

    for players in game.player_counts():
        _, found, _ = lowered(game, players)
        if any(problem.severity == "error" for problem in found):
            raise Incomparable(f"{loaded.path} has mistakes", loaded)
    return Side(loaded, ready=ready)


def _compared(
    left: Side, right: Side, pins: list[tuple[str, str]], tell: Callable[[str], None], *,
    quick: bool,
) -> Comparison:
    left, right = _called(left, right)
    tell("what corresponds to what")
    pairing = Pairing(left, right, pins)
    _check_pins(pairing, pins)
    notes: list[str] = []
    if pairing.counts[0][0] != pairing.counts[0][1]:
        notes.append("no number of players can play both, so no game was looked for")
    if pairing.same_game:
        tell("what differs, and whether it can change who wins")
        found = differing(pairing)
        tell("what the open questions decide")
        questions = Questions(pairing, found, quick=quick).found()
        tell("what the optional rules decide")
        options = offered(pairing, found, quick=quick)
        found = [each for each in found if each.id not in questions.told]
        found += [*questions.differences, *options]
        found += of_the_box(pairing)
        tell("what each rule decides alone")
        found = (played if quick else settled)(pairing, found)
        common = []
    else:
        found = [*apart(pairing), *(
            each._replace(verdict="incomparable", how=STRANGE, players=())
            for each in of_results(pairing, prove=False)
            if each.category in ("elimination", "tie-break")
        ), *of_the_box(pairing)]
        common = shared(pairing)
    found = [each._replace(left=each.left and spoken(left, each.left),
                           right=each.right and spoken(right, each.right))
             for each in graded(found)]
    friends = [each._replace(left=spoken(left, each.left), right=spoken(right, each.right))
               for each in false_friends(pairing)]
    if quick and any(each.verdict in ("open", "assumed", "chosen") for each in found):
        notes.append(UNASKED)
    found.sort(key=lambda each: (CLASSES.index(each.category), each.id))
    return Comparison(
        left.label, right.label, left.called, right.called, left.loaded.path, right.loaded.path,
        pairing.same_game, round(pairing.likeness, 3), tuple(
            pair for pair in pairing.pairs() if pairing.same_game or pair.category in DECIDE),
        tuple(friends), tuple(distinct(found)), tuple(common), tuple(notes),
        tuple(implied(pairing)) if pairing.same_game else (),
    )


def _called(left: Side, right: Side) -> tuple[Side, Side]:
    """Both under names that nobody can mix up. Sentences go by titles: with who published it, or
    with the file, where titles alone do not tell two editions apart."""
    labels = left.name, right.name
    if left.name == right.name:  # versions of one file go by their files
        labels = left.loaded.path, right.loaded.path
        short = os.path.basename(labels[0]), os.path.basename(labels[1])
        labels = short if short[0] != short[1] else labels
        labels = (left.name, right.name) if labels[0] == labels[1] else labels
    called = _title(left, right), _title(right, left)
    if called[0] == called[1] and labels[0] != labels[1]:
        called = f"{left.title} ({labels[0]})", f"{right.title} ({labels[1]})"
    return left.as_called(labels[0], called[0]), right.as_called(labels[1], called[1])


def _title(side: Side, other: Side) -> str:
    if not other.title.startswith(side.title):
        return side.title
    by = next((each.text for each in side.game.published if not each.about), "")
    return f"{side.title} ({by})" if by else side.title


def _check_pins(pairing: Pairing, pins: list[tuple[str, str]]) -> None:
    from variorum.comparison.align.alignment import bare

    pinned = {(bare(key), bare(match.right)) for key, match in pairing.alignment.matches.items()
              if match.pinned}
    pinned |= {(a.name, b.name) for a, b, _ in pairing.groups}
    for a, b in pins:
        if (a, b) not in pinned:
            raise Incomparable(
                f"{quote(a)} of {pairing.left.label} and {quote(b)} of {pairing.right.label} "
                "cannot be a pair: one of them does not exist, or they are of different sorts")


__all__ = ["Incomparable", "compare", "side_of"]
