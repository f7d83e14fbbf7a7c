"""The one text of a term: equal texts mean the same rule, whatever things are called.

A `labels` mapping says what a reference is called here; two things that correspond have the same
label on both sides. Locals are numbered as they come, parts that commute are sorted, and lines
that do not touch the same things are put into one order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from variorum.comparison.align.terms import EVERYTHING, Term

Labels = Callable[[str, str], str]
_COMMUTING = frozenset({"union", "+", "*", "and", "or", "bag", "values", "all"})
_FLAT = frozenset({"union", "+", "*", "and", "or"})
Touch = tuple[frozenset[str], frozenset[str]]


def text(term: Term, labels: Labels) -> str:
    """The whole of a clause."""
    return _Writer(labels).write(term)


class _Writer:
    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.locals: dict[int, int] = {}

    def write(self, term: Term) -> str:
        return self._write(ordered(term, self.labels), named=True)

    def _write(self, term: Term, *, named: bool) -> str:
        head = term.head
        if head == "local":
            if not named:
                return "_"
            return f"_{self.locals.setdefault(term.parts[0], len(self.locals))}"
        if head == "@cards":
            return "{" + " ".join(sorted(self.labels("card", a) for a in term.parts[0])) + "}"
        if head.startswith("@"):
            return self.labels(head[1:], term.parts[0])
        return f"{head}({','.join(self._part(part, named=named) for part in term.parts)})"

    def _part(self, part: Any, *, named: bool) -> str:
        return self._write(part, named=named) if isinstance(part, Term) else repr(part)


def anonymous(term: Term, labels: Labels) -> str:
    """The text of a part in which every local is alike."""
    return _Writer(labels)._write(term, named=False)


def ordered(term: Term, labels: Labels) -> Term:
    """The same term with everything that may stand in any order sorted."""
    parts = tuple(ordered(part, labels) if isinstance(part, Term) else part
                  for part in term.parts)
    if term.head in _FLAT:
        flat: list[Any] = []
        for part in parts:
            flat.extend(part.parts if part.head == term.head else (part,))
        parts = tuple(flat)
    if term.head in _COMMUTING or (
        term.head == "compare" and parts[0] in ("is", "is not")
    ) or term.head == "cases":
        fixed = 1 if term.head in ("compare", "cases") else 0
        parts = (*parts[:fixed], *sorted(parts[fixed:], key=lambda p: anonymous(p, labels)))
    elif term.head == "block":
        # What a procedure does counts as if it stood there itself.
        parts = _in_one_order(spliced(parts), labels)
    elif term.head == "choices":
        parts = tuple(sorted(parts, key=lambda p: anonymous(p, labels)))
    elif term.head == "score-of":
        parts = _steps_in_order(parts, labels)
    return Term(term.head, parts, term.at, term.cites, sets_off=term.sets_off)


def spliced(lines: tuple[Any, ...]) -> tuple[Any, ...]:
    found: list[Any] = []
    for line in lines:
        found.extend(spliced(line.parts[1].parts) if line.head == "call" else (line,))
    return tuple(found)


def _in_one_order(lines: tuple[Any, ...], labels: Labels) -> tuple[Any, ...]:
    """Lines sorted as far as they do not depend on each other."""
    touches = [touch(line) for line in lines]
    keys = [anonymous(line, labels) for line in lines]
    left = list(range(len(lines)))
    placed = []
    while left:
        free = [i for n, i in enumerate(left)
                if not any(_conflict(touches[j], touches[i]) for j in left[:n])]
        best = min(free, key=lambda i: (keys[i], i))
        placed.append(lines[best])
        left.remove(best)
    return tuple(placed)


def _conflict(first: Touch, second: Touch) -> bool:
    if EVERYTHING in first[1] or EVERYTHING in second[1]:
        return True
    return bool(first[1] & (second[0] | second[1]) or second[1] & first[0])


def touch(line: Term) -> Touch:
    """What a line reads and what it changes."""
    reads: set[str] = set()
    writes: set[str] = set()
    stack = [line]
    while stack:
        term = stack.pop()
        match term.head:
            case "move":
                writes |= _zones(term.inner[0]) | {_name(term.inner[1])}
                writes |= term.sets_off
            case "shuffle":
                writes.add(_name(term.inner[0]))
            case "set_track":
                writes.add(_name(term.inner[0]))
            case "set_local" | "chance" | "for_players" | "for_cards" | "for_members":
                writes.add(f"local {term.inner[0].parts[0]}")
            case "decide" | "together" | "pick" | "turns":
                writes.add("decision")
                writes |= {f"local {part.parts[0]}" for part in term.inner
                           if part.head == "local"}
            case "end_round" | "end_game":
                writes.add(EVERYTHING)
        if term.head == "local":
            reads.add(f"local {term.parts[0]}")
        elif term.head == "figure" or term.head == "score":
            reads.add("figures")
        elif term.head.startswith("@") and term.head != "@cards":
            reads.add(_name(term))
        stack.extend(term.inner)
    return frozenset(reads), frozenset(writes)


def _name(term: Term) -> str:
    return f"{term.head} {term.parts[0]}"


def _zones(term: Term) -> set[str]:
    found, stack = set(), [term]
    while stack:
        part = stack.pop()
        if part.head == "@zone":
            found.add(_name(part))
        stack.extend(part.inner)
    return found


def _steps_in_order(steps: tuple[Any, ...], labels: Labels) -> tuple[Any, ...]:
    """Neighbouring steps that only add and subtract are sorted."""
    found: list[Any] = []
    run: list[Any] = []
    for step in steps:
        if step.parts[0] in ("add", "subtract") and not step.parts[4]:
            run.append(step)
            continue
        found += [*sorted(run, key=lambda s: anonymous(s, labels)), step]
        run = []
    return (*found, *sorted(run, key=lambda s: anonymous(s, labels)))


# --------------------------------------------------------------------------------- small pieces
def shingles(term: Term, labels: Labels) -> Counter[str]:
    """All parts of a term with what is right inside each: how alike two terms are."""
    found: Counter[str] = Counter()
    stack = [term]
    while stack:
        part = stack.pop()
        if part.head.startswith("@"):
            continue
        pieces = []
        if part.head == "call":
            stack.append(part.parts[1])
            continue
        for each in part.parts:
            if not isinstance(each, Term):
                pieces.append(repr(each))
            elif each.head == "@cards":
                cards = sorted(labels("card", atom) for atom in each.parts[0])
                pieces.append("{" + " ".join(cards) + "}")
            elif each.head.startswith("@"):
                pieces.append(labels(each.head[1:], each.parts[0]))
            elif each.head in ("local", "block"):
                pieces.append(each.head)
            else:
                pieces.append(each.head)
                stack.append(each)
            if isinstance(each, Term) and each.head == "block":
                stack.append(each)
        if part.head not in ("block", "local"):
            found[f"{part.head}({','.join(pieces)})"] += 1
    return found
