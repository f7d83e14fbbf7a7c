"""`import variorum`: small, documented, and light."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import variorum
from variorum import edition


@pytest.mark.parametrize("module", [variorum, edition])
def test_the_examples_in_the_documentation_hold(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed


def test_importing_it_loads_next_to_nothing() -> None:
    program = "import sys, variorum; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=True)
    loaded = done.stdout.split()
    slow = ("variorum_dsl", "variorum_engine", "click")
    heavy = [name for name in loaded if name.split(".")[0] in slow]
    assert not heavy


def test_a_path_is_as_good_as_a_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.variant"
    path.write_text('variant mine "Mine" extends osprey-2018\n', "utf-8")
    assert variorum.load(path).name == "mine"
    assert variorum.load(str(path)).players == variorum.load("osprey-2018").players


def test_a_broken_file_cannot_be_played(tmp_path: Path) -> None:
    path = tmp_path / "broken.variant"
    path.write_text("edition broken\nplayers two\n", "utf-8")
    broken = variorum.load(path)
    assert broken.diagnostics
    with pytest.raises(variorum.NotPlayable) as caught:
        broken.variant()
    assert caught.value.diagnostics


@pytest.mark.parametrize(
    ("options", "readings"), [(["no-such"], {}), ([], {"no-such": "x"}), ([], {"odd-halves": "x"})]
)
def test_a_choice_that_is_not_offered_is_refused(
    options: list[str], readings: dict[str, str]
) -> None:
    with pytest.raises(variorum.NotPlayable):
        variorum.load("osprey-2018").variant(options=options, readings=readings)


def test_names_must_fit_the_players() -> None:
    variant = variorum.load("osprey-2018").variant(players=3)
    with pytest.raises(ValueError, match="3 different names"):
        variant.table(names=["ann", "bo"])
