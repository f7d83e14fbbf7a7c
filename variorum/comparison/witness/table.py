"""One side of a game, as it is told."""

from __future__ import annotations

from variorum_engine.checks.finals import Final, position
from variorum_engine.examples.writer import Writer
from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.events import ChancePicked
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Table

from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told
from variorum.comparison.witness.accounts import account
from variorum.comparison.witness.games import first_stage, to_the_first_stage


class Player:
    """Who tells it."""

    def __init__(self, side: Side, players: int) -> None:
        rules, _, symbols = side.rules(players)
        assert rules is not None
        self.rules, self.symbols = rules, symbols
        self.writer = Writer(rules, symbols)

    def opening(self, chance: Chance) -> list[str]:
        """The deal as an example gives it: what lies where behind the setup."""
        _ = self.rules.code
        state = self.rules.opening()
        state.chance = chance
        if not to_the_first_stage(self.rules, state):  # it begins with the setup
            return [f"players {', '.join(self.writer.names)}", "when"]
        return [*position(Final(self.rules, self.symbols), state).split("\n"),
                f"when playing {first_stage(self.rules.program)}"]

    def say(self, table: Table, seat: int, move: Move) -> str:
        phrases = self.writer.said(table, seat, move)
        words = ", ".join(" ".join(map(str, phrase.words)) for phrase in phrases)
        return f"{self.writer.names[seat]}: {words}"

    def drawn(self, event: ChancePicked) -> str:
        """What chance has picked, as an example gives it."""
        match event.line.source.type:
            case "cards" | "card":
                phrases = self.writer.phrases(bits(event.picked))
                return ", ".join(" ".join(map(str, phrase.words)) for phrase in phrases)
            case "players" | "player":
                return ", ".join(map(self.writer.owner, bits(event.picked)))
            case _:
                return ", ".join(map(str, bits(event.picked)))

    def account(self, table: Table, lines: list[str]) -> Told:
        """What was given and played, and the score sheets that it ends in."""
        return account(self.rules, self.symbols, self.writer.names, table.state, lines)
