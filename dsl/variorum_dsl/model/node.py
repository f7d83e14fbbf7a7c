"""The record that every part of a rule file is made of.

A `Node` is frozen, compares by value, and costs almost nothing to define: the command line
starts in a fraction of the time that the same number of pydantic classes would take to build.
The pydantic models of the same shape are derived from these classes in `schema`, for JSON,
validation and the published schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

__all__ = ["NOWHERE", "PLACES", "Node", "children", "node", "same", "walk"]

if TYPE_CHECKING:
    from typing import TypeVar

    N = TypeVar("N", bound="Node")

_REQUIRED = object()
_give: Any = object.__setattr__  # nodes are frozen, also for their own constructor
_bare: Any = object.__new__
PLACES = frozenset({"at", "when_at"})  # the fields that say where something stands


@dataclass_transform(frozen_default=True, kw_only_default=True)
class NodeMeta(type):
    """Turns the annotations of a class into its fields."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> NodeMeta:
        fields: dict[str, Any] = {}
        for base in bases:
            fields.update(getattr(base, "_fields", {}))
        for field, hint in space.get("__annotations__", {}).items():
            if not hint.startswith("ClassVar"):
                fields[field] = space.get(field, _REQUIRED)
        space["_fields"] = fields
        space["_required"] = [field for field in fields if fields[field] is _REQUIRED]
        return super().__new__(mcs, name, bases, space)


class Node(metaclass=NodeMeta):
    """A part of a rule file, with its place.

    A file has thousands of them, so making one costs as little as it can: the values that were
    given become the object's own, and a default is that of the class.
    """

    _fields: ClassVar[dict[str, Any]]
    _required: ClassVar[list[str]]

    at: Place = NOWHERE

    def __init__(self, **values: Any) -> None:
        fields = self._fields
        for name in values:
            if name not in fields:
                raise TypeError(f"{type(self).__name__} has no {name}")
        for name in self._required:
            if name not in values:
                raise TypeError(f"{type(self).__name__} needs {name}")
        _give(self, "__dict__", values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            getattr(self, field) == getattr(other, field) for field in self._fields
        )

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, field) for field in self._fields)))

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{field}={getattr(self, field)!r}" for field in self._fields if field not in PLACES
        )
        return f"{type(self).__name__}({shown})"

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), {field: getattr(self, field) for field in self._fields})

    def but(self, **changes: Any) -> Any:
        """The same node with some fields changed."""
        return type(self)(**{**self.__dict__, **changes})


def node(cls: type[N], values: dict[str, Any]) -> N:
    """A node of values that are known to be right: the parser makes thousands of them."""
    made: N = _bare(cls)
    _give(made, "__dict__", values)
    return made


def _rebuild(cls: type[Node], values: dict[str, Any]) -> Node:
    return cls(**values)


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in order."""
    found: list[Node] = []
    for field in node._fields:
        value = getattr(node, field)
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


def same(left: object, right: object) -> bool:
    """Whether two parts say the same, wherever they stand."""
    if isinstance(left, Node):
        return type(left) is type(right) and all(
            same(getattr(left, field), getattr(right, field))
            for field in left._fields
            if field not in ("at", "when_at", "cites", "origin")
        )
    if type(left) is tuple and type(right) is tuple and not isinstance(left, Place):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right
