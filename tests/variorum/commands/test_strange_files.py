"""Pipes, devices and closed streams in the place of files: said at once, and never waited for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variorum_dsl.files.loader import load
from variorum_engine.table import records

from bench.hostile import FAMILIES
from tests.paths import ROOT
from variorum.cli import main
from variorum.reports.json import dumped

COMMANDS = [
    ["fmt", "{}"], ["fmt", "--check", "{}"], ["replay", "{}"], ["check", "{}"], ["show", "{}"],
    ["simulate", "quick-start", "--games", "5", "--bots", "thumb:{}"],
    ["simulate", "quick-start", "--games", "5", "--checkpoint", "{}", "--resume"],
    ["sources", "quick-start", "{}"], ["sources", "quick-start", __file__, "--lock", "{}"],
    ["score", "quick-start", "{}"], ["play", "--resume", "{}"], ["new", "mine", "--from", "{}"],
    ["diff", "quick-start", "osprey-2018", "--quick", "--rulebook", "quick-start={}"],
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
    assert re.search("file|not a lock", done.stdout + done.stderr)
    assert "mistake of its own" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize(("command", "status"), [
    ("check quick-start >&-", 2), ("explain leak >&-", 2), ("check - <&-", 1),
    ("explain leak >&- 2>&-", 2), ("replay - <&-", 1), ("fmt - <&-", 1),
    ("score quick-start - <&-", 1), ("play quick-start --human 1 --save {}/a.game <&-", 0),
])
def test_a_closed_stream_is_no_mistake_of_ours(
    command: str, status: int, tmp_path: Path
) -> None:
    done = subprocess.run(f"{sys.executable} -m variorum {command.format(tmp_path)}", shell=True,
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


@pytest.mark.parametrize("words", [
    ["show", "--format", "json"], ["simulate", "--games", "3", "--format", "html"],
    ["simulate", "--games", "3", "--format", "json"], ["mutate", "--format", "json"],
])
def test_no_format_says_what_a_log_reader_would_obey(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "tests" / "games" / "goofspiel.variant").read_text("utf-8")
    text = text.split("\nexample who-sees", 1)[0]
    path = tmp_path / "goof.variant"
    path.write_text(text.replace('"Goofspiel"', '"##vso[task.setvariable]x"').replace(
        'points "point"', 'points "##[error] x"'), "utf-8")
    assert main([words[0], str(path), *words[1:]]) in (0, 1)
    out = capsys.readouterr().out
    assert "error" in out or words[0] == "mutate"
    assert "##" not in out


def test_a_record_has_no_other_file_quoted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, secret = tmp_path / "game.record", tmp_path / "secret.variant"
    assert main(["play", "quick-start", "--bots", "random", "--save", str(record)]) == 0
    secret.write_text("password hunter2\n")
    first = json.loads(record.read_text("utf-8").splitlines()[0])
    del first["check"]
    first["source"] = str(secret)
    line = records.dumped(first)
    check = records.checked("", line)
    record.write_text(f'{line[:-1]},"check":"{check}"}}\n', "utf-8")
    capsys.readouterr()
    assert main(["replay", str(record)]) == 1
    shown = capsys.readouterr()
    assert "--rules" in shown.err
    assert "hunter2" not in shown.out + shown.err


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(field=st.sampled_from(records.Header._fields), value=ANYTHING)
def test_whatever_a_header_says_it_is_one_or_refused(field: str, value: object) -> None:
    good = records.Header("x", "x", "f", ("a",), {"b": "c"}, ("ann", "bo"), 7, (1,), "random")
    assert records.header_of(good.data()) == good
    header = records.header_of({**good.data(), field: value})
    if header is not None:
        assert all(isinstance(name, str) for name in (*header.players, *header.options))
        assert type(header.seed) is int
        assert all(0 <= seat < len(header.players) for seat in header.people)


def test_thousands_of_choices_are_left_to_the_interpreter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "many.variant"
    path.write_text(FAMILIES["choices"][0](1_200), "utf-8")
    assert main(["simulate", str(path), "--games", "1", "--bots", "random"]) == 0
    assert "1,000 choices" in capsys.readouterr().err


def test_seventeen_honest_parents_are_no_circle(tmp_path: Path) -> None:
    (tmp_path / "v0.variant").write_text('edition v0 "V"\nplayers 2\n')
    for number in range(1, 45):
        (tmp_path / f"v{number}.variant").write_text(
            f'variant v{number} "V" extends v{number - 1}\n')
    assert load(tmp_path / "v17.variant").sheet is not None
    [problem] = load(tmp_path / "v44.variant").problems
    assert problem.code == "too-large"


def test_no_more_is_laid_out_than_a_rule_file_may_hold(tmp_path: Path) -> None:
    """A part of it would be written in the place of the whole."""
    path = tmp_path / "long.variant"
    path.write_bytes(b'edition long "Long"\n' + b"#" * 70 * 30_000)
    with path.open("rb") as file:
        done = subprocess.run([*PYTHON, "fmt", "-"], stdin=file, capture_output=True, text=True,
                              check=False)
    assert (done.returncode, done.stdout) == (2, "")
    before = path.stat().st_mtime_ns
    assert main(["fmt", str(path)]) == 2
    assert path.stat().st_mtime_ns == before
