"""The last resort: a check in a process that may take so long and so much memory."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum.checker.check import check_files, check_within
from variorum.checker.limits import Limit, limited
from variorum.checker.memory import Memory
from variorum.cli import main

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process of its own here")
MUCH = Limit(60, 4_000)


def _hungry() -> int:
    return len(bytearray(1 << 31))


def test_what_is_found_within_the_limits_comes_back() -> None:
    assert limited(lambda: ["found", 3], MUCH) == ["found", 3]


def test_who_takes_too_long_is_stopped() -> None:
    started = time.monotonic()
    assert limited(lambda: time.sleep(60), Limit(0.05, 4_000)) == "longer than 0.05 seconds"
    assert time.monotonic() - started < 30


@pytest.mark.skipif(os.uname().sysname != "Linux" if hasattr(os, "uname") else True,
                    reason="other systems do not count memory so")
def test_who_takes_too_much_memory_is_stopped() -> None:
    assert limited(_hungry, Limit(60, 1_000)) == "more than 1,000 MB of memory"


def test_what_a_process_holds_already_does_not_count() -> None:
    held = bytearray(1 << 30)
    assert limited(lambda: len(bytearray(1 << 20)), Limit(60, 200)) == 1 << 20
    assert len(held) == 1 << 30


def test_a_mistake_of_ours_is_still_one() -> None:
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 // 0, MUCH)


def test_a_check_that_was_stopped_is_a_finding_and_is_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "mine.variant"
    path.write_text('edition mine "Mine"\n')
    memory = Memory(tmp_path / "memory")
    [checked] = check_files([str(path)], memory, Limit(1e-9, 4_000))
    assert [finding.code for finding in checked.diagnostics] == ["too-hard"]
    assert memory.recall(memory.key(str(path)) or "") is None
    assert check_within(str(path), MUCH)[1]


@pytest.mark.parametrize("words", ["9", "0", "0.5,100", "60,2000"])
def test_limits_are_given_in_seconds_and_megabytes(words: str) -> None:
    assert main(["check", "--limit", words, "quick-start"]) == 0


@pytest.mark.parametrize("words", ["", "x", "-1,5", "5,0", "nan,5", "1,2,3", "1e99,1"])
def test_what_is_no_limit_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--limit", words, "quick-start"]) == 2
    assert "is no limit" in capsys.readouterr().err


def test_what_is_bundled_needs_no_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise AssertionError("a process was made")

    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.chdir(ROOT)
    for path in ("variants/quick-start.variant", str(ROOT / "variants" / "quick-start.variant")):
        assert check_within(path, MUCH)[1]


@pytest.mark.parametrize("way", [["--fix"], ["--diff"], ["--fix", "--unsafe"]])
def test_mending_has_the_same_limits(
    tmp_path: Path, way: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.variant"
    text = (ROOT / "variants" / "quick-start.variant").read_text("utf-8")
    path.write_text(text.replace("players 3 to 5", "plyers 3 to 5"), "utf-8")
    before = path.read_bytes()
    status = main(["check", *way, "--limit", "1e-9,4000", str(path)])
    shown = capsys.readouterr()
    assert path.read_bytes() == before
    assert "0 fixes" in shown.err
    if way != ["--diff"]:
        assert status == 1
        assert "the check of this file takes longer than" in shown.out
    assert main(["check", "--diff", "--limit", "60,4000", str(path)]) == 1
    assert "+players 3 to 5" in capsys.readouterr().out
