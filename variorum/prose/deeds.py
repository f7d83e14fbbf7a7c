"""Single things that happen, each as a clause with a subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from variorum_dsl import model as m

from variorum.prose.english import (
    Clause,
    is_agent,
    is_plural,
    plural,
    spoken,
    verb,
)
from variorum.prose.picks import Picks, is_name
from variorum.prose.scope import Phrase, Ref, somebody, they
from variorum.prose.vocabulary import Laid, Noun

_CHANGES = (m.Becomes, m.Drop, m.Gain, m.Lose)


class Deeds(Picks):
    """Says what a line without lines below it does."""

    begun: frozenset[str] = frozenset()  # zones from which single cards have been taken

    def clause(self, line: Any, rest: Sequence[Any] = ()) -> Clause:
        match line:
            case m.Move():
                return self._move(line)
            case m.Shuffle(zone=zone):
                return Clause("", f"shuffle {self.cards(zone).text}")
            case m.Let():
                return self._let(line, rest)
            case m.Becomes():
                return self._becomes(line)
            case m.Gain() | m.Lose():
                return self._gain(line)
            case m.Drop(what=what, target=target):
                return self._leaves(what, target)
            case m.Picks(who=who, pick=pick):
                return self.pick_clause(who, pick)
            case m.Show(what=what, to=to):
                to_whom = self.all(to) if self.sort(to) == "players" else self.to(to)
                cards = self.cards(what)
                return Clause(cards.text, f"{verb('is', many=cards.many)} shown to {to_whom}")
            case m.EndRound():
                return Clause("the round", "ends here")
            case m.EndGame():
                return Clause("the game", "ends here")
        return Clause("nothing", "happens")

    # ----------------------------------------------------------------------- moves
    def _move(self, line: m.Move) -> Clause:
        back = None if line.bottom else self._back(line)
        if back is not None:
            return back
        what = self.cards(line.what)
        if isinstance(line.what, m.Name) and line.what.name in self.begun and what.many:
            what = Phrase(f"the other {what.text.removeprefix('the ')}", many=True)
        if not line.bottom and self._turned_up(line) and isinstance(line.to, m.Name):
            zone = self.words.zone(line.to.name).lower()
            if zone.endswith("turned up") or zone.startswith("revealed"):
                return Clause("", f"{'reveal' if zone.startswith('r') else 'turn up'} {what.text}")
            return Clause("", f"turn up {what.text}; it is now {self.cards(line.to).text}")
        if not line.bottom and self._uncovered(line):
            return Clause(what.text, f"{verb('is', many=what.many)} turned up")
        if isinstance(line.what, m.Owned) and isinstance(line.to, m.Owned) and isinstance(
                line.to.of, m.Name) and m.same(line.what.of, line.to.of) and (
                self.sort(line.to.of) == "player"):
            with self.bound(line.to.of.name, they()):
                return Clause(what.text, self.goes(line, what.many))
        return Clause(what.text, self.goes(line, what.many))

    def goes(self, line: m.Move, many: bool) -> str:
        """`goes to the box`, `becomes the contested card`, `is added to their bid`."""
        to = line.to
        if line.bottom:
            return f"{verb('go', many=many)} to the bottom of {self.cards(to).text}"
        name = to.name if isinstance(to, m.Name | m.Owned) else ""
        laid = self._laid(to)
        if laid is not None:
            return f"{verb('is', many=many)} {laid.done}"
        target = self.cards(to).text
        if self.words.is_place(name):
            return f"{verb('go', many=many)} to {target}"
        if self.words.is_one_card(name):
            return f"{verb('become', many=many)} {target}"
        return f"{verb('is', many=many)} added to {target}"

    def puts(self, line: m.Move, what: str) -> str:
        """The same as something that a player does, without the verb's ending."""
        to = line.to
        if line.bottom:
            return f"put {what} at the bottom of {self.cards(to).text}"
        name = to.name if isinstance(to, m.Name | m.Owned) else ""
        laid = self._laid(to)
        if laid is not None:
            return f"{laid.verb} {what} {laid.rest}".strip()
        target = self.cards(to).text
        if self.words.is_place(name):
            return f"put {what} into {target}"
        if self.words.is_one_card(name):
            return f"put {what} down as {target}"
        return f"add {what} to {target}"

    def _laid(self, to: Any) -> Laid | None:
        """How cards come to a zone, where that is said by its name."""
        if not isinstance(to, m.Name | m.Owned) or to.name not in self.words.zones:
            return None
        if self.words.laid(to.name, owner="x") is None or (
            isinstance(to, m.Name) and to.name in self.scope
        ):
            return None
        owner = ""
        if isinstance(to, m.Owned):
            owner = self.to(to.of) if self.sort(to.of) == "player" else self.all(to.of)
        return self.words.laid(to.name, owner)

    def _uncovered(self, line: m.Move) -> bool:
        """Whether cards only turn over: from `offered card` to `offered card, turned up`."""
        what, to = line.what, line.to
        if not (isinstance(what, m.Owned | m.Name) and isinstance(to, m.Owned | m.Name)):
            return False
        before, after = self.words.zones.get(what.name), self.words.zones.get(to.name)
        if before is None or after is None:
            return False
        return self.words.zone(to.name) == f"{self.words.zone(what.name)}, turned up" and (
            m.same(what.of, to.of) if isinstance(what, m.Owned) and isinstance(to, m.Owned)
            else isinstance(what, m.Name) and isinstance(to, m.Name))

    def _back(self, line: m.Move) -> Clause | None:
        """Players who take what is theirs back into their hand."""
        what, to = line.what, line.to
        if not (isinstance(what, m.Owned) and isinstance(to, m.Owned) and m.same(what.of, to.of)):
            return None
        source, target = self.words.zones.get(what.name), self.words.zones.get(to.name)
        if source is None or target is None or self.sort(what.of) != "player":
            return None
        if source.sight != "open":
            return None
        if not any(pile.zone == to.name for pile in self.words.game.piles):
            return None  # nothing comes from there, so nothing goes back
        who = self.player(what.of)
        own = "their" if who.many else self.own(what.of)
        return Clause(who.text, f"{verb('take', many=who.many)} {own} "
                      f"{self.words.zone(what.name)} back into their {self.words.zone(to.name)}")

    def _turned_up(self, line: m.Move) -> bool:
        """Whether a face-down card becomes one that lies open and has a name of its own."""
        if not (isinstance(line.what, m.Top) and line.what.count is None
                and isinstance(line.to, m.Name)):
            return False
        of = line.what.of
        source = self.words.zones.get(of.name) if isinstance(of, m.Name) else None
        target = self.words.zones.get(line.to.name)
        return bool(source and target and source.sight == "hidden" and target.sight == "open"
                    and self.words.is_one_card(line.to.name))

    # ------------------------------------------------------------------------ names
    def remember(self, name: str, sort: str) -> None:
        """A name for a value, from here on."""
        words = spoken(name)
        if sort == "player":
            self.scope[name] = somebody(name)
        elif sort == "players":
            agent = is_agent(name) or is_plural(words)
            one = words.removesuffix("s") if is_plural(words) else words
            noun = Noun(one, words if is_plural(words) else plural(words)) if agent else Noun(
                f"{words} player", f"{words} players")
            self.scope[name] = Ref("players", f"the {noun.many}", many=True, noun=noun,
                                   state="" if agent else words)
        elif sort in ("cards", "card"):
            self.scope[name] = Ref(sort, f"the {words}", many=is_plural(words))
        else:
            self.scope[name] = Ref(sort, f"the {words}")

    def _let(self, line: m.Let, rest: Sequence[Any]) -> Clause:
        sort = self.sort(line.value)
        changed = any(_changes(each, line.name) for each in rest)
        first = "at first " if changed else ""
        value = line.value
        if sort == "players":
            best = isinstance(value, m.Ranked) and not changed
            who = self.all(value.of if isinstance(value, m.Ranked) and best else value)
            ranks = self.ranks(value) if isinstance(value, m.Ranked) else ""
            self.remember(line.name, sort)
            ref = self.scope[line.name]
            ref.shrinks = changed
            if best:
                return Clause(ref.subject, f"are, among {who}, those with {ranks}")
            return Clause(f"{first}{who}", f"are {ref.state or ref.subject}")
        if isinstance(value, m.Name) and value.name == "nobody":
            self.remember(line.name, "player")
            noun = self.scope[line.name].noun
            return Clause(f"{first}there", f"is no {noun.one if noun else spoken(line.name)}")
        if sort == "condition":
            self.remember(line.name, sort)
            return Clause(f"{first}“{spoken(line.name)}”", self._holds(value))
        found = self.any(value)
        if sort == "member":
            noun_word = self._attribute_of(value)
            self.scope[line.name] = Ref("member", f"the {spoken(line.name)} {noun_word}".strip())
        elif sort in ("cards", "card"):
            held = self._held(value)
            self.remember(line.name, sort)
            self.scope[line.name].noun = held
        else:
            self.remember(line.name, sort)
        return Clause(f"{first}{found.text}",
                      f"{verb('is', many=found.many)} {self.scope[line.name].subject}")

    def _holds(self, value: Any) -> str:
        if isinstance(value, m.Truth):
            return "holds" if value.value else "does not hold"
        return f"holds if {self.condition(value)}"

    def _attribute_of(self, value: Any) -> str:
        name = value.name if isinstance(value, m.Owned | m.Name) else ""
        return self.words.attribute(name) if name in self.words.attributes else ""

    def _becomes(self, line: m.Becomes) -> Clause:
        target, value = line.target, line.value
        if isinstance(target, m.Name) and target.name in self.scope:
            ref = self.scope[target.name]
            if ref.sort == "players":
                return Clause(self.all(value), f"are now {ref.state or ref.subject}")
            if ref.sort == "condition":
                return Clause(f"from now on “{spoken(target.name)}”", self._holds(value))
            said = self.any(value)
            if ref.sort == "player":
                return Clause(said.text, f"{verb('become', many=said.many)} {ref.subject}")
            return Clause(ref.subject, f"{verb('is', many=ref.many)} now {said.text}")
        said = self.any(value)
        if self.sort(target) == "player":
            return Clause(said.text, f"{verb('become', many=said.many)} {self.player(target).text}")
        if isinstance(value, m.Truth):
            name = target.name if isinstance(target, m.Name | m.Owned) else ""
            own = self.own(target.of) if isinstance(target, m.Owned) else "the"
            return Clause(f"{own} {self.words.track(name)}",
                          f"is {'set' if value.value else 'no longer set'}")
        return Clause(self.any(target).text, f"{verb('become', many=False)} {said.text}")

    def _gain(self, line: m.Gain | m.Lose) -> Clause:
        more = isinstance(line, m.Gain)
        target = line.target
        if self.sort(target) == "players":
            who = self.any(line.amount)
            ref = self.scope.get(target.name) if isinstance(target, m.Name) else None
            state = (ref.state or f"one of {ref.subject}") if ref else "in"
            return Clause(who.text, f"{verb('is', many=who.many)} {state} again")
        amount = self.number(line.amount)
        if isinstance(target, m.Owned) and self.sort(target.of) == "player" and (
            self.words.is_collected(target.name)
        ):
            who = self.player(target.of)
            word = verb("gain" if more else "lose", many=who.many)
            return Clause(who.text, f"{word} {amount} {self.words.track(target.name)}")
        return Clause(self.any(target).text, f"goes {'up' if more else 'down'} by {amount}")

    def _leaves(self, what: Any, target: Any) -> Clause:
        who = self.any(what)
        ref = self.scope.get(target.name) if isinstance(target, m.Name) else None
        state = (ref.state or f"among {ref.subject}") if ref else "in"
        return Clause(who.text, f"{verb('is', many=who.many)} no longer {state}")


def _changes(line: Any, name: str) -> bool:
    return any(isinstance(node, _CHANGES) and is_name(node.target, name) for node in m.walk(line))
