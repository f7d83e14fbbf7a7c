"""The first text of a designer's own variant: a sample that works, with comments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from variorum_dsl import model as m
from variorum_dsl.files.loader import Loaded, load_text
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game

from variorum.checker.check import check
from variorum.files.editions import edition_path
from variorum.files.suggestions import blocks

CARD = "new-card"
MOST_TRIED = 6  # wordings of one block
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
_TAIL = """
# What else can be said. Take the # away from the lines of a block to try it.
"""
_BLANK = '''edition {name} "{title}"

# A whole game, small enough to read in a minute. Change anything, and check again:
#   variorum check {name}.variant                       finds mistakes, runs the examples
#   variorum play {name}.variant --players 2 --human 1  plays against a bot
players 2 to 4
uses auctions

# The cards, and what is printed on them.
kinds
  gem "gem" has value
  coin "coin" has worth

components
  in deck
    12 gem with value 1 to 12
  in purse of each player
    5 coin with worth 1, 2, 3, 5, 8

# Places for cards. Everyone sees what is open, the owner what is secret, nobody what is hidden.
zones
  deck "deck" holds gem, hidden, in order
  shop "shop" holds gem, open
  purse of each player "purse" holds coin, secret
  bid of each player "bid" holds coin, open
  bank "bank" holds coin, open
  treasure of each player "treasure" holds gem, open

# What the table remembers.
tracks
  starter "starting player" is a player

# Numbers that are worked out for each player.
figures
  savings "savings" is total worth of purse

setup
  shuffle deck
  chance picks 1 of players as first
  starter becomes first

# Who has no money left can only pass; the last one who has not passed gets the gem.
rounds "Rounds" until deck is empty, using up deck
  move top of deck to shop
  do ascending-auction giving buyer
    bidders players, first starter, purse purse, stake bid, worth worth
  move shop to treasure of buyer
  move bid of buyer to bank
  starter becomes buyer

scoring points "points"
  gems "gems" add total value of treasure

winner
  highest points
  then highest savings
  then shared

# An example is a position, moves and what must then hold; it is run by every check.
example the-higher-bid-wins "Whoever bids more gets the gem and pays"
  players ann, bo
  given
    deck holds gem 7
    starter is ann
  when playing rounds
    ann: bid coin 3
    bo may not: bid coin 2
    bo: bid coin 5
    ann: pass
  then
    treasure of bo holds gem 7
    savings of ann is 19
    savings of bo is 14
'''
_MORE = """
# effect refund "whoever gets a gem of 10 or more takes a coin back"
#   when a gem enters treasure of p as g, if value of g is at least 10 and any bank
#     p picks 1 of bank as gift
#     move gift to purse of p

# option thrift "Every two coins that are left count a point"
#   change scoring points
#     last add coins "coins" add 1 for each 2 coin in purse

# silent equal-hoards "Who wins with as many points and as much money?"
#   assume all-of-them "all of them"
#   or nobody "nobody"
#     change winner
#       replace shared by
#         then nobody wins
"""


def blank_text(name: str) -> str:
    """A small game of one's own, from nothing."""
    return _BLANK.format(name=name, title=_title(name)) + _TAIL + _MORE


def first_text(name: str, parent: str, game: Game, folder: str) -> str:
    """The most helpful of the samples that check clean."""
    head = _HEAD.format(name=name, title=_title(name), parent=parent)
    text = next((head + sample for sample in _samples(game)
                 if _clean(head + sample, name, folder)), head)
    return _ended(text, name, folder)


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def _loaded(text: str, name: str, folder: str) -> Loaded:
    return load_text(text, f"{folder}/{name}.variant", edition_path)


def _clean(text: str, name: str, folder: str) -> bool:
    loaded = _loaded(text, name, folder)
    return loaded.sheet is not None and not check(loaded)


def _ended(text: str, name: str, folder: str) -> str:
    """With blocks behind it as comments: with each of them, and with all, it checks clean."""
    sheet = _loaded(text, name, folder).sheet
    assert sheet is not None
    taken: list[str] = []
    for wordings in blocks(sheet.resolved()[0], CARD):
        found = next((each for each in islice(wordings, MOST_TRIED)
                      if _clean("\n".join([text, *taken, each]), name, folder)), None)
        if found is not None:
            taken.append(found)
    if not taken:
        return text
    commented = ["".join(f"# {line}".rstrip() + "\n" for line in block.splitlines())
                 for block in taken]
    return "\n".join([text + _TAIL, *commented])


# ------------------------------------------------------------------------------------- samples
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
        (table.name, many) for number, table in enumerate(program.zones)
        if table.domain.sort == "table"
        and (many := sum(card.zone == number for card in program.cards))
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
