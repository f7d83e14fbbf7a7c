"""`variorum play`: a game at this table, or one to watch."""

from __future__ import annotations

import datetime
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote

from variorum.terminal.bots import Seats
from variorum.terminal.games import (
    Opened,
    Unusable,
    beside,
    chosen_readings,
    complain,
    names_for,
    opened,
    reason,
)

if TYPE_CHECKING:
    from variorum_engine.interpreter.state import Fault
    from variorum_engine.table.records import Game, Header, Writer
    from variorum_engine.table.replay import Opener, Replayed
    from variorum_engine.table.table import Table

    from variorum.terminal.session import Session

FINE, FINDINGS, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
BOTS = "sensible"


@click.command()
@click.argument("name", required=False, metavar="NAME|PATH")
@click.option("--players", type=click.IntRange(1), metavar="N", help="How many play.")
@click.option("--human", "humans", metavar="SEATS",
              help="Seats that people take: 1, or 1,3, all, or none. Without it, bots play; with "
                   "--resume, those play who played before.")
@click.option("--bots", metavar="BOT",
              help="How the other seats play: random, light, thumb, sensible, search, "
                   "search:500, search:2s, search:500:random-others, thumb:FILE.  [default: "
                   "sensible; with --resume, as before]")
@click.option("--with", "options", multiple=True, metavar="OPTION",
              help="Use an optional rule; may be repeated.")
@click.option("--reading", "readings", multiple=True, metavar="SILENCE=READING",
              help="With another answer to an open question; may be repeated.")
@click.option("--names", metavar="NAMES", help="What the players are called: ann,bo,cy.")
@click.option("--seed", type=int, metavar="N",
              help="The seed of all chance; the same seed, the same cards.")
@click.option("--brief", is_flag=True,
              help="Tell each round of a game to watch in a line, and the end in a few.")
@click.option("--save", metavar="FILE", help="Where the game is recorded.")
@click.option("--resume", metavar="FILE", help="Go on with a recorded game.")
def command(
    name: str | None, players: int | None, humans: str | None, bots: str | None,
    options: tuple[str, ...], readings: tuple[str, ...], names: str | None, seed: int | None,
    brief: bool, save: str | None, resume: str | None,
) -> int:
    """Play a game at this table, or watch one.

    NAME is an edition or a rule file. Moves are typed in the words of the game: `bid 3 4`,
    `pass`; `help` says more. A game with people is saved after every move, and --resume FILE goes
    on with it.

    The exit status is 0 when all is well (also when the table was left), 1 when a rule file or a
    record has mistakes, 2 when something cannot be read or written, and 130 when
    it was stopped with Ctrl-C; the game is saved then, too.
    """
    try:
        if resume is not None:
            if name is not None or save or options or readings or names or seed is not None:
                raise click.UsageError("--resume: the record says all about the game but --human "
                                       "and --bots")
            return _resumed(resume, humans, bots, brief=brief)
        if name is None:
            raise click.UsageError("Name an edition or a rule file.")
        game = opened(name, players, options, chosen_readings(readings))
        return _begun(name, game, humans, bots or BOTS, options, names, seed, save, brief=brief)
    except Unusable as problem:
        complain(problem.told)
        return problem.status


def _begun(
    name: str, game: Opened, humans: str | None, bots: str, options: tuple[str, ...],
    names: str | None, seed: int | None, save: str | None, *, brief: bool,
) -> int:
    from variorum_engine.interpreter.state import Fault
    from variorum_engine.table.records import Game, Header, Writer, begun

    count = game.rules.program.players
    people = _seats(humans, count)
    if brief and people:
        raise click.UsageError("--brief is for a game that bots play alone")
    called = names_for(count, names)
    seed = secrets.randbelow(1 << 31) if seed is None else seed
    header = Header(game.game.name, name, game.fingerprint, tuple(sorted(set(options))),
                    game.readings, called, seed, tuple(sorted(people)), bots)
    seats = _bots(bots, game, seed)
    try:
        table = begun(header, Game(game.rules, game.symbols, game.fingerprint))
    except Fault as fault:
        raise Unusable(_broken(fault), FINDINGS) from None
    writer = None
    if save is not None or people:
        path = Path(save) if save is not None else _free(header)
        try:
            writer = Writer(path)
        except FileExistsError:
            raise Unusable(f"{clean(str(path))} exists already: name another file, or go on with "
                           f"it by --resume {clean(str(path))}") from None
        except OSError as problem:
            message = f"{clean(str(path))}: cannot be written: {reason(problem)}"
            raise Unusable(message) from None
    return _played(game, header, table, people, seats, writer, None, brief=brief)


def _resumed(path: str, humans: str | None, bots: str | None, *, brief: bool) -> int:
    from variorum_engine.table.records import Writer
    from variorum_engine.table.replay import replay

    games: list[Opened] = []
    try:
        found = replay(path, opener(path, None, games))
    except OSError as error:
        raise Unusable(f"{clean(path)}: cannot be read: {reason(error)}") from None
    problem = found.problem
    if found.table is None or (problem and not problem.torn and not problem.stopped):
        assert problem is not None
        raise Unusable(f"{clean(path)}:{problem.line}: {problem.text}", FINDINGS)
    assert found.header is not None
    if found.finished:
        raise Unusable(f"{clean(path)}: this game has ended; variorum replay shows it", FINDINGS)
    people = _seats(humans, len(found.header.players)) if humans else (
        frozenset(found.header.people))
    seats = _bots(bots or found.header.bots or BOTS, games[0], found.header.seed)
    try:
        writer = Writer(path, before=found.check, fresh=False, keep=found.bytes)
    except OSError as error:
        raise Unusable(f"{clean(path)}: cannot be written: {reason(error)}") from None
    return _played(games[0], found.header, found.table, people, seats, writer, found, brief=brief)


def _played(
    game: Opened, header: Header, table: Table, people: frozenset[int], bots: Seats,
    writer: Writer | None, found: Replayed | None, *, brief: bool,
) -> int:
    from variorum_engine.interpreter.state import Fault

    from variorum.terminal.console import console
    from variorum.terminal.session import Leave, Session

    session = Session(
        game, table, people, bots, console(), writer,
        decisions=found.decisions if found else 0, history=found.history if found else (),
        fresh=found is None, brief=brief,
    )
    _announce(session, header, writer, found)
    try:
        if found is None:
            session.save(header.data(), *session.following())
        else:
            session.save(*found.pending)
        session.run()
    except Leave:
        session.save({"left": "the table was left here"})
        _saved(writer)
        return FINE
    except KeyboardInterrupt:
        click.echo()
        _saved(writer)
        return INTERRUPTED
    except Fault as fault:
        complain(f"Error: {_broken(fault)}")
        return FINDINGS
    except BrokenPipeError:
        raise  # nobody reads any more; the record is not to blame
    except OSError as problem:
        path = clean(str(writer.path)) if writer else "standard output"
        complain(f"{path}: cannot be written: {reason(problem)}")
        return UNREADABLE
    finally:
        if writer is not None:
            writer.close()
    if writer is not None:
        session.say("", f"The game is recorded in {writer.path}")
    return FINE


def _announce(session: Session, header: Header, writer: Writer | None,
              found: Replayed | None) -> None:
    program = session.program
    session.say(f"{program.title or header.edition} ({header.edition}): "
                f"{', '.join(header.players)}; seed {header.seed}")
    if header.options:
        session.say(f"with {', '.join(header.options)}")
    if header.readings:
        session.say("read as " + ", ".join(f"{s} {r}" for s, r in header.readings.items()))
    if writer is not None and found is not None:
        session.say(f"Going on with {writer.path}, after {session.decisions} decisions")
    elif writer is not None:
        session.say(f"Saved after every move in {writer.path}")
    if session.bots.note and len(session.humans) < program.players:
        session.say(f"Note: {session.bots.note}")


def _bots(name: str, game: Opened, seed: int) -> Seats:
    from variorum_engine.bots import UnknownBot

    try:
        return Seats(name, game.rules, seed)
    except UnknownBot as problem:
        raise click.UsageError(f"--bots: {problem}") from None


def _broken(fault: Fault) -> str:
    """Where the rules break down, and why."""
    place = f"{clean(fault.at.path)}:{fault.at.line}: " if fault.at.line else ""
    return f"{place}the rules break down: {fault.message}"


def _saved(writer: Writer | None) -> None:
    if writer is not None:
        path = clean(str(writer.path))
        click.echo(f"The game is saved. To go on:\n  variorum play --resume {path}")


def _seats(text: str | None, count: int) -> frozenset[int]:
    """The seats of people; they count from 1."""
    if text in (None, "none"):
        return frozenset()
    if text == "all":
        return frozenset(range(count))
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise click.UsageError("--human: write seats as 1, or 1,3, or all, or none")
    seats = {int(part) for part in parts}
    if not seats <= set(range(1, count + 1)):
        raise click.UsageError(f"--human: the seats are 1 to {count}")
    return frozenset(seat - 1 for seat in seats)


def _free(header: Header) -> Path:
    """A file name that is not taken."""
    today = datetime.date.today().isoformat()
    stem = f"{header.edition}-{today}-{header.seed}"
    path = Path(f"{stem}.game")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.game")
        number += 1
    return path


def opener(record: str, rules: str | None, games: list[Opened]) -> Opener:
    """Finds the game that a record names; the one that was found is put into `games`."""
    from variorum_engine.table.records import Game
    from variorum_engine.table.replay import NoSuchGame

    def found(header: Header) -> Game:
        name = rules if rules is not None else beside(record, header.source)
        try:
            game = opened(name, len(header.players), header.options, header.readings)
        except Unusable as problem:
            # Whoever wrote the record chose the file: what stands in it is nobody else's business.
            why = str(problem) if rules is not None else (
                f"{quote(name)} cannot be played so (--rules names another rule file)")
            raise NoSuchGame(f"its rules cannot be had: {why}") from None
        games.append(game)
        return Game(game.rules, game.symbols, game.fingerprint)

    return found
