"""A wheel built from the tree works in an environment of its own, outside the tree."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from variorum.files.editions import edition_names, library_names

ROOT = Path(__file__).parent.parent.parent
pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    program = (
        "import sys\nfrom hatchling.build import build_wheel\nprint(build_wheel(sys.argv[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True,
        check=True,
    )
    return folder / done.stdout.split()[-1]


def test_the_wheel_holds_the_editions_and_the_data(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert {f"variorum/editions/{name}.variant" for name in edition_names()} <= names
    assert {f"variorum_dsl/library/{name}.variant" for name in library_names()} <= names
    assert {"variorum_dsl/grammar.lark", "variorum_dsl/grammar.saved",
            "variorum_dsl/py.typed"} <= names
    assert {"variorum/reports/templates/style.css", "variorum/docs/guide.md",
            "variorum/reports/base.css"} <= names
    assert {"variorum/simulation/templates/report.css",
            "variorum/schemas/simulation.schema.json"} <= names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "variants/"))]


def test_an_installed_wheel_finds_the_bundled_editions(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "env"
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    scheme = {"base": str(place), "platbase": str(place)}
    packages = Path(sysconfig.get_path("purelib", vars=scheme))
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    # The dependencies are those of the environment that runs the tests: nothing is downloaded.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    program = "import sys; from variorum.cli import main; sys.exit(main())"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(python), *arguments], cwd=tmp_path, env=environment,
                              capture_output=True, text=True, check=False)

    where = run("-c", "import variorum; print(variorum.__file__)")
    assert where.stdout.startswith(str(place)), where.stderr
    checked = run("-c", program, "check", "osprey-2018")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.startswith("osprey-2018: no findings, ")
    assert run("-c", program, "new", "mine", "--from", "quick-start").returncode == 0
    assert run("-c", program, "check", "mine.variant").returncode == 0
