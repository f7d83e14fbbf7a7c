"""Files in the style, and what a text means and says apart from its layout."""

import re
from functools import cache

from variorum_dsl.diagnostics.diagnostic import NOWHERE
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.model.node import Node, walk
from variorum_dsl.printer.formatter import format_text
from variorum_dsl.syntax.reader import parse

from tests.paths import ROOT

FILES = sorted(
    path
    for folder in ("variants", "dsl/variorum_dsl/library", "tests/games")
    for path in (ROOT / folder).glob("*.variant")
)
EVERYTHING = (ROOT / "tests/dsl/everything.variant").read_text("utf-8")
"""Every construct of the language, in the style."""


@cache
def formatted(text: str) -> str:
    result, problems = format_text(text, "a.variant")
    assert problems == []
    assert result is not None
    return result


def meaning(text: str) -> Node:
    document, problems, *_ = parse(Source("a.variant", text))
    assert problems == []
    assert document is not None
    return document


def said(document: Node) -> list[str]:
    """Everything that a document says, labels and citations included, places left out."""
    return [repr(node.but(at=NOWHERE)) for node in walk(document)]


def comments(text: str) -> list[str]:
    return [
        line[line.index("#") :].rstrip()
        for line in (re.sub(r'"[^"\n]*"', "", line) for line in text.split("\n"))
        if "#" in line
    ]
