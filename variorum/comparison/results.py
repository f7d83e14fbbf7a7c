"""Differences in elimination, scoring and tie-breaks, each with the position that proves it."""

from __future__ import annotations

import re
from typing import Any

from variorum.comparison.contest import FEW_TRIED, Contest, Way
from variorum.comparison.differences import made, only_in
from variorum.comparison.holdings import Deal, NotOwn
from variorum.comparison.model import Difference, Spot, Title, plainly, said
from variorum.comparison.pairing import Together
from variorum.comparison.sides import Clause
from variorum.comparison.steps import Edit, Scores
from variorum.comparison.telling import told_position


class Results:
    """Everything after the last move, at one number of players after the other."""

    def __init__(self, together: Together) -> None:
        self.together = together
        self.why = ""
        self.deal: Deal | None = None
        self.scores: Scores | None = None
        self.contest: Contest | None = None
        left, right = together.forms()
        self.place = next((n for n, (a, b) in enumerate(together.counts) if a == b), None)
        self.keys = self._scorings()
        if not self._anything() or self.place is None:
            return
        try:
            self.deal = Deal(together, self.place)
            if self.keys is not None and together.differs(*self.keys):
                numbers = [form.symbols.scorings[key[1]] for form, key in
                           zip((left, right), self.keys, strict=True)]
                self.scores = Scores(self.deal, *numbers)
            self.contest = Contest(self.deal, self.scores)
        except NotOwn as reason:
            self.why = str(reason)

    def _scorings(self) -> Any:
        """The pair of scores that decide."""
        for key, other in self.together.alignment.to_right.items():
            if key[0] == "scoring":
                return key, other
        return None

    def _anything(self) -> bool:
        together = self.together
        pairs = [(key, other) for key, other in together.alignment.to_right.items()
                 if key[0] in ("scoring", "figure")]
        singles = [(("winner", ""), ("winner", "")), (("elimination", ""), ("elimination", ""))]
        return any(together.differs(*pair) for pair in (*pairs, *singles))

    def differences(self) -> list[Difference]:
        return [*self._elimination(), *self._scoring(), *self._ties()]

    # --------------------------------------------------------------------- scoring
    def _scoring(self) -> list[Difference]:
        together = self.together
        found: list[Difference] = []
        left, right = together.forms()
        for key, other in together.alignment.to_right.items():
            if key[0] != "scoring" or not together.differs(key, other):
                continue
            a, b = left.clauses[key], right.clauses[other]
            if self.scores is None or (key, other) != self.keys:
                found.append(self._unsettled(a, b, together.differs(key, other)))
                continue
            if self.scores.same():
                continue
            found += [self._step(a, b, edit) for edit in self.scores.edits()]
        for form, find, is_left in ((left, together.partner, True), (right, together.back, False)):
            side = together.left if is_left else together.right
            found += [
                only_in(together, "scoring", f"only {side.label} scores {clause.words}", clause,
                        left=is_left, word=key[1])
                for key, clause in form.clauses.items()
                if key[0] == "scoring" and find(key) is None
            ]
        return found

    def _unsettled(self, a: Clause, b: Clause, places: tuple[int, ...]) -> Difference:
        return made(
            self.together, "scoring", said(
                "{l0} / {r0}: not scored alike", (a.words, b.words)),
            self.together.left_spot(a), self.together.right_spot(b), (a.key[1], b.key[1]),
            a.key[1], players=self.together.players(places),
            how=f"not decided: {self.why}" if self.why else "",
        )

    def _step(self, a: Clause, b: Clause, edit: Edit) -> Difference:
        together, scores = self.together, self.scores
        assert scores is not None
        left = right = None
        names = ["", ""]
        words = ["", ""]
        if edit.left is not None:
            step = scores.tables[0].steps[edit.left]
            left = together.left.spot(step.at, step.cites)
            names[0], words[0] = step.name, step.words
        if edit.right is not None:
            step = scores.tables[1].steps[~edit.right]
            right = together.right.spot(step.at, step.cites)
            names[1], words[1] = step.name, step.words
        if left is None:
            title = plainly(f"only {together.right.label} scores: {_said(right)}")
        elif right is None:
            title = plainly(f"only {together.left.label} scores: {_said(left)}")
        elif edit.what == "in another place":
            title = said("{l0} / {r0}: counted at another point", (words[0], words[1]))
        else:
            title = said("{l0} / {r0}", (_said(left), _said(right)))
        found = made(together, "scoring", title, left, right, (names[0], names[1]),
                     names[0] or names[1])
        if self.contest is None:
            return found._replace(how=f"not decided: {self.why}")
        changed = self.contest.with_steps(self.contest.left, edit.steps)
        return self._proved(found, changed)

    # ------------------------------------------------------------------- who is out
    def _elimination(self) -> list[Difference]:
        together = self.together
        key = ("elimination", "")
        places = together.differs(key, key)
        left, right = together.forms(places[0] if places else 0)
        a, b = left.clauses.get(key), right.clauses.get(key)
        contest = self.contest
        if contest is not None and self._same_out():
            return []
        if contest is None and not places:
            return []
        if a is None and b is None:
            return []
        if a is None or b is None:
            side = together.left if a else together.right
            title = plainly(f"only in {side.label} can a player be out before anybody wins")
        else:
            title = plainly("who is out before anybody can win")
            if a.term.parts[1].parts != b.term.parts[1].parts and (
                together.left_text(a.term.parts[0]) == together.right_text(b.term.parts[0])
            ):
                title = said("if everyone is out: {l0} / {r0}",
                             (a.term.parts[1].parts[0] or "not said",
                              b.term.parts[1].parts[0] or "not said"))
        found = made(together, "elimination", title, a and together.left_spot(a),
                     b and together.right_spot(b), ("(elimination", "(elimination"), "",
                     players=together.players(places) if places else ())
        if contest is None:
            return [found._replace(how=f"not decided: {self.why}" if self.why else "")]
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
        from variorum.comparison.holdings import MOST_HOLDINGS, Held, Holdings

        a, b = contest.numbers[first], contest.numbers[second]
        groups = []
        for row, of in ((contest.holdings.shared, a.of_shared or b.of_shared),
                        (contest.holdings.own, a.of_own or b.of_own)):
            groups.append(row if of else [])
        if Holdings.size(groups[0]) * Holdings.size(groups[1]) > MOST_HOLDINGS:
            return False
        return all(
            contest.number(first, Held(shared, own)) == contest.number(second, Held(shared, own))
            for shared in Holdings.all(groups[0]) for own in Holdings.all(groups[1])
        )

    # -------------------------------------------------------------------- tie-breaks
    def _ties(self) -> list[Difference]:
        together = self.together
        key = ("winner", "")
        places = together.differs(key, key)
        left, right = together.forms(places[0] if places else 0)
        a, b = left.clauses.get(key), right.clauses.get(key)
        contest = self.contest
        if a is None or b is None or (contest is None and not places):
            return []
        changed = None
        if contest is not None:
            changed = self._other_chain(contest)
            if changed == contest.left:
                return []
        title: Title = said("a tie is broken by {l0} / by {r0}",
                            (_chain(together, 0, a), _chain(together, 1, b)))
        found = made(together, "tie-break", title, together.left_spot(a), together.right_spot(b),
                     ("(winner", "(winner"), "", players=together.players(places) if places else ())
        if contest is None or changed is None:
            return [found._replace(how=f"not decided: {self.why}" if self.why else "")]
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


def _chain(together: Together, side: int, clause: Clause) -> str:
    """The tie-breaks behind the first line, in printed words."""
    form = together.forms()[side]
    words = []
    for tie in clause.term.parts[1:-1]:
        what = tie.parts[1]
        own = form.clauses.get((what.head[1:], what.parts[0]))
        name = own.words if own else what.parts[0]
        plain = tie.parts[0] == "highest" and name.startswith(("highest", "most ", "best"))
        words.append(name if plain else f"{tie.parts[0]} {name}")
    tied = clause.term.parts[-1].parts[0]
    last = {"shared": "the victory is shared", "nobody": "nobody wins"}.get(tied, "nothing more")
    return ", then ".join([*words, last])
