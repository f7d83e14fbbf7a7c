"""`variorum fmt`: files, standard input, and what it cannot use."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from variorum.commands.fmt import command

GOOD = 'edition x "X"\n\nzones\n  deck holds money, hidden\n'
MESSY = GOOD.replace(" holds ", "   holds ")


def run(*arguments: str, given: bytes = b""):  # type: ignore[no-untyped-def]
    return CliRunner().invoke(command, list(arguments), input=given, standalone_mode=False)


def test_fmt_changes_a_file_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.variant"
    file.write_text(MESSY)
    file.chmod(0o640)
    first, second = run(str(file)), run(str(file))
    assert (first.return_value, second.return_value) == (0, 0)
    assert file.read_text() == GOOD
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a.variant"]
    assert "1 file changed" in first.stderr
    assert "1 file already in the style" in second.stderr


@pytest.mark.parametrize("flag", ["--check", "--diff"])
def test_fmt_only_looks(tmp_path: Path, flag: str) -> None:
    (tmp_path / "a.variant").write_text(MESSY)
    result = run(flag, str(tmp_path))
    assert result.return_value == 1
    assert (tmp_path / "a.variant").read_text() == MESSY
    if flag == "--diff":
        assert "-  deck   holds money, hidden\n+  deck holds money, hidden\n" in result.stdout
    (tmp_path / "a.variant").write_text(GOOD)
    assert run(flag, str(tmp_path)).return_value == 0


def test_fmt_goes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.variant").write_text(MESSY)
    (tmp_path / "b.variant").symlink_to("a.variant")
    assert run(str(tmp_path / "b.variant")).return_value == 0
    assert (tmp_path / "b.variant").is_symlink()
    assert (tmp_path / "a.variant").read_text() == GOOD


def test_fmt_reads_standard_input() -> None:
    result = run("-", given=MESSY.encode())
    assert (result.return_value, result.stdout, result.stderr) == (0, GOOD, "")
    assert run("-", "--check", given=MESSY.encode()).return_value == 1
    wrong = run("-", given=b"zones\n")
    assert (wrong.return_value, wrong.stdout) == (1, "")
    assert "error[" in wrong.stderr


def test_fmt_reports_mistakes_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.variant").write_text('edition x "X"\n\nzones\n  deck houlds \x1b[2J\n')
    (tmp_path / "b.variant").write_text(MESSY)
    result = run(str(tmp_path))
    assert result.return_value == 1
    assert (tmp_path / "b.variant").read_text() == GOOD
    assert "error[" in result.stderr
    assert "\x1b" not in result.stderr
    assert "1 file changed, 1 file left alone because of mistakes" in result.stderr


def test_fmt_says_what_it_cannot_use(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.variant").write_bytes(b'edition x "X"\n# \xff\n')
    for path, message in (
        ("missing", "there is no such file or folder"),
        ("empty", "there is no rule file"),
        ("bad.variant", "bad.variant:2: this is not UTF-8 text"),
        ("\0", "there is no such file or folder"),
    ):
        result = run(str(tmp_path / path))
        assert result.return_value == 2
        assert message in result.stderr
    assert (tmp_path / "bad.variant").read_bytes() == b'edition x "X"\n# \xff\n'
