"""Pipes, devices and closed streams in the place of files: said at once, and never waited for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from variorum_dsl.files.loader import load

from variorum.reports.json import dumped

COMMANDS = [
    ["fmt", "{}"], ["fmt", "--check", "{}"], ["replay", "{}"], ["check", "{}"], ["show", "{}"],
    ["simulate", "quick-start", "--games", "5", "--bots", "thumb:{}"],
    ["simulate", "quick-start", "--games", "5", "--checkpoint", "{}", "--resume"],
]
PYTHON = [sys.executable, "-m", "variorum"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0] + str(len(words)))
def test_a_pipe_that_nobody_writes_to_is_refused(command: list[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.variant"
    os.mkfifo(pipe)
    words = [word.format(pipe) for word in command]
    done = subprocess.run([*PYTHON, *words], capture_output=True, text=True, timeout=60,
                          check=False)
    assert done.returncode in (1, 2)
    assert "file" in done.stdout + done.stderr
    assert "mistake of its own" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize(("command", "status"), [
    ("check quick-start >&-", 2), ("explain leak >&-", 2), ("check - <&-", 1),
    ("explain leak >&- 2>&-", 2), ("replay - <&-", 2),
])
def test_a_closed_stream_is_no_mistake_of_ours(command: str, status: int) -> None:
    done = subprocess.run(f"{sys.executable} -m variorum {command}", shell=True,
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status
    assert "mistake of its own" not in done.stderr


@pytest.mark.parametrize("text", ["\u202egnp.exe", "##vso[task.setvariable]x", "##[error]",
                                  "\x1b[2J", "\U000e0100", "caf\u00e9"])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_says_the_same_and_shows_nothing_else(text: str, ascii_only: bool) -> None:
    written = dumped({"text": text}, ascii_only=ascii_only)
    assert json.loads(written) == {"text": text}
    assert "##" not in written
    assert all(char == "\n" or char.isprintable() for char in written)
    assert "\U000e0100" not in written


def test_seventeen_honest_parents_are_no_circle(tmp_path: Path) -> None:
    (tmp_path / "v0.variant").write_text('edition v0 "V"\nplayers 2\n')
    for number in range(1, 45):
        (tmp_path / f"v{number}.variant").write_text(
            f'variant v{number} "V" extends v{number - 1}\n')
    assert load(tmp_path / "v17.variant").sheet is not None
    [problem] = load(tmp_path / "v44.variant").problems
    assert problem.code == "too-large"
