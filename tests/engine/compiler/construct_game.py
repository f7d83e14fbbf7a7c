"""The small game that a construct is put into."""

BASE = """\
edition every "Everything"
players 2 to 3

kinds
  piece "piece" has value (3 trio, 5 five-fold) may be dark "dark"
    gem "gem" has colour (red, blue, green)
    coin "coin"

components
{first}  in deck
    9 gem for each colour with value 1 to 3
    1 gem star "Star" with colour blue and value 0 marked dark
    2 gem twin "Twin" with colour red and value 2
  in hand of each player
    4 coin with value 1, 2, 2, 5
{last}
zones
  deck holds gem, hidden, in order
  pile holds gem, open, in order
  middle holds gem, open
  box holds {held}, hidden
  spent of each player holds coin, open
  hand of each player holds coin, secret
  bid of each player holds coin, open
  row of each player holds gem, open, in order
  won of each player holds gem, open

tracks
  starter is a player
  rival is a player or nobody, starting at nobody
  points of each player is a number, starting at 1
  tally is a number
  mood is a colour
  tired of each player is a flag

dummy ghost "Ghost" with 3 players

figures
  money-left is total value of hand
  best is highest value of won otherwise 0
  keen is highest value of won
  seat-like is count of row + total value of row * 10 + points * 100

setup
  shuffle deck
  for each player p in players
    move top 2 of deck to row of p
  chance picks 1 of players as first
  starter becomes first

rounds until deck is empty, using up deck
  move top of deck to middle
{body}
  move middle to won of starter
  starter becomes left of starter
{more}
scoring score
{steps}

{winner}
"""
STEPS = """\
  gems add total value of won
  rest add points
"""
WINNER = """\
winner
  highest score
  then highest money-left
  then shared
"""


# So many pieces that sets of both kinds lie on two pages, and the deck on both of them.
MANY_FIRST = """\
  in box
    55 gem with colour green and value 1
"""
MANY_LAST = """\
  in spent of each player
    40 coin with value 1
"""


def game(
    body: str, more: str = "", steps: str = STEPS, winner: str = WINNER, *, many: bool = False
) -> str:
    lines = "".join(f"  {line}\n" for line in body.strip("\n").splitlines())
    return BASE.format(
        body=lines.rstrip("\n"), more="\n" + more.strip("\n") + "\n", steps=steps.rstrip("\n"),
        winner=winner, first=MANY_FIRST if many else "", last=MANY_LAST if many else "",
        # Coins that can never leave their owner are laid out in another way.
        held="gem or coin" if "coin-one to box" in body or "bid of players to box" in body
        else "gem",
    )
