"""Rule text on our own pages: coloured, readable in both schemes, plain without Pygments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum.docs.folder import drift, write
from variorum.highlighting import spans
from variorum.reports import html
from variorum.reports.blocks import Page, Preformatted

RULES = ['scoring points "a < b"  # why', "  gems add 3 for each gem in hand"]
READABLE = 4.5  # WCAG 2, level AA


def page(language: str = "variant") -> str:
    return html.render(Page("x", "X", blocks=[Preformatted(RULES, language)]))


def test_words_of_the_language_texts_values_and_comments_have_a_sort() -> None:
    pytest.importorskip("pygments", reason="Pygments is not installed")
    shown = page()
    for sort, text in (("word", "scoring"), ("string", "&#34;a &lt; b&#34;"), ("value", "3"),
                       ("comment", "# why")):
        assert f'<span class="{sort}">{text}</span>' in shown
    assert "gems <span" in shown  # a name is as it was
    assert "<span" not in page("text")


def test_colours_change_no_letter() -> None:
    for path in sorted(ROOT.glob("variants/*.variant")):
        text = path.read_text("utf-8")
        assert "".join(piece for _, piece in spans.highlighted(text)) == text
    found = re.search(r"(?s)<code>(.*?)</code>", html.uncoloured(page()))
    assert found is not None
    assert unescape(found[1]) == "\n".join(RULES)


def test_without_pygments_the_text_is_plain_and_coloured_pages_have_not_drifted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pygments", reason="Pygments is not installed")
    write(str(tmp_path), {"x.html": page()})
    monkeypatch.setattr(spans, "find_spec", lambda name: None)
    assert "<span" not in page()
    assert drift(str(tmp_path), {"x.html": page()}) == []
    assert [each.name for each in drift(str(tmp_path), {"x.html": page().replace("3", "4")})] == [
        "x.html"]


def schemes() -> Iterator[dict[str, str]]:
    """The colours of each scheme: light, dark and paper."""
    for block in re.findall(r":root \{(.*?)\}", html.style(), re.DOTALL):
        yield dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", block))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_colour_can_be_read_in_every_scheme() -> None:
    found = list(schemes())
    assert len(found) == 3
    used = dict(re.findall(r"pre \.([a-z]+) \{ color: var\(--([a-z]+)\)", html.style()))
    assert set(used) == set(spans.SORTS.values())
    for scheme in found:
        for name in used.values():
            low, high = sorted((luminance(scheme[name]), luminance(scheme["panel"])))
            assert (high + 0.05) / (low + 0.05) >= READABLE, (name, scheme[name])
