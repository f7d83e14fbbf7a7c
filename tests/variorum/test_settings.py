"""`variorum.toml` and `[tool.variorum]`: what can be set, where it counts, and what is said about
what cannot."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic

from tests.variorum.commands.conftest import SMALL
from variorum.settings import Found, settings_for

Run = Callable[..., Any]
UNUSED = SMALL.replace("\nsetup", "  box holds paper, open\n\nsetup")


def problems(folder: Path, text: str, name: str = "variorum.toml") -> list[Diagnostic]:
    (folder / name).write_text(text, "utf-8")
    return list(settings_for(folder / "some.variant").problems)


def test_nothing_is_set_without_a_file(here: Path) -> None:
    assert settings_for(here) == Found()


def test_the_nearest_file_counts(here: Path) -> None:
    (here / "a" / "b").mkdir(parents=True)
    (here / "variorum.toml").write_text('format = "json"\nfolders = ["a"]\n')
    (here / "a" / "pyproject.toml").write_text('[tool.other]\nvariorum = 1\n')
    assert settings_for("a/b/x.variant").settings.format == "json"
    assert settings_for("a/b").settings.folders == ("a",)
    (here / "a" / "pyproject.toml").write_text('[tool.variorum]\nfolders = ["b"]\n')
    assert settings_for("a/b/x.variant").settings.folders == ("a/b",)
    (here / "a" / "variorum.toml").write_text('format = "sarif"\n')
    assert settings_for("a/b/x.variant").settings.format == "sarif"


@pytest.mark.parametrize(("text", "code", "at", "hint"), [
    ('frmat = "json"\n', "unknown-setting", (1, 1), "write format"),
    ('# one\nrules = "json"\n', "unknown-setting", (2, 1),
     "there are: format, folders, severity, allow"),
    ('[severty]\nunused-name = "error"\n', "unknown-setting", (1, 2), "write severity"),
    ('[severity]\nunusd-name = "error"\n', "unknown-code", (2, 1), "write unused-name"),
    ('severity = { unusd-name = "error" }\n', "unknown-code", (1, 14), "write unused-name"),
    ('severity.unusd-name = "error"\n', "unknown-code", (1, 10), "write unused-name"),
    ('[allow]\nunused-name = " "\n', "no-reason", (2, 1), 'unused-name = "the reason"'),
    ('format = "jsn"\n', "wrong-setting", (1, 1), ""),
    ('[severity]\nunused-name = "grave"\n', "wrong-setting", (2, 1), ""),
    ('folders = "rules"\n', "wrong-setting", (1, 1), ""),
    ("format = \n", "wrong-setting", (1, 10), ""),
    ('format = "json"\nformat = "json"\n', "wrong-setting", (2, 16), ""),
])
def test_what_cannot_be_set_is_a_finding_with_its_place(
    here: Path, text: str, code: str, at: tuple[int, int], hint: str
) -> None:
    for name, before in (("variorum.toml", ""), ("pyproject.toml", "[tool.variorum]\n")):
        if before and text.startswith("["):
            text, before = text.replace("[", "[tool.variorum."), ""
        [found] = problems(here, before + text, name)
        place = found.primary.place
        assert (found.code, found.severity, place.path) == (code, "error", name)
        if not before and name == "variorum.toml":
            assert (place.line, place.column) == at
            assert hint in found.hint
        (here / name).unlink()


def test_the_fix_of_a_setting_mends_it(here: Path) -> None:
    for text in ('frmat = "json"\n', '[severity]\nunusd-name = "error"\n'):
        [found] = problems(here, text)
        assert found.fix is not None
        [edit] = found.fix.edits
        line = text.split("\n")[edit.place.line - 1]
        mended = line[:edit.place.column - 1] + edit.text + line[edit.place.end_column - 1:]
        assert problems(here, text.replace(line, mended)) == []


def test_what_is_right_counts_beside_what_is_wrong(here: Path) -> None:
    text = 'frmat = "json"\n[severity]\nunused-name = "error"\nno-end = "grave"\n'
    assert len(problems(here, text)) == 2
    assert settings_for(here).settings.severity == {"unused-name": "error"}


def test_severity_and_allowances_change_what_check_says(run: Run, here: Path) -> None:
    (here / "small.variant").write_text(UNUSED, "utf-8")
    assert "warning[unused-name]" in run("check").out
    (here / "variorum.toml").write_text('[severity]\nunused-name = "note"\n')
    result = run("check")
    assert (result.status, "note[unused-name]" in result.out) == (0, True)
    (here / "variorum.toml").write_text('[severity]\nunused-name = "error"\n')
    assert run("check").out.endswith("small: 1 error\n")
    (here / "variorum.toml").write_text('[allow]\nunused-name = "the box is printed"\n')
    assert run("check") == (0, "small: no findings\n", "")


def test_an_error_stays_an_error(run: Run, here: Path) -> None:
    (here / "small.variant").write_text(SMALL.replace("shuffle deck", "shuffle dekc"), "utf-8")
    (here / "variorum.toml").write_text(
        '[severity]\nunknown-name = "note"\n[allow]\nunknown-name = "I know"\n')
    result = run("check")
    assert result.status == 1
    assert "error[unknown-name]" in result.out
    assert "the settings cannot allow an error" in result.out


def test_format_and_folders_are_for_when_nothing_is_said(run: Run, here: Path) -> None:
    (here / "rules").mkdir()
    (here / "rules" / "small.variant").write_text(SMALL, "utf-8")
    (here / "variorum.toml").write_text('format = "json"\nfolders = ["rules"]\n')
    assert json.loads(run("check").out)["files"] == ["rules/small.variant"]
    assert run("check", "--format", "text", "rules/small.variant").out == "small: no findings\n"


def test_a_mistake_in_the_settings_is_told_once_with_its_line(run: Run, here: Path) -> None:
    for name in ("a", "b"):
        (here / f"{name}.variant").write_text(SMALL.replace(" small ", f" {name} "), "utf-8")
    (here / "variorum.toml").write_text("unknown = 3\n")
    result = run("check")
    assert result.status == 1
    assert result.out.count("error[unknown-setting]") == 1
    assert "variorum.toml:1:1" in result.out
    assert "unknown = 3" in result.out
