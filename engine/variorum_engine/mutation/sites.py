"""Where a rule file can be changed: the parts of its model, each with the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from variorum_dsl import model as m
from variorum_dsl.model.node import content_fields
from variorum_dsl.printer.edits import is_printed, rows_of

Path = tuple[tuple[str, int], ...]
"""Fields from the outermost part inwards; -1 where a field holds one part and not several."""

Unchanged = (
    m.Example | m.Published | m.Advice | m.Allow | m.Language | m.Uses | m.Always | m.Total
    | m.Besides | m.Words | m.Cite | m.Kinds | m.Guard
    | m.Rename | m.Parameter
)
"""What says nothing about how the game is played, or is itself a check of it; nothing inside is
changed either."""

Part = (
    m.Document | m.Option | m.Silent | m.Reading | m.Add | m.Replace | m.Remove | m.Change
    | m.ReplaceLines | m.InsertLines | m.DropLine | m.InsertCases | m.InsertChoices | m.ExtendCase
    | m.OnlyIf | m.Where
    | m.Seats | m.Kind | m.Attribute | m.ValueName | m.Mark | m.Components | m.Pile | m.Component
    | m.Setting
    | m.Values | m.Row | m.Zones | m.Zone | m.Span | m.Tracks | m.Track | m.Dummy | m.Figures
    | m.Figure
    | m.Stage | m.Effect | m.Procedure | m.End | m.Elimination | m.Out | m.Scoring | m.Step
    | m.Winner | m.Tie
    | m.Statement | m.Depth | m.Picking | m.Amount | m.Choice | m.Case | m.Argument
    | m.Expression | m.Rank | m.ByCount
)
"""Everything else that a file consists of."""


EXPRESSIONS = tuple(m.members(m.Expression))


class Site(NamedTuple):
    """A part of a file. `line` is the innermost part around it that stands on a line; `slot` is
    the way to the outermost expression around a part of one."""

    node: Part
    path: Path
    line: m.Node
    line_path: Path
    within: tuple[str, ...]
    slot: Path


def sites(root: m.Document) -> Iterator[Site]:
    """Every part that can be changed, in reading order."""
    yield from _inside(Site(root, (), root, (), (), ()))


def _inside(site: Site) -> Iterator[Site]:
    yield site
    if isinstance(site.node, m.Amount):
        return  # often one number that is written once: it is changed as a whole
    for field in content_fields(site.node):
        value = getattr(site.node, field)
        members = enumerate(value) if type(value) is tuple else ((-1, value),)
        for index, member in members:
            if not isinstance(member, m.Node) or isinstance(member, Unchanged):
                continue
            path = (*site.path, (field, index))
            prints = is_printed(member)
            yield from _inside(Site(
                cast("Part", member),  # the walk goes by fields; a test holds the two together
                path, member if prints else site.line,
                path if prints else site.line_path, (*site.within, *_name(member)),
                site.slot if isinstance(site.node, EXPRESSIONS) else path,
            ))


def _name(node: m.Node) -> tuple[str, ...]:
    """What tells one clause from another, wherever it stands in the file."""
    if isinstance(node, m.Option | m.Silent | m.Reading | m.Scoring | m.Stage | m.Effect | m.End
                  | m.Procedure | m.Zone | m.Track | m.Figure):
        return (f"{type(node).__name__.lower()} {node.name}",)
    return ()


def replaced(node: m.Node, path: Path, new: m.Node) -> m.Node:
    """The same with another part at the end of the path."""
    if not path:
        return new
    (field, index), rest = path[0], path[1:]
    value = getattr(node, field)
    if index < 0:
        return node.but(**{field: replaced(value, rest, new)})
    inner = replaced(value[index], rest, new)
    return node.but(**{field: (*value[:index], inner, *value[index + 1 :])})


class Difference(NamedTuple):
    """What stood there and what stands there now, in the words of the file."""

    before: str
    after: str
    line: int


def difference(old: m.Node, new: m.Node) -> Difference:
    """The lines that are no longer the same: another text, or further in."""
    assert is_printed(old)
    assert is_printed(new)
    before, after = rows_of(old), rows_of(new)
    head = 0
    while head < min(len(before), len(after)) and before[head][:2] == after[head][:2]:
        head += 1
    tail = 0
    while (tail < min(len(before), len(after)) - head
           and before[-1 - tail][:2] == after[-1 - tail][:2]):
        tail += 1
    gone = before[head : len(before) - tail]
    come = after[head : len(after) - tail]
    line = next((row.line for row in (*gone, *before[head::-1]) if row.line), old.at.line)
    return Difference(" / ".join(row.text for row in gone), " / ".join(row.text for row in come),
                      line)
