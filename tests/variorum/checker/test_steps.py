"""Several files are checked as each of them alone, and a file can be checked step by step."""

from pathlib import Path

import pytest
from variorum_dsl.checks import concluded

from variorum.checker.check import Checked, check, check_file, check_files, examine, play, read
from variorum.files.lookup import file_of

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


def test_several_files_are_checked_as_each_alone(files: list[str]) -> None:
    assert [seen(each) for each in check_files(files)] == [seen(check_file(p)) for p in files]
    assert any(each.code == "example-fails" for each in check_file(files[1]).diagnostics)


def test_reading_static_checks_and_games_are_three_steps(files: list[str]) -> None:
    for path in files:
        loaded = read(path)
        rules = examine(loaded)
        assert set(loaded.problems) <= set(rules.problems)
        games = play(rules) if rules.playable else None
        assert concluded(rules, games) == check(loaded)
    wrong = examine(read(files[1]))
    assert wrong.playable
    assert concluded(wrong, None) == []
    assert {each.code for each in play(wrong)} == {"example-fails"}
