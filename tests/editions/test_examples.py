"""Every example of every edition and test game, each a test named after its heading."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from variorum_dsl import model as m
from variorum_dsl.diagnostics.terminal import render
from variorum_dsl.files.loader import load
from variorum_engine.table.preparation import Ready

from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
EDITIONS = [path for path in FILES if path.parent.name == "variants"]


def examples(path: Path) -> list[m.Example]:
    sheet = load(path).sheet
    assert sheet is not None
    return sheet.examples()


def cases() -> Iterator[object]:
    for path in FILES:
        loaded = load(path)
        assert loaded.sheet is not None
        ready = Ready(loaded.sheet)
        for example in examples(path):
            heading = example.cites[0].heading if example.cites else "no heading"
            name = f"{path.stem}: {heading}: {example.name}"
            yield pytest.param(ready, example, loaded.sources, id=name.encode("ascii", "replace")
                               .decode())


@pytest.mark.parametrize(("ready", "example", "sources"), list(cases()))
def test_example(ready: Ready, example: m.Example, sources: object) -> None:
    problems = ready.run(example)
    assert not problems, "\n".join(render(problem, sources) for problem in problems)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_every_cited_heading_of_a_rule_has_an_example(path: Path) -> None:
    document = load(path).document
    assert document is not None
    shown = {cite.heading for example in examples(path) for cite in example.cites}
    rules = (m.Stage, m.Effect, m.End, m.Elimination, m.Scoring, m.Winner, m.Option)
    cited = {
        cite.heading
        for item in document.items if isinstance(item, rules)
        for node in m.walk(item)
        for cite in getattr(node, "cites", ()) if not cite.says  # a reading of its own: no heading
    }
    assert cited <= shown, f"no example for: {sorted(cited - shown)}"
