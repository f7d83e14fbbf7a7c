"""Many edits of one section, one after the other, against a plain list of names."""

from __future__ import annotations

import random

import pytest
from variorum_dsl import model as m
from variorum_dsl.edits.addresses import own_key
from variorum_dsl.files.loader import load_text

RULES = """\
edition small "Small"
players 2
kinds
  coin has worth
zones
  pot holds coin, open
rounds until pot is empty, using up nothing, because "of nothing", guarded at 9 turns
  n0: nothing happens
  if pot is empty
    n1: nothing happens
  otherwise
    n2: nothing happens
    n3: nothing happens
  n4: nothing happens
scoring points
  n0 add 1
  n4 add 1
option other "Other"
  change {}
"""


def _edits(
    chance: random.Random, names: list[str], line: str, another: str
) -> tuple[str, list[str]]:
    """Random edits as text, and the names in their order after them. A name can come again once
    its line is gone."""
    text, names = "", names.copy()
    for _ in range(30):
        free = [f"n{number}" for number in range(12) if f"n{number}" not in names]
        new = chance.choice(free) if free else ""
        at = chance.randrange(len(names)) if names else 0
        match chance.choice(["after", "before", "first", "last", "replace", "remove"]):
            case "after" | "before" as side if names and new:
                text += line.format(f"{side} {names[at]} add", new)
                names.insert(at + (side == "after"), new)
            case "first" | "last" as side if new:
                text += line.format(f"{side} add", new)
                names.insert(0 if side == "first" else len(names), new)
            case "replace" if names and new and " by" in another:
                text += another.format(names[at], new)
                names[at] = new
            case "replace" if names:
                text += another.format(names[at], names[at])
            case "remove" if names:
                text += f"    remove {names.pop(at)}\n"
            case _:
                continue
    return text, names


@pytest.mark.parametrize("seed", range(25))
def test_steps(seed: int) -> None:
    edits, names = _edits(random.Random(seed), ["n0", "n4"], "    {} {} add 2\n",
                          "    replace {} add 3\n")
    loaded = load_text(RULES.format("scoring points\n") + edits, "a.variant")
    assert loaded.sheet is not None
    game, problems = loaded.sheet.resolved(("other",))
    assert not problems
    assert [step.name for step in game.scorings[0].steps] == names


@pytest.mark.parametrize("seed", range(25))
def test_lines_of_play_also_inside_others(seed: int) -> None:
    start = ["n0", "n1", "n2", "n3", "n4"]
    edits, names = _edits(random.Random(seed), start, "    {}\n      {}: nothing happens\n",
                          "    replace {} by\n      {}: nothing happens\n")
    loaded = load_text(RULES.format("rounds\n") + edits, "a.variant")
    assert loaded.sheet is not None
    game, problems = loaded.sheet.resolved(("other",))
    assert not problems
    stage = next(stage for stage in game.stages if stage.stage == "rounds")
    found = [own_key(node) for node in m.walk(stage) if isinstance(node, m.Nothing)]
    assert found == names
