"""The tutorial does what it says: every file in it is checked as it stands."""

import re
from pathlib import Path

import pytest
from variorum_dsl.files.loader import load
from variorum_dsl.lowering.program import lowered
from variorum_engine.table.preparation import Ready

from tests.paths import ROOT
from variorum.files.editions import edition_path

TUTORIAL = ROOT / "docs" / "tutorial.md"


def steps() -> list[tuple[str, str]]:
    """Each state of the file, and the finding that the text promises."""
    found: list[tuple[str, str]] = []
    for info, body in re.findall(r"```variant([^\n]*)\n(.*?)```", TUTORIAL.read_text(), re.S):
        if info.strip() == "append":
            found.append((found[-1][0] + "\n" + body, ""))
        else:
            found.append((body, info.partition("findings:")[2].strip()))
    return found


@pytest.mark.parametrize(("text", "finding"), steps())
def test_each_step(text: str, finding: str, tmp_path: Path) -> None:
    path = tmp_path / "heirloom-society.variant"
    path.write_text(text)
    loaded = load(path, edition_path)
    assert loaded.sheet is not None
    game, problems = loaded.sheet.resolved()
    found = [*loaded.problems, *problems, *lowered(game, 3)[1]]
    assert [problem.code for problem in found] == ([finding] if finding else [])
    if not finding:
        ready = Ready(loaded.sheet)
        for example in loaded.sheet.examples():
            assert ready.run(example) == []
