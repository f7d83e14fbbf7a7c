"""Differences in elimination, scoring and tie-breaks, each with the position that proves it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from variorum_dsl.core.program import ScoringTable, StepTable
from variorum_dsl.model.game import Game
from variorum_dsl.model.words import headings
from variorum_engine.checks.holdings import held, ways_to_hold

from variorum.comparison.align.clauses import ELIMINATION, WINNER, Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Reference, walk
from variorum.comparison.differ.differences import distinct, made, only_in, unpaired
from variorum.comparison.differ.sentences import (
    LAST,
    both,
    everyone,
    only,
    out,
    prose,
    ties,
    winner_spot,
)
from variorum.comparison.model import Difference
from variorum.comparison.witness.accounts import told_position
from variorum.comparison.witness.contest import FEW_TRIED, Contest, Way
from variorum.comparison.witness.holdings import MOST_HOLDINGS, Deal, Held, NotOwn
from variorum.comparison.witness.scorings import Edit, Scores

UNDECIDED = "not decided by positions"
DECIDING = ("scoring", "figure", "winner", "elimination", "zone")


def of_results(pairing: Pairing, *, prove: bool = True) -> list[Difference]:
    """Everything after the last move. What one number of players does not settle is looked for
    at the next one; so is what the rules say for that number alone."""
    rows: dict[str, Difference] = {}
    seen: list[int] = []
    for place in range(len(pairing.counts)):
        waiting = prove and any(each.verdict == "open" for each in rows.values())
        if seen and not waiting and _as_before(pairing, place, seen):
            continue
        seen.append(place)
        settled = {key for key, each in rows.items() if each.verdict == "changes"}
        for each in Results(pairing, place, settled, prove=prove).differences():
            before = rows.get(each.id)
            # What can never matter must be so at every number of players.
            if before is None or each.verdict == "changes" or (
                before.verdict == "never" and each.verdict == "open" and each.id not in settled
            ):
                rows[each.id] = each
    return list(rows.values())


def _as_before(pairing: Pairing, place: int, seen: list[int]) -> bool:
    """Whether everything that decides is the same with so many players as with fewer."""
    def shared(form: Form) -> list[int]:
        return [card.face for card in form.program.cards if card.owner < 0]

    def same(form: Form, other: Form) -> bool:
        keys = [key for key in form.clauses.keys() | other.clauses.keys() if key[0] in DECIDING]
        return shared(form) == shared(other) and all(
            key in form.clauses and key in other.clauses
            and form.clauses[key].term == other.clauses[key].term for key in keys
        )

    now = pairing.forms(place)
    return any(
        all(same(a, b) for a, b in zip(now, pairing.forms(old), strict=True)) for old in seen
    )


class Results:
    """Everything after the last move, at one number of players."""

    def __init__(
        self, pairing: Pairing, place: int, settled: Collection[str] = (), *, prove: bool = True
    ) -> None:
        self.pairing = pairing
        self.place = place
        self.settled = settled  # what needs no proof any more
        self.prove = prove
        self.why = ""
        self.deal: Deal | None = None
        self.scores: Scores | None = None
        self.contest: Contest | None = None
        left, right = pairing.forms(place)
        self.keys = self._scorings()
        a, b = pairing.counts[place]
        if not self._anything() or a != b:
            return
        try:
            self.deal = Deal(pairing, place)
            if self.keys is not None and pairing.differs(*self.keys):
                numbers = [form.symbols.scorings[key[1]] for form, key in
                           zip((left, right), self.keys, strict=True)]
                self.scores = Scores(self.deal, *numbers)
            self.contest = Contest(self.deal, self.scores)
        except NotOwn as reason:
            self.why = str(reason)

    def _scorings(self) -> tuple[Key, Key] | None:
        """The pair of scores that decide."""
        return next(self.pairing.pairs_of("scoring"), None)

    def _anything(self) -> bool:
        pairing = self.pairing
        pairs = (*pairing.pairs_of("scoring", "figure"), (WINNER, WINNER),
                 (ELIMINATION, ELIMINATION))
        return any(self.place in pairing.differs(*pair) for pair in pairs)

    def differences(self) -> list[Difference]:
        return distinct([*self._elimination(), *self._scoring(), *self._ties(),
                         *self._figures()])

    # --------------------------------------------------------------------- figures
    def _figures(self) -> list[Difference]:
        """Figures that are worked out otherwise and that scoring or play looks at. What they change
        about who is out and about ties is found there."""
        pairing = self.pairing
        left, right = pairing.forms(self.place)
        used = {part.name for key, clause in left.clauses.items()
                if key[0] not in ("figure", "elimination", "winner")
                for part in walk(clause.term)
                if isinstance(part, Reference) and part.category == "figure"}
        found = []
        for key, other in pairing.pairs_of("figure"):
            places = pairing.differs(key, other)
            if places and key[1] in used:
                a, b = left.clauses[key], right.clauses[other]
                found.append(made(
                    "scoring", ("figure",),
                    both(pairing.left, pairing.right, f"{a.words}: {prose(pairing.left).of(a.at)}",
                         f"{b.words}: {prose(pairing.right).of(b.at)}"),
                    pairing.left_spot(a), pairing.right_spot(b),
                    players=pairing.players(places)))
        return found

    # --------------------------------------------------------------------- scoring
    def _scoring(self) -> list[Difference]:
        pairing = self.pairing
        found: list[Difference] = []
        left, right = pairing.forms(self.place)
        for key, other in pairing.pairs_of("scoring"):
            if not pairing.differs(key, other):
                continue
            a, b = left.clauses[key], right.clauses[other]
            if self.scores is None or (key, other) != self.keys:
                found.append(self._unsettled(a, b, pairing.differs(key, other)))
                continue
            if self.scores.same():
                continue
            found += [self._step(edit) for edit in self.scores.edits()]
        for _, clause, is_left in unpaired(pairing, "scoring"):
            side = pairing.left if is_left else pairing.right
            found.append(only_in(pairing, "scoring", ("more",),
                                 prose(side).of(clause.at) or clause.words, clause, left=is_left))
        return found

    def _unsettled(self, a: Clause, b: Clause, places: tuple[int, ...]) -> Difference:
        return made(
            "scoring", (), both(self.pairing.left, self.pairing.right,
                                f"{a.words}: {prose(self.pairing.left).of(a.at)}",
                                f"{b.words}: {prose(self.pairing.right).of(b.at)}"),
            self.pairing.left_spot(a), self.pairing.right_spot(b),
            players=self.pairing.players(places),
            how=f"{UNDECIDED}: {self.why}" if self.why else "",
        )

    def _step(self, edit: Edit) -> Difference:
        pairing, scores = self.pairing, self.scores
        assert scores is not None
        mine = None if edit.left is None else scores.tables[0].steps[edit.left]
        theirs = None if edit.right is None else scores.tables[1].steps[~edit.right]
        left = mine and pairing.left.spot(mine.at, mine.cites)
        right = theirs and pairing.right.spot(theirs.at, theirs.cites)
        first, second = _told(pairing.left, mine), _told(pairing.right, theirs)
        if mine is None:
            title = only(pairing.right, second)
        elif theirs is None:
            title = only(pairing.left, first)
        elif edit.what == "in another place":
            title = both(pairing.left, pairing.right,
                         _behind(pairing.left, scores.tables[0], mine),
                         _behind(pairing.right, scores.tables[1], theirs))
        else:
            title = both(pairing.left, pairing.right, first, second)
        found = made("scoring", _about(mine, theirs, edit.what), title, left, right)
        if self.contest is None:
            return found._replace(how=f"{UNDECIDED}: {self.why}")
        changed = self.contest.with_steps(self.contest.left, edit.steps)
        return self._proved(found, changed)

    # ------------------------------------------------------------------- who is out
    def _elimination(self) -> list[Difference]:
        pairing = self.pairing
        places = pairing.differs(ELIMINATION, ELIMINATION)
        left, right = pairing.forms(self.place)
        a, b = left.clauses.get(ELIMINATION), right.clauses.get(ELIMINATION)
        contest = self.contest
        if contest is not None and self._same_out():
            return []
        if contest is None and self.place not in places:
            return []
        if a is None and b is None:
            return []
        about: tuple[str, ...] = ()
        if a is None or b is None:
            side = pairing.left if a else pairing.right
            title = only(side, out(side))
        else:
            title = both(pairing.left, pairing.right, out(pairing.left), out(pairing.right))
            ends = left.program.everyone, right.program.everyone
            if ends[0] != ends[1] and (
                pairing.left_text(a.term.terms[0]) == pairing.right_text(b.term.terms[0])
            ):
                about = ("everyone",)
                title = both(pairing.left, pairing.right, everyone(left), everyone(right))
        found = made("elimination", about, title, a and pairing.left_spot(a),
                     b and pairing.right_spot(b),
                     players=pairing.players(places) if places else ())
        if contest is None:
            return [found._replace(how=f"{UNDECIDED}: {self.why}" if self.why else "")]
        changed = contest.left._replace(out=contest.right.out, everyone=contest.right.everyone)
        return [self._proved(found, changed)]

    def _same_out(self) -> bool:
        contest = self.contest
        assert contest is not None
        left, right = contest.left, contest.right
        if left.everyone != right.everyone or len(left.out) != len(right.out):
            return False
        return all(
            len(a) == len(b) and all(
                x[0] == y[0] and self._same_number(x[1], y[1]) for x, y in zip(a, b, strict=True)
            )
            for a, b in zip(left.out, right.out, strict=True)
        )

    def _same_number(self, first: int, second: int) -> bool:
        """Two numbers that are the same, whatever a player holds."""
        contest = self.contest
        assert contest is not None
        reach = contest.numbers[first].reach | contest.numbers[second].reach
        groups = [[cards for cards in row if any(reach >> card & 1 for card in cards)]
                  for row in (contest.holdings.shared, contest.holdings.own)]
        if ways_to_hold(groups[0]) * ways_to_hold(groups[1]) > MOST_HOLDINGS:
            return False
        return all(
            contest.number(first, Held(shared, own)) == contest.number(second, Held(shared, own))
            for shared in held(groups[0]) for own in held(groups[1])
        )

    # -------------------------------------------------------------------- tie-breaks
    def _ties(self) -> list[Difference]:
        pairing = self.pairing
        places = pairing.differs(WINNER, WINNER)
        left, right = pairing.forms(self.place)
        a, b = left.clauses.get(WINNER), right.clauses.get(WINNER)
        contest = self.contest
        if a is None or b is None or (contest is None and self.place not in places):
            return []
        changed = None
        if contest is not None:
            changed = self._other_chain(contest)
            if changed == contest.left:
                return []
        # What a book leaves open about the last tie is a question, and no rule.
        last = left.program.tied != right.program.tied or any(
            tied_is_open(side) for side in (pairing.left, pairing.right))
        chains = [ties(side, form, with_last=last and not tied_is_open(side))
                  for side, form in ((pairing.left, left), (pairing.right, right))]
        about: tuple[str, ...] = ()
        if _same_chain(pairing, a, b):
            about = ("last",)
            told = LAST.get(left.program.tied, "nothing is said"), LAST.get(
                right.program.tied, "nothing is said")
            title = both(pairing.left, pairing.right, *told, "after the last tie-break")
        else:
            title = both(pairing.left, pairing.right, chains[0], chains[1], "how a tie is broken")
        found = made("tie-break", about, title, *(
            winner_spot(side, clause, form, clause.cites, with_last=not tied_is_open(side))
            for side, clause, form in ((pairing.left, a, left), (pairing.right, b, right))),
                     players=pairing.players(places) if places else ())
        if contest is None or changed is None:
            return [found._replace(how=f"{UNDECIDED}: {self.why}" if self.why else "")]
        return [self._proved(found, changed)]

    def _other_chain(self, contest: Contest) -> Way:
        """The left way with the chain of the right one, but with its own score."""
        chain = []
        for extreme, place in contest.right.chain:
            if place == contest.score_place.get(1) and 0 in contest.score_place and self.keys:
                chain.append((extreme, contest.score_place[0]))
                continue
            same = next((other for how, other in contest.left.chain
                         if how == extreme and self._same_number(other, place)), place)
            chain.append((extreme, same))
        return contest.left._replace(chain=tuple(chain), tied=contest.right.tied)

    # ------------------------------------------------------------------------ proofs
    def _proved(self, found: Difference, changed: Way) -> Difference:
        contest = self.contest
        assert contest is not None
        if found.id in self.settled or not self.prove:
            return found
        both = contest.left, contest.right
        rows, tried = contest.first_apart(contest.left, changed, both, most=FEW_TRIED)
        if rows is None:
            why = contest.never_apart(contest.left, changed)
            if why:
                return found._replace(verdict="never", how=why)
            rows, tried = contest.first_apart(contest.left, changed, both)
        witness = None if rows is None else told_position(contest, rows)
        if witness is None:
            return found._replace(how=f"no such position among the {tried:,} smallest")
        return found._replace(verdict="changes", witness=witness)


def _told(side: Side, step: StepTable | None) -> str:
    """A step in words: `Passé: subtract 5 for each Passé in the player’s display`."""
    if step is None:
        return ""
    return f"{step.words}: {prose(side).step(step.at)}" if step.words else prose(side).step(step.at)


def _behind(side: Side, table: ScoringTable, step: StepTable) -> str:
    """A step, and which one comes before it."""
    place = [each.name for each in table.steps].index(step.name)
    after = f"after “{table.steps[place - 1].words}”" if place else "first"
    return f"{_told(side, step)}, {after}"


def _about(mine: StepTable | None, theirs: StepTable | None, what: str) -> tuple[str, ...]:
    """What two steps are about, in no order: `halve-rounding`."""
    steps = [step for step in (mine, theirs) if step is not None]
    names = sorted({step.operation.replace(" ", "-") for step in steps})
    if what == "in another place":
        return (*names, "order")
    if len(steps) == 2 and len(names) == 1:
        if steps[0].rounded != steps[1].rounded:
            return (*names, "rounding")
        return tuple(names)
    return tuple(names)


def _same_chain(pairing: Pairing, a: Clause, b: Clause) -> bool:
    """Whether only what happens after the last comparison differs."""
    mine, theirs = a.term.terms[:-1], b.term.terms[:-1]
    return len(mine) == len(theirs) and all(
        pairing.left_text(x) == pairing.right_text(y) for x, y in zip(mine, theirs, strict=True))


def tied_is_open(side: Side) -> bool:
    """Whether the book leaves open who wins where nothing breaks a tie."""
    return is_open(side, lambda game: game.winner and game.winner.tied)


def is_open(side: Side, what: Callable[[Game], object]) -> bool:
    """Whether a question that the book leaves open, and does not answer by implication, is about
    this."""
    for silent in side.game.silences:
        if silent.assumed is not None and headings(silent.assumed.cites):
            continue
        for reading in silent.readings:
            game, _ = side.ready.game(side.options, {**side.readings, silent.name: reading.name})
            if what(game) != what(side.game):
                return True
    return False
