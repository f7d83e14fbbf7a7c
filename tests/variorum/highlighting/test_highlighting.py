"""No edition has a part that a highlighter does not know, and both highlighters agree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum.highlighting.textmate import FILE, grammar

FILES = sorted([*ROOT.glob("variants/*.variant"), *ROOT.glob("tests/games/*.variant"),
                ROOT / "tests/dsl/everything.variant"])


def scopes(text: str) -> Iterator[tuple[str, str]]:
    """What an editor makes of a text: at each place the first pattern that fits there."""
    rules = [(re.compile(each["match"]), each["name"])
             for each in json.loads(FILE.read_text("utf-8"))["patterns"]]
    for line in text.split("\n"):
        at = 0
        while at < len(line):
            found = min(((m.start(), n, m[0], name) for n, (regex, name) in enumerate(rules)
                         if (m := regex.search(line, at)) and m[0]), default=None)
            if found is None:
                break
            yield found[2].strip(), found[3]
            at = found[0] + len(found[2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_error_in_textmate(path: Path) -> None:
    found = list(scopes(path.read_text("utf-8")))
    assert [part for part, scope in found if scope.startswith("invalid")] == []
    assert ("winner", "keyword.control.variant") in found
    assert "string.quoted.double.variant" in {scope for _, scope in found}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_error_in_pygments(path: Path) -> None:
    pytest.importorskip("pygments", reason="Pygments is not installed")
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Error, Keyword

    lexer = get_lexer_by_name("variant")
    found = list(lexer.get_tokens(path.read_text("utf-8")))
    assert [text for kind, text in found if kind is Error] == []
    assert (Keyword, "winner") in found


def test_a_stray_sign_is_an_error() -> None:
    assert ("$", "invalid.illegal.variant") in set(scopes("move $ to hand"))


def test_the_grammar_for_editors_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == grammar()
