"""Two readings of one file: a position or a game that they do not agree on.

What is proved here does not depend on the edition that the file is compared with, so it is
worked out once for each file.
"""

from __future__ import annotations

from variorum.comparison.course import of_play
from variorum.comparison.model import Difference, Witness
from variorum.comparison.pairing import Together
from variorum.comparison.playing import Games
from variorum.comparison.results import Results
from variorum.comparison.sides import Side
from variorum.comparison.things import on_the_table

OF_PLAY = ("play", "end", "components")


def told_apart(side: Side, silence: str, reading: str) -> Witness | None:
    """Where a reading names another winner than the one assumed; None if nothing was found."""
    key = silence, reading
    if key not in side.proofs:
        side.proofs[key] = _told_apart(side, side.read_as(silence, reading))
    found: Witness | None = side.proofs[key]
    return found


def _told_apart(side: Side, other: Side) -> Witness | None:
    if not set(side.counts) & set(other.counts):
        return None
    together = Together(side, other, by_name=True)
    proved = [each for each in Results(together).differences() if each.witness]
    if not proved:
        proved = [each for each in played(together, [*on_the_table(together),
                                                     *of_play(together)]) if each.witness]
    if not proved:
        return None
    witness = proved[0].witness
    assert witness is not None
    return witness._replace(left_label=f"{side.name} as it is read here",
                            right_label=other.label)


def played(together: Together, found: list[Difference]) -> list[Difference]:
    """Look for a game that comes out differently, where something in play is not settled."""
    waiting = [each for each in found if each.category in OF_PLAY and each.verdict == "open"
               and not each.how]
    if not waiting or together.counts[0][0] != together.counts[0][1]:
        return found
    searched = Games(together).search()
    tried = f"{searched.games:,} small games that were tried"
    alone = len(waiting) == 1
    changes: dict[int, Difference] = {}
    for number, each in enumerate(waiting):
        if searched.witness is None:
            changes[id(each)] = each._replace(how=f"none of the {tried} came out differently")
        elif alone:
            changes[id(each)] = each._replace(
                verdict="changes", witness=searched.witness, how=f"the shortest of the {tried}")
        elif number == 0:
            # Several rules differ in this game, so that it does not tell which of them matters.
            changes[id(each)] = each._replace(witness=searched.witness, how=(
                f"the shortest of the {tried} comes out differently, but it is played with all "
                "the rules of play that differ, not with this one alone"))
        else:
            changes[id(each)] = each._replace(
                how="no game was looked for in which only this rule differs",
                note=f"see {waiting[0].id}")
    return [changes.get(id(each), each) for each in found]
