"""What an edition rules where another one leaves something open: in its own words, and where."""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.english import capital
from variorum_dsl.model.words import headings

from variorum.comparison.align.clauses import (
    ELIMINATION,
    SEATS,
    WINNER,
    Clause,
    Form,
    Key,
    cites_of,
)
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Block, Term, walk
from variorum.comparison.differ.components import members, printed, seated, seen
from variorum.comparison.differ.differences import first_line
from variorum.comparison.differ.lines import Lines
from variorum.comparison.differ.sentences import LAST, everyone, out, prose, spoken, winner_spot
from variorum.comparison.model import Spot, cards_named
from variorum.comparison.verdict.alternatives import AS_IT_STANDS, Edited

OF_PLAY = ("stage", "effect")


class Answers:
    """The answers of each side to the questions of the other."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing

    def _partner(self, key: Key, *, left: bool) -> Key | None:
        return self.pairing.partner(key) if left else self.pairing.back(key)

    def _other(self, *, left: bool) -> tuple[Side, Form]:
        forms = self.pairing.forms()
        return (self.pairing.right, forms[1]) if left else (self.pairing.left, forms[0])

    # ------------------------------------------------------------------------------- words
    def ruled(self, silent: Edited, reading: str, *, left: bool) -> str:
        """What the other side says about it, in its own words; nothing if these cannot be found.
        In play and in scoring it follows one `reading`, which answers what is asked."""
        side, form = self._other(left=left)
        sorts = {key[0] for key in silent.touched}
        if SEATS in silent.touched:
            return seated(form)
        if sorts == {"zone"}:
            return self._seen(silent, form, left=left)
        if "elimination" in sorts and len(
            {each.program.everyone for each in silent.forms.values()}
        ) > 1:
            return everyone(form)
        if WINNER in silent.touched and sorts <= {"winner", "figure"}:
            return LAST.get(form.program.tied, "")
        if self._marks_move(silent):
            return self._marked(form, left=left)
        if "card" in sorts:
            return self._cards(silent, side, form, left=left)
        if sorts & {*OF_PLAY, "scoring", "elimination"} and silent.words[reading] != AS_IT_STANDS:
            return self._translated(silent.words[reading], left=left)
        at = self.line(silent, left=left) if sorts & set(OF_PLAY) else None
        return prose(side).of(at) if at is not None else ""

    def _translated(self, words: str, *, left: bool) -> str:
        """Words about cards as the other side calls them."""
        return cards_named(words, self.pairing.pairs(), lambda _, behind, other: other + behind,
                           left=left)

    def _seen(self, silent: Edited, form: Form, *, left: bool) -> str:
        rows = []
        for key in sorted(silent.touched):
            other = self._partner(key, left=left)
            if other is not None and other in form.clauses:
                rows.append(seen(form, other[1]))
        return "; ".join(rows)

    def _cards(self, silent: Edited, side: Side, form: Form, *, left: bool) -> str:
        rows = []
        for key in sorted(silent.touched):
            other = self._partner(key, left=left)
            if key[0] == "card" and other is not None:
                rows.append(printed(side, form, other))
        return "; ".join(dict.fromkeys(rows))

    def _marks_move(self, silent: Edited) -> bool:
        """Whether answers put a mark on other cards."""
        kinds = {frozenset((card.kind, card.marks) for card in form.program.cards)
                 for form in silent.forms.values()}
        return len(kinds) > 1 and len({frozenset(kind for kind, _ in each) for each in kinds}) == 1

    def _marked(self, form: Form, *, left: bool) -> str:
        """The cards that bear a mark."""
        groups = [(a, b)[left] for a, b, _ in self.pairing.groups if a.category == "mark"]
        return "; ".join(f"“{group.words}” is on {members(form, group)}" for group in groups)

    def _marks_spot(self, side: Side, form: Form, *, left: bool) -> Spot | None:
        """Where the cards stand that bear a mark."""
        atoms = [atom for a, b, _ in self.pairing.groups if a.category == "mark"
                 for atom in sorted((a, b)[left].atoms)]
        clauses = [form.clauses["card", atom] for atom in atoms]
        if not clauses:
            return None
        cites = [clause.cites for clause in clauses]
        shared = tuple(each for each in cites[0] if all(each in other for other in cites))
        spots = [spoken(side, side.spot(clause.at, clause.cites)) for clause in clauses]
        texts = dict.fromkeys(spot.text for spot in spots)
        return Spot(clauses[0].at, " ".join(texts), shared or cites[0])

    # ------------------------------------------------------------------------------ places
    def spot(self, silent: Edited, *, left: bool) -> Spot | None:
        """Where the other side answers it."""
        side, form = self._other(left=left)
        if self._marks_move(silent):
            return self._marks_spot(side, form, left=left)
        for key in silent.touched:
            place = self._partner(key, left=left) if key[0] == "zone" else None
            if place is not None:
                return side.spot(form.clauses[place].at, form.clauses[place].cites)
        at = self.line(silent, left=left)
        if at is not None:
            return side.spot(at, self._cites(form, at))
        keys = sorted(silent.touched, key=lambda key: (key[0] not in ("card", "winner"), key))
        for key in keys:
            other = self._partner(key, left=left)
            clause = form.clauses.get(other) if other else None
            if clause is None or not clause.at.line:
                continue
            if key == WINNER and form.game.winner is not None:
                winner = form.game.winner
                return winner_spot(side, clause, form, headings(winner.tied_cites)
                                   or cites_of(winner))
            if key == ELIMINATION and form.game.elimination is not None:
                cites = headings(form.game.elimination.everyone_cites)
                return Spot(clause.at, f"{capital(out(side))}. {capital(everyone(form))}.",
                            tuple(dict.fromkeys((*cites, *clause.cites))))
            if key == SEATS:
                return Spot(clause.at, f"{capital(seated(form))}.", clause.cites)
            if clause.key[0] == "stage":
                return side.spot(first_line(clause.at), clause.cites)
            return side.spot(clause.at, clause.cites)
        return None

    def _cites(self, form: Form, at: Place) -> tuple[str, ...]:
        """The headings of a line: its own, or those of what it stands in."""
        best: tuple[str, ...] = ()
        for _, clause in form.of(*OF_PLAY):
            for part in walk(clause.term):
                if isinstance(part, Term) and part.cites and part.at.path == at.path and (
                    part.at.line <= at.line <= part.at.end_line
                ):
                    best = part.cites
            if not best and clause.at.path == at.path and (
                clause.at.line <= at.line <= clause.at.end_line
            ):
                best = clause.cites
        return best

    def line(self, silent: Edited, *, left: bool) -> Place | None:
        """The line of the other side that does what the first changed line of this side does."""
        _, form = self._other(left=left)
        for key in sorted(silent.touched):
            if key[0] not in OF_PLAY or key not in silent.forms[""].clauses:
                continue
            other = self._partner(key, left=left)
            if other is None or other not in form.clauses:
                continue
            base = silent.forms[""].clauses[key]
            for name, reading in silent.forms.items():
                if not name:
                    continue
                if key not in reading.clauses or reading.clauses[key].head != base.head:
                    return form.clauses[other].at  # it happens at another time, or never
                own = self.pairing.left if left else self.pairing.right
                pairing = Pairing(own, own.read_as(silent.name, name), by_name=True)
                for change in Lines(pairing).changes(base.body, reading.clauses[key].body):
                    if change.left is not None and (
                        at := self._like(form.clauses[other], change.left, left=left)
                    ):
                        return at
                if key[0] == "effect":
                    return form.clauses[other].at
                return self._above(form.clauses[other], base, reading.clauses[key], pairing,
                                   left=left)
        return None

    def _above(
        self, ruled: Clause, base: Clause, reading: Clause, own: Pairing, *, left: bool
    ) -> Place | None:
        """The lines of the other side between which an answer would only add something: they say
        all that there is to say."""
        for change in Lines(own).changes(base.body, reading.body):
            if change.left is not None:
                continue
            for block in walk(reading.term):
                rows = list(block.terms) if isinstance(block, Block) else []
                place = next((n for n, row in enumerate(rows) if row is change.right), 0)
                if not place:
                    continue
                around = [self._like(ruled, row, left=left) for row in (
                    rows[place - 1], *rows[place + 1 : place + 2])]
                if around[0] is not None:
                    last = around[-1] or around[0]
                    return around[0]._replace(end_line=max(last.end_line, around[0].end_line),
                                              end_column=last.end_column)
        return None

    def _like(self, ruled: Clause, line: Term, *, left: bool) -> Place | None:
        """Where the other side has the same line."""
        text = self.pairing.line_text(line, left=left)
        return next((part.at for part in walk(ruled.term) if isinstance(part, Term)
                     and part.at.line and self.pairing.line_text(part, left=not left) == text),
                    None)

    # ------------------------------------------------------------------------- what is open
    def only_open(self, silent: Edited, other: Edited, *, left: bool) -> list[str]:
        """The answers that this side leaves open and the other one rules out. Of cards, numbers and
        ties the answers that are listed are examples, so that only places and play can tell."""
        sorts = {key[0] for key in silent.touched}
        if "zone" in sorts:
            return self._sights(silent, other, left=left)
        if not sorts <= {"stage"}:
            return []
        mine = {name: self._texts(form, silent, left=left) for name, form in silent.forms.items()}
        theirs = {self._texts(form, other, left=not left) for form in other.forms.values()}
        if not theirs & set(mine.values()):
            return []  # the two differ in more than this question
        return [name for name, text in mine.items() if name and text not in theirs]

    def _texts(self, form: Form, edited: Edited, *, left: bool) -> tuple[str, ...]:
        text = self.pairing.left_text if left else self.pairing.right_text
        return tuple(text(form.clauses[key].term) for key in sorted(edited.touched)
                     if key in form.clauses)

    def _sights(self, silent: Edited, other: Edited, *, left: bool) -> list[str]:
        places = [(key, partner) for key in silent.touched if key[0] == "zone"
                  and (partner := self._partner(key, left=left)) in other.touched]
        if len(places) != 1:
            return []
        (key, partner), = places
        assert partner is not None
        allowed = {form.zone(partner[1]).sight for form in other.forms.values()
                   if partner in form.clauses}
        if not other.forms[""].zone(partner[1]).each_player:
            allowed.add("secret")  # where nobody owns a place, nobody can look at it alone
        return [name for name, form in silent.forms.items() if name and key in form.clauses
                and form.zone(key[1]).sight not in allowed]
