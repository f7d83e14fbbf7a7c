"""`variorum docs` writes, checks, and says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum.cli import main
from variorum.files.editions import edition_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Somebody's own rule files."""
    path = edition_path("osprey-2018")
    assert path is not None
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "osprey-2018.variant").write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "rules" / "mine.variant").write_text(
        'variant mine "My High Society" extends osprey-2018\nreplace players 3 to 4\n', "utf-8")
    return tmp_path


def test_the_committed_pages_are_as_they_would_be_made() -> None:
    done = subprocess.run([sys.executable, "-m", "variorum", "docs", "--check"], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_folder_of_ones_own(folder: Path, monkeypatch: pytest.MonkeyPatch,
                              capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(folder)
    assert main(["docs", "rules", "--out", "pages"]) == 0
    assert "pages/site/index.html" in capsys.readouterr().out
    text = (folder / "pages" / "mine.md").read_text("utf-8")
    assert "# My High Society" in text
    assert "For 3 or 4 players." in text
    assert not (folder / "pages" / "language.md").exists()
    both = (folder / "pages" / "comparison-mine-osprey-2018.md").read_text("utf-8")
    assert "In My High Society, 3 to 4 can play; in High Society, 3 to 5 can play" in both
    assert main(["docs", "rules", "--out", "pages", "--check"]) == 0


def test_a_file_with_a_wrong_name_has_no_pages(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    with (folder / "rules" / "mine.variant").open("a", encoding="utf-8") as file:
        file.write("add effect x\n  when a luxxury enters display of p\n    nothing happens\n")
    assert main(["docs", "rules", "--out", "pages"]) == 1
    assert "did you mean luxury?" in capsys.readouterr().err
    assert not (folder / "pages").exists()


def test_drift_is_found_and_the_way_out_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["docs", "rules", "--out", "pages"]) == 0
    mine = folder / "rules" / "mine.variant"
    mine.write_text(mine.read_text("utf-8").replace("3 to 4", "3 to 5"), "utf-8")
    (folder / "pages" / "osprey-2018-aid.md").unlink()
    (folder / "pages" / "notes.md").write_text("# Mine\n", "utf-8")
    capsys.readouterr()
    assert main(["docs", "rules", "--out", "pages", "--check"]) == 1
    said = capsys.readouterr().out
    assert "pages/mine.md differs from line 3 on" in said
    assert "pages/osprey-2018-aid.md is missing" in said
    assert "notes.md" not in said
    assert "variorum docs rules --out pages" in said
    mine.unlink()
    assert main(["docs", "rules", "--out", "pages", "--check"]) == 1
    assert "variorum docs rules --out pages --prune" in capsys.readouterr().out
    assert main(["docs", "rules", "--out", "pages", "--prune"]) == 0
    assert "pages were removed: " in capsys.readouterr().out
    assert not (folder / "pages" / "mine.md").exists()
    assert (folder / "pages" / "notes.md").exists()
    assert main(["docs", "rules", "--out", "pages", "--check"]) == 0


def test_pages_of_other_files_stay_until_they_are_pruned(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["docs", "rules/mine.variant", "--out", "pages"]) == 0
    capsys.readouterr()
    assert main(["docs", "rules/osprey-2018.variant", "--out", "pages"]) == 0
    assert (folder / "pages" / "mine.md").exists()
    assert ("pages that are not made now stay there; --prune removes them: mine-aid.md, mine.md"
            in capsys.readouterr().out)


@pytest.mark.parametrize(("arguments", "status", "said"), [
    (["nowhere"], 2, "there is no edition or file called"),
    (["broken.variant"], 1, "players"),
    (["again"], 1, "another file is called"),
    (["library"], 1, "only libraries"),
])
def test_what_cannot_be_shown_is_explained(
    arguments: list[str], status: int, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    (folder / "broken.variant").write_text('edition broken "B"\nplayers three\n', "utf-8")
    (folder / "again" / "inner").mkdir(parents=True)
    text = (folder / "rules" / "osprey-2018.variant").read_text("utf-8")
    for name in ("again/a.variant", "again/inner/b.variant"):
        (folder / name).write_text(text, "utf-8")
    (folder / "library").mkdir()
    (folder / "library" / "l.variant").write_text(
        'library l "L"\n\nprocedure wait "wait"\n  nothing happens\n', "utf-8")
    assert main(["docs", *arguments, "--out", "pages"]) == status
    captured = capsys.readouterr()
    assert said in captured.err
    assert "Traceback" not in captured.err
    assert not (folder / "pages").exists()


def test_a_folder_that_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    (folder / "pages").mkdir()
    (folder / "pages" / "site").write_text("in the way", "utf-8")
    assert main(["docs", "rules", "--out", "pages"]) == 2
    assert "cannot be written here" in capsys.readouterr().err
