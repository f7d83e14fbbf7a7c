"""What plain `make` shows: each part in one screen, within 80 columns, and a game that is won."""

import re
import shlex
import shutil
import subprocess

import pytest

from tests.paths import ROOT
from tests.variorum.commands.conftest import Run
from variorum.files.editions import edition_names

SCREEN, WIDE = 42, 80  # 40 lines, and the command itself below an empty one


def planned(target: str) -> list[str]:
    """The commands that make would run for a target, but for those that set things up."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make here")
    shown = subprocess.run([make, "--dry-run", target], cwd=ROOT, capture_output=True, text=True,
                           check=True)
    return [line for line in shown.stdout.splitlines()
            if re.match(r"\S+/variorum |echo( |$)", line) and "Setting up" not in line]


def fits(text: str) -> None:
    lines = text.splitlines()
    assert len(lines) <= SCREEN, text
    assert max(map(len, lines)) <= WIDE, text


@pytest.mark.parametrize(("target", "says"), [
    ("check", "".join(rf"(?=[\s\S]*\b{name}: no findings, \d+ examples\n)"
                      for name in edition_names())),
    ("play", r"\n(ann|bo|cy) wins by status\.\n$"),
    ("diff", r"differences, \d+ of which can change who wins"),
])
def test_each_part_fits_a_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch, target: str, says: str
) -> None:
    *blank, command = planned(target)
    monkeypatch.chdir(ROOT)
    result = run(*shlex.split(command)[1:])
    assert result.status == 0
    fits("\n".join([*("" for _ in blank), command, result.out.rstrip("\n")]))
    assert re.search(says, result.out), result.out


def test_the_end_says_what_to_type_next(run: Run) -> None:
    lines = [shlex.split(line)[1] for line in planned("next") if line != "echo"]
    fits("\n".join(lines))
    named = [re.split(r"  +", line.strip())[0] for line in lines if "variorum " in line]
    commands = [shlex.split(each) for each in named if each.startswith("variorum ")]
    assert len(commands) == 4
    for _, *arguments in commands:
        if arguments[0] != "--help":
            assert run(arguments[0], "--help").status == 0
    assert (ROOT / "docs/tutorial.md").exists()
    assert planned("all")[-1] == planned("next")[-1]
