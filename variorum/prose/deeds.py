"""Single things that happen, each as a clause with a subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import Clause, is_plural, singular, spoken, verb

from variorum.prose import cards, conditions, moves, numbers, picks, players
from variorum.prose.speaker import Ref, Speaker

Deed = (
    m.Move | m.PassOn | m.Shuffle | m.Let | m.Becomes | m.Gain | m.Lose | m.Drop | m.Picks | m.Show
    | m.EndRound | m.EndGame | m.Nothing
)
"""A line without lines below it."""


def clause(line: Deed, rest: Sequence[m.Statement], by: Speaker) -> Clause:
    """What a line does; `rest` is what follows in its block."""
    match line:
        case m.Move():
            return moves.clause(line, by)
        case m.PassOn(zone=name, side=side):
            return Clause("all players", f"pass their {by.words.zone(name)} to the next player to "
                          f"the {side}, at the same time")
        case m.Shuffle(zone=zone):
            return Clause("", f"shuffle {cards.said(zone, by).text}")
        case m.Let():
            return _let(line, rest, by)
        case m.Becomes(target=target, value=value):
            return _becomes(target, value, by)
        case m.Gain(amount=amount, target=target):
            return _gain(amount, target, "up", by)
        case m.Lose(amount=amount, target=target):
            return _gain(amount, target, "down", by)
        case m.Drop(what=what, target=target):
            return _leaves(what, target, by)
        case m.Picks(who=who, pick=pick, told=told):
            return picks.clause(who, pick, by, told)
        case m.Show(what=what, to=to):
            seen_by = players.all_of(to, by) if by.sort(to) == "players" else players.to(to, by)
            shown = cards.said(what, by)
            return Clause(shown.text, f"{verb('is', many=shown.many)} shown to {seen_by}")
        case m.EndRound():
            return Clause("the round", "ends here")
        case m.EndGame():
            return Clause("the game", "ends here")
        case m.Nothing():
            return Clause("nothing", "happens")
        case _:
            assert_never(line)


def clauses(lines: Sequence[Deed], by: Speaker) -> list[Clause]:
    """Lines that happen one after the other; a pick is told with what happens to it."""
    found: list[Clause] = []
    index = 0
    while index < len(lines):
        line, rest = lines[index], lines[index + 1 :]
        together = merged(line, rest, by)
        found.append(together or clause(line, rest, by))
        index += 1 if together is None else 2
    return found


def merged(line: m.Statement, rest: Sequence[m.Statement], by: Speaker) -> Clause | None:
    """A line together with the next one, where a rulebook would say both at once."""
    if not isinstance(line, m.Picks):
        return None
    return picks.merged(line.who, line.pick, rest, by, line.told)


# ------------------------------------------------------------------------------------ names
def _let(line: m.Let, rest: Sequence[m.Statement], by: Speaker) -> Clause:
    sort, value, name = by.sort(line.value), line.value, line.name
    changed = any(_changes(each, name) for each in rest)
    first = "at first " if changed else ""
    if sort == "players":
        best = (isinstance(value, m.Ranked) and not changed
                and not isinstance(value.of, m.Unique))
        who = players.all_of(value.of if isinstance(value, m.Ranked) and best else value, by)
        ranks = players.ranks(value, by) if isinstance(value, m.Ranked) else ""
        ref = by.remember(name, sort)
        ref.shrinks = any(isinstance(node, m.Drop) and picks.is_name(node.target, name)
                          for each in rest for node in m.walk(each))
        if isinstance(value, m.Empty):
            return Clause(f"{first}nobody", f"is {ref.state or f'one of {ref.subject}'}")
        if best:
            return Clause(f"of {who}, those with {ranks}", f"are {ref.subject}")
        if isinstance(value, m.Ranked) and not changed:
            return Clause(ref.subject, f"are {who}")
        return Clause(f"{first}{who}", f"are {ref.state or ref.subject}")
    if picks.is_name(value, "nobody"):
        noun = by.remember(name, "player").noun
        return Clause(f"{first}there", f"is no {noun.one if noun else spoken(name)}")
    if sort == "condition":
        by.remember(name, sort)
        return _holds(first, name, value, by)
    if sort == "cards" and isinstance(value, m.Empty):
        ref = by.remember(name, sort)
        return Clause(f"{first}there", f"{verb('is', many=ref.many)} no "
                      f"{ref.subject.removeprefix('the ')}")
    found = conditions.anything(value, by)
    if sort == "member":
        ref = by.scope[name] = Ref(sort, f"the {spoken(name)} {_attribute(value, by)}".strip())
    elif sort in ("cards", "card"):
        held = cards.held(value, by)
        ref = by.remember(name, sort)
        ref.noun = held
    else:
        ref = by.remember(name, sort)
    comma = "," * (isinstance(value, m.Rounded))
    return Clause(f"{first}{found.text}{comma}", f"{verb('is', many=found.many)} {ref.subject}")


def _changes(line: m.Statement, name: str) -> bool:
    return any(isinstance(node, m.Becomes | m.Drop | m.Gain | m.Lose)
               and picks.is_name(node.target, name) for node in m.walk(line))


def _holds(first: str, name: str, value: m.Expression, by: Speaker) -> Clause:
    what, so = conditions.fact(name, holds=not isinstance(value, m.Truth) or value.value)
    when = "" if isinstance(value, m.Truth) else f" if {conditions.said(value, by)}"
    return Clause(f"{first}{what}", f"{so}{when}")


def _attribute(value: m.Expression, by: Speaker) -> str:
    name = value.name if isinstance(value, m.Owned | m.Name) else ""
    return by.words.attribute(name) if name in by.words.attributes else ""


# ---------------------------------------------------------------------------------- changes
def _becomes(target: m.Expression, value: m.Expression, by: Speaker) -> Clause:
    ref = by.local(target)
    if ref is not None and isinstance(target, m.Name):
        if ref.sort == "players":
            if isinstance(value, m.Empty):
                return Clause("nobody", f"is {ref.state or f'one of {ref.subject}'} any longer")
            return Clause(players.all_of(value, by), f"are now {ref.state or ref.subject}")
        if ref.sort == "condition":
            return _holds("from now on ", target.name, value, by)
        new = conditions.anything(value, by)
        if ref.sort == "player":
            return Clause(new.text, f"{verb('become', many=new.many)} {ref.subject}")
        if ref.sort in ("cards", "card") and conditions.mentions(value, target.name):
            return Clause(f"from now on {ref.subject}",
                          f"{verb('is', many=ref.many)} only {new.text}")
        return Clause(ref.subject, f"{verb('is', many=ref.many)} now {new.text}")
    if by.sort(target) == "condition":
        return _set(target, value, by)
    new = conditions.anything(value, by)
    if by.sort(target) == "player":
        return Clause(new.text,
                      f"{verb('become', many=new.many)} {players.said(target, by).text}")
    many = isinstance(target, m.Name | m.Owned) and is_plural(by.words.figure(target.name))
    return Clause(conditions.anything(target, by).text,
                  f"{verb('become', many=many)} {new.text}")


def _set(target: m.Expression, value: m.Expression, by: Speaker) -> Clause:
    """What is so or not from now on."""
    assert isinstance(target, m.Name | m.Owned | m.Nth)
    if by.words.is_clause(target.name) and not by.words.several(target.name):
        start, it = "from now on", ""
        so, not_so = (by.words.stated(target.name, holds=holds) for holds in (True, False))
    else:
        start, it = conditions.flag(target, by), "it "
        so, not_so = "is set", "is no longer set"
    if isinstance(value, m.Truth):
        return Clause(start, so if value.value else not_so)
    return Clause(start, f"{so} if {conditions.said(value, by)}; otherwise {it}{not_so}")


def _gain(amount: m.Expression, target: m.Expression, way: str, by: Speaker) -> Clause:
    if by.sort(target) == "players":
        who = conditions.anything(amount, by)
        ref = by.local(target)
        state = (ref.state or f"one of {ref.subject}") if ref is not None else "in"
        return Clause(who.text, f"{verb('is', many=who.many)} now {state}")
    if isinstance(target, m.Owned) and by.sort(target.of) == "player" and (
            by.words.is_collected(target.name)):
        who = players.said(target.of, by)
        word = verb("gain" if way == "up" else "lose", many=who.many)
        track, number = by.words.track(target.name), numbers.said(amount, by)
        if isinstance(amount, m.Number):
            what = singular(track) if amount.value == 1 else track
            return Clause(who.text, f"{word} {number} {what}")
        return Clause(who.text, f"{word} {track} equal to {number}")
    many = isinstance(target, m.Name | m.Owned) and target.name not in by.scope and (
        is_plural(by.words.figure(target.name)))
    return Clause(conditions.anything(target, by).text,
                  f"{verb('go', many=many)} {way} by {numbers.said(amount, by)}")


def _leaves(what: m.Expression, target: m.Expression, by: Speaker) -> Clause:
    who = conditions.anything(what, by)
    ref = by.local(target)
    state = (ref.state or f"among {ref.subject}") if ref is not None else "in"
    return Clause(who.text, f"{verb('is', many=who.many)} no longer {state}")
