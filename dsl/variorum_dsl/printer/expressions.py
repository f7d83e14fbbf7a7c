"""Expressions back to text, with parentheses exactly where the grammar needs them.

Nothing here recurses: an expression gives its pieces, some of them text and some of them smaller
expressions with the tightness that their place asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.english import article
from variorum_dsl.model.words import Cite, Words

# How tightly a place binds, in the order of the grammar.
CONDITION, CONJUNCTION, NEGATION, TEST, VALUE, SUM, PRODUCT, FACTOR, SELECTION, PATH = range(10)
GROUPED = 10

Piece = str | tuple[Any, int]
_BINARY = {
    "or": (CONDITION, CONDITION, CONJUNCTION),
    "and": (CONJUNCTION, CONJUNCTION, NEGATION),
    "otherwise": (VALUE, SUM, SUM),
    "+": (SUM, SUM, PRODUCT),
    "-": (SUM, SUM, PRODUCT),
    "except": (SUM, SUM, PRODUCT),
    "*": (PRODUCT, PRODUCT, FACTOR),
    "/": (PRODUCT, PRODUCT, FACTOR),
}
# Words that mean something of their own right behind `is` and `count of`, at the start of a
# line of play or of a fact, and where cards go; a name that is spelled the same goes into
# parentheses there.
_BEHIND_IS = frozenset("a an at empty in less more not".split())
_BEHIND_COUNT = frozenset({"different", "same"})
PLAY_WORDS = frozenset(
    "add at depending do end figure for gives if let move nothing otherwise remove repeat show "
    "shuffle subtract take takes with".split()
)
TARGET_WORDS = frozenset({"bottom"})
FACT_WORDS = frozenset("decided eliminated to winner winners".split())


def print_expression(node: Any, tightness: int = CONDITION) -> str:
    """An expression as it is written where the given tightness is asked for."""
    written: list[str] = []
    waiting: list[Piece] = [(node, tightness)]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        inner, wanted = piece
        own, pieces = PIECES[type(inner)](inner)
        if own < wanted:
            pieces = ["(", *pieces, ")"]
        waiting.extend(reversed(pieces))
    return "".join(written)


def sum_text(node: Any) -> str:
    return print_expression(node, SUM)


def selection_text(node: Any) -> str:
    return print_expression(node, SELECTION)


def path_text(node: Any) -> str:
    return print_expression(node, PATH)


def at_start(text: str, reserved: frozenset[str]) -> str:
    """The text of an expression that begins a line in which some words are reserved."""
    return f"({text})" if text.partition(" ")[0] in reserved else text


def how_many(node: Any) -> str:
    """A number before `of`: only plain ones and names stand there without parentheses."""
    plain = isinstance(node, m.ByPlayers | m.Name) or (
        isinstance(node, m.Number) and node.value >= 0
    )
    return print_expression(node, CONDITION if plain else GROUPED)


# -------------------------------------------------------------------------- words and numbers
def quoted(text: str) -> str:
    """Printed text; what cannot stand between quotation marks is replaced."""
    return '"' + text.replace('"', "'").replace("\n", " ") + '"'


def words(given: Words | None) -> str:
    """The printed words behind a name, with a space in front, or nothing."""
    if given is None:
        return ""
    return f" {quoted(given.one)}" + (f" plural {quoted(given.many)}" if given.many else "")


def cites(given: Iterable[Cite]) -> str:
    return " ".join(f"see {quoted(cite.heading)}" for cite in given)


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


# ---------------------------------------------------------------------------------- the pieces
def _binary(node: m.Binary) -> tuple[int, list[Piece]]:
    own, left, right = _BINARY[node.operation]
    return own, [(node.left, left), f" {node.operation} ", (node.right, right)]


def _compare(node: m.Compare) -> tuple[int, list[Piece]]:
    return TEST, [(node.left, VALUE), f" {node.operation} ", _behind_is(node.right, VALUE)]


def _whose(node: m.Whose) -> tuple[int, list[Piece]]:
    pieces: list[Piece] = [(node.of, SELECTION), f" whose {node.property} {node.comparison}"]
    if node.value is not None:
        plain = isinstance(node.value, m.Number)
        pieces += [" ", _behind_is(node.value, CONDITION if plain else PATH)]
    return SELECTION, pieces


def _behind_is(node: Any, tightness: int) -> Piece:
    return _behind_word(node, tightness, _BEHIND_IS)


def _behind_word(node: Any, tightness: int, reserved: frozenset[str]) -> Piece:
    first = node
    while not isinstance(first, m.Name | m.Owned | m.Among | m.Outside):
        if isinstance(first, m.Binary):
            first = first.left
        elif isinstance(first, m.Whose | m.Ranked | m.Unique | m.Rounded):
            first = first.of
        else:
            return node, tightness
    word = first.kind if isinstance(first, m.Among | m.Outside) else first.name
    return node, GROUPED if word in reserved else tightness


def _aggregate(node: m.Aggregate) -> tuple[int, list[Piece]]:
    counts = "count of " if node.operation in _BEHIND_COUNT else ""
    return FACTOR, [f"{counts}{node.operation} {node.name} of ", (node.of, SELECTION)]


def _top(node: m.Top) -> tuple[int, list[Piece]]:
    count = "" if node.count is None else f"{how_many(node.count)} "
    return PATH, [f"top {count}of ", (node.of, PATH)]


def _ranked(node: m.Ranked) -> tuple[int, list[Piece]]:
    ranks = " then ".join(f"{rank.extreme} {rank.name}" for rank in node.ranks)
    return SELECTION, [(node.of, SELECTION), f" with {ranks}"]


def _by_players(node: m.ByPlayers) -> tuple[int, list[Piece]]:
    pieces: list[Piece] = []
    for row in node.rows:
        pieces += [", " if pieces else "(", (row.value, SUM)]
        pieces.append(f" for {span(row.low, row.high)} players")
    return PATH, [*pieces, ")"]


def _negated(word: str, node: Any) -> str:
    return f" is not {word}" if node.negated else f" is {word}"


PIECES: dict[type, Callable[[Any], tuple[int, list[Piece]]]] = {
    m.Number: lambda node: (FACTOR, [str(node.value)]),
    m.Truth: lambda node: (FACTOR, ["true" if node.value else "false"]),
    m.Name: lambda node: (PATH, [node.name]),
    m.Owned: lambda node: (PATH, [f"{node.name} of ", (node.of, PATH)]),
    m.Among: lambda node: (PATH, [f"{node.kind} in ", (node.within, PATH)]),
    m.Outside: lambda node: (PATH, [f"{node.kind} outside ", (node.zone, PATH)]),
    m.Top: _top,
    m.Whose: _whose,
    m.Ranked: _ranked,
    m.Unique: lambda node: (SELECTION, [(node.of, SELECTION), f" with unique {node.name}"]),
    m.Aggregate: _aggregate,
    m.Count: lambda node: (
        FACTOR, ["count of ", _behind_word(node.of, SELECTION, _BEHIND_COUNT)]
    ),
    m.TheOne: lambda node: (FACTOR, ["the one in ", (node.of, SELECTION)]),
    m.ByPlayers: _by_players,
    m.Binary: _binary,
    m.Not: lambda node: (NEGATION, ["not ", (node.of, NEGATION)]),
    m.Compare: _compare,
    m.IsEmpty: lambda node: (TEST, [(node.of, VALUE), _negated("empty", node)]),
    m.IsA: lambda node: (
        TEST, [(node.of, VALUE), f"{_negated(article(node.kind), node)} {node.kind}"]
    ),
    m.Exists: lambda node: (TEST, ["no " if node.negated else "any ", (node.of, SELECTION)]),
    m.Those: lambda node: (
        PATH,
        [f"(those {node.name} in ", (node.within, SUM), " such that ",
         (node.condition, CONDITION), ")"],
    ),
    m.OneOf: lambda node: (PATH, ["one of ", (node.of, PATH)]),
    m.Numbers: lambda node: (
        FACTOR, ["a number from ", (node.low, SUM), " to ", (node.high, SUM)]
    ),
    m.Members: lambda node: (FACTOR, [f"{article(node.attribute)} {node.attribute}"]),
    m.Rounded: lambda node: (VALUE, [(node.of, SUM), f" rounded {node.direction}"]),
}
