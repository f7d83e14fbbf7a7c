"""Differences in elimination, scoring and tie-breaks, each with the position that proves it."""

from __future__ import annotations

import re
from collections.abc import Collection

from variorum_dsl.english import ranked
from variorum_engine.checks.holdings import held, ways_to_hold

from variorum.comparison.align.clauses import ELIMINATION, WINNER, Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.differ.differences import made, only_in, unpaired
from variorum.comparison.model import Difference, Spot, Title, plainly, said
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
        return [*self._elimination(), *self._scoring(), *self._ties()]

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
            found += [self._step(a, b, edit) for edit in self.scores.edits()]
        for key, clause, is_left in unpaired(pairing, "scoring"):
            side = pairing.left if is_left else pairing.right
            found.append(only_in(pairing, "scoring", f"only {side.label} scores {clause.words}",
                                 clause, left=is_left, word=key[1]))
        return found

    def _unsettled(self, a: Clause, b: Clause, places: tuple[int, ...]) -> Difference:
        return made(
            self.pairing, "scoring", said(
                "{l0} / {r0}: not scored alike", (a.words, b.words)),
            self.pairing.left_spot(a), self.pairing.right_spot(b), (a.key[1], b.key[1]),
            a.key[1], players=self.pairing.players(places),
            how=f"{UNDECIDED}: {self.why}" if self.why else "",
        )

    def _step(self, a: Clause, b: Clause, edit: Edit) -> Difference:
        pairing, scores = self.pairing, self.scores
        assert scores is not None
        left = right = None
        names = ["", ""]
        words = ["", ""]
        if edit.left is not None:
            step = scores.tables[0].steps[edit.left]
            left = pairing.left.spot(step.at, step.cites)
            names[0], words[0] = step.name, step.words
        if edit.right is not None:
            step = scores.tables[1].steps[~edit.right]
            right = pairing.right.spot(step.at, step.cites)
            names[1], words[1] = step.name, step.words
        if left is None:
            title = plainly(f"only {pairing.right.label} scores: {_said(right)}")
        elif right is None:
            title = plainly(f"only {pairing.left.label} scores: {_said(left)}")
        elif edit.what == "in another place":
            title = said("{l0} / {r0}: counted at another point", (words[0], words[1]))
        else:
            title = said("{l0} / {r0}", (_said(left), _said(right)))
        found = made(pairing, "scoring", title, left, right, (names[0], names[1]),
                     names[0] or names[1])
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
        if a is None or b is None:
            side = pairing.left if a else pairing.right
            title = plainly(f"only in {side.label} can a player be out before anybody wins")
        else:
            title = plainly("who is out before anybody can win")
            everyone = left.program.everyone, right.program.everyone
            if everyone[0] != everyone[1] and (
                pairing.left_text(a.term.terms[0]) == pairing.right_text(b.term.terms[0])
            ):
                title = said("if everyone is out: {l0} / {r0}",
                             (everyone[0] or "not said", everyone[1] or "not said"))
        found = made(pairing, "elimination", title, a and pairing.left_spot(a),
                     b and pairing.right_spot(b), ("(elimination", "(elimination"), "",
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
        title: Title = said("a tie is broken by {l0} / by {r0}",
                            (_chain(left), _chain(right)))
        found = made(pairing, "tie-break", title, pairing.left_spot(a), pairing.right_spot(b),
                     ("(winner", "(winner"), "", players=pairing.players(places) if places else ())
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
        return found._replace(verdict="changes", witness=witness, how=(
            f"the smallest of {tried:,} positions, in order of cards and values"))


def _said(spot: Spot | None) -> str:
    """A step without its name: `Passé: subtract 5 for each passe in display`."""
    if spot is None:
        return ""
    text = " ".join(spot.text.split())
    found = re.match(r'[a-z0-9-]+ "([^"]*)"(?: plural "[^"]*")? (.*)', text)
    return f"{found[1]}: {found[2]}" if found else text


def _chain(form: Form) -> str:
    """The tie-breaks behind the first line, in printed words."""
    words = []
    for tie in form.program.chain[1:]:
        own = form.clauses.get(form.compared(tie))
        words.append(ranked(tie.extreme, own.words if own else tie.name))
    last = {"shared": "the victory is shared", "nobody": "nobody wins"}.get(
        form.program.tied, "nothing more")
    return ", then ".join([*words, last])
