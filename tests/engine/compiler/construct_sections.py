"""Constructs that need sections of their own beside the lines of play, and steps of the score."""

MORE = {
    "rows-beside-a-zone": ("""
starter picks a shelf whose count is less than 2 as place
move middle to place
add count of (deck + every shelf) to tally
if count of (box + every shelf) is more than 3
  move (every shelf) except twin in middle to won of starter
""", """
zones
  shelf 1 to 3 holds gem, open
"""),
    "owned-by-members": ("""
move middle to stack of colour of (the one in middle)
for each colour k
  if count of stack of k is more than 2
    move top of stack of k to middle
    add 1 to price of k
for each colour k, lowest price then highest heap first, until tally is more than 90
  add price of k to tally
  add count of (colour whose price is (price of k)) to points of starter
for each colour k in (colour whose stack is not empty)
  starter picks up to 1 of stack of k as gone
  move gone to won of starter
let dear be (every colour with highest price then lowest heap)
if (any dear) and red is in dear and blue is not in (dear except green)
  add total price of every colour + highest heap of dear to points of starter
if any colour whose stack is empty whose price is at most 7
  left of starter picks a colour whose stack is empty whose price is at most 7 as hue
  add 2 to price of hue
  mood becomes the one in (every colour except (every colour except hue))
add heap of mood - lowest heap of every colour to tally
add count of (every colour with unique price) to tally
if count of (those k in colour such that heap of k is more than price of k) is at least 1
  move stack of (colour whose price is less than 2) to won of left of starter
add total value of stack of every colour to points of left of starter
hot of blue becomes any stack of blue
if hot of mood
  add 1 to tally
tally becomes tally / 5 rounded down
""", """
zones
  stack of each colour holds gem, open, in order
tracks
  price of each colour is a number, starting at 2
  hot of each colour is a flag
figures
  heap of each colour is total value of stack + price
"""),
    "numbered-places": ("""
starter picks a shelf whose count is less than 6 as spot, such that spot is not shelf 1
move middle to spot
add 1 to load of spot
if spot is shelf 2 or load of shelf 3 is more than 2
  add load of spot + worth of spot to points of starter
for each shelf s, until tally is more than 50
  if s is not empty and s is not spot
    starter chooses
      take "take", picking up to 1 of s as got
        move got to won of starter
      push "push", picking a shelf whose count is less than 9 as other
        move s to other
for each shelf s in (shelf whose count is more than 1), highest load then lowest worth first
  add count of s to tally
chance picks a shelf as blown
move blown to row of starter
add highest load of every shelf - total worth of every shelf to tally
add count of different colour of shelf of every shelf to tally
slot 7 becomes slot 7 + count of shelf 1
add slot 8 + 1 to slot 7
if slot 7 is more than 9
  (slot 7) becomes 0
tally becomes tally / 3 rounded up
""".replace("slot 7 becomes slot 7", "(slot 7) becomes slot 7"), """
zones
  shelf 1 to (count of players + 1) holds gem, open
tracks
  load of each shelf is a number, starting at 1
  slot 7 to 8 is a number, starting at 1
figures
  worth of each shelf is total value of shelf + count of this shelf
effect lands
  when a gem enters shelf of s as c, if value of c is more than 1
    add value of c to load of s
    if count of s is more than 5
      move s to box
"""),
    "places-by-number": ("""
move middle to shelf (count of row of starter)
starter picks a number from 1 to (count of players) as n
add n to load of shelf (n + 1)
move shelf (n + 1) to shelf n-th
(slot (7 + count of (shelf 2 whose colour is red))) becomes load of shelf (n)
if shelf (n) is empty or slot 8 is more than (slot 7)
  add 1 to tally
""".replace("shelf n-th", "shelf (n)"), """
zones
  shelf 1 to (count of players + 1) holds gem, open
tracks
  load of each shelf is a number, starting at 1
  slot 7 to 9 is a number, starting at 1
"""),
    "numbers-in-turn": ("""
for each number n from 2 to (count of players + 2), until tally is more than 30
  add n to tally
  if count of deck is more than 1
    move top of deck to shelf (n - 1)
  if n is 3
    starter picks a number from 0 to (n) as m
    add m to points of starter
for each number n from 3 to 2
  end the game
""", """
zones
  shelf 1 to (count of players + 1) holds gem, open
"""),
    "effect-of-a-member": ("""
move middle to stack of colour of (the one in middle)
move row of starter to stack of red
""", """
zones
  stack of each colour holds gem, open
tracks
  price of each colour is a number
effect lands
  when a gem enters stack of k as c, if count of stack of k is more than 1
    add value of c to price of k
    starter picks a colour as other, such that other is not k
    add 1 to price of other
"""),
    "together-nested": ("""
at the same time, each player p
  p picks 1 of hand of p as shown-coin
  move shown-coin to bid of p
  add 1 to points of p
for each player p
  move bid of p to hand of p
""", """
effect bid-bites
  when a coin enters bid of p as c, if value of c is more than 1
    p chooses
      shout "shout"
        add value of c to points of p
      whisper "whisper", picking up to 1 of row of p as dropped
        move dropped to pile
    left of p picks 1 of players as judge
    add 1 to points of judge
"""),
    "together-in-together": ("""
at the same time, each player p
  p chooses
    lay "lay", picking 1 of hand of p as laid
      move laid to bid of p
    pass "pass"
      nothing happens
  if count of bid of p is 1
    add 2 to points of p
for each player p
  move bid of p to hand of p
""", """
effect all-answer
  when a coin enters bid of p, if count of bid of players is at most 2
    at the same time, each player q in players except p
      q picks a number from 0 to 2 as vote
      add vote to points of p
    tally becomes total points of players
"""),
    "effects-order": ("""
move row of starter to won of starter
move top 1 of deck to row of starter
if count of deck is more than 1
  move top 2 of deck to won of left of starter
""", """
effect red-first
  when a gem enters won of p as c, if colour of c is red
    move c to pile
    add value of c to points of p
effect any-gem
  when a gem enters won of p as c, if c is in won of p
    p picks 1 of won of p as swap, such that value of swap is at least value of c
    move swap to row of p
effect dark-ends
  when a star enters row of p
    add 5 to points of p
    end the game
"""),
    "end-round-in-effect": ("""
starter picks up to 2 of row of starter as laid
move laid to won of starter
add 1 to tally
move middle to box
""", """
effect stop-now
  when a gem enters won of p as c, if value of c is 2
    add 1 to points of p
    if tally is less than 30
      end the round
end many at once when count of won of players is at least 4
end rich after the round when highest points of players is more than 3
reckoning last
  for each player p
    p picks up to 1 of row of p as kept
    if any kept
      end the game
    move kept to box
"""),
    "dummy": ("""
with 3 players
  move middle to won of ghost
  add 1 to points of ghost
  let all be players + ghost
  for each player p in all clockwise from ghost
    add 1 to points of p
  let round-trip be players
  take turns clockwise from ghost, each player p in round-trip, until no round-trip,
      using up round-trip
    p picks 1 of players as next-one
    add 1 to points of next-one
    remove p from round-trip
""", """
elimination
  out (players + starter) with lowest points if tally is at least 0
  out players whose won is empty
  if everyone is out, nobody is out
"""),
}
SCORES = {
    "steps": """
  gems add total value of won
  each add 2 for each gem in won
  dark-one subtract value-sum for each star in won
  twice double for each twin in won
  half halve for each star in won, rounded up
  third divide by 3 if count of won is more than 2
  fold multiply by 2 for each red-one in won
  floor at least 1 / 2
  roof at most 40
  tidy round toward zero
""".replace("value-sum", "money-left").replace("fold multiply by 2 for each red-one in won",
                                               "fold multiply by 2 for each twin in won"),
    "tables-and-shares": """
  sets add (1, 3, 6 by count of (won whose colour is k)) for each colour k
  most subtract value of c for each card c in won among the 2 lowest if value of c is not 2
  pairs add 5 for each 2 gem in won
  triples double for each 4 gem in won
  fine double for each colour k if count of (won whose colour is k) is more than 2
  first add 7 shared among players with highest best rounded down
  second add 3 shared among players with second highest best rounded up
""",
    "fractions": """
  share-out add 7 shared among players with highest best
  half-sets halve for each colour k if no won whose colour is k
  gems add total value of won / 7
  share divide by (count of won + 1)
  more multiply by (points / 3)
  half halve for each gem in won
  bound at least (count of hand / 5)
  cut subtract keen / 2 for each star in won, rounded down
  others add highest money-left of players - total best of players / 2
""",
}
