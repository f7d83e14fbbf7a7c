"""`verify` and `fmt --check` for build servers: the formats that `check` has."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from variorum_dsl.diagnostics.diagnostic import Edit, Place
from variorum_dsl.diagnostics.fixes import edited

from tests.variorum.commands.conftest import SMALL
from variorum.findings import FORMATS

Run = Callable[..., Any]
ALWAYS = "\nalways nobody-wins: count of won of players is 0\n"
ONE = ("--games", "1", "--players", "2")


def failing(folder: Path) -> None:
    (folder / "small.variant").write_text(SMALL + ALWAYS, "utf-8")
    (folder / "odd.variant").write_text('edition odd "Odd"\nplayers 2 to\n', "utf-8")
    (folder / "raw.variant").write_bytes(b"\xff")


def test_verify_speaks_to_build_servers(run: Run, here: Path) -> None:
    failing(here)
    files = ("small.variant", "odd.variant", "raw.variant")
    github = run("verify", "--format", "github", *ONE, *files)
    assert github.status == 2
    lines = github.out.splitlines()
    assert [line.split(",")[0] for line in lines] == [
        f"::error file={name}.variant" for name in ("odd", "raw", "small")]
    assert "title=broken-promise" in lines[2]
    assert "example shows-nobody-wins" in lines[2]
    [suite] = ElementTree.fromstring(run("verify", "--format", "junit", *ONE, *files).out)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "2", "1")
    sarif = json.loads(run("verify", "--format", "sarif", *ONE, *files).out)
    assert {each["ruleId"] for each in sarif["runs"][0]["results"]} == {
        "unreadable-line", "not-utf8", "broken-promise"}
    assert json.loads(run("verify", "--json", *ONE, "small.variant").out)[0]["failures"]


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_what_is_well_is_well_in_every_format(run: Run, small: Path, form: str) -> None:
    del small
    assert run("verify", "--format", form, *ONE, "small.variant").status == 0
    assert run("fmt", "--check", "--format", form, "small.variant").status == 0


@pytest.mark.parametrize("form", ["text", "github", "junit"])
def test_a_library_in_a_folder_is_no_game_to_verify(
    run: Run, small: Path, here: Path, form: str
) -> None:
    del small
    (here / "mine.variant").write_text(
        'library mine "Mine"\nprocedure pass-on\n  takes who: player\n  gives next: player\n'
        "  let next be left of who\n", "utf-8")
    result = run("verify", "--format", form, *ONE, ".")
    assert (result.status, result.err) == (0, "")
    assert "mine" not in result.out
    named = run("verify", "--format", form, *ONE, "mine.variant")
    assert named.status == 2
    assert "is a library" in named.out + named.err


def test_fmt_speaks_to_build_servers(run: Run, here: Path) -> None:
    failing(here)
    other = SMALL.replace("  shuffle deck", "  shuffle   deck").replace("players 2", "players  2")
    (here / "small.variant").write_text(other.rstrip("\n"), "utf-8")
    result = run("fmt", "--check", "--format", "json", ".", "gone")
    assert (result.status, result.err) == (2, "")
    found = {each["place"]["path"]: each for each in json.loads(result.out)["diagnostics"]}
    assert {path: each["code"] for path, each in found.items()} == {
        "./odd.variant": "unreadable-line", "./raw.variant": "unreadable-file",
        "./small.variant": "other-layout", "gone": "unreadable-file"}
    layout = found["./small.variant"]
    assert layout["place"]["line"] == 2
    edits = [Edit(Place(**each["place"]), each["text"]) for each in layout["fix"]["edits"]]
    mended = edited(other.rstrip("\n"), edits)
    assert mended is not None
    (here / "small.variant").write_text(mended, "utf-8")
    assert run("fmt", "--check", "small.variant").status == 0
    [suite] = ElementTree.fromstring(run("fmt", "--check", "--format", "junit", "raw.variant").out)
    assert suite.get("errors") == "1"


def test_formats_are_for_looking_only(run: Run, small: Path, here: Path) -> None:
    assert run("fmt", "--format", "github", "small.variant").status == 2
    (here / "variorum.toml").write_text('format = "github"\nfolders = ["."]\n')
    small.write_text(SMALL.replace("shuffle deck", "shuffle  deck"), "utf-8")
    assert run("fmt", "--check").out.startswith("::error file=small.variant,line=17,")
    assert run("fmt").err == "./small.variant changed\n1 file changed\n"
    assert small.read_text("utf-8") == SMALL
    assert run("verify", *ONE) == (0, "", "")


def test_something_has_to_be_named(run: Run) -> None:
    assert "folders in variorum.toml" in run("fmt").err
    assert "folders in variorum.toml" in run("verify").err
