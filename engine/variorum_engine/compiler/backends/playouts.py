"""Many games in a row, as plain Python or, with the extra `fast`, as machine code."""

from __future__ import annotations

import random
from typing import Any

from variorum_engine.compiler.backends.form import check_fast
from variorum_engine.compiler.backends.memory import opening
from variorum_engine.compiler.backends.python import PLAIN, PLAIN_STREAM
from variorum_engine.compiler.backends.tight import Tight
from variorum_engine.compiler.emit.light import emit_light
from variorum_engine.compiler.emit.module import written
from variorum_engine.table.table import Rules

Result = tuple[int, int, int, int, int]
STEP = 0xD1B54A32D192ED03
_WHOLE = (1 << 64) - 1
_PLAIN_DRIVER = '''
def game(Z0, O0, C0, T0, L, X, R, A, P, W):
    X[2] = X[3] = 0
    if play(Z0.copy(), O0.copy(), C0.copy(), T0.copy(), L, X, R, A, P, W, 0) != -1:
        raise RuntimeError("the compiled game broke down")
    return X[3], X[2], W[1], W[0], W[4]
'''
_FAST_DRIVER = '''
def many(Z0, O0, C0, T0, Z, O, C, T, L, X, R, A, P, W, seed, first, games, out):
    decisions = 0
    for game in range(games):
        for i in range(Z0.shape[0]): Z[i] = Z0[i]
        for i in range(O0.shape[0]): O[i] = O0[i]
        for i in range(C0.shape[0]): C[i] = C0[i]
        for i in range(T0.shape[0]): T[i] = T0[i]
        X[2] = 0
        X[3] = 0
        R[0] = start(seed, first + game)
        if play(Z, O, C, T, L, X, R, A, P, W, 0) != -1:
            return -1 - game
        decisions += X[3]
        if out.shape[0] > game:
            out[game, 0] = X[3]
            out[game, 1] = X[2]
            out[game, 2] = W[1]
            out[game, 3] = W[0]
            out[game, 4] = W[4]
    return decisions
'''


class Playouts:
    """Games of a program under the cheap policy, from the first seat on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.source = written(rules.program, policy=emit_light, resumable=False)
        self.opening = opening(rules, self.source)
        self.scale = self.source.unit

    def plain(self, *, quick: bool = False) -> PlainGames:
        """As plain Python; `quick` draws from Python's own random numbers."""
        return PlainGames(self, quick=quick)

    def fast(self) -> FastGames:
        """The same, compiled; needs the extra `fast`."""
        return FastGames(self)


class PlainGames:
    """The generated code as plain Python."""

    def __init__(self, playouts: Playouts, *, quick: bool = False) -> None:
        tight = Tight(playouts.source, fast=False, quick=quick)
        space: dict[str, Any] = dict(tight.tables)
        self.text = PLAIN + PLAIN_STREAM + tight.text + _PLAIN_DRIVER
        exec(compile(self.text, "<compiled game>", "exec"), space)  # noqa: S102
        self._game = space["game"]
        self._first = [row.copy() for row in playouts.opening]
        self.quick = quick

    def games(self, seed: int, first: int, many: int) -> list[Result]:
        """The results of games: decisions, rounds, out, winners, best score (scaled)."""
        zones, order, counts, tracks, kept, misc, _, offers, sealed, result = self._first
        draw: Any = random.Random(seed * STEP + first).random
        found = []
        for number in range(first, first + many):
            if not self.quick:
                draw = [(seed + number * STEP) & _WHOLE]
            found.append(self._game(zones, order, counts, tracks, kept, misc, draw, offers,
                                    sealed, result))
        return found

    def decisions(self, seed: int, first: int, many: int) -> int:
        """Play games for their number of decisions only."""
        return sum(row[0] for row in self.games(seed, first, many))


class FastGames:
    """The generated code, compiled by numba."""

    def __init__(self, playouts: Playouts) -> None:
        import numpy as np

        from variorum_engine.compiler.backends.rows import functions

        check_fast(playouts.source)
        tight = Tight(playouts.source, fast=True)
        self.text = tight.text + _FAST_DRIVER
        self._many = functions(self.text, tight.tables)["many"]
        self._np = np
        self._work = [np.array(row, dtype=np.int64) for row in playouts.opening]
        self._first = [self._work[i].copy() for i in range(4)]

    def games(self, seed: int, first: int, many: int) -> list[Result]:
        """The results of games: decisions, rounds, out, winners, best score (scaled)."""
        out: Any = self._np.zeros((many, 5), dtype=self._np.int64)
        self._run(seed, first, many, out)
        return [(int(a), int(b), int(c), int(d), int(e)) for a, b, c, d, e in out]

    def decisions(self, seed: int, first: int, many: int) -> int:
        """Play games for their number of decisions only."""
        return self._run(seed, first, many, self._np.zeros((0, 5), dtype=self._np.int64))

    def _run(self, seed: int, first: int, many: int, out: Any) -> int:
        found = int(self._many(*self._first, *self._work, seed, first, many, out))
        if found < 0:
            raise RuntimeError("the compiled game broke down")
        return found
