"""Conditions as English clauses, and anything else that may stand in them."""

from __future__ import annotations

import re
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import is_plural, listed, number_word, spoken, verb, with_article

from variorum.prose import cards, numbers, players
from variorum.prose.speaker import Phrase, Speaker
from variorum.prose.vocabulary import Noun

# Names that say how something is: `settled`, `unsold`.
_STATE = re.compile(r"(?:[^e]ed|sold|done|over|[^e]en)$")


def said(part: m.Expression, by: Speaker) -> str:
    match part:
        case m.Truth(value=value):
            return "this is so" if value else "this is never so"
        case m.Joined(operation="and"):
            return _all(_flat(part, "and"), by)
        case m.Joined():
            return " or ".join(_joined(each, by) for each in _flat(part, "or"))
        case m.Not(of=m.Name() | m.Owned() as of):
            return _flag(of, by, negated=True)
        case m.Not(of=of):
            return f"it is not so that {_joined(of, by)}"
        case m.Compare():
            return _compare(part, by)
        case m.IsEmpty(of=of, negated=negated):
            return _empty(of, negated, by)
        case m.IsA(of=of, kind=kind, negated=negated) if kind in by.scope:
            what = cards.said(of, by)
            be = verb("is", many=what.many)
            return f"{what.text} {f'{be} not' if negated else be} of {by.scope[kind].said().text}"
        case m.IsA(of=of, kind=kind, negated=negated):
            what, noun = cards.said(of, by), by.words.kind(kind)
            a = noun.many if what.many else by.words.a(kind).removesuffix(noun.post)
            be = verb("is", many=what.many)
            return f"{what.text} {f'{be} not' if negated else be} {a}{noun.post}"
        case m.Exists(of=of, negated=negated):
            return _exists(of, negated, by)
        case m.Name() | m.Owned():
            return _flag(part, by)
        case m.Nth():
            return f"{flag(part, by)} is set"
        case m.ByPlayers() if by.sort(part) == "condition":
            return numbers.by_players(part, lambda each: said(each, by))
        case (m.Binary() | m.Whose() | m.Ranked() | m.Unique() | m.Those() | m.TheOne()
              | m.OneOf() | m.ByPlayers() | m.Among() | m.Outside() | m.Top() | m.Number()
              | m.Aggregate() | m.Count() | m.Rounded() | m.Numbers() | m.Members() | m.This()
              | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()):
            if by.sort(part) in ("condition", "figure"):
                return "something holds"
            return f"{anything(part, by).text} holds"
        case _:
            assert_never(part)


def relative(
    condition: m.Expression, name: str, by: Speaker, *, person: bool = False
) -> str:
    """A condition about one of several things as a relative clause: `whose colour is red`."""
    clause = _relative(condition, name, by)
    if clause:
        return clause
    holds = said(condition, by)
    that = "" if holds.startswith("there ") else "it holds that "
    return f"for {'whom' if person else 'which'} {that}{holds}"


def _relative(condition: m.Expression, name: str, by: Speaker) -> str:
    match condition:
        case m.Joined(operation=word, parts=parts):
            clauses = [_relative(each, name, by) for each in parts]
            mixed = any(isinstance(each, m.Joined) and each.operation != word for each in parts)
            return f" {word} ".join(clauses) if all(clauses) and not mixed else ""
        case m.IsA(of=m.Name(name=of), kind=kind, negated=negated) if of == name:
            noun = by.words.kind(kind)
            return f"that are {'not ' if negated else ''}{noun.many}{noun.post}"
        case m.Compare(left=m.Owned(name=what, of=m.Name(name=of)), operation=operation,
                       right=right) if of == name and not mentions(right, name) and (
                what in by.words.attributes or what in by.words.tracks
                or what in by.words.figures) and not operation.endswith(" in"):
            words = (by.words.attribute(what) if what in by.words.attributes
                     else by.words.figure(what))
            if what in by.words.attributes and by.words.is_unit(what):
                words = f"number of {by.words.units(what)}"
            be = agreed(operation, many=is_plural(words))
            return f"whose {words} {be} {anything(right, by).text}"
        case m.Compare(left=m.Name(name=of), operation=("is in" | "is not in") as operation,
                       right=right) if of == name and not mentions(right, name):
            among = (players.all_of(right, by) if by.sort(right) == "players"
                     else cards.said(right, by).text)
            return f"that are {'not ' if operation == 'is not in' else ''}among {among}"
        case m.IsEmpty(of=m.Owned(name=zone, of=m.Name(name=of)), negated=negated) if (
                of == name and zone in by.words.zones):
            words = by.words.zone(zone)
            be = "are" if is_plural(words) else "is"
            return f"whose {words} {be} {'not ' if negated else ''}empty"
    return ""


def mentions(part: m.Node, name: str) -> bool:
    return any(isinstance(node, m.Name) and node.name == name for node in m.walk(part))


def anything(part: m.Expression, by: Speaker) -> Phrase:
    """Words for whatever sort of thing an expression is."""
    match by.sort(part):
        case "cards" | "card":
            return cards.said(part, by)
        case "players" | "members":
            return Phrase(players.noun(part, by).any(), many=True)
        case "player":
            return players.said(part, by)
        case "number":
            return Phrase(numbers.said(part, by))
        case "member":
            return Phrase(numbers.member(part, by))
        case "condition" | "figure":
            return Phrase(said(part, by))
        case sort:
            assert_never(sort)


def _flag(part: m.Name | m.Owned, by: Speaker, *, negated: bool = False) -> str:
    if isinstance(part, m.Name) and part.name in by.scope:
        return " ".join(fact(part.name, holds=not negated))
    if by.words.is_clause(part.name) and not by.words.several(part.name):
        return by.words.stated(part.name, holds=not negated)
    return f"{flag(part, by)} {'is not' if negated else 'is'} set"


def flag(part: m.Name | m.Owned | m.Nth, by: Speaker) -> str:
    """What is set or not: `the tempo`, `their protection`, `“is tired” of that player`."""
    words = by.words.track(part.name)
    if isinstance(part, m.Nth):
        return f"{words} {numbers.of_place(part.number, by)}"
    if by.words.is_clause(part.name):
        of = players.to(part.of, by) if isinstance(part, m.Owned) else by.me.them()
        return f"“{words}” of {of}"
    if isinstance(part, m.Owned):
        return players.owned(words, part.of, by)
    return f"{by.me.owns() if by.words.several(part.name) else 'the'} {words}"


def fact(name: str, *, holds: bool) -> tuple[str, str]:
    """A local name for what is so or not: `it is settled`, `“last chance” does not hold`."""
    if _STATE.search(name):
        return "it", f"{'is' if holds else 'is not'} {spoken(name)}"
    return f"“{spoken(name)}”", "holds" if holds else "does not hold"


def _flat(part: m.Expression, operation: str) -> list[m.Expression]:
    if isinstance(part, m.Joined) and part.operation == operation:
        return [each for inner in part.parts for each in _flat(inner, operation)]
    return [part]


def _all(parts: list[m.Expression], by: Speaker) -> str:
    """Conditions that must all hold; cards in the same place are named together."""
    found = [part.of for part in parts if isinstance(part, m.Exists) and not part.negated
             and isinstance(part.of, m.Among)]
    if len(found) == len(parts) and all(m.same(one.within, found[0].within) for one in found):
        nouns = [by.words.a(one.kind) for one in found]
        where = cards.noun(found[0], by)
        post = where.post.removeprefix(by.words.kind(found[0].kind).post)
        both = "both " if len(nouns) == 2 else ""
        return f"there are {both}{listed(nouns)}{post}"
    return " and ".join(_joined(part, by) for part in parts)


def _joined(part: m.Expression, by: Speaker) -> str:
    """A part of a longer condition; where "and" and "or" meet, parentheses say what belongs."""
    text = said(part, by)
    if isinstance(part, m.Joined):
        return f"({text})"
    return text


# ------------------------------------------------------------------------------ existence
def _exists(of: m.Expression, negated: bool, by: Speaker) -> str:
    if by.sort(of) in ("players", "members") or by.place(of):
        group = players.noun(of, by).any(many=False)
        return f"there is {'no' if negated else 'at least one'} {group}"
    match of:
        case m.Among(kind=kind, within=within) if by.one_card(within):
            return said(m.IsA(of=within, kind=kind, negated=negated), by)
        case m.Whose(of=within, property=name, value=value, comparison=comparison) if (
                by.one_card(within) and name in by.words.attributes and value is not None
                and comparison != "is empty" and comparison != "is not empty"):
            shows = m.Compare(left=m.Owned(name=name, of=within), operation=comparison,
                              right=value)
            return said(m.Not(of=shows) if negated else shows, by)
    noun = cards.noun(of, by)
    if isinstance(of, m.Among) and by.words.single(of.kind):
        where = noun.post.strip()
        return f"{by.words.the(noun.one)} is {'not ' if negated else ''}{where}"
    return f"there is no {noun.any(many=False)}" if negated else f"there is {noun.a()}"


def _empty(of: m.Expression, negated: bool, by: Speaker) -> str:
    if isinstance(of, m.Name | m.Owned) and of.name in by.words.zones and (
            by.sort(of) != "players"):
        words = by.words.zone(of.name)
        if isinstance(of, m.Name) and by.words.is_one_card(of.name):
            return f"there is still {with_article(words)}" if negated else f"there is no {words}"
        what = cards.said(of, by)
        if isinstance(of, m.Owned) and is_plural(words) and not by.words.is_place(of.name):
            if by.sort(of.of) == "player":
                who = players.said(of.of, by)
                has = verb("has", many=who.many)
                return f"{who.text} {has} {'any' if negated else 'no'} {words}"
            if isinstance(of.of, m.Name) and of.of.name == "players":
                return f"{'some' if negated else 'no'} player has any {words}"
        if what.many and isinstance(of, m.Name):
            return f"there are {'still ' if negated else 'no '}{words}"
        return f"{what.text} {verb('is', many=what.many)} {'not ' if negated else ''}empty"
    return _exists(of, not negated, by)


# ---------------------------------------------------------------------------- comparisons
def _compare(part: m.Compare, by: Speaker) -> str:
    left, right = part.left, part.right
    if part.operation == "is in" or part.operation == "is not in":
        none = "is one of" if part.operation == "is in" else "is none of"
        among = (players.all_of(right, by) if by.sort(right) in ("players", "members")
                 else cards.said(right, by).text)
        return f"{anything(left, by).text} {none} {among}"
    if isinstance(right, m.Name) and right.name == "nobody":
        return _nobody(left, part.operation == "is not", by)
    if isinstance(left, m.Count) and by.sort(left.of) in ("cards", "players", "members"):
        return _counted(left.of, part.operation, right, by)
    if equal := _all_equal(part, by):
        return equal
    if any_player := _of_any_player(part, by):
        return any_player
    subject = anything(left, by)
    many = subject.many
    match left:
        case m.Aggregate(name=name) if name in by.words.figures or name in by.words.tracks:
            many = is_plural(by.words.figure(name))
        case m.Name(name=name) | m.Owned(name=name) if by.sort(left) == "number" and (
                name not in by.scope and name not in by.words.attributes):
            many = is_plural(by.words.figure(name))
    return f"{subject.text} {agreed(part.operation, many=many)} {anything(right, by).text}"


def _all_equal(part: m.Compare, by: Speaker) -> str:
    """The lowest is the highest: everybody has the same."""
    match part:
        case m.Compare(
            operation=("is" | "is not") as operation,
            left=m.Aggregate(operation=("lowest" | "highest") as one, name=name, of=of),
            right=m.Aggregate(operation=("lowest" | "highest") as other, name=same, of=group),
        ) if one != other and name == same and m.same(of, group) and by.sort(of) == "players":
            words = numbers.figure(name, by)
            number = f"number of {words}" if is_plural(words) else words
            who = players.all_of(of, by)
            return (f"{who} have the same {number}" if operation == "is"
                    else f"not {who} have the same {number}")
    return ""


def _of_any_player(part: m.Compare, by: Speaker) -> str:
    """The most or the fewest of what players have, as what one of them has."""
    match part.left:
        case m.Aggregate(operation=("highest" | "lowest") as extreme, name=name, of=of) if (
                by.sort(of) == "players" and name not in by.scope
                and (name in by.words.tracks or name in by.words.figures)
                and is_plural(by.words.figure(name))):
            who = players.noun(of, by)
            has = {"is": "exactly", "is not": "not exactly", "is less than": "fewer than"}.get(
                part.operation, part.operation.removeprefix("is "))
            return (f"the {who.one}{who.post} with {by.words.best(extreme, name)} has {has} "
                    f"{anything(part.right, by).text}")
    return ""


def agreed(comparison: str, *, many: bool) -> str:
    """A comparison as the verb of one or of several: `is more than`, `are more than`."""
    return comparison.replace("is", "are", 1) if many else comparison


def _nobody(left: m.Expression, negated: bool, by: Speaker) -> str:
    ref = by.local(left)
    if ref is not None and isinstance(left, m.Name):
        noun = ref.noun or Noun(spoken(left.name), spoken(left.name))
        return f"there is {noun.a() if negated else 'no ' + noun.one}"
    who = players.said(left, by).text.removeprefix("the ")
    return f"there is {with_article(who) if negated else 'no ' + who}"


def _counted(
    of: m.Expression, comparison: m.Comparison, right: m.Expression, by: Speaker
) -> str:
    owners = by.sort(of) in ("players", "members") or by.place(of)
    group = players.noun(of, by) if owners else cards.noun(of, by)
    value = right.value if isinstance(right, m.Number) else None
    number = number_word(value) if value is not None and value > 0 else numbers.said(right, by)
    if comparison == "is" and value == 0:
        return f"there is no {group.any(many=False)}"
    if comparison == "is" and value == 1 and players.shrinks(of, by):
        return f"only one {group.one} is left{group.post}"
    if value is None:
        return _as_many(comparison, group.any(),
                        f"({number})" if isinstance(right, m.ByPlayers) else number)
    one = value == 1 and comparison != "is not"
    be, quantity = verb("is", many=value != 1), how_many(comparison, number)
    return f"there {be} {quantity} {group.any(many=not one)}"


def _as_many(comparison: m.Comparison, things: str, number: str) -> str:
    """So many things as another number says: `at least as many discs as the bid`."""
    match comparison:
        case "is":
            return f"there are exactly as many {things} as {number}"
        case "is not":
            return f"there are not exactly as many {things} as {number}"
        case "is at least" | "is at most":
            return f"there are {comparison.removeprefix('is ')} as many {things} as {number}"
        case "is more than":
            return f"there are more {things} than {number}"
        case "is less than":
            return f"there are fewer {things} than {number}"
        case _:
            assert_never(comparison)


def how_many(comparison: m.Comparison, number: str) -> str:
    match comparison:
        case "is":
            return f"exactly {number}"
        case "is not":
            return f"any number but {number} of"
        case "is at least" | "is at most" | "is more than":
            return f"{comparison.removeprefix('is ')} {number}"
        case "is less than":
            return f"fewer than {number}"
        case _:
            assert_never(comparison)
