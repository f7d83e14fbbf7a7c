"""Changes of a rule file that keep its words and move them: other grouping, other persons, lines
in or out of a block. Prose that drops parentheses or says "they" of two people reads the same."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_engine.mutation.sites import Site, sites

_ASSOCIATIVE = {"+", "and", "or"}
Change = tuple[str, Site, m.Node]


def changes(document: m.Document) -> Iterator[Change]:
    """Every such change of one part of a file: what it is called, where, and the new part."""
    people: list[str] = []
    for site in sites(document):
        if isinstance(site.node, m.Stage | m.Effect | m.Procedure):
            people = _people(site.node)
        for node in _regrouped(site.node):
            yield "regrouped", site, node
        for node in _moved(site.node):
            yield "moved", site, node
        if isinstance(site.node, m.Name) and site.node.name in people:
            for other in people:
                if other != site.node.name:
                    yield "person", site, site.node.but(name=other)


def _people(clause: m.Node) -> list[str]:
    """The names of single players in a clause."""
    found: dict[str, None] = {}
    if isinstance(clause, m.Effect) and clause.owner:
        found[clause.owner] = None
    for node in m.walk(clause):
        match node:
            case m.Turns(name=name) | m.Together(name=name) | m.ForEach(sort="player", name=name):
                found[name] = None
            case m.Parameter(name=name, type="player"):
                found[name] = None
            case m.Call(giving=names):
                found.update(dict.fromkeys(names))
            case m.Let(name=name) | m.Picking(name=name):
                found[name] = None  # one that is no player cannot stand there and is left out
    return list(found)


def _regrouped(node: m.Node) -> Iterator[m.Node]:
    match node:
        case m.Binary(operation=outer, left=m.Binary(operation=inner, left=a, right=b), right=c):
            if inner != outer or outer not in _ASSOCIATIVE:
                yield node.but(operation=inner, left=a, right=node.but(left=b, right=c))
        case m.Joined(parts=(m.Joined(operation=inner, parts=(*a, b)), *c)):
            yield node.but(operation=inner, parts=(*a, node.but(parts=(b, *c))))
        case m.Not(of=m.Joined(parts=(a, *rest)) as both):
            yield both.but(parts=(node.but(of=a), *rest))
    match node:
        case m.Binary(operation=outer, left=a, right=m.Binary(operation=inner, left=b, right=c)):
            if inner != outer or outer not in _ASSOCIATIVE:
                yield node.but(operation=inner, left=node.but(left=a, right=b), right=c)
        case m.Joined(parts=(*a, m.Joined(operation=inner, parts=(b, *c)))):
            yield node.but(operation=inner, parts=(node.but(parts=(*a, b)), *c))


def _moved(node: m.Node) -> Iterator[m.Node]:
    """The line after a block as its last one, or the last line of a block after it."""
    for field in ("body", "then", "otherwise", "lines"):
        rows = getattr(node, field, ())
        if not isinstance(rows, tuple):
            continue
        for place, row in enumerate(rows):
            inner = next((name for name in ("body", "then") if isinstance(
                row, m.If | m.ForEach | m.Repeat | m.Turns | m.Together | m.WithPlayers)
                and hasattr(row, name)), "")
            if not inner:
                continue
            lines = getattr(row, inner)
            before, after = rows[:place], rows[place + 1 :]
            if after:
                yield node.but(**{field: (*before, row.but(**{inner: (*lines, after[0])}),
                                          *after[1:])})
            if before:
                yield node.but(**{field: (*before[:-1], row.but(**{inner: (before[-1], *lines)}),
                                          *after)})
            if len(lines) > 1:
                yield node.but(**{field: (*before, row.but(**{inner: lines[:-1]}), lines[-1],
                                          *after)})
                yield node.but(**{field: (*before, lines[0], row.but(**{inner: lines[1:]}),
                                          *after)})
