"""`variorum replay`: a record is verified and told again; what is wrong is named with its line."""

import io
from pathlib import Path

import pytest

from variorum import cli


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
           capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VARIORUM_DEBUG", "1")
    arguments = ["play", "osprey-2018", "--bots", "random", "--seed", "5", "--save", "a.game"]
    assert cli.main(arguments) == 0
    capsys.readouterr()
    return tmp_path / "a.game"


def test_the_transcript_is_that_of_the_game(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "osprey-2018", "--bots", "random", "--seed", "5"]) == 0
    watched = capsys.readouterr().out
    assert cli.main(["replay", "a.game"]) == 0
    assert capsys.readouterr().out.startswith(watched)


def test_a_record_from_standard_input(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["replay", "a.game"]) == 0
    from_file = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert cli.main(["replay", "-"]) == 0
    assert capsys.readouterr().out == from_file.replace("a.game:", "standard input:")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"rubbish")))
    assert cli.main(["replay", "-"]) == 1
    assert capsys.readouterr().err.startswith("standard input:1: ")


def test_a_record_that_was_cut_off(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:9]))
    assert cli.main(["replay", "a.game"]) == 1
    captured = capsys.readouterr()
    assert "a.game:9: the record stops here, before the game has ended" in captured.err
    assert "9 lines are valid, with 6 decisions" in captured.err
    assert "Round 1" in captured.out


def test_an_altered_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"seat":', b'"seat": ')
    record.write_bytes(b"".join(lines))
    assert cli.main(["replay", "a.game", "--quiet"]) == 1
    assert "a.game:7: the checksum does not fit" in capsys.readouterr().err


def test_a_record_of_another_variant(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "a.game", "--rules", "edition-2025"]) == 1
    assert "a.game:1: this game was played by other rules" in capsys.readouterr().err


def test_a_record_that_is_not_there(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "b.game"]) == 2
    assert "b.game: cannot be read" in capsys.readouterr().err
