"""A wheel built from the tree works in an environment of its own, outside the tree."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

from variorum.files.editions import edition_names, library_names

Run = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = "import sys; from variorum.cli import main; sys.exit(main())"


def test_the_wheel_holds_the_editions_and_the_data(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert {f"variorum/editions/{name}.variant" for name in edition_names()} <= names
    assert {f"variorum_dsl/library/{name}.variant" for name in library_names()} <= names
    assert {f"{package}/py.typed" for package in ("variorum_dsl", "variorum_engine", "variorum")
            } <= names
    assert {"variorum_dsl/grammar.lark", "variorum_dsl/grammar.saved",
            "variorum/docs/manual/language.md", "variorum/docs/search.js",
            "variorum/schemas/simulation.schema.json"} <= names


def test_everything_that_is_installed_begins_with_variorum(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.startswith("variorum")} == set()


def test_an_installed_wheel_finds_the_bundled_editions(run: Run, installed: Path) -> None:
    where = run("-c", "import variorum; print(variorum.__file__)")
    assert where.stdout.startswith(str(installed)), where.stderr
    checked = run("-c", COMMAND, "check", "osprey-2018")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.startswith("osprey-2018: no findings, ")
    assert run("-c", COMMAND, "new", "mine", "--from", "quick-start").returncode == 0
    assert run("-c", COMMAND, "check", "mine.variant").returncode == 0


def test_packages_of_the_users_own_do_not_get_in_the_way(run: Run, tmp_path: Path) -> None:
    for name in ("engine", "dsl", "variants", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = True\n", "utf-8")
    assert run("-c", COMMAND, "new", "ours", "--from", "quick-start").returncode == 0
    for start, settings in (
        (("-m", "variorum"), {}),
        (("-c", COMMAND), {"PYTHONPATH": "."}),
    ):
        checked = run(*start, "check", "ours.variant", **settings)
        assert checked.returncode == 0, checked.stderr
        assert "no findings" in checked.stdout
    own = run("-c", "import dsl, engine; print(dsl.mine, engine.mine)")
    assert own.stdout.split() == ["True", "True"], own.stderr
    (tmp_path / "test_own.py").write_text(
        "import engine\n\n\ndef test_own():\n    assert engine.mine\n", "utf-8")
    tested = run("-m", "pytest", "-q", "-p", "variorum.pytest_plugin", "-p", "no:cacheprovider",
                 PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "passed" in tested.stdout
