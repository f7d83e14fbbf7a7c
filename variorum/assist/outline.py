"""The outline of a file, and what of it can be folded away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.lowering.uses import Sort

from variorum.assist.desk import File
from variorum.assist.shapes import Fold, Outline
from variorum.assist.sorts import SYMBOL_KINDS

_SECTION = 3  # a group of several things, for LSP a namespace
Named = (
    m.Kind | m.Zone | m.Track | m.Dummy | m.Figure | m.Effect | m.Procedure | m.End | m.Scoring
    | m.Step | m.Always | m.Option | m.Reading | m.Example
)
_SORTS: dict[type[Named], Sort] = {
    m.Kind: "kind", m.Zone: "zone", m.Track: "track", m.Dummy: "dummy", m.Figure: "figure",
    m.Effect: "effect", m.Procedure: "procedure", m.End: "end", m.Scoring: "scoring",
    m.Step: "step", m.Always: "always", m.Option: "option", m.Reading: "reading",
    m.Example: "example",
}


def outline(file: File) -> list[Outline]:
    document = file.loaded.document
    return [] if document is None else _all(file, document.items)


def _all(file: File, items: Iterable[m.Node]) -> list[Outline]:
    return [made for item in items if (made := _one(file, item)) is not None]


def _one(file: File, item: m.Node) -> Outline | None:
    match item:
        case m.Kinds() | m.Zones() | m.Tracks() | m.Figures():
            return _entry(file, item.node, "", _SECTION, item.at, NOWHERE, item.lines)
        case m.Components():
            return _entry(file, "components", "", _SECTION, item.at, NOWHERE, item.lines)
        case m.Pile():
            return _entry(file, f"in {item.zone}", "", _SECTION, item.at, item.zone_at, item.lines)
        case m.Component():
            name = item.name or item.kind
            return _entry(file, f"{item.count} {name}", item.words.one if item.words else "",
                          SYMBOL_KINDS["card"], item.at,
                          item.name_at if item.name else item.kind_at)
        case m.Stage():
            printed = item.words.one if item.words else ""
            name = item.stage if item.name == item.stage else f"{item.stage} {item.name}"
            return _entry(file, name, printed, SYMBOL_KINDS["stage"], item.at, item.name_at)
        case m.Elimination():
            return _entry(file, "elimination", "", SYMBOL_KINDS["scoring"], item.at, NOWHERE)
        case m.Winner():
            chain = ", then ".join(f"{tie.extreme} {tie.name}" for tie in item.chain)
            return _entry(file, "winner", chain, SYMBOL_KINDS["scoring"], item.at, NOWHERE)
        case m.Silent():
            readings = [each for each in (item.assumed, *item.readings) if each is not None]
            return _entry(file, item.name, item.question, SYMBOL_KINDS["silence"], item.at,
                          item.name_at, readings)
        case m.Add():
            return _entry(file, f"add {item.section.node}", "", _SECTION, item.at, NOWHERE,
                          (item.section,))
        case m.Replace():
            return _entry(file, f"replace {item.clause.node}", "", _SECTION, item.at, NOWHERE,
                          (item.clause,))
        case m.Remove() | m.Change():
            word = item.word if isinstance(item, m.Remove) else item.section
            return _entry(file, f"{item.node} {word} {item.name}".rstrip(), "", _SECTION, item.at,
                          item.name_at)
        case m.Rename():
            return _entry(file, f"rename {item.old} to {item.new}", "", _SECTION, item.at,
                          item.new_at)
        case m.Option():
            return _named(file, item, item.lines)
        case m.Scoring():
            return _named(file, item, item.steps)
        case m.Kind():
            return _named(file, item, item.kinds)
        case (m.Zone() | m.Track() | m.Dummy() | m.Figure() | m.Effect() | m.Procedure() | m.End()
              | m.Step() | m.Always() | m.Reading() | m.Example()):
            return _named(file, item)
        case _:
            return None  # headings, seats, totals, allowances: nothing that one would look for


def _named(file: File, item: Named, inside: Sequence[m.Node] = ()) -> Outline:
    sort = _SORTS[type(item)]
    return _entry(file, item.name, item.words.one if item.words else sort, SYMBOL_KINDS[sort],
                  item.at, item.name_at, inside)


def _entry(
    file: File, name: str, detail: str, kind: int, at: Place, name_at: Place,
    inside: Sequence[m.Node] = (),
) -> Outline:
    where = name_at if name_at != NOWHERE and at[1:3] <= name_at[1:3] < at[3:5] else at.head()
    return {"name": name or "?", "detail": detail, "kind": kind, "range": file.lines.range(at),
            "selectionRange": file.lines.range(where), "children": _all(file, inside)}


def folds(text: str) -> list[Fold]:
    """Every block that is further in than the line above it, and comments of several lines."""
    found: list[Fold] = []
    open_blocks: list[tuple[int, int]] = []  # how far in, and the row
    last = comment = -1
    rows = [row.rstrip("\r") for row in text.split("\n")]
    for number, row in enumerate([*rows, "end"]):
        content = row.lstrip(" ")
        if content.startswith("#"):
            comment = number if comment < 0 else comment
            continue
        if comment >= 0 and number - comment > 1:
            found.append({"startLine": comment, "endLine": number - 1, "kind": "comment"})
        comment = -1
        if not content:
            continue
        indent = len(row) - len(content)
        while open_blocks and open_blocks[-1][0] >= indent:
            _, start = open_blocks.pop()
            if last > start:
                found.append({"startLine": start, "endLine": last, "kind": "region"})
        open_blocks.append((indent, number))
        last = number
    return sorted(found, key=lambda fold: (fold["startLine"], -fold["endLine"]))
