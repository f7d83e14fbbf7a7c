"""A game at the terminal: asking, answering, saving after every move."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.english import capital, listed
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.interpreter.chance import Stream, decision_seed
from variorum_engine.table.limits import counted_zones, limits
from variorum_engine.table.logs import observed
from variorum_engine.table.records import Scribe, Writer
from variorum_engine.table.replay import may_go_back
from variorum_engine.table.table import Move, Refusal, Table
from variorum_engine.table.views import prompt, view
from variorum_engine.table.visibility import REFEREE, SPECTATOR, visible_cards
from variorum_engine.words.brief import Brief
from variorum_engine.words.narrative import Story
from variorum_engine.words.printed import Teller, move_parts, see, wrapped
from variorum_engine.words.standing import Standing
from variorum_engine.words.typed_moves import Typing

from variorum.terminal.advice import deeds, nearness
from variorum.terminal.progress import Progress
from variorum.terminal.rules import excerpt, summary

if TYPE_CHECKING:
    from variorum_engine.table.views import Prompt, View

    from variorum.terminal.bots import Seats
    from variorum.terminal.console import Console, Style
    from variorum.terminal.games import Opened

RULE = "-" * 64
LEAVING = ("quit", "exit", "q")
UNDO_ANYWAY = "undo anyway"
HEADING = re.compile(r"Round \d+$")
HELP = """\
Say your choice and what you pick, in the words of the game or shorter:
  {example}
Numbers alone are cards with that value; a name may be cut short; `all` and
`nothing` work.
  hint, ?       what a bot would do in your place
  what CARD     what a card does
  why           what is asked, or why your last move was refused
  why MOVE      whether a move would be allowed
  table         show the table again
  log           all that you have seen so far
  rules         a summary of the rules
  undo          take your last move back
  quit          leave the table; the game is saved
A choice that is the only one is made for you."""
ADVISER = "sensible"


class Leave(Exception):
    """Somebody leaves the table."""


class Session:
    """One game with people and bots, or with bots alone."""

    def __init__(
        self, opened: Opened, table: Table, humans: Iterable[int], bots: Seats, io: Console,
        writer: Writer | None, *, decisions: int = 0,
        history: Iterable[tuple[int, Table]] = (), fresh: bool = True, brief: bool = False,
    ) -> None:
        self.opened = opened
        self.program = opened.rules.program
        self.table = table
        self.humans = frozenset(humans)
        self.bots = bots
        self.io = io
        self.writer = writer
        self.decisions = decisions
        self.history: list[tuple[int, Table]] = list(history)
        self.teller = Teller(self.program, opened.symbols, table.names)
        self.typing = Typing(self.teller.naming, Stream(bots.seed ^ 0x5EED))
        self.scribe = Scribe(table, opened.symbols)
        self.told: dict[int, tuple[int, Story]] = {}
        self.brief = Brief(self.teller) if brief else None
        self.greeted: set[int] = set()  # who was told that there is help
        self.explained: set[tuple[int, str]] = set()  # to whom what was said about which card
        self.last: tuple[int, Refusal] | None = None
        self.sitting: int | None = None  # whoever of the people saw the screen last
        if not fresh:
            # What the record already says is not said again.
            self.scribe.seek()

    # ---------------------------------------------------------------------- playing
    def run(self) -> None:
        """Play on to the end. `Leave` goes through when somebody leaves."""
        if not self.humans:
            self._tell(REFEREE)
        while not self.table.over:
            seat = self.table.to_decide[0]
            if seat in self.humans:
                move = self._forced(seat) or self._asked(seat)
                if move is None:
                    continue
            else:
                with Progress() as waiting:
                    waiting.say(f"{self.table.names[seat]} thinks ...", now=True)
                    move = self.bots.choose(self.table, seat, self.decisions)
            self.make(seat, move)
            if not self.humans:
                self._tell(REFEREE)
        self._finish()

    def make(self, seat: int, move: Move) -> None:
        """Make a move and save it."""
        move = self.table.canonical(seat, move)
        line = self.scribe.decision(seat, move)
        self.history.append((seat, self.table.copy()))
        self.table.apply(seat, move)
        self.decisions += 1
        self.save(line, *self.following())

    def following(self) -> list[dict[str, Any]]:
        lines = self.scribe.chance()
        if self.table.over:
            lines.append(self.scribe.outcome())
        return lines

    def save(self, *lines: dict[str, Any]) -> None:
        if self.writer is not None and lines:
            self.writer.write(*lines)

    # ---------------------------------------------------------------------- telling
    def say(self, *lines: str, style: Style = "") -> None:
        for text in lines:
            for line in wrapped(text.split("\n"), self.io.width()):
                self.io.say(self.io.paint(clean(line), style))

    def _say_story(self, lines: Iterable[str]) -> None:
        """What happened: a heading stands behind an empty line or counts the rounds."""
        before = "."
        for line in lines:
            style: Style = ("heading" if line and (not before or HEADING.match(line))
                            else "news" if line.startswith("  * ") else "")
            self.say(line, style=style)
            before = line

    def _tell(self, seat: int) -> None:
        """What this reader has not been told yet."""
        events = self.table.state.events or []
        seen, log = self.told.get(seat) or (0, Story(self.teller, cites=seat == REFEREE))
        self.told[seat] = (len(events), log)
        if self.brief is not None:
            self.say(*self.brief.told(events[seen:]))
            return
        self._say_story(log.told(observed(self.program, events[seen:], seat)))

    def _tell_everybody(self) -> None:
        """The end, to all who sit around the screen: from where somebody has not looked yet."""
        self.io.hide()
        events = self.table.state.events or []
        seen, log = min((self.told[seat] for seat in self.humans if seat in self.told),
                        key=lambda told: told[0], default=(0, Story(self.teller)))
        self._say_story(log.told(observed(self.program, events[seen:], SPECTATOR)))

    def _show_table(self, seat: int) -> None:
        rule = RULE[:self.io.width()]
        shown = view(self.table, seat)
        self._explain(seat, shown)
        self.say(rule, style="quiet")
        you = f"{self.table.names[seat]} (you)"
        for line in self.teller.table(shown, counted_zones(self.table, seat)):
            self.say(line, style="you" if line == you else "")
        self.say(*nearness(self.table), style="quiet")
        self.say(rule, style="quiet")

    def _explain(self, seat: int, shown: View) -> None:
        """What a card does that lies open for all, when somebody sees it for the first time; above
        the table, so that this is what stays on a small screen."""
        for zone in shown.zones:
            for card in zone.cards or () if zone.owner < 0 else ():
                kind = self.program.cards[card].kind
                if (seat, kind) not in self.explained and self.deeds.get(kind):
                    self.explained.add((seat, kind))
                    self._say_deeds(kind)

    @cached_property
    def deeds(self) -> dict[str, list[str]]:
        return deeds(self.opened)

    def _finish(self) -> None:
        if len(self.humans) > 1:
            self._tell_everybody()
        for seat in self.humans if len(self.humans) == 1 else ():
            self._tell(seat)
        standing = Standing(self.opened.rules, self.table.state, self.teller)
        *lines, winner = standing.lines() if self.brief is None else standing.brief_lines()
        self.say("", *lines)
        self.say(winner, style="good")

    # ----------------------------------------------------------------------- asking
    def _asked(self, seat: int) -> Move | None:
        """The move of a person; None if moves were taken back instead."""
        line = self._handed_over(seat)
        asked = prompt(self.table, seat)
        assert asked is not None
        self._tell(seat)
        self._show_table(seat)
        self._say_prompt(asked)
        if seat not in self.greeted:
            self.greeted.add(seat)
            self.say("`help` says how to play, `hint` what a bot would do.", style="quiet")
        name = self.table.names[seat]
        while True:
            if line is None or not line.strip():
                line = self.io.ask(f"{name}> ")
            if line is None:
                raise Leave
            said, line = line.strip()[:500], None
            if not said:
                continue
            done = self._command(seat, asked, said)
            if done == "undone":
                return None
            if done:
                continue
            move = self._move(asked, said)
            if move is not None:
                self.last = None
                return move

    def _handed_over(self, seat: int) -> str | None:
        """Hide the screen between two people.

        A piped line instead of Enter counts as said. At a screen it does not: whoever typed it
        may be the one before, and nobody has seen yet what is to be decided.
        """
        if len(self.humans) < 2 or self.sitting == seat:
            return None
        if self.sitting is not None:
            self.io.hide()
        self.sitting = seat
        line = self.io.ask(f"{self.table.names[seat]}, it is your turn: press Enter ")
        if line is None or line.strip().casefold() in LEAVING:
            raise Leave
        return None if self.io.screen else line

    def _say_prompt(self, asked: Prompt) -> None:
        together = " (all choose at the same time)" if asked.together else ""
        cited = f"  {see(asked.cites)}" if asked.cites else ""
        self.say(f"Your decision{together}:{cited}", style="heading")
        shown = view(self.table, asked.seat)
        self.say(*self.teller.prompt(asked, limits(self.table, asked.seat), shown), style="choice")

    def _command(self, seat: int, asked: Prompt, said: str) -> str:
        """Do what is not a move; says what was done, or nothing if it is a move."""
        word, _, rest = said.casefold().partition(" ")
        if any(offer.name == word for offer in asked.offers):
            return ""
        if word == "why":
            self._why(seat, asked, rest)
        elif word == "what":
            self._what(seat, rest)
        elif said.casefold() in ("undo", UNDO_ANYWAY):
            anyway = bool(rest) or len(self.humans) == 1
            return "undone" if self._undo(seat, anyway=anyway) else "no"
        elif rest:
            return ""
        elif word == "help":
            self.say(HELP.format(example=self._example(asked)))
        elif word in ("hint", "?"):
            self._hint(seat)
        elif word == "rules":
            self.say(*summary(self.opened))
        elif word in ("table", "look"):
            self._show_table(seat)
            self._say_prompt(asked)
        elif word == "log":
            events = self.table.state.events or []
            self.say(*Story(self.teller, cites=True).told(observed(self.program, events, seat)))
        elif word in LEAVING:
            raise Leave
        else:
            return ""
        return "done"

    def _example(self, asked: Prompt) -> str:
        said, bounds = [], limits(self.table, asked.seat)
        for offer in asked.offers:
            picked = ""
            if offer.number in bounds:
                picked = ", ".join(map(self.teller.naming.card, bounds[offer.number].nearest))
            elif offer.of == "cards" and offer.members:
                picked = self.teller.naming.card(offer.members[0])
            elif offer.of == "players":
                picked = self.teller.owner(offer.members[0])
            elif offer.of == "numbers":
                first = offer.members[0]
                picked = offer.called[first] if offer.called else str(first)
            said.append(" ".join(filter(None, [offer.name, picked])))
        return ", or ".join(f"`{text}`" for text in said)

    def _move(self, asked: Prompt, said: str) -> Move | None:
        refusal = self._judged(asked.seat, said)
        if isinstance(refusal, Move):
            return refusal
        self.last = asked.seat, refusal
        cited = f"  {see(refusal.cites)}" if refusal.cites else ""
        self.say(f"No: {refusal.text}.{cited}", style="refusal")
        there = [self.teller.cards(offer.members) for offer in asked.offers
                 if offer.of == "cards" and offer.members]
        if refusal.reason in ("not-there", "not-understood") and len(there) == 1:
            self.say(f"  You can pick from: {there[0]}")
        return None

    # ----------------------------------------------------------------------- advice
    def _forced(self, seat: int) -> Move | None:
        """The only move that somebody has; it is made for them, and they are told."""
        move = only_move(self.table, seat)
        if move is None:
            return None
        name = self.table.names[seat]
        if len(self.humans) > 1:  # who sits there now need not know what it is
            self.say(f"{name} has only one choice, and it is made.", style="news")
            return move
        self._tell(seat)
        self.say(f"You have only one choice, and it is made for you: {self._said(seat, move)}",
                 style="news")
        return move

    def _said(self, seat: int, move: Move) -> str:
        choice = self.table.asked_of(seat).offers[move.choice].choice
        return self.teller.said(choice, *move_parts(self.program, choice, move.picked))

    def _hint(self, seat: int) -> None:
        """What a bot would do that knows what this seat knows."""
        with Progress() as waiting:
            waiting.say("thinking ...", now=True)
            own = decision_seed(self.bots.seed, seat, self.decisions)
            move = bot_named(ADVISER, self.opened.rules, own).choose(Sitting(self.table, seat))
        unseen = self.table.asked_of(seat).offers[move.choice].pick
        hidden = unseen is not None and not unseen.by_number and (
            move.picked & ~visible_cards(self.program, self.table.state, seat))
        name = self.table.asked_of(seat).offers[move.choice].choice.name
        said = f"{name} unseen".strip() if hidden else self._said(seat, move)
        self.say(f"In your place I would say: {said}", style="news")

    def _what(self, seat: int, said: str) -> None:
        """What a card does; without a name, each card that lies open for all."""
        if said:
            kinds = self.typing.kinds(said)
        else:
            shown = view(self.table, seat)
            kinds = list(dict.fromkeys(
                self.program.cards[card].kind for zone in shown.zones if zone.owner < 0
                for card in zone.cards or ()))
        if not kinds:
            self.say(f"No card is called {said}." if said else "No card lies open for all.")
        for kind in kinds:
            self._say_deeds(kind)

    def _say_deeds(self, kind: str) -> None:
        told = self.deeds.get(kind) or ["No effect, end or score speaks of it by its name."]
        self.say(f"{capital(self.program.kind_words[kind][0])}:", style="heading")
        self.say(*(f"  {text}" for text in told))

    def _judged(self, seat: int, said: str) -> Move | Refusal:
        found = self.typing.understood(self.table, seat, said)
        if isinstance(found, Refusal):
            return found
        return self.table.why_not(seat, found) or found

    def _why(self, seat: int, asked: Prompt, said: str) -> None:
        if said:
            found = self._judged(seat, said)
            if isinstance(found, Move):
                self.say("That is allowed.")
                return
            self.last = seat, found
        if self.last is not None and self.last[0] == seat:
            refusal = self.last[1]
            self.say(f"{refusal.text[:1].upper()}{refusal.text[1:]}.")
            cites, at = refusal.cites, refusal.at
        else:
            self._say_prompt(asked)
            cites, at = asked.cites, asked.at
        if cites:
            self.say(f"The rule stands under {listed([f'{chr(34)}{c}{chr(34)}' for c in cites])}.")
        self.say(*excerpt(self.opened.sources, at))

    # ------------------------------------------------------------------------- undo
    def _undo(self, seat: int, *, anyway: bool) -> bool:
        """Go back to the last decision of this person that was one. Where something became known
        since, all people at the table must agree, which whoever plays against bots does alone."""
        many = next((count for count, (who, before) in enumerate(reversed(self.history), 1)
                     if who == seat and only_move(before, seat) is None), 0)
        if not many:
            self.say("You have not made a move yet.")
            return False
        back = self.history[-many][1]
        free = may_go_back(self.table, back, seat)
        if not free and not anyway:
            self.say("That cannot be taken back: cards or choices became known since. If all "
                     f"agree, say: {UNDO_ANYWAY}", style="refusal")
            return False
        del self.history[-many:]
        self.decisions -= many
        self.table = self.scribe.table = back
        self.scribe.seek()
        events = back.state.events or []
        for reader, (seen, _) in list(self.told.items()):
            # What happened since did not: its rounds are counted again.
            story = Story(self.teller, cites=reader == REFEREE)
            story.told(observed(self.program, events[:seen], reader))
            self.told[reader] = (min(seen, len(events)), story)
        self.last = None
        self.save({"undo": many, "seat": seat} if free else
                  {"undo": many, "seat": seat, "agreed": True})
        self.say("Taken back.", style="news")
        return True


def only_move(table: Table, seat: int) -> Move | None:
    """The one move that a seat has, if it is one. What is picked unseen is never told apart."""
    asked = prompt(table, seat)
    if asked is None or len(asked.offers) != 1 or asked.offers[0].unseen:
        return None
    moves = list(islice(table.moves(seat), 2))
    return moves[0] if len(moves) == 1 else None
