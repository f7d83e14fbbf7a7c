"""pytest collects rule files without any Python of their own."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.paths import ROOT

ALWAYS = "\nalways coins-left: no players whose hand is empty\n"
EXAMPLES = """
example paying-wins "A coin that is paid is won"
  players ann, bo
  given
    deck holds coin 6
  when playing rounds
    ann: pay coin 3
  then
    won of ann holds coin 3

example this-one-is-wrong
  players ann, bo
  given
    deck holds coin 6
  when playing rounds
    ann: pay coin 3
  then
    won of ann holds coin 2
"""


def pytest_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "variorum.pytest_plugin", "-p", "no:cacheprovider",
         *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )


def test_examples_and_promises_are_tests(tiny, tmp_path: Path) -> None:
    tiny(after=EXAMPLES + ALWAYS)
    listed = pytest_in(tmp_path, "--collect-only", "-q")
    assert listed.stdout.splitlines()[:3] == [
        "tiny.variant::paying-wins", "tiny.variant::this-one-is-wrong",
        "tiny.variant::always-coins-left",
    ]
    result = pytest_in(tmp_path, "-q")
    assert result.returncode == 1
    assert "2 failed, 1 passed" in result.stdout
    assert "error[example-fails]: this zone holds something else" in result.stdout
    assert "it holds coin 3" in result.stdout
    assert '"coins-left" does not always hold' in result.stdout
    assert "example shows-coins-left" in result.stdout
    assert "Traceback" not in result.stdout


def test_plugins_that_look_at_fixtures_do_not_mind(tiny, tmp_path: Path) -> None:
    """pytest-lsp and others ask every test for its arguments."""
    pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")
    tiny(after=EXAMPLES + ALWAYS)
    result = pytest_in(tmp_path, "-q", "-p", "pytest_asyncio", "-p", "pytest_lsp",
                       "-W", "ignore::pytest.PytestDeprecationWarning")
    assert "2 failed, 1 passed" in result.stdout, result.stdout + result.stderr
    assert "RuntimeError" not in result.stdout


def test_what_check_finds_is_a_test_at_its_line(tiny, tmp_path: Path) -> None:
    (tmp_path / "odd.variant").write_text('edition odd "Odd"\nplayers 2 to\nshufle deck\n')
    (tmp_path / "raw.variant").write_bytes(b"\xff")
    tiny(after=EXAMPLES + 'allow unused-name for deck because "none"\n')
    (tmp_path / "variorum.toml").write_text('frmat = "json"\n')
    listed = pytest_in(tmp_path, "--collect-only", "-q").stdout.splitlines()
    assert [line for line in listed if "::" in line][:2] == [
        "odd.variant::unreadable-line-2", "odd.variant::unreadable-line-3"]
    result = pytest_in(tmp_path, "-q", "-rf", "--junitxml=found.xml", "-o", "junit_family=xunit1")
    assert result.returncode == 1
    assert ("variorum.toml", "0") in {
        (case.get("file"), case.get("line"))
        for case in ElementTree.parse(tmp_path / "found.xml").iter("testcase")}
    assert "odd.variant:2:13" in result.stdout
    assert "raw.variant::not-utf8-1" in result.stdout
    assert "tiny.variant::this-one-is-wrong" in result.stdout
    assert result.stdout.count("\nerror[example-fails]") == 1
    assert "tiny.variant::unused-allow-" in result.stdout
    assert result.stdout.count("\nerror[unknown-setting]") == 1
    assert "Traceback" not in result.stdout


def test_each_finding_in_an_example_is_a_test(tiny, tmp_path: Path) -> None:
    silent = 'example says-nothing\n  players ann, bo\n  given\n    deck holds coin 6\n'
    text = EXAMPLES.replace("holds coin 2", "holds coin 2\n    deck holds coin 6")
    tiny(after=f"{text}\n{silent}")
    result = pytest_in(tmp_path, "-q", "--junitxml=found.xml", "-o", "junit_family=xunit1")
    assert "3 failed, 1 passed" in result.stdout, result.stdout
    rows = (tmp_path / "tiny.variant").read_text("utf-8").split("\n")
    told = {case.get("name"): rows[int(case.get("line", 0))].strip()
            for case in ElementTree.parse(tmp_path / "found.xml").iter("testcase") if len(case)}
    assert told == {
        "this-one-is-wrong": "won of ann holds coin 2", "this-one-is-wrong-2": "deck holds coin 6",
        "says-nothing": "example says-nothing"}


def test_the_settings_count(tiny, tmp_path: Path) -> None:
    tiny(after='allow unused-name for deck because "none"\n')
    assert pytest_in(tmp_path, "-q").returncode == 1
    (tmp_path / "variorum.toml").write_text('[allow]\nunused-allow = "we keep them"\n')
    assert "no tests ran" in pytest_in(tmp_path, "-q").stdout


def test_it_can_be_switched_off(tiny, tmp_path: Path) -> None:
    tiny(after=EXAMPLES)
    result = pytest_in(tmp_path, "-q", "-o", "variorum=off")
    assert "no tests ran" in result.stdout


def test_nothing_is_imported_for_other_projects(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "import sys\ndef test_one():\n    assert not {'dsl', 'engine', 'lark'} & set(sys.modules)\n"
    )
    assert "1 passed" in pytest_in(tmp_path, "-q").stdout
