"""`check --watch`: only what changed is told again."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.variorum.commands.conftest import SMALL
from variorum.checker.watch import watch

Run = Callable[..., Any]
VARIANT = ('variant mine "Mine" extends small\n\nchange scoring points\n'
           '  replace cards add 2 * total value of won\n')


def told(
    names: tuple[str, ...], deeds: list[Callable[[], object]], capsys: Any
) -> list[list[str]]:
    """What is said at first and after each deed, line by line."""
    said: list[list[str]] = []
    waiting: Iterator[Callable[[], object]] = iter(deeds)

    def wait() -> None:
        said.append(capsys.readouterr().out.splitlines())
        deed = next(waiting, None)
        if deed is None:
            raise KeyboardInterrupt
        deed()

    with pytest.raises(KeyboardInterrupt):
        watch(names, wait)
    return said


def test_only_what_changed_is_told(here: Path, capsys: Any) -> None:
    small, mine, other = (here / f"{name}.variant" for name in ("small", "mine", "other"))
    small.write_text(SMALL, "utf-8")
    mine.write_text(VARIANT, "utf-8")
    other.write_text(SMALL.replace(" small ", " other "), "utf-8")
    end = "watching; Ctrl-C stops it"

    def wrong() -> None:
        other.write_text(SMALL.replace(" small ", " other ").replace("shuffle deck", "shuffle dek"))

    said = told((), [
        lambda: None,
        wrong,
        lambda: small.write_text(SMALL.replace("12 paper with value 1 to 12",
                                               "13 paper with value 1 to 13")),
        lambda: os.utime(other),
        mine.unlink,
        lambda: (here / "variorum.toml").write_text("unknown = 1\n"),
    ], capsys)
    assert said[0][-4:] == ["mine: no findings", "other: no findings", "small: no findings", end]
    assert said[1] == []
    assert said[2][0] == 'error[unknown-name]: no thing here is called "dek"'
    assert said[2][-2:] == ["other: 1 error", end]
    assert not any(line.startswith(("mine", "small")) for line in said[2])
    assert said[3] == ["mine: no findings", "small: no findings", end]  # a parent and its variant
    assert said[4] == []  # touched, and the same
    assert said[5] == ["mine.variant: no longer there"]
    assert "error[unknown-setting]: there is no setting called \"unknown\"" in said[6]


def test_watching_is_for_people(run: Run) -> None:
    for other in (("--format", "json"), ("--fix",), ("--diff",), ("-",)):
        assert run("check", "--watch", *other).status == 2
