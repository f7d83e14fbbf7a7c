"""What else a rule file could say: blocks of a few lines, in the names of the game itself.

Each block comes in several wordings, the most helpful one first: which of them checks clean is for
whoever writes it down to find out.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game


def blocks(game: Game, card: str) -> list[Iterator[str]]:
    """The wordings of each block; those that speak of a certain card come first."""
    kept = sorted(_kept(game), key=lambda row: row[0] != card)
    return [_effects(game, kept), _options(game, kept), _other_winners(game)]


def _kept(game: Game) -> list[tuple[str, str]]:
    """Cards, and the zones of each player to which they can come."""
    counts = game.player_counts()
    if not counts:
        return []
    program, _, _ = lowered(game, counts[0])
    flow = Flow(program)
    found = [
        (card.kind, zone.name) for number, zone in enumerate(program.zones) if zone.each_player
        for index, card in enumerate(program.cards)
        if flow.zones[number] >> index & 1 and card.zone != number
    ]
    return list(dict.fromkeys(found))


def _effects(game: Game, kept: list[tuple[str, str]]) -> Iterator[str]:
    deeds = [f"{track.name} becomes p" for track in game.tracks
             if track.type == "player" and not track.each and track.numbers is None]
    deeds += [f"shuffle {zone.name}" for zone in game.zones
              if zone.in_order and not zone.each and zone.numbers is None]
    for card, zone in kept:
        for deed in deeds:
            yield ('add effect my-effect "what happens when this card arrives"\n'
                   f"  when a {card} enters {zone} of p\n    {deed}\n")


def _options(game: Game, kept: list[tuple[str, str]]) -> Iterator[str]:
    for scoring in game.scorings:
        for card, zone in kept:
            yield ('option my-option "A rule that players may choose"\n'
                   f"  change scoring {scoring.name}\n"
                   f'    last add my-bonus "bonus" add 1 for each {card} in {zone}\n')


def _other_winners(game: Game) -> Iterator[str]:
    """Another end of the chain; a question about it that the parent leaves open goes first."""
    change = _other_end(game)
    if not change:
        return
    yield change
    for silence in game.silences:
        if any(isinstance(edit, m.Change) and edit.section == "winner"
               for reading in silence.readings for edit in reading.edits):
            yield f"remove silent {silence.name}\n\n{change}"


def _other_end(game: Game) -> str:
    if game.winner is None or not game.winner.tied:
        return ""
    other = "then nobody wins" if game.winner.tied == "shared" else "then shared"
    return f"change winner\n  replace {game.winner.tied} by\n    {other}\n"
