"""The toolkit on another Python: the newest one, in WebAssembly, without processes or pydantic.

Skipped unless node is there and VARIORUM_PYODIDE names a folder in which `npm install pyodide` was
run.
"""

import filecmp
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

FOLDER = os.environ.get("VARIORUM_PYODIDE", "")
PURE = ("click", "jinja2", "lark", "markdown_it", "markupsafe", "mdurl")
COMMANDS = (
    "check --fresh osprey-2018",
    "docs osprey-2018 --out pages",
    "play osprey-2018 --players 3 --human none --bots random --seed 1",
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FOLDER or shutil.which("node") is None, reason="needs npm's pyodide"),
]


def test_check_docs_and_play_come_out_as_here(wheel: Path, tmp_path: Path) -> None:
    packages, there, here = (tmp_path / name for name in ("packages", "there", "here"))
    for folder in (packages, there, here):
        folder.mkdir()
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    for name in PURE:
        source = Path(sysconfig.get_path("purelib")) / name
        if source.is_dir():
            shutil.copytree(source, packages / name, ignore=shutil.ignore_patterns("*.so", "*.pyc"))
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("webassembly.mjs")), str(packages), str(there),
         *COMMANDS],
        cwd=FOLDER, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr
    for command, (status, said) in zip(COMMANDS, json.loads(done.stdout), strict=True):
        ours = subprocess.run(
            [sys.executable, "-m", "variorum", *command.split(" ")], cwd=here, text=True,
            capture_output=True, check=False, env={**os.environ, "PYTHONPATH": str(packages)},
        )
        assert (status, said) == (ours.returncode, ours.stdout), command
    pages = sorted(str(path.relative_to(here)) for path in here.rglob("pages/**/*")
                   if path.is_file())
    assert pages
    same, differ, missing = filecmp.cmpfiles(here, there, pages, shallow=False)
    assert (sorted(same), differ, missing) == (pages, [], [])
