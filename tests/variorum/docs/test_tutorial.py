"""The tutorials, done by somebody who does exactly what it says and reads what comes out."""

import io
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.paths import ROOT
from variorum import cli

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
FILE = "heirloom-society.variant"
# Each page with the file that its reader writes.
PAGES = {"tutorial": FILE, "new-game": "lanterns.variant"}


class Block(NamedTuple):
    """What is typed into the file or the terminal."""

    info: str
    body: str


def blocks(text: str = TUTORIAL) -> list[Block]:
    return [Block(*found) for found in re.findall(r"(?ms)^```(\w[^\n]*)\n(.*?)^```$", text)]


@pytest.mark.parametrize("page", PAGES)
def test_what_is_added_goes_below_an_empty_line(page: str) -> None:
    """Without one, the file would not be in the one style."""
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    block = "```variant append"
    assert text.count(block) == text.count(f"below an empty line:\n\n{block}")


def commands(body: str) -> list[tuple[str, str]]:
    """Each command with the output that the page promises."""
    return re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", body)


def promised(output: str) -> str:
    """A pattern: `...` stands for whatever comes, on a line of its own for any number of lines."""
    lines = ["(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
             for line in output.splitlines()]
    return "".join(lines)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_of_a_kind_that_is_tried(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    assert text.count("\n```") == 2 * len(blocks(text))
    assert {block.info for block in blocks(text)} - {"sh"} == {
        "console", "variant", "variant append"}


@pytest.mark.parametrize("page", PAGES)
def test_it_can_be_done_from_beginning_to_end(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = PAGES[page]
    path = tmp_path / file
    for info, body in blocks((ROOT / "docs" / f"{page}.md").read_text("utf-8")):
        if info == "variant":
            path.write_text(body, "utf-8")
        elif info == "variant append":
            path.write_text(f"{path.read_text('utf-8')}\n{body}", "utf-8")
        for command, output in commands(body) if info == "console" else ():
            name, *arguments = shlex.split(command)
            assert name == "variorum"
            typed = "".join(f"{line}\n" for line in re.findall(r"(?m)^\w+> (.*)$", output))
            monkeypatch.setattr("sys.stdin", io.StringIO(typed))
            status = cli.main(arguments)
            shown = capfd.readouterr()
            text = shown.out + shown.err
            assert re.fullmatch(promised(output), text), f"{command}\n{text}"
            assert status == ("error" in output), command
        if info.startswith("variant"):
            assert cli.main(["fmt", "--check", file]) == 0, path.read_text("utf-8")
            capfd.readouterr()


def test_what_the_page_says_about_show_and_about_the_last_step_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    *_, whole, example, solution = [body for info, body in blocks() if info.startswith("variant")]
    path = tmp_path / FILE
    path.write_text(whole.replace("    show hand of rival to p\n", ""), "utf-8")
    assert cli.main(["check", FILE]) == 0
    path.write_text("\n".join([whole, example, solution]), "utf-8")
    assert cli.main(["show", FILE]) == 0
    shown = capsys.readouterr().out
    assert "\n  money \"money card\" has value" in shown
    assert "# from parent osprey-2018\n" in shown
    for body in (example, solution):
        path.write_text("\n".join([whole, body.replace("after luxuries", "last")]), "utf-8")
        assert cli.main(["check", FILE]) == (body is solution)
    assert "upkeep undoes what floor does" in capsys.readouterr().out
    assert cli.main(["show", "osprey-2018", "--keys"]) == 0
    assert '\n  luxuries "luxury cards" add' in capsys.readouterr().out


def test_the_command_is_got_as_the_page_says() -> None:
    """What `make` would do, and where it puts the command; the wheel is tried elsewhere."""
    (block,) = [body for info, body in blocks() if info == "sh"]
    first, second = block.splitlines()
    assert first == "make"
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make here")
    planned = subprocess.run([make, "--dry-run", "--always-make"], cwd=ROOT, capture_output=True,
                             text=True, check=True)
    folder = second.removeprefix(". ").removesuffix("/activate")
    assert f"{folder}/python -m pip install" in planned.stdout
    assert f"{folder}/variorum check" in planned.stdout
