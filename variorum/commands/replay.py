"""`variorum replay`: a recorded game, verified and told again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.cleaning import clean, clean_lines
from variorum.commands.play import opener
from variorum.games import Opened, complain, reason

if TYPE_CHECKING:
    from engine.replaying import Replayed

FINE, FINDINGS, UNREADABLE = 0, 1, 2


@click.command()
@click.argument("record")
@click.option("--rules", metavar="FILE",
              help="The rule file, if it is not where the record says.")
@click.option("--quiet", is_flag=True, help="Verify only; print no transcript.")
def command(record: str, rules: str | None, quiet: bool) -> int:
    """Play a recorded game again and hold every line against the rules.

    RECORD is a file that `variorum play` wrote, or --records of `variorum diff` and `variorum
    readings`. A record that was cut off, altered, or played by
    other rules is reported with the line; what comes before is still shown.

    The exit status is 0 when the record is right (also when the table was left before the end), 1
    when it is not, and 2 when it cannot be read.
    """
    from engine.replaying import replay

    games: list[Opened] = []
    try:
        found = replay(record, opener(record, rules, games))
    except OSError as problem:
        complain(f"{clean(record)}: cannot be read: {reason(problem)}")
        return UNREADABLE
    if found.table is not None and not quiet:
        _tell(found, games[0])
    if found.problem is not None:
        problem_line = f"{clean(record)}:{found.problem.line}: {found.problem.text}"
        for line in clean_lines(problem_line):
            complain(line)
        complain(f"{found.lines} {'line is' if found.lines == 1 else 'lines are'} valid, with "
                 f"{found.decisions} decisions")
        return FINDINGS
    state = "the game is complete" if found.finished else "the table was left before the end"
    click.echo(f"{clean(record)}: {found.lines} lines, {found.decisions} decisions; {state}")
    return FINE


def _tell(found: Replayed, game: Opened) -> None:
    from engine.logs import observed
    from engine.standing import Standing
    from engine.stories import Story
    from engine.telling import Teller, wrapped
    from engine.views import REFEREE

    table, header = found.table, found.header
    assert table is not None
    assert header is not None
    program = game.rules.program
    teller = Teller(program, game.symbols, table.names)
    title = f"{program.title or header.edition} ({header.edition})"
    lines = [f"{title}: {', '.join(header.players)}; seed {header.seed}"]
    lines += Story(teller, cites=True).told(observed(program, table.state.events or [], REFEREE))
    if table.over:
        lines += ["", *Standing(game.rules, table.state, teller).lines()]
    for line in wrapped([*lines, ""]):
        click.echo(clean(line))
