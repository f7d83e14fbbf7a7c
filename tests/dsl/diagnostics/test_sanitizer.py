"""Text from strangers, made safe to show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variorum_dsl.diagnostics.sanitizer import clean, clean_lines, quote, shorten


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Passé, 日本, ½", "Passé, 日本, ½"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("a\tb\nc\x00", "a\\u0009b\\u000ac\\u0000"),
        ("right \u202e left", "right \\u202e left"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("no\u00a0break", "no\\u00a0break"),
        ("filler\u3164\ufe0f", "filler\\u3164\\ufe0f"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("bad byte \udcff", "bad byte \\udcff"),
        ("c1 \x9b31m", "c1 \\u009b31m"),
    ],
)
def test_what_cannot_be_seen_is_escaped(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::owned", "\\u003a:error::owned"),
        ("  ::error::owned", "  \\u003a:error::owned"),
        ("::::", "\\u003a:::"),
        ("a::b", "a::b"),
        ("x ##[stop-commands]y", "x #\\u0023[stop-commands]y"),
        ("###[group]", "##\\u0023[group]"),
        ("##vso[task.setvariable]", "#\\u0023vso[task.setvariable]"),
    ],
)
def test_commands_for_the_readers_of_build_logs_are_broken(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_the_lines_of_a_longer_text_are_cleaned_one_by_one() -> None:
    assert clean_lines("one\r\n::two\n\x07") == ["one", "\\u003a:two", "\\u0007"]


def test_a_long_quotation_is_shortened() -> None:
    assert quote("x" * 1_000_000, 10) == '"xxxxxxx..."'
    assert shorten("exactly", 7) == "exactly"


@given(st.text())
def test_clean_text_is_printable_and_stays_as_it_is(text: str) -> None:
    once = clean(text)
    assert once.isprintable()
    assert not once.lstrip().startswith("::")
    assert clean(once) == once
