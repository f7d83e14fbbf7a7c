"""Small games that together use everything that can be written: one snippet for each corner."""

from tests.engine.compiler.construct_game import game
from tests.engine.compiler.construct_sections import MORE, SCORES

BODIES = {
    "chance-several-cards": """
chance picks 2 of hand of starter as some
move some to spent of starter
chance picks up to 2 of (row of players + middle) as more
move more to box
chance picks (count of row of starter) of won of players + row of players as rest
move rest to row of left of starter
move spent of starter to hand of starter
""",
    "chance-any-number": """
chance picks any number of hand of starter as some
add count of some to points of starter
chance picks 1 to 3 of players as lucky
for each player p in lucky
  add 1 to points of p
chance picks 1 of middle as just
move just to row of starter
""",
    "chance-number": """
chance picks a number from 2 to 6 as die
add die to points of starter
starter picks a number from 1 to 3 as guess, such that guess is not 2
if guess is die / 2
  add 10 to points of starter
""",
    "picked-member": """
starter picks a colour as hue, such that hue is not blue
mood becomes hue
chance picks a colour as weather
if mood is weather
  add 3 to points of starter
let few be 1
(left of starter) picks few of hand of (left of starter) as spending
move spending to spent of (left of starter)
add count of spending / 2 rounded up to points of starter
add highest value of dark in won of starter otherwise 7 to points of starter
""",
    "custom": """
custom counting "Whoever plays counts aloud."
add 1 to points of starter
if count of hand of starter is 0
  custom silence "Nobody speaks."
""",
    "picked-dummy": """
with 3 players
  starter picks 1 of players + ghost as favourite
  add 1 to points of favourite
  chance picks 1 of players + ghost as struck
  move middle to won of struck
""",
    "otherwise-cards": """
let poor be ((players with lowest keen) otherwise (players except starter))
for each player p in poor
  add 1 to points of p
let fine-ones be ((row of starter whose value is (highest value of won of starter))
    otherwise middle)
add count of fine-ones to points of starter
""",
    "otherwise-deep": """
let bold be ((highest keen of players is at least 2) otherwise false)
if bold
  add 1 to tally
tally becomes ((total keen of players - 1) otherwise (tally + 1))
rival becomes ((the one in (players except starter) with highest keen then lowest seat-like)
    otherwise starter)
if rival is not nobody
  add (((highest value of (row of rival whose colour is red)) otherwise (7 / 2))
      rounded up) to points of rival
""",
    "fractions-kept": """
points of starter becomes points of starter / 2
add value of middle / 3 to points of starter
tally becomes total points of players * 2 rounded down
""",
    "fractions-by-changing": """
let share be tally / (count of won of starter + 1)
tally becomes (share + 5) / 2 rounded up
add (total value of row of starter / (count of row of players + 1) rounded toward zero) to tally
let half be total value of hand of starter / 2
starter picks 1 or more of hand of starter as paid,
    such that total value of paid is at most half + 3 / 2
move paid to bid of starter
""",
    "orders": """
move row of starter to pile
move middle to row of starter
if any pile
  move top 1 of pile to row of left of starter
move (row of left of starter + won of starter) to pile
move pile whose colour is red to row of starter
shuffle pile
move pile to row of starter
shuffle row of starter
if count of deck is more than 3
  move (top 2 of deck) to pile
  move top of pile to middle
""",
    "order-kept": """
let upper be top of deck
let older be row of starter
move older to row of left of starter
move older to pile
move upper to row of starter
move upper to middle
""",
    "order-from-below": """
move row of starter to bottom of pile
move middle to bottom of row of left of starter
move pile whose colour is red to bottom of pile
if count of pile is more than 2
  move (top 2 of pile + row of starter) to bottom of pile
  move top of pile to bottom of row of right of starter
if count of deck is more than 2
  move top of deck to bottom of deck
  let upper be top 2 of deck
  move upper to bottom of deck
  move (upper + row of left of starter + won of starter) to bottom of pile
  move pile to bottom of pile
""",
    "order-inside": """
move row of starter to pile below 1 cards
move middle to row of left of starter above 1 cards
move pile whose colour is red to pile above 2 cards
if count of pile is more than 2
  move (top 2 of pile + row of starter) to pile below (count of players) cards
if count of deck is more than 2
  move top of deck to deck below 2 cards
  let upper be top 2 of deck
  move upper to deck above (count of pile) cards
  move (upper + row of left of starter + won of starter) to pile below 1 cards
  move pile to pile above 3 cards
""",
    "named-cards-travel": """
starter picks 1 of hand of starter as coin-one
move coin-one to bid of starter
move coin-one to box
let heap be row of starter
heap becomes heap except heap whose colour is blue
add row of left of starter to heap
move heap to won of left of starter
move heap whose value is 1 to row of starter
""",
    "player-changes-hands": """
let who be starter
let purse be hand of who
who becomes left of who
move purse with highest value to bid of who
""",
    "parts-of-a-hand": """
starter picks ((count of hand of starter + 1) / 2 rounded down) of hand of starter as paid
move paid to bid of starter
let heap be row of starter
heap becomes heap + won of starter
move heap to won of left of starter
move heap to box
""",
    "whose-cards": """
for each player p
  let q be left of p
  let purse be hand of p
  move purse with highest value to spent of p
  q becomes p
  move spent of q to hand of q
starter picks 1 of players as lucky
add 1 to points of lucky
""",
    "whose-players": """
starter picks 1 of players as lucky
add 1 to points of lucky
add count of players whose points is more than 1 to tally
tired of lucky becomes true
add count of players whose tired is true to tally
add count of players whose tired is not true whose points is 2 to tally
if count of players whose tired is false is 1
  tired of starter becomes false
for each player p in players whose money-left is at least (money-left of lucky)
  add 1 to points of p
""",
    "cards-of-two-players": """
let purse be hand of starter
if purse is hand of left of starter or hand of left of starter is in purse
  add 1 to tally
add count of (purse + hand of left of starter) to tally
let fat be (those c in hand of starter such that
    value of c is more than 1 and c is not in hand of left of starter)
add count of fat to tally
starter becomes left of starter
move purse with lowest value to bid of starter
add count of (hand of players + bid of players) to tally
move bid of starter to hand of right of starter
starter picks 1 of players as lucky
""",
    "cards-in-order-of-rank": """
let old be row of players + middle
for each card c in old, highest value then lowest colour first
  add value of c * (count of won of starter + 1) to points of starter
  move c to won of starter
""",
    "cards-until": """
for each card c in row of starter, until tally is more than 3
  add value of c to tally
  starter picks 1 of players as taker
  move c to won of taker
tally becomes 0
""",
    "players-in-order-of-rank": """
for each player p in players clockwise from starter, highest money-left first
  p picks up to 1 of hand of p as paid
  move paid to bid of p
for each player p in players, lowest points then highest money-left first,
    until tally is at least 40
  add 1 to tally
  add tally to points of p
for each player p in players except starter clockwise after starter
  points of p becomes points of p * 2 - points of starter
  if points of p is more than 100
    points of p becomes 0 - 3
""",
    "all-players-at-once": """
add count of hand of players to tally
add total value of hand of players to tally
if no bid of players
  add total value of (hand of players whose value is 2) to tally
add (highest value of hand of players otherwise 1) to tally
let everything be count of (hand of players + bid of players)
starter picks up to 1 of hand of starter as paid
move paid to bid of starter
move bid of players to box
add everything to tally
tally becomes tally / 3 rounded down
""",
    "own-cards-only": """
add count of hand of players + total value of hand of players to tally
for each player p
  p picks up to 1 of hand of p as paid
  move paid to bid of p
if any bid of players
  add 1 to points of starter
for each player p
  move bid of p to hand of p
tally becomes tally / 7 rounded down
""",
    "members-and-flags": """
mood becomes colour of (the one in middle)
for each colour k, until count of won of starter is more than 4
  if mood is k and not tired of starter
    add 1 to tally
tired of starter becomes tally is more than 3 or tired of left of starter
if tired of starter is tired of left of starter
  add count of (those q in players such that tired of q) to points of starter
let shade be (colour of (the one in row of starter with highest value then lowest colour)
    otherwise red)
if shade is mood
  add count of gem in box whose colour is shade to tally
""",
    "unlike-others": """
let odd be players with unique money-left
for each player p in odd
  add 3 to points of p
add count of won of starter with unique value to tally
let twins be twin in won of starter
if any twins
  move one of twins to box
if middle is a star
  move the one in middle to box
if row of starter is in (row of players) and starter is in players and ghost-less is 0
  add 1 to tally
""".replace(" and ghost-less is 0", ""),
    "such-that": """
let chosen be (those c in won of players such that value of c is more than count of (those d in
    won of starter such that colour of d is colour of c and value of d is at least value of c)
    or c is a star)
add count of chosen to tally
let rich be (those q in players such that money-left of q is at least money-left of starter)
for each player q in rich
  q picks 1 of players as friend, such that friend is not q
  add count of (players except friend) to points of friend
starter picks 1 to 2 of players as pair, such that starter is in pair or count of pair is 2
add count of pair to points of starter
""",
    "outside-and-extremes": """
add count of dark outside deck + count of twin outside won of starter to tally
add (lowest value of won of starter otherwise 5) to tally
add highest best of players - lowest best of players to points of starter
rival becomes right of starter
if rival is not left of starter and rival is not nobody
  add 1 to points of rival
rival becomes nobody
show hand of starter to left of starter
show won of players to players
show (middle + row of starter) to players
if count of deck is count of won of starter
  end the game
""",
    "tables-and-totals": """
add (1, 3, -6, 10 by count of won of starter) to tally
add (5, 2 by total value of hand of starter / 3) to points of starter
add the smaller of tally and count of row of players to points of starter
add the larger of (tally / 2) and (points of starter / 3) rounded up to tally
tally becomes the smaller of tally and 60
add (count of (won of starter whose colour is k) * 2 for each colour k) to points of starter
add (total value of (won of starter whose colour is k) for each colour k among the 2 highest
    if any won of players whose colour is k) to tally
add (points of q for each player q in players except starter among the 1 lowest) to tally
add (value of c * (count of (won of starter whose colour is (colour of c))) for each card c in
    won of starter if c is not a star) to points of starter
add (n * n for each number n from 1 to count of won of starter if n is not 2) to tally
tally becomes tally / 5 rounded down
points of starter becomes the smaller of points of starter and 500
for each player p in players with second highest points
  add 2 to points of p
for each player p in players with third lowest points
  add 1 to points of p
add count of won of players with second highest value to tally
""",
    "guarded": """
repeat until tally is more than 20, using up nothing, because "it ends", guarded at 7 turns
  chance picks a number from 0 to 3 as step
  add step to tally
take turns clockwise from starter, each player p, until points of p is more than 90,
    using up nothing, because "somebody has enough", guarded at 3 turns
  p picks 1 of players as friend
  add 1 to points of friend
tally becomes tally / 3 rounded down
""".replace("until points of p is more than 90", "until highest points of players is more than 90"),
    "next-and-passing": """
move each row to the left
move each hand to the right
rival becomes the next player clockwise after starter whose won is not empty
if rival is not nobody
  add 1 to points of rival
let few be the next player in players except starter clockwise after starter
add 2 to points of few
move each row to the right
let waiting be players
take turns clockwise after starter, each player p in waiting, until no waiting, using up waiting
  p picks 1 of players as friend
  add count of waiting to points of friend
  remove p from waiting
let seen be no cards
add won of starter to seen
let heroes be no players
add starter to heroes
add count of seen + count of heroes to tally
""",
    "tops-of-parts": """
move row of starter to pile
move top up to 1 of (pile whose colour is red) to row of left of starter
if count of (pile whose value is more than 1) is at least 2
  move top 2 of (pile whose value is more than 1) to bottom of row of starter
move top up to 3 of deck to pile
if any gem in pile
  move top of gem in pile to won of starter
if any pile whose colour is green
  let upper be top of (pile whose colour is green)
  move upper to box
add count of top up to 2 of (row of starter except twin in row of starter) to tally
""",
    "named-kind": """
starter picks a kind of gem as named, such that named is not named or true
if any named in won of players
  add count of named in won of players to points of starter
chance picks a kind of piece as struck
move struck in won of players to box
if row of starter is a named or middle is not a struck
  add 1 to tally
if middle is a named
  add 4 to points of starter
""".replace(", such that named is not named or true", ""),
    "alike-and-different": """
add count of different colour of won of starter to points of starter
add count of same colour of won of players to tally
add count of different value of hand of starter - count of same value of hand of players to tally
let heap be middle
heap becomes heap + row of starter
if count of same colour of heap is at least 2 and count of different value of heap is not 1
  add 5 to points of starter
starter picks any number of hand of starter as paid,
    such that count of different value of paid is at most 1
move paid to bid of starter
add count of same colour of (won of starter + row of starter) whose value is more than 1 to tally
add count of different colour of (those c in won of players such that value of c is 2) to tally
""",
    "scores-along-the-way": """
let ahead be players with highest score
for each player p in ahead
  add 1 to points of p
add (highest score of players / 2 rounded down) to tally
if score of starter is more than tally
  starter picks up to 2 of hand of starter as paid
  move paid to bid of starter
""",
    "turns": """
let active be players
take turns clockwise from starter, each player p in active, until count of active is 1,
    using up active and hand of active
  p chooses
    pay "pay", if hand of p is not empty, picking 1 of hand of p as paid
      move paid to spent of p
    stop "stop"
      remove p from active
    quit "quit", if count of won of p is more than 2
      remove p from active
      add 1 to points of p
add 1 to points of (the one in active)
repeat until count of row of starter is at most 1, using up row of starter
  move top of row of starter to box
if count of deck is 3
  end the round
""",
    "together-plain": """
at the same time, each player p in players except starter
  p chooses
    give "give", if hand of p is not empty, picking 1 of hand of p as gift
      move gift to bid of p
    keep "keep"
      add 1 to points of p
  add count of bid of p to points of starter
  if points of starter is more than 20
    end the round
""",
    "narrowed": """
if middle is a star or middle is a twin
  move middle to won of starter
  add 1 to points of starter
otherwise
  for each card x in row of starter
    if x is a twin
      move x to box
    otherwise
      add value of x to tally
  move middle to row of left of starter
""",
    "named-values": """
add count of row of starter whose value is at least trio to points of starter
starter picks up to 1 of hand of starter as paid, such that total value of paid is not five-fold
move paid to spent of starter
""",
    "depending": """
depending on middle
  case star, twin
    starter picks 1 of players as lucky
    move middle to won of lucky
  case dark
    nothing happens
  case gem
    starter chooses
      low "low", if value of (the one in middle) is less than 3
        move middle to box
      take "take"
        add value of middle to points of starter
""",
}


def games(*, many: bool = False) -> dict[str, str]:
    """All of them, by name; on demand with more than 64 pieces of each sort."""
    found = {name: game(body, many=many) for name, body in BODIES.items()}
    found |= {name: game(body, more, many=many) for name, (body, more) in MORE.items()}
    plain = "starter picks up to 1 of hand of starter as paid\nmove paid to bid of starter"
    found |= {f"score-{name}": game(plain, steps=steps, many=many)
              for name, steps in SCORES.items()}
    found["nobody-wins"] = game(plain, steps="  flat add 3\n", many=many, winner="""\
elimination
  out players whose bid is empty
  if everyone is out, nobody wins

winner
  lowest score
  then lowest best
  then nobody wins
""")
    return found
