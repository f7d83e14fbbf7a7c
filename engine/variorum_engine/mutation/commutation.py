"""What a line of play reads and changes, and whether two lines could change places."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op, Program

from variorum_engine.interpreter.dependencies import sources

_LOOPS = frozenset({"for_players", "for_cards", "for_members", "turns"})
_STAY = frozenset({"together", "end_round", "end_game", "cases"})


class Touches:
    """Zones with the cards concerned, tracks and locals.

    `fixed` is set if the line must stay where it is, `asks` if a player is asked, who sees how
    things stand at the table.
    """

    def __init__(self) -> None:
        self.reads: dict[int, int] = {}
        self.takes: dict[int, int] = {}
        self.puts: dict[int, int] = {}
        self.tracks_read: set[int] = set()
        self.tracks_set: set[int] = set()
        self.tracks_raised: set[int] = set()
        self.locals_read: set[int] = set()
        self.locals_set: set[int] = set()
        self.fixed = False
        self.asks = False

    @property
    def shows(self) -> bool:
        """Whether anybody could see that the line has happened."""
        return bool(self.asks or self.takes or self.puts or self.tracks_set or self.tracks_raised)


def _note(row: dict[int, int], zone: int, cards: int) -> None:
    row[zone] = row.get(zone, 0) | cards


def _meet(left: dict[int, int], right: dict[int, int]) -> bool:
    return any(cards & right.get(zone, 0) for zone, cards in left.items())


def touches(line: Op, program: Program) -> Touches:
    found = Touches()
    _line(line, program, found)
    return found


def _line(op: Op, program: Program, found: Touches) -> None:
    args = op.args
    if op.op in _STAY:
        found.fixed = True
    elif op.op == "decide":
        _decide(op, program, found)
    elif op.op == "move":
        _move(op, program, found)
    elif op.op == "shuffle":
        _note(found.reads, args[0], -1)
        _note(found.takes, args[0], -1)
        _expression(args[1], program, found)
    elif op.op == "set_local":
        found.locals_set.add(args[0])
        _expression(args[1], program, found)
    elif op.op == "set_track":
        _set_track(op, program, found)
    elif op.op == "chance":
        found.locals_set.add(args[0])
        _expression(args[1:], program, found)
    else:
        if op.op in _LOOPS:
            found.locals_set.add(args[1 if op.op == "turns" else 0])
        for arg in args:
            if isinstance(arg, tuple) and arg and all(is_line(each) for each in arg):
                for each in arg:
                    _line(each, program, found)
            else:
                _expression(arg, program, found)


def _move(op: Op, program: Program, found: Touches) -> None:
    cards, zone, owner, effects, _ = op.args
    reach = cards.reach or -1
    _expression(cards, program, found)
    _expression(owner, program, found)
    for source in sources(cards, program):
        _note(found.takes, source, reach)
        _note(found.reads, source, reach)
    _note(found.puts, zone, reach)
    if program.zones[zone].in_order:
        _note(found.reads, zone, -1)
        _note(found.takes, zone, -1)
    for _, card, holder, condition, body, _ in effects:
        found.locals_set |= {card, holder}
        _expression(condition, program, found)
        for each in body:
            _line(each, program, found)


def _decide(op: Op, program: Program, found: Touches) -> None:
    found.asks = True
    _expression(op.args[0], program, found)
    for choice in op.args[1]:
        _expression(choice.condition, program, found)
        if choice.pick is not None:
            pick = choice.pick
            found.locals_set.add(pick.local)
            _expression((pick.low, pick.high, pick.source, pick.such_that), program, found)
        for each in choice.body:
            _line(each, program, found)


def _set_track(op: Op, program: Program, found: Touches) -> None:
    track, owner, value = op.args
    _expression(owner, program, found)
    raised = (
        value.op in ("+", "-") and isinstance(value.args[0], Op)
        and value.args[0].op == "track" and value.args[0].args[0] == track
    )
    if raised:
        found.tracks_raised.add(track)
        _expression(value.args[1], program, found)
    else:
        found.tracks_set.add(track)
        _expression(value, program, found)


def is_line(part: Any) -> bool:
    """Lines of play have no type; every expression has one."""
    return isinstance(part, Op) and not part.type


def _expression(part: Any, program: Program, found: Touches) -> None:
    if isinstance(part, tuple):
        for each in part:
            _expression(each, program, found)
    elif isinstance(part, Op):
        _read(part, program, found)


def _read(part: Op, program: Program, found: Touches) -> None:
    op, args = part.op, part.args
    if op in ("outside", "kind") and args[1].op in ("zone", "zones_of"):
        # Whether other cards are there makes no difference to it.
        _note(found.reads, args[1].args[0], args[0])
        _expression(args[1].args[1], program, found)
        return
    if op in ("zone", "zones_of"):
        _note(found.reads, args[0], part.reach or -1)
    elif op == "track":
        found.tracks_read.add(args[0])
    elif op == "local":
        found.locals_read.add(args[0])
    elif op == "figure":
        _expression(program.figures[args[0]].value, program, found)
    elif op == "score":
        for step in program.scorings[args[0]].steps:
            _expression((step.value, step.per, step.condition), program, found)
    _expression(args, program, found)


def commute(left: Op, right: Op, program: Program) -> bool:
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
        needs = Touches()
        _expression(end.condition, program, needs)
        if (_meet(line.puts, needs.reads) or _meet(line.takes, needs.reads)
                or (line.tracks_set | line.tracks_raised) & needs.tracks_read):
            return True
    return False
