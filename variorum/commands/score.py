"""`variorum score`: the standing of a final position, step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.commands.options import format_option, write_json
from variorum.terminal.games import Opened, Unusable, complain, loaded, opened, rendered

if TYPE_CHECKING:
    from variorum_engine.words.standing import Standing

    from variorum.terminal.positions import Position

FINE, FINDINGS, UNREADABLE = 0, 1, 2


@click.command()
@click.argument("name", metavar="NAME|PATH")
@click.argument("position", default="-", metavar="[POSITION]")
@format_option("text", "json", help="How to write the standing.")
def command(name: str, position: str, form: str) -> int:
    """Work out the standing of a final position and show each step.

    NAME is an edition or a rule file. POSITION is a file, or - for standard input, with lines as
    examples have them:

    \b
      players ann, bo, cy
      hand of ann holds money 4, money 6
      display of bo holds luxury 7, 2 prestige

    Lines `with OPTION` and `reading SILENCE is READING` choose the rules. Where a decision is left
    at the very end, a line `ann: luxury 7` makes it.

    The exit status is 0 when there is a standing, 1 when the position or the rule
    file has mistakes, and 2 when something cannot be read.
    """
    try:
        standing = _standing(name, position)
    except Unusable as problem:
        complain(problem.told)
        return problem.status
    if form == "json":
        write_json(standing.full_data())
        return FINE
    program = standing.program
    for line in [f"{program.title or program.name} ({program.name})", "", *standing.lines()]:
        click.echo(clean(line))
    return FINE


def _standing(name: str, path: str) -> Standing:
    from variorum.terminal.positions import read_position

    text, shown = _text(path)
    file = loaded(name)
    file.sources.add(shown, text)
    position, problems = read_position(text, shown)
    if position is None:
        raise Unusable(rendered(problems, file.sources), FINDINGS)
    example = position.example
    readings = {each.silence: each.reading for each in example.readings}
    game = opened(name, len(example.players), example.options, readings, file=file)
    return _played(game, position, shown)


def _played(game: Opened, position: Position, shown: str) -> Standing:
    """The position, with everything that happens once the game has ended."""
    from variorum_engine.examples.runner import played_example
    from variorum_engine.words.printed import Teller
    from variorum_engine.words.standing import Standing

    table, problems = played_example(position.example, game.rules, game.symbols)
    if problems:
        raise Unusable(rendered(position.placed(problems), game.sources), FINDINGS)
    example = position.example
    teller = Teller(game.rules.program, game.symbols, example.players)
    if not table.over:
        who = teller.owners(table.to_decide)
        raise Unusable(f"{shown}: {who} must still decide something before there is a standing; "
                       f"add a line such as {example.players[table.to_decide[0]]}: ...", FINDINGS)
    return Standing(game.rules, table.state, teller)


def _text(position: str) -> tuple[str, str]:
    from variorum_dsl.files.text import MOST_BYTES, read_text

    if position != "-":
        text, problems = read_text(position, "a position")
        if text is None:
            first = problems[0]
            raise Unusable(f"{clean(first.title)}: {clean(first.why)}", UNREADABLE)
        return text, position
    if sys.stdin.buffer.isatty():
        complain("Type the position, for example: players ann, bo, cy. Ctrl-D in a line of its own "
                 "ends it.")
    data = sys.stdin.buffer.read(MOST_BYTES)
    try:
        return data.decode(), "standard input"
    except UnicodeDecodeError:
        raise Unusable("standard input: this is not UTF-8 text", UNREADABLE) from None
