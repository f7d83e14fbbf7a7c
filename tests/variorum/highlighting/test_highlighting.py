"""No edition has a part that a highlighter does not know, and both highlighters agree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from variorum_dsl.syntax import grammar as language

from tests.paths import ROOT
from variorum.assist.desk import Desk
from variorum.assist.tokens import coloured
from variorum.highlighting.patterns import patterns
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


# The words of the language as the grammar has them, read from its text by ourselves.
WRITTEN = set(re.findall(r'"([a-z][a-z-]*)"', re.sub(
    r"(?m)//.*", "", (ROOT / "dsl/variorum_dsl/grammar.lark").read_text("utf-8"))))


def test_every_word_of_the_grammar_has_its_colour_everywhere() -> None:
    """And nothing else has: the list of each highlighter is the list of the grammar."""
    pygments = pytest.importorskip("pygments.lexers", reason="Pygments is not installed")
    from pygments.token import Keyword

    assert len(WRITTEN) > 150
    lexer = pygments.get_lexer_by_name("variant")
    for word in sorted(WRITTEN):
        (kind, text), *_ = [each for each in lexer.get_tokens(word) if each[1].strip()]
        assert (kind in Keyword, text) == (True, word)
        [(text, scope)] = scopes(word)
        assert (scope.split(".")[0] in ("keyword", "constant"), text) == (True, word), scope
        assert word in language.grammar().symbols  # what semantic colours go by
    listed = {word for each in patterns() if each.token.startswith("Keyword")
              for word in each.regex.split("(?:")[1].split(")")[0].split("|")}
    assert listed == WRITTEN
    for name in ("shufle", "deck-of", "to-do", "of2", "winners-all"):
        (kind, text), *_ = [each for each in lexer.get_tokens(name) if each[1].strip()]
        assert (kind in Keyword, text) == (False, name)
        assert list(scopes(name)) == [(name, "variable.other.variant")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_three_agree_on_every_word(path: Path, tmp_path: Path) -> None:
    """TextMate and Pygments part a text in the same way. Where the server, which knows what is
    meant, sees a word of the language, they see it too."""
    pytest.importorskip("pygments", reason="Pygments is not installed")
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Keyword

    text = path.read_text("utf-8")
    by_pygments = [(part, kind in Keyword) for kind, part in
                   get_lexer_by_name("variant").get_tokens(text) if part.strip()]
    by_textmate = [(part, scope.startswith(("keyword.control", "keyword.other",
                                            "constant.language")))
                   for part, scope in scopes(text)]
    assert by_textmate == by_pygments
    desk = Desk()
    file = desk.file(desk.open((tmp_path / path.name).as_uri(), text))
    assert file is not None
    known = {part for part, word in by_pygments if word}
    words = {token.text for token in coloured(file, 1, text.count("\n") + 1)
             if token.type == "keyword"}
    assert "winner" in words
    assert words <= known


def test_a_stray_sign_is_an_error() -> None:
    assert ("$", "invalid.illegal.variant") in set(scopes("move $ to hand"))


def test_the_grammar_for_editors_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == grammar()
