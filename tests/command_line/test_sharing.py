"""A check that is shared by several processes finds the same as one that is not."""

import os
from pathlib import Path

import pytest

from variorum.checker import check as checking
from variorum.checker.check import Checked, check_file, check_files
from variorum.checker.second_process import Elsewhere, busy, processors
from variorum.files.lookup import file_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is only one process")
TEXT = Path(file_of("osprey-2018")).read_text("utf-8")


def seen(checked: Checked) -> tuple[object, ...]:
    texts = {path: source.text for path, source in checked.sources.items()}
    return checked.path, checked.diagnostics, checked.examples, checked.unreadable, texts


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A right one, one with an example that fails, one that cannot be read, one with mistakes."""
    texts = {
        "a": TEXT, "b": TEXT.replace("winner bo", "winner ann"), "c": "\0", "d": "editoin x\n",
        "e": TEXT,
    }
    paths = [tmp_path / f"{name}.variant" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, "utf-8")
    paths[2].write_bytes(b"\xff")
    return [str(path) for path in (*paths, tmp_path / "nowhere.variant")]


def test_the_examples_of_one_file_run_elsewhere(files: list[str]) -> None:
    for path in files:
        assert seen(check_file(path, shared=True)) == seen(check_file(path))
    assert any(each.code == "example-fails" for each in check_file(files[1]).diagnostics)


@pytest.mark.parametrize("many", [1, 2, 3, 8])
def test_files_are_spread_over_processes(
    files: list[str], many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "processors", lambda: many)
    monkeypatch.setattr(checking, "busy", lambda: False)
    assert [seen(each) for each in check_files(files)] == [seen(check_file(p)) for p in files]


def test_work_that_fails_elsewhere_is_done_here(
    files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, check = os.getpid(), checking.check_file

    def fails_elsewhere(path: str, *, shared: bool = False) -> Checked:
        if os.getpid() != here:
            raise MemoryError
        return check(path, shared=shared)

    monkeypatch.setattr(checking, "processors", lambda: 2)
    monkeypatch.setattr(checking, "check_file", fails_elsewhere)
    assert [seen(each) for each in check_files(files)] == [seen(check(p)) for p in files]


def test_an_answer_comes_back_or_nothing_does() -> None:
    assert Elsewhere(lambda: {"a": (1, "é", [2.5, None])}).result() == {"a": (1, "é", [2.5, None])}
    assert Elsewhere(lambda: "x" * 1_000_000).result() == "x" * 1_000_000
    assert Elsewhere(lambda: 1 // 0).result() is None
    assert Elsewhere(lambda: object()).result() is None
    assert Elsewhere(lambda: os._exit(9)).result() is None


def test_what_is_dismissed_stops() -> None:
    read, write = os.pipe()
    helper = Elsewhere(lambda: os.read(read, 1))
    helper.dismiss()
    helper.dismiss()
    os.close(read)
    os.close(write)


def test_there_is_at_least_one_processor() -> None:
    assert processors() >= 1
    assert busy() in (True, False)
