"""What holds for the checker as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variorum_dsl.checks import CHECKS, Subject, checked
from variorum_dsl.checks.choices import subsets
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.terminal import render_all
from variorum_dsl.files.loader import load_text

from tests.paths import ROOT
from variorum.files.editions import edition_path

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
LINES = [
    line for path in FILES for line in path.read_text("utf-8").split("\nexample", 1)[0].split("\n")
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_editions_and_sample_games_have_no_findings(path: Path) -> None:
    loaded = load_text(path.read_text("utf-8"), str(path), edition_path)
    assert checked(loaded) == []


def test_every_check_says_what_it_finds_and_why() -> None:
    import sys

    for check in CHECKS:
        text = sys.modules[check.__module__].__doc__ or ""
        assert "What:" in text
        assert "Why:" in text


@st.composite
def mutated(draw: Any) -> str:
    """The rules of an edition with some lines dropped, doubled, moved or mixed up."""
    path = draw(st.sampled_from(FILES))
    lines = path.read_text("utf-8").split("\nexample", 1)[0].split("\n")
    for _ in range(draw(st.integers(1, 4))):
        i = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "cut", "other", "word"])):
            case "drop":
                del lines[i]
            case "double":
                lines.insert(i, lines[i])
            case "swap":
                k = draw(st.integers(0, len(lines) - 1))
                lines[i], lines[k] = lines[k], lines[i]
            case "cut":
                lines[i] = lines[i][: draw(st.integers(0, len(lines[i])))]
            case "other":
                lines[i] = draw(st.sampled_from(LINES))
            case "word":
                words = lines[i].split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(
                    st.sampled_from(["deck", "players", "0", "nobody", "of", "hand", "value", "("]))
                lines[i] = " ".join(words)
        if not lines:
            lines = [""]
    return "\n".join(lines)


@settings(max_examples=40)
@given(mutated())
def test_mutated_rules_never_crash_the_checker(text: str) -> None:
    loaded = load_text(text, "mutated.variant", edition_path)
    found = checked(loaded)
    assert render_all(found, loaded.sources) or not found


def test_every_subset_is_looked_at_and_of_many_options_the_pairs_and_all() -> None:
    assert subsets(["a", "b"]) == [("a",), ("b",), ("a", "b")]
    assert len(subsets(list("abcdef"))) == 63
    many = subsets(list("abcdefgh"))
    assert many[0] == ("a",)
    assert ("a", "h") in many
    assert many[-1] == tuple("abcdefgh")
    assert len(many) == 8 + 28 + 1


def _finding(subject: Subject) -> Diagnostic:
    return Diagnostic("open-tie", "error", "a tie", Label(subject.game.at))


def test_further_findings_are_asked_for_only_without_an_error(small_game: str) -> None:
    asked: list[Subject] = []

    def extra(subject: Subject) -> list[Diagnostic]:
        asked.append(subject)
        return [_finding(subject)]

    assert [each.code for each in checked(load_text(small_game), extra)] == ["open-tie"]
    assert list(asked[0].programs) == [2, 3]
    wrong = small_game.replace("total value of treasure", "total value of tresure")
    assert [each.code for each in checked(load_text(wrong), extra)] == ["unknown-name"]
    assert len(asked) == 1


def test_further_findings_can_be_allowed_too(small_game: str) -> None:
    text = small_game + 'allow open-tie because "the rulebook leaves it open"\n'
    assert checked(load_text(text), lambda subject: [_finding(subject)]) == []
    assert [each.code for each in checked(load_text(text))] == ["unused-allow"]


def test_a_mistake_in_the_rules_themselves_cannot_be_allowed(small_game: str) -> None:
    wrong = small_game.replace("total value of treasure", "total value of tresure")
    text = wrong + 'allow unknown-name because "I like it so"\n'
    assert [each.code for each in checked(load_text(text))] == ["unknown-name"]


def test_a_variant_is_not_told_what_is_wrong_with_its_parent_alone(
    checking: Any, small_game: str
) -> None:
    unused = "add zones\n  box holds gem, open\n"
    own = f'variant first "First" extends small\n{unused}# file small.variant\n{small_game}'
    assert [each.code for each in checking(own)[1]] == ["unused-name"]
    _, found = checking(
        f'variant mine "Mine" extends first\n# file first.variant\n'
        f'variant first "First" extends small\n{unused}# file small.variant\n{small_game}'
    )
    assert found == []


def test_a_library_is_checked_without_being_played() -> None:
    loaded = load_text('library mine "Mine"\nprocedure pass-on\n  nothing happens\n')
    assert checked(loaded) == []


def test_a_report_points_into_the_file_that_was_checked() -> None:
    text = (ROOT / "variants" / "osprey-2018.variant").read_text("utf-8")
    text = text.split("\nexample", 1)[0].replace("purse hand, stake bid", "purse hand, stake hand")
    found = checked(load_text(text, "mine.variant", edition_path))
    assert found
    assert {each.primary.place.path for each in found} == {"mine.variant"}
    assert Place.start_of("mine.variant") not in {each.primary.place for each in found}
