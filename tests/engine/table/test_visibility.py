"""Who sees what is decided in one place: a new kind of sight is a type error there, and nobody
else asks for the sight of a zone to decide it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from variorum_engine.table.visibility import REFEREE, SPECTATOR, sees

from tests.engine.tables import plain_ways
from tests.paths import ROOT

DECIDES = "dsl/variorum_dsl/core/visibility.py"
# These say in words, compare or change what a file says of a zone; no player learns from them.
SPEAK_OF_IT = ("engine/variorum_engine/mutation/", "variorum/prose/", "variorum/comparison/",
               "variorum/docs/tale.py")


def test_a_new_kind_of_sight_is_a_type_error_in_the_one_place(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = ROOT / "dsl/variorum_dsl/core/program.py"
    text = program.read_text()
    other = tmp_path / "program.py"
    other.write_text(text.replace('Sight = Literal["open",', 'Sight = Literal["peeked", "open",'))
    assert other.read_text() != text
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--shadow-file", str(program), str(other),
         "--cache-dir", str(tmp_path / "cache"), "-p", "variorum_dsl.core"],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )
    errors = [line for line in run.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1, run.stdout
    assert errors[0].startswith(DECIDES)
    assert "assert_never" in errors[0]


def test_nobody_else_asks_for_the_sight_of_a_zone() -> None:
    asking = set()
    for folder in ("dsl", "engine", "variorum"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                parts: list[ast.expr] = []
                if isinstance(node, ast.Compare):
                    parts = [node.left, *node.comparators]
                elif isinstance(node, ast.Match):
                    parts = [node.subject]
                if any(isinstance(part, ast.Attribute) and part.attr == "sight"
                       for part in parts):
                    asking.add(path.relative_to(ROOT).as_posix())
    assert {path for path in asking if not path.startswith(SPEAK_OF_IT)} == {DECIDES}


def test_who_sees_a_zone_in_every_game() -> None:
    for way in plain_ways():
        program = way.rules.program
        for table in program.zones:
            for owner in range(table.domain.size):
                zone = table.first + owner
                seers = {seat for seat in range(program.players) if sees(program, seat, zone)}
                own = {owner} if table.each_player and owner < program.players else set()
                expected = {"open": set(range(program.players)), "secret": own, "hidden": set()}
                assert seers == expected[table.sight]
                assert sees(program, SPECTATOR, zone) == (table.sight == "open")
                assert sees(program, REFEREE, zone)
