"""`variorum replay`: a recorded game, verified and told again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean, clean_lines
from variorum_dsl.english import numbered

from variorum.commands.options import format_option, write_json
from variorum.commands.play import opener
from variorum.terminal.games import Opened, complain, reason

if TYPE_CHECKING:
    from variorum_engine.table.replay import Replayed
    from variorum_engine.words.standing import Standing

FINE, FINDINGS, UNREADABLE = 0, 1, 2
STANDARD_INPUT = "-"


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--rules", metavar="FILE",
              help="The rule file, if it is not where the record says.")
@click.option("--quiet", is_flag=True, help="Verify only; print no transcript.")
@format_option("text", "json", help="How to write what the record holds.")
def command(record: str, rules: str | None, quiet: bool, form: str) -> int:
    """Play a recorded game again and hold every line against the rules.

    RECORD is a file that `variorum play` wrote, or --records of `variorum diff` and `variorum
    readings`; `-` reads it from standard input. A record that was cut off, altered, or played by
    other rules is reported with the line; what comes before is still shown.

    The exit status is 0 when the record is right (also when the table was left before the end), 1
    when it is not, and 2 when it cannot be read.
    """
    from variorum_engine.table.replay import read, replayed

    games: list[Opened] = []
    called = "standard input" if record == STANDARD_INPUT else clean(record)
    try:
        data = _piped() if record == STANDARD_INPUT else read(record)
        found = replayed(data, opener(record, rules, games))
    except OSError as problem:
        complain(f"{called}: cannot be read: {reason(problem)}")
        return UNREADABLE
    if form == "json":
        write_json(_data(found, games, quiet=quiet))
        return FINE if found.problem is None else FINDINGS
    if found.table is not None and not quiet:
        _tell(found, games[0])
    if found.problem is not None:
        problem_line = f"{called}:{found.problem.line}: {found.problem.text}"
        for line in clean_lines(problem_line):
            complain(line)
        complain(f"{found.lines} {'line is' if found.lines == 1 else 'lines are'} valid, with "
                 f"{numbered(found.decisions, 'decision')}")
        return FINDINGS
    state = "the game is complete" if found.finished else "the table was left before the end"
    click.echo(f"{called}: {numbered(found.lines, 'line')}, "
               f"{numbered(found.decisions, 'decision')}; {state}")
    return FINE


def _piped() -> bytes:
    """The bytes of a record from standard input."""
    from variorum_engine.table.records import MOST_BYTES

    return sys.stdin.buffer.read(MOST_BYTES)


def _tell(found: Replayed, game: Opened) -> None:
    from variorum_engine.words.printed import wrapped

    header = found.header
    assert header is not None
    title = f"{game.rules.program.title or header.edition} ({header.edition})"
    dealt = "chance as it is recorded" if header.given else f"seed {header.seed}"
    lines = [f"{title}: {', '.join(header.players)}; {dealt}", *_story(found, game)]
    standing = _standing(found, game)
    if standing is not None:
        lines += ["", *standing.lines()]
    for line in wrapped([*lines, ""]):
        click.echo(clean(line))


def _data(found: Replayed, games: list[Opened], *, quiet: bool) -> dict[str, object]:
    header, problem = found.header, found.problem
    standing = _standing(found, games[0]) if games else None
    told = _story(found, games[0]) if games and not quiet else []
    return {
        "valid": problem is None, "complete": found.finished, "lines": found.lines,
        "decisions": found.decisions,
        "problem": None if problem is None else {"line": problem.line, "text": problem.text},
        "game": None if header is None else {
            "edition": header.edition, "options": list(header.options),
            "readings": dict(header.readings), "players": list(header.players),
            "seed": header.seed},
        "standing": None if standing is None else standing.full_data(),
        "transcript": told,
    }


def _story(found: Replayed, game: Opened) -> list[str]:
    from variorum_engine.table.logs import observed
    from variorum_engine.table.visibility import REFEREE
    from variorum_engine.words.narrative import Story
    from variorum_engine.words.printed import Teller

    if found.table is None:
        return []
    program, table = game.rules.program, found.table
    log = observed(program, table.state.events or [], REFEREE)
    return Story(Teller(program, game.symbols, table.names), cites=True).told(log)


def _standing(found: Replayed, game: Opened) -> Standing | None:
    from variorum_engine.words.printed import Teller
    from variorum_engine.words.standing import Standing

    if found.table is None or not found.table.over:
        return None
    teller = Teller(game.rules.program, game.symbols, found.table.names)
    return Standing(game.rules, found.table.state, teller)
