"""Procedures in the place of their calls, under names that cannot clash with the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from variorum_dsl import model as m
from variorum_dsl.model.node import content_fields

Part = TypeVar("Part", bound=m.Node)
# Fields that hold a name which a parameter or a local name may stand for.
_NAMES = frozenset({"name", "property", "giving", "zone"})


def inlined(call: m.Call, procedure: m.Procedure, number: int) -> tuple[m.Statement, ...]:
    """The lines of a procedure with the arguments of a call in their place."""
    names: dict[str, str] = {}
    parts: dict[str, m.Expression] = {}
    for line in procedure.body:
        for node in m.walk(line):
            if isinstance(node, m.Binder):
                names[node.name] = f"{node.name}~{number}"
            elif isinstance(node, m.Call):
                names.update({given: f"{given}~{number}" for given in node.giving})
    for argument in call.arguments:
        names.pop(argument.name, None)
        if isinstance(argument.value, m.Name):
            names[argument.name] = argument.value.name
        else:
            parts[argument.name] = argument.value
    for parameter, given in zip(procedure.gives, call.giving, strict=False):
        names[parameter.name] = given
    return tuple(_renamed(line, names, parts) for line in procedure.body)


def _renamed(node: Part, names: Mapping[str, str], parts: Mapping[str, m.Expression]) -> Part:
    """The same part with other names, and with expressions in the place of some names."""
    def change(inner: m.Node) -> m.Node:
        if isinstance(inner, m.Name) and inner.name in parts:
            return parts[inner.name]
        return _renamed(inner, names, parts)

    node = m.mapped(node, change)
    if isinstance(node, m.Argument | m.Choice):  # named for the procedure, and for the player
        return node
    held = {field: getattr(node, field) for field in content_fields(node) if field in _NAMES}
    new = {field: names.get(value, value) if isinstance(value, str)
           else tuple(names.get(each, each) for each in value) for field, value in held.items()}
    return node.but(**new) if new != held else node
