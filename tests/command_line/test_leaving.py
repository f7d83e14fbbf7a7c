"""The command leaves at once after a check, with everything written and the right status."""

import subprocess
import sys
from pathlib import Path

import pytest

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
                          check=False, env={"PYTHONPATH": str(Path(__file__).parents[2]),
                                            "VARIORUM_CACHE": str(tmp_path / "memory")})
    assert done.returncode == status, done.stderr
    assert words in done.stdout
    assert "Traceback" not in done.stderr
