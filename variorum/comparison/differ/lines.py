"""Lines of play against lines of play: which are the same, which changed, which are new.

A procedure of a library is one line: an auction that ends otherwise is another auction, not a
loop with other conditions. Procedures of the file itself are read as their lines.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Literal, NamedTuple

from variorum.comparison.align.canonical import touch
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.subsequence import longest
from variorum.comparison.align.terms import NONE, Block, Call, Cases, Choices, Part, Term, Whole

ALIKE = 0.3  # lines less alike than this are not said to have become each other
NEARLY = 0.75  # procedures at least so alike are compared line by line


class Change(NamedTuple):
    """A line on one side or on both."""

    left: Term | None
    right: Term | None
    what: Literal["", "in another order", "another procedure"] = ""
    places: tuple[Stand, Stand] | None = None  # of a line that stands elsewhere
    within: str = ""  # the procedure of a library that it stands in


class Stand(NamedTuple):
    """Where a line stands: behind how many of the decisions of its block, and which line is right
    before it."""

    decisions: int
    of: int
    behind: Term | None


class Lines:
    """Compares blocks of one stage or effect."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.library_left = _of_library(pairing.left)
        self.library_right = _of_library(pairing.right)

    def changes(self, left: Block, right: Block) -> list[Change]:
        mine = _opened(left, self.library_left)
        theirs = _opened(right, self.library_right)
        first = [self._text(line, left=True) for line in mine]
        second = [self._text(line, left=False) for line in theirs]
        # Of two lines that changed places, the one that asks nobody is said to have moved.
        common = longest(first, second, weights=[3 if _asks(line) else 2 for line in mine])
        rest_left = [i for i in range(len(mine)) if i not in {a for a, _ in common}]
        rest_right = [j for j in range(len(theirs)) if j not in {b for _, b in common}]
        found: list[tuple[int, Change]] = []
        for i, j in self._alike(mine, theirs, rest_left, rest_right):
            rest_left.remove(i)
            rest_right.remove(j)
            if first[i] == second[j]:
                found.append((i, Change(mine[i], theirs[j], "in another order",
                                        (_stand(mine, i), _stand(theirs, j)))))
            else:
                found += [(i, change) for change in self._inside(mine[i], theirs[j])]
        for i, j in _in_one_gap(rest_left, rest_right, common):
            rest_left.remove(i)
            rest_right.remove(j)
            found.append((i, Change(mine[i], theirs[j])))
        found += [(i, Change(mine[i], None)) for i in rest_left]
        found += [(j, Change(None, theirs[j])) for j in rest_right]
        return [change for _, change in sorted(found, key=lambda row: row[0])]

    def _text(self, line: Term, *, left: bool) -> str:
        return self.pairing.line_text(line, left=left)

    def _alike(
        self, mine: list[Term], theirs: list[Term], rest_left: list[int], rest_right: list[int]
    ) -> list[tuple[int, int]]:
        rows = []
        for i in rest_left:
            for j in rest_right:
                if mine[i].label != theirs[j].label:
                    continue
                like = self._likeness(mine[i], theirs[j])
                if like >= ALIKE:
                    rows.append((-like, abs(i - j), min(i, j), i, j))
        found: list[tuple[int, int]] = []
        for _, _, _, i, j in sorted(rows):
            if all(i != a and j != b for a, b in found):
                found.append((i, j))
        return found

    def _likeness(self, left: Term, right: Term) -> float:
        mine = self.pairing.pieces(left, left=True)
        theirs = self.pairing.pieces(right, left=False)
        both = sum((mine & theirs).values())
        total = sum((mine | theirs).values())
        same = self._text(left, left=True) == self._text(right, left=False)
        return 1.0 if same or not total else both / total

    def _inside(self, left: Term, right: Term) -> list[Change]:
        """Where in two lines of one sort the difference is."""
        match left, right:
            case Call(), Call():
                if left.procedure == right.procedure or self._likeness(left, right) >= NEARLY:
                    return [change._replace(within=change.within or left.procedure) for change
                            in self.changes(left.body, right.body)]
                return [Change(left, right, "another procedure")]
            case Cases(), Cases():
                return self._cases(left, right)
            case Choices(), Choices():
                return self._choices(left, right)
        if len(left.parts) != len(right.parts):
            return [Change(left, right)]
        below: list[Change] = []
        own = False
        for a, b in zip(left.parts, right.parts, strict=True):
            if self._same(a, b):
                continue
            match a, b:
                case Block(), Block():
                    below += self.changes(a, b)
                case Choices(), Choices():
                    below += self._choices(a, b)
                case _:
                    own = True
        return [Change(left, right), *below] if own else below

    def _same(self, left: Part, right: Part) -> bool:
        if isinstance(left, str | int) or isinstance(right, str | int):
            return left == right
        return self.pairing.line_text(left, left=True) == self.pairing.line_text(
            right, left=False)

    def _choices(self, left: Choices, right: Choices) -> list[Change]:
        mine, theirs = list(left.terms), list(right.terms)
        found = []
        for a in left.terms:
            same = [b for b in theirs if self._same(a, b)]
            if same:
                mine = [each for each in mine if each is not a]
                theirs = [each for each in theirs if each is not same[0]]
        for i, j in self._alike(mine, theirs, list(range(len(mine))), list(range(len(theirs)))):
            found += self._inside(mine[i], theirs[j]) or [Change(mine[i], theirs[j])]
            mine[i] = theirs[j] = NONE
        found += [Change(a, None) for a in mine if a is not NONE]
        found += [Change(None, b) for b in theirs if b is not NONE]
        return found

    def _cases(self, left: Cases, right: Cases) -> list[Change]:
        """Card by card: a case that both have under other cards is the same where they agree."""
        if not self._same(left.parts[0], right.parts[0]):
            return [Change(left, right)]
        seen: set[tuple[int, int]] = set()
        found: list[Change] = []
        mine = {atom: case for case in left.cases for atom in case.cards}
        theirs = {atom: case for case in right.cases for atom in case.cards}
        for atom, case in mine.items():
            partner = self.pairing.partner(("card", atom))
            other = theirs.get(partner[1]) if partner else None
            if other is None or (id(case), id(other)) in seen:
                continue
            seen.add((id(case), id(other)))
            if not self._same(case.body, other.body):
                found += self.changes(case.body, other.body)
        found += [Change(case, None) for case in left.cases
                  if id(case) not in {a for a, _ in seen}]
        found += [Change(None, case) for case in right.cases
                  if id(case) not in {b for _, b in seen}]
        return found


def _in_one_gap(
    left: list[int], right: list[int], common: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Lines that stand between the same neighbours have taken each other's place."""
    found: list[tuple[int, int]] = []
    for i in left:
        for j in right:
            above = sum(a < i for a, _ in common) == sum(b < j for _, b in common)
            if above and all(i != a and j != b for a, b in found):
                found.append((i, j))
    return found


def _of_library(side: Side) -> Callable[[str], bool]:
    origins = {procedure.name: procedure.origin for procedure in side.game.procedures}
    return lambda name: origins.get(name, "").startswith("library ")


def _asks(line: Term) -> bool:
    return Whole.DECISIONS in touch(line)[1]


def _stand(lines: list[Term], place: int) -> Stand:
    asking = [number for number, line in enumerate(lines) if number != place and _asks(line)]
    return Stand(sum(number < place for number in asking), len(asking),
                 lines[place - 1] if place else None)


def _opened(block: Block, library: Callable[[str], bool]) -> list[Term]:
    found: list[Term] = []
    for line in block.terms:
        if isinstance(line, Call) and not library(line.procedure):
            found += _opened(line.body, library)
        else:
            found.append(line)
    return _as_written(found)


def _as_written(lines: list[Term]) -> list[Term]:
    """What one line of a file has become, such as passing hands, is one line."""
    found: list[Term] = []
    for at, group in groupby(lines, key=lambda line: line.at):
        rows = list(group)
        if len(rows) == 1 or not at.line:
            found += rows
        else:
            found.append(Term("lines", tuple(rows), at, rows[0].cites))
    return found
