"""The one text of a term: equal texts mean the same rule, whatever things are called.

A `labels` mapping says what a reference is called here; two things that correspond have the same
label on both sides. Locals are numbered as they come, parts that commute are sorted, and lines
that do not touch the same things are put into one order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from variorum.comparison.align.terms import (
    Block,
    Call,
    Cards,
    Local,
    Order,
    Part,
    Reference,
    Step,
    Term,
    Touched,
    Tree,
    Whole,
    walk,
)

Labels = Callable[[str, str], str]
Touch = tuple[frozenset[Touched], frozenset[Touched]]


def text(term: Tree, labels: Labels) -> str:
    """The whole of a clause."""
    return _written(ordered(term, labels), labels, {})


def as_written(term: Tree, labels: Labels) -> str:
    """The whole of a clause with its lines in the order in which they stand. Lines that say the
    same in the same order are the same rule, even if something else makes them depend on each
    other."""
    return _written(ordered(term, labels, sort_lines=False), labels, {})


def anonymous(part: Part, labels: Labels) -> str:
    """The text of a part in which every local is alike."""
    return _written(part, labels, None)


def _written(part: Part, labels: Labels, numbers: dict[int, int] | None) -> str:
    """The text as it stands; locals are told apart if they are given numbers."""
    match part:
        case Local(number):
            return "_" if numbers is None else f"_{numbers.setdefault(number, len(numbers))}"
        case Cards():
            return _named(part, labels)
        case Reference(category, name):
            return labels(category, name)
        case Term(label, parts):
            return f"{label}({','.join([_written(each, labels, numbers) for each in parts])})"
        case str() | int():
            return repr(part)
        case _:
            assert_never(part)


def _named(cards: Cards, labels: Labels) -> str:
    return "{" + " ".join(sorted(labels("card", atom) for atom in cards.atoms)) + "}"


def ordered(tree: Tree, labels: Labels, *, sort_lines: bool = True) -> Tree:
    """The same term with everything that may stand in any order sorted."""
    if not isinstance(tree, Term):
        return tree
    parts = tuple(part if isinstance(part, str | int)
                  else ordered(part, labels, sort_lines=sort_lines) for part in tree.parts)
    match tree.order:
        case Order.FIXED:
            pass
        case Order.ANY:
            parts = _sorted(parts, labels)
        case Order.FLAT:
            parts = _sorted([each for part in parts for each in (
                part.parts if isinstance(part, Term) and part.label == tree.label else (part,))],
                            labels)
        case Order.REST:
            parts = (parts[0], *_sorted(parts[1:], labels))
        case Order.LINES:
            # What a procedure does counts as if it stood there itself.
            lines = spliced(parts)
            parts = _in_one_order(lines, labels) if sort_lines else tuple(lines)
        case Order.STEPS:
            parts = _steps_in_order(parts, labels)
        case _:
            assert_never(tree.order)
    return replace(tree, parts=parts)


def _sorted(parts: Iterable[Part], labels: Labels) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=lambda part: anonymous(part, labels)))


def spliced(lines: tuple[Part, ...]) -> list[Term]:
    found: list[Term] = []
    for line in lines:
        assert isinstance(line, Term)
        found.extend(spliced(line.body.parts) if isinstance(line, Call) else (line,))
    return found


def _in_one_order(lines: list[Term], labels: Labels) -> tuple[Term, ...]:
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
    if Whole.EVERYTHING in first[1] or Whole.EVERYTHING in second[1]:
        return True
    return _disturbs(first, second) or _disturbs(second, first)


def _disturbs(first: Touch, second: Touch) -> bool:
    """Whether what one changes is read or changed by the other."""
    reads, changes = second
    return bool(first[1] & (reads | changes)) or (
        Whole.TABLE in reads and any(isinstance(each, Reference) for each in first[1]))


def touch(line: Term) -> Touch:
    """What a line reads and what it changes."""
    reads: set[Touched] = set()
    changes: set[Touched] = set()
    for part in walk(line):
        if isinstance(part, Term):
            reads |= part.reads
            changes |= part.changes
        elif not isinstance(part, Cards):
            reads.add(part)
    return frozenset(reads), frozenset(changes)


def _steps_in_order(steps: tuple[Part, ...], labels: Labels) -> tuple[Part, ...]:
    """Neighbouring steps that only add and subtract are sorted."""
    found: list[Part] = []
    run: list[Part] = []
    for step in steps:
        assert isinstance(step, Step)
        if step.only_adds:
            run.append(step)
            continue
        found += [*_sorted(run, labels), step]
        run = []
    return (*found, *_sorted(run, labels))


# --------------------------------------------------------------------------------- small pieces
def shingles(tree: Tree, labels: Labels) -> Counter[str]:
    """All parts of a term with what is right inside each: how alike two terms are."""
    found: Counter[str] = Counter()
    stack = [tree]
    while stack:
        term = stack.pop()
        if isinstance(term, Call):
            stack.append(term.body)
            continue
        if not isinstance(term, Term):
            continue
        stack.extend(term.terms)
        if not isinstance(term, Block):
            pieces = [_piece(part, labels) for part in term.parts]
            found[f"{term.label}({','.join(pieces)})"] += 1
    return found


def _piece(part: Part, labels: Labels) -> str:
    match part:
        case Local():
            return "local"
        case Cards():
            return _named(part, labels)
        case Reference(category, name):
            return labels(category, name)
        case Term(label):
            return label
        case str() | int():
            return repr(part)
        case _:
            assert_never(part)
