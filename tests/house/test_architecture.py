"""The page on the architecture names files that are there, and README's map names the folders."""

import re

import pytest

from tests.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
BELOW = ("", "dsl/variorum_dsl", "engine/variorum_engine", "variorum")
NAMED = sorted({
    name for name in re.findall(r"`([\w/.-]+)`", PAGE.read_text("utf-8"))
    if "/" in name and not name.endswith("-")
})


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    assert any((ROOT / folder / name).exists() for folder in BELOW)


def test_the_page_walks_through_the_rooms() -> None:
    assert len(NAMED) > 30


def test_the_map_in_the_readme_is_the_tree() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    drawn = re.search(r"## The map\n\n```\n(.*?)```", text, re.S)
    assert drawn is not None
    named = set(re.findall(r"^ *([\w./-]+/)", drawn[1], re.M))
    there = {f"{path.name}/" for path in ROOT.iterdir()
             if path.is_dir() and not path.name.startswith(".") and path.name != "__pycache__"}
    for package in ("dsl/variorum_dsl", "engine/variorum_engine", "variorum"):
        there |= {f"{path.parent.name}/" for path in (ROOT / package).glob("*/__init__.py")}
    missing = {name for name in there if not any(each.startswith(name) for each in named)}
    assert missing - {"build/", "dist/"} == set()
