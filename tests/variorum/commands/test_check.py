"""`variorum check`: what is checked, how it is reported, and the exit status."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from variorum.files.editions import edition_names
from variorum.findings import FORMATS

Run = Callable[..., Any]


@pytest.mark.parametrize("name", edition_names())
def test_every_bundled_edition_is_clean_by_name(run: Run, name: str) -> None:
    result = run("check", name)
    assert result.status == 0, result.out
    assert result.out.startswith(f"{name}: no findings, ")
    assert result.out.endswith(" examples\n")


def test_a_clean_file_is_summed_up_in_one_line(run: Run, small: Path) -> None:
    assert run("check", str(small)) == (0, "small: no findings\n", "")


def test_without_arguments_the_files_of_this_folder_are_checked(run: Run, small: Path) -> None:
    assert run("check").out == "small: no findings\n"


def test_a_folder_stands_for_its_rule_files(run: Run, small: Path, here: Path) -> None:
    small.with_name("other.variant").write_text(
        small.read_text("utf-8").replace("edition small", "edition other"), "utf-8"
    )
    (here / "notes.txt").write_text("not a rule file", "utf-8")
    assert run("check", str(here)).out == "other: no findings\nsmall: no findings\n"


def test_a_file_named_twice_is_checked_once(run: Run, small: Path) -> None:
    assert run("check", str(small), str(small)).out == "small: no findings\n"


def test_findings_are_reported_with_status_1(run: Run, small: Path) -> None:
    text = small.read_text("utf-8")
    small.write_text(text.replace("shuffle deck", "shuffle dekc"), "utf-8")
    result = run("check", "small.variant")
    assert result.status == 1
    assert "error[unknown-name]" in result.out
    assert "small.variant:17:11" in result.out
    assert result.out.endswith("small: 1 error\n")


@pytest.mark.parametrize("form", sorted(["text", *FORMATS]))
def test_every_format_says_whether_something_was_found(run: Run, small: Path, form: str) -> None:
    assert run("check", "--format", form, "small.variant").status == 0
    text = small.read_text("utf-8")
    small.write_text(text.replace("total value", "total worth"), "utf-8")
    result = run("check", "--format", form, "small.variant")
    assert result.status == 1
    assert "unknown-name" in result.out


def test_machine_formats_can_be_read_by_machines(run: Run, small: Path) -> None:
    small.write_text("edition small\nplayers two\n", "utf-8")
    assert json.loads(run("check", "--format", "json", "small.variant").out)["diagnostics"]
    assert json.loads(run("check", "--format", "sarif", "small.variant").out)["runs"]
    root = ElementTree.fromstring(run("check", "--format", "junit", "small.variant").out)
    assert root.tag == "testsuites"
    lines = run("check", "--format", "github", "small.variant").out.splitlines()
    assert lines
    assert all(line.startswith(("::error", "::warning", "::notice")) for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [
        ("no-such-edition",), ("nowhere/file.variant",), ("\0",), ("",), ("--format", "yaml"),
        ("--colour",), ("osprey-2018", "no-such-edition"),
    ],
)
def test_what_cannot_be_read_is_said_with_status_2(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("check", *arguments)
    assert result.status == 2
    assert result.err.strip()


def test_a_misspelt_name_gets_a_suggestion(run: Run) -> None:
    assert "did you mean osprey-2018?" in run("check", "ospray-2018").err


def test_a_folder_without_rule_files_is_said(run: Run, here: Path) -> None:
    result = run("check", str(here))
    assert result.status == 2
    assert "there is no rule file" in result.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\0", b"edition x\n\tplayers 2\n"])
def test_a_broken_file_is_reported_without_a_traceback(
    run: Run, here: Path, content: bytes
) -> None:
    (here / "broken.variant").write_bytes(content)
    result = run("check", "broken.variant")
    assert result.status in (1, 2)
    assert "error[" in result.out


def test_the_editions_are_listed(run: Run) -> None:
    result = run("check", "--list")
    assert result.status == 0
    assert [line.split()[0] for line in result.out.splitlines()] == edition_names()
    assert "High Society, Osprey Games, 2018" in result.out


def test_control_characters_never_reach_the_terminal(run: Run, here: Path) -> None:
    (here / "x.variant").write_text('edition x "\x1b[31mX"\nplayers \x1b\n', "utf-8")
    result = run("check", "x.variant")
    assert "\x1b" not in result.out + result.err


def test_a_link_out_of_the_folder_is_not_read(run: Run, small: Path, here: Path,
                                              tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    elsewhere.write_text("the combination of the safe\n", "utf-8")
    (here / "open-sesame.variant").symlink_to(elsewhere)
    (here / "another-name.variant").symlink_to(small)
    for result in (run("check", str(here)), run("check")):
        assert result.status == 0
        assert result.out == "another-name: no findings\nsmall: no findings\n"


LOOPS_IN_LOOPS = "".join(
    f"{'  ' * level}for each card c{level} in deck\n" for level in range(1, 9)
) + "  " * 9 + "nothing happens\n"
MULTIPLIED = "  for each card c in deck\n    size becomes size * size\n" * 5


@pytest.mark.parametrize(("lines", "message"), [
    (LOOPS_IN_LOOPS, "this game takes too many steps"),
    (MULTIPLIED, "a number becomes larger here than any game needs"),
])
def test_rules_without_end_are_a_finding(run: Run, small: Path, lines: str, message: str) -> None:
    text = small.read_text("utf-8").replace("  shuffle deck\n", f"  shuffle deck\n{lines}", 1)
    text = text.replace("setup\n", "tracks\n  size is a number, starting at 9\n\nsetup\n", 1)
    small.write_text(text, "utf-8")
    result = run("check", "small.variant")
    assert result.status == 1
    assert f"error[broken-rule]: the rules break down: {message}" in result.out
    played = run("play", "small.variant", "--seed", "1")
    assert played.status == 1
    assert played.err.startswith("Error: small.variant:")
    assert played.err.endswith(f": the rules break down: {message}\n")


def typed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """What comes from standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))


def test_standard_input_is_checked_like_a_file(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = small.read_bytes()
    typed(monkeypatch, data)
    assert run("check", "-") == (0, "standard input: no findings\n", "")
    typed(monkeypatch, data.replace(b"shuffle deck", b"shuffle dekc"))
    result = run("check", "-", "--stdin-name", "drafts/mine.variant")
    assert result.status == 1
    assert "--> drafts/mine.variant:17:11" in result.out
    assert result.out.endswith("mine: 1 error\n")
    typed(monkeypatch, b"\xff")
    assert run("check", "-").status == 2


def test_the_parent_of_standard_input_is_looked_for_beside_its_name(
    run: Run, small: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "rules").mkdir()
    small.rename(here / "rules" / "small.variant")
    text = b'variant mine "Mine" extends small\nreplace players 2 to 4\n'
    typed(monkeypatch, text)
    assert "unknown-parent" in run("check", "-").out
    typed(monkeypatch, text)
    assert "unknown-parent" not in run("check", "-", "--stdin-name", "rules/mine.variant").out


def test_junit_has_an_error_for_what_cannot_be_read(run: Run, small: Path, here: Path) -> None:
    (here / "odd.variant").write_bytes(b"\xff")
    result = run("check", "--format", "junit", "small.variant", "odd.variant", "gone.variant")
    assert result.status == 2
    [suite] = ElementTree.fromstring(result.out)
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("3", "2", "0")
    assert {case.get("name") for case in suite if case.find("error") is not None} == {
        "odd.variant", "gone.variant"}
