"""What lies on the stack of the parser: words of the text, and what was made of them.

Everything there has its place `at`. The beginnings of lists are shared, so that the parser can go
back to an earlier point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lark import Token

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.examples import Phrase

if TYPE_CHECKING:
    from typing import Self

Made = TypeVar("Made", bound=Callable[..., object])
Rules = dict[str, Callable[..., object]]


class Word(Token):
    """A word, number, sign or quoted text, with its place; `phrases` is what somebody says."""

    at: Place
    phrases: tuple[Phrase, ...]

    __slots__ = ("at", "phrases")

    def __new__(cls, symbol: str, text: str, at: Place) -> Self:
        made = str.__new__(cls, text)  # the place takes the place of lark's own numbers
        made.type, made.value, made.at = symbol, text, at
        return made


class Part(NamedTuple):
    """Something that is not a record of its own."""

    at: Place
    value: object


class Chain(NamedTuple):
    """A list under construction: what came before, and the newest member."""

    at: Place
    before: Chain | None
    newest: object

    def unrolled(self) -> tuple[object, ...]:
        """All members, without the lines that could not be read."""
        items: list[object] = []
        link: Chain | None = self
        while link is not None:
            if link.newest is not None:
                items.append(link.newest)
            link = link.before
        items.reverse()
        return tuple(items)


def builds(rules: Rules, *names: str) -> Callable[[Made], Made]:
    """Says which rules of the grammar a function builds records for."""

    def register(function: Made) -> Made:
        rules.update(dict.fromkeys(names, function))
        return function

    return register


# --------------------------------------------------------------------- names and their places
def text_of(name: Word | None) -> str:
    return "" if name is None else name.value


def at_of(name: Word | None) -> Place:
    return NOWHERE if name is None else name.at


def texts(names: Sequence[Word] | None) -> tuple[str, ...]:
    return tuple(name.value for name in names or ())


def places(names: Sequence[Word] | None) -> tuple[Place, ...]:
    return tuple(name.at for name in names or ())
