"""Rules that are wrong in one case alone: with the most players, for the highest card, for the
last member of an attribute.

The changes of `operators` are wrong at every table, so one example catches them. These are as a
rule that was tried with three players and small cards only. So that they stay few, an expression
is changed in one place, and of all numbers of players, cards and members one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from variorum_dsl import model as m

from variorum_engine.mutation import operators
from variorum_engine.mutation.sites import EXPRESSIONS, Path, Site
from variorum_engine.mutation.vocabulary import Vocabulary

PLAYERS, CARD, MEMBER = "most players", "highest card", "last member"
OPERATORS = (PLAYERS, CARD, MEMBER)
_NAMING = m.Let | m.LocalFigure | m.Picks | m.Nothing | m.Custom | m.WithPlayers
"""What later lines speak of, so that it cannot be inside another line; or what would be as it
was."""

_NONE = m.Number(value=0)


def changes(site: Site, words: Vocabulary, done: set[Path]) -> Iterator[tuple[str, m.Node]]:
    """The part with an exception that nobody wrote. `done` is what is known of the file so far: the
    expressions that have one, and what is for other numbers of players anyway."""
    part = site.node
    done.update(_for_others(site, words.most))
    if words.fewest < words.most and not any(
        site.path[:length] in done for length in range(len(site.path) + 1)
    ):
        yield from ((PLAYERS, new) for new in _with_most(site, words, done))
    match part:
        case (m.Aggregate(of=of) | m.Count(of=of) | m.Exists(of=of) | m.Ranked(of=of)
              | m.Picking(of=of)):
            for operator, fewer in _spared(of, words):
                yield operator, part.but(of=fewer)
        case m.Move(what=what):
            for operator, fewer in _spared(what, words):
                yield operator, part.but(what=fewer)
        case m.ForEach(within=m.Among() | m.Owned() | m.Name() as within):
            for operator, fewer in _spared(within, words):
                yield operator, part.but(within=fewer)
        case m.ForEach(sort=sort, name=name, within=None, body=body) if sort in words.members:
            yield MEMBER, part.but(body=(m.If(
                at=part.at, condition=_is_not(name, words.members[sort][-1], part), then=body),))
        case m.Each(sort=sort, name=name, within=None, condition=None) if sort in words.members:
            yield MEMBER, part.but(condition=_is_not(name, words.members[sort][-1], part))
        case _:
            pass


def _for_others(site: Site, most: int) -> Iterator[Path]:
    """The parts below that do not count with the most players."""
    match site.node:
        case m.WithPlayers(low=low, high=high, then=then, otherwise=otherwise):
            field, lines = ("otherwise", otherwise) if low <= most <= high else ("then", then)
            yield from ((*site.path, (field, number)) for number in range(len(lines)))
        case m.ByCount(low=low, high=high) if not low <= most <= high:
            yield site.path
        case _:
            pass


def _with_most(site: Site, words: Vocabulary, done: set[Path]) -> Iterator[m.Node]:
    part = site.node
    if isinstance(part, EXPRESSIONS):
        new = _otherwise(cast("m.Expression", part), words)
        if new is not None:
            done.add(site.slot)
            yield _by_players(new, cast("m.Expression", part), words)
    elif isinstance(part, m.Amount):
        if isinstance(part.low, m.Number):
            more = part.low.but(value=part.low.value + 1)
            low = _by_players(more, part.low, words)
            yield part.but(low=low, high=low if m.same(part.low, part.high) else part.high)
    elif isinstance(part, m.Choice):
        if part.condition is None:
            yield part.but(condition=_by_players(
                m.Truth(at=part.at, value=False), m.Truth(at=part.at, value=True), words))
    elif m.is_statement(part) and not isinstance(part, _NAMING):
        yield from _lines_with_most(part, words)


def _lines_with_most(line: m.Statement, words: Vocabulary) -> Iterator[m.Node]:
    """The line left out, the line as another, and more seen than it should be."""
    match line:
        case m.Call(giving=(_, *_)):
            return  # later lines speak of what it gives
        case m.Move(what=m.Top(count=m.ByPlayers(rows=rows))):
            if any(row.low <= words.most <= row.high and m.same(row.value, _NONE) for row in rows):
                return  # nothing is moved then
        case _:
            pass
    bare = line.but(label="", cites=())
    yield _table_of(line, words.fewest, words.most - 1, (bare,))
    other = next((new for _, new in operators.changes(line, words) if m.is_statement(new)), None)
    if other is not None:
        other = other.but(label="", cites=())
        yield _table_of(line, words.most, words.most, (other,), (bare,))
    if isinstance(line, m.Move) and isinstance(line.to, m.Owned | m.Name):
        zone = words.zones.get(line.to.name)
        if zone is not None and zone.sight != "open":
            shown = m.ForEach(
                at=line.at, sort="player", name="anybody",
                within=m.Name(at=line.at, name="players"), body=(m.Show(
                    at=line.at, what=line.to, to=m.Name(at=line.at, name="anybody")),))
            yield _table_of(line, words.most, words.most, (bare, shown), (bare,))


def _table_of(
    line: m.Statement, low: int, high: int, then: tuple[m.Statement, ...],
    otherwise: tuple[m.Statement, ...] = (),
) -> m.WithPlayers:
    return m.WithPlayers(at=line.at, label=line.label, cites=line.cites, low=low, high=high,
                         then=then, otherwise=otherwise)


def _otherwise(part: m.Expression, words: Vocabulary) -> m.Expression | None:
    """The first other expression that could stand there."""
    if isinstance(part, m.Ranked):  # somebody more
        return m.Binary(at=part.at, operation="+", left=part, right=part.but(place=part.place + 1))
    for _, new in operators.changes(part, words):
        if isinstance(new, EXPRESSIONS):
            return cast("m.Expression", new)
    return None


def _by_players(most: m.Expression, others: m.Expression, words: Vocabulary) -> m.ByPlayers:
    return m.ByPlayers(at=others.at, rows=(
        m.ByCount(at=others.at, value=most, low=words.most, high=words.most),
        m.ByCount(at=others.at, value=others, low=words.fewest, high=words.most - 1),
    ))


def _spared(of: m.Expression, words: Vocabulary) -> Iterator[tuple[str, m.Whose]]:
    """The same cards but one: those of the highest number, those of the last member."""
    if isinstance(of, m.Among):
        kinds: tuple[str, ...] = (of.kind,)
    elif isinstance(of, m.Name | m.Owned) and of.name in words.zones:
        kinds = words.zones[of.name].kinds
    else:
        return
    number, member = words.highest(kinds), words.last_member(kinds)
    if number is not None:
        yield CARD, m.Whose(at=of.at, of=of, property=number[0], comparison="is not",
                            value=m.Number(at=of.at, value=number[1]))
    if member is not None:
        yield MEMBER, m.Whose(at=of.at, of=of, property=member[0], comparison="is not",
                              value=m.Name(at=of.at, name=member[1]))


def _is_not(name: str, member: str, part: m.Node) -> m.Compare:
    return m.Compare(at=part.at, operation="is not", left=m.Name(at=part.at, name=name),
                     right=m.Name(at=part.at, name=member))
