"""What to say when a line cannot be read."""

from __future__ import annotations

import unicodedata
from functools import cache

from dsl.cleaning import quote
from dsl.diagnostics import Diagnostic, Label, Place
from dsl.grammar import tables
from dsl.near import close_names
from dsl.parts import Token

_SHOWN = {
    "NAME": "a name",
    "SAID": "words and numbers, for example luxury 7",
    "INT": "a number",
    "STRING": 'words in quotes "..."',
    "_NL": "the end of the line",
    "_INDENT": "an indented line below",
    "_DEDENT": "the end of the block",
    "COMMA": "a comma",
    "COLON": '":"',
    "LPAR": '"("',
    "RPAR": '")"',
    "PLUS": '"+"',
    "MINUS": '"-"',
    "STAR": '"*"',
    "SLASH": '"/"',
    "EXTREME": '"highest" or "lowest"',
    "ROUNDING": '"up" or "down"',
    "SIGHT": '"open", "secret" or "hidden"',
    "ARTICLE": '"a"',
}
_ORDER = ("NAME", "INT", "STRING", "_NL")
_NEVER = frozenset({"BROKEN", "$END", "_DEDENT"})
_IN_SETS = {
    "EXTREME": ("highest", "lowest"),
    "ROUNDING": ("up", "down"),
    "SIGHT": ("open", "secret", "hidden"),
}
LOOK_ALIKES = {"–": "-", "—": "-", "“": '"', "”": '"', "„": '"', "’": "'", "×": "*", "÷": "/"}
SYMBOLS = {
    "=": "is", ">": "is more than", "<": "is less than", "≥": "is at least", "≤": "is at most",
    "≠": "is not", "&": "and", "|": "or", "!": "not",
}


@cache
def _words() -> dict[str, str]:
    """The word behind each keyword of the grammar."""
    return {name: word for word, name in tables().keywords.items() if "." not in word}


def close_keyword(text: str, accepted: set[str]) -> tuple[str, str] | None:
    """The word of the language that was meant, if it is plain which one."""
    words = {_words()[t]: t for t in accepted if t in _words()}
    words |= {word: t for t in accepted for word in _IN_SETS.get(t, ())}
    near = close_names(text, words, n=2, cutoff=0.75)
    if not near or (len(text) < 3 and len(near) > 1):
        return None
    return words[near[0]], near[0]


def unexpected(
    token: Token, accepted: set[str], last: Token | None, keyword: tuple[str, str] | None
) -> Diagnostic:
    place = token.at
    found = "the end of the line" if token.type == "_NL" else quote(str(token.text).strip('"'))
    expected = _expected(accepted)
    if keyword is not None:
        return Diagnostic(
            "misspelt-word", "error", f"{found} is not a word of the language",
            Label(place, f'did you mean "{keyword[1]}"?'),
            why="every line begins with, and is joined by, a fixed set of words",
            hint=f"write {keyword[1]}",
        )
    after = f" after {quote(str(last.text))}" if last is not None else ""
    return Diagnostic(
        "unreadable-line", "error", f"this line does not go on with {found}",
        Label(place, f"expected {expected}"),
        why=f"the language knows no such line: {found} cannot stand{after}",
        hint=f"put {expected} here",
    )


def _expected(accepted: set[str]) -> str:
    shown = [
        _SHOWN.get(terminal) or f'"{_words().get(terminal, terminal.lower())}"'
        for terminal in sorted(accepted - _NEVER, key=lambda t: (t not in _ORDER, t))
    ]
    if len(shown) > 6:
        shown = [*shown[:5], "..."]
    if len(shown) < 2:
        return shown[0] if shown else "nothing more"
    return ", ".join(shown[:-1]) + " or " + shown[-1]


def strange_character(place: Place, char: str) -> Diagnostic:
    name = unicodedata.name(char, "a character without a name").lower()
    if char in SYMBOLS:
        hint = f"write {SYMBOLS[char]}"
    elif char in LOOK_ALIKES:
        hint = f"write {LOOK_ALIKES[char]}"
    elif char.isalpha() and char.isupper() and char.isascii():
        hint = f"names are written in small letters: {char.lower()}"
    elif char == ".":
        hint = "numbers are written without a point: two and a half is 5 / 2"
    elif char == '"':
        return Diagnostic(
            "open-quote", "error", "these quotes are not closed on their line",
            Label(place, "opened here"),
            why="printed words stand between two quotes on one line",
            hint='close them with "',
        )
    else:
        hint = "names are made of the letters a to z, digits and hyphens"
    return Diagnostic(
        "strange-character", "error", f"{quote(char)} cannot stand here",
        Label(place, name),
        why="outside quotes and comments a file uses plain letters, digits and a few signs, "
        "so that no name can look like another",
        hint=hint,
    )


def too_far_in(place: Place) -> Diagnostic:
    return Diagnostic(
        "indentation", "error", "this line is further in than the line above allows",
        Label(place, "indented here"),
        why="a line is indented only below one that opens a block",
        hint="move it out to where the lines above it begin",
    )


def uneven_indent(place: Place, indents: list[int]) -> Diagnostic:
    levels = ", ".join(str(level) for level in indents)
    return Diagnostic(
        "indentation", "error", "this line begins under none of the lines above it",
        Label(place, f"the open blocks begin {levels} spaces in"),
        why="the lines of one block begin in the same column",
        hint="move it under the line that it belongs with",
    )


def too_deep(place: Place, most: int) -> Diagnostic:
    return Diagnostic(
        "too-deep", "error", f"blocks are nested more than {most} deep",
        Label(place), why="nobody could follow it", hint="name a part of it as a procedure",
    )


def too_long(place: Place) -> Diagnostic:
    return Diagnostic(
        "too-long", "error", "this line joins too many parts",
        Label(place, "here it becomes too long"), why="nobody could follow it",
        hint="name a part of it with let or figure",
    )


def too_many_digits(place: Place, most: int) -> Diagnostic:
    return Diagnostic(
        "too-large-number", "error", f"numbers have at most {most} digits",
        Label(place), why="no card game counts further", hint="write a smaller number",
    )


def empty_block(place: Place, header: str) -> Diagnostic:
    return Diagnostic(
        "empty-block", "error", f"nothing stands below {quote(header)}",
        Label(place, "this line opens a block"),
        why="what belongs to it is indented below it",
        hint="indent the lines that belong to it by two spaces, or remove it",
    )


def no_heading(place: Place) -> Diagnostic:
    return Diagnostic(
        "no-heading", "error", "this file does not say what it is",
        Label(place, "here"),
        why="a file begins with edition, variant or library, and a name",
        hint='edition my-game "My Game"',
    )


def twice(place: Place, what: str) -> Diagnostic:
    return Diagnostic(
        "stated-twice", "error", f"this says twice {what}", Label(place.head(), "here"),
        why="only one of them can hold", hint="keep the one that is meant",
    )
