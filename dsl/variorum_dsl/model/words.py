"""What players read, and where a rule stands in its rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from variorum_dsl.model.node import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Node):
    """The printed words for one thing, and for several where the rule would get it wrong; and what
    the same book also calls it."""

    one: str
    many: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(Node):
    """`see "Heading"`."""

    heading: str
