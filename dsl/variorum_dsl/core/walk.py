"""Going through the core: the parts of a part, everything inside it, and what it means.

One walk serves all passes that only look for something; a pass that must know every operation
takes records apart by `match`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, replace
from typing import TypeVar

from variorum_dsl.core.expressions import Expression, Figure, Local, Score, Typed
from variorum_dsl.core.lines import Line, Traced
from variorum_dsl.core.program import Program

Node = Expression | Line
Tree = object  # a node, or records and tuples of them (choices, effects, cases, ranks, bodies)
# What says nothing about what a node means.
_COMMON = frozenset({"at", "type", "reach", "origin", "told"})


_NODES = (Typed, Traced)
_FIELDS: dict[type[Typed] | type[Traced], tuple[str, ...]] = {}


def own_fields(cls: type[Typed] | type[Traced]) -> tuple[str, ...]:
    """The fields of a record in which it differs from others of its class in meaning."""
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(each.name for each in fields(cls) if each.name not in _COMMON)
    return _FIELDS[cls]


def children(part: Tree) -> Iterator[Node]:
    """The nodes directly inside a part, in reading order."""
    if isinstance(part, _NODES):
        for name in own_fields(type(part)):
            yield from nodes(getattr(part, name))
    elif isinstance(part, tuple):
        yield from nodes(part)


def nodes(value: Tree) -> Iterator[Node]:
    """The outermost nodes of a value: itself, or those of the records and tuples in it."""
    if isinstance(value, _NODES):
        yield value  # type: ignore[misc]  # Node is the union of all their subclasses
    elif isinstance(value, tuple):
        for each in value:
            yield from nodes(each)


def walk(*parts: Tree) -> Iterator[Node]:
    """All nodes of some parts, outermost first, in reading order."""
    stack: list[Tree] = [parts]
    while stack:
        value = stack.pop()
        if isinstance(value, _NODES):
            yield value  # type: ignore[misc]  # as above
            stack.extend([getattr(value, name) for name in own_fields(type(value))[::-1]])
        elif isinstance(value, tuple):
            stack.extend(value[::-1])


def walk_down(*parts: Tree) -> Iterator[tuple[int, Node]]:
    """The same, each with the number of nodes that it is inside of."""
    stack = [(0, node) for part in parts for node in nodes(part)][::-1]
    while stack:
        level, node = stack.pop()
        yield level, node
        stack.extend([(level + 1, inner) for inner in children(node)][::-1])


def walk_through(program: Program, *parts: Tree) -> Iterator[Node]:
    """All nodes of some parts, and of the figures and scorings that they name (each once)."""
    waiting: list[Tree] = [parts]
    seen: set[tuple[type[Node], int]] = set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, Figure) and (Figure, node.figure) not in seen:
                seen.add((Figure, node.figure))
                waiting.append(program.figures[node.figure].value)
            elif isinstance(node, Score) and (Score, node.scoring) not in seen:
                seen.add((Score, node.scoring))
                waiting.append(program.scorings[node.scoring].steps)


def mentions(part: Tree, local: int) -> bool:
    """Whether a part depends on a local."""
    return any(isinstance(node, Local) and node.number == local for node in walk(part))


T = TypeVar("T")


def rebuilt(part: T, change: Callable[[Node], Node]) -> T:
    """A part with each of the nodes directly inside it changed."""
    if isinstance(part, _NODES):
        changes = {}
        for name in own_fields(part.__class__):
            old = getattr(part, name)
            new = _changed(old, change)
            if new is not old:
                changes[name] = new
        return replace(part, **changes) if changes else part
    return _changed(part, change)


def _changed(value: T, change: Callable[[Node], Node]) -> T:
    if isinstance(value, _NODES):
        return change(value)  # type: ignore[arg-type, return-value]
    if isinstance(value, tuple):
        new = [_changed(each, change) for each in value]
        if all(one is other for one, other in zip(new, value, strict=True)):
            return value
        if hasattr(value, "_make"):  # a named tuple
            return value._make(new)  # type: ignore[no-any-return]
        return tuple(new)  # type: ignore[return-value]
    return value


def renamed(part: T, old: int, new: int) -> T:
    """A part that speaks of another local."""

    def change(node: Node) -> Node:
        if isinstance(node, Local) and node.number == old:
            return replace(node, number=new)
        return rebuilt(node, change)

    return _changed(part, change)


def meaning(part: Tree) -> Hashable:
    """A key that is equal for parts that say the same, wherever they stand."""
    if isinstance(part, _NODES):
        return (type(part).__name__,
                *(meaning(getattr(part, name)) for name in own_fields(type(part))))
    if isinstance(part, tuple):
        return tuple(meaning(each) for each in part)
    assert isinstance(part, Hashable)
    return part
