"""Lines of play as numbered sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import (
    Clause,
    capital,
    counted,
    is_agent,
    is_plural,
    joined,
    listed,
    lower,
    one_of,
    sentence,
    spoken,
    verb,
    with_players,
)

from variorum.prose import cards, conditions, deeds, numbers, picks, players
from variorum.prose.deeds import Deed
from variorum.prose.inlining import inlined
from variorum.prose.speaker import Ref, Speaker, somebody, they
from variorum.reports.blocks import Item, in_place, marks, plain

MOST_DEPTH = 40
# How sentences begin of which the first word is written small inside of another.
_COMMON = ("The ", "Each ", "All ", "For ", "At ", "Deal ", "Draw ", "Shuffle ", "Turn ", "One ")
PLAYERS = m.Name(name="players")


def block(body: Sequence[m.Statement], by: Speaker) -> list[Item]:
    """The lines of a block, in order. Names that a block makes are forgotten at its end."""
    items: list[Item] = []
    index = 0
    by.depth += 1
    with by.aside():
        while index < len(body) and by.depth < MOST_DEPTH:
            line, rest = body[index], body[index + 1 :]
            merged = deeds.merged(line, rest, by)
            if merged is not None:
                items.append(_item(sentence(str(merged)), line, by, also=rest[0]))
                index += 2
                continue
            if isinstance(line, m.Custom) and items and _goes_on(items[-1], body[index - 1]):
                items[-1] = _with_custom(items[-1], line)
                index += 1
                continue
            told = _line(line, rest, by)
            items.extend([] if _awaited(line, rest) else told)
            by.begun |= _begun(line)
            index += 1
    by.depth -= 1
    if not by.depth:
        by.begun = frozenset()
    return items


def inner(body: Sequence[m.Statement], by: Speaker) -> list[Item]:
    """The lines of a block; a procedure that is all there is to do is told without its name."""
    items = block(body, by)
    match body, items:
        case (m.Call(),), [Item(children=[first, *others], cites=cites, of=of)]:
            return [replace(first, cites=first.cites or cites, of=first.of + of), *others]
    return items


def _goes_on(item: Item, line: m.Statement) -> bool:
    """Whether what people do besides can be said in the same breath as a step."""
    return not item.children and not isinstance(line, m.Custom) and not any(
        cite.says for cite in line.cites)


def _with_custom(item: Item, custom: m.Custom) -> Item:
    """A step, and how people carry it out."""
    return replace(item, text=f"{plain(item.text)} {sentence(custom.told)}",
                   cites=tuple(dict.fromkeys((*item.cites, *m.headings(custom.cites)))),
                   of=item.of + marks(custom))


def _awaited(line: m.Statement, rest: Sequence[m.Statement]) -> bool:
    """Whether a line says only that nobody is yet what the next loop goes on for."""
    match line:
        case m.Let(name=name, value=m.Name(name="nobody")):
            until = next((each.until for each in rest
                          if isinstance(each, m.Turns | m.Repeat | m.ForEach)), None)
            match until:
                case m.Compare(left=m.Name(name=left), operation="is not",
                               right=m.Name(name="nobody")):
                    return left == name
    return False


def _begun(line: m.Statement) -> frozenset[str]:
    """The zones from which single cards have been taken: what is left there is the rest."""
    return frozenset(node.of.name for node in m.walk(line)
                     if isinstance(node, m.Top | m.Picking) and isinstance(node.of, m.Name))


def _line(line: m.Statement, rest: Sequence[m.Statement], by: Speaker) -> list[Item]:
    """One line; `rest` is what follows in its block."""
    match line:
        case (m.Move() | m.PassOn() | m.Shuffle() | m.Let() | m.Becomes() | m.Gain() | m.Lose()
              | m.Drop() | m.Picks() | m.Show() | m.EndRound() | m.EndGame() | m.Nothing()):
            return [_item(sentence(str(deeds.clause(line, rest, by))), line, by)]
        case m.Custom(told=told):
            return [_item(sentence(told), line, by)]
        case m.LocalFigure():
            return _figure(line, by)
        case m.If():
            return _if(line, by)
        case m.WithPlayers():
            return _with_players(line, by)
        case m.ForEach():
            return [_for_each(line, by)]
        case m.Repeat(until=until, body=body):
            text = f"Repeat until {conditions.said(until, by)}:"
            return [_item(text, line, by, block(body, by))]
        case m.Turns():
            return [_turns(line, by)]
        case m.Together():
            return [_together(line, by)]
        case m.Chooses():
            return [_chooses(line, by)]
        case m.Call():
            return [_call(line, by)]
        case m.Depending():
            return _depending(line, by)
        case _:
            assert_never(line)


def _item(
    text: str, line: m.Statement, by: Speaker, children: list[Item] | None = None, *,
    also: m.Statement | None = None, ordered: bool = True, told: Sequence[m.Statement] = (),
) -> Item:
    """A sentence about a line, and about others that are told with it."""
    with_it = (line,) if also is None else (line, also)
    cites = dict.fromkeys(heading for each in with_it for heading in m.headings(each.cites))
    return Item(text, tuple(cites), children or [], short=short(line, by), ordered=ordered,
                of=marks(*with_it, *told))


def short(line: m.Statement, by: Speaker) -> str:
    """A few words for a drawing, if there are any."""
    match line:
        case m.Turns(body=body):
            for inner in body:
                if isinstance(inner, m.Chooses):
                    return capital(f"{_names(inner)}, in turn")
            return ""
        case m.Chooses(who=who):
            subject = players.said(who, by)
            return capital(f"{subject.text} {verb('choose', many=subject.many)}: {_names(line)}")
        case m.WithPlayers(low=low, high=high):
            return f"With {with_players(low, high)} only"
    return ""


def _names(line: m.Chooses) -> str:
    return listed([one_of(choice.words, choice.name) for choice in line.choices], "or")


# --------------------------------------------------------------------------- blocks in a sentence
def _simple(body: Sequence[m.Statement], by: Speaker) -> list[Clause] | None:
    """The clauses of a block, if it has only lines that happen one after the other."""
    lines = [line for line in body if isinstance(line, Deed)]
    return deeds.clauses(lines, by) if 0 < len(body) == len(lines) <= 5 else None


def _body(start: str, body: Sequence[m.Statement], line: m.Statement, by: Speaker) -> Item:
    """A sentence if a short block fits into one, else a list."""
    with by.aside():
        clauses = _simple(body, by)
    if clauses is not None and len(clauses) <= 2:
        return _item(sentence(f"{start}, {joined(clauses)}"), line, by, told=body)
    return _item(f"{capital(start)}:", line, by, inner(body, by))


# ------------------------------------------------------------------------------------ branches
def _if(line: m.If, by: Speaker) -> list[Item]:
    known = _somebody(line, by)
    with by.knowing(known or by.known):
        when = (f"there is {players.noun(m.Name(name=known), by).a()}" if known
                else conditions.said(line.condition, by))
        items = [_body(f"if {when}", line.then, line, by)]
    if line.otherwise:
        other = _body("otherwise", line.otherwise, line, by)
        items.append(replace(other, cites=(), of=tuple(
            mark for mark in other.of if mark not in marks(line))))
    return items


def _somebody(line: m.If, by: Speaker) -> str:
    """The set that is asked for somebody who is alone in it, if that is who a block is about."""
    match line.condition:
        case m.Exists(of=m.Name(name=name) as some, negated=False) if (
                by.local(some) is not None and by.sort(some) == "players"
                and not any(ref.subject == "that player" for ref in by.scope.values())):
            used = [node for row in line.then for node in m.walk(row)]
            ones = sum(isinstance(node, m.TheOne) and m.same(node.of, some) for node in used)
            if ones and ones == sum(m.same(node, some) for node in used):
                return name
    return ""


def _with_players(line: m.WithPlayers, by: Speaker) -> list[Item]:
    items = [_with(line, block(line.then, by), by)]
    if line.otherwise:
        items.append(Item("With any other number of players:", (), block(line.otherwise, by)))
    return items


def _with(line: m.WithPlayers, told: list[Item], by: Speaker) -> Item:
    """What is done with so many players; one thing alone is said in the same sentence."""
    start = f"With {with_players(line.low, line.high)}"
    if len(told) == 1 and plain(told[0].text).startswith(_COMMON) and not told[0].branch:
        only = told[0]
        return replace(
            only, text=f"{start}, {lower(plain(only.text))}", of=marks(line) + only.of,
            cites=tuple(dict.fromkeys((*m.headings(line.cites), *only.cites))),
            short=f"{start}, {lower(only.short)}" if only.short else "")
    return _item(f"{start}:", line, by, told)


def _depending(line: m.Depending, by: Speaker) -> list[Item]:
    items = []
    for case in line.cases:
        on = cards.said(line.on, by)
        kinds = listed([by.words.a(kind) + _except(kind, line, case, by)
                        for kind in case.kinds], "or")
        items.append(Item(
            f"If {on.text} {verb('is', many=on.many)} {kinds}:",
            m.headings(case.cites) or m.headings(line.cites), block(case.body, by),
            short=capital(listed([by.words.kind(kind).one for kind in case.kinds], "or")),
            branch=True, of=marks(case, *([line] if case is line.cases[0] else [])),
        ))
    return items


def _except(kind: str, line: m.Depending, case: m.Case, by: Speaker) -> str:
    """The cards of a kind for which there is a case of their own."""
    own = [other for each in line.cases if each is not case for other in each.kinds
           if other != kind and by.words.is_below(other, kind)]
    return f" (other than {listed([by.words.a(each) for each in own], 'or')})" if own else ""


# --------------------------------------------------------------------------------------- loops
def _for_each(line: m.ForEach, by: Speaker) -> Item:
    if line.sort == "player":
        return _each_player(line, by)
    if isinstance(line.within, m.Numbers):
        low, high = (numbers.said(end, by) for end in (line.within.low, line.within.high))
        each, ref = f"For each number from {low} to {high}", Ref("number", "that number")
    elif line.sort == "card":
        within = "the cards" if line.within is None else cards.said(line.within, by).text
        each, ref = f"For each of {within}{_order(line, by)}", Ref("card", "that card")
    else:
        noun = by.words.members_noun(line.sort).one
        members = listed(by.words.members(line.sort))
        each = f"For each {noun}" + (f" ({members})" if members else "")
        if line.within is not None:
            each = f"For each {players.noun(line.within, by).any(many=False)}"
        each += _order(line, by)
        if line.sort in by.words.zones:
            ref = Ref("cards", f"that {noun}", noun=by.words.held(line.sort))
        else:
            ref = Ref("member", f"that {noun}")
    with by.naming(line.name, ref):
        return _item(f"{each}{_until(line, by)}:", line, by, inner(line.body, by))


def _each_player(line: m.ForEach, by: Speaker) -> Item:
    each, order = players.each_of(line.within, by), _order(line, by)
    at_once = _dealt(line, by) or _shown(line, by)
    if at_once:
        return _item(at_once, line, by, told=line.body)
    if not order and line.until is None and len(line.body) == 1:
        with by.aside(), by.they_are(line.name, each):
            clauses = _simple(line.body, by)
        if clauses is not None and any(each in str(clause) for clause in clauses):
            return _item(sentence(joined(clauses)), line, by, told=line.body)
    with by.they_are(line.name, besides=players.besides(line.within)):
        return _item(f"For {each}{order}{_until(line, by)}:", line, by, inner(line.body, by))


def _until(line: m.ForEach, by: Speaker) -> str:
    return "" if line.until is None else f", until {conditions.said(line.until, by)}"


def _order(line: m.ForEach, by: Speaker) -> str:
    text = f", {_around(line, by)}" if line.order and line.start is not None else ""
    if line.ranks:
        ranks = ", then ".join(numbers.best(rank.extreme, rank.name, by) for rank in line.ranks)
        text += f", in turn, the one with {ranks} first"
    return text


def _around(line: m.ForEach | m.Turns, by: Speaker) -> str:
    """With whom a loop begins, and which way it goes."""
    assert line.start is not None
    start = players.said(line.start, by).text
    return (f"clockwise from {start}" if line.order == "from"
            else f"clockwise, beginning to the left of {start}")


def _shown(line: m.ForEach, by: Speaker) -> str:
    """Cards that every player is shown."""
    match line.body:
        case (m.Show(what=what, to=m.Name(name=line.name) as to),) if (
            line.within is None or m.same(line.within, PLAYERS)
        ) and not any(m.same(node, to) for node in m.walk(what)):
            shown = cards.said(what, by)
            return sentence(f"{shown.text} {verb('is', many=shown.many)} shown to everyone")
    return ""


def _dealt(line: m.ForEach, by: Speaker) -> str:
    """Cards from the top of a deck into what only their owner sees."""
    match line.body:
        case (m.Move(what=m.Top(count=count, of=of),
                     to=m.Owned(name=zone, of=m.Name(name=line.name))),) if (
            line.within is None or m.same(line.within, PLAYERS)
        ) and not line.order and not line.ranks and line.until is None:
            laid = by.words.laid(zone, "them")
            if zone not in by.words.zones or not (laid or by.words.is_place(zone)):
                return ""
            noun, deck = cards.held(of, by), cards.said(of, by).text
            into = f", {laid.done}" if laid else f" into their {by.words.zone(zone)}"
            if count is None or isinstance(count, m.Number):
                many = counted(1 if count is None else count.value, noun.one, noun.many)
                return f"Deal each player {many} from {deck}{into}."
            return (f"Deal each player {noun.many} from {deck}{into}: "
                    f"{numbers.said(count, by)}.")
    return ""


def _turns(line: m.Turns, by: Speaker) -> Item:
    where, who = capital(_around(line, by)), players.all_of(line.within, by)
    text = f"{where}, {who} take turns until {conditions.said(line.until, by)}."
    with by.they_are(line.name):
        match line.body:
            case (m.Chooses(who=m.Name(name=line.name)) as choices,):
                return _item(f"{text} On their turn, players choose one of these:", line, by,
                             [_choice(choice, by) for choice in choices.choices],
                             ordered=False, told=[choices])
        return _item(f"{text} On each turn:", line, by, block(line.body, by))


def _together(line: m.Together, by: Speaker) -> Item:
    each = players.each_of(line.within, by)
    with by.aside(), by.they_are(line.name, each):
        clauses = _simple(line.body, by)
    if clauses is not None and len(clauses) == 1:
        return _item(f"At the same time, {joined(clauses)}.", line, by, told=line.body)
    with by.they_are(line.name):
        return _item(f"At the same time, {each} decides; then all decisions are carried out:",
                     line, by, block(line.body, by))


# ------------------------------------------------------------------------------------- choices
def _chooses(line: m.Chooses, by: Speaker) -> Item:
    who = players.said(line.who, by)
    name = line.who.name if isinstance(line.who, m.Name) else ""
    own = by.scope.get(name)
    with by.aside(), by.they_are(name):
        if own is not None and own.many:
            by.scope[name] = own
        children = [_choice(choice, by) for choice in line.choices]
    return _item(f"{capital(who.text)} {verb('choose', many=who.many)} one of these:", line, by,
                 children, ordered=False)


def _choice(choice: m.Choice, by: Speaker) -> Item:
    term = capital(one_of(choice.words, choice.name))
    cites = m.headings(choice.cites)
    with by.aside():
        only = ("" if choice.condition is None
                else f"Only if {conditions.said(choice.condition, by)}. ")
        clauses: list[Clause] = []
        body = choice.body
        if choice.pick is not None:
            merged = picks.merged(None, choice.pick, body, by)
            clauses.append(merged or picks.clause(None, choice.pick, by))
            body = body[1:] if merged else body
        rest = _simple(body, by) if body else []
        if rest is None:
            children = block(body, by)
            text = f"{only}{sentence(joined(clauses))}" if clauses else only or "This happens:"
            done = choice.body[: len(choice.body) - len(body)]
            return Item(text.strip(), cites, children, term=term, of=marks(choice, *done))
    clauses += rest
    text = only + (sentence(joined(clauses)) if clauses else "")
    return Item(text.strip(), cites, term=term, of=marks(choice, *choice.body))


# --------------------------------------------------------------------------------- definitions
def _figure(line: m.LocalFigure, by: Speaker) -> list[Item]:
    value, words = line.value, spoken(line.name)
    if isinstance(value, m.Aggregate | m.Count) and isinstance(value.of, m.Name):
        by.scope[line.name] = Ref("figure", words, value=value)
        return []
    with by.speaking_of(they()):
        text = f"A player’s {words} {verb('is', many=is_plural(words))} {numbers.said(value, by)}."
    by.scope[line.name] = Ref("figure", words)
    return [_item(text, line, by)]


def _call(line: m.Call, by: Speaker) -> Item:
    procedure = by.words.procedures.get(line.procedure)
    if procedure is None:
        return _item(sentence(spoken(line.procedure)), line, by)
    by.calls += 1
    lines = inlined(line, procedure, by.calls)
    children = block(lines, by)
    for parameter, given in zip(procedure.gives, line.giving, strict=False):
        by.remember_given(given, parameter.type)
    cites = m.headings(line.cites) or m.headings(procedure.cites)
    children = [replace(child, cites=()) if child.cites == cites else child
                for child in children]
    stands = tuple(_stands_for(line, procedure, by))
    words = in_place(one_of(procedure.words, procedure.name), stands)
    first = next((each for each in lines if isinstance(each, m.Turns)
                  or (isinstance(each, m.ForEach) and each.order and each.start)), None)
    brief = words if first is None else f"{_around(first, by)}, {lower(words)}"
    return Item(f"{capital(words)}:", cites, children, short=capital(brief),
                of=marks(line, procedure), stands=stands)


def _stands_for(line: m.Call, procedure: m.Procedure, by: Speaker) -> Iterator[tuple[str, str]]:
    """Who is meant where a sentence of a procedure names one of its players."""
    for argument in line.arguments:
        if by.sort(argument.value) == "player" and is_agent(argument.name):
            yield f"the {spoken(argument.name)}", players.said(argument.value, by).text
    for parameter, given in zip(procedure.gives, line.giving, strict=False):
        if by.scope[given].sort == "player":
            name = somebody(parameter.name).subject
            yield name, by.scope[given].subject
