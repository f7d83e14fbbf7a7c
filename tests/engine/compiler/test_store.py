"""Machine code that was kept: it comes back as it was, or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from variorum_engine.compiler.backends.store import Store

BODY = b"symbols\n" + bytes(range(256)) * 40


@pytest.fixture
def store(tmp_path: Path) -> Store:
    kept = Store(tmp_path / "code")
    kept.keep("a", BODY)
    return kept


def test_what_was_kept_comes_back(store: Store) -> None:
    assert store.recall("a") == BODY
    assert Store(store.folder).recall("a") == BODY
    assert store.recall("b") is None


def test_the_folder_and_its_files_are_closed_to_others(store: Store) -> None:
    for path in [store.folder, *store.folder.iterdir()]:
        assert not path.stat().st_mode & 0o077, path
    assert not list(store.folder.glob("*.new"))


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 500, len(BODY), len(BODY) + 31])
def test_a_file_cut_short_is_not_used(store: Store, length: int) -> None:
    path = store.folder / "a.code"
    path.write_bytes(path.read_bytes()[:length])
    assert store.recall("a") is None


@pytest.mark.parametrize("place", [0, 7, 100, len(BODY) - 1, len(BODY), len(BODY) + 31])
def test_an_altered_file_is_not_used(store: Store, place: int) -> None:
    path = store.folder / "a.code"
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    assert store.recall("a") is None


def test_code_under_another_name_is_not_used(store: Store) -> None:
    shutil.copy(store.folder / "a.code", store.folder / "b.code")
    assert store.recall("b") is None


def test_code_from_another_store_is_not_used(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other")
    other.keep("c", BODY)
    shutil.copy(other.folder / "c.code", store.folder / "c.code")
    assert store.recall("c") is None


def test_a_file_or_folder_that_others_can_write_is_not_trusted(store: Store) -> None:
    for path, mode in ((store.folder / "a.code", 0o666), (store.folder, 0o777),
                       (store.folder / "key", 0o622)):
        before = path.stat().st_mode
        path.chmod(mode)
        assert store.recall("a") is None, path
        path.chmod(before)
        assert store.recall("a") == BODY


def test_a_link_is_not_followed(store: Store, tmp_path: Path) -> None:
    path = store.folder / "a.code"
    moved = tmp_path / "elsewhere.code"
    os.replace(path, moved)
    path.symlink_to(moved)
    assert store.recall("a") is None


def test_without_its_key_nothing_is_used_and_it_can_begin_again(store: Store) -> None:
    (store.folder / "key").unlink()
    assert store.recall("a") is None
    store.keep("a", BODY)
    assert store.recall("a") == BODY


def test_a_folder_that_cannot_be_made_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    blocked = Store(tmp_path / "file" / "code")
    blocked.keep("a", BODY)
    assert blocked.recall("a") is None


def test_old_code_makes_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variorum_engine.compiler.backends.store.MOST_FILES", 3)
    for number in range(9):
        store.keep(f"n{number}", BODY)
    assert len(list(store.folder.glob("*.code"))) <= 4
    assert store.recall("n8") == BODY
