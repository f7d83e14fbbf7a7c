"""The named tuples of the language behave like those of the standard library."""

import copy
import pickle
from typing import NamedTuple
from typing import NamedTuple as Ordinary

import pytest


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2
    words: tuple[str, ...] = ()

    def sum(self) -> int:
        return self.x + self.y


class Known(Ordinary):
    x: int
    y: int = 2
    words: tuple[str, ...] = ()


def test_members_by_place_by_name_and_by_default() -> None:
    assert Point(1) == Point(x=1) == Point(1, 2) == Point(1, y=2, words=()) == (1, 2, ())
    assert Point(1) == Known(1)
    assert (Point(3).x, Point(3).y, Point(3).sum()) == (3, 2, 5)
    assert Point(1)._replace(y=9) == (1, 9, ())
    assert Point._fields == Known._fields
    assert Point._make([1, 2, ()]) == Point(1)
    assert Point(1)._asdict() == Known(1)._asdict()
    assert repr(Point(1)) == repr(Known(1)).replace("Known", "Point")
    assert hash(Point(1)) == hash(Known(1))
    assert not hasattr(Point(1), "__dict__")


def test_they_are_copied_pickled_and_matched() -> None:
    point = Point(1, 5)
    assert copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point  # noqa: S301
    match point:
        case Point(x, y=y):
            assert (x, y) == (1, 5)


@pytest.mark.parametrize("call", [
    lambda: Point(),  # type: ignore[call-arg]
    lambda: Point(1, 2, (), 4),  # type: ignore[call-arg]
    lambda: Point(1, x=1),  # type: ignore[misc]
    lambda: Point(1, z=1),  # type: ignore[call-arg]
    lambda: Point(1)._replace(z=1),
])
def test_what_does_not_fit_is_refused(call: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        call()  # type: ignore[operator]


def test_nothing_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        Point(1).x = 3  # type: ignore[misc]
