"""A game from the deal that two ways to play give to different winners.

In such a game both sides make the same decisions with the same cards, and the difference decides.
It must not hang on anything else: where an edition leaves another question open, and the same
decisions would come out alike if it were read otherwise, another game is looked for; and so it is
where another rule of the other edition alone would change who wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from variorum_dsl.english import numbered
from variorum_engine.interpreter.state import Fault

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told, Witness
from variorum.comparison.witness.following import Following, told
from variorum.comparison.witness.games import MOST_MOVES, Played, dealt, shortest, small

MOST_HANGING = 200  # games that show it, but not it alone, until one of them is taken
# If a difference changes so many games and decides none of them, it is given up; more games are
# made for what hardly any game comes to.
OFTEN = 400
SELDOM = 20  # if it changes more games of one way than this, those of the other show no more

Both = tuple[Played, Played]


@dataclass
class Ways:
    """Two ways to play that a difference tells apart. `alone` is one of them with nothing but that
    difference, if it can be made: the right one if `of_right`. `about` is the silence that the
    difference is about. `others` are the left one with other rules of the right one."""

    pairing: Pairing
    alone: Side | None = None
    of_right: bool = False
    about: str = ""
    others: tuple[Side, ...] = ()
    # The games of one side under the other are worked out once for all differences of the two.
    known: dict[tuple[int, bool], Following] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.pairing.left, self.pairing.right

    @property
    def right_first(self) -> bool:
        """Whether the right way leads first: it asks more, and what the other one does not ask is
        passed over."""
        return len(self.pairing.right.options) > len(self.pairing.left.options)

    def following(self, players: int, *, right_leads: bool) -> Following:
        """The games of one side, under the other."""
        key = players, right_leads
        if key not in self.known:
            lead, follow = self.sides[::-1] if right_leads else self.sides
            one_file = self.pairing.one_file
            self.known[key] = Following(lead, follow, players, None if one_file else self.pairing,
                                        turned=right_leads and not one_file)
        return self.known[key]


def ways_of_one_file(pairing: Pairing) -> Ways:
    """Two ways to play one file, with what is known of them."""
    first, second = pairing.left, pairing.right
    if first.ready is not second.ready:  # a rule of another file was put in
        return Ways(pairing)
    about = next((name for name in (*second.readings, *first.readings)
                  if first.readings.get(name) != second.readings.get(name)), "")
    return first.once(("ways", second.options, tuple(sorted(second.readings.items()))),
                      lambda: Ways(pairing, about=about))


def decided(pairing: Pairing, players: int, *lots: int) -> Witness | None:
    """Any game of one way that the other one gives to others, if there is one among some lots of
    them."""
    ways = ways_of_one_file(pairing)
    for right in (True, False) if ways.right_first else (False,):
        following = ways.following(players, right_leads=right)
        for lot in lots:
            for game in dealt(ways.sides[right], players, lot):
                other = following.apart(game)
                if other is not None:
                    return _told(ways, (other, game) if right else (game, other), players)
    return None


def shown_by(
    pairing: Pairing, game: Played, players: int, *, right_leads: bool
) -> Witness | None:
    """A game of one of two ways to play one file, if the other gives it to others."""
    ways = Ways(pairing)
    other = ways.following(players, right_leads=right_leads).apart(game)
    if other is None:
        return None
    return _told(ways, (other, game) if right_leads else (game, other), players)


def constructed(
    pairing: Pairing, players: int, *, only_play: bool = True
) -> tuple[Witness | None, int]:
    """A small game that begins in a position of its own and that the two give to others, and how
    many were tried. If more differs than play, the left one must see others win where the right one
    has come to."""
    ways = Ways(pairing)
    tried = 0
    for right_leads in (False, True):
        following = ways.following(players, right_leads=right_leads)
        back = ways.following(players, right_leads=True)
        for game in small(ways.sides[right_leads], players):
            other = following.apart(game)
            tried += 1
            if other is None:
                continue
            both = (other, game) if right_leads else (game, other)
            if only_play or _seen_otherwise(back, both):
                return _told(ways, both, players), tried
    return None, tried


def _seen_otherwise(back: Following, both: Both) -> bool:
    """Whether the left way sees others win in what the right one has come to."""
    try:
        return bool(back.rules.reckoner.winners(back.across(both[1].end))[0] != both[0].winners)
    except Fault:
        return False


def apart_from_the_deal(first: Side, second: Side, players: int) -> Witness:
    """What two ways to play one file come to, which is found out once; if there is no such game, it
    is not `reached`."""
    return first.once(
        ("dealt", players, second.options, tuple(sorted(second.readings.items()))),
        lambda: looked_for(ways_of_one_file(Pairing(first, second, by_name=True)), players))


def looked_for(ways: Ways, players: int) -> Witness:
    """The shortest game that shows it, told by both; without any, how many were looked at."""
    looked = hung = 0
    spare: tuple[Both, str] | None = None
    elsewhere = Elsewhere(ways, players)
    for both in _candidates(ways, players):
        looked += 1
        if both is None:
            continue
        question = elsewhere.decides(both)
        alone = max(game.alone for game in both)
        if not question and alone <= 1:
            return _told(ways, both, players)
        if spare is None or (bool(question), alone) < (bool(spare[1]), max(
            game.alone for game in spare[0]
        )):
            spare = both, question
        hung += 1
        if hung == MOST_HANGING:
            break
    if spare is not None:
        found = _told(ways, spare[0], players)
        if not spare[1]:
            return found
        return found._replace(note=f"{found.note} {spare[1]}".strip())
    nobody = Told((), (), ())
    return Witness("game", players, 0, nobody, nobody, looked=looked)


def _candidates(ways: Ways, players: int) -> Iterator[Both | None]:
    """Games, each with the same game under the other way if the difference decides it."""
    alone = None
    if ways.alone is not None and players in ways.alone.counts:
        base = ways.sides[ways.of_right]
        alone = Following(base, ways.alone, players)
    # The rule of one is put into the other, so that the games of that one show what comes of it.
    changed, shown = 0, False
    for right_leads in (ways.right_first, not ways.right_first) if alone is None else (
            ways.of_right,):
        # Two ways to play one file have most games in common.
        again = right_leads != ways.right_first and ways.pairing.one_file
        if again and (shown or changed > SELDOM):
            break
        following = ways.following(players, right_leads=right_leads)
        first = alone or following
        for lot in range(1 if again else len(MOST_MOVES)):
            if changed > OFTEN and not shown:
                break
            for game in shortest(ways.sides[right_leads], players, lot):
                single = first.followed(game)
                changed += single is not None and not _same_course(game, single)
                single = first.apart(game)
                other = None if single is None else following.apart(game)
                if single is None or other is None or other.winners != single.winners:
                    yield None
                else:
                    shown = True
                    yield (other, game) if right_leads else (game, other)


def _same_course(game: Played, other: Played) -> bool:
    return game.moves == other.moves and game.end.zones == other.end.zones


class Elsewhere:
    """Whether a game hangs on a question that is open elsewhere: whether the same decisions would
    come out alike if it were read otherwise. Or on another rule that differs."""

    def __init__(self, ways: Ways, players: int) -> None:
        self.ways, self.players = ways, players
        sides = ways.sides[: 1 if ways.pairing.one_file else 2]
        self.rows = [(place, silent.name, reading.name, silent.question)
                     for place, side in enumerate(sides) for silent in side.game.silences
                     if silent.name != ways.about for reading in silent.readings]
        left = ways.pairing.left
        self.others = [Following(left, other, players) for other in ways.others
                       if players in other.counts]

    def decides(self, both: Both) -> str:
        """What it hangs on, as a sentence; nothing if it hangs on nothing else."""
        for row in self.rows:
            place, silence, reading, question = row
            won = [self._as_read(side, game, silence, reading)
                   if self.ways.pairing.one_file or number == place else game.winners
                   for number, (side, game) in enumerate(zip(self.ways.sides, both, strict=True))]
            if None not in won and won[0] == won[1]:
                # What decides one game often decides the next one.
                self.rows.remove(row)
                self.rows.insert(0, row)
                return f"It also depends on how an open question is read: {question}"
        for other in self.others:
            found = other.followed(both[0])
            if found is not None and found.winners != both[0].winners:
                return "Another rule that differs would change who wins in it, too."
        return ""

    def _as_read(self, side: Side, game: Played, silence: str, reading: str) -> int | None:
        """Who wins with the same decisions; nothing if they cannot be made."""
        def following() -> Following | None:
            other = side.read_as(silence, reading)
            if self.players not in other.counts or other.rules(self.players)[0] is None:
                return None
            return Following(side, other, self.players)

        found = side.once(("as read", self.players, silence, reading), following)
        other = None if found is None else found.followed(game)
        return None if other is None else other.winners


def _told(ways: Ways, both: Both, players: int) -> Witness:
    left, right = (told(side, game, players) for side, game in zip(ways.sides, both, strict=True))
    alone = max(game.alone for game in both)
    notes = [f"Only one of the two asks for {numbered(alone, 'decision')} of it."] if alone else []
    if any(game.anew for game in both):
        notes.append("One decision is another one, as there is more to choose from.")
    if any(game.printed for game in both):
        notes.append("The same cards are picked, and something else is printed on them.")
    return Witness("game", players, max(len(game.moves) for game in both), left, right,
                   reached=both[0].start is None, note=" ".join(notes), seed=both[0].seed)
