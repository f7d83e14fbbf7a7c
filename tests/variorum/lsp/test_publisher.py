"""Findings of open files: a fix is taken for safe only once it was tried."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic

from tests.dsl.checks.conftest import SMALL_GAME
from variorum.assist.desk import Desk
from variorum.assist.shapes import Finding
from variorum.lsp.publisher import Publisher

IDLE = 'allow unused-name for bank because "none"\n'
# Coins could go to the chest, but then nothing would ever come to the bank.
ASTRAY = SMALL_GAME.replace("move price to bank", "move price to shop").replace(
    "zones\n", "zones\n  chest holds coin, open\n").replace(
    "  shuffle deck\n", "  shuffle deck\n  move bank to chest\n")


def fixes(found: list[Diagnostic]) -> dict[str, bool | None]:
    """Whether each finding has a fix, and a safe one."""
    return {each.code: each.fix.safe if each.fix else None for each in found}


def followed(tmp_path: Path, text: str) -> list[dict[str, bool | None]]:
    """What is known about a text each time that its findings are published, and in the end."""
    seen: list[dict[str, bool | None]] = []

    async def story() -> None:
        desk = Desk()
        path = desk.open((tmp_path / "small.variant").as_uri(), text)
        checking = Publisher(desk, lambda *_: seen.append(fixes(checking.states[path].found)))
        checking.changed(path, 1)
        await checking.settled()
        seen.append(fixes(checking.findings(path)))
        checking.stop()
        await checking.worker.end()

    asyncio.run(story())
    return seen


def test_a_safe_fix_is_doubted_until_it_was_tried(tmp_path: Path) -> None:
    assert followed(tmp_path, SMALL_GAME + IDLE) == [
        {}, {"unused-allow": False}, {"unused-allow": True}]


def test_what_the_reader_has_tried_is_safe_at_once(tmp_path: Path) -> None:
    first, *_, last = followed(tmp_path, SMALL_GAME.replace("shuffle", "shufle"))
    assert first == last == {"misspelt-word": True}


def test_a_fix_that_does_not_hold_is_offered_no_more(tmp_path: Path) -> None:
    first, *_, last = followed(tmp_path, ASTRAY + IDLE)
    assert first["wrong-zone"] is False
    assert last["wrong-zone"] is None


def test_mistakes_in_the_settings_are_findings_here_too(tmp_path: Path) -> None:
    (tmp_path / "variorum.toml").write_text('format = "text"\nfoldrs = ["rules"]\n', "utf-8")
    shown: list[list[Finding]] = []

    async def story() -> None:
        desk = Desk()
        path = desk.open((tmp_path / "small.variant").as_uri(), SMALL_GAME)
        checking = Publisher(desk, lambda _path, _version, found: shown.append(found))
        checking.changed(path, 1)
        await checking.settled()
        checking.stop()
        await checking.worker.end()

    asyncio.run(story())
    assert [[each["code"] for each in found] for found in shown] == [["unknown-setting"]] * 2
    (place,) = shown[-1][0]["relatedInformation"]
    assert place["location"] == {
        "uri": (tmp_path / "variorum.toml").as_uri(),
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 6}}}


def test_a_change_puts_an_end_to_the_check_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a check of the old text finds is never shown, and it does not go on for long."""
    for name in ("SETTLED", "QUIET", "PATIENCE"):
        monkeypatch.setattr(f"variorum.lsp.publisher.{name}", 0.02)
    story: list[str] = []
    versions: list[int] = []

    class Endless:
        """Checks the first text for ever."""

        async def ask(self, _job: str, path: str, texts: dict[str, str], *, limit: float) -> object:
            if "# more" in texts[path]:
                story.append("second")
                return []
            story.append("first")
            try:
                await asyncio.sleep(limit)
            except asyncio.CancelledError:
                story.append("stopped")
                raise
            return []

        def stop(self) -> None:
            story.append("end")

    async def typing() -> None:
        desk = Desk()
        path = desk.open((tmp_path / "small.variant").as_uri(), SMALL_GAME)
        checking = Publisher(desk, lambda _path, version, _found: versions.append(version))
        checking.worker = Endless()  # type: ignore[assignment]
        checking.changed(path, 1)
        while not story:
            await asyncio.sleep(0.01)
        desk.open((tmp_path / "small.variant").as_uri(), SMALL_GAME + "# more\n")
        checking.changed(path, 2)
        await checking.settled()
        checking.stop()

    asyncio.run(typing())
    assert story == ["first", "stopped", "second", "end"]
    assert versions == [1, 2, 2]
