"""hypothesis strategies for rule files: their variants, games, positions, and random new files.

For tests of your own, beside the examples in the file:

    from hypothesis import given
    import variorum
    from variorum.testing import positions

    VARIANT = variorum.load("my-game.variant").variant(players=3)

    @given(positions(VARIANT))
    def test_nobody_is_ever_broke(table):
        ...

hypothesis is needed: pip install 'variorum[test]'.
"""

from __future__ import annotations

from itertools import islice

from hypothesis import strategies as st
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Move, Table

import variorum
from variorum.edition import Edition, Variant
from variorum.random_files import rule_files

MOST_LISTED = 64
MOST_DECISIONS = 5_000

__all__ = ["games", "positions", "rule_files", "variants"]


@st.composite
def variants(draw: st.DrawFn, edition: Edition | str) -> Variant:
    """An edition with everything chosen: any options, readings and number of players."""
    found = variorum.load(edition) if isinstance(edition, str) else edition
    options = [name for name in found.options if draw(st.booleans())]
    readings = {
        name: draw(st.sampled_from(silence.readings))
        for name, silence in found.silences.items() if draw(st.integers(0, 3)) == 3
    }
    first = found.variant(options=options, readings=readings)
    counts = first.game.player_counts()
    return found.variant(draw(st.sampled_from(counts)), options, readings)


@st.composite
def positions(draw: st.DrawFn, variant: Variant) -> Table:
    """A table somewhere in the middle of a game, or at its end."""
    table = variant.table(seed=draw(st.integers(0, 1 << 32)))
    for _ in range(draw(st.integers(0, 60))):
        if table.over:
            break
        seat = draw(st.sampled_from(table.to_decide))
        table.apply(seat, _move(draw, table, seat))
    return table


@st.composite
def games(draw: st.DrawFn, variant: Variant) -> Table:
    """A table whose game has ended."""
    table = variant.table(seed=draw(st.integers(0, 1 << 32)))
    stream = Stream(draw(st.integers(0, 1 << 32)))
    for _ in range(MOST_DECISIONS):
        if table.over:
            return table
        seat = table.to_decide[0]
        table.apply(seat, table.drawn(seat, stream))
    raise AssertionError(f"the game goes on after {MOST_DECISIONS:,} decisions")


def _move(draw: st.DrawFn, table: Table, seat: int) -> Move:
    """One of the moves; where there are very many, any of them by a number."""
    listed = list(islice(table.moves(seat), MOST_LISTED + 1))
    if len(listed) <= MOST_LISTED:
        return draw(st.sampled_from(listed))
    return table.drawn(seat, Stream(draw(st.integers(0, 1 << 32))))
