"""A file says the same as itself, whatever its parts are called, in whatever order they stand."""

from __future__ import annotations

import pytest

from tests.variorum.comparison.copies import copied, rename_all, reordered, with_other_words
from tests.variorum.comparison.sides import GAMES, HIGH_SOCIETY, compared, loaded, side
from variorum.comparison.compare import compare, side_of
from variorum.comparison.model import mirrored

FILES = [*HIGH_SOCIETY, "gossip-and-the-city", *map(str, GAMES)]


@pytest.mark.parametrize("name", FILES)
def test_a_file_against_itself_shows_nothing(name: str) -> None:
    one = compare(side(name), side_of(loaded(name)), quick=True)
    assert not one.differences
    assert not one.renamings
    assert not one.friends
    assert one.likeness == 1


@pytest.mark.parametrize("name", FILES)
def test_a_renamed_and_reordered_copy_shows_renamings_alone(name: str) -> None:
    copy = copied(loaded(name), rename_all, with_other_words, reordered)
    one = compare(side(name), side_of(copy), quick=True)
    assert not one.differences
    assert not one.friends
    assert one.renamings
    for pair in one.pairs:
        assert pair.right.removeprefix("x-") == pair.left


@pytest.mark.parametrize(("left", "right"), [
    ("osprey-2018", "quick-start"), ("edition-2025", "money-isnt-everything"),
    ("osprey-2018", "gossip-and-the-city"), (str(GAMES[0]), str(GAMES[2])),
])
def test_comparing_is_symmetric(left: str, right: str) -> None:
    one = compared(left, right)
    other = compare(side(right), side(left), quick=True)
    assert other == mirrored(one)
    assert [each.id for each in one.differences] == [each.id for each in other.differences]


def test_ids_are_different_and_stay_the_same() -> None:
    one = compared("quick-start", "edition-2025")
    ids = [each.id for each in (*one.differences, *one.friends)]
    assert len(ids) == len(set(ids))
    again = compare(side_of(loaded("quick-start")), side_of(loaded("edition-2025")), quick=True)
    assert [each.id for each in (*again.differences, *again.friends)] == ids
