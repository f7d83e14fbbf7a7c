"""A page for each library that comes with the language: what its procedures take, give and do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from variorum_dsl import model as m
from variorum_dsl.english import sentence
from variorum_dsl.files.libraries import library_file, library_names
from variorum_dsl.files.loader import load

from variorum.reports.blocks import (
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Preformatted,
    Row,
    Section,
    Table,
    paragraph,
)

_COMMENT = re.compile(r"(?m)^# ?(.*)$")
# What a sort of parameter stands for where the procedure is used.
_SORTS = {
    "player": "a player",
    "players": "several players",
    "player-zone": "a zone of each player",
    "zone": "a zone",
    "attribute": "an attribute that is a number",
    "figure": "a figure of each player",
    "number": "a number",
    "flag": "yes or no",
    "card": "a card",
    "cards": "several cards",
}


def page_names() -> list[str]:
    return [f"library-{name}" for name in library_names()]


def library_pages() -> list[Page]:
    return [_page(name) for name in library_names()]


def _page(name: str) -> Page:
    file = library_file(name)
    assert file is not None
    text = Path(file).read_text("utf-8")
    document = load(file).document
    assert document is not None
    procedures = [each for each in document.items if isinstance(each, m.Procedure)]
    lines = text.split("\n")
    before = lines[: min(each.at.line for each in procedures) - 1]
    remarks = " ".join(_COMMENT.findall("\n".join(before)))
    return Page(
        f"library-{name}", f"The library {name}: {document.title[:1].lower()}{document.title[1:]}",
        blocks=[Paragraph([Item(("Write ", Code(f"uses {name}"),
                                 " near the top of a file to have these procedures."))]),
                *([paragraph(remarks)] if remarks else [])],
        sections=[Section(each.name, list(_told(each, lines)), anchor=each.name)
                  for each in procedures], kind="reference")


def _told(procedure: m.Procedure, lines: Sequence[str]) -> Iterator[Block]:
    if procedure.words:
        yield paragraph(sentence(procedure.words.one))
    yield Table("What it takes and gives", ["Name", "Stands for", "Which is"], [
        *(_row(each, "") for each in procedure.takes),
        *(_row(each, "given back: ") for each in procedure.gives)], bare=True)
    given = ", ".join(each.name for each in procedure.gives)
    takes = ", ".join(f"{each.name} …" for each in procedure.takes)
    yield paragraph("To use it, with the names of your own file for the dots:")
    yield Preformatted([f"do {procedure.name}{f' giving {given}' if given else ''}",
                        f"  {takes}"], "variant")
    start = procedure.at.line - 1
    end = next((n for n in range(start + 1, len(lines)) if lines[n][:1] not in ("", " ")),
               len(lines))
    yield paragraph("What it does:")
    yield Preformatted("\n".join(lines[start:end]).rstrip().split("\n"), "variant")


def _row(parameter: m.Parameter, before: str) -> Row:
    words = parameter.words.one if parameter.words else ""
    return Row([(Code(parameter.name),), f"{before}{_SORTS[parameter.type]}", words])
