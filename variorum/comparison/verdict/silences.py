"""Silences: what one rulebook leaves open, and what the other one says."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.comparison.align.clauses import Key, cites_of
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import first_line, made
from variorum.comparison.model import Difference, Spot, Switch, Witness, plainly
from variorum.comparison.verdict.alternatives import Edited, answer, matched, silences
from variorum.comparison.verdict.proofs import told_apart, unproved

CATEGORY = {
    "scoring": ("scoring",), "winner": ("tie-break",), "elimination": ("elimination",),
    "zone": ("information", "play"), "stage": ("play", "information"), "effect": ("play",),
    "card": ("components",), "players": ("components",), "end": ("end",),
    "figure": ("elimination", "tie-break", "scoring"),
}


class Found(NamedTuple):
    """Differences, and on other differences, by their ids, notes and what would settle them."""

    differences: list[Difference]
    notes: dict[str, str]
    switches: dict[str, Switch]


# -------------------------------------------------------------------------------------- answers
class Questions:
    """All questions of both sides."""

    def __init__(
        self, pairing: Pairing, so_far: list[Difference], *, quick: bool = False,
        only: Container[str] | None = None,
    ) -> None:
        """All of them, or `only` those with certain names."""
        self.pairing = pairing
        self.quick = quick
        self.so_far = so_far
        a, b = pairing.counts[0]
        self.mine, self.theirs = (
            [each for each in silences(side, players) if only is None or each.name in only]
            for side, players in ((pairing.left, a), (pairing.right, b))
        )
        self.pairs = matched(pairing, self.mine, self.theirs)
        self.switches: dict[str, Switch] = {}

    def found(self) -> Found:
        differences: list[Difference] = []
        notes: dict[str, str] = {}
        answered = set(self.pairs.values())
        for silent in self.mine:
            if silent.name not in self.pairs:
                differences += self._stated(silent, notes, left=True)
            else:
                other = next(s for s in self.theirs if s.name == self.pairs[silent.name])
                self._both(silent, other, notes)
        for silent in self.theirs:
            if silent.name not in answered:
                differences += self._stated(silent, notes, left=False)
        return Found(differences, notes, self.switches)

    def _both(self, mine: Edited, theirs: Edited, notes: dict[str, str]) -> None:
        """Both leave it open: where they differ as they stand, they assume different answers."""
        found = answer(self.pairing, mine, left=True)
        if not found:
            return
        note = (f"both rulebooks leave it open; {self.pairing.left.label} is read here as: "
                f"{mine.words['']}; {self.pairing.right.label} as: {theirs.words['']}")
        for each in self._concerned(mine, found, left=True):
            notes[each.id] = note
            self.switches[each.id] = self._switch(mine, found, left=True)

    def _switch(self, silent: Edited, reading: str, *, left: bool) -> Switch:
        side = self.pairing.left if left else self.pairing.right
        return Switch(left, side.options, silent.words[reading], silence=silent.name,
                      reading=reading)

    def _concerned(self, edited: Edited, reading: str, *, left: bool) -> list[Difference]:
        """The differences that are gone if the question is answered like this."""
        if not reading:
            return []
        pairing = self.pairing
        own = (pairing.left if left else pairing.right).read_as(edited.name, reading)
        sides = (own, pairing.right) if left else (pairing.left, own)
        remaining = {each.id for each in unproved(pairing.with_sides(*sides))}
        gone = [each for each in self.so_far if each.id not in remaining]
        return gone or self._near(edited, left=left)

    def _near(self, edited: Edited, *, left: bool) -> list[Difference]:
        """The differences that stand in what the readings change."""
        form = edited.forms[""]
        found = []
        for each in self.so_far:
            spot = each.left if left else each.right
            for key in edited.touched:
                clause = form.clauses.get(key)
                if each.category in CATEGORY.get(key[0], ()) and clause is not None:
                    if spot is not None and _within(spot, clause.at):
                        found.append(each)
                        break
                    if spot is None and self._partner_spot(each, key, left=left):
                        found.append(each)
                        break
        return found

    def _partner_spot(self, each: Difference, key: Key, *, left: bool) -> bool:
        other = self.pairing.partner(key) if left else self.pairing.back(key)
        form = self.pairing.forms()[1 if left else 0]
        clause = form.clauses.get(other) if other else None
        spot = each.right if left else each.left
        return clause is not None and spot is not None and _within(spot, clause.at)

    def _stated(
        self, silent: Edited, notes: dict[str, str], *, left: bool
    ) -> list[Difference]:
        pairing = self.pairing
        own, other = (pairing.left, pairing.right) if left else (pairing.right, pairing.left)
        found_in = answer(self.pairing, silent, left=left)
        if found_in is None:
            return []
        concerned = self._concerned(silent, found_in, left=left)
        spot = own.spot(first_line(silent.clause.at), cites_of(silent.clause))
        spot = spot._replace(text=silent.title)
        against = self._against(silent, left=left)
        title = plainly(f"{own.label} does not say: {silent.title} {other.label} rules: "
                        f"{silent.words[found_in]}")
        keys = (silent.name, "") if left else ("", silent.name)
        found = made(pairing, "stated against silent", title, spot if left else against,
                     against if left else spot, keys, silent.name)
        if not found_in:
            others = [words for name, words in silent.words.items() if name]
            witness, more = self._other_readings(own, silent)
            return [found._replace(verdict="assumed", witness=witness, how=(
                f"{own.label} is read as {other.label} rules; it could also be read: "
                f"{'; or '.join(others)}{more}"))]
        switch = self._switch(silent, found_in, left=left)
        found = found._replace(switch=switch)
        for each in concerned:
            self.switches[each.id] = switch
            notes[each.id] = (f"{own.label} is silent here: {silent.title} {other.label} rules as "
                              f"the reading “{silent.words[found_in]}”")
        proof = next((each for each in concerned if each.witness), None)
        if proof is not None:
            return [found._replace(verdict="changes", witness=proof.witness,
                                   how=f"{own.label} is read here as: {silent.words['']}",
                                   note=f"see {proof.id}")]
        verdict = concerned[0].verdict if concerned else "open"
        return [found._replace(verdict=verdict, how=concerned[0].how if concerned else "",
                               note=f"see {concerned[0].id}" if concerned else "")]

    def _other_readings(self, own: Side, silent: Edited) -> tuple[Witness | None, str]:
        """Where another reading names another winner, or why none was found."""
        if self.quick:
            return None, ""
        hows = []
        for name in silent.forms:
            if name:
                found = told_apart(own, silent.name, name)
                if found.witness is not None:
                    return found.witness, ""
                never = "that could never change who wins: " if found.verdict == "never" else ""
                hows.append(f"; {never}{found.how}")
        return None, "".join(dict.fromkeys(hows))

    def _against(self, silent: Edited, *, left: bool) -> Spot | None:
        """What the other side says instead."""
        pairing = self.pairing
        form = pairing.forms()[1 if left else 0]
        side = pairing.right if left else pairing.left
        for key in sorted(silent.touched):
            other = pairing.partner(key) if left else pairing.back(key)
            clause = form.clauses.get(other) if other else None
            if clause is not None and clause.at.line:
                return side.spot(clause.at, clause.cites)
        return None


def _within(spot: Spot, at: Place) -> bool:
    return spot.place.path == at.path and at.line <= spot.place.line <= at.end_line


__all__ = ["Found", "Questions"]
