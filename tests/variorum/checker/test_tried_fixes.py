"""`check --fix`: fixes that are tried, and a file that is never left worse."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Place

from tests.dsl.checks.conftest import SMALL_GAME, written
from tests.variorum.commands.test_check import typed
from variorum.checker import check as checker
from variorum.checker.check import check_file
from variorum.checker.fixes import mended

Run = Callable[..., Any]
SAMPLES = sorted((Path(__file__).parents[2] / "dsl" / "checks" / "bad").glob("*.variant"))
WRONG = (SMALL_GAME.replace("shuffle deck", "shufle deck").replace("to bank", "to bnk")
         + 'allow unused-name for bank because "none"\n')


def told(path: str, data: bytes) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.title) for each in check_file(path, data).diagnostics)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("unsafe", [False, True])
def test_no_sample_is_left_worse(sample: Path, unsafe: bool, tmp_path: Path) -> None:
    path = written(tmp_path, sample.read_text("utf-8"))
    before = path.read_bytes()
    result = mended(str(path), before, unsafe=unsafe)
    assert result is not None
    assert path.read_bytes() == before
    after = told(str(path), result.after.encode())
    assert sum((told(str(path), before) - after).values()) >= len(result.applied)
    assert not after - told(str(path), before)
    assert all(each.fix is not None and (each.fix.safe or unsafe) for each in result.applied)
    assert bool(result.applied) == (result.after != before.decode())


def test_safe_fixes_are_applied_and_the_rest_is_reported(run: Run, here: Path) -> None:
    path = here / "small.variant"
    path.write_text(WRONG, "utf-8")
    result = run("check", "--fix")
    assert result.status == 1
    assert path.read_text("utf-8") == WRONG.replace("shufle", "shuffle")
    assert "error[unknown-name]" in result.out
    assert "misspelt-word" not in result.out
    assert result.err.splitlines() == [
        "small.variant:22:3: mended misspelt-word: write shuffle", "1 fix applied"]
    result = run("check", "--fix", "--unsafe")
    assert (result.status, result.out) == (0, "small: no findings\n")
    assert path.read_text("utf-8") == SMALL_GAME  # also the allowance that is idle now


def test_what_the_settings_allow_stays(run: Run, here: Path) -> None:
    path = here / "small.variant"
    path.write_text(WRONG, "utf-8")
    (here / "variorum.toml").write_text(
        '[allow]\nunused-allow = "we keep them"\n[severity]\nunused-name = "error"\n')
    result = run("check", "--fix", "--unsafe")
    assert (result.status, result.out) == (0, "small: no findings\n")
    assert path.read_text("utf-8") == (
        SMALL_GAME + 'allow unused-name for bank because "none"\n')
    path.write_text(SMALL_GAME.replace("zones\n", "zones\n  box holds gem, open\n"), "utf-8")
    assert "error[unused-name]" in run("check", "--fix").out


def test_the_settings_are_mended_too(run: Run, here: Path) -> None:
    """First, so that they count for the rest."""
    (here / "small.variant").write_text(
        SMALL_GAME + 'allow unused-name for bank because "none"\n', "utf-8")
    path = here / "variorum.toml"
    wrong = 'frmat = "text"\nfish = 1\n[alow]\nunused-allow = "we keep them"\n'
    path.write_text(wrong, "utf-8")
    shown = run("check", "--fix", "--unsafe", "--diff")
    assert '+format = "text"' in shown.out
    assert run("check", "--fix").out.count("error[unknown-setting]") == 3
    assert path.read_text("utf-8") == wrong
    result = run("check", "--fix", "--unsafe")
    assert path.read_text("utf-8") == (
        'format = "text"\nfish = 1\n[allow]\nunused-allow = "we keep them"\n')
    assert result.status == 1
    assert 'there is no setting called "fish"' in result.out
    assert "small: no findings" in result.out


def test_json_and_sarif_offer_only_what_was_tried(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shop that is open to coins would send them on to where none can lie."""
    path = here / "small.variant"
    text = SMALL_GAME.replace("move price to bank", "move price to shop").replace(
        "zones\n", "zones\n  chest holds coin, open\n").replace(
        "  shuffle deck\n", "  shuffle deck\n  move bank to chest\n")
    path.write_text(text + 'allow unused-name for bank because "none"\n', "utf-8")
    [raw] = [each for each in check_file(str(path)).diagnostics if each.code == "wrong-zone"]
    assert raw.fix is not None
    rows = json.loads(run("check", "--format", "json").out)["diagnostics"]
    [tried] = [each for each in rows if each["code"] == "wrong-zone"]
    assert not tried.get("fix")
    assert path.read_text("utf-8").startswith(text)
    again = json.loads(run("check", "--format", "json").out)["diagnostics"]  # now from memory
    assert again == rows
    results = json.loads(run("check", "--format", "sarif").out)["runs"][0]["results"]
    [tried] = [each for each in results if each["ruleId"] == "wrong-zone"]
    assert "fixes" not in tried


def test_a_diff_changes_nothing(run: Run, here: Path) -> None:
    path = here / "small.variant"
    path.write_text(WRONG, "utf-8")
    result = run("check", "--diff")
    assert result.status == 1
    assert path.read_text("utf-8") == WRONG
    assert [line for line in result.out.splitlines() if line[:1] in "+-"] == [
        "--- small.variant", "+++ small.variant (mended)", "-  shufle deck", "+  shuffle deck"]
    path.write_text(SMALL_GAME, "utf-8")
    assert run("check", "--diff") == (0, "", "0 fixes would be applied\n")


def test_standard_input_comes_back_mended(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, WRONG.encode())
    result = run("check", "--fix", "--unsafe", "-")
    assert (result.status, result.out) == (0, SMALL_GAME)
    assert "standard input: no findings" in result.err


def test_the_rest_is_reported_in_every_format(run: Run, here: Path) -> None:
    (here / "small.variant").write_text(WRONG, "utf-8")
    result = run("check", "--fix", "--format", "json")
    assert [each["code"] for each in json.loads(result.out)["diagnostics"]] == ["unknown-name"]


def test_unsafe_alone_is_wrong_usage(run: Run) -> None:
    assert run("check", "--unsafe").status == 2


def bad_advice(monkeypatch: pytest.MonkeyPatch, fix: Callable[[Diagnostic], Fix]) -> None:
    """Every finding comes with a fix of ours."""
    conclude = checker.conclude

    def concluded(*given: Any) -> list[Diagnostic]:
        return [each._replace(fix=fix(each)) for each in conclude(*given)]

    monkeypatch.setattr("variorum.checker.check.conclude", concluded)


@pytest.mark.parametrize(("text", "why"), [
    ("shop", "it does not mend it"),
    ("nothing-like-it", 'it would bring unknown-name: no thing here is called "nothing-like-it"'),
    ('"', "it would bring"),
])
def test_a_fix_that_makes_it_worse_is_not_applied(
    monkeypatch: pytest.MonkeyPatch, here: Path, run: Run, text: str, why: str
) -> None:
    path = here / "small.variant"
    wrong = SMALL_GAME.replace("to bank", "to bnk") if why != "it does not mend it" else (
        SMALL_GAME.replace("winner\n", "winner\n  higest points\n", 1))
    path.write_text(wrong, "utf-8")
    bad_advice(monkeypatch, lambda each: Fix("guess", (Edit(
        each.primary.place if why != "it does not mend it" else Place.start_of("small.variant"),
        text if why != "it does not mend it" else "# nothing\n"),), safe=True))
    result = run("check", "--fix")
    assert path.read_text("utf-8") == wrong
    assert f"left alone {'misspelt-word' if why == 'it does not mend it' else 'unknown-name'}" in (
        result.err)
    assert why in result.err
    assert result.err.endswith("0 fixes applied\n")


def test_what_cannot_be_written_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch, here: Path, run: Run
) -> None:
    path = here / "small.variant"
    path.write_text(WRONG, "utf-8")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = run("check", "--fix", "--unsafe")
    assert result.status == 2
    assert "cannot be written: No space left on device" in result.err
    assert path.read_text("utf-8") == WRONG
    assert [each.name for each in here.iterdir()] == ["small.variant"]


def test_a_finding_that_waited_does_not_stop_a_fix(here: Path, run: Run) -> None:
    """An error hides what only playing shows; mending it brings that to light, not about."""
    text = SMALL_GAME.replace("  then highest money-left\n  then shared\n",
                              "  then highest money-left\n").replace("shuffle deck", "shufle deck")
    (here / "small.variant").write_text(text, "utf-8")
    result = run("check", "--fix")
    assert "1 fix applied" in result.err
    assert "open-tie" in result.out
