"""Whatever a file holds and wherever a report points, every format stays whole."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.diagnostics.terminal import render_all

from variorum.findings import FORMATS, renderer

any_text = st.text(st.characters(exclude_categories=())) | st.sampled_from(
    ["::error::x", "a\tb\t日本", "\x1b[31m", "]]>", "\u202e", "##[x]", "x" * 1000, "%0A::error::"]
)
paths = st.sampled_from(["f", "folder/a,b:c.variant", "/home/é.variant", "::f"]) | any_text
numbers = st.integers(-3, 12) | st.integers()
places = st.builds(Place, paths, numbers, numbers, numbers, numbers)
labels = st.builds(Label, places, any_text)
reports = st.builds(
    Diagnostic,
    st.sampled_from(["never-scored", "unused-name"]),
    st.sampled_from(["error", "warning", "note"]),
    any_text,
    labels,
    st.lists(labels, max_size=3).map(tuple),
    any_text,
    any_text,
    any_text,
)
contents = st.lists(any_text, max_size=8).map("\n".join)


def sources_for(found: list[Diagnostic], content: str) -> Sources:
    sources = Sources()
    for diagnostic in found:
        for label in (diagnostic.primary, *diagnostic.secondary):
            sources.add(label.place.path, content)
    return sources


def starts_no_log_command(line: str) -> bool:
    return not line.lstrip().startswith("::") and "##[" not in line and "##vso[" not in line


@given(st.lists(reports, max_size=3), contents)
def test_the_text_holds_no_control_character_and_no_log_command(
    found: list[Diagnostic], content: str
) -> None:
    lines = render_all(found, sources_for(found, content)).split("\n")
    assert all(line.isprintable() and starts_no_log_command(line) for line in lines)


@given(reports, contents)
def test_colour_adds_only_its_own_codes(found: Diagnostic, content: str) -> None:
    sources = sources_for([found], content)
    plain, coloured = (render_all([found], sources, colour=colour) for colour in (False, True))
    for code in ("0", "1", "34", "1;31", "1;33", "1;36"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


@pytest.mark.parametrize("name", FORMATS)
@given(st.lists(reports, max_size=3), contents)
def test_every_format_is_printable_and_can_be_encoded(
    name: str, found: list[Diagnostic], content: str
) -> None:
    files = [diagnostic.primary.place.path for diagnostic in found]
    output = renderer(name)(found, files, sources_for(found, content))
    output.encode()
    lines = output.removesuffix("\n").split("\n") if output else []
    assert all(line.isprintable() for line in lines)
    if name in ("json", "sarif"):
        json.loads(output)
    elif name == "junit":
        ElementTree.fromstring(output)
    elif name == "github":
        assert len(lines) == len(found)
        assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
