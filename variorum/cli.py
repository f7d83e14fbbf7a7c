"""The command line. Only the module of the command that is used is imported.

A command lives in `variorum/commands/NAME.py` as `command`; what it returns is the exit status:
0 (or nothing) when all is well, 1 for findings, 2 for wrong usage or an unreadable file. Options
with the same meaning have the same name and the same stand-in (`variorum/commands/options/`).
"""

import errno
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

import click
from variorum_dsl.diagnostics.sanitizer import clean, clean_lines

from variorum.version import __version__

WRONG_USAGE = 2
BROKEN_RULES = 1
OUR_MISTAKE = 3
INTERRUPTED = 130


class Lazy(NamedTuple):
    """A command that is imported when it is used; its help is here, so that a list needs none."""

    target: str
    help: str


COMMANDS = {
    "new": Lazy("variorum.commands.new:command", "Start a rule file of your own from an edition."),
    "check": Lazy("variorum.commands.check:command", "Find mistakes in rule files."),
    "explain": Lazy("variorum.commands.explain:command", "Say more about a kind of mistake."),
    "fmt": Lazy("variorum.commands.fmt:command", "Lay rule files out in the one style."),
    "show": Lazy("variorum.commands.show:command", "Print an edition as it will be played."),
    "play": Lazy("variorum.commands.play:command", "Play a game at this table, or watch one."),
    "simulate": Lazy("variorum.commands.simulate:command",
                     "Play very many games with bots and say what they show."),
    "verify": Lazy("variorum.commands.verify:command", "Look for broken promises in random games."),
    "score": Lazy("variorum.commands.score:command", "Work out a score and show each step."),
    "replay": Lazy("variorum.commands.replay:command", "Play a recorded game again."),
    "diff": Lazy("variorum.commands.diff:command", "Say what differs between editions."),
    "readings": Lazy("variorum.commands.readings:command",
                     "Say what a rulebook leaves open, and how much it matters."),
    "docs": Lazy("variorum.commands.docs:command",
                 "Write rule summaries and player aids to read and to print."),
    "sources": Lazy("variorum.commands.sources:command", "Compare citations with a rulebook."),
    "coverage": Lazy("variorum.commands.coverage:command",
                     "Show which rules the examples reach."),
    "mutate": Lazy("variorum.commands.mutate:command",
                   "Change one clause at a time; do the examples notice?"),
    "tune": Lazy("variorum.commands.tune:command", "Let a bot find out how to play well."),
    "lsp": Lazy("variorum.commands.lsp:command", "Serve an editor (needs the extra lsp)."),
    "schema": Lazy("variorum.commands.schema:command", "Print the JSON Schema of an edition."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].target.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(_no_such_command(name))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.help) for name, lazy in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`variorum COMMAND --help` says more about a command.",
)
@click.version_option(__version__, prog_name="variorum")
def cli() -> None:
    """Write the rules of a card game down, have them checked, and play them.

    A rule file is plain text that reads like a rulebook. Editions that come with Variorum are
    known by name:

    \b
      variorum check osprey-2018
      variorum new my-variant --from osprey-2018

    The exit status means the same everywhere: 0 when all is well, 1 for findings and mistakes in a
    file, 2 for wrong usage and what cannot be read or written, 3 for a mistake of Variorum
    itself, and 130 when it was stopped with Ctrl-C. Each command says what it means there.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give the exit status; no failure shows a traceback."""
    try:
        status = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="variorum",
            standalone_mode=False,
        )
    except click.ClickException as problem:
        _say_wrong_usage(problem)
        return WRONG_USAGE
    except click.Abort:
        click.echo("stopped", err=True)
        return INTERRUPTED
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            return _our_mistake(problem)
        # What is still waiting to be written cannot be: nobody should try again on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        click.echo("Error: the output could not be written, because there is no room for it. "
                   "Make room, or write it elsewhere.", err=True)
        return WRONG_USAGE
    except Exception as problem:  # noqa: BLE001
        return _broken_rules(problem) or _our_mistake(problem)
    return status if isinstance(status, int) else 0


def _broken_rules(problem: Exception) -> int:
    """A game that cannot go on because of its rules is no mistake of ours."""
    from variorum_engine.interpreter.state import Fault

    if not isinstance(problem, Fault):
        return 0
    at = problem.at
    place = f"{at.path}:{at.line}:{at.column}: " if at.line else ""
    for line in clean_lines(f"Error: {place}the rules break down: {problem.message}"):
        click.echo(line, err=True)
    return BROKEN_RULES


def _our_mistake(problem: Exception) -> int:
    if os.environ.get("VARIORUM_DEBUG"):
        raise problem
    _apologise(problem)
    return OUR_MISTAKE


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, n=1)
    advice = f" Did you mean {close[0]}?" if close else " `variorum --help` lists the commands."
    return f'There is no command "{name}".{advice}'


def _say_wrong_usage(problem: click.ClickException) -> None:
    if isinstance(problem, click.exceptions.NoArgsIsHelpError):
        problem.show()
        return
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    if context is not None:
        click.echo(context.get_usage(), err=True)
    for line in clean_lines(f"Error: {_reason(problem)}"):
        click.echo(line, err=True)
    if context is not None:
        click.echo(f"`{context.command_path} --help` says more.", err=True)


def _reason(problem: click.ClickException) -> str:
    """What is wrong with the usage; of a number, what can be written instead."""
    text = problem.format_message()
    sort = getattr(problem.param, "type", None) if isinstance(problem, click.BadParameter) else None
    given = re.split(" is not a valid | is not in the range ", text)[0]
    if given == text or not isinstance(
        sort, click.types.IntParamType | click.types.FloatParamType
    ):
        return text
    kind = "a whole number" if isinstance(sort, click.types.IntParamType) else "a number"
    least, most = (getattr(sort, name, None) for name in ("min", "max"))
    if least is not None and most is not None:
        kind += f" from {least:,} to {most:,}"
    elif least is not None:
        kind += f" above {least}" if getattr(sort, "min_open", False) else f" from {least} on"
    return f"{given} is not {kind}."


def _apologise(problem: Exception) -> None:
    python = ".".join(map(str, sys.version_info[:3]))
    click.echo(
        "Sorry: Variorum has made a mistake of its own; your file is not to blame.\n"
        f"  what happened: {type(problem).__name__}: {clean(str(problem)[:300])}\n"
        f"  versions: variorum {__version__}, Python {python}, {sys.platform}\n"
        "Please report it to the authors with these lines, the command and the file.\n"
        "Run the command again with VARIORUM_DEBUG=1 set to see where it happened.",
        err=True,
    )
