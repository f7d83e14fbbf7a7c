"""Expressions back to text, with parentheses where the grammar needs them or somebody put some.

Nothing here recurses: an expression gives its pieces, some of them text and some of them smaller
expressions with the tightness that their place asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE
from variorum_dsl.english import article
from variorum_dsl.model.expressions import PLACES
from variorum_dsl.model.words import Cite, Words

# How tightly a place binds, in the order of the grammar.
(CONDITION, CONJUNCTION, NEGATION, TEST, VALUE, SUM, PRODUCT, FILLED, FACTOR, SELECTION, PATH,
 GROUPED) = range(12)

Piece = str | tuple[m.Expression, int]
_BINARY = {
    "otherwise": (FILLED, FACTOR, FACTOR),
    "+": (SUM, SUM, PRODUCT),
    "-": (SUM, SUM, PRODUCT),
    "except": (SUM, SUM, PRODUCT),
    "*": (PRODUCT, PRODUCT, FILLED),
    "/": (PRODUCT, PRODUCT, FILLED),
}
_JOINED = {"or": (CONDITION, CONJUNCTION), "and": (CONJUNCTION, NEGATION)}
# Words that mean something of their own right behind `is` and `count of`, at the start of a
# line of play or of a fact, and where cards go; a name that is spelled the same goes into
# parentheses there.
_BEHIND_IS = frozenset("a an at empty in less more not".split())
_BEHIND_COUNT = frozenset({"different", "same"})
PLAY_WORDS = frozenset(
    "add at custom depending do end figure for gives if let move nothing otherwise remove repeat "
    "show shuffle subtract take takes with".split()
)
TARGET_WORDS = frozenset({"bottom"})
FACT_WORDS = frozenset("decided eliminated to winner winners".split())


def print_expression(node: m.Expression, tightness: int = CONDITION) -> str:
    """An expression as it is written where the given tightness is asked for."""
    written: list[str] = []
    waiting: list[Piece] = [(node, tightness)]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        inner, wanted = piece
        own, pieces = _pieces(inner)
        if own < wanted or (own != PATH and _was_grouped(inner)):
            pieces = ["(", *pieces, ")"]
        waiting.extend(reversed(pieces))
    return "".join(written)


def sum_text(node: m.Expression) -> str:
    return print_expression(node, SUM)


def selection_text(node: m.Expression) -> str:
    return print_expression(node, SELECTION)


def path_text(node: m.Expression) -> str:
    return print_expression(node, PATH)


def at_start(text: str, reserved: frozenset[str]) -> str:
    """The text of an expression that begins a line in which some words are reserved."""
    return f"({text})" if text.partition(" ")[0] in reserved else text


def how_many(node: m.Expression) -> str:
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
    return "".join((f" {quoted(given.one)}",
                    f" plural {quoted(given.many)}" if given.many else "",
                    f" also {quoted(given.also)}" if given.also else ""))


def cites(given: Iterable[Cite]) -> str:
    return " ".join(map(_beside, given))


def _beside(cite: Cite) -> str:
    if cite.heading:
        return f"see {quoted(cite.heading)}"
    fits = f" fits {quoted(cite.fits)}" if cite.fits else ""
    return f"says {quoted(cite.says)}{fits}"


def ranks(given: Iterable[m.Rank]) -> str:
    return " then ".join(f"{rank.extreme} {rank.name}" for rank in given)


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


# ---------------------------------------------------------------------------------- the pieces
def _pieces(  # noqa: C901 (one case for each expression)
    node: m.Expression
) -> tuple[int, list[Piece]]:
    """How tightly an expression binds, and what it is written of."""
    match node:
        case m.Number():
            return FACTOR, [str(node.value)]
        case m.Truth():
            return FACTOR, ["true" if node.value else "false"]
        case m.Name():
            return PATH, [node.name]
        case m.Nth():
            return PATH, [f"{node.name} ", (node.number, (
                FACTOR if isinstance(node.number, m.Number) else GROUPED))]
        case m.This():
            return PATH, [f"this {node.sort}"]
        case m.Owned():
            return PATH, [f"{node.name} of ", (node.of, PATH)]
        case m.Among():
            return PATH, [f"{node.kind} in ", (node.within, PATH)]
        case m.Outside():
            return PATH, [f"{node.kind} outside ", (node.zone, PATH)]
        case m.Top():
            count = "" if node.count is None else f"{how_many(node.count)} "
            count = f"up to {count}" if node.at_most else count
            return PATH, [f"top {count}of ", (node.of, PATH)]
        case m.Whose():
            return SELECTION, _whose(node)
        case m.Ranked():
            place = f"{PLACES[node.place - 1]} " if node.place > 1 else ""
            return SELECTION, [(node.of, SELECTION), f" with {place}{ranks(node.ranks)}"]
        case m.Unique():
            return SELECTION, [(node.of, SELECTION), f" with unique {node.name}"]
        case m.Aggregate():
            counts = "count of " if node.operation in _BEHIND_COUNT else ""
            return FACTOR, [f"{counts}{node.operation} {node.name} of ", (node.of, SELECTION)]
        case m.Count():
            return FACTOR, ["count of ", _behind(_BEHIND_COUNT, node.of, SELECTION)]
        case m.TheOne():
            return FACTOR, ["the one in ", (node.of, SELECTION)]
        case m.ByPlayers():
            return PATH, _by_players(node)
        case m.Binary():
            own, left, right = _BINARY[node.operation]
            return own, [(node.left, left), f" {node.operation} ", (node.right, right)]
        case m.Joined():
            own, each = _JOINED[node.operation]
            first, *rest = node.parts
            return own, [(first, each), *(
                piece for part in rest for piece in (f" {node.operation} ", (part, each)))]
        case m.Not():
            return NEGATION, ["not ", (node.of, NEGATION)]
        case m.Compare():
            right_side = _behind(_BEHIND_IS, node.right, VALUE)
            return TEST, [(node.left, VALUE), f" {node.operation} ", right_side]
        case m.IsEmpty():
            return TEST, [(node.of, VALUE), f" {_is(node)} empty"]
        case m.IsA():
            return TEST, [(node.of, VALUE), f" {_is(node)} {article(node.kind)} {node.kind}"]
        case m.Exists():
            return TEST, ["no " if node.negated else "any ", (node.of, SELECTION)]
        case m.Those():
            return PATH, [
                f"(those {node.name} in ", (node.within, SUM), " such that ",
                (node.condition, CONDITION), ")",
            ]
        case m.OneOf():
            return PATH, ["one of ", (node.of, PATH)]
        case m.Numbers():
            return FACTOR, ["a number from ", (node.low, SUM), " to ", (node.high, SUM)]
        case m.Members():
            which = "every" if node.every else article(node.attribute)
            kind = f" of {node.kind}" if node.kind else ""
            return PATH, [f"{which} {node.attribute}{kind}"]
        case m.Rounded():
            inner = VALUE if isinstance(node.of, m.Shared) else SUM
            return VALUE, [(node.of, inner), f" rounded {node.direction}"]
        case m.Next():
            return FACTOR, _next(node)
        case m.Empty():
            return TEST, [f"no {node.sort}"]
        case m.TwoOf():
            return FACTOR, [f"the {node.size} of ", (node.left, FACTOR), " and ",
                            (node.right, FACTOR)]
        case m.ByTable():
            listed = ", ".join(map(str, node.values))
            return PATH, [f"({listed} by ", (node.of, SUM), ")"]
        case m.Shared():
            return VALUE, [(node.value, SUM), " shared among ", (node.among, SELECTION)]
        case m.Each():
            return PATH, ["(", (node.value, SUM), *every(node), ")"]
        case _:
            assert_never(node)


def _next(node: m.Next) -> list[Piece]:
    """What narrows the players stands at the end, if they are narrowed by nothing else."""
    narrowed: list[m.Whose] = []
    of = node.of
    while isinstance(of, m.Whose):
        narrowed.insert(0, of)
        of = of.of
    if isinstance(of, m.Name) and of.name == "players":
        behind = [piece for each in narrowed for piece in _whose(each)[1:]]
        return ["the next player clockwise after ", (node.after, PATH), *behind]
    return ["the next player in ", (node.of, SUM), " clockwise after ", (node.after, PATH)]


def every(node: m.Each) -> list[Piece]:
    """` for each colour k`, with what narrows it."""
    pieces: list[Piece] = [f" for each {node.sort} {node.name}"]
    match node.within:
        case None:
            pass
        case m.Numbers(low=low, high=high):
            pieces += [" from ", (low, SUM), " to ", (high, SUM)]
        case within:
            pieces += [" in ", (within, SUM)]
    if node.best:
        pieces.append(f" among the {node.best} {node.extreme}")
    if node.condition is not None:
        pieces += [" if ", (node.condition, CONDITION)]
    return pieces


def each_text(node: m.Each, *, with_value: bool) -> str:
    """What is gone through, where no parentheses are needed around it."""
    value = [print_expression(node.value, VALUE)] if with_value else []
    return "".join([*value, *(piece if isinstance(piece, str) else print_expression(*piece)
                              for piece in every(node))])


def _whose(node: m.Whose) -> list[Piece]:
    pieces: list[Piece] = [(node.of, SELECTION), f" whose {node.property} {node.comparison}"]
    if node.value is not None:
        plain = isinstance(node.value, m.Number | m.Truth)
        tightness = CONDITION if plain else GROUPED if _was_grouped(node.value) else PATH
        pieces += [" ", _behind(_BEHIND_IS, node.value, tightness)]
    return pieces


def _was_grouped(node: m.Expression) -> bool:
    """Whether somebody put it into parentheses. In a chain of `of` and `in` they help nobody."""
    return isinstance(node, m.Groupable) and node.group_at != NOWHERE


def _by_players(node: m.ByPlayers) -> list[Piece]:
    pieces: list[Piece] = []
    for row in node.rows:
        pieces += [", " if pieces else "(", (row.value, SUM)]
        pieces.append(f" for {span(row.low, row.high)} players")
    return [*pieces, ")"]


def _is(node: m.IsEmpty | m.IsA) -> str:
    return "is not" if node.negated else "is"


def _behind(reserved: frozenset[str], node: m.Expression, tightness: int) -> Piece:
    """An expression right behind words that could be read on into its first word."""
    return node, GROUPED if _first_name(node) in reserved else tightness


def _first_name(node: m.Expression) -> str:
    """The name with which an expression begins, or "" where it begins with a word of its own."""
    while True:
        match node:
            case m.Name() | m.Owned() | m.Nth():
                return node.name
            case m.Among() | m.Outside():
                return node.kind
            case m.Binary():
                node = node.left
            case m.Joined():
                node = node.parts[0]
            case m.Whose() | m.Ranked() | m.Unique() | m.Rounded():
                node = node.of
            case (
                m.Number() | m.Truth() | m.Top() | m.Aggregate() | m.Count() | m.TheOne()
                | m.ByPlayers() | m.Not() | m.Exists() | m.Those() | m.OneOf() | m.Numbers()
                | m.Members() | m.This() | m.TwoOf() | m.ByTable() | m.Each() | m.Next()
            ):
                return ""
            case m.Shared():
                node = node.value
            case m.Compare() | m.IsEmpty() | m.IsA() | m.Empty():
                return ""  # a condition stands in parentheses there anyway
            case _:
                assert_never(node)
