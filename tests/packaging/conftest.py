"""A wheel built from the tree, and an environment of its own in which it is installed."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.paths import ROOT

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    program = (
        "import sys\nfrom hatchling.build import build_wheel\nprint(build_wheel(sys.argv[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True,
        check=True,
    )
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment that has the wheel. The dependencies are those of the
    environment that runs the tests: nothing is downloaded."""
    place = tmp_path_factory.mktemp("env")
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    scheme = {"base": str(place), "platbase": str(place)}
    packages = Path(sysconfig.get_path("purelib", vars=scheme))
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return place


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Runs the Python of that environment in a folder of the test's own."""
    python = installed / ("Scripts" if os.name == "nt" else "bin") / "python"
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def started(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(python), *arguments], cwd=tmp_path, env={**clean, **settings},
                              capture_output=True, text=True, check=False)

    return started
