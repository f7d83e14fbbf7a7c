"""Two lowered games compared line by line, up to the names of locals (alpha equivalence).

Neighbouring lines may stand in another order where it makes no difference, and a value that nothing
reads may be missing. Everything else must be the same. Records are compared field by field,
whichever operation they are, so that a new one needs nothing here.
"""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import own_fields, walk

from variorum_engine.mutation.commutation import commute

# Of choices, picks, steps and stages: what players read, and what follows from the rest.
_NOT_COMPARED = frozenset({"name", "words", "cites", "at", "limit", "measure"})


class Matching:
    """Two games, and which local and which figure of one is which of the other.

    `promises` asks whether loops must also say that they use up the same.
    """

    def __init__(self, left: Program, right: Program, *, promises: bool) -> None:
        self.left, self.right = left, right
        self.promises = promises
        self.locals: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.figures: dict[int, int] = {}
        (self.read_left, all_left), (self.read_right, all_right) = _locals(left), _locals(right)
        self.everybody = all_left, all_right

    def rules(self) -> bool:
        """Whether everything but the scorings is the same."""
        left, right = self.left, self.right
        return (
            self.tables()
            and (left.everyone, left.tied) == (right.everyone, right.tied)
            and self._stages()
            and self.ends()
            and self.same(tuple(row[0] for row in left.out), tuple(row[0] for row in right.out))
            and self._chain()
        )

    def tables(self, *, seen: bool = True) -> bool:
        """Whether the same things lie on the table, and it remembers the same; and the same of it
        is `seen`, unless that is left aside."""
        left, right = (tuple((t.domain, t.type, t.start, seen and t.sight) for t in program.tracks)
                       for program in (self.left, self.right))
        return _tables(self.left, seen) == _tables(self.right, seen) and self.same(left, right)

    def ends(self) -> bool:
        """Whether the games end when the same is true."""
        rows = [tuple((end.at_once, end.condition) for end in program.ends)
                for program in (self.left, self.right)]
        return self.same(*rows)

    def scorings(self) -> bool:
        """Whether the scorings have the same steps."""
        rows = self.left.scorings, self.right.scorings
        return len(rows[0]) == len(rows[1]) and all(
            self.one_local(a.local, b.local) and self.same(a.steps, b.steps)
            for a, b in zip(*rows, strict=True)
        )

    def _stages(self) -> bool:
        # A stage without lines does nothing, wherever it stands.
        rows = [[s for s in program.stages if s.body] for program in (self.left, self.right)]
        return len(rows[0]) == len(rows[1]) and all(
            a.stage == b.stage and self.same(a.until, b.until)
            and (not self.promises or self.same(a.measure, b.measure))
            and self._block(a.body, b.body)
            for a, b in zip(*rows, strict=True)
        )

    def _chain(self) -> bool:
        chains = self.left.chain, self.right.chain
        return len(chains[0]) == len(chains[1]) and all(
            a.extreme == b.extreme and a.is_score == b.is_score
            and (a.figure == b.figure if a.is_score else self._figure(a.figure, b.figure))
            for a, b in zip(*chains, strict=True)
        )

    # ------------------------------------------------------------------------- parts
    def same(self, a: object, b: object) -> bool:
        if type(a) is not type(b):
            return False
        match a, b:
            case c.Local(), c.Local():
                return self.one_local(a.number, b.number)
            case c.Figure(), c.Figure():
                return self._figure(a.figure, b.figure) and self.same(a.player, b.player)
            case (c.Typed() | c.Traced()), (c.Typed() | c.Traced()):
                return self._fields(a, b, own_fields(type(a)))
            case c.Effect(), c.Effect():
                return (a.mask == b.mask and self.one_local(a.card, b.card)
                        and self.one_local(a.owner, b.owner) and self.same(a.condition, b.condition)
                        and self._block(a.body, b.body))
            case c.Pick(), c.Pick():
                if needs_one(a, self.everybody[0]) and needs_one(b, self.everybody[1]):
                    # Whether it says "1 or more" or "any number" then makes no difference.
                    b = b._replace(low=a.low)
                return self._fields(a, b, c.Pick._fields)
            case tuple(), tuple():
                if names := getattr(a, "_fields", ()):
                    return self._fields(a, b, names)
                if a and all(isinstance(each, c.Traced) for each in (*a, *b)):
                    return self._block(a, b)
                return len(a) == len(b) and all(map(self.same, a, b))
        return a == b

    def _fields(self, a: object, b: object, names: tuple[str, ...]) -> bool:
        """Field by field; one that is called `local` holds the number of a local."""
        return all(
            self.one_local(getattr(a, name), getattr(b, name)) if name == "local"
            else self.same(getattr(a, name), getattr(b, name))
            for name in names
            if name not in _NOT_COMPARED or (name == "measure" and self.promises)
        )

    def one_local(self, a: int, b: int) -> bool:
        """Whether two locals can be one."""
        if a in self.locals or b in self.back:
            return self.locals.get(a) == b and self.back.get(b) == a
        self.locals[a], self.back[b] = b, a
        return True

    def _figure(self, a: int, b: int) -> bool:
        if a in self.figures:
            return self.figures[a] == b
        self.figures[a] = b
        left, right = self.left.figures[a], self.right.figures[b]
        return self.one_local(left.local, right.local) and self.same(left.value, right.value)

    # ------------------------------------------------------------------------ blocks
    def _block(self, a: tuple[c.Line, ...], b: tuple[c.Line, ...]) -> bool:
        """Each line has its partner, and those that it would have to pass let it pass."""
        waiting = _alive(b, self.read_right)
        for line in _alive(a, self.read_left):
            for number, other in enumerate(waiting):
                if self.alike(line, other) and all(
                    commute(other, earlier, self.right) for earlier in waiting[:number]
                ):
                    del waiting[number]
                    break
            else:
                return False
        return not waiting

    def alike(self, a: object, b: object) -> bool:
        """Whether two parts are the same; if they are not, nothing is learned from them."""
        before = dict(self.locals), dict(self.back), dict(self.figures)
        if self.same(a, b):
            return True
        self.locals, self.back, self.figures = before
        return False


def _tables(program: Program, seen: bool) -> tuple[object, ...]:
    """Everything that stands before the rules; things are known by their numbers."""
    return (
        program.players, len(program.owners),
        [len(table.members) for table in program.attributes],
        [(card.face, card.values, card.zone, card.owner) for card in program.cards],
        [(zone.domain, seen and zone.sight, zone.in_order, zone.holds) for zone in program.zones],
    )


def _alive(block: tuple[c.Line, ...], read: set[int]) -> list[c.Line]:
    """The lines that do something: a value that nothing reads is as good as none."""

    def dead(line: c.Line) -> bool:
        match line:
            case c.Nothing():
                return True
            case c.SetLocal(local) | c.Chance(local, source=c.Players()):
                return local not in read
        return False

    return [line for line in block if not dead(line)]


def needs_one(pick: c.Pick, everybody: set[int]) -> bool:
    """Whether nothing at all cannot be picked, since something must exceed all others by it.

    `offer of p + total worth of raise is more than highest offer of players`: without a raise the
    offer would have to be higher than itself.
    """
    if not isinstance(pick.low, c.Number) or pick.low.value > 1:
        return False
    match pick.such_that:
        case c.Compare(
            "is more than",
            c.Sum(c.Figure(mine, bidder), c.TotalOfCards(cards=c.Local(raised))),
            c.ExtremeOfPlayers("highest", seat, c.Figure(each, c.Local(other)), among),
        ):
            return (
                raised == pick.local and mine == each and other == seat
                and bidder.type == "player"
                and (isinstance(among, c.Players)
                     or (isinstance(among, c.Local) and among.number in everybody))
            )
    return False


def _locals(program: Program) -> tuple[set[int], set[int]]:
    """The locals that anything reads, and those that never stand for less than all players."""
    read: set[int] = set()
    given: dict[int, list[c.Expression]] = {}
    for node in walk(tuple(program.stages), tuple(program.ends), tuple(program.out),
                     tuple(program.figures), tuple(program.scorings)):
        match node:
            case c.Local(number):
                read.add(number)
            case c.SetLocal(local, value):
                given.setdefault(local, []).append(value)
    return read, {local for local, values in given.items()
                  if all(isinstance(value, c.Players) for value in values)}
