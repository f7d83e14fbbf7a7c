"""Random rule files that are well formed: for tests that want more games than anybody has written.

Every file is put together from parts of the language (kinds with attributes and marks, zones of
all visibilities and owners, tracks, figures, procedures, effects, loops, decisions, scoring steps,
tie-breaks, elimination, options, silences), read into a document, and printed in the one style. Not
every one is a sensible game: the checker may still refuse it.
"""

from __future__ import annotations

from hypothesis import strategies as st
from variorum_dsl import model as m
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.printer.document import print_document
from variorum_dsl.syntax.reader import parse

Draw = st.DrawFn

DECISIONS = {
    "auction": """\
  auction: do ascending-auction giving winner
    bidders players, first starter, purse hand, stake bid, worth value
  move bid of winner to spent
  do award
    taker winner
  starter becomes winner
""",
    "sealed": """\
  let able be players whose hand is not empty
  if count of able is count of players
    do sealed-bids
      bidders players, purse hand, stake bid
    do highest-unique giving winner
      bidders players, stake bid, worth value
    move bid of players to spent
    if winner is nobody
      move middle to box
    otherwise
      do award
        taker winner
  otherwise
    move middle to box
""",
    "turns": """\
  let taker be nobody
  take turns clockwise from starter, each player p in players,
      until taker is not nobody, using up hand of players
    p chooses
      take "take"
        taker becomes p
      pay "pay", picking 1 of hand of p as paid
        move paid to bid of p
  do award
    taker taker
  move bid of players to spent
  starter becomes left of taker
""",
    "round": """\
  for each player p in players clockwise from starter
    p chooses
      pay "pay", picking up to 2 of hand of p as paid
        move paid to bid of p
      pass "pass"
        add 1 to points of p
  move middle to box
  move bid of players to spent
""",
    "gift": """\
  starter picks 1 of players as lucky
  do award
    taker lucky
  starter becomes left of starter
""",
    "passing": """\
  move each hand to the left
  starter picks a kind of gem as named
  if middle is a named
    add 2 to points of starter
  move middle to won of (the next player clockwise after starter)
  move top up to 1 of (deck whose value is 1) to box
  starter becomes left of starter
""",
    "number": """\
  starter picks a number from 0 to 3 as guess
  if guess is at most count of deck
    add guess to points of starter
  move middle to won of starter
  starter becomes right of starter
""",
    "together": """\
  at the same time, each player p
    p chooses
      claim "claim"
        add 1 to points of p
      burn "burn", picking 1 of hand of p as burnt
        move burnt to spent
  do award
    taker starter
  starter becomes left of starter
""",
    "leaving": """\
  let active be players
  let gone be no players
  figure debt is count of won + points
  repeat until count of active is 1, using up active
    starter picks 1 of active as leaver
    remove leaver from active
    add leaver to gone
    if not leaver is starter and (any (those q in gone such that debt of q is 0)
        or any gone with unique debt)
      tired of leaver becomes true
  if any hand of starter whose value is 1
    move one of (hand of starter whose value is 1) to spent
  if any gone whose tired is true
    move middle to won of (the one in active)
  otherwise
    move middle to box
    end the round
  with 2 players
    starter becomes left of starter
  otherwise
    nothing happens
  custom aloud "Whoever leaves says so aloud."
  if count of deck is at most (1 for 2 players, 0 for 3 players)
    end the game
""",
    "places": """\
  starter picks a shelf whose count is less than 20 as place
  move middle to place
  add 1 to weight of place
  starter picks a number from 0 to 2 as paid
  subtract paid from savings of starter
  if total weight of every shelf is more than 2
    starter picks a colour as named
    move (shelf 1) whose colour is named to heap of named
    starter picks a number from 1 to 2 as emptied
    move shelf (emptied) to won of starter
    for each number n from 1 to (count of players), until deck is empty
      add n to points of left of starter
  for each colour k
    if heap of k is not empty
      add 1 to points of starter
  starter becomes left of starter
""",
}
# What one of them needs besides: whatever members and numbered places own, and secret numbers.
ZONES = {"places": """\
  shelf 1 to 2 holds gem, open
  heap of each colour holds gem, open
"""}
TRACKS = {"leaving": """\
  tired of each player is a flag
""", "places": """\
  weight of each shelf is a number
  savings of each player is a number, starting at 4, secret
"""}
FIGURES = {"places": """\
  height of each colour is count of heap
  filling of each shelf is count of this shelf
"""}
HELD = {"places": " + every shelf + heap of every colour"}
OWN_STEPS = {"places": (
    "saved add savings",
    "heaps add highest height of every colour",
    "shelves subtract total weight of every shelf",
    "fullest add highest filling of every shelf",
)}

NAMED_STEPS = ("pairs-up add 2 for each gem in won whose value is at least pair",
               "trios subtract count of won whose value is trio")
STEPS = (
    "gems add total value of gem in won",
    "count add 2 for each gem in won",
    "star subtract 3 for each star in won",
    "darkness double for each dark in won",
    "half halve for each star in won, rounded down",
    "purse add money-left if hand is not empty",
    "gain add points",
    "floor at least 0",
    "roof at most 20",
    "thirds divide by 3",
    "tidy round down",
    "triple multiply by 3 if any dark in won",
    "richest add best",
    "table add (1, 3, -2 by count of won)",
    "pairs add 3 for each 2 gem in won",
    "small subtract the smaller of money-left and points",
    "own add value of c for each card c in gem in won among the 2 lowest if c is not a star",
    "others add points of p for each player p among the 1 highest",
    "share add 5 shared among players with highest best rounded down",
    "second add 3 shared among players with second highest money-left rounded up",
)
SETUPS = (
    "  move top of deck to box\n",
    "  move top of deck to deck below 1 cards\n",
    "  move star in deck to deck above (count of players) cards\n",
    "  move star in deck to bottom of deck\n",
)
TIES = ("money-left", "best", "points")
EFFECTS = (
    """effect star-shines "a star gives points"
  when a star enters won of p
    add 2 to points of p
""",
    """effect star-costs "a star costs a gem"
  when a gem enters won of p,
      if count of gem in won of p is more than 1 and any star in won of p
    p picks 1 of gem in won of p as lost
    move lost to box
""",
)
ENDS = (
    'end dark-out "a dark card is out" at once when count of dark outside deck is 1\n',
    'end broke "somebody is broke" after the round when any players whose hand is empty\n',
    'end full "enough" after the round when highest points of players is at least 3\n',
)


@st.composite
def texts(draw: Draw) -> str:
    """The text of a rule file, before it is laid out."""
    low = draw(st.integers(2, 3))
    high = draw(st.integers(low, 3))
    gems = draw(st.integers(2, 5))
    coins = draw(st.integers(1, 4))
    how = draw(st.sampled_from(sorted(DECISIONS)))
    colours = how in ZONES or draw(st.booleans())
    hand = draw(st.sampled_from(("secret", "open")))
    won = draw(st.sampled_from(("open", "open", "secret")))
    box = draw(st.sampled_from(("open", "hidden")))
    start = draw(st.integers(0, 3))
    named = draw(st.booleans())
    parts = [f"""edition drawn "Drawn by lot"
players {low} to {high}
uses auctions

kinds
  piece "piece" has value{' (2 pair, 3 trio)' if named else ''} may be dark "dark"
    gem "gem"{' has colour (red, blue)' if colours else ''}
    coin "coin"

components
  in deck
    {gems} gem with {'colour red and ' if colours else ''}value {start} to {start + gems - 1}
    1 gem star "Star" with {'colour blue and ' if colours else ''}value 0 marked dark
  in hand of each player
    {coins} coin with value 1 to {coins}

zones
  deck holds gem, hidden, in order
  middle holds gem, open
  box holds gem, {box}
  spent holds coin, {draw(st.sampled_from(("open", "hidden")))}
  hand of each player holds coin, {hand}
  bid of each player holds coin, open
  won of each player holds gem, {won}
{ZONES.get(how, "")}
tracks
  starter is a player
  points of each player is a number, starting at {draw(st.integers(0, 2))}
{TRACKS.get(how, "")}
figures
  money-left is total value of hand
  best is highest value of gem in won otherwise 0
{FIGURES.get(how, "")}
setup
  shuffle deck
  chance picks 1 of players as first
  starter becomes first
"""]
    parts += draw(st.lists(st.sampled_from(SETUPS), max_size=2))
    flow = DECISIONS[how]
    if draw(st.booleans()):
        deeper = "".join(f"    {line}\n" for line in flow.splitlines())
        flow = draw(st.sampled_from((
            "  depending on middle\n    case star\n      move middle to box\n    case gem\n",
            "  if middle is a star\n    move middle to box\n  otherwise\n",
        ))) + deeper
    parts.append(f"\nrounds until deck is empty, using up deck\n"
                 f"  reveal: move top of deck to middle\n{flow}")
    parts.append("""
procedure award "the card is handed out"
  takes taker : player
  move middle to won of taker
""")
    parts += ["\n" + effect for effect in EFFECTS if draw(st.integers(0, 2)) == 2]
    parts += ["\n" + end for end in ENDS if draw(st.integers(0, 3)) == 3]
    if draw(st.booleans()):
        parts.append("\nreckoning hands\n  for each player p\n    show hand of players to p\n")
    if draw(st.booleans()):
        rest = draw(st.sampled_from(("nobody wins", "nobody is out")))
        figure = draw(st.sampled_from(TIES))
        parts.append(f"\nelimination\n  out players with lowest {figure}\n"
                     f"  if everyone is out, {rest}\n")
    possible = (*STEPS, *OWN_STEPS.get(how, ()), *(NAMED_STEPS if named else ()))
    steps = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=5, unique=True))
    parts.append("\nscoring score\n" + "".join(f"  {step}\n" for step in steps))
    chain = draw(st.lists(st.sampled_from(TIES), max_size=2, unique=True))
    ties = "".join(f"  then {draw(st.sampled_from(('highest', 'lowest')))} {name}\n"
                   for name in chain)
    parts.append(f"\nwinner\n  {draw(st.sampled_from(('highest', 'lowest')))} score\n{ties}"
                 f"  then {draw(st.sampled_from(('shared', 'nobody wins')))}\n")
    parts += _choices(draw, won)
    if draw(st.booleans()):
        players = ", ".join(("ann", "bo", "cy")[:low])
        parts.append(f"\nexample begun\n  players {players}\n  given\n    starter is bo\n"
                     f"  when playing rounds from reveal\n  then\n    count of players is {low}\n")
    parts.append("\nalways gems-stay: count of (deck + middle + box + won of players"
                 f"{HELD.get(how, '')}) is {gems + 1}\n"
                 "always coins-stay: count of (hand of players + bid of players + spent) is "
                 f"{coins} * count of players\n")
    return "".join(parts)


def _choices(draw: Draw, won: str) -> list[str]:
    """Options that have nothing to do with each other, and an open question."""
    parts = []
    if draw(st.booleans()):
        other = "secret" if won == "open" else "open"
        parts.append('\noption covered "won cards lie the other way up"\n'
                     f"  replace zone won of each player holds gem, {other}\n")
    if draw(st.booleans()):
        parts.append('\noption bonus "a bonus for everybody"\n  change scoring score\n'
                     f"    last add bonus add {draw(st.integers(1, 5))}\n")
    if draw(st.booleans()):
        parts.append('\nsilent last-tie "Who wins a tie?"\n  assume as-printed "as above"\n'
                     '  or none "nobody"\n    change winner\n      replace score by\n'
                     "        highest money-left\n        then nobody wins\n")
    return parts


@st.composite
def documents(draw: Draw) -> m.Document:
    """A random rule file as a document."""
    text = draw(texts())
    document, problems, *_ = parse(Source("<drawn>", text))
    assert document is not None, problems
    assert not problems, problems
    return document


@st.composite
def rule_files(draw: Draw) -> str:
    """The text of a random rule file, in the one style."""
    return print_document(draw(documents()))
