"""`variorum diff` at the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum import cli
from variorum.files.editions import edition_path

GAME = ROOT / "tests" / "games" / "goofspiel.variant"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "old.variant"
    path.write_text(GAME.read_text(encoding="utf-8"), encoding="utf-8")
    return path


@pytest.fixture
def new(old: Path) -> Path:
    path = old.with_name("new.variant")
    text = old.read_text(encoding="utf-8").replace(
        "prizes add total pips of won", "prizes add total pips of won\n  many add count of won")
    path.write_text(text, encoding="utf-8")
    return path


def test_two_versions_of_a_file(old: Path, new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["diff", "old.variant", "new.variant"]) == 0
    text = capsys.readouterr().out
    assert "What can change who wins" in text
    assert "add the number of " in " ".join(text.split())
    assert "variorum diff old.variant new.variant --full\n" in text
    del old, new


def test_a_file_and_itself(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["diff", old.name, old.name, "--fail-on", "any"]) == 0
    assert "No differences." in capsys.readouterr().out


@pytest.mark.parametrize(("fail_on", "status"), [
    ("scoring", 1), ("any", 1), ("play", 0), ("tie-break", 0), ("winner", 1), ("words", 1),
])
def test_fail_on(new: Path, fail_on: str, status: int) -> None:
    del new
    assert cli.main(["diff", "old.variant", "new.variant", "--fail-on", fail_on]) == status


def test_json(new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del new
    assert cli.main(["diff", "old.variant", "new.variant", "--format", "json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert one["counts"]["scoring"] == 1


@pytest.mark.parametrize("arguments", [
    ["old.variant", "no-such-edition"], ["old.variant", "broken.variant"],
    ["old.variant", "library.variant"], ["old.variant"], ["--since", "-x", "old.variant"],
    ["old.variant", "old.variant", "--pin", "nothing"],
    ["old.variant", "old.variant", "--pin", "won=no-such-zone"],
    ["--since", "no-such-commit", "old.variant"],
])
def test_what_cannot_be_compared_is_not_equal(
    old: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    old.with_name("broken.variant").write_text("edition broken\nplayers many\n", encoding="utf-8")
    old.with_name("library.variant").write_text('library library "Library"\n', encoding="utf-8")
    assert cli.main(["diff", *arguments]) == 2
    shown = capsys.readouterr()
    assert "No differences" not in shown.out
    assert shown.err
    assert "Traceback" not in shown.err


def test_a_change_in_git(old: Path, new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org",
                        *arguments], cwd=old.parent, check=True, capture_output=True)

    git("init", "-q")
    git("add", "old.variant")
    git("commit", "-qm", "first")
    assert cli.main(["diff", "--since", "HEAD", "old.variant"]) == 0
    assert "No differences." in capsys.readouterr().out
    old.write_text(new.read_text(encoding="utf-8"), encoding="utf-8")
    assert cli.main(["diff", "--since", "HEAD", "old.variant", "--fail-on", "scoring"]) == 1
    assert "[scoring-add]" in capsys.readouterr().out


def test_everything_that_has_changed_since(
    old: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org",
                        *arguments], cwd=old.parent, check=True, capture_output=True)

    git("init", "-q")
    git("add", "old.variant", "new.variant")
    git("commit", "-qm", "first")
    assert cli.main(["diff", "--since", "HEAD", "--fail-on", "words"]) == 0
    assert "No rule file here has changed" in capsys.readouterr().out
    old.write_text(new.read_text(encoding="utf-8"), encoding="utf-8")
    assert cli.main(["diff", "--since", "HEAD", "--fail-on", "winner"]) == 1
    assert "[scoring-add]" in capsys.readouterr().out


def test_one_difference_with_its_proof(new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del new
    assert cli.main(["diff", "old.variant", "new.variant", "--only", "scoring-add"]) == 0
    told = capsys.readouterr().out
    assert "A game from the deal" in told
    assert "highest points: " in told
    assert cli.main(["diff", "old.variant", "new.variant", "--only", "nothing"]) == 2
    assert "there are: scoring-add" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nothing", "nobody=book.txt", "A=no-such-file.txt"])
def test_a_rulebook_that_cannot_be_read(
    new: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    del new
    assert cli.main(["diff", "old.variant", "new.variant", "--rulebook", given]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_bundled_editions_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert edition_path("osprey-2018") is not None
    assert cli.main(["diff", "osprey-2018", "money-isnt-everything", "--quick",
                     "--format", "markdown"]) == 0
    assert "## Can change who wins" in capsys.readouterr().out


def test_records_that_cannot_be_written_are_one_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    status = cli.main(["diff", "osprey-2018", "quick-start", "--quick", "--games", "5", "--records",
                       str(tmp_path / "file")])
    assert status == 2
    assert capsys.readouterr().err.count("Error:") == 1


def test_a_bundled_edition_has_no_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["diff", "osprey-2018", "--since", "main"]) == 2
    assert "osprey-2018 is an edition that comes with the toolkit" in capsys.readouterr().err


@pytest.mark.parametrize("names", [("edition-2025",), ("edition-2025", "quick-start")])
def test_a_quick_look_says_what_it_did_not_look_for(
    names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["diff", "osprey-2018", *names, "--quick"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("can change who wins was not looked for; without --quick it is.") == 1


def test_a_quick_look_that_left_nothing_out_says_nothing(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["diff", str(old), str(old), "--quick"]) == 0
    assert "--quick" not in capsys.readouterr().out
