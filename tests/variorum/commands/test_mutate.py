"""`variorum mutate`: what it refuses, and what it keeps when somebody does not want to wait."""

import json
from pathlib import Path

import pytest
from variorum_engine.mutation.trial import Court, Verdict

from tests.variorum.commands.conftest import SMALL, Run
from variorum import cli

EXAMPLE = """
example most-wins
  players ann, bo
  given
    won of ann holds paper 5
  when the game ends
  then
    points of ann is {points}
"""


def test_a_file_whose_examples_fail_is_refused(run: Run, small: Path) -> None:
    small.write_text(SMALL + EXAMPLE.format(points=6), "utf-8")
    result = run("mutate", "small.variant", "--limit", "2")
    assert (result.status, result.out) == (1, "")
    assert "error[example-fails]" in result.err
    assert "Mend this first: `variorum check small.variant`" in result.err
    small.write_text(SMALL + EXAMPLE.format(points=5), "utf-8")
    assert run("mutate", "small.variant", "--limit", "2", "--at-least", "0").status == 0


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_done_is_kept_when_it_is_stopped(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    tried: list[str] = []

    def trial(self: Court, mutant: object) -> Verdict:
        if len(tried) == 3:
            raise KeyboardInterrupt
        tried.append(mutant.id)  # type: ignore[attr-defined]
        return Verdict(tried[-1], "survived")

    monkeypatch.setattr(Court, "trial", trial)
    assert cli.main(["mutate", str(small), "--limit", "9", "--format", form]) == 130
    shown = capsys.readouterr()
    assert shown.err == "stopped\n"
    if form == "json":
        found = json.loads(shown.out)
        assert (found["complete"], found["tried"]) == (False, 3)
        assert [row["id"] for row in found["mutants"]] == tried
    else:
        assert shown.out.startswith("Only 3 of 9 changes are tried; of those:\n")
        assert all(name in shown.out for name in tried)
