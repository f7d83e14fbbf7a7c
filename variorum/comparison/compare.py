"""Two editions side by side."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.cleaning import quote
from dsl.loading import Loaded
from variorum.comparison.model import CLASSES, Comparison, Difference, mirrored
from variorum.comparison.pairing import Together
from variorum.comparison.playing import Games
from variorum.comparison.questions import Questions
from variorum.comparison.results import Results
from variorum.comparison.rules import declared
from variorum.comparison.sides import Side
from variorum.comparison.strangers import STRANGE, apart, shared
from variorum.comparison.wording import false_friends

OF_PLAY = ("play", "end", "components")


class Incomparable(Exception):
    """A comparison that cannot be made; the message says why."""


def compare(
    left: Loaded, right: Loaded, pins: Iterable[tuple[str, str]] = ()
) -> Comparison:
    """What differs, what only uses other words, and what is left open.

    A comparison is always made in one order and then turned round if need be, so that it says
    the same from either side.
    """
    pins = list(pins)
    for loaded in (left, right):
        _usable(loaded)
    if _order(left) <= _order(right):
        return _compared(Side(left), Side(right), pins)
    return mirrored(_compared(Side(right), Side(left), [(b, a) for a, b in pins]))


def _order(loaded: Loaded) -> tuple[str, str]:
    assert loaded.sheet is not None
    return loaded.sheet.document.name, loaded.path


def _usable(loaded: Loaded) -> None:
    if loaded.sheet is None or any(p.severity == "error" for p in loaded.problems):
        raise Incomparable(f"{loaded.path} has mistakes")
    if loaded.sheet.document.form == "library":
        raise Incomparable(f"{quote(loaded.sheet.document.name)} is a library, not a game")
    game, problems = loaded.sheet.resolved()
    if any(problem.severity == "error" for problem in problems) or not game.player_counts():
        raise Incomparable(f"{loaded.path} is not a whole game")
    from dsl.lowering.program import lowered

    for players in game.player_counts():
        _, found, _ = lowered(game, players)
        if any(problem.severity == "error" for problem in found):
            raise Incomparable(f"{loaded.path} has mistakes")


def _compared(left: Side, right: Side, pins: list[tuple[str, str]]) -> Comparison:
    together = Together(left, right, pins)
    _check_pins(together, pins)
    notes: list[str] = []
    if together.counts[0][0] != together.counts[0][1]:
        notes.append("no number of players can play both, so no game was looked for")
    results = Results(together)
    if together.same_game:
        found = [*declared(together), *results.differences()]
        found = _played(together, found)
        questions = Questions(together, found).found()
        found = [each._replace(note=questions.notes.get(each.id, each.note)) for each in found]
        found += questions.differences
        common = []
    else:
        found = [*apart(together), *(each._replace(how=STRANGE) for each in results.differences()
                                     if each.category in ("elimination", "tie-break"))]
        common = shared(together)
    found.sort(key=lambda each: (CLASSES.index(each.category), each.id))
    return Comparison(
        left.name, right.name, left.title, right.title, left.loaded.path, right.loaded.path,
        together.same_game, round(together.likeness, 3), tuple(together.pairs()),
        tuple(false_friends(together)), tuple(_unique(found)), tuple(common), tuple(notes),
    )


def _unique(found: list[Difference]) -> list[Difference]:
    """Ids are told apart where two differences are about the same lines."""
    seen: dict[str, int] = {}
    rows = []
    for each in found:
        seen[each.id] = seen.get(each.id, 0) + 1
        many = seen[each.id]
        rows.append(each if many == 1 else each._replace(id=f"{each.id}-{many}"))
    return rows


def _check_pins(together: Together, pins: list[tuple[str, str]]) -> None:
    from variorum.comparison.alignment import bare

    pinned = {(bare(key), bare(match.right)) for key, match in together.alignment.matches.items()
              if match.pinned}
    pinned |= {(a.name, b.name) for a, b, _ in together.groups}
    for a, b in pins:
        if (a, b) not in pinned:
            raise Incomparable(
                f"{quote(a)} of {together.left.name} and {quote(b)} of {together.right.name} "
                "cannot be a pair: one of them does not exist, or they are of different sorts")


def _played(together: Together, found: list[Difference]) -> list[Difference]:
    """Look for a game that comes out differently, where something in play is not settled."""
    waiting = [each for each in found if each.category in OF_PLAY and each.verdict == "open"]
    if not waiting or together.counts[0][0] != together.counts[0][1]:
        return found
    searched = Games(together).search()
    several = "" if len(waiting) == 1 else (
        "; several rules of play differ, and the game is played with all of them")
    rows = []
    for each in found:
        if each not in waiting:
            rows.append(each)
        elif searched.witness is not None:
            rows.append(each._replace(
                verdict="changes", witness=searched.witness,
                how=f"the shortest of {searched.games:,} games that were tried{several}"))
        else:
            rows.append(each._replace(
                how=f"no game among {searched.games:,} small ones came out differently{several}"))
    return rows


__all__ = ["Incomparable", "compare"]
