"""The public API: an edition, what can be chosen in it, and the variant that is then played."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Diagnostic

from variorum.checker.check import check, read
from variorum.files.lookup import Unfindable, file_of

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded
    from variorum_dsl.model.game import Game
    from variorum_engine.table.preparation import Ready
    from variorum_engine.table.table import Rules, Table


class Option(NamedTuple):
    """An optional rule that the rulebook offers."""

    name: str
    title: str


class Silence(NamedTuple):
    """A question that the rulebook leaves open. The first reading is the one assumed."""

    name: str
    question: str
    readings: tuple[str, ...]


class NotPlayable(ValueError):
    """A file with mistakes, or a choice that it does not offer; `diagnostics` says which."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(
            f"{found.title} ({found.why})" if found.why else found.title
            for found in self.diagnostics[:3]
        ))


def loaded(name_or_path: str | os.PathLike[str]) -> Edition:
    name = os.fspath(name_or_path)
    try:
        path = file_of(name)
    except Unfindable:
        path = name
    return Edition(read(path))


class Edition:
    """A rule file, as far as it could be read.

    >>> import variorum
    >>> edition = variorum.load("osprey-2018")
    >>> edition.name
    'osprey-2018'
    """

    def __init__(self, read_file: Loaded) -> None:
        self._loaded = read_file

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"

    @property
    def path(self) -> str:
        return self._loaded.path

    @property
    def name(self) -> str:
        document = self._loaded.document
        return document.name if document else ""

    @property
    def title(self) -> str:
        document = self._loaded.document
        return document.title if document else ""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found while reading; `check` looks much further."""
        return tuple(self._loaded.problems)

    @property
    def players(self) -> range:
        """The numbers of players that can play.

        >>> import variorum
        >>> variorum.load("gossip-and-the-city").players
        range(3, 6)
        """
        sheet = self._loaded.sheet
        seats = sheet.draft.seats if sheet else None
        return range(seats.low, seats.high + 1) if seats else range(0)

    @property
    def options(self) -> dict[str, Option]:
        """The optional rules by name.

        >>> import variorum
        >>> sorted(variorum.load("edition-2025").options)
        ['excursions', 'gambling', 'yacht-club']
        """
        sheet = self._loaded.sheet
        return {} if sheet is None else {
            name: Option(name, option.words.one if option.words else name)
            for name, option in sheet.options.items()
        }

    @property
    def silences(self) -> dict[str, Silence]:
        """The open questions by name.

        >>> import variorum
        >>> variorum.load("osprey-2018").silences["below-zero"].question
        'Can Passé take a status below zero?'
        """
        sheet = self._loaded.sheet
        return {} if sheet is None else {
            name: Silence(name, silent.question, tuple(
                reading.name
                for reading in (silent.assumed, *silent.readings) if reading is not None
            ))
            for name, silent in sheet.silences.items()
        }

    def check(self) -> list[Diagnostic]:
        """Everything that is wrong with the file; its examples are run too."""
        return check(self._loaded)

    def variant(
        self, players: int | None = None, options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Variant:
        """What is played: a number of players (the lowest if none is named), options, readings.

        >>> import variorum
        >>> edition = variorum.load("edition-2025")
        >>> variant = edition.variant(players=4, options=["gambling"])
        >>> variant.options
        ('gambling',)

        A choice that the edition does not offer raises `NotPlayable`:

        >>> edition.variant(players=9)
        Traceback (most recent call last):
        variorum.edition.NotPlayable: 9 players cannot play this game (3 to 5 can)
        """
        if self._ready is None:
            raise NotPlayable(self.diagnostics)
        options, readings = tuple(options), dict(readings or {})
        game, problems = self._ready.game(options, readings)
        errors = [problem for problem in (*self.diagnostics, *problems)
                  if problem.severity == "error"]
        counts = game.player_counts()
        count = players if players is not None else (counts[0] if counts else 0)
        if not errors and count not in counts:
            errors.append(_wrong_count(game, count))
        if errors:
            raise NotPlayable(errors)
        return Variant(self, self._ready, game, count, readings)

    @cached_property
    def _ready(self) -> Ready | None:
        from variorum_engine.table.preparation import Ready

        return Ready(self._loaded.sheet) if self._loaded.sheet else None


def _wrong_count(game: Game, count: int) -> Diagnostic:
    from variorum_dsl.diagnostics.diagnostic import Label

    counts = game.player_counts()
    which = f"{counts[0]} to {counts[-1]} can" if counts else "it says nothing about players"
    return Diagnostic("wrong-players", "error", f"{count} players cannot play this game",
                      Label(game.at), why=which)


class Variant:
    """An edition with everything chosen: what is played.

    >>> import variorum
    >>> variant = variorum.load("osprey-2018").variant(players=5)
    >>> variant.players
    5
    """

    def __init__(
        self, edition: Edition, ready: Ready, game: Game, players: int, readings: dict[str, str]
    ) -> None:
        self.edition = edition
        self.game = game
        self.players = players
        self.options = game.chosen_options
        self.readings = readings
        self._ready = ready

    def __repr__(self) -> str:
        return f"<Variant of {self.edition.name} for {self.players} players>"

    @property
    def rules(self) -> Rules:
        """The rules made ready to play; tables share them."""
        rules, errors, _ = self._ready.rules(self.players, self.options, self.readings)
        if rules is None:
            raise NotPlayable(errors)
        return rules

    def table(self, seed: int = 0, names: Iterable[str] = ()) -> Table:
        """A game that is about to begin; the same seed gives the same shuffles.

        >>> import variorum
        >>> table = variorum.load("osprey-2018").variant(players=3).table(seed=7)
        >>> seat = table.to_decide[0]
        >>> move = next(table.moves(seat))
        >>> table.why_not(seat, move) is None
        True
        """
        from variorum_engine.table.table import Table

        names = tuple(names)
        if names and (len(names) != self.players or len(set(names)) != len(names)):
            raise ValueError(f"{self.players} different names are needed, one for each player")
        return Table(self.rules, seed, names=names)
