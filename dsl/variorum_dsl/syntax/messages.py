"""What to say when a line cannot be read."""

from __future__ import annotations

import re
import unicodedata

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import NUMBERS, close_names, respelt
from variorum_dsl.syntax import remedies
from variorum_dsl.syntax.everyday import Saying
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.repairs import JOINING, Change
from variorum_dsl.syntax.stack import Word
from variorum_dsl.syntax.tokens import WORD

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
    "PLACE": '"second" or another place',
    "ARTICLE": '"a"',
}
_CAPITALS = re.compile(r'(?:[^"#,:]* )?[A-Z][^ "#,:]*')
_ORDER = ("NAME", "INT", "STRING", "_NL")
_NEVER = frozenset({"BROKEN", "$END", "_DEDENT"})
GOES_ON = frozenset({"and", "or", "except", "+", "-", "*", "/"})
SAID_AS = {"_": "underscore", ".": "full stop"}
SYMBOLS = {
    "=": "is", ">": "is more than", "<": "is less than", "≥": "is at least", "≤": "is at most",
    "≠": "is not", "&": "and", "|": "or", "!": "not",
    ">=": "is at least", "<=": "is at most", "!=": "is not", "==": "is", "&&": "and", "||": "or",
}


def close_keyword(text: str, accepted: set[str]) -> tuple[str, str] | None:
    """The word of the language that was meant, if it is plain which one."""
    known = grammar().words
    words = {word: symbol for symbol in accepted if symbol != "ARTICLE"
             for word in known.get(symbol, ())}
    near = close_names(text, words, n=2, cutoff=0.75)
    if not near or (len(text) < 3 and len(near) > 1):
        return None
    return words[near[0]], near[0]


def unexpected(
    token: Word, accepted: set[str], last: Word | None, keyword: tuple[str, str] | None,
    change: Change | None = None, left_out: str = "", fix: Fix | None = None, form: str = "",
) -> Diagnostic:
    """A word that cannot stand where it stands; `change` is what would mend the line, if that is
    plain, `left_out` the words that it leaves out, in quotes, and `fix` the same as edits. If
    nothing is plain, `form` is how such a line is written."""
    place = token.at
    found = "the end of the line" if token.type == "_NL" else _quoted(token)
    expected = _expected(accepted)
    if keyword is not None:
        return Diagnostic(
            "misspelt-word", "error", f"{found} is not a word of the language",
            Label(place, f'did you mean "{keyword[1]}"?'),
            why="every line begins with, and is joined by, a fixed set of words",
            hint=f"write {keyword[1]}", fix=respelt(place, keyword[1], safe=True),
        )
    after = f" after {_quoted(last)}" if last is not None else ""
    if change is not None:
        title, label, hint = _mended(change, token, left_out)
    elif token.type == "_NL":
        title, label = "this line stops too early", f"expected {expected}"
        hint = f"such a line reads: {form}" if form else f"go on with {expected}"
    else:
        title, label = f"this line does not go on with {found}", f"expected {expected}"
        hint = f"such a line reads: {form}" if form else f"put {expected} here"
    return Diagnostic(
        "unreadable-line", "error", title, Label(place, label),
        why=f"the language knows no such line: {found} cannot stand{after}"
        if token.type != "_NL" else f"the language knows no line that ends{after}", hint=hint,
        fix=fix,
    )


def in_parentheses(at: Place, text: str, fix: Fix | None) -> Diagnostic:
    """Words that can stand here only in parentheses."""
    return Diagnostic(
        "unreadable-line", "error", f"{quote(text)} needs parentheses here",
        Label(at, "put this into parentheses"),
        why="behind `of` and `in` stands one thing; what is worked out is put into parentheses",
        hint=f"({text})", fix=fix,
    )


def after_whose(token: Word, prop: str) -> Diagnostic:
    """`whose` takes the name of something that each of them has, and one value."""
    return Diagnostic(
        "unreadable-line", "error", f"{_quoted(token)} cannot stand behind `whose {prop}`",
        Label(token.at, "`whose` takes one name and one value"),
        why="behind `whose` stands the name of something that each of them has, is compared with "
        "one value, or is empty: whose colour is red, whose hand is not empty",
        hint=f"say it in full: (those x in ... such that any OTHERS whose {prop} is {prop} of x)"
        if token.value == "in" else
        f"say it in full: (those x in ... such that {prop} of x ...), or let a figure work it "
        "out and name that behind `whose`",
    )


def whose_what(prop: Word) -> Diagnostic:
    """`whose` without what it is to be."""
    return Diagnostic(
        "unreadable-line", "error", f"this does not say what {_quoted(prop)} is to be",
        Label(prop.at, "behind it stands what it is"),
        why="behind `whose` stands the name of something that each of them has, and what it is",
        hint=f"whose {prop.value} is true, if it is a flag; is empty, if it is a zone; otherwise "
        "is and a value",
    )


def after_extreme(token: Word, extreme: str, name: str) -> Diagnostic:
    """Players are ranked by something that has a name."""
    return Diagnostic(
        "unreadable-line", "error", f"{_quoted(token)} cannot stand behind `{extreme} {name}`",
        Label(token.at, f"`{extreme}` takes one name here"),
        why="they are compared by a figure, a track or a score that each of them has",
        hint=f"let a figure work it out (figures: NAME is {name} {token.value} ...), and write "
        f"{extreme} NAME",
    )


def said_otherwise(path: str, line: str, row: int, saying: Saying) -> Diagnostic:
    """A line as people say it, and how the language does."""
    column = len(line) - len(line.lstrip()) + 1
    whole = Place(path, row + 1, column, row + 1, column + len(saying.written))
    return Diagnostic(
        "unreadable-line", "error", f"{quote(saying.written)} is said otherwise here",
        Label(whole), why=saying.why, hint=saying.way,
        fix=respelt(whole, saying.way) if saying.whole else None,
    )


def number_in_words(token: Word) -> Diagnostic:
    number = NUMBERS[token.value]
    return Diagnostic(
        "unreadable-line", "error", f"{_quoted(token)} cannot stand here",
        Label(token.at, "a number is meant"), why="numbers are written in digits",
        hint=f"write {number}", fix=respelt(token.at, str(number), safe=True),
    )


def _quoted(token: Word) -> str:
    """What was written, in quotes of its own or in ours."""
    text = token.value
    return text if token.type == "STRING" else quote(text)


def _mended(change: Change, token: Word, left_out: str) -> tuple[str, str, str]:
    """The title, the label and the way out where it is plain what was meant."""
    words = _put(change.put)
    if token.type == "_NL":
        return "this line stops too early", f"{words} is missing", f"go on with {words}"
    if not change.left_out:
        return (f"something is missing before {_quoted(token)}", f"{words} is missing",
                f"write {words} before {_quoted(token)}")
    if not change.put:
        return f"{left_out} is too much here", "not needed", f"leave {left_out} out"
    return (f"{left_out} cannot stand here", f"{words} is meant",
            f"write {words} instead of {left_out}")


def _put(symbols: tuple[str, ...]) -> str:
    """Words to put into a line, as they would be written."""
    if len(symbols) == 1:
        return _shown(symbols[0])
    places = {"NAME": "NAME", "INT": "NUMBER", "STRING": '"..."'}
    words = [places.get(symbol) or _shown(symbol).removeprefix('"').removesuffix('"')
             for symbol in symbols]
    return quote(" ".join(words).replace(" a comma", ",").replace("a comma", ","))


def _shown(symbol: str) -> str:
    if symbol in _SHOWN:
        return _SHOWN[symbol]
    words = [f'"{word}"' for word in grammar().words[symbol]]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def going_on(place: Place, word: str, fix: Fix | None) -> Diagnostic:
    """A line that begins in the middle of a sentence."""
    return Diagnostic(
        "unreadable-line", "error", f"a line cannot begin with {quote(word)}",
        Label(place, "this goes on from the line above"),
        why="a line goes on on the next one only after a comma, or inside parentheses",
        hint="put the whole condition or sum into parentheses", fix=fix,
    )


def _expected(accepted: set[str]) -> str:
    shown = [
        _shown(terminal) for terminal in
        sorted(accepted - _NEVER, key=lambda t: (t not in _ORDER, t in JOINING, t))
    ]
    if len(shown) > 6:
        shown = [*shown[:5], "..."]
    if len(shown) < 2:
        return shown[0] if shown else "nothing more"
    return ", ".join(shown[:-1]) + " or " + shown[-1]


def strange_character(place: Place, char: str, line: str = "") -> Diagnostic:
    """A character that cannot stand in a file; `line` is what stands around it."""
    before, after = line[: place.column - 1], line[place.column :]
    word = re.search(r"[A-Za-z0-9_-]*$", before)[0] + char + (  # type: ignore[index]
        re.match(r"[A-Za-z0-9_-]*", after)[0])  # type: ignore[index]
    fix = None
    sign = char + after[:1] if char + after[:1] in SYMBOLS else char
    if sign in SYMBOLS:
        hint = f"write {SYMBOLS[sign]}"
        fix = remedies.in_words(place, line, len(sign), SYMBOLS[sign], safe=sign not in ("=", "!"))
    elif char == "\u00a0":
        hint, fix = "write an ordinary space", remedies.look_alikes(place, line)
    elif char in remedies.LOOK_ALIKES:
        hint, fix = f"write {remedies.LOOK_ALIKES[char]}", remedies.look_alikes(place, line)
    elif titled := re.fullmatch(r"(edition|variant) ([A-Z][A-Za-z0-9 ]*)", line):
        hint = f'{titled[1]} {_as_a_name(titled[2].replace(" ", "-"))} "{titled[2]}"'
        fix = respelt(place._replace(column=1, end_column=len(line) + 1), hint)
    elif char == "_" or (char.isalpha() and char.isupper() and char.isascii()):
        name, start = _as_a_name(word), len(before) - word.index(char) + 1
        hint = (f"names are joined with hyphens: {name}" if char == "_"
                else f"names are written in small letters: {name}")
        if WORD.fullmatch(name):
            fix = respelt(place._replace(column=start, end_column=start + len(word)), name,
                          safe=True)
    elif char == ".":
        hint = "numbers are written without a point: two and a half is 5 / 2"
    elif char == '"':
        return Diagnostic(
            "open-quote", "error", "these quotes are not closed on their line",
            Label(place, "opened here"),
            why="printed words stand between two quotes on one line",
            hint='close them with "', fix=remedies.closed(place, line),
        )
    elif char == "'" and (whose := re.search(r"[a-z0-9-]+$", before)) and (
            owned := re.match(r"s? +([a-z][a-z0-9-]*)", after)):
        hint = f"write {owned[1]} of {whose[0]}"
        fix = respelt(place._replace(column=whose.start() + 1,
                                     end_column=place.column + 1 + owned.end()),
                      f"{owned[1]} of {whose[0]}")
    else:
        hint = "names are made of the letters a to z, digits and hyphens"
    return Diagnostic(
        "strange-character", "error", f"{quote(char)} cannot stand here",
        Label(place, name_of(char)),
        why="outside quotes and comments a file uses plain letters, digits and a few signs, "
        "so that no name can look like another",
        hint=hint, fix=fix,
    )


def without_quotes(place: Place, line: str) -> Diagnostic:
    """Printed words that begin at a place and go on to the last word with a capital letter."""
    found = _CAPITALS.match(line, place.column - 1)
    text = found[0] if found else line[place.column - 1]
    at = place._replace(end_column=place.column + len(text))
    return Diagnostic(
        "unreadable-line", "error", f"{quote(text)} needs quotes around it",
        Label(at, "printed words"),
        why="what players read stands in quotes, to tell it from names and words of the language",
        hint=f'write "{text}"', fix=respelt(at, f'"{text}"'),
    )


def name_of(char: str) -> str:
    return SAID_AS.get(char) or unicodedata.name(char, "a character without a name").lower()


def _as_a_name(word: str) -> str:
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", word)
    return re.sub(r"-+", "-", humps.lower().replace("_", "-")).strip("-")


def too_far_in(place: Place, fix: Fix) -> Diagnostic:
    return Diagnostic(
        "indentation", "error", "this line is further in than the line above allows",
        Label(place, "indented here"),
        why="a line is indented only below one that opens a block",
        hint="move it out to where the lines above it begin", fix=fix,
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


def empty_block(place: Place, header: str, fix: Fix | None) -> Diagnostic:
    return Diagnostic(
        "empty-block", "error", f"nothing stands below {quote(header)}",
        Label(place, "this line opens a block"),
        why="what belongs to it is indented below it",
        hint="indent the lines that belong to it by two spaces, or remove it", fix=fix,
    )


def no_heading(place: Place, fix: Fix | None = None) -> Diagnostic:
    return Diagnostic(
        "no-heading", "error", "this file does not say what it is",
        Label(place, "here"),
        why="a file begins with edition, variant or library, and a name",
        hint='edition my-game "My Game"', fix=fix,
    )


def twice(place: Place, what: str, fix: Fix | None) -> Diagnostic:
    return Diagnostic(
        "stated-twice", "error", f"this says twice {what}", Label(place.head(), "here"),
        why="only one of them can hold", hint="keep the one that is meant", fix=fix,
    )
