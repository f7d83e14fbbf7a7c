"""Loops that a rulebook says in a few words: dealing, showing, and in which order it goes round."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m

from variorum.prose.deeds import Deeds
from variorum.prose.english import counted, sentence, verb


class Dealing(Deeds):
    """What happens for every player, as one clause."""

    def _until(self, line: Any) -> str:
        return f", until {self.condition(line.until)}" if line.until is not None else ""

    def _order(self, line: m.ForEach) -> str:
        text = ""
        if line.order and line.start is not None:
            start = self.player(line.start).text
            text += (f", clockwise from {start}" if line.order == "from"
                     else f", clockwise, beginning to the left of {start}")
        if line.ranks:
            ranks = ", then ".join(self.best(rank.extreme, rank.name) for rank in line.ranks)
            text += f", in turn, the one with {ranks} first"
        return text

    def _shown(self, line: m.ForEach) -> str:
        """Cards that every player is shown."""
        match line.body:
            case (m.Show(what=what, to=m.Name(name=name) as to),) if name == line.name and (
                line.within is None or m.same(line.within, m.Name(name="players"))
            ) and not any(m.same(node, to) for node in m.walk(what)):
                cards = self.cards(what)
                return sentence(f"{cards.text} {verb('is', many=cards.many)} shown to everyone")
        return ""

    def _dealt(self, line: m.ForEach) -> str:
        """Cards from the top of a deck into what only their owner sees."""
        match line.body:
            case (m.Move(what=m.Top(count=count, of=of), to=m.Owned(name=zone, of=owner)),) if (
                line.within is None or m.same(line.within, m.Name(name="players"))
            ) and not line.order and not line.ranks and line.until is None:
                known = self.words.zones.get(zone)
                if known is None or known.sight != "secret" or not m.same(
                        owner, m.Name(name=line.name)) or not self.words.is_place(zone):
                    return ""
                noun, into = self._held(of), f"their {self.words.zone(zone)}"
                deck = self.cards(of).text
                if count is None or isinstance(count, m.Number):
                    many = counted(1 if count is None else count.value, noun.one, noun.many)
                    return f"Deal each player {many} from {deck} into {into}."
                return (f"Deal each player {noun.many} from {deck} into {into}: "
                        f"{self.number(count)}.")
        return ""
