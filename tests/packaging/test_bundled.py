"""Bundled editions and libraries are found by name, wherever the package lies."""

from pathlib import Path

import pytest

from variorum.files import editions as bundled


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the layout of the repository, with one edition in it."""
    (tmp_path / "variorum").mkdir()
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "one.variant").touch()
    (tmp_path / "secret.variant").touch()
    monkeypatch.setattr(bundled, "_HERE", tmp_path / "variorum")
    return tmp_path


def test_in_the_repository_editions_lie_in_variants(repository: Path) -> None:
    assert bundled.edition_names() == ["one"]
    assert bundled.edition_path("one") == repository / "variants" / "one.variant"


def test_in_an_installed_package_editions_lie_in_the_package(repository: Path) -> None:
    (repository / "variants").rename(repository / "variorum" / "editions")
    assert bundled.edition_names() == ["one"]
    assert bundled.edition_path("one") == repository / "variorum" / "editions" / "one.variant"


@pytest.mark.parametrize("name", ["two", "", "../secret", "one.variant", "/one", "o\0ne", "ⅷ"])
def test_a_name_that_is_no_edition_finds_nothing(repository: Path, name: str) -> None:
    assert bundled.edition_path(name) is None


def test_a_library_that_is_not_there_is_not_found() -> None:
    assert bundled.library_path("no-such-library") is None
    assert bundled.library_path("../bundled") is None


def test_every_library_is_found_by_its_name() -> None:
    assert all(bundled.library_path(name) for name in bundled.library_names())
