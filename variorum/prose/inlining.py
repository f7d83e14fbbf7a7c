"""Procedures in the place of their calls, under names that cannot clash with the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.model.node import Node, content_fields

# Fields that hold a name which a parameter or a local name may stand for.
_NAMES = {
    m.Name: ("name",), m.Owned: ("name",), m.Aggregate: ("name",), m.Rank: ("name",),
    m.Unique: ("name",), m.Whose: ("property",), m.Let: ("name",), m.LocalFigure: ("name",),
    m.ForEach: ("name",), m.Turns: ("name",), m.Together: ("name",), m.Picking: ("name",),
    m.Those: ("name",), m.Call: ("giving",), m.Argument: (),
}
_MAKES = (m.Let, m.LocalFigure, m.ForEach, m.Turns, m.Together, m.Picking, m.Those)


def replaced(node: Any, names: Mapping[str, str], parts: Mapping[str, Any]) -> Any:
    """The same part with other names, and with expressions in the place of some names."""
    if isinstance(node, m.Name) and node.name in parts:
        return parts[node.name]
    if not isinstance(node, Node):
        if type(node) is tuple and not hasattr(node, "_fields"):
            return tuple(replaced(each, names, parts) for each in node)
        return node
    changes: dict[str, Any] = {}
    own = _NAMES.get(type(node), ())
    for field in content_fields(node):
        value = getattr(node, field)
        if field in own:
            new: Any = (tuple(names.get(each, each) for each in value)
                        if type(value) is tuple else names.get(value, value))
        elif isinstance(value, Node) or (type(value) is tuple and not hasattr(value, "_fields")):
            new = replaced(value, names, parts)
        else:
            continue
        if new is not value:
            changes[field] = new
    return node.but(**changes) if changes else node


def inlined(call: m.Call, procedure: m.Procedure, number: int) -> tuple[m.Statement, ...]:
    """The lines of a procedure with the arguments of a call in their place."""
    names: dict[str, str] = {}
    parts: dict[str, Any] = {}
    for line in procedure.body:
        for node in m.walk(line):
            if isinstance(node, _MAKES):
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
    return tuple(replaced(line, names, parts) for line in procedure.body)
