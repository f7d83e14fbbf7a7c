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
FACE: Row = []  # by page and bit: cards with the same face are just the same
TWIN: Row = []  # by page and bit: the bit of the card before it that is just the same, or -1


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


def result(M: Row) -> int:
    """Write who would win and who would be out if the game ended now; 0 if it can be said."""
    raise NotImplementedError


def scores(M: Row) -> int:
    """Write the first figure that decides for every seat; 0 if it can be said."""
    raise NotImplementedError


def allowed(M: Row, go: int, choice: int) -> int:
    """Whether what is picked fulfils a condition that is more than a limit."""
    raise NotImplementedError
