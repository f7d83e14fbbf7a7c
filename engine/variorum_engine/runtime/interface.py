"""What the code of a game gives to the code beside it. Only names and types are here.

A position is one array, the memory M. Its parts begin at Z (zones), O (orders), C (how long the
orders are), T (tracks), L (names that outlive a decision), X (what is asked and answered), R (the
random stream), A (offers), P (sealed answers) and W (the result).
"""

from __future__ import annotations

Row = list[int]

Z = O = C = T = L = X = R = A = P = W = SIZE = 0
CHOICE = X + 1  # the answer: which choice
ROUNDS = X + 2  # how many rounds were played
ASKED = X + 3  # how many decisions were asked
SEAT = X + 4  # who decides
BROKEN = X + 5  # whether a condition on an answer broke down
PICKED = X + 8  # the answer: a mask for each page, one of players, or one number
WINNERS = W
OUT = W + 1  # who is eliminated
DECIDED = W + 2  # which line of the chain decided: -1 a single contender, its length if none did
BEST = W + 4  # the best of the first figure that decides
SCORES = W + 8  # that figure for each seat, after `scores`

PLAYERS = OWNERS = 0
PAGES = 0  # sets of cards are cut into pages of at most 60
SLOTS = 0  # of zones
WIDTH = 0  # of a row of offers: 0 offered, 1 fewest, 2 most, 3 sort of limit, 4 bound, 5 attribute,
# 6 what totals are multiplied with, 7 free for use, 8 and on what can be picked, by page
CHOICES = 0  # the most of one decision
DECISIONS = 0  # their numbers begin with 1
KIND: Row = []  # by decision and choice: -1 absent, 0 no pick, 1 cards, 2 players, 3 numbers
TOGETHER: Row = []  # by decision: whether all decide at the same time
VALUES: Row = []  # by attribute, page and bit (64 for each page)
ATTRIBUTES = 0
SUM_PLACE: Row = []  # by attribute and page: where in SUMS its totals begin
SUMS: Row = []  # the totals of every set of eight cards, 256 for each eight
GAINS: Row = []  # the same where what is below zero counts nothing
BYTES: Row = []  # by page: how often there are eight cards, or some left
FACE: Row = []  # by page and bit: cards with the same face are just the same
TWIN: Row = []  # by page and bit: the bit of the card before it that is just the same, or -1

# What the rule of thumb looks at (analysis/features.py). Zones are five numbers each: first
# slot, pages, first page, attribute, whether each player has one.
FEATURES: Row = []  # six numbers each: kind, then as a zone
FEATURE_COUNT = STAKE_FACES = OWN_ZONE_COUNT = RIVAL_ZONE_COUNT = STAKE_ZONE_COUNT = 0
OPEN_ZONE_COUNT = HOME_COUNT = WEIGHTS = 0
ORDINAL: Row = []  # by page and bit: the number among the faces that can be at stake, or -1
KINDRED: Row = []  # by attribute, page and bit: the cards of that page with the same member
MEMBERS: Row = []  # by attribute: whether it has members instead of numbers
OWN_ZONES: Row = []  # of each player, seen by their owner
RIVAL_ZONES: Row = []  # of each player, open
STAKE_ZONES: Row = []  # shared and open, and cards are taken from there
OPEN_ZONES: Row = []  # shared and open
HIDDEN_ZONE_COUNT = SECRET_ZONE_COUNT = UNSEEN_ROW_COUNT = UNSEEN_TRACK_COUNT = 0
HIDDEN_ZONES: Row = []  # seen by nobody
SECRET_ZONES: Row = []  # seen by their owners
UNSEEN_ROWS: Row = []  # two numbers each: where the lengths of orders begin, and how many
UNSEEN_TRACKS: Row = []  # three numbers each: the first, how many, whether owners see their own
HOMES: Row = []  # four numbers each: a zone at stake, and the first slot of where it would count
BETTER = 1  # -1 where the lowest figure wins
SCORE_BLOCK: Row = []  # by decision and choice: where its weights begin, or -1
PICK_BLOCK: Row = []  # the same for the weights of what is picked
IN_SIGHT: Row = []  # by decision and choice: whether what can be picked is certainly seen
MARKED: Row = []  # by decision and choice: whether there is a mark to aim at
OF_MEMBER: Row = []  # the same: whether the numbers stand for members of an attribute
MORE_BLOCK: Row = []  # the same: where the weights for players, members and kinds begin
MORE_FIRST: Row = []  # the same: the first of the rows of MORE that are felt of each of them
MORE_COUNT: Row = []  # the same: how many these are
MORE: Row = []  # six numbers each, as FEATURES
MEMBER_FIRST: Row = []  # by attribute: where its members begin in
MEMBER_CARDS: Row = []  # by member and page: the cards of it
LOCAL_PAGE: Row = []  # by page: whether each player has such cards of their own

THUMBS = SEARCHES = LIGHTS = 0  # whether the rule of thumb, the tree search and the light policy
# are part of the machine

# What the games remember, behind the result.
WATCHED = W + 8  # whether somebody looks on; a bot that imagines games says no
LUCK = WATCHED + 1  # the stream from which those of the seats are made
CHANCE = WATCHED + 2  # the stream of chance, while a bot draws
CHANGES = WATCHED + 3  # how often the lead has changed
LAST_LEAD = WATCHED + 4  # who led when somebody last did
SINCE = WATCHED + 5  # after how many rounds the present lead began
SEEN = WATCHED + 6  # how many rounds were looked at
HOLDING = WATCHED + 7  # whether it is known what everybody had when the round began
STREAM = WATCHED + 8  # of each seat
LAST_ROUND = STREAM + PLAYERS  # of each seat: the round in which its stream began, counting from 1
COUNTS = LAST_ROUND + PLAYERS + 1  # of each line; the number before is for what is not counted
ASKING: Row = []  # by decision: its line, or -1
CHOSEN: Row = []  # by decision and choice: its line, or -1

# What a tally needs to know (variorum_engine.tally.plan); its row lies behind the memory.
V_GAMES = V_CREDIT = V_WINS = V_NOBODY = V_SHARED = V_PARTY_CREDIT = V_PARTY_WINS = 0
V_PARTY_PRODUCTS = V_OUT = V_PARTY_OUT = V_ANY_OUT = V_EVERYONE_OUT = V_DECIDED = 0
V_ROUNDS = V_ROUND_BINS = V_DECISIONS = V_DECISION_BINS = V_WATCHED = V_CHANGES = 0
V_CHANGE_BINS = V_DOUBTED = V_DOUBT = V_DOUBT_BINS = V_LEADING = V_HELD = V_SCORE = 0
V_PARTY_SCORE = V_SEAT_SCORE = V_SCORE_BINS = V_WINNING = V_WINNER_SCORE = V_WINNER_BINS = 0
V_MARGIN = V_MARGINS = V_LINES = V_SILENCES = V_CARDS = 0
ONE_WIN = LINES = CHAIN = 0
ROUND_BINS = DECISION_BINS = CHANGE_BINS = SCORE_BINS = LOWEST_SCORE = SCORE_STEP = 1
HIGHEST = 0  # whether the first figure that decides should be high
LEADS = 0  # who led after each round
MOST_LEADS = 0
HELD = 0  # all zones, as they were when the round began
HELD_TRACKS = 0  # and the tracks that are measured, one after the other, by owner
OWNED = 0  # by face: who owns one
SAVED = 0  # room for the whole memory, if RECKONS is 1
RECKONS = 0  # whether what happens after the end changes something; -1: it asks somebody
FACES = CARD_WIDTH = TALLY_ZONES = MEASURES = MEASURED_TRACKS = SILENCES = ROW_WIDTH = 0
TRADED: Row = []  # by page and bit: the number of the face, -1 if its owner never changes
PAGE_TRADED: Row = []  # by page: whether there is such a face
TALLY_FIRST: Row = []  # by zone of each player: its first slot
TALLY_PAGES: Row = []  # how many pages it has
TALLY_PAGE: Row = []  # the first of them
MEASURE_ZONE: Row = []  # which of these zones is measured
MEASURE_OF: Row = []  # the attribute, -1 for the number of cards
MEASURE_TRACK: Row = []  # of the last MEASURED_TRACKS of them: the first place of the track
SILENCE_FIRST: Row = []  # where the lines of a silence begin
SILENCE_LINE: Row = []

# Who sees what: only in a machine that is made with `knowing`. Every card then has a place of its
# own (page * 64 + bit), and moves since the log was last emptied are noted.
LOG = NOTES = 0  # after the position: how many moves are noted; for each, page, cards, from, to
ZONES = 0
ZONE_SLOT: Row = []  # the first slot of a zone
ZONE_PAGES: Row = []  # on how many pages its cards are
ZONE_PAGE: Row = []  # the first of them
ZONE_INDEX: Row = []  # its number among the zones that can hold the same cards
ZONE_ORDER: Row = []  # where its order begins, or -1
ZONE_COUNT: Row = []  # where it stands how long that is
PAGE_ZONE: Row = []  # by page and that number: the zone
UNIVERSE: Row = []  # by page: pages with the same number can lie in the same zones
SLOT_ZONE: Row = []
HOLDS: Row = []  # by slot: the cards that can be there
SEES: Row = []  # by seat and zone
BLIND: Row = []  # by zone: whether it keeps an order that nobody sees
TRACKS = 0
TRACK_LIKE: Row = []  # by seat and track: one that is not seen is imagined so; see determinization
TRACK_START: Row = []  # what it says when the game begins
LEADING = 0  # 1 if the most of the first figure wins, -1 if the least does, 0 if there is none
CARD: Row = []  # the number of a card as orders have it, by place
PLACE: Row = []  # and back
PLACES = 0
FIRST_ALIKE: Row = []  # by place: the first card that is just the same
NEXT_ALIKE: Row = []  # and the next one, or -1
TWINNED: Row = []  # by page: whether cards are just the same there
NAMES = 0
NAME_PAGE: Row = []  # by name: the page, if it is a set of cards, or -1
NAME_GROUP: Row = []  # names of one set on several pages have the same number
WAITING: Row = []  # by decision of all at once: the name of those who are still asked
EVERYBODY: Row = []  # and of all who are


def sqrt(number: float) -> float:
    """The square root, exactly rounded."""
    raise NotImplementedError


def pop(mask: int) -> int:
    """How many bits a mask has."""
    raise NotImplementedError


def low(mask: int) -> int:
    """The number of the lowest bit."""
    raise NotImplementedError


def nth(mask: int, k: int) -> int:
    """The k-th lowest bit, as a mask."""
    raise NotImplementedError


def below(M: Row, bound: int) -> int:
    """A random number from 0 up to, not including, a bound, from the stream at R."""
    raise NotImplementedError


def start(seed: int, game: int) -> int:
    """The state of the stream with which a game of a series begins."""
    raise NotImplementedError


def play(M: Row, go: int) -> int:
    """Go on from a decision that is answered (0: from the beginning) to the next one; gives its
    number, -1 at the end of the game, -9 if something is wrong."""
    raise NotImplementedError


def light(M: Row, go: int) -> int:
    """Answer a decision by the light policy; 0 if it finds no answer."""
    raise NotImplementedError


def result(M: Row) -> int:
    """Write who would win and who would be out if the game ended now; 0 if it can be said."""
    raise NotImplementedError


def reckonings(M: Row, go: int) -> int:
    """What is done between the end of the game and its result; gives -1."""
    raise NotImplementedError


def scores(M: Row) -> int:
    """Write the first figure that decides for every seat; 0 if it can be said."""
    raise NotImplementedError


def allowed(M: Row, go: int, choice: int) -> int:
    """Whether what is picked fulfils a condition that is more than a limit."""
    raise NotImplementedError


def ended(M: Row) -> int:
    """Count the line that has ended the game."""
    raise NotImplementedError


def notes(M: Row) -> int:
    """Count the lines that were used after the end of the game."""
    raise NotImplementedError
