"""Cards and sets of cards in words."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import is_plural, listed, number_word, plural
from variorum_dsl.model.expressions import PLACES

from variorum.prose import conditions, numbers, players
from variorum.prose.speaker import Phrase, Ref, Speaker
from variorum.prose.vocabulary import CARD, Noun


def said(part: m.Expression, by: Speaker) -> Phrase:
    """Certain cards: `the deck`, `their hand`, `the top three cards of the deck`."""
    best = _best(part, by)
    if best:
        return Phrase(best)
    match part:
        case m.Name(name=name) if name in by.scope:
            return by.scope[name].said()
        case m.Name(name=name):
            return _zone(name, None, by)
        case m.Owned(name=name, of=of):
            return _zone(name, of, by)
        case m.Nth(name=name, number=number):
            return Phrase(f"{by.words.zone(name)} {numbers.of_place(number, by)}")
        case m.This(sort=name):
            return Phrase(f"that {by.words.zone(name)}")
        case m.TheOne(of=of) if by.place(of):
            places = players.noun(of, by)
            return Phrase(f"the only {places.one}{places.post}")
        case m.Members(attribute=name) if name in by.words.zones:
            every = plural(by.words.zone(name))
            return Phrase(f"all {by.words.held(name).many} in the {every}", many=True)
        case m.Top():
            return _top(part, by)
        case m.Empty():
            return Phrase("no cards", many=True)
        case m.TheOne(of=of):
            return Phrase(f"the only one of {_these(of, by)}")
        case m.OneOf(of=of):
            return Phrase(f"one of {_these(of, by)}")
        case m.Those(name=name, within=within, condition=condition):
            inner = qualified(within, by)
            inner = f"of {inner}" if inner else noun(within, by).any()
            with by.naming(name, Ref("card", "the card")):
                return Phrase(f"those {inner} {conditions.relative(condition, name, by)}",
                              many=True)
        case m.Whose() if text := qualified(part, by):
            return Phrase(f"those of {text}", many=True)
        case m.Binary(operation=operation, left=left, right=right):
            if operation == "+":
                return Phrase(listed([_operand(each, "+", by).text for each in _summed(part)]),
                              many=True)
            first, second = _operand(left, operation, by), _operand(right, "", by)
            many = first.many or operation != "except"
            return Phrase(f"{first.text} {operation} {second.text}", many)
        case m.ByPlayers():
            return Phrase(numbers.by_players(part, lambda each: said(each, by).text), many=True)
        case (m.Among(kind=kind) | m.Outside(kind=kind)) if by.words.single(kind):
            group = noun(part, by)
            return Phrase(f"{by.words.the(group.one)}{group.post}")
        case (m.Among() | m.Outside() | m.Whose() | m.Ranked() | m.Unique() | m.Number()
              | m.Truth() | m.Aggregate() | m.Count() | m.Rounded() | m.Joined() | m.Not()
              | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists() | m.Numbers() | m.Members()
              | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()):
            return Phrase(f"the {noun(part, by).any()}", many=True)
        case _:
            assert_never(part)


def _operand(part: m.Expression, operation: str, by: Speaker) -> Phrase:
    """One of two sets; what is put together first stands in parentheses."""
    found = said(part, by)
    if isinstance(part, m.Binary) and part.operation != operation:
        return Phrase(f"({found.text})", found.many)
    return found


def _best(part: m.Expression, by: Speaker) -> str:
    """The card, or the place, that is before all others by a number, or the only one."""
    match part:
        case m.TheOne(of=of) | m.OneOf(of=of) if ref := by.one_card(of):
            return ref.said().text
        case m.TheOne(of=m.Ranked(of=m.Whose() as some) as best) if by.place(some):
            one = "the one"
            return f"of {players.all_of(some, by)}, {one} with {players.ranks(best, by, one)}"
        case m.Ranked(of=of, ranks=ranks) if not by.place(of):
            equal = "" if by.words.is_distinct(ranks[-1].name) else (
                " (all of them, if several are equal)")
            return f"the {noun(part, by).any(many=False)}{equal}"
    return ""


def _summed(part: m.Expression) -> list[m.Expression]:
    """Sets that are put together, one after the other."""
    if isinstance(part, m.Binary) and part.operation == "+":
        return [*_summed(part.left), part.right]
    return [part]


def _top(part: m.Top, by: Speaker) -> Phrase:
    count, noun = part.count, held(part.of, by).alone()
    among = said(part.of, by).text
    if count is None:
        return Phrase(f"the top {noun.one} of {among}")
    if part.at_most:
        many = numbers.said(count, by)
        if isinstance(count, m.Number):
            many = number_word(count.value)
        if many == "one":
            return Phrase(f"the top {noun.one} of {among}, if there is one,")
        return Phrase(f"the top {noun.many} of {among}, up to {many},", many=True)
    if isinstance(count, m.Number):
        many_of = count.value != 1
        return Phrase(f"the top {number_word(count.value)} {noun.any(many_of)} of {among}",
                      many_of)
    many = numbers.said(count, by)
    if isinstance(count, m.Count):
        there = many.removeprefix("the number of ")
        return Phrase(f"the top {noun.many} of {among}, as many as there are {there},", many=True)
    return Phrase(f"the top {noun.many} of {among} ({many})", many=True)


def qualified(part: m.Expression, by: Speaker) -> str:
    """What a zone with a plural name holds, and what is said of it."""
    match part:
        case m.Whose(of=of):
            inner, more = qualified(of, by), whose(part, by)
            # Behind "cards in front" or "cards left out", "of" and "with" would go with these.
            more = f"that are {more}" if more.startswith("of ") else more
            more = f"that show {more[5:]}" if more.startswith("with ") else more
            return f"{inner} {more}" if inner else ""
        case m.Name(name=name) | m.Owned(name=name) if (
                name in by.words.zones and by.words.inside(name) == "among"):
            return said(part, by).text
    return ""


def _these(part: m.Expression, by: Speaker) -> str:
    return qualified(part, by) or f"the {noun(part, by).any()}"


def _zone(name: str, of: m.Expression | None, by: Speaker) -> Phrase:
    zone = by.words.zones.get(name)
    words = by.words.zone(name)
    if "," in words:
        words += ","
    if of is None:
        mine = zone is not None and bool(by.words.several(name))
        return Phrase(f"{by.me.owns() if mine else 'the'} {words}", is_plural(words))
    if by.sort(of) == "member":
        return Phrase(f"the {words} of {numbers.member(of, by)}", is_plural(words))
    if by.sort(of) == "members":
        every = f"all {plural(words)}"
        alone = isinstance(of, m.Members) or by.local(of) is not None
        return Phrase(every if alone else f"the {plural(words)} of {players.all_of(of, by)}", True)
    if by.sort(of) == "players":
        return Phrase(f"{players.owner(of, by)} {plural(words)}", is_plural(plural(words)))
    ref = by.local(of)
    fresh = ref.fresh if ref is not None else ""
    beside = isinstance(of, m.Owned) and of.name in ("left", "right")
    long = " " in fresh.removeprefix("each ").removeprefix("other ")
    if beside or long or isinstance(of, m.TheOne):
        return Phrase(f"the {words} of {players.said(of, by).text}", is_plural(words))
    return Phrase(f"{players.owner(of, by)} {words}", is_plural(words))


def held(part: m.Expression, by: Speaker) -> Noun:
    """What lies among some cards."""
    match part:
        case m.Name(name=name) if name in by.scope:
            return by.scope[name].noun or CARD
        case m.Name(name=name) | m.Owned(name=name) | m.Nth(name=name) | m.This(sort=name):
            return by.words.held(name)
        case m.Among(kind=kind, within=within) if kind in by.scope:
            return held(within, by)
        case m.Among(kind=kind) | m.Outside(kind=kind):
            return by.words.kind(kind)
        case m.Binary(left=left, right=right):
            first, second = held(left, by), held(right, by)
            return first if first == second else CARD
        case m.ByPlayers(rows=rows):
            return held(rows[0].value, by)
        case (m.Those(within=of) | m.Top(of=of) | m.Whose(of=of) | m.Ranked(of=of)
              | m.Unique(of=of) | m.TheOne(of=of) | m.OneOf(of=of) | m.Aggregate(of=of)
              | m.Count(of=of) | m.Rounded(of=of) | m.Not(of=of) | m.IsEmpty(of=of)
              | m.IsA(of=of) | m.Exists(of=of)):
            return held(of, by)
        case (m.Number() | m.Truth() | m.Joined() | m.Compare() | m.Numbers() | m.Members()
              | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()):
            return CARD
        case _:
            assert_never(part)


def noun(part: m.Expression, by: Speaker) -> Noun:
    """Cards as a noun with what is said of them: `luxury cards in their display`."""
    match part:
        case m.Name(name=name) if name in by.scope:
            where = said(part, by).text
            return held(part, by).with_post(f" {'among' if is_plural(where) else 'in'} {where}")
        case m.Name(name=name) | m.Owned(name=name) | m.Nth(name=name) | m.This(sort=name):
            there = held(part, by)
            called = by.words.zone(name) in (there.one, there.many)
            where = "among" if called else by.words.inside(name)
            return there.with_post(f" {where} {said(part, by).text}")
        case m.Among(kind=kind, within=within) if kind in by.scope:
            return CARD.with_post(f" of {by.scope[kind].said().text} {_within(within, by)}")
        case m.Among(kind=kind, within=within):
            return by.words.kind(kind).with_post(f" {_within(within, by)}")
        case m.Outside(kind=kind, zone=zone):
            return by.words.kind(kind).with_post(f" outside {said(zone, by).text}")
        case m.Whose(of=of):
            there, more = noun(of, by), whose(part, by)
            if more.startswith(("of ", "with ")):  # "cards of that colour in the deck"
                return there.with_pre(f" {more}")
            return there.with_post(f" {more}")
        case m.Ranked(of=of, ranks=ranks):
            place = f"{PLACES[part.place - 1]} " if part.place > 1 else ""
            best = ", then ".join(
                f"the {place}{rank.extreme} {by.words.attribute(rank.name)}" for rank in ranks)
            return noun(of, by).with_pre(f" with {best}")
        case m.Unique(of=of, name=name):
            return noun(of, by).with_post(f" whose {by.words.attribute(name)} no other shares")
        case m.Those(name=name, within=within, condition=condition):
            there = noun(within, by)
            with by.naming(name, Ref("card", "the card")):
                return there.with_post(f" {conditions.relative(condition, name, by)}")
        case m.Binary(operation="+" | "except"):
            return held(part, by).with_post(f" among {said(part, by).text}")
        case (m.Top() | m.Binary() | m.ByPlayers() | m.TheOne() | m.OneOf() | m.Number()
              | m.Truth() | m.Aggregate() | m.Count() | m.Rounded() | m.Joined() | m.Not()
              | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists() | m.Numbers() | m.Members()
              | m.TwoOf() | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()):
            return held(part, by)
        case _:
            assert_never(part)


def _within(part: m.Expression, by: Speaker) -> str:
    """Among which cards: `in their display`, `that are luxury cards in the deck`."""
    if isinstance(part, m.Among | m.Whose | m.Ranked | m.Those):
        return f"that are {noun(part, by).any()}"
    ref = by.local(part)
    where = ("in" if ref is not None and not ref.many
             else by.words.inside(part.name) if ref is None and isinstance(
                 part, m.Name | m.Owned | m.Nth) else "among")
    return f"{where} {said(part, by).text}"


def whose(part: m.Whose, by: Speaker) -> str:
    """What cards or players are told apart by: `whose colour is red`, `whose hand is empty`."""
    name, value = part.property, part.value
    unit = name in by.words.attributes and by.words.is_unit(name)
    words = (by.words.zone(name) if name in by.words.zones
             else numbers.figure(name, by) if name not in by.words.attributes
             else by.words.units(name) if unit else by.words.attribute(name))
    if name == "count" and value is not None and (
        part.comparison != "is empty" and part.comparison != "is not empty"
    ):
        many = numbers.said(value, by)
        return f"with {conditions.how_many(part.comparison, many)} card{'s' * (many != '1')}"
    if value is None and name in by.words.zones and is_plural(words) and (
            not by.words.is_place(name)):
        return f"{'with' if part.comparison == 'is not empty' else 'without'} {words}"
    if value is None:  # it is empty, or not
        return f"whose {words} {conditions.agreed(part.comparison, many=is_plural(words))}"
    if isinstance(value, m.Truth):
        so = value.value == (part.comparison == "is")
        return f"{'' if so else 'not '}marked as {by.words.track(name)}"
    if part.comparison == "is" and by.local(value) is not None and by.sort(value) == "member":
        return f"of {numbers.member(value, by)}"
    if unit:
        if part.comparison == "is" and isinstance(value, m.Number):
            one = value.value == 1
            return f"with {numbers.said(value, by)} {by.words.attribute(name) if one else words}"
        return f"whose number of {words} {part.comparison} {conditions.anything(value, by).text}"
    be = conditions.agreed(part.comparison, many=is_plural(words))
    return f"whose {words} {be} {conditions.anything(value, by).text}"
