"""What comes of a difference: a position or a game with another winner, or why there is none.

What is proved about two readings of one file does not depend on the edition that the file is
compared with, so it is worked out once for each file.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.components import on_the_table
from variorum.comparison.differ.differences import distinct
from variorum.comparison.differ.outcome import UNDECIDED, of_results
from variorum.comparison.differ.play import of_play
from variorum.comparison.model import Difference, Verdict, Witness
from variorum.comparison.verdict.dealt import constructed, decided

OF_PLAY = ("play", "end", "components")
RESULTS = ("elimination", "scoring", "tie-break")
MORE = (1, 2, 3)  # lots of games for what hardly any game comes to
SAME = "the two come to the same rules"


class Apart(NamedTuple):
    """What two ways to play one file come to: a witness, or how it was looked for."""

    witness: Witness | None
    verdict: Verdict
    how: str


def differing(pairing: Pairing) -> list[Difference]:
    """Every rule that differs, with what positions at the end of a game can tell of it."""
    return distinct([*on_the_table(pairing), *of_play(pairing), *of_results(pairing)])


def unproved(pairing: Pairing) -> list[Difference]:
    """The same without what it can come to."""
    return distinct([*on_the_table(pairing), *of_play(pairing),
                     *of_results(pairing, prove=False)])


# --------------------------------------------------------------------------- two readings
def told_apart(side: Side, silence: str, reading: str, other: str = "") -> Apart:
    """Whether two readings can name different winners; nothing stands for the one assumed."""
    return apart(side.read_as(silence, other), side.read_as(silence, reading))


def apart(side: Side, other: Side) -> Apart:
    """Whether two ways to play one file can name different winners."""
    found = side.once(("apart", tuple(sorted(other.readings.items())), other.options),
                      lambda: _apart(side, other))
    return found if found.witness is None else seen(side, other, found.witness, found.how)


def _apart(side: Side, other: Side) -> Apart:
    if not set(side.counts) & set(other.counts):
        return Apart(None, "incomparable", "no number of players can play both")
    pairing = Pairing(side, other, by_name=True)
    found = of_results(pairing)
    for each in found:
        if each.witness is not None:
            return Apart(each.witness, "changes", each.how)
    found += [*on_the_table(pairing), *of_play(pairing)]
    unsettled = [each for each in found if each.verdict == "open"]
    counts = _concerned(unsettled, [a for a, _ in pairing.counts])
    if unsettled:
        # What a reading changes comes as a whole, so any game with another winner will do.
        return _by_games(pairing, counts)
    for verdict in ("incomparable", "never"):
        hows = [each.how for each in found if each.verdict == verdict]
        if hows:
            return Apart(None, verdict, "; ".join(dict.fromkeys(filter(None, hows))))
    return Apart(None, "never", SAME)


def by_play(side: Side, other: Side) -> Apart:
    """Whether games of two ways to play can name different winners; positions are not looked at."""
    pairing = Pairing(side, other, by_name=True)
    counts = [a for a, b in pairing.counts if a == b]
    found = _by_games(pairing, _concerned(_waiting(unproved(pairing)), counts) or counts)
    return found if found.witness is None else seen(side, other, found.witness, "")


def _by_games(pairing: Pairing, counts: list[int]) -> Apart:
    """A game from the deal, or else a small one, that two ways to play one file give to others."""
    found = decided(pairing, counts[0], 0)
    tried = 0
    for place, players in enumerate(counts if found is None else ()):
        found, more = constructed(pairing, players)
        tried += more
        if found is None and not place:
            found = decided(pairing, players, *MORE)
        if found is not None:
            break
    if found is not None:
        return Apart(found, "changes", "")
    return Apart(None, "open", f"no game from the deal that was looked at came out differently, "
                 f"and none of {tried:,} small ones")


def seen(side: Side, other: Side, witness: Witness, how: str) -> Apart:
    return Apart(labelled(side, other, witness), "changes", how)


def labelled(side: Side, other: Side, witness: Witness) -> Witness:
    """A witness that says which ways to play one file it tells apart."""
    return witness._replace(left_label=_called(side), right_label=_called(other))


def _called(side: Side) -> str:
    plain = not side.readings and not side.options
    return f"{side.called}, as it is read here" if plain else side.called


# ---------------------------------------------------------------------------- games
def played(pairing: Pairing, found: list[Difference]) -> list[Difference]:
    """Look for a game that comes out differently, where something in play is not settled and no
    rule of it can be played alone."""
    waiting = _waiting(found)
    if not waiting or pairing.counts[0][0] != pairing.counts[0][1]:
        return found
    # What scores and ties decide must not be taken for what play decides.
    only_play = all(each.verdict == "open" or each.category not in RESULTS for each in found)
    witness, tried = None, 0
    for players in _concerned(waiting, [a for a, b in pairing.counts if a == b]):
        witness, more = constructed(pairing, players, only_play=only_play)
        tried += more
        if witness is not None:
            break
    changes: dict[int, Difference] = {}
    for number, each in enumerate(waiting):
        if witness is None:
            hows = [each.how, f"none of {tried:,} small games came out differently"]
            changes[id(each)] = each._replace(how="; ".join(filter(None, hows)))
        elif len(waiting) == 1:
            changes[id(each)] = each._replace(verdict="changes", witness=witness)
        elif number == 0:
            # Several rules differ in this game, so that it does not tell which of them matters.
            changes[id(each)] = each._replace(witness=witness, how=(
                "a small game comes out differently, but it is played with all the rules of play "
                "that differ, not with this one alone"))
        else:
            changes[id(each)] = each._replace(
                how="no game was looked for in which only this rule differs",
                note=f"see {waiting[0].id}")
    return [changes.get(id(each), each) for each in found]


def _waiting(found: list[Difference]) -> list[Difference]:
    """What only a game can settle."""
    return [each for each in found if each.verdict == "open"
            and (each.category in OF_PLAY or each.how.startswith(UNDECIDED))]


def _concerned(waiting: list[Difference], counts: list[int]) -> list[int]:
    """The numbers of players that differences are about."""
    wanted = {players for each in waiting for players in each.players}
    if all(each.players for each in waiting):
        return [players for players in counts if players in wanted]
    return counts
