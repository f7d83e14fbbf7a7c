"""`variorum new`: a variant that checks clean, whatever it starts from."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT
from variorum.files.editions import edition_names

Run = Callable[..., Any]
GAMES = sorted((ROOT / "tests" / "games").glob("*.variant"))


@pytest.mark.parametrize("name", edition_names())
def test_a_variant_of_a_bundled_edition_checks_clean(run: Run, name: str) -> None:
    assert run("new", "mine", "--from", name).status == 0
    text = Path("mine.variant").read_text("utf-8")
    assert text.startswith(f'variant mine "Mine" extends {name}\n')
    assert "new-card" in text
    assert run("check", "mine.variant") == (0, "mine: no findings, 1 example\n", "")


def test_a_game_from_nothing_checks_clean_and_can_be_played(run: Run) -> None:
    assert run("new", "mine").status == 0
    assert Path("mine.variant").read_text("utf-8").startswith('edition mine "Mine"\n')
    assert run("check", "mine.variant") == (0, "mine: no findings, 1 example\n", "")
    assert "\nhighest points: " in run("play", "mine.variant", "--seed", "1").out
    assert run("mutate", "mine.variant", "--limit", "3", "--at-least", "0").status == 0


FROM = [[], *(["--from", name] for name in edition_names())]


@pytest.mark.parametrize("start", FROM, ids=lambda start: (start or ["nothing"])[-1])
def test_every_line_of_the_template_works_when_it_is_no_comment(run: Run, start: list[str]) -> None:
    """Each block alone, and all of them together; both are in the one style."""
    run("new", "mine", *start)
    path = Path("mine.variant")
    rules, line, rest = path.read_text("utf-8").partition(
        "# What else can be said. Take the # away from the lines of a block to try it.\n")
    assert line
    blocks = rest.strip("\n").split("\n\n")
    assert len(blocks) == 3
    assert all(each.startswith("#") for block in blocks for each in block.splitlines())
    tried = [re.sub(r"(?m)^# ?", "", block) for block in blocks]
    for text in (*tried, "\n\n".join(tried)):
        path.write_text(f"{rules}{text}\n", "utf-8")
        assert run("check", "mine.variant") == (0, "mine: no findings, 1 example\n", ""), text
        assert run("fmt", "--check", "mine.variant").status == 0, text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_variant_of_any_game_beside_it_checks_clean(run: Run, here: Path, path: Path) -> None:
    shutil.copy(path, here)
    assert run("new", "mine", "--from", path.stem).status == 0
    assert run("check", "mine.variant").status == 0


@pytest.mark.parametrize("start", [[], ["--from", "osprey-2018"]])
def test_it_is_laid_out_in_the_one_style(run: Run, start: list[str]) -> None:
    run("new", "mine", *start)
    assert run("fmt", "--check", "mine.variant").status == 0


def test_it_is_written_where_asked(run: Run, here: Path) -> None:
    (here / "designs").mkdir()
    assert run("new", "mine", "--from", "osprey-2018", "--dir", "designs").status == 0
    assert (here / "designs" / "mine.variant").is_file()


def test_nothing_is_overwritten(run: Run, here: Path) -> None:
    (here / "mine.variant").write_text("precious", "utf-8")
    result = run("new", "mine", "--from", "osprey-2018")
    assert result.status == 2
    assert "is there already" in result.err
    assert (here / "mine.variant").read_text("utf-8") == "precious"


@pytest.mark.parametrize(
    "arguments",
    [
        ("Mine",), ("mine", "--from", "no-such-edition"), ("Mine", "--from", "osprey-2018"),
        ("../mine", "--from", "osprey-2018"), ("", "--from", "osprey-2018"),
        ("mine", "--from", "osprey-2018", "--dir", "nowhere"),
        ("osprey-2018", "--from", "osprey-2018"),
    ],
)
def test_wrong_arguments_are_explained(run: Run, here: Path, arguments: tuple[str, ...]) -> None:
    result = run("new", *arguments)
    assert result.status == 2
    assert result.err.strip()
    assert not list(here.iterdir())


def test_a_parent_that_would_not_be_found_is_refused(run: Run, small: Path, here: Path) -> None:
    (here / "designs").mkdir()
    result = run("new", "mine", "--from", "small.variant", "--dir", "designs")
    assert result.status == 2
    assert "would not be found" in result.err


def test_the_name_of_a_bundled_edition_is_taken(run: Run) -> None:
    result = run("new", "osprey-2018")
    assert result.status == 2
    assert "the name of an edition that is there already" in result.err
    assert not Path("osprey-2018.variant").exists()
