"""Lines of play as numbered sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from variorum_dsl import model as m

from variorum.prose.deals import Dealing
from variorum.prose.english import (
    Clause,
    capital,
    is_plural,
    joined,
    listed,
    sentence,
    spoken,
    verb,
)
from variorum.prose.inlining import inlined
from variorum.prose.scope import Ref, they, with_players
from variorum.reports.blocks import Cites, Item, marks

_SIMPLE = (
    m.Move, m.Shuffle, m.Let, m.Becomes, m.Gain, m.Lose, m.Drop, m.Picks, m.Show, m.EndRound,
    m.EndGame, m.Nothing,
)
MOST_DEPTH = 40


def _begun(line: Any) -> frozenset[str]:
    """The zones from which single cards have been taken: what is left there is the rest."""
    return frozenset(node.of.name for node in m.walk(line)
                     if isinstance(node, m.Top | m.Picking) and isinstance(node.of, m.Name))


def headings(cites: Sequence[m.Cite]) -> Cites:
    return tuple(cite.heading for cite in cites)


class Play(Dealing):
    """Turns blocks of lines into items. Names that a block makes are forgotten at its end."""

    calls = 0
    depth = 0

    def block(self, body: Sequence[Any]) -> list[Item]:
        """The lines of a block, in order."""
        before = dict(self.scope)
        items: list[Item] = []
        index = 0
        self.depth += 1
        while index < len(body) and self.depth < MOST_DEPTH:
            line, rest = body[index], body[index + 1 :]
            merged = self.merged(line, rest)
            if merged is not None:
                items.append(self._item(sentence(str(merged)), line, rest[0], told=[rest[0]]))
                index += 2
                continue
            items.extend(self.line(line, rest))
            self.begun = self.begun | _begun(line)
            index += 1
        self.depth -= 1
        self.scope = before
        if not self.depth:
            self.begun = frozenset()
        return items

    def line(self, line: Any, rest: Sequence[Any]) -> list[Item]:
        """One line; `rest` is what follows in its block."""
        match line:
            case m.LocalFigure():
                return self._figure(line)
            case m.If():
                return self._if(line)
            case m.WithPlayers():
                return self._with_players(line)
            case m.ForEach():
                return self._for_each(line)
            case m.Repeat():
                return [self._item(f"Repeat until {self.condition(line.until)}:", line,
                                   children=self.block(line.body))]
            case m.Turns():
                return [self._turns(line)]
            case m.Together():
                return [self._together_all(line)]
            case m.Chooses():
                return [self._chooses(line)]
            case m.Call():
                return [self._call(line)]
            case m.Depending():
                return self._depending(line)
        return [self._item(sentence(str(self.clause(line, rest))), line)]

    def _item(
        self, text: str, line: Any, also: Any = None, children: list[Item] | None = None,
        *, ordered: bool = True, told: Sequence[Any] = (),
    ) -> Item:
        """A sentence about a line, and about others that are `told` with it."""
        cites = dict.fromkeys((*headings(line.cites), *(headings(also.cites) if also else ())))
        return Item(text, tuple(cites), children or [], short=self.short(line), ordered=ordered,
                    of=marks(line, *told))

    # --------------------------------------------------------------- single clauses
    def _simple(self, body: Sequence[Any]) -> list[Clause] | None:
        """The clauses of a block, if it has only lines that happen one after the other."""
        if not body or len(body) > 5 or not all(isinstance(line, _SIMPLE) for line in body):
            return None
        clauses: list[Clause] = []
        index = 0
        while index < len(body):
            merged = self.merged(body[index], body[index + 1 :])
            clauses.append(merged or self.clause(body[index], body[index + 1 :]))
            index += 1 if merged is None else 2
        return clauses

    def _body(self, start: str, body: Sequence[Any], line: Any) -> Item:
        """A sentence if a short block fits into one, else a list."""
        before = dict(self.scope)
        clauses = self._simple(body)
        if clauses is not None and len(clauses) <= 2:
            text = f"{start}, {joined(clauses)}" if start else joined(clauses)
            self.scope = before
            return self._item(sentence(text), line, told=body)
        self.scope = before
        return self._item(f"{capital(start)}:", line, children=self.block(body))

    # -------------------------------------------------------------------- branches
    def _if(self, line: m.If) -> list[Item]:
        items = [self._body(f"if {self.condition(line.condition)}", line.then, line)]
        if line.otherwise:
            other = self._body("otherwise", line.otherwise, line)
            items.append(replace(other, cites=(), of=tuple(
                mark for mark in other.of if mark not in marks(line))))
        return items

    def _with_players(self, line: m.WithPlayers) -> list[Item]:
        item = self._item(f"With {with_players(line.low, line.high)}:", line,
                          children=self.block(line.then))
        items = [item]
        if line.otherwise:
            items.append(Item("With any other number of players:", (),
                              self.block(line.otherwise)))
        return items

    def _depending(self, line: m.Depending) -> list[Item]:
        items = []
        for case in line.cases:
            on = self.cards(line.on)
            kinds = listed([self.words.a(kind) for kind in case.kinds], "or")
            items.append(Item(
                f"If {on.text} {'are' if on.many else 'is'} {kinds}:",
                headings(case.cites) or headings(line.cites), self.block(case.body),
                short=f"{capital(listed([self.words.kind(k).one for k in case.kinds], 'or'))}",
                branch=True, of=marks(case, *([line] if case is line.cases[0] else [])),
            ))
        return items

    # ----------------------------------------------------------------------- loops
    def _for_each(self, line: m.ForEach) -> list[Item]:
        if line.sort == "player":
            return [self._each_player(line)]
        if line.sort == "card":
            within = self.cards(line.within) if line.within is not None else None
            with self.bound(line.name, Ref("card", "that card")):
                return [self._item(f"For each of {within.text if within else 'the cards'}"
                                   f"{self._until(line)}:", line, children=self.block(line.body))]
        found = self.words.attributes.get(line.sort)
        members = listed([spoken(each) for each in found.members]) if found else ""
        noun = self.words.attribute(line.sort)
        with self.bound(line.name, Ref("member", f"that {noun}")):
            return [self._item(f"For each {noun} ({members}){self._until(line)}:", line,
                               children=self.block(line.body))]

    def _each_player(self, line: m.ForEach) -> Item:
        each, order = self.each(line.within), self._order(line)
        short = self._dealt(line) or self._shown(line)
        if short:
            return self._item(short, line, told=line.body)
        before = dict(self.scope)
        clauses = None
        if not order and line.until is None and len(line.body) == 1:
            with self.bound(line.name, they(fresh=each)):
                clauses = self._simple(line.body)
        self.scope = before
        if clauses is not None and any(each in str(clause) for clause in clauses):
            return self._item(sentence(joined(clauses)), line, told=line.body)
        with self.bound(line.name, they()):
            until = self._until(line)
            return self._item(f"For {each}{order}{until}:", line, children=self.block(line.body))

    def _turns(self, line: m.Turns) -> Item:
        start = self.player(line.start).text
        who = self.all(line.within) if line.within is not None else "all players"
        item = f"Clockwise from {start}, {who} take turns until {self.condition(line.until)}."
        with self.bound(line.name, they()):
            if len(line.body) == 1 and isinstance(line.body[0], m.Chooses) and (
                    m.same(line.body[0].who, m.Name(name=line.name))):
                choices = line.body[0]
                return self._item(f"{item} On their turn, players choose one of these:", line,
                                  children=[self._choice(c) for c in choices.choices],
                                  ordered=False, told=[choices])
            return self._item(f"{item} On each turn:", line, children=self.block(line.body))

    def _together_all(self, line: m.Together) -> Item:
        each = self.each(line.within)
        before = dict(self.scope)
        with self.bound(line.name, they(fresh=each)):
            clauses = self._simple(line.body)
        self.scope = before
        if clauses is not None and len(clauses) == 1:
            return self._item(f"At the same time, {joined(clauses)}.", line, told=line.body)
        with self.bound(line.name, they()):
            return self._item(f"At the same time, {each} decides; then all decisions are carried "
                              "out:", line, children=self.block(line.body))

    # --------------------------------------------------------------------- choices
    def _chooses(self, line: m.Chooses) -> Item:
        who = self.player(line.who)
        own = they()
        if isinstance(line.who, m.Name) and line.who.name in self.scope:
            own = self.scope[line.who.name]
        name = line.who.name if isinstance(line.who, m.Name) else ""
        before = dict(self.scope)
        for other, ref in before.items():
            if ref.subject == "they" and other != name:
                self.scope[other] = Ref("player", "that player", "that player’s", "that player")
        with self.bound(name or " ", own if own.many or not name else they()):
            children = [self._choice(choice) for choice in line.choices]
        self.scope = before
        return self._item(f"{capital(who.text)} {verb('choose', many=who.many)} one of these:",
                          line, children=children, ordered=False)

    def _choice(self, choice: m.Choice) -> Item:
        before = dict(self.scope)
        only = (f"Only if {self.condition(choice.condition)}. "
                if choice.condition is not None else "")
        clauses: list[Clause] = []
        body = choice.body
        if choice.pick is not None:
            merged = self.merged_pick(m.Name(name=" "), choice.pick, body)
            clauses.append(merged or self.pick_clause(m.Name(name=" "), choice.pick))
            body = body[1:] if merged else body
        rest = self._simple(body) if body else []
        term = capital(choice.words.one if choice.words else spoken(choice.name))
        if rest is None:
            children = self.block(body)
            self.scope = before
            text = f"{only}{sentence(joined(clauses))}" if clauses else only or "This happens:"
            done = choice.body[: len(choice.body) - len(body)]
            return Item(text.strip(), headings(choice.cites), children, term=term,
                        of=marks(choice, *done))
        clauses += rest
        self.scope = before
        text = only + (sentence(joined(clauses)) if clauses else "Go on with the next step.")
        return Item(text, headings(choice.cites), term=term, of=marks(choice, *choice.body))

    # ----------------------------------------------------------------- definitions
    def _figure(self, line: m.LocalFigure) -> list[Item]:
        value = line.value
        if isinstance(value, m.Aggregate | m.Count) and isinstance(value.of, m.Name):
            self.scope[line.name] = Ref("figure", spoken(line.name), value=value)
            return []
        before, self.me = self.me, they()
        words = spoken(line.name)
        text = f"A player’s {words} {verb('is', many=is_plural(words))} {self.number(value)}."
        self.me = before
        self.scope[line.name] = Ref("figure", spoken(line.name))
        return [self._item(text, line)]

    def _call(self, line: m.Call) -> Item:
        procedure = self.words.procedures.get(line.procedure)
        if procedure is None:
            return self._item(sentence(spoken(line.procedure)), line)
        self.calls += 1
        words = procedure.words.one if procedure.words else spoken(procedure.name)
        outer = dict(self.scope)
        children = []
        lines = inlined(line, procedure, self.calls)
        if self.depth < MOST_DEPTH:
            children = self.block(lines)
        self.scope = outer
        for parameter, given in zip(procedure.gives, line.giving, strict=False):
            self.remember(given, parameter.type.removesuffix("?"))
        cites = headings(line.cites) or headings(procedure.cites)
        children = [replace(child, cites=()) if child.cites == cites else child
                    for child in children]
        return Item(f"{capital(words)}:", cites, children, short=capital(words),
                    of=marks(line, procedure))

    # ------------------------------------------------------------------ short words
    def short(self, line: Any) -> str:
        """A few words for a drawing."""
        match line:
            case m.Turns():
                for inner in line.body:
                    if isinstance(inner, m.Chooses):
                        return capital(listed([
                            c.words.one if c.words else spoken(c.name) for c in inner.choices
                        ], "or") + ", in turn")
                return "In turn"
            case m.Chooses():
                who = self.player(line.who)
                return capital(f"{who.text} {verb('choose', many=who.many)}: " + listed(
                    [c.words.one if c.words else spoken(c.name) for c in line.choices], "or"))
            case m.WithPlayers():
                return f"With {with_players(line.low, line.high)} only"
        return ""

