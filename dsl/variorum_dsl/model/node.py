"""What every record of a rule file has in common: its place, and the walk over what it holds.

The records are frozen dataclasses. A field whose name ends in `_at` says where the field beside
it stands in the text: `name_at` is the place of `name`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from operator import is_not
from typing import TYPE_CHECKING, ClassVar, TypeVar, get_args

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

if TYPE_CHECKING:
    from typing import Any, Self

    from pydantic import ConfigDict, GetCoreSchemaHandler
    from pydantic_core import CoreSchema



@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a rule file, with its place."""

    at: Place = field(default=NOWHERE, repr=False)

    @property
    def node(self) -> str:
        """What the record is called in JSON: `for-each` for ForEach."""
        return word(type(self))

    def but(self, **changes: Any) -> Self:
        """The same node with some fields changed."""
        return replace(self, **changes)

    # How pydantic reads and writes a record as JSON; see `schema`.
    __pydantic_config__: ClassVar[ConfigDict] = {"extra": "forbid", "strict": True}

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Node], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from variorum_dsl.model.schema import tagged

        return tagged(source, handler)


_WORDS: dict[type[Node], str] = {}


def word(cls: type[Node]) -> str:
    """How a class is called in JSON."""
    if cls not in _WORDS:
        _WORDS[cls] = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()
    return _WORDS[cls]


def members(union: object) -> Iterator[type[Node]]:
    """The records that a union can be."""
    if isinstance(union, type) and issubclass(union, Node):
        yield union
    for inner in get_args(union):
        yield from members(inner)


class ByNode:
    """Marks a union of records: in JSON the field `node` tells them apart."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from variorum_dsl.model.schema import discriminated

        return discriminated(source, handler)


BY_NODE = ByNode()
Kept = TypeVar("Kept", bound=Node)


_CONTENT: dict[type[Node], tuple[str, ...]] = {}
_MEANING: dict[type[Node], tuple[str, ...]] = {}


def content_fields(node: Node) -> tuple[str, ...]:
    """The fields of a record except the places, in order."""
    cls = type(node)
    if cls not in _CONTENT:
        _CONTENT[cls] = tuple(
            each.name for each in fields(cls)
            if each.name != "at" and not each.name.endswith("_at")
        )
    return _CONTENT[cls]


def meaning_fields(node: Node) -> tuple[str, ...]:
    """The fields that say what a record means, and not where it stands or who brought it in."""
    cls = type(node)
    if cls not in _MEANING:
        _MEANING[cls] = tuple(
            name for name in content_fields(node)
            if not name.endswith("cites") and name != "origin"
        )
    return _MEANING[cls]


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in order."""
    found: list[Node] = []
    for name in content_fields(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            found.extend(item for item in value if isinstance(item, Node))
    return found


def walk(node: Node) -> list[Node]:
    """The node and everything inside it, outermost first, in reading order."""
    found: list[Node] = []
    stack = [node]
    while stack:
        current = stack.pop()
        found.append(current)
        stack.extend(reversed(children(current)))
    return found


def mapped(node: Kept, change: Callable[[Node], Node]) -> Kept:
    """The same node with something else in the place of every node directly inside it."""
    changes: dict[str, object] = {}
    for name in content_fields(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            new = change(value)
            if new is not value:
                changes[name] = new
        elif type(value) is tuple:
            items = tuple(change(item) if isinstance(item, Node) else item for item in value)
            if any(map(is_not, items, value)):
                changes[name] = items
    return node.but(**changes) if changes else node


def shape(part: object, fields_of: Callable[[Node], Iterable[str]] = meaning_fields) -> object:
    """What a part says, as something that can be looked up: equal for parts that say the same."""
    if isinstance(part, Node):
        return type(part), *(shape(getattr(part, name), fields_of) for name in fields_of(part))
    if type(part) is tuple:
        return tuple(shape(item, fields_of) for item in part)
    return part


def same(left: object, right: object) -> bool:
    """Whether two parts say the same, wherever they stand."""
    if isinstance(left, Node):
        return type(left) is type(right) and all(
            same(getattr(left, name), getattr(right, name))
            for name in meaning_fields(left)
        )
    if type(left) is tuple and type(right) is tuple:
        return len(left) == len(right) and all(map(same, left, right))
    return left == right
