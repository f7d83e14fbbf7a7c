"""Every command that takes the name of a game says the same about a name that is none."""

from pathlib import Path

import pytest

from tests.variorum.commands.conftest import SMALL, Result, Run

ONE_GAME = {
    "show": ("show", "{}"),
    "play": ("play", "{}"),
    "simulate": ("simulate", "{}"),
    "score": ("score", "{}", "position.txt"),
    "diff": ("diff", "small.variant", "{}"),
    "diff --since": ("diff", "--since", "HEAD", "{}"),
    "readings": ("readings", "{}"),
    "coverage": ("coverage", "{}"),
    "mutate": ("mutate", "{}"),
    "tune": ("tune", "{}"),
    "sources": ("sources", "{}", "position.txt"),
    "new": ("new", "mine", "--from", "{}"),
}
"""Commands for one game; `check`, `verify`, `docs` and `fmt` take folders as well."""
READ_RULES = sorted(set(ONE_GAME) - {"diff --since", "new", "show", "sources"})
"""Those that cannot do anything with rules that are not understood."""

MISSPELT = SMALL.replace("total value of won", "total vallue of won")
FINDING = """\
error[unknown-name]: no thing here is called "vallue"
   --> wrong.variant:27:19
    |
 27 |   cards add total vallue of won
    |                   ^^^^^^ did you mean value?
    |
   = why: a thing must be declared, or named by the lines above, before it is used
   = try: write value
"""


@pytest.fixture
def ask(run: Run, small: Path, here: Path) -> Run:
    (here / "position.txt").write_text("players ann, bo\n", "utf-8")

    def ask(command: str, name: str) -> Result:
        return run(*(part.format(name) for part in ONE_GAME[command]))

    return ask


def said(err: str) -> str:
    """The complaint without what a command says about its own usage."""
    return next(line for line in err.splitlines() if line.startswith("Error: "))


@pytest.mark.parametrize("command", ONE_GAME)
def test_a_folder_is_called_a_folder_and_its_rule_files_are_named(
    ask: Run, here: Path, command: str
) -> None:
    folder = here / "games"
    folder.mkdir()
    result = ask(command, "games")
    assert result.status == 2
    assert said(result.err) == (
        'Error: "games" is a folder, and one rule file is needed: there is none (*.variant) in it'
    )
    for name in ("b", "a"):
        (folder / f"{name}.variant").write_text(SMALL, "utf-8")
    assert said(ask(command, "games").err) == (
        'Error: "games" is a folder, and one rule file is needed: '
        "name one of them, games/a.variant, games/b.variant"
    )


@pytest.mark.parametrize("command", ONE_GAME)
def test_what_is_not_there_is_named_with_what_may_be_meant(ask: Run, command: str) -> None:
    result = ask(command, "gone.variant")
    assert result.status == 2
    assert said(result.err) == 'Error: there is no file or folder "gone.variant"'
    assert said(ask(command, "ospry-2018").err) == (
        'Error: there is no edition or file called "ospry-2018"; did you mean osprey-2018?'
    )


@pytest.mark.parametrize("command", ONE_GAME)
def test_what_is_no_ordinary_file_is_not_called_missing(
    ask: Run, here: Path, command: str
) -> None:
    (here / "link.variant").symlink_to("nowhere.variant")
    result = ask(command, "link.variant")
    assert result.status == 2
    assert said(result.err) == (
        'Error: "link.variant" is not an ordinary file, and no rules can be read from it'
    )


@pytest.mark.parametrize("command", READ_RULES)
def test_a_file_that_is_no_text_and_one_that_is_empty_are_reported_once(
    ask: Run, here: Path, command: str
) -> None:
    (here / "binary.variant").write_bytes(b"\x00\x01\xff\xfe")
    (here / "empty.variant").write_text("", "utf-8")
    assert ask(command, "binary.variant").err.startswith("error[not-utf8]: the file is not in")
    result = ask(command, "empty.variant")
    assert result.err.startswith("error[no-heading]: this file does not say what it is")
    assert "Mend this first: `variorum check empty.variant`" in result.err
    assert result.status in (1, 2)


@pytest.mark.parametrize("command", READ_RULES)
def test_mistakes_are_shown_as_check_shows_them_and_nothing_else_is_done(
    ask: Run, run: Run, here: Path, command: str
) -> None:
    (here / "wrong.variant").write_text(MISSPELT, "utf-8")
    assert run("check", "wrong.variant").out.startswith(FINDING)
    result = ask(command, "wrong.variant")
    assert result.status in (1, 2)
    assert result.out == ""
    assert result.err == (
        f"{FINDING}\nMend this first: `variorum check wrong.variant` looks at the whole file.\n"
    )


def test_verify__rules_that_are_not_understood_keep_no_promise(run: Run, here: Path) -> None:
    (here / "wrong.variant").write_text(MISSPELT, "utf-8")
    result = run("verify", "wrong.variant")
    assert result.status == 1
    assert result.out.startswith(FINDING)
    assert result.out.endswith("nothing was played, because the rules have mistakes\n")


def test_new__a_parent_that_cannot_be_read_is_not_said_to_have_mistakes(
    run: Run, here: Path
) -> None:
    (here / "binary.variant").write_bytes(b"\x00\x01\xff\xfe")
    result = run("new", "mine", "--from", "binary.variant")
    assert result.status == 2
    assert said(result.err).startswith("Error: the file is not in UTF-8: ")
