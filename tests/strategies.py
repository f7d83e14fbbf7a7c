"""Random rule files and everything around them, for the property tests."""

import os

from variorum_dsl.checks import checked
from variorum_dsl.files.loader import Loaded, load_text

from variorum.random_files import documents, rule_files
from variorum.testing import games, positions, variants

SOAK = int(os.environ.get("VARIORUM_SOAK", "1"))
"""How many times as many examples as usual; `make soak` sets it."""

__all__ = [
    "SOAK", "accepted", "documents", "games", "option", "positions", "read", "rule_files",
    "variants",
]


def read(text: str) -> Loaded:
    loaded = load_text(text, "drawn.variant")
    assert loaded.sheet is not None, [problem.title for problem in loaded.problems]
    return loaded


def accepted(loaded: Loaded) -> bool:
    """Whether the checker has nothing against the file but advice."""
    return all(finding.severity != "error" for finding in checked(loaded))


def option(text: str, *edits: str) -> str:
    """The file with an option that makes these edits."""
    lines = "".join(f"  {line}\n" for edit in edits for line in edit.splitlines())
    return f'{text}\noption there-and-back "there and back"\n{lines}'
