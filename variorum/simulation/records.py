"""One simulated game that two ways to play give to different winners, to be watched under both."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.lowering.symbols import Symbols
from variorum_engine.interpreter.chance import game_seed
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.records import Game, Header, Scribe, begun, sealed
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.retelling import NotRetold, Retelling

from variorum.simulation.statistics import Shown
from variorum.simulation.ways import Changed, Weights
from variorum.terminal.games import Unusable, names_for, reason


class Way(NamedTuple):
    """One of the two ways: what a record has to say about it."""

    name: str
    source: str
    fingerprint: str
    options: tuple[str, ...]
    readings: Mapping[str, str]
    rules: Rules
    symbols: Symbols


def shown(changed: Changed, seed: int, players: int) -> Shown:
    names = names_for(players, None)
    first, second = (tuple(names[seat] for seat in bits(winners))
                     for winners in (changed.first, changed.second))
    return Shown(changed.game + 1, game_seed(seed, changed.game), first, second)


class Records:
    """A folder in which games are recorded, two files for each."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.fresh: set[Path] = set()  # what was written in this run

    def written(
        self, ways: Sequence[Way], stems: Sequence[str], bots: Sequence[str],
        weights: Sequence[Weights], seed: int, games: Iterable[Changed],
    ) -> Shown | None:
        """The first of these games that can be told; `stems` are what its two files are called."""
        for changed in games:
            try:
                texts = [_recorded(way, Bots(bots, own), seed, changed.game, winners)
                         for way, own, winners in zip(
                             ways, weights, (changed.first, changed.second), strict=True)]
            except (Fault, NotRetold):
                continue
            paths = tuple(str(self.kept(stem, sealed(lines))) for stem, lines in
                          zip(stems, texts, strict=True))
            return shown(changed, seed, ways[0].rules.program.players)._replace(records=paths)
        return None

    def kept(self, stem: str, lines: Iterable[str]) -> Path:
        """The file; what is there already is left alone, and is fine if it is the same game."""
        path = self.folder / f"{stem}.game"
        fresh = self.folder / f"{stem}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            fresh.unlink(missing_ok=True)
            fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
            number = 2
            while path in self.fresh and path.read_bytes() != fresh.read_bytes():
                # Two versions of a file have the same name, and so have two numbers of players.
                path = self.folder / f"{stem}-{number}.game"
                number += 1
            if path.exists() and path.read_bytes() != fresh.read_bytes():
                fresh.unlink()
                raise Unusable(f"{clean(str(path))} exists already, and is another game: "
                               "name another folder")
            fresh.replace(path)
            self.fresh.add(path)
        except OSError as problem:
            raise Unusable(f"{clean(str(path))}: cannot be written: {reason(problem)}"
                           ) from None
        return path


def _recorded(
    way: Way, bots: Bots, seed: int, game: int, winners: int
) -> list[dict[str, object]]:
    """The lines of a record; the game must come to these winners."""
    header = Header(way.name, way.source, way.fingerprint, tuple(sorted(set(way.options))),
                    way.readings, names_for(way.rules.program.players, None), game_seed(seed, game))
    table = begun(header, Game(way.rules, way.symbols, way.fingerprint))
    scribe = Scribe(table, way.symbols)
    lines = [header.data(), *scribe.chance()]
    for seat, move in Retelling(way.rules, bots).moves(table, seed, game):
        line = scribe.decision(seat, move)
        table.apply(seat, move)
        lines += [line, *scribe.chance()]
    if way.rules.reckoner.winners(table.state)[0] != winners:
        raise NotRetold
    return [*lines, scribe.outcome()]
