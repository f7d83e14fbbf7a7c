"""The workflow and the hooks that docs/ci.md shows do what it says, on a repository made here."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

PAGE = (ROOT / "docs/ci.md").read_text()
MAIN = "import sys; from variorum.cli import main; sys.exit(main())"


def commands() -> list[list[str]]:
    """The `variorum` lines of the workflow."""
    return [line.split() for line in re.findall(r"- run: variorum (.*)", PAGE)]


def hooks() -> list[list[str]]:
    return [line.split() for line in re.findall(r"entry: variorum (.*)", PAGE)]


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, *arguments], cwd=folder, capture_output=True, text=True,
        check=False, env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one house rule."""
    (tmp_path / "house.variant").write_text(
        'variant house "House rule" extends osprey-2018\n\n'
        "change scoring status\n"
        '  replace passe "Passé" subtract 4 for each passe in display\n\n'
        "example passe-costs-four\n"
        "  players ann, bo, cy\n"
        "  given\n"
        "    display of ann holds luxury 10, passe\n"
        "  when the game ends\n"
        "  then\n"
        "    status of ann is 6\n"
    )
    git = shutil.which("git")
    if git:
        subprocess.run([git, "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def test_the_workflow_runs_the_four_commands() -> None:
    assert [line[0] for line in commands()] == ["check", "fmt", "verify", "docs"]
    assert {line[0] for line in hooks()} == {"check", "fmt", "verify", "docs"}


def test_a_sound_repository_passes(repository: Path) -> None:
    assert run(["docs", "."], repository).returncode == 0
    for arguments in commands():
        quick = [*arguments, "--players", "3"] if arguments[0] == "verify" else arguments
        quick = ["1" if word == "5" else word for word in quick]
        result = run(quick, repository)
        assert result.returncode == 0, result.stdout + result.stderr
    for arguments in hooks():
        if arguments[0] != "verify":
            files = [] if arguments[0] == "docs" else ["house.variant"]
            result = run([*arguments, *files], repository)
            assert result.returncode == 0, result.stdout + result.stderr


def test_each_command_finds_its_own_mistake(repository: Path) -> None:
    file = repository / "house.variant"
    text = file.read_text()
    check, fmt, verify, docs = commands()
    assert run(["docs", "."], repository).returncode == 0
    assert run(docs, repository).returncode == 0
    file.write_text(text.replace("subtract 4", "subtract 3"))
    drifted = run(docs, repository)
    assert drifted.returncode == 1
    assert "variorum docs" in drifted.stdout + drifted.stderr
    file.write_text(text.replace("status of ann is 6", "status of ann is 5"))
    found = run(check, repository)
    assert found.returncode == 1
    assert found.stdout.startswith("::error file=house.variant,line=")
    file.write_text(text.replace("  players ann, bo", "    players   ann, bo"))
    assert run(fmt, repository).returncode != 0
    file.write_text(text + "\nalways nobody-pays: count of spent of players is 0\n")
    found = run([*verify, "--players", "3"], repository)
    assert found.returncode == 1
    assert "example shows-nobody-pays" in found.stdout
