"""Games by name, with their options and readings chosen: what play, score and replay begin with."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.files.editions import edition_path
from variorum.files.lookup import Unfindable, file_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from variorum_dsl.diagnostics.diagnostic import Diagnostic
    from variorum_dsl.diagnostics.source import Sources
    from variorum_dsl.files.loader import Loaded
    from variorum_dsl.lowering.symbols import Symbols
    from variorum_dsl.model.game import Game
    from variorum_engine.table.table import Rules

MOST_SHOWN = 5
FINDING = re.compile(r"(\x1b\[[0-9;]*m)*error\[")


class Unusable(Exception):
    """A game that cannot be opened. The message says why; `status` is the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status

    @property
    def told(self) -> str:
        """The message for somebody at a terminal; a finding says itself that it is an error."""
        text = str(self)
        return text if FINDING.match(text) else f"Error: {text}"


class Library(Unusable):
    """A file that holds procedures, and no game."""


class Opened:
    """A game, ready for one number of players."""

    def __init__(self, loaded: Loaded, game: Game, rules: Rules, symbols: Symbols,
                 readings: Mapping[str, str]) -> None:
        from variorum_engine.table.fingerprint import fingerprint

        self.loaded = loaded
        self.game = game
        self.rules = rules
        self.symbols = symbols
        self.readings = dict(readings)
        self.fingerprint = fingerprint(game)

    @property
    def sources(self) -> Sources:
        return self.loaded.sources


def path_of(name: str) -> str:
    """The file of a game: a bundled edition by its name, or a path."""
    path = edition_path(name)
    if path is not None:
        return str(path)
    try:
        return file_of(name)
    except Unfindable as problem:
        raise Unusable(str(problem)) from None


def loaded(name: str) -> Loaded:
    """The file of a game, without mistakes."""
    from variorum_dsl.files.loader import load

    found = load(path_of(name), edition_path)
    if found.sheet is None or any(p.severity == "error" for p in found.problems):
        raise broken(found)
    if found.document is not None and found.document.form == "library":
        raise Library(f"{clean(name)} is a library: it holds procedures, and no game")
    return found


def playable(name: str) -> Loaded:
    """The same, with every name and every type of its rules looked at as well."""
    from variorum_dsl.checks import mistakes

    found = loaded(name)
    if mistakes(found):
        raise broken(found)
    return found


def broken(file: Loaded, chosen: Sequence[Diagnostic] = ()) -> Unusable:
    """Why a file with mistakes cannot be used: its errors as `check` shows them, and the way out.
    Those of an option or a reading are there only where it is `chosen`."""
    from variorum_dsl.checks import mistakes

    text = rendered(mistakes(file) or chosen, file.sources)
    if not file.unreadable:
        text += f"\n\nMend this first: `variorum check {clean(file.path)}` looks at the whole file."
    return Unusable(text, 2 if file.unreadable else 1)


def opened(
    name: str, players: int | None, options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None, *, file: Loaded | None = None,
) -> Opened:
    """A game for a number of players (the fewest that can play it, if none is given)."""
    from variorum_engine.table.preparation import Ready

    file = file or loaded(name)
    assert file.sheet is not None
    ready = Ready(file.sheet)
    game, problems = ready.game(options, readings)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise Unusable(rendered(errors, file.sources), 2)
    counts = game.player_counts()
    if not counts:
        raise Unusable(f"{clean(name)} does not say how many can play", 1)
    count = counts[0] if players is None else players
    if count not in counts:
        raise Unusable(f"{clean(game.title or game.name)} is for {counts[0]} to {counts[-1]} "
                       f"players, and not for {count}")
    rules, errors, symbols = ready.rules(count, options, readings)
    if rules is None:
        raise broken(file, errors)
    return Opened(file, game, rules, symbols, readings or {})


def rendered(problems: Iterable[Diagnostic], sources: Sources) -> str:
    from variorum_dsl.diagnostics.terminal import render_all, wants_colour

    colour = wants_colour(sys.stderr, os.environ)
    return render_all(problems, sources, colour=colour, limit=MOST_SHOWN).rstrip("\n")


def chosen_readings(given: Sequence[str]) -> dict[str, str]:
    """`--reading SILENCE=READING`, any number of times."""
    readings = {}
    for text in given:
        silence, equals, reading = text.partition("=")
        if not equals or not silence or not reading:
            raise click.UsageError(f"--reading {text}: write it as --reading SILENCE=READING")
        readings[silence.strip()] = reading.strip()
    return readings


def names_for(count: int, given: str | None) -> tuple[str, ...]:
    """What the players are called: as given, or by the names that examples use."""
    if given is None:
        usual = ("ann", "bo", "cy", "di", "ed", "fay", "gus", "hal")
        return tuple(usual[seat] if seat < len(usual) else f"player-{seat + 1}"
                     for seat in range(count))
    names = tuple(name.strip() for name in given.split(","))
    if len(names) != count or not all(names) or len({n.casefold() for n in names}) != count:
        raise click.UsageError(f"--names: give {count} different names, with commas between them")
    if any(clean(name) != name or len(name) > 30 for name in names):
        raise click.UsageError("--names: names are short and made of visible characters")
    return names


def complain(text: str) -> None:
    click.echo(text, err=True)


def reason(problem: OSError) -> str:
    return clean(problem.strerror or "the system refused")


def beside(record: str, source: str) -> str:
    """The rule file that a record names: by its name, as a path, or beside the record."""
    if edition_path(source) is None and not os.path.lexists(source):
        near = Path(record).parent / Path(source).name
        if near.is_file():
            return str(near)
    return source
