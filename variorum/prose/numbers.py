"""Numbers, figures and members of an attribute in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import among_players, exact, listed, owner_of, spoken

from variorum.prose import cards, conditions, players
from variorum.prose.speaker import Ref, Speaker


def said(part: m.Expression, by: Speaker) -> str:
    """`7`, `their money left`, `the number of cards in the deck`."""
    match part:
        case m.Number(value=value):
            return exact(value)
        case m.Name(name=name) if name in by.scope:
            ref = by.scope[name]
            if ref.value is not None:
                return _definition(ref.value, "their", by)
            return f"{by.me.owns()} {spoken(name)}" if ref.sort == "figure" else ref.said().text
        case m.Name(name=name):
            shared = name in by.words.tracks and not by.words.several(name)
            return f"{'the' if shared else by.me.owns()} {by.words.figure(name)}"
        case m.Owned(name=name, of=of):
            return _owned(name, of, by)
        case m.Nth(name=name, number=number):
            return f"{by.words.track(name)} {of_place(number, by)}"
        case m.Aggregate():
            return _aggregate(part, by)
        case m.Count(of=of):
            heap = isinstance(of, m.Name) and of.name in by.words.zones and by.me.sort == "member"
            if by.sort(of) in ("players", "members") or (by.place(of) and not heap):
                return f"the number of {players.noun(of, by).any()}"
            return f"the number of {cards.qualified(of, by) or cards.noun(of, by).any()}"
        case m.Rounded(of=of, direction=direction):
            return f"{said(of, by)}, rounded {direction}"
        case m.ByPlayers():
            return by_players(part, lambda each: said(each, by))
        case m.Binary():
            return _arithmetic(part, by)
        case m.TheOne() | m.OneOf() | m.Whose() | m.Ranked() | m.Unique() | m.Those():
            return players.said(part, by).text if by.sort(part) == "player" else "a number"
        case (m.Truth() | m.Among() | m.Outside() | m.Top() | m.Joined() | m.Not() | m.Compare()
              | m.IsEmpty() | m.IsA() | m.Exists() | m.Numbers() | m.Members() | m.This() | m.Next()
              | m.Empty()):
            return "a number"
        case m.TwoOf(size=size, left=left, right=right):
            return f"the {size} of {_operand(left, by)} and {_operand(right, by)}"
        case m.ByTable():
            return _by_table(part, by)
        case m.Each(value=value):
            with by.naming(part.name, each_ref(part, by)):
                product = isinstance(value, m.Binary) and value.operation in ("*", "/")
                return f"{said(value, by) if product else _operand(value, by)} {every(part, by)}"
        case m.Shared(value=value, among=among):
            return (f"a share of {said(value, by)}, divided equally among "
                    f"{players.all_of(among, by)}")
        case _:
            assert_never(part)


def by_players(part: m.ByPlayers, each: Callable[[m.Expression], str]) -> str:
    """What depends on how many play: `two with 3 players and none with 4 or 5 players`."""
    rows: dict[str, list[tuple[int, int]]] = {}
    for row in part.rows:
        value = row.value
        text = "none" if isinstance(value, m.Number) and value.value == 0 else each(value)
        rows.setdefault(text, []).append((row.low, row.high))
    return listed([f"{text} with {among_players(some)}" for text, some in rows.items()])


def _by_table(part: m.ByTable, by: Speaker) -> str:
    """`1, 3 or 6 for one, two or more ...`."""
    runs: list[tuple[int, list[int]]] = []  # equal values one after the other
    for number, value in enumerate(part.values, 1):
        if runs and runs[-1][0] == value:
            runs[-1][1].append(number)
        else:
            runs.append((value, [number]))
    numbers = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for _, run in runs]
    numbers[-1] = f"{runs[-1][1][0]} and more"
    values, counted = listed([exact(value) for value, _ in runs], "or"), said(part.of, by)
    table = f"{values} for {listed(numbers, 'or')}"
    if len(runs) < len(part.values):
        table = listed([f"{exact(value)} for {number}" for (value, _), number
                        in zip(runs, numbers, strict=True)], "or")
    of = (f"counting the {counted.removeprefix('the number of ')}"
          if counted.startswith("the number of ") else f"by {counted}")
    return f"{table}, {of}"


def each_ref(part: m.Each, by: Speaker) -> Ref:
    """How that which is gone through is spoken of."""
    match part.sort:
        case "player":
            return Ref("player", "that player", "that player’s")
        case "card":
            return Ref("card", "that card")
        case "number":
            return Ref("number", "that number")
    return Ref("member", f"that {by.words.attribute(part.sort)}")


def every(part: m.Each, by: Speaker) -> str:
    """`for each colour`, with what narrows it; the name is known."""
    match part.within:
        case m.Numbers(low=low, high=high):
            text = f"for each number from {said(low, by)} to {said(high, by)}"
        case None if part.sort in ("player", "card"):
            text = f"for each {part.sort}"
        case None:
            text = f"for each {by.words.attribute(part.sort)}"
        case within if part.sort == "player":
            text = f"for each {players.noun(within, by).any(many=False)}"
        case within:
            text = f"for each of {cards.said(within, by).text}"
    if part.best:
        text += f", but only for the {part.best} where that is {part.extreme}"
    if part.condition is not None:
        text += f", if {conditions.said(part.condition, by)}"
    return text


# ------------------------------------------------------------------------------ figures
def figure(name: str, by: Speaker) -> str:
    """A figure without its owner."""
    ref = by.scope.get(name)
    if ref is not None and ref.value is not None:
        return _definition(ref.value, "their", by).removeprefix("the ")
    return by.words.figure(name) if ref is None else spoken(name)


def best(extreme: str, name: str, by: Speaker) -> str:
    """`the most money left`."""
    ref = by.scope.get(name)
    if ref is not None and ref.value is not None:
        return f"the {extreme} {figure(name, by)}"
    if ref is None and name in by.words.attributes:
        return by.words.best(extreme, name, by.words.units(name) if by.words.is_unit(name)
                             else by.words.attribute(name))
    return by.words.best(extreme, name, "" if ref is None else spoken(name))


def _definition(value: m.Aggregate | m.Count, own: str, by: Speaker) -> str:
    """What a local figure stands for, for an owner."""
    with by.speaking_of(Ref("player", own, own)):
        return said(value, by)


def outbid(name: str, of: m.Expression, group: m.Expression, by: Speaker) -> str:
    """A local figure of somebody as higher than that of anybody else, if it is told as a total."""
    ref = by.scope.get(name)
    if ref is None or ref.value is None or by.sort(group) != "players":
        return ""
    total = _definition(ref.value, players.owner(of, by), by)
    return f"{total} is then higher than any other {owner_of(players.noun(group, by).one)}"


def _owned(name: str, of: m.Expression, by: Speaker) -> str:
    ref = by.scope.get(name)
    if ref is not None and ref.sort == "figure":
        own = players.owner(of, by)
        return f"{own} {spoken(name)}" if ref.value is None else _definition(ref.value, own, by)
    if name in by.words.attributes and by.sort(of) in ("card", "cards"):
        words = (f"number of {by.words.units(name)} on" if by.words.is_unit(name)
                 else f"{by.words.attribute(name)} of")
        return f"the {words} {cards.said(of, by).text}"
    return players.owned(by.words.figure(name), of, by)


def _aggregate(part: m.Aggregate, by: Speaker) -> str:
    if by.sort(part.of) in ("cards", "card"):
        return _of_cards(part, by)
    name, of = part.name, part.of
    group = players.noun(of, by).any(many=False)
    whose = f"each {group}" if part.operation == "total" else f"any {group}"
    ref = by.scope.get(name)
    if ref is not None and ref.value is not None:
        words = _definition(ref.value, owner_of(whose), by).removeprefix("the ")
        return f"the {part.operation} {words}"
    words = spoken(name) if ref is not None else by.words.figure(name)
    if part.operation == "total":
        return f"the {words} of {players.all_of(of, by)} together"
    return f"{by.words.best(part.operation, name, words)} of {whose}"


def _of_cards(part: m.Aggregate, by: Speaker) -> str:
    name, of = part.name, part.of
    among = cards.said(of, by).text
    place = isinstance(of, m.Name | m.Owned) and by.words.is_place(of.name)
    inside = "in" if place else "among"
    unit = by.words.is_unit(name)
    match part.operation:
        case "different":
            return f"the number of different {by.words.units(name)} {inside} {among}"
        case "same":
            words = by.words.attribute(name)
            return f"the highest number of cards of one {words} {inside} {among}"
        case "total":
            return f"{_added_up(name, by)} {among}"
        case ("highest" | "lowest") as extreme:
            if unit:
                return f"the {extreme} number of {by.words.units(name)} on any of {among}"
            joint = "among" if among.startswith("those ") else "of"
            return f"the {extreme} {by.words.attribute(name)} {joint} {among}"
        case operation:
            assert_never(operation)


def _added_up(attribute: str, by: Speaker) -> str:
    """`the total value of`, before the cards."""
    if by.words.is_unit(attribute):
        return f"the total number of {by.words.units(attribute)} on"
    return f"the total {by.words.attribute(attribute)} of"


# ---------------------------------------------------------------------------- arithmetic
def _arithmetic(part: m.Binary, by: Speaker) -> str:
    left, right = part.left, part.right
    if part.operation == "+" and (together := _together(left, right, by)):
        return together
    if part.operation == "otherwise":
        return f"{_operand(left, by)} (or {said(right, by)} if there is none)"
    if part.operation == "/" and isinstance(right, m.Number) and right.value == 2:
        return f"half of {_operand(left, by)}"
    if _reads_on(left, part.operation):
        return f"{said(left, by)} {_operator(part)} {_operand(right, by)}"
    first = f"({said(left, by)})" if isinstance(left, m.TwoOf) else _operand(left, by)
    return f"{first} {_operator(part)} {_operand(right, by)}"


def _reads_on(left: m.Expression, operation: str) -> bool:
    """Sums are read from left to right, and so are products."""
    if not isinstance(left, m.Binary):
        return False
    return {left.operation, operation} <= {"+", "-"} or left.operation == operation == "*"


def _operator(part: m.Binary) -> str:
    match part.operation:
        case "+":
            return "plus"
        case "-":
            return "minus"
        case "*":
            return "times"
        case "/":
            return "divided by"
        case "except" | "otherwise":
            return part.operation
        case _:
            assert_never(part.operation)


def _operand(part: m.Expression, by: Speaker) -> str:
    """A part of a calculation; what is worked out first stands in parentheses."""
    text = said(part, by)
    match part:
        case m.Binary(operation="+") if " plus " not in text:
            return text  # one total of several sets of cards
        case (m.Binary(operation="+" | "-" | "*" | "/") | m.Rounded() | m.ByPlayers() | m.Each()
              | m.ByTable() | m.Shared()):
            return f"({text})"
    return text


def _together(left: m.Expression, right: m.Expression, by: Speaker) -> str:
    """Two totals of the same sort as one: "the total value of A and B together"."""
    first, second = _total(left, by), _total(right, by)
    if first and second and first[0] == second[0]:
        return f"{first[0]} {first[1]()} and {second[1]()} together"
    return ""


def _total(part: m.Expression, by: Speaker) -> tuple[str, Callable[[], str]] | None:
    """What is added up, and among which cards; the words are made when they are needed."""
    value: m.Expression | None = part
    owner: m.Expression | None = None
    if isinstance(part, m.Owned) and part.name in by.scope:
        value, owner = by.scope[part.name].value, part.of
    match value:
        case m.Aggregate(operation="total", name=name, of=of):
            words = _added_up(name, by)
        case m.Count(of=of) if by.sort(of) == "cards":
            words = f"the number of {cards.held(of, by).many} in"
        case _:
            return None

    def among() -> str:
        if owner is None:
            return cards.said(of, by).text
        with by.speaking_of(Ref("player", "", players.owner(owner, by))):
            return cards.said(of, by).text

    return words, among


# ------------------------------------------------------------------------------- members
def of_place(number: m.Expression, by: Speaker) -> str:
    """The number behind `row`: `3`, or what it is."""
    return str(number.value) if isinstance(number, m.Number) else f"(number: {said(number, by)})"


def member(part: m.Expression, by: Speaker) -> str:
    """One of the words that an attribute can be: `red`, `that colour`."""
    match part:
        case m.Name(name=name) if name in by.scope:
            return by.scope[name].said().text
        case m.Name(name=name) if name in by.words.tracks:
            return f"the {by.words.track(name)}"
        case m.Name(name=name):
            return spoken(name)
        case m.Owned(name=name, of=of):
            if by.sort(of) in ("card", "cards"):
                return f"the {by.words.attribute(name)} of {cards.said(of, by).text}"
            return players.owned(by.words.figure(name), of, by)
        case m.This():
            return by.me.said().text
        case m.TheOne(of=of):
            group = players.noun(of, by)
            return f"the only {group.one}{group.post}"
        case m.Nth(name=name, number=value):
            return f"{spoken(name)} {of_place(value, by)}"
        case (m.Number() | m.Truth() | m.Among() | m.Outside() | m.Top() | m.Whose() | m.Ranked()
              | m.Unique() | m.Aggregate() | m.Count() | m.ByPlayers() | m.Binary()
              | m.Joined() | m.Not() | m.Compare() | m.IsEmpty() | m.IsA() | m.Exists()
              | m.Rounded() | m.Those() | m.OneOf() | m.Numbers() | m.Members() | m.TwoOf()
              | m.ByTable() | m.Each() | m.Shared() | m.Next() | m.Empty()):
            return "something"
        case _:
            assert_never(part)
