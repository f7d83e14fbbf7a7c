"""Many games in a row, as plain Python or, with the extra `fast`, as machine code."""

from __future__ import annotations

from typing import Any

from engine.compiled.flow import X_DECISIONS, X_ROUNDS
from engine.compiled.game import Arrays, Compiled
from engine.compiled.module import PLAIN_STREAM, plain, written
from engine.compiled.policies import Cheap
from engine.table import Rules

STEP = 0xD1B54A32D192ED03
_WHOLE = (1 << 64) - 1
_DRIVER = '''
def many(Z0, O0, C0, T0, Z, O, C, T, L, X, R, A, P, W, seed, first, games, out):
    decisions = 0
    for game in range(games):
        Z[:] = Z0
        O[:] = O0
        C[:] = C0
        T[:] = T0
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
_FAST = '''
@intrinsic
def pop(typing_context, mask):
    def code(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])
    return types.int64(types.int64), code


@intrinsic
def low(typing_context, mask):
    def code(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
    return types.int64(types.int64), code


@njit
def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask


@njit
def start(seed, game):
    return np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03)


@njit
def below(R, bound):
    R[0] += np.uint64(0x9E3779B97F4A7C15)
    z = R[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((z * np.uint64(bound)) >> np.uint64(32))
'''


class Playouts:
    """Games of a program under the cheap policy, from the first seat on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.source = written(
            rules.program, policy=Cheap(rules.program), resumable=False, first_seat=True
        )
        self.opening = Compiled(rules.program).opening(rules, 0)

    def plain(self, stream: str = PLAIN_STREAM) -> PlainGames:
        return PlainGames(self, stream)

    def fast(self) -> FastGames:
        """The same, compiled; needs the extra `fast`."""
        return FastGames(self)


class PlainGames:
    """The generated code as it is."""

    def __init__(self, playouts: Playouts, stream: str) -> None:
        self.play = plain(playouts.source, stream)["play"]
        self.opening = playouts.opening

    def game(self, state: Any) -> tuple[int, int, int, int, int]:
        """One game from a stream: decisions, rounds, out, winners, best score (scaled)."""
        first = self.opening
        arrays = Arrays(
            first.zones.copy(), first.order.copy(), first.counts.copy(), first.tracks.copy(),
            first.kept, first.misc, state, first.offers, first.sealed, first.result,
        )
        misc = arrays.misc
        misc[X_DECISIONS] = misc[X_ROUNDS] = 0
        if self.play(*arrays, 0) != -1:
            raise RuntimeError("the compiled game broke down")
        out = arrays.result
        return misc[X_DECISIONS], misc[X_ROUNDS], out[1], out[0], out[4]

    def games(self, seed: int, first: int, many: int) -> list[tuple[int, int, int, int, int]]:
        return [self.game([(seed + game * STEP) & _WHOLE]) for game in range(first, first + many)]


class FastGames:
    """The generated code, compiled by numba."""

    def __init__(self, playouts: Playouts) -> None:
        import numpy as np
        from llvmlite import ir
        from numba import njit, types
        from numba.extending import intrinsic

        space: dict[str, Any] = {
            "np": np, "njit": njit, "intrinsic": intrinsic, "types": types, "ir": ir,
        }
        for name, values in playouts.source.tables.items():
            space[name] = np.array(values, dtype=np.int64)
        text = (playouts.source.text + _DRIVER).replace("\ndef ", "\n@njit\ndef ")
        exec(compile(_FAST + "\n" + ("@njit\n" if text.startswith("def ") else "") + text,  # noqa: S102
                     "<compiled game>", "exec"), space)
        self._many = space["many"]
        self._np = np
        whole = [np.array(row, dtype=np.int64) for row in playouts.opening]
        whole[6] = np.array([0], dtype=np.uint64)
        self._first = [row.copy() for row in whole[:4]]
        self._work = whole

    def games(self, seed: int, first: int, many: int) -> list[tuple[int, ...]]:
        """The results of games from a seed."""
        out = self._np.zeros((many, 5), dtype=self._np.int64)
        self._run(seed, first, many, out)
        return [tuple(int(x) for x in row) for row in out]

    def decisions(self, seed: int, first: int, many: int) -> int:
        """Play games for their number of decisions only."""
        return self._run(seed, first, many, self._np.zeros((0, 5), dtype=self._np.int64))

    def _run(self, seed: int, first: int, many: int, out: Any) -> int:
        found = int(self._many(*self._first, *self._work, seed, first, many, out))
        if found < 0:
            raise RuntimeError("the compiled game broke down")
        return found
