"""What comes of a difference: a position or a game with another winner, or why there is none.

What is proved about two readings of one file does not depend on the edition that the file is
compared with, so it is worked out once for each file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.components import on_the_table
from variorum.comparison.differ.differences import distinct
from variorum.comparison.differ.outcome import UNDECIDED, of_results
from variorum.comparison.differ.play import of_play
from variorum.comparison.model import Difference, Verdict, Witness
from variorum.comparison.verdict.dealt import decided
from variorum.comparison.witness.endings import Endings
from variorum.comparison.witness.games import MOST_MOVES, Games, Searched

if TYPE_CHECKING:
    from variorum.comparison.witness.simulations import Found

OF_PLAY = ("play", "end", "components")
RESULTS = ("elimination", "scoring", "tie-break")
FROM_THE_DEAL = "the first of the games from the deal"
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
    waiting = _waiting(found)
    hows = []
    if waiting:
        # What a reading changes comes as a whole, so any game with another winner will do.
        dealt = decided(pairing, counts[0])
        if dealt is not None:
            return Apart(dealt, "changes", FROM_THE_DEAL)
        searched, tried = _searched(pairing, waiting, only_play=True)
        if searched.witness is not None:
            return Apart(searched.witness, "changes", f"the shortest of the {tried}")
        ended, positions = Endings(pairing, pairing.counts[0][0]).search()
        if ended is not None:
            return Apart(ended, "changes", f"the first of {positions:,} made-up positions")
        hows.append(f"none of the {tried} came out differently, and none of {positions:,} made-up "
                    "positions at the end")
    if unsettled:
        simulated = _simulated(pairing, counts)
        if simulated.witness is not None:
            return Apart(simulated.witness, "changes", simulated.how)
        hows = [*(hows or [each.how for each in unsettled]), simulated.how]
        return Apart(None, "open", "; ".join(dict.fromkeys(filter(None, hows))))
    for verdict in ("incomparable", "never"):
        hows = [each.how for each in found if each.verdict == verdict]
        if hows:
            return Apart(None, verdict, "; ".join(dict.fromkeys(filter(None, hows))))
    return Apart(None, "never", SAME)


def by_play(side: Side, other: Side) -> Apart:
    """Whether games of two ways to play can name different winners; positions are not looked at."""
    pairing = Pairing(side, other, by_name=True)
    counts = [a for a, b in pairing.counts if a == b]
    waiting = _waiting(unproved(pairing))
    hows = []
    if concerned := _concerned(waiting, counts):
        dealt = decided(pairing, concerned[0])
        if dealt is not None:
            return seen(side, other, dealt, FROM_THE_DEAL)
        searched, tried = _searched(pairing, waiting, only_play=True)
        if searched.witness is not None:
            return seen(side, other, searched.witness, f"the shortest of the {tried}")
        hows.append(f"none of the {tried} came out differently")
    simulated = _simulated(pairing, counts)
    if simulated.witness is not None:
        return seen(side, other, simulated.witness, simulated.how)
    return Apart(None, "open", "; ".join([*hows, simulated.how]))


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
    searched, tried = _searched(pairing, waiting, only_play=only_play)
    alone = len(waiting) == 1
    changes: dict[int, Difference] = {}
    for number, each in enumerate(waiting):
        if searched.witness is None:
            hows = [each.how, f"none of the {tried} came out differently"]
            changes[id(each)] = each._replace(how="; ".join(filter(None, hows)))
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


def _waiting(found: list[Difference]) -> list[Difference]:
    """What only a game can settle."""
    return [each for each in found if each.verdict == "open"
            and (each.category in OF_PLAY or each.how.startswith(UNDECIDED))]


def _simulated(pairing: Pairing, counts: list[int]) -> Found:
    # Bots and compiled games take time to load, and hardly any comparison needs them.
    from variorum.comparison.witness.simulations import searched

    return searched(pairing, counts)


def _concerned(waiting: list[Difference], counts: list[int]) -> list[int]:
    """The numbers of players that differences are about."""
    wanted = {players for each in waiting for players in each.players}
    if all(each.players for each in waiting):
        return [players for players in counts if players in wanted]
    return counts


def _searched(
    pairing: Pairing, waiting: list[Difference], *, only_play: bool
) -> tuple[Searched, str]:
    """The first number of players at which a game is found, and how far the search went."""
    counts = _concerned(waiting, [a for a, b in pairing.counts if a == b])
    found = Searched(None, 0)
    games, looked = 0, list[int]()
    for players in counts:
        most = MOST_MOVES // 3 if looked else MOST_MOVES
        looked.append(players)
        found = Games(pairing, players, only_play=only_play).search(most)
        games += found.games
        if found.witness is not None:
            break
    if not looked:
        return found, "0 games that both can play"
    many = f"{looked[0]} to {looked[-1]}" if len(looked) > 1 else str(looked[0])
    return found, f"{games:,} games that were tried (with {many} players, small ones first)"
