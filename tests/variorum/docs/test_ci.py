"""Everything that docs/ci.md prints is done here as it is printed, on a small repository of rule
files; a clone of this tree that has a tag stands in the place of ADDRESS."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.paths import ROOT
from variorum.version import __version__

PAGE = (ROOT / "docs/ci.md").read_text("utf-8")
GIT = shutil.which("git")
TAG = f"v{__version__}"
HOUSE = """\
variant house "House rule" extends osprey-2018

change scoring status
  replace passe "Passé" subtract 4 for each passe in display

example passe-costs-four
  players ann, bo, cy
  given
    display of ann holds luxury 10, passe
  when the game ends
  then
    status of ann is 6
"""
WRONG = {  # what each command is to find
    "check": ("status of ann is 6", "status of ann is 5"),
    "fmt": ("  players ann, bo", "  players  ann, bo"),
    "verify": ("\nexample", "\nalways nobody-pays: count of spent of players is 0\n\nexample"),
    "docs": ("subtract 4", "subtract 3"),
}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(GIT is None, reason="git is not installed")]


def blocks(language: str) -> list[str]:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", PAGE)


def environment(**more: str) -> dict[str, str]:
    """Ours, without what belongs to this run of the tests."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("PYTEST", "PYTHON", "COV", "GIT_", "VARIORUM"))}
    return {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **more}


def ran(arguments: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False,
                          env=environment(**more))


def committed(folder: Path, *tags: str) -> None:
    assert GIT is not None
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "rules"],
                      *(["tag", tag] for tag in tags)):
        done = ran([GIT, *who, *arguments], folder)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree as it is now, as a repository with a tag."""
    assert GIT is not None
    listed = ran([GIT, "ls-files", "-co", "--exclude-standard"], ROOT)
    if listed.returncode:
        pytest.skip("this tree is no repository")
    folder = tmp_path_factory.mktemp("clone")
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith(("tests/", "generated_docs/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    committed(folder, TAG)
    return folder


@pytest.fixture(scope="module")
def place(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the toolkit was installed as the page says."""
    folder = tmp_path_factory.mktemp("env")
    venv.create(folder, with_pip=True)
    bin_folder = folder / "bin"
    done = shell(blocks("sh")[0].splitlines()[0].replace("ADDRESS", f"file://localhost{clone}"),
                 tmp_path_factory.mktemp("somewhere"), bin_folder)
    if "No matching distribution" in done.stderr or "Failed to establish" in done.stderr:
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    return bin_folder


def shell(script: str, folder: Path, place: Path, **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{place}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return ran(["bash", "-e", "-o", "pipefail", "-c", script], folder, PATH=path, **more)


@pytest.fixture
def repository(tmp_path: Path, place: Path) -> Path:
    """A repository with one house rule and its summary."""
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "house.variant").write_text(HOUSE, "utf-8")
    assert shell("variorum docs .", folder, place).returncode == 0
    committed(folder)
    return folder


def broken(repository: Path, command: str) -> None:
    right, wrong = WRONG[command]
    assert right in HOUSE
    (repository / "house.variant").write_text(HOUSE.replace(right, wrong), "utf-8")


def quick(line: str) -> str:
    """The same line with fewer games."""
    return re.sub(r"--games \S+", "--games 1 --players 3", line)


def test_the_tag_is_that_of_this_version() -> None:
    assert set(re.findall(r"\bv\d+\.\d+\.\d+\b", PAGE)) == {TAG}


def test_another_build_server(repository: Path, place: Path) -> None:
    lines = [quick(line) for line in blocks("sh")[0].splitlines()[1:]]
    assert [line.split()[1] for line in lines] == list(WRONG)
    for line in lines:
        done = shell(line, repository, place)
        assert done.returncode == 0, line + done.stdout + done.stderr
    for line in lines:
        command = line.split()[1]
        broken(repository, command)
        done = shell(line, repository, place)
        assert done.returncode == 1, line + done.stdout + done.stderr
        if ">" in line:
            [suite] = ElementTree.parse(repository / line.split()[-1]).getroot()
            assert suite.get("failures") == "1"
            assert "house.variant" in ElementTree.tostring(suite, encoding="unicode")


def steps() -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml")
    return list(yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"])


def test_the_action(repository: Path, place: Path, clone: Path) -> None:
    """Its steps as a runner would take them."""
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load(blocks("yaml")[0])["jobs"]["rules"]["steps"]
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert job[1]["uses"] == f"OWNER/NAME@{TAG}"
    given = {name: each["default"] for name, each in action["inputs"].items()} | job[1]["with"]
    assert set(given) == set(action["inputs"])
    scripts = [step for step in steps() if "run" in step]
    assert "$GITHUB_ACTION_PATH[verify]" in scripts[0]["run"]
    found = []
    for command in (None, *WRONG):
        if command:
            broken(repository, command)
        for step in scripts[1:]:
            values = {key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda name: str(given[name[1]]),
                                  value) for key, value in step["env"].items()}
            done = shell(quick(step["run"]), repository, place, **values)
            assert done.returncode in (0, 1), done.stdout + done.stderr
            if done.returncode:
                found.append((command, step["run"].split()[1]))
                if found[-1][1] != "docs":
                    assert "::error file=house.variant,line=" in done.stdout
        if command is None:
            assert found == []
    assert {(command, command) for command in WRONG} <= set(found)
    installed = ran([str(place / "python"), "-m", "pip", "show", "variorum"], clone)
    assert f"Version: {__version__}" in installed.stdout


def test_pre_commit(repository: Path, clone: Path, tmp_path: Path) -> None:
    """The real one, with the block as it is printed."""
    pytest.importorskip("pre_commit")
    (repository / ".pre-commit-config.yaml").write_text(
        blocks("yaml")[1].replace("ADDRESS", str(clone)), "utf-8")
    committed(repository)

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return ran([sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never",
                    *more], repository, PRE_COMMIT_HOME=str(tmp_path / "home"))

    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"(?m)^(.*?)\.+Passed$", done.stdout) == [
        "lay out rule files", "check rule files", "rule summaries say what the rules say"]
    for hook in ("check", "fmt", "docs"):
        broken(repository, hook)
        committed(repository)
        done = run(f"variorum-{hook}")
        assert done.returncode == 1, done.stdout + done.stderr
    broken(repository, "verify")
    committed(repository)
    done = run("variorum-verify", "--hook-stage", "pre-push")
    assert "example shows-nobody-pays" in done.stdout


def test_the_settings(repository: Path, place: Path) -> None:
    [text] = blocks("toml")
    assert set(tomllib.loads(text)) == {"folders", "severity", "allow"}
    (repository / "variorum.toml").write_text(text, "utf-8")
    (repository / "rules").mkdir()
    (repository / "house.variant").rename(repository / "rules" / "house.variant")
    done = shell("variorum check && variorum fmt --check", repository, place)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "house: no findings, 1 example\n"


def test_pytest(repository: Path) -> None:
    """With the pytest of this environment: the toolkit does not bring one along."""
    [ini], [program] = blocks("ini"), blocks("python")
    (repository / "pytest.ini").write_text(ini.replace("50", "1"), "utf-8")
    (repository / "test_own.py").write_text(
        program.replace("import given", "import given, settings")
        .replace("@given", "@settings(max_examples=3, deadline=None)\n@given"), "utf-8")
    broken(repository, "check")
    done = ran([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], repository,
               PYTHONPATH=str(ROOT))
    assert re.search(r"1 failed, [2-9] passed", done.stdout), done.stdout + done.stderr
    assert "house.variant::passe-costs-four" in done.stdout
