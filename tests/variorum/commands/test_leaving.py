"""The command leaves at once after a check, with everything written and the right status."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

COMMAND = [sys.executable, "-c", "from variorum.entry import run; run()"]


@pytest.mark.parametrize(("arguments", "status", "words"), [
    (["check", "--fresh", "quick-start"], 0, "quick-start: no findings"),
    (["check", "mine.variant"], 1, "mine: 4 errors"),
    (["check", "no-such-edition"], 2, ""),
    (["check", "--format", "json", "mine.variant"], 1, "variorum-report"),
    (["explain", "no-winner"], 0, "no-winner"),
])
def test_all_is_written_before_it_leaves(
    arguments: list[str], status: int, words: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.variant").write_text('edition mine "Mine"\n')
    done = subprocess.run([*COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True,
                          check=False, env={"PYTHONPATH": str(ROOT),
                                            "VARIORUM_CACHE": str(tmp_path / "memory")})
    assert done.returncode == status, done.stderr
    assert words in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [["check", "osprey-2018", "--format", "json"],
                                     ["check", "osprey-2018"], ["show", "osprey-2018"]])
def test_output_for_which_there_is_no_room(command: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-m", "variorum", *command], stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "there is no room" in done.stderr
    assert "mistake of its own" not in done.stderr
    assert "Traceback" not in done.stderr
