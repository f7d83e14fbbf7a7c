"""Silences: what one rulebook leaves open, and what the other one says.

A question and the rule that answers it are one difference, with the name of what the question is
about. What a book implies is no silence; what both leave open is reported only where one of them
rules something out, or where the two are read differently.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from variorum.comparison.align.clauses import cites_of
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import first_line
from variorum.comparison.model import (
    Difference,
    Shared,
    Switch,
    Title,
    Verdict,
    Witness,
    cards_named,
    said,
)
from variorum.comparison.verdict.alternatives import Edited, answer, matched, silences
from variorum.comparison.verdict.answers import Answers
from variorum.comparison.verdict.proofs import told_apart, unproved

LAST_TIE = "Who wins where nothing breaks a tie any more?"
SILENT, BOTH = "stated against silent", "both silent"


class Found(NamedTuple):
    """Differences, and the names of those that are told by them."""

    differences: list[Difference]
    told: set[str]


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
            [each for each in silences(side, players)
             if (only is None or each.name in only) and not each.implied]
            for side, players in ((pairing.left, a), (pairing.right, b))
        )
        self.pairs = matched(pairing, self.mine, self.theirs)
        self.answers = Answers(pairing)
        self.told: set[str] = set()

    def found(self) -> Found:
        differences: list[Difference] = []
        answered = set(self.pairs.values())
        for silent in self.mine:
            if silent.name not in self.pairs:
                differences += self._stated(silent, left=True)
            else:
                other = next(s for s in self.theirs if s.name == self.pairs[silent.name])
                differences += self._both(silent, other)
        for silent in self.theirs:
            if silent.name not in answered:
                differences += self._stated(silent, left=False)
        return Found(differences, self.told)

    # ------------------------------------------------------------------------- one is silent
    def _stated(self, silent: Edited, *, left: bool) -> list[Difference]:
        found_in = answer(self.pairing, silent, left=left)
        if found_in is None or (not found_in and self._open_there(silent, left=left)):
            return []
        other = self.pairing.right if left else self.pairing.left
        ruled = self.answers.ruled(silent, found_in, left=left)
        told = f"in {other.called}, {ruled}" if ruled else f"{other.called} answers it"
        return [self._settled(silent, found_in, self._title(silent, told, left=left), left=left)]

    def _open_there(self, silent: Edited, *, left: bool) -> bool:
        """Whether the line of the other book that would answer it is one about which that book
        itself leaves more open than this one does."""
        if any(key[0] != "stage" for key in silent.touched):
            return False
        other, questions = ((self.pairing.right, self.theirs) if left
                            else (self.pairing.left, self.mine))
        at = self.answers.line(silent, left=left)
        own = Answers(Pairing(other, other, by_name=True))
        return at is not None and any(
            own.line(each, left=True) == at for each in questions
            if all(key[0] == "stage" for key in each.touched) and self._wider(each, left=not left))

    def _wider(self, question: Edited, *, left: bool) -> bool:
        """Whether a question leaves something open that the other side rules out."""
        pairs = self.pairs if left else {b: a for a, b in self.pairs.items()}
        other = next((each for each in (self.theirs if left else self.mine)
                      if each.name == pairs.get(question.name)), None)
        return other is None or bool(self.answers.only_open(question, other, left=left))

    def _title(self, silent: Edited, told: str, *, left: bool) -> Title:
        own = self.pairing.left if left else self.pairing.right
        dumb = f"{own.called} does not say"
        return said(f"{_frame(self._glossed(question(silent), left=left))} {{l0}}; {{r0}}.",
                    (dumb, told) if left else (told, dumb))

    def _glossed(self, text: str, *, left: bool) -> str:
        """A question with what the other book calls the cards."""
        known: set[str] = set()

        def put(own: str, behind: str, other: str) -> str:
            first = own not in known
            known.add(own)
            return f"{own}{behind} ({other})" if first else own + behind

        return cards_named(text, self.pairing.pairs(), put, left=left)

    def _settled(
        self, silent: Edited, found_in: str, title: Title, *, left: bool,
        ruled: tuple[str, ...] = (),
    ) -> Difference:
        """The question as a difference, with what comes of its answers. The other side answers it
        where its own question stands (`ruled`), or in a rule."""
        pairing = self.pairing
        own = pairing.left if left else pairing.right
        concerned = self._concerned(silent, found_in, left=left)
        spot = own.spot(first_line(silent.clause.at), cites_of(silent.clause))
        spot = spot._replace(text=question(silent))
        against = self.answers.spot(silent, left=left)
        for each in concerned:
            against = (each.right if left else each.left) or against
        if ruled and against is not None:
            against = against._replace(cites=ruled)
        name, verdict, why = about(own, silent)
        found = Difference(name, SILENT, title, spot if left else against,
                           against if left else spot, silent="left" if left else "right")
        self.told.add(found.id)
        differs = [each for each in self.so_far if each.id == found.id]
        if not found_in and not differs:
            others = [words for name, words in silent.words.items() if name]
            witness, more = self._other_readings(own, silent)
            return found._replace(verdict="assumed", witness=witness, how=(
                f"{own.called} is read here in the same way; it could also be read: "
                f"{'; or '.join(others)}{more}"))
        if found_in:
            found = found._replace(switch=self._switch(silent, found_in, left=left))
        concerned = concerned or differs
        self.told |= {each.id for each in concerned}
        read = f"{own.called} is read here as: {silent.words['']}"
        proof = next((each for each in concerned if each.witness), None)
        if proof is not None:
            return found._replace(verdict="changes", witness=proof.witness,
                                  how=f"{read}; {proof.how}")
        if concerned:
            verdict, why = concerned[0].verdict, concerned[0].how
        return found._replace(verdict=verdict, how="; ".join(filter(None, (read, why))))

    # ------------------------------------------------------------------------ both are silent
    def _both(self, mine: Edited, theirs: Edited) -> list[Difference]:
        """What both leave open is a difference where one of them rules something out that the other
        allows, or where the two are read differently."""
        found = answer(self.pairing, mine, left=True)
        for silent, other, left in ((mine, theirs, True), (theirs, mine, False)):
            more = self.answers.only_open(silent, other, left=left)
            if more:
                side = self.pairing.right if left else self.pairing.left
                left_over = [f"“{words}”" for words in other.words.values()]
                told = f"{side.called} allows only {' or '.join(left_over)}"
                # Read alike, the wider one can still be read in a way that the other rules out.
                reading = (found or "") if left else (answer(self.pairing, silent, left=False)
                                                      or "")
                return [self._settled(silent, reading, self._title(silent, told, left=left),
                                      left=left, ruled=cites_of(other.clause))]
        concerned = self._concerned(mine, found or "", left=True)
        if not concerned:
            return []
        assert found
        pairing = self.pairing
        title = said(f"{_frame(question(mine))} Neither says; {{l0}}; {{r0}}.", (
            f"{pairing.left.called} is read here as: {mine.words['']}",
            f"{pairing.right.called} is read here as: {theirs.words['']}"))
        self.told |= {each.id for each in concerned}
        spots = [side.spot(first_line(each.clause.at), cites_of(each.clause))._replace(
            text=each.title) for side, each in ((pairing.left, mine), (pairing.right, theirs))]
        proof = next((each for each in concerned if each.witness), None)
        return [Difference(
            about(pairing.left, mine)[0], BOTH, title, spots[0], spots[1],
            verdict=(proof or concerned[0]).verdict, how=(proof or concerned[0]).how,
            witness=proof and proof.witness, switch=self._switch(mine, found, left=True),
            silent="both")]

    # -------------------------------------------------------------------------------- proofs
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
        return [each for each in self.so_far if each.id not in remaining]

    def _other_readings(self, own: Side, silent: Edited) -> tuple[Witness | None, str]:
        """Where another reading names another winner, or why none was found."""
        if self.quick:
            return None, ""
        hows = []
        for name in silent.forms:
            if name:
                found = told_apart(own, silent.name, name)
                if found.witness is not None:
                    left = own is self.pairing.left
                    return found.witness._replace(
                        switch=self._switch(silent, name, left=left)), ""
                never = "that could never change who wins: " if found.verdict == "never" else ""
                hows.append(f"; {never}{found.how}")
        return None, "".join(dict.fromkeys(hows))


def implied(pairing: Pairing) -> list[Shared]:
    """What one book can be read to say although another reading is possible, and the other book
    says plainly."""
    found = []
    counts = dict(zip((True, False), pairing.counts[0], strict=True))
    for left, (own, other) in ((True, (pairing.left, pairing.right)),
                               (False, (pairing.right, pairing.left))):
        mine, theirs = silences(own, counts[left]), silences(other, counts[not left])
        answers = Answers(pairing)
        pairs = matched(pairing, *((mine, theirs) if left else (theirs, mine)))
        partners = pairs if left else {b: a for a, b in pairs.items()}
        named = {each.name: each for each in theirs}
        for silent in mine:
            if not silent.implied or answer(pairing, silent, left=left) != "":
                continue
            ruled = answers.ruled(silent, "", left=left)
            partner = named.get(partners.get(silent.name, ""))
            if not ruled or (partner and about(other, partner)[0] == about(own, silent)[0]):
                continue
            ways = [f"“{words}”" for words in silent.words.values()]
            told = f"in {other.called}, {ruled}"
            read = f"{own.called} can be read as {ways[0]}, as it is here, or as {ways[1]}"
            spot = own.spot(first_line(silent.clause.at), cites_of(silent.clause))
            against = answers.spot(silent, left=left)
            found.append(Shared(
                said(f"{_frame(silent.title)} {{l0}}; {{r0}}.",
                     (read, told) if left else (told, read)),
                spot if left else against, against if left else spot, about(own, silent)[0]))
    return found


def question(silent: Edited) -> str:
    """What is asked. What breaks a tie before is told elsewhere, and is not the same in all
    books."""
    ties = {form.program.tied for form in silent.forms.values()}
    return LAST_TIE if len(ties) > 1 else silent.title


def _frame(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def about(side: Side, silent: Edited) -> tuple[str, Verdict, str]:
    """What a question is about: the name of the difference between its first two answers, and
    whether that can ever matter."""
    def look() -> tuple[str, Verdict, str]:
        for name in silent.forms:
            if name:
                pairing = Pairing(side, side.read_as(silent.name, name), by_name=True)
                found = unproved(pairing)
                if found:
                    never = all(each.verdict == "never" for each in found)
                    return found[0].id, "never" if never else "open", found[0].how
        return f"question-{silent.name}", "open", ""

    return side.once(("about", silent.name), look)
