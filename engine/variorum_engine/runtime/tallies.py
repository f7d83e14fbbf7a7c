"""Games of a series and everything that is counted in them, in one row behind the memory."""

from __future__ import annotations

from variorum_engine.runtime.games import begin, one_game, seated
from variorum_engine.runtime.interface import (
    ASKED,
    CARD_WIDTH,
    CHAIN,
    CHANGE_BINS,
    CHANGES,
    COUNTS,
    DECIDED,
    DECISION_BINS,
    FACES,
    HIGHEST,
    LAST_LEAD,
    LEADS,
    LINES,
    LOWEST_SCORE,
    MEASURES,
    MOST_LEADS,
    ONE_WIN,
    OUT,
    OWNED,
    PAGE_TRADED,
    PAGES,
    PLAYERS,
    ROUND_BINS,
    ROUNDS,
    ROW_WIDTH,
    SCORE_BINS,
    SCORE_STEP,
    SCORES,
    SEEN,
    SILENCE_FIRST,
    SILENCE_LINE,
    SILENCES,
    SINCE,
    TRADED,
    V_ANY_OUT,
    V_CARDS,
    V_CHANGE_BINS,
    V_CHANGES,
    V_CREDIT,
    V_DECIDED,
    V_DECISION_BINS,
    V_DECISIONS,
    V_DOUBT,
    V_DOUBT_BINS,
    V_DOUBTED,
    V_EVERYONE_OUT,
    V_GAMES,
    V_HELD,
    V_LEADING,
    V_LINES,
    V_MARGIN,
    V_MARGINS,
    V_NOBODY,
    V_OUT,
    V_PARTY_CREDIT,
    V_PARTY_OUT,
    V_PARTY_PRODUCTS,
    V_PARTY_SCORE,
    V_PARTY_WINS,
    V_ROUND_BINS,
    V_ROUNDS,
    V_SCORE,
    V_SCORE_BINS,
    V_SEAT_SCORE,
    V_SHARED,
    V_SILENCES,
    V_WATCHED,
    V_WINNER_BINS,
    V_WINNER_SCORE,
    V_WINNING,
    V_WINS,
    WATCHED,
    WINNERS,
    Row,
    Z,
    low,
    notes,
    pop,
    scores,
)
from variorum_engine.runtime.observation import owned_cards

NO_DOUBT = -1


def tally(
    M: Row, OPENING: Row, Y: Row, PARTY: Row, BOTS: Row, THUMB: Row, TREE: Row, KNOWN: Row,
    ROWS: Row, seed: int, first: int, games: int, rows: int,
) -> int:
    """Play games and count. Gives 0, or -1 - game for a game that went wrong."""
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        M[WATCHED] = 1
        seated(BOTS, PARTY, game)
        if one_game(M, Y, BOTS, THUMB, TREE, KNOWN) != 0:
            return -1 - game
        if scores(M) != 0 or notes(M) != 0:
            return -1 - game
        M[V_GAMES] += 1
        count_winners(M, game)
        count_length(M)
        doubt = count_leads(M)
        count_scores(M, game)
        arisen = count_lines(M)
        count_cards(M)
        if rows:
            note_row(M, ROWS, (game - first) * ROW_WIDTH, doubt, arisen)
    return 0


def add(M: Row, place: int, number: int) -> None:
    """To a sum and its sum of squares."""
    M[place] += number
    M[place + 1] += number * number


def count_winners(M: Row, game: int) -> None:
    winners = M[WINNERS]
    out = M[OUT]
    many = pop(winners)
    if many == 0:
        M[V_NOBODY] += 1
    if many > 1:
        M[V_SHARED] += 1
    if out != 0:
        M[V_ANY_OUT] += 1
    if pop(out) == PLAYERS:
        M[V_EVERYONE_OUT] += 1
    credit = ONE_WIN // many if many > 0 else 0
    for seat in range(PLAYERS):
        member = (seat - game) % PLAYERS
        if winners >> seat & 1:
            M[V_CREDIT + seat] += credit
            M[V_WINS + seat] += 1
            M[V_PARTY_CREDIT + member] += credit
            M[V_PARTY_WINS + member] += 1
            for other in range(PLAYERS):
                if winners >> other & 1:
                    place = member * PLAYERS + (other - game) % PLAYERS
                    M[V_PARTY_PRODUCTS + place] += credit * credit
        if out >> seat & 1:
            M[V_OUT + seat] += 1
            M[V_PARTY_OUT + member] += 1
    M[V_DECIDED + M[DECIDED] + 1] += 1


def count_length(M: Row) -> None:
    add(M, V_ROUNDS, M[ROUNDS])
    M[V_ROUND_BINS + min(M[ROUNDS], ROUND_BINS - 1)] += 1
    add(M, V_DECISIONS, M[ASKED])
    M[V_DECISION_BINS + min(M[ASKED], DECISION_BINS - 1)] += 1


def count_leads(M: Row) -> int:
    """Gives how late the winner was in doubt, in thousandths of the rounds."""
    seen = M[SEEN]
    if seen == 0:
        return NO_DOUBT
    winners = M[WINNERS]
    last = M[LEADS + min(seen, MOST_LEADS) - 1]
    # Who wins in the end without having led changes the lead once more.
    changes = M[CHANGES]
    if winners != 0 and M[LAST_LEAD] != 0 and winners != M[LAST_LEAD]:
        changes += 1
    M[CHANGES] = changes
    M[V_WATCHED] += 1
    add(M, V_CHANGES, changes)
    M[V_CHANGE_BINS + min(changes, CHANGE_BINS - 1)] += 1
    if winners == 0:
        return NO_DOUBT
    doubt = M[SINCE] * 1000 // seen if last == winners else 1000
    M[V_DOUBTED] += 1
    add(M, V_DOUBT, doubt)
    M[V_DOUBT_BINS + doubt // 100] += 1
    for quarter in range(1, 4):
        rounds = seen * quarter // 4
        if rounds > 0:
            leader = M[LEADS + min(rounds, MOST_LEADS) - 1]
            if leader != 0:
                M[V_LEADING + quarter - 1] += 1
                if leader == winners:
                    M[V_HELD + quarter - 1] += 1
    return doubt


def score_bin(score: int) -> int:
    return max(0, min(SCORE_BINS - 1, score // SCORE_STEP + LOWEST_SCORE))


def count_scores(M: Row, game: int) -> None:
    if CHAIN == 0:
        return
    winners = M[WINNERS]
    beaten = 0
    best = 0
    winning = 0
    for seat in range(PLAYERS):
        score = M[SCORES + seat]
        add(M, V_SCORE, score)
        add(M, V_SEAT_SCORE + 2 * seat, score)
        add(M, V_PARTY_SCORE + 2 * ((seat - game) % PLAYERS), score)
        M[V_SCORE_BINS + score_bin(score)] += 1
        if winners >> seat & 1:
            M[V_WINNING] += 1
            add(M, V_WINNER_SCORE, score)
            M[V_WINNER_BINS + score_bin(score)] += 1
            winning = score
        elif not M[OUT] >> seat & 1:
            if beaten == 0 or (score > best if HIGHEST else score < best):
                best = score
            beaten = 1
    # How far the winner was ahead of the best of the others who were not out.
    if winners != 0 and beaten:
        M[V_MARGINS] += 1
        add(M, V_MARGIN, winning - best if HIGHEST else best - winning)


def count_lines(M: Row) -> int:
    """Gives the set of silences that arose."""
    for line in range(LINES):
        used = M[COUNTS + line]
        if used != 0:
            M[V_LINES + 2 * line] += 1
            M[V_LINES + 2 * line + 1] += used
    arisen = 0
    for silence in range(SILENCES):
        for i in range(SILENCE_FIRST[silence], SILENCE_FIRST[silence + 1]):
            if M[COUNTS + SILENCE_LINE[i]] != 0:
                arisen |= 1 << silence
                M[V_SILENCES + silence] += 1
                break
    return arisen


def count_cards(M: Row) -> None:
    """For each card that somebody owns at the end, whether its owners won more than the others."""
    if FACES == 0:
        return
    for face in range(FACES):
        M[OWNED + face] = 0
    for owner in range(PLAYERS):
        for page in range(PAGES):
            if PAGE_TRADED[page] == 0:
                continue
            mine = owned_cards(M, owner, page, Z)
            while mine:
                face = TRADED[page * 64 + low(mine)]
                if face >= 0:
                    M[OWNED + face] |= 1 << owner
                mine &= mine - 1
    winners = M[WINNERS]
    for face in range(FACES):
        owners = M[OWNED + face]
        many = pop(owners)
        if many == 0 or many == PLAYERS:
            continue
        place = V_CARDS + face * CARD_WIDTH + 1 + 3 * MEASURES
        mine = pop(winners & owners)
        others = pop(winners & ~owners)
        M[place] += 1
        # ONE_WIN can be divided by any number of players.
        add(M, place + 1, mine * (ONE_WIN // many) - others * (ONE_WIN // (PLAYERS - many)))
        M[place + 3] += many
        M[place + 4] += mine
        M[place + 5] += PLAYERS - many
        M[place + 6] += others


def note_row(M: Row, ROWS: Row, place: int, doubt: int, arisen: int) -> None:
    """One game, for people's own analysis."""
    ROWS[place] = M[WINNERS]
    ROWS[place + 1] = M[OUT]
    ROWS[place + 2] = M[DECIDED] + 1
    ROWS[place + 3] = M[ROUNDS]
    ROWS[place + 4] = M[ASKED]
    ROWS[place + 5] = M[CHANGES] if M[SEEN] > 0 else -1
    ROWS[place + 6] = doubt
    ROWS[place + 7] = arisen
    ROWS[place + 8] = M[SEEN]
    for seat in range(PLAYERS):
        ROWS[place + 9 + seat] = M[SCORES + seat] if CHAIN > 0 else 0
