"""The first text of a designer's own variant: a sample that works, with comments."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.edits.game import Game
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered

from variorum.checker.check import check
from variorum.files.editions import edition_path

CARD = "new-card"
NAMES = ("ann", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ida", "jo", "kim", "lou")

_HEAD = '''variant {name} "{title}" extends {parent}

# A variant says only what is different from {parent}: it consists of edits.
#   variorum check {name}.variant       finds mistakes and runs the examples
#   variorum show {name}.variant        prints the whole game with your changes in place
#   variorum show {parent} --keys   prints the names of the lines that you can change
'''
_CARD = '''
# One card more. Give it a name, the words that players read, and values of your own.
add components
  in {zone}
    {line}
'''
_EXAMPLE = '''
# An example states what must hold; it is run by every check.
example {example} "{words}"
  players {players}
  then
    {fact}
'''
_TAIL = '''
# What else a variant can say (remove the # to try it):
# add effect my-effect "what happens when a card arrives"
#   when a KIND enters ZONE of p
#     nothing happens
# change winner
#   replace shared by
#     then nobody wins
'''


def first_text(name: str, parent: str, game: Game, folder: str) -> str:
    """The most helpful of the samples that check clean."""
    title = name.replace("-", " ").title()
    head = _HEAD.format(name=name, title=title, parent=parent)
    for sample in _samples(game):
        text = head + sample + _TAIL
        loaded = load_text(text, f"{folder}/{name}.variant", edition_path)
        if loaded.sheet is not None and not check(loaded):
            return text
    return head + _TAIL


def _samples(game: Game) -> Iterator[str]:
    """A new card with an example, for each place where one could go; then an example alone."""
    counts = game.player_counts()
    players = ", ".join(NAMES[: counts[0]]) if counts else ""
    for pile, line in _places(game):
        card = _card(game, line)
        if not card:
            continue
        where = f"{CARD} in {pile.zone}"
        yield _CARD.format(zone=pile.zone, line=card) + _EXAMPLE.format(
            example="the-new-card-is-there", words="The new card is among the others",
            players=players, fact=f"count of {where} is 1",
        )
    for zone, many in _filled(game):
        yield _EXAMPLE.format(
            example="before-the-game", words="What lies there before the game", players=players,
            fact=f"count of {zone} is {many}",
        )


def _filled(game: Game) -> list[tuple[str, int]]:
    """The shared zones that hold cards before the setup, and how many."""
    counts = game.player_counts()
    if not counts:
        return []
    program, _, _ = lowered(game, counts[0])
    return [
        (table.name, many) for number, table in enumerate(program.zones) if not table.each_player
        if (many := sum(card.zone == number for card in program.cards))
    ]


def _places(game: Game) -> list[tuple[m.Pile, m.Component]]:
    """Lines beside which a card of the same kind can stand, the plainest first."""
    kinds = {kind.name: kind for kind in game.kinds}
    found = [
        (pile, line) for pile in game.piles if not pile.each and not pile.low
        for line in pile.lines if line.kind in kinds and not line.name
    ]
    return sorted(found, key=lambda row: (bool(row[1].marks), not kinds[row[1].kind].attributes))


def _card(game: Game, line: m.Component) -> str:
    """`1 luxury new-card "New Card" with value 5`, or nothing if its values are not known."""
    values = {setting.name: setting.values for setting in line.settings}
    with_values = []
    for attribute in _attributes(game, line.kind):
        if attribute.members:
            with_values.append(f"{attribute.name} {attribute.members[0]}")
            continue
        numbers = [each.high for each in values.get(attribute.name, ()) if not each.word]
        with_values.append(f"{attribute.name} {max(numbers, default=1)}")
    values_text = f" with {' and '.join(with_values)}" if with_values else ""
    marks = f" marked {', '.join(line.marks)}" if line.marks else ""
    return f'1 {line.kind} {CARD} "New Card"{values_text}{marks}'


def _attributes(game: Game, kind: str) -> list[m.Attribute]:
    kinds = {each.name: each for each in game.kinds}
    found: list[m.Attribute] = []
    while kind in kinds:
        found[:0] = kinds[kind].attributes
        kind = kinds[kind].under
    return found
