"""Ways out of what cannot be read, as edits; and whether the text can be read with them.

A remedy is a guess from a few words. It is tried on its section of the file, and nobody hears of
one that does not mend it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Place
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.repairs import IDLE, Change
from variorum_dsl.syntax.stack import Word
from variorum_dsl.syntax.tokens import TOKEN

MOST_TRIED = 10
LISTS = ("kinds", "components", "zones", "tracks", "figures", "setup")
ONLY_ONCE = ("then shared", "then nobody wins", "if everyone is out", "assume ")
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
Read = Callable[[str], Sequence[Diagnostic]]
LOOK_ALIKES = {"–": "-", "—": "-", "“": '"', "”": '"', "„": '"', "’": "'", "×": "*", "÷": "/",
               "\u00a0": " "}


# ------------------------------------------------------------------------------- inside of a line
def of_change(change: Change, found: Word, before: Word, line: str) -> Fix | None:
    """Words to put behind the word `before`, or in the place of some words from `found` on."""
    at, behind = found.at, before.at.behind()
    if at.line != behind.line:
        return None
    words = [grammar().words.get(symbol, ()) for symbol in change.put]
    if any(len(each) != 1 for each in words):
        return None  # a name, a number or printed words: nobody knows which
    text = "".join(each if each == "," else f" {each}" for (each,) in words)
    end = behind.column
    left_out = []
    for _ in range(change.left_out):
        token = TOKEN.match(line, end - 1)
        if token is None:
            return None
        left_out.append(token[token.lastindex or 0])
        end = token.end() + 1
    if any(word not in IDLE and word not in grammar().symbols for word in left_out):
        return None  # a name or a number was meant to say something
    sure = not text and all(word in IDLE - {"all"} for word in left_out)
    title = f"leave out {' '.join(left_out)}" if not text else f"write{text}" if (
        text[0] == " ") else "write a comma"
    return Fix(title, (Edit(behind._replace(end_column=end), text),), safe=sure)


def grouped(at: Place) -> Fix:
    """Parentheses around some words of a line."""
    start, end = at._replace(end_column=at.column), at._replace(column=at.end_column)
    return Fix("put it into parentheses", (Edit(start, "("), Edit(end, ")")))


def in_words(place: Place, line: str, size: int, words: str, *, safe: bool) -> Fix:
    """Words in the place of a sign, with spaces around them."""
    start, end = place.column - 1, place.column - 1 + size
    while line[start - 1 : start] == " ":
        start -= 1
    while line[end : end + 1] == " ":
        end += 1
    at = Place(place.path, place.line, start + 1, place.line, end + 1)
    return Fix(f"write {words}", (Edit(at, f" {words} "),), safe)


def look_alikes(place: Place, line: str) -> Fix:
    """Plain signs for those that only look like them, from a place on to the end of the line;
    printed words keep theirs."""
    edits, quoted = [], False
    for column, char in enumerate(line[place.column - 1 :], place.column):
        plain = LOOK_ALIKES.get(char, char)
        if char != plain and (not quoted or plain == '"'):
            edits.append(Edit(Place(place.path, place.line, column, place.line, column + 1), plain))
        quoted ^= plain == '"'
    return Fix("write plain signs", tuple(edits), safe=True)


def closed(place: Place, line: str) -> Fix:
    """Quotes that end with their line."""
    column = len(line.rstrip()) + 1
    return Fix('close them with "', (
        Edit(Place(place.path, place.line, column, place.line, column), '"'),))


# --------------------------------------------------------------------------------- whole lines
def moved(path: str, lines: Sequence[str], first: int, end: int, by: int) -> Fix:
    """Some rows further in or out."""
    edits = []
    for row in range(first, end):
        if lines[row].strip():
            width = 1 if by > 0 else 1 - by
            edits.append(Edit(Place(path, row + 1, 1, row + 1, width), " " * by))
    return Fix(f"move it {'in' if by > 0 else 'out'} by {abs(by)}", tuple(edits))


def block_end(lines: Sequence[str], row: int, column: int) -> int:
    """The row behind the lines from a row on that begin no further out than a column."""
    end = row + 1
    for later in range(row + 1, len(lines)):
        content = lines[later].lstrip(" ")
        if content and content[0] != "#":
            if len(lines[later]) - len(content) < column:
                break
            end = later + 1
    return end


def joined(path: str, lines: Sequence[str], row: int, column: int) -> Fix | None:
    """A line that goes on from the one above, as one line with it."""
    above = lines[row - 1].rstrip() if row else ""
    if not above or "#" in above:
        return None
    return Fix("join it with the line above", (
        Edit(Place(path, row, len(above) + 1, row + 1, column + 1), " "),))


def once(place: Place, lines: Sequence[str]) -> Fix | None:
    """A clause without the second of two lines that say one thing in the same words."""
    said: set[str] = set()
    for row in range(place.line - 1, min(place.end_line, len(lines))):
        text = lines[row].strip()
        if text.startswith(ONLY_ONCE) and text in said:
            return Fix("remove the second one", (
                Edit(Place(place.path, row + 1, 1, row + 2, 1), ""),), safe=True)
        said.add(text)
    return None


def headed(place: Place) -> Fix | None:
    """A first line for a file that has none, with the name that the file has."""
    name = os.path.basename(place.path).removesuffix(".variant")
    if not NAME.fullmatch(name):
        return None
    title = name.replace("-", " ").capitalize()
    above = Place(place.path, place.line, 1, place.line, 1)
    return Fix(f"edition {name}", (Edit(above, f'edition {name} "{title}"\n'),))


def emptied(place: Place, header: str) -> Fix | None:
    """Without a list that has nothing in it."""
    return Fix("remove it", (Edit(place.lines(), ""),)) if header in LISTS else None


# ------------------------------------------------------------------------------------ trying it
def tried(
    lines: Sequence[str], problems: list[Diagnostic], choices: Mapping[Place, Sequence[Fix]],
    read: Read,
) -> Iterator[Diagnostic]:
    """The problems; a fix is kept if its section of the file can be read with it, and nothing else
    there becomes worse. Where there are `choices`, a single one of them has to do."""
    heading = next((line for line in lines if line.strip() and line.lstrip()[0] != "#"), "")
    left = MOST_TRIED
    for problem in problems:
        known = [problem.fix] if problem.fix else choices.get(problem.primary.place, ())
        left -= len(known)
        good = [fix for fix in known if left >= 0
                and _mends(lines, heading, problem, fix, problems, read)]
        yield problem._replace(fix=good[0] if len(good) == 1 else None)


def _mends(
    lines: Sequence[str], heading: str, problem: Diagnostic, fix: Fix,
    problems: list[Diagnostic], read: Read,
) -> bool:
    touched = [problem.primary.place.line, *(
        line for edit in fix.edits for line in (edit.place.line, edit.place.end_line))]
    first, last = min(touched) - 1, max(touched)
    while first > 0 and not _begins(lines[first]):
        first -= 1
    while last < len(lines) and not _begins(lines[last]):
        last += 1
    text = edited("\n".join(lines[first:last]), (
        Edit(at._replace(line=at.line - first, end_line=at.end_line - first), new)
        for at, new in fix.edits))
    if text is None:
        return False
    before = Counter(each.code for each in problems if first < each.primary.place.line <= last)
    before[problem.code] -= 1
    after = Counter(each.code for each in read(text if _is_heading(lines, first) else
                                               f"{heading}\n{text}"))
    return all(number <= before[code] for code, number in after.items())


def _begins(line: str) -> bool:
    """Whether a section of the file begins here."""
    return bool(line) and line[0] not in " #"


def _is_heading(lines: Sequence[str], row: int) -> bool:
    return not any(_begins(line) for line in lines[:row])
