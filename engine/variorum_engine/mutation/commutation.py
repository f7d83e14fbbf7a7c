"""What a line of play reads and changes, and whether two lines could change places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import Node, children, nodes

from variorum_engine.interpreter.dependencies import sources

Zones = dict[int, int]
"""By zone, the cards concerned."""


@dataclass(slots=True)
class Touches:
    """Zones with the cards concerned, tracks and locals.

    `fixed` is set if the line must stay where it is, `asks` if a player is asked, who sees how
    things stand at the table.
    """

    reads: Zones = field(default_factory=dict)
    takes: Zones = field(default_factory=dict)
    puts: Zones = field(default_factory=dict)
    tracks_read: set[int] = field(default_factory=set)
    tracks_set: set[int] = field(default_factory=set)
    tracks_raised: set[int] = field(default_factory=set)
    locals_read: set[int] = field(default_factory=set)
    locals_set: set[int] = field(default_factory=set)
    fixed: bool = False
    asks: bool = False

    @property
    def shows(self) -> bool:
        """Whether anybody could see that the line has happened."""
        return bool(self.asks or self.takes or self.puts or self.tracks_set or self.tracks_raised)


def _note(row: Zones, zone: int, cards: int) -> None:
    row[zone] = row.get(zone, 0) | cards


def _meet(left: Zones, right: Zones) -> bool:
    return any(cards & right.get(zone, 0) for zone, cards in left.items())


def touches(part: object, program: Program) -> Touches:
    """What a line, an expression, or records and tuples of them touch."""
    found = Touches()
    for node in nodes(part):
        _touch(node, program, found)
    return found


def _touch(node: Node, program: Program, found: Touches) -> None:
    if isinstance(node, c.Traced):
        _line(node, program, found)
    else:
        _expression(node, program, found)


def _inside(part: object, program: Program, found: Touches) -> None:
    for node in children(part):
        _touch(node, program, found)


def _line(line: c.Line, program: Program, found: Touches) -> None:
    match line:
        case c.Together() | c.EndRound() | c.EndGame() | c.Cases():
            found.fixed = True
        case c.Decide(choices=choices):
            found.asks = True
            found.locals_set |= {each.pick.local for each in choices if each.pick is not None}
            _inside(line, program, found)
        case c.Move():
            _move(line, program, found)
        case c.Shuffle(zone):
            _note(found.reads, zone.zone, -1)
            _note(found.takes, zone.zone, -1)
            _inside(zone, program, found)
        case c.SetTrack(track, value):
            _inside(track, program, found)
            match value:
                case c.Sum(c.Track(same), amount) | c.Difference(c.Track(same), amount) if (
                    same == track.track
                ):
                    found.tracks_raised.add(same)
                    _expression(amount, program, found)
                case _:
                    found.tracks_set.add(track.track)
                    _expression(value, program, found)
        case (c.SetLocal(local) | c.Chance(local) | c.ForEachPlayer(local) | c.ForEachCard(local)
              | c.ForEachMember(local) | c.Turns(local=local)):
            found.locals_set.add(local)
            _inside(line, program, found)
        case c.If() | c.Repeat() | c.Call() | c.Show() | c.Nothing():
            _inside(line, program, found)
        case _:
            assert_never(line)


def _move(line: c.Move, program: Program, found: Touches) -> None:
    reach = line.cards.reach or -1
    _expression(line.cards, program, found)
    _inside(line.to, program, found)
    for source in sources(line.cards, program):
        _note(found.takes, source, reach)
        _note(found.reads, source, reach)
    _note(found.puts, line.to.zone, reach)
    if program.zones[line.to.zone].in_order:
        _note(found.reads, line.to.zone, -1)
        _note(found.takes, line.to.zone, -1)
    for effect in line.effects:
        found.locals_set |= {effect.card, effect.owner}
        _inside(effect, program, found)


def _expression(part: c.Expression, program: Program, found: Touches) -> None:
    match part:
        case c.Outside(mask, (c.Zone() | c.ZonesOf()) as within) | c.OfKind(
            mask, (c.Zone() | c.ZonesOf()) as within
        ):
            # Whether other cards are there makes no difference to it.
            _note(found.reads, within.zone, mask)
            _inside(within, program, found)
            return
        case c.Zone(zone) | c.ZonesOf(zone):
            _note(found.reads, zone, part.reach or -1)
        case c.Track(track):
            found.tracks_read.add(track)
        case c.Local(number):
            found.locals_read.add(number)
        case c.Figure(figure):
            _expression(program.figures[figure].value, program, found)
        case c.Score(scoring):
            _inside(program.scorings[scoring].steps, program, found)
        case (
            c.Number() | c.Flag() | c.Member() | c.Seat() | c.Nobody() | c.Players() | c.Broken()
            | c.Attribute() | c.LeftOf() | c.RightOf() | c.Single() | c.OfKind() | c.Outside()
            | c.Top() | c.OneOf() | c.Union() | c.Without() | c.Count() | c.IsEmpty() | c.TheOne()
            | c.NumberRange() | c.CardsSuchThat() | c.PlayersSuchThat() | c.PlayersIf()
            | c.CardsWhose() | c.PlayersWhose() | c.PlayersWhoseEmpty() | c.BestCards()
            | c.BestPlayers() | c.UniqueCards() | c.UniquePlayers() | c.TotalOfCards()
            | c.ExtremeOfCards() | c.DifferentCards() | c.SameCards() | c.TotalOfPlayers()
            | c.ExtremeOfPlayers() | c.Sum() | c.Difference() | c.Product() | c.Quotient()
            | c.Rounded() | c.Otherwise() | c.And() | c.Or() | c.Not() | c.Compare() | c.IsIn()
            | c.IsKind() | c.TwoOf() | c.ByTable() | c.TotalOfEach() | c.NextOf()
            | c.Guard()
        ):
            pass  # they read what their parts read
        case _:
            assert_never(part)
    _inside(part, program, found)


def commute(left: c.Line, right: c.Line, program: Program) -> bool:
    """Whether it makes no difference which of two neighbouring lines comes first."""
    a, b = touches(left, program), touches(right, program)
    if a.fixed or b.fixed or _can_end(a, program) or _can_end(b, program):
        return False
    if (a.asks and b.shows) or (b.asks and a.shows):
        return False
    return not (_disturbs(a, b) or _disturbs(b, a))


def _disturbs(a: Touches, b: Touches) -> bool:
    """Whether what one changes matters to the other."""
    return bool(
        _meet(a.puts, b.reads) or _meet(a.takes, b.reads)
        or (a.tracks_set | a.tracks_raised) & b.tracks_read
        or a.tracks_set & (b.tracks_set | b.tracks_raised)
        or a.locals_set & (b.locals_read | b.locals_set)
    )


def _can_end(line: Touches, program: Program) -> bool:
    """Whether the game could end at once by it; then what follows is never reached."""
    for end in program.ends:
        if not end.at_once:
            continue
        needs = touches(end.condition, program)
        if (_meet(line.puts, needs.reads) or _meet(line.takes, needs.reads)
                or (line.tracks_set | line.tracks_raised) & needs.tracks_read):
            return True
    return False
