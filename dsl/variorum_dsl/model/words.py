"""What players read, and where a rule stands in its rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
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
    """What stands beside a rule: `see "Heading"`, or `says "A sentence." fits "1f0c2a9b"`, which
    is printed in the place of the one that would be made."""

    heading: str = ""
    says: str = ""
    fits: str = ""
    fits_at: Place = field(default=NOWHERE, repr=False, compare=False)


def headings(cites: Iterable[Cite]) -> tuple[str, ...]:
    """The headings that a rule cites."""
    return tuple(cite.heading for cite in cites if cite.heading)
