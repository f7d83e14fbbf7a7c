"""The report as people read it."""

from textwrap import dedent

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.diagnostics.terminal import render, render_all, wants_colour


def draw(content: str, *labels: Label, **notes: str) -> str:
    """A report on the file `f`; the first label is the primary one."""
    sources = Sources()
    sources.add("f", content)
    return render(Diagnostic("code", "error", "title", labels[0], labels[1:], **notes), sources)


def at(line: int, column: int, end_column: int, words: str = "") -> Label:
    return Label(Place("f", line, column, line, end_column), words)


def block(drawn: str) -> str:
    return dedent(drawn).strip("\n")


def test_a_report_looks_like_the_one_in_the_style_guide(
    never_scored: Diagnostic, sources: Sources
) -> None:
    assert render(never_scored, sources) == block(
        """
        error[never-scored]: nothing ever scores Scandale
           --> variants/osprey-2018.variant:17:16
            |
         17 |     1 disgrace scandale "Scandale", dark
            |                ^^^^^^^^ declared here
            |
         61 | scoring status
            | -------------- no step mentions it
            |
           = why: a card that a player can keep should count for something, or say that it does not
           = try: scandale  halve for each scandale in display
        """
    )


def test_neighbouring_lines_stand_together_in_order_of_lines() -> None:
    assert draw("one\ntwo\nthree", at(2, 1, 4, "again"), at(1, 1, 4, "first here")) == block(
        """
        error[code]: title
          --> f:2:1
           |
         1 | one
           | --- first here
         2 | two
           | ^^^ again
           |
        """
    )


def test_two_labels_on_a_line_have_a_row_each() -> None:
    assert draw("prestige, dark, dark", at(1, 17, 21, "twice"), at(1, 11, 15, "once")) == block(
        """
        error[code]: title
          --> f:1:17
           |
         1 | prestige, dark, dark
           |           ---- once
           |                 ^^^^ twice
           |
        """
    )


def test_a_stretch_of_many_lines_shows_its_ends() -> None:
    content = "scoring status\n  one\n  two\n  three\n  four, five\nwinner"
    assert draw(content, Label(Place("f", 1, 9, 5, 7), "these")) == block(
        """
        error[code]: title
          --> f:1:9
           |
         1 | scoring status
           |         ^^^^^^
         ...
         5 |   four, five
           |   ^^^^ these
           |
        """
    )


def test_a_stretch_of_three_lines_is_shown_whole_without_its_last_line_feed() -> None:
    assert draw("a\n  b\n\tc\nd", Label(Place("f", 1, 1, 4, 1), "these")) == block(
        """
        error[code]: title
          --> f:1:1
           |
         1 | a
           | ^
         2 |   b
           |   ^
         3 |     c
           |     ^ these
           |
        """
    )


def test_places_in_another_file_follow_under_their_own_arrow() -> None:
    sources = Sources()
    sources.add("f", "extends parent")
    sources.add("parent", "\n" * 99 + "extends f")
    labels = Label(Place("f", 1, 9, 1, 15), "from here"), Label(Place("parent", 100, 9, 100, 10))
    report = Diagnostic("parent-cycle", "error", "it extends itself", labels[0], labels[1:])
    assert render(report, sources) == block(
        """
        error[parent-cycle]: it extends itself
            --> f:1:9
             |
           1 | extends parent
             |         ^^^^^^ from here
             |
            --> parent:100:9
             |
         100 | extends f
             |         -
             |
        """
    )


def test_without_a_text_the_labels_are_said_in_words() -> None:
    report = Diagnostic(
        "no-such-file", "error", "there is no such file", Label(Place.start_of("gone"), "asked for")
    )
    assert render(report, Sources()) == block(
        """
        error[no-such-file]: there is no such file
          --> gone:1:1
          = at: gone:1:1: asked for
        """
    )


def test_further_lines_of_a_note_stand_under_its_first() -> None:
    drawn = draw("", Label(Place.start_of("f")), witness="ann 3\n::bea 3\n", hint="one\ntwo")
    assert drawn == block(
        """
        error[code]: title
          --> f:1:1
           |
         1 |
           | ^
           |
          = for example: ann 3
                         \\u003a:bea 3
          = try: one
                 two
        """
    )


def test_wide_characters_tabs_and_marks_keep_the_carets_in_place() -> None:
    rows = draw("日本\te\u0301X", at(1, 6, 7, "here")).splitlines()
    assert rows[3:5] == [" 1 | 日本    e\u0301X", "   |          ^ here"]


def test_a_caret_is_as_wide_as_the_character_over_it() -> None:
    rows = draw("a日\u202eb", at(1, 2, 4, "these")).splitlines()
    assert rows[3:5] == [" 1 | a日\\u202eb", "   |  ^^^^^^^^ these"]


def test_a_command_for_a_build_log_is_broken_in_a_source_line_too() -> None:
    rows = draw("note ##[error]x", at(1, 15, 16)).splitlines()
    assert rows[3:5] == [" 1 | note #\\u0023[error]x", "   |                    ^"]


def test_a_megabyte_line_is_cropped_around_each_place() -> None:
    line = "a" * 500_000 + "!" + "b" * 500_000 + "?"
    drawn = draw(line, at(1, 500_001, 500_002, "here"), at(1, 1_000_002, 1_000_003, "there"))
    assert drawn == "\n".join(
        [
            "error[code]: title",
            "  --> f:1:500001",
            "   |",
            " 1 | ..." + "a" * 40 + "!" + "b" * 79 + "...",
            "   | " + " " * 43 + "^ here",
            " 1 | ..." + "b" * 40 + "?",
            "   | " + " " * 43 + "- there",
            "   |",
        ]
    )


def test_a_line_of_combining_marks_or_escapes_is_cropped_too() -> None:
    for char in ("\u0301", "\U000e0001", "\t"):
        drawn = draw(char * 100_000, at(1, 50_000, 60_000))
        assert max(map(len, drawn.splitlines())) < 150


def test_the_end_of_a_cropped_line_can_be_pointed_at() -> None:
    rows = draw("a" * 1000, at(1, 1001, 1001, "here")).splitlines()
    assert rows[3:5] == [" 1 | ..." + "a" * 40, "   | " + " " * 43 + "^ here"]


def test_a_long_title_is_shortened() -> None:
    sources = Sources()
    report = Diagnostic("code", "error", "x" * 1_000_000, Label(Place.start_of("f")))
    assert len(render(report, sources)) < 400


def test_colour_changes_nothing_but_colour(never_scored: Diagnostic, sources: Sources) -> None:
    coloured = render(never_scored, sources, colour=True)
    assert coloured.startswith("\x1b[1;31merror[never-scored]\x1b[0m")
    for code in ("0", "1", "34", "1;31"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == render(never_scored, sources)


@pytest.mark.parametrize(
    ("is_terminal", "environment", "wanted"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals(
    is_terminal: bool, environment: dict[str, str], wanted: bool
) -> None:
    class Stream:
        def isatty(self) -> bool:
            return is_terminal

    assert wants_colour(Stream(), environment) is wanted


def test_reports_past_the_cap_are_counted(unused_track: Diagnostic) -> None:
    drawn = render_all([unused_track] * 1_052, Sources())
    assert drawn.count("warning[unused-name]") == 50
    assert drawn.endswith("\n\n... and 1,002 more reports not shown\n")
