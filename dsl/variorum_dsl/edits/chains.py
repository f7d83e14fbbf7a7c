"""Rows in order, of which one can be exchanged without going through the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
_END = 0


class Chain(Generic[T]):
    """A linked list. Each row has a slot of its own, also when it is taken out."""

    def __init__(self, rows: Iterable[T] = ()) -> None:
        self._rows: list[T | None] = [None]
        self._next, self._before = [_END], [_END]
        self.put(_END, rows)

    def __getitem__(self, slot: int) -> T:
        row = self._rows[slot]
        assert row is not None
        return row

    def slots(self) -> Iterator[int]:
        slot = self._next[_END]
        while slot != _END:
            yield slot
            slot = self._next[slot]

    def __iter__(self) -> Iterator[T]:
        return map(self.__getitem__, self.slots())

    def put(self, before: int, rows: Iterable[T]) -> list[int]:
        """Put rows before a slot, and give theirs."""
        made = []
        for row in rows:
            slot, last = len(self._rows), self._before[before]
            self._rows.append(row)
            self._next.append(before)
            self._before.append(last)
            self._next[last] = self._before[before] = slot
            made.append(slot)
        return made

    def put_first(self, rows: Iterable[T]) -> list[int]:
        return self.put(self._next[_END], rows)

    def put_last(self, rows: Iterable[T]) -> list[int]:
        return self.put(_END, rows)

    def put_after(self, slot: int, rows: Iterable[T]) -> list[int]:
        return self.put(self._next[slot], rows)

    def take(self, slot: int) -> None:
        """Take a row out; its slot is not used again."""
        last, following = self._before[slot], self._next[slot]
        self._next[last], self._before[following] = following, last
