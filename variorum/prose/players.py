"""Players and sets of players in words."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import owner_of, plural, spoken, with_article
from variorum_dsl.model.expressions import PLACES

from variorum.prose import cards, conditions, numbers
from variorum.prose.speaker import Phrase, Speaker
from variorum.prose.vocabulary import Noun


def said(part: m.Expression, by: Speaker) -> Phrase:
    """One player: `they`, `the winner`, `the next player to the left of them`."""
    match part:
        case m.Name(name=name) if name in by.scope:
            return by.scope[name].said()
        case m.Name(name="nobody"):
            return Phrase("nobody")
        case m.Name(name=name) if name in by.words.dummies:
            return Phrase(by.words.dummy(name))
        case m.Name(name=name):
            return Phrase(f"the {by.words.track(name)}")
        case m.Owned(name=("left" | "right") as side, of=of):
            return Phrase(f"the next player to the {side} of {to(of, by)}")
        case m.Owned(name=name, of=of):
            return Phrase(owned(by.words.track(name), of, by))
        case m.This():
            return by.me.said()
        case m.TheOne(of=m.Name(name=name)) if name == by.known:
            return Phrase("that player")
        case m.TheOne(of=m.Ranked(of=m.Whose() as some) as best):
            return Phrase(f"of {all_of(some, by)}, the one with {ranks(best, by, 'the one')}")
        case m.TheOne(of=of):
            group = noun(of, by)
            left = " left" if shrinks(of, by) else ""
            return Phrase(f"the only {group.one}{left}{group.post}")
        case m.OneOf(of=of):
            return Phrase(f"one of {all_of(of, by)}")
        case m.Next(of=of, after=after):
            group = noun(of, by)
            return Phrase(f"the next {group.one} clockwise after {to(after, by)}{group.post}")
        case m.ByPlayers():
            return Phrase(numbers.by_players(part, lambda each: said(each, by).text))
        case (m.Among() | m.Outside() | m.Top() | m.Whose() | m.Ranked() | m.Unique() | m.Those()
              | m.Binary()):
            return Phrase(cards.said(part, by).text if by.sort(part) == "cards" else "a player")
        case (m.Number() | m.Truth() | m.Aggregate() | m.Count() | m.Rounded() | m.Joined()
              | m.Not() | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists() | m.Numbers()
              | m.Members() | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Nth()
              | m.Empty()):
            return Phrase("a player")
        case _:
            assert_never(part)


def to(part: m.Expression, by: Speaker) -> str:
    """A player as an object: `them`."""
    ref = by.me if isinstance(part, m.This) else by.local(part)
    return ref.them() if ref is not None else said(part, by).text


def owner(part: m.Expression, by: Speaker) -> str:
    """Whose: `their`, `the winner's`, `all players'`."""
    ref = by.local(part)
    if ref is not None:
        return ref.owns() if ref.sort == "player" else f"the {owner_of(noun(part, by).any())}"
    if by.sort(part) == "players":
        return owner_of(all_of(part, by))
    return owner_of(said(part, by).text)


def owned(words: str, of: m.Expression, by: Speaker) -> str:
    """What belongs to somebody, or to a member: `their bid`, `the price of that artist`."""
    match by.sort(of):
        case "member":
            return f"the {words} of {numbers.member(of, by)}"
        case "members":
            return f"the {plural(words)} of {all_of(of, by)}"
        case "cards" | "card":
            return f"the {words} of {cards.said(of, by).text}"
        case "player" if isinstance(of, m.Next) or (
                isinstance(of, m.Owned) and of.name in ("left", "right")):
            return f"the {words} of {said(of, by).text}"  # whose it is would stand too far ahead
        case "player" | "players" | "number" | "figure" | "condition":
            return f"{owner(of, by)} {words}"
        case sort:
            assert_never(sort)


def shrinks(part: m.Expression, by: Speaker) -> bool:
    """Whether a set of players gets smaller while it is played."""
    ref = by.local(part)
    return ref is not None and ref.shrinks


def noun(part: m.Expression, by: Speaker) -> Noun:
    """A set of players, or of members."""
    match part:
        case m.Name(name="players"):
            return Noun("player", "players")
        case m.Members(attribute=name):
            return by.words.members_noun(name)
        case m.Name(name=name) if by.sort(part) == "members" or by.place(part):
            return by.words.members_noun(name)
        case m.Name(name=name) if name in by.scope:
            found = by.scope[name].noun
            return found or Noun(spoken(name), plural(spoken(name)))
        case m.Empty():
            return Noun("no player", "no players")
        case m.Whose(of=of):
            return noun(of, by).with_post(f" {cards.whose(part, by)}")
        case m.Ranked(of=m.Unique(of=of, name=name), ranks=(rank,), place=1) if name == rank.name:
            group = noun(of, by)
            best = numbers.best(rank.extreme, name, by)
            return group.with_post(f" with {best} that no other {group.one} has")
        case m.Ranked(of=of):
            return noun(of, by).with_post(f" with {ranks(part, by)}")
        case m.Unique(of=of, name=name):
            group = noun(of, by)
            words = numbers.figure(name, by)
            whose = (f"with {with_article(words)} that no other has" if " of their " in words
                     else f"whose {words} no other shares")
            return group.with_post(f" {whose}")
        case m.Binary(operation="except", left=left, right=right):
            return noun(left, by).with_post(f" except {_others(right, by)}")
        case m.Binary(operation="+", left=left, right=right):
            group, others = noun(left, by), _others(right, by)
            return Noun(f"{group.any(many=False)} and {others}", f"{group.any()} and {others}")
        case m.Those(name=name, within=within, condition=condition):
            group = noun(within, by)
            with by.they_are(name):
                return group.with_post(
                    f" {conditions.relative(condition, name, by, person=True)}")
        case m.ByPlayers():
            return Noun("player",
                        numbers.by_players(part, lambda each: noun(each, by).any()))
        case (m.Name() | m.Owned() | m.TheOne() | m.OneOf() | m.Next() | m.Binary() | m.Among()
              | m.Outside() | m.Top() | m.This() | m.Nth()):
            if by.sort(part) == "player":
                return Noun(to(part, by), to(part, by))
            return Noun("player", "players")
        case (m.Number() | m.Truth() | m.Aggregate() | m.Count() | m.Rounded() | m.Joined()
              | m.Not() | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists() | m.Numbers()
              | m.TwoOf() | m.ByTable() | m.Each() | m.Shared()):
            return Noun("player", "players")
        case _:
            assert_never(part)


def _others(part: m.Expression, by: Speaker) -> str:
    """A player, or several, behind "and" or "except"."""
    return to(part, by) if by.sort(part) == "player" else all_of(part, by)


def ranks(part: m.Ranked, by: Speaker, who: str = "those") -> str:
    """`the most icons shown (among equals, those with the highest top rank)`."""
    first, *others = [numbers.best(rank.extreme, rank.name, by) for rank in part.ranks]
    if part.place > 1:
        first = f"the {PLACES[part.place - 1]} {first.removeprefix('the ')}"
    then = f", then {who} with ".join(others)
    return f"{first} (among equals, {who} with {then})" if others else first


def all_of(part: m.Expression | None, by: Speaker) -> str:
    """`all players`, `the active players`."""
    if part is None or (isinstance(part, m.Name) and part.name == "players"):
        return "all players"
    group = noun(part, by)
    if isinstance(part, m.Members):
        return f"all {group.any()}"
    if is_the_others(part, by):
        return "the other players"
    named = isinstance(part, m.ByPlayers) or _first_is_one(part, by)
    return group.any() if named else f"the {group.any()}"


def _first_is_one(part: m.Expression, by: Speaker) -> bool:
    """Whether players are put together of whom the first is somebody known: `they and ...`."""
    while isinstance(part, m.Binary) and part.operation == "+":
        part = part.left
    return by.sort(part) == "player"


def each_of(part: m.Expression | None, by: Speaker) -> str:
    """`each player`, `each other player`, `each of the active players`."""
    if part is None:
        return "each player"
    if is_the_others(part, by):
        return "each other player"
    group = noun(part, by)
    if isinstance(part, m.ByPlayers):
        return f"each of {group.any()}"
    if by.local(part) is not None and group.one.endswith(" player"):
        return f"each of the {group.any()}"
    return f"each {group.any(many=False)}"


def besides(part: m.Expression | None) -> str:
    """The name of a player who is none of these."""
    match part:
        case m.Binary(operation="except", right=m.Name(name=name)):
            return name
    return ""


def is_the_others(part: m.Expression, by: Speaker) -> bool:
    """`players except p`, where p was spoken of just before."""
    match part:
        case m.Binary(operation="except", left=m.Name(name="players"), right=right):
            ref = by.local(right)
            return ref is not None and ref.sort == "player"
    return False
