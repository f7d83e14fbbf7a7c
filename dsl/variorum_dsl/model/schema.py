"""The model in pydantic: frozen models of the same shape, JSON in both directions, a JSON Schema.

The classes in `variorum_dsl.model` are what the program works with; the models here are derived
from their annotations when JSON is asked for, so the two cannot differ. Every object says in
`node` what it is; fields with their usual value are left out.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from functools import cache
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.edits.game import Game
from variorum_dsl.model import Document, Node
from variorum_dsl.model.node import _REQUIRED

TITLE = "A rule file of Variorum, as it is written (document) or resolved (game)"


# Types that are put together while the program runs are no business of a type checker.
_UNION: Any = Union
_TUPLE: Any = tuple
_ANNOTATED: Any = Annotated


class NotAModel(ValueError):
    """The JSON is not that of a rule file; the message says where it differs."""


class _Base(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def word(cls: type[Node]) -> str:
    """How a class is called in `node`: `for-each` for ForEach."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()


def node_classes() -> list[type[Node]]:
    """Every class that can be part of a file or of a resolved game."""
    found: dict[type[Node], None] = {}
    stack: list[type[Node]] = [Document, Game]
    while stack:
        cls = stack.pop()
        if cls not in found:
            found[cls] = None
            stack.extend(inner for hint in _hints(cls).values() for inner in _nodes(hint))
    return sorted(found, key=lambda cls: cls.__name__)


def _hints(cls: type[Node]) -> dict[str, Any]:
    """The annotations of a class, resolved."""
    names: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        names.update(vars(sys.modules[each.__module__]))
    return get_type_hints(cls, names)


def _nodes(hint: Any) -> Iterator[type[Node]]:
    if isinstance(hint, type) and issubclass(hint, Node):
        yield hint
    for inner in get_args(hint):
        yield from _nodes(inner)


@cache
def models() -> dict[str, type[BaseModel]]:
    """The pydantic models by the word in `node`."""
    classes = node_classes()
    made = {cls.__name__: _model(cls) for cls in classes}
    for model in made.values():
        model.model_rebuild(_types_namespace=made)
    return {word(cls): made[cls.__name__] for cls in classes}


def _model(cls: type[Node]) -> type[BaseModel]:
    annotations = _hints(cls)
    fields: dict[str, Any] = {"node": (Literal[word(cls)], ...)}
    for field, default in cls._fields.items():
        fields[field] = (_type(annotations[field]), ... if default is _REQUIRED else default)
    return create_model(cls.__name__, __base__=_Base, __doc__=cls.__doc__, **fields)


def _type(hint: Any) -> Any:
    """The annotation with every class of the model replaced by the name of its pydantic model."""
    if isinstance(hint, type) and issubclass(hint, Node):
        return ForwardRef(hint.__name__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _TUPLE[_type(arguments[0]), ...]
    if origin in (Union, types.UnionType):
        nodes = [each for each in arguments if isinstance(each, type) and issubclass(each, Node)]
        others = [each for each in arguments if each not in nodes]
        parts: list[Any] = [_type(each) for each in others]
        if len(nodes) == 1:
            parts.append(_type(nodes[0]))
        elif nodes:
            parts.append(_one_of([_type(each) for each in nodes]))
        return _UNION[tuple(parts)]
    return hint


def _one_of(parts: list[Any]) -> Any:
    """One of several models; `node` says which."""
    return _ANNOTATED[_UNION[tuple(parts)], Field(discriminator="node")]


# ------------------------------------------------------------------------------ both directions
def to_model(node: Node) -> BaseModel:
    """A part of a file as its pydantic model."""
    return models()[word(type(node))].model_validate(_plain(node))


def to_json(node: Node) -> str:
    """A document or a game as JSON."""
    return to_model(node).model_dump_json(indent=2, exclude_defaults=True) + "\n"


def from_json(text: str | bytes) -> Node:
    """The document or game that `to_json` wrote."""
    try:
        return from_model(_adapter().validate_json(text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = " / ".join(str(step) for step in first["loc"]) or "at the start"
        raise NotAModel(f"{clean(where)}: {clean(first['msg'])}") from None


def from_model(model: Any) -> Node:
    classes = {word(cls): cls for cls in node_classes()}

    def back(value: Any) -> Any:
        if isinstance(value, BaseModel):
            cls = classes[value.node]  # type: ignore[attr-defined]
            return cls(**{field: back(getattr(value, field)) for field in cls._fields})
        if type(value) is tuple:
            return tuple(back(item) for item in value)
        return value

    return back(model)  # type: ignore[no-any-return]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what `to_json` writes."""
    schema = _adapter().json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": TITLE, **schema}


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(_one_of([models()["document"], models()["game"]]))


def _plain(value: Any) -> Any:
    if isinstance(value, Node):
        plain = {field: _plain(getattr(value, field)) for field in value._fields}
        return {"node": word(type(value)), **plain}
    if type(value) is tuple:
        return tuple(_plain(item) for item in value)
    return value


__all__ = [
    "NotAModel", "Place", "from_json", "from_model", "json_schema", "models", "node_classes",
    "to_json", "to_model", "word",
]
