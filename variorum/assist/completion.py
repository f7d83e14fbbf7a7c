"""What can be written at a place: words of the language that fit, and names that do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.explanations import codes
from variorum_dsl.files.libraries import library_names, names_in
from variorum_dsl.lowering.uses import Sort, Symbol
from variorum_dsl.model.examples import REASONS
from variorum_dsl.syntax.completion import NEW, following

from variorum.assist.desk import File
from variorum.assist.shapes import Completion, Position
from variorum.assist.sorts import CALLED, COMPLETION_KINDS, KEYWORD, TEXT
from variorum.files.editions import edition_names

_BEGUN = re.compile(r"[a-z0-9-]*$")
_INDENT = re.compile(r" *")
# For each sort of name that the grammar asks for, the sorts of symbols that can be meant.
_MEANT: dict[str, tuple[Sort, ...]] = {
    "kind": ("kind", "card", "mark"), "zone": ("zone",), "attribute": ("attribute",),
    "member": ("member",), "mark": ("mark",), "column": ("attribute", "member"),
    "type": ("attribute",), "procedure": ("procedure",),
    "property": ("attribute", "figure", "scoring", "track", "zone", "parameter", "local"),
    "value": ("zone", "track", "figure", "scoring", "dummy", "member", "local", "parameter",
              "player"),
    "clause": ("kind", "zone", "track", "dummy", "figure", "scoring", "stage", "effect",
               "procedure", "end", "always", "option", "silence", "example", "card", "attribute"),
    "scoring": ("scoring",), "stage": ("stage",), "effect": ("effect",),
    "line": ("line", "step", "local", "figure", "scoring", "track", "procedure"),
    "component": ("kind", "card"), "option": ("option",), "silence": ("silence",),
    "reading": ("reading",), "player": ("player",), "actor": ("player",),
    "somebody": ("player",), "step": ("step",),
    "parameter": ("parameter",),
}
_GIVEN: dict[str, tuple[str, ...]] = {
    "value": ("players", "nobody", "chance"), "property": ("left", "right"),
    "type": ("player", "card", "number", "flag", "zone", "player-zone", "attribute", "figure"),
    "column": ("copies",), "reason": REASONS, "actor": ("chance",),
    "somebody": ("nobody",),
}


class _Offer(NamedTuple):
    label: str
    kind: int
    detail: str


def completion(file: File, position: Position) -> list[Completion]:
    """Only what the grammar takes at the place, and only names that can be meant there."""
    line, column = file.lines.point(position)
    row = file.text.split("\n")[line - 1]
    begun = _BEGUN.search(row[: column - 1])
    start = column - len(begun[0] if begun else "")
    end = column + len(re.match(r"[a-z0-9-]*", row[column - 1 :])[0])  # type: ignore[index]
    where = file.lines.range(Place(file.path, line, start, line, end))
    offers = dict.fromkeys(_offers(file, line, column, row[: start - 1]))
    return [
        {"label": each.label, "kind": each.kind, "detail": each.detail,
         "sortText": f"{number:04}", "textEdit": {"range": where, "newText": each.label}}
        for number, each in enumerate(offers)
    ]


def _offers(file: File, line: int, column: int, before: str) -> Iterator[_Offer]:
    fits = following(file.text, line, column)
    for sort in fits.names:
        yield from _names(file, sort, line, before)
    if fits.phrase:
        for meant in ("choice", "kind", "card", "member"):
            yield from (_offer(symbol) for symbol in _of(file, meant))
    for word in fits.words:
        yield _Offer(word, KEYWORD, "")


def _names(file: File, sort: str, line: int, before: str) -> Iterator[_Offer]:
    match sort:
        case "library":
            yield from (_Offer(each, COMPLETION_KINDS["library"], CALLED["library"])
                        for each in library_names())
            return
        case "edition":
            yield from (_Offer(each, COMPLETION_KINDS["game"], CALLED["game"])
                        for each in sorted({*edition_names(), *_beside(file)}))
            return
        case "finding":
            yield from (_Offer(each, TEXT, "finding") for each in codes())
            return
        case "new":
            return
    assert sort != NEW
    for meant in _MEANT[sort]:
        for symbol in _of(file, meant):
            if _fits(file, symbol, sort, line, before):
                yield _offer(symbol)
    yield from (_Offer(each, KEYWORD, "always there") for each in _GIVEN.get(sort, ()))


def _beside(file: File) -> list[str]:
    import os

    return names_in(os.path.dirname(file.path))


def _of(file: File, sort: Sort) -> list[Symbol]:
    return [symbol for symbol in file.index.uses if symbol.sort == sort]


def _offer(symbol: Symbol) -> _Offer:
    return _Offer(symbol.name, COMPLETION_KINDS[symbol.sort], CALLED[symbol.sort])


def _fits(file: File, symbol: Symbol, sort: str, line: int, before: str) -> bool:
    """Whether a name can be meant on a line: some are known in their own block only."""
    match symbol.sort:
        case "local" | "player":
            return symbol.at.path == file.path and (
                _visible(file, symbol, line) or _visible_where_changed(file, symbol, line))
        case "parameter":
            return _called(file, symbol, line) if sort == "parameter" else _visible(
                file, symbol, line)
        case "reading":
            silence = re.search(r"([a-z0-9-]+) is $", before)
            return silence is None or any(
                symbol.name == each.name
                for silent in (file.game.silences if file.game else ())
                if silent.name == silence[1]
                for each in (silent.assumed, *silent.readings) if each is not None)
        case _:
            return True


def _visible(file: File, symbol: Symbol, line: int) -> bool:
    """Whether the block in which a name was made still goes on."""
    made = symbol.at.line
    if symbol.at.path != file.path or made >= line:
        return False
    rows = file.text.split("\n")
    depth = len(_indent(rows[made - 1]))
    between = [len(_indent(row)) for row in rows[made : line - 1]
               if row.strip() and not row.lstrip().startswith("#")]
    here = len(_indent(rows[line - 1])) if rows[line - 1].strip() else depth + 1
    opens = bool(between) and between[0] > depth
    return depth > 0 and min([*between, here]) >= depth + (
        opens and symbol.sort == "local" and not _lasting(rows[made - 1]))


def _visible_where_changed(file: File, symbol: Symbol, line: int) -> bool:
    """Whether a name is known at the line of the rules that the change on this line is about."""
    rows = file.text.split("\n")
    label = item = ""
    after = False
    depth = len(_indent(rows[line - 1])) or len(rows[line - 1]) + 1
    for row in reversed(rows[: line - 1]):
        if not row.strip() or len(_indent(row)) >= depth:
            continue
        depth = len(_indent(row))
        if not label and (found := re.match(r" +(?:before|after|replace) ([a-z0-9-]+)\b", row)):
            label, after = found[1], row.lstrip().startswith("after")
        elif label and (found := re.match(r" +change (?:[a-z]+ )?([a-z0-9-]+)", row)):
            item = found[1]
            break
        if not depth:
            return False
    if not item:
        return False
    top = ""
    for number, row in enumerate(rows, 1):
        if row.strip() and not _indent(row):
            top = row
        if item in top.split()[:2] and re.match(rf" +{label}: ", row):
            made_here = symbol.at.line == number and (
                _lasting(row) or len(_indent("".join(rows[number : number + 1])))
                <= len(_indent(row)))
            return _visible(file, symbol, number) or (after and made_here)
    return False


def _lasting(row: str) -> bool:
    """Whether a line that is followed by a block makes a name that outlasts it."""
    return bool(re.search(r"\b(do|picks|let|players|takes|gives|when)\b", row))


def _indent(row: str) -> str:
    found = _INDENT.match(row)
    return found[0] if found else ""


def _called(file: File, symbol: Symbol, line: int) -> bool:
    """Whether a parameter belongs to the procedure whose arguments are written here."""
    rows = file.text.split("\n")[:line]
    depth = len(_indent(rows[-1]))
    call = next((found for row in reversed(rows[:-1])
                 if len(_indent(row)) < depth and (found := re.search(r"\bdo ([a-z0-9-]+)", row))),
                None)
    procedures = file.symbols.procedures if file.symbols else {}
    procedure = procedures.get(call[1]) if call else None
    return procedure is not None and any(
        symbol.at == each.name_at for each in procedure.takes)
