"""Reports for other programs: the one way in which data is written as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from variorum_dsl.diagnostics.sanitizer import clean_json

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def dumped(data: object, *, ascii_only: bool = True) -> str:
    """Data that is made of what JSON knows. What could disturb a terminal or a log is escaped: a
    program reads the same text, and nobody sees another one."""
    return clean_json(json.dumps(data, indent=2, ensure_ascii=ascii_only)) + "\n"
