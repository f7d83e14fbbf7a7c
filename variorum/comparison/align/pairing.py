"""Two sides brought together: who corresponds to whom, and whether two rules say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from variorum_dsl import model as m

from variorum.comparison.align import canonical as canon
from variorum.comparison.align.alignment import (
    LEAST_OF_STRANGERS,
    Aligner,
    Alignment,
    bare,
    pair_of,
    sure_of,
)
from variorum.comparison.align.clauses import Clause, Form, Key, words_of
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import (
    NONE,
    Block,
    Cards,
    Contents,
    InZone,
    Order,
    Reference,
    Term,
    Tree,
)
from variorum.comparison.model import Pair, Spot, Sure

STRANGERS = 0.55  # two games less alike than this are compared as different games
SINGLE = ("players", "winner", "elimination")
NOUNS = ("card", "kind", "mark", "attribute", "zone", "track", "dummy", "figure", "scoring",
         "elimination")


class Group(NamedTuple):
    """A kind or a mark as the set of cards that it stands for."""

    category: str
    name: str
    words: str
    atoms: frozenset[str]
    clause: m.Kind | m.Mark


class Pairing:
    """Everything that the parts of a comparison ask about the two sides."""

    def __init__(
        self, left: Side, right: Side, pins: Iterable[tuple[str, str]] = (), *,
        by_name: bool = False, alignment: Alignment | None = None,
    ) -> None:
        self.left, self.right = left, right
        self.one_file = by_name
        self.pins = list(pins)
        both = [n for n in left.counts if n in right.counts]
        self.counts = [(n, n) for n in both] or [(left.counts[0], right.counts[0])]
        aligner = Aligner(left, right, self.counts, self.pins)
        self.alignment = alignment or (aligner.by_name() if by_name else aligner.run())
        self._prepare()
        known = by_name or alignment is not None
        self.likeness = 1.0 if known else self._likeness()
        self.same_game = known or self.likeness >= STRANGERS
        if not self.same_game:
            self.alignment = aligner.run(LEAST_OF_STRANGERS)
            self._prepare()

    def _prepare(self) -> None:
        self.loose_left: set[str] = set()
        self.loose_right: set[str] = set()
        mine, theirs = self.forms()
        for key, other in self.pairs_of("zone"):
            if mine.zone(key[1]).domain.sort != theirs.zone(other[1]).domain.sort:
                self.loose_left.add(key[1])
                self.loose_right.add(other[1])
        self.only_left = {name for name in mine.atoms if self.partner(("card", name)) is None}
        self.only_right = {name for name in theirs.atoms if self.back(("card", name)) is None}
        self.groups = self._group_pairs()
        self.sets_left = {a.atoms: f"{a.name}|{b.name}" for a, b, _ in self.groups
                          if self.mapped(a.atoms) != b.atoms}
        self.sets_right = {b.atoms: f"{a.name}|{b.name}" for a, b, _ in self.groups
                           if self.mapped(a.atoms) != b.atoms}

    def with_sides(self, left: Side, right: Side) -> Pairing:
        """The same pairs, where one side is read otherwise or an option is chosen."""
        both = [n for n in left.counts if n in right.counts]
        counts = [(n, n) for n in both] or [(left.counts[0], right.counts[0])]
        forms = left.form(counts[0][0]), right.form(counts[0][1])
        kept = {
            key: match for key, match in self.alignment.matches.items()
            if all(pair in form.clauses or pair[0] == "attribute"
                   for form, pair in zip(forms, (key, match.right), strict=True))
        }
        return Pairing(left, right, self.pins, alignment=Alignment(kept))

    def forms(self, place: int = 0) -> tuple[Form, Form]:
        a, b = self.counts[place]
        return self.left.form(a), self.right.form(b)

    # --------------------------------------------------------------------- cards
    def mapped(self, atoms: Iterable[str]) -> frozenset[str]:
        """The cards of the left side as the right side calls them; strangers keep a mark."""
        found = self.alignment.to_right
        return frozenset(
            found[("card", name)][1] if ("card", name) in found else f"<{name}" for name in atoms
        )

    def _overlap(self, mine: frozenset[str], theirs: frozenset[str]) -> float:
        """How many of the cards two groups share."""
        left, right = self.forms()
        back = {other[1]: key[1] for key, other in self.pairs_of("card")}
        both = sum(right.atoms[name].bit_count() for name in self.mapped(mine) & theirs)
        only = sum(left.atoms[name].bit_count() for name in mine
                   if not self.mapped([name]) & theirs)
        more = sum(right.atoms[name].bit_count() for name in theirs
                   if back.get(name) not in mine)
        return both / (both + only + more)

    def _group_pairs(self) -> list[tuple[Group, Group, float]]:
        """Kinds with kinds and marks with marks, by the cards that they stand for."""
        mine, theirs = groups_of(self.forms()[0]), groups_of(self.forms()[1])
        rows = []
        for a in mine:
            for b in theirs:
                if a.category != b.category:
                    continue
                like = self._overlap(a.atoms, b.atoms)
                pinned = (a.name, b.name) in self.pins
                # A mark can be on many more cards of one side, and still be that mark.
                if like >= 0.5 or pinned or (like > 0 and a.category == "mark"):
                    rows.append((-like - pinned, a.words.casefold() != b.words.casefold(),
                                 sorted((a.name, b.name)), a, b))
        rows.sort(key=lambda row: row[:3])
        found: list[tuple[Group, Group, float]] = []
        for like, _, _, a, b in rows:
            if all(a is not x and b is not y for x, y, _ in found):
                found.append((a, b, min(1.0, -like if (a.name, b.name) not in self.pins
                                        else -like - 1)))
        return found

    # --------------------------------------------------------------------- texts
    def _settled(self, tree: Tree, *, left: bool) -> Tree:
        """Owners of a place that is owned on one side only, cards that only one side has, and
        groups that differ as a whole are differences of their own and not repeated in every rule
        that mentions them."""
        loose = self.loose_left if left else self.loose_right
        sets = self.sets_left if left else self.sets_right
        only = self.only_left if left else self.only_right
        if not loose and not sets and not only:
            return tree
        if isinstance(tree, Cards):
            if tree.atoms in sets:
                return Reference("set", sets[tree.atoms])
            return Cards(tree.atoms - only or tree.atoms)
        if not isinstance(tree, Term):
            return tree
        parts = tuple(part if isinstance(part, str | int) else self._settled(part, left=left)
                      for part in tree.parts)
        if isinstance(tree, InZone) and tree.zone in loose:
            parts = (*parts[: tree.owner], NONE, *parts[tree.owner + 1 :])
            label = "zone" if isinstance(tree, Contents) else tree.label
            return replace(tree, label=label, parts=parts)
        return replace(tree, parts=parts)

    def left_text(self, term: Tree) -> str:
        return canon.text(self._settled(term, left=True), self.left_label)

    def right_text(self, term: Tree) -> str:
        return canon.text(self._settled(term, left=False), self.right_label)

    def left_label(self, category: str, name: str) -> str:
        return name if category == "set" else self.alignment.left_label(category, name)

    def right_label(self, category: str, name: str) -> str:
        return name if category == "set" else self.alignment.right_label(category, name)

    def line_text(self, term: Tree, *, left: bool) -> str:
        """One line of play; its locals are not told apart."""
        labels = self.left_label if left else self.right_label
        if isinstance(term, Term):  # a procedure is as good as its lines
            term = Block("block", (term,), order=Order.LINES)
        whole = self._settled(term, left=left)
        return canon.anonymous(canon.ordered(whole, labels), labels)

    def pieces(self, term: Tree, *, left: bool) -> Counter[str]:
        labels = self.left_label if left else self.right_label
        return canon.shingles(self._settled(term, left=left), labels)

    # ------------------------------------------------------------------- clauses
    def partner(self, key: Key) -> Key | None:
        if key[0] in SINGLE:
            return key
        return self.alignment.to_right.get(key)

    def back(self, key: Key) -> Key | None:
        if key[0] in SINGLE:
            return key
        return self.alignment.to_left.get(key)

    def pairs_of(self, *sorts: str) -> Iterator[tuple[Key, Key]]:
        """Those that correspond, of some sorts."""
        return ((key, other) for key, other in self.alignment.to_right.items() if key[0] in sorts)

    def differs(self, mine: Key, theirs: Key) -> tuple[int, ...]:
        """The places in `counts` at which two clauses do not say the same."""
        found = []
        for place in range(len(self.counts)):
            left, right = self.forms(place)
            a, b = left.clauses.get(mine), right.clauses.get(theirs)
            if (a is None) != (b is None) or (a and b and not self._same(a.term, b.term)):
                found.append(place)
        return tuple(found)

    def _same(self, mine: Term, theirs: Term) -> bool:
        # In two readings of one file most clauses are the same to the letter.
        return (self.one_file and mine == theirs) or (
            self.left_text(mine) == self.right_text(theirs)) or (
                canon.as_written(self._settled(mine, left=True), self.left_label)
                == canon.as_written(self._settled(theirs, left=False), self.right_label))

    def players(self, places: Iterable[int]) -> tuple[int, ...]:
        """For which numbers of players; nothing if for all."""
        chosen = tuple(self.counts[place][0] for place in places)
        return () if len(chosen) == len(self.counts) else chosen

    def left_spot(self, clause: Clause | Term) -> Spot:
        return self.left.spot(clause.at, clause.cites)

    def right_spot(self, clause: Clause | Term) -> Spot:
        return self.right.spot(clause.at, clause.cites)

    def _likeness(self) -> float:
        """How much of all rules is the same."""
        left, right = self.forms()
        both = total = 0
        mine: Counter[str] = Counter()
        theirs: Counter[str] = Counter()
        for clause in _rules(left):
            mine.update(self.pieces(clause.term, left=True))
        for clause in _rules(right):
            theirs.update(self.pieces(clause.term, left=False))
        for piece in mine.keys() | theirs.keys():
            low, high = sorted((mine[piece], theirs[piece]))
            both += low
            total += high
        return both / total if total else 1.0

    # --------------------------------------------------------------------- pairs
    def pairs(self) -> list[Pair]:
        found = [pair_of(match, self.words(self.left, match.left),
                         self.words(self.right, match.right))
                 for match in self.alignment.matches.values()]
        names = {(pair.left, pair.right) for pair in found if pair.category == "card"}
        for a, b, like in self.groups:
            if (a.name, b.name) in names:
                continue
            sure: Sure = "certain" if like == 1 and all(
                sure_of(self.alignment.matches["card", atom])[0] != "guess" for atom in a.atoms
            ) else "likely"
            found.append(Pair(a.category, a.name, b.name, a.words, b.words, sure, round(like, 3),
                              "the same cards" if like == 1 else "mostly the same cards"))
        return [*found, *self._out()]

    def _out(self) -> list[Pair]:
        """What the two call being out."""
        both = [form.game.elimination for form in self.forms()]
        words = [each.words.one for each in both if each is not None and each.words]
        if len(words) < len(both):
            return []
        return [Pair("elimination", "", "", words[0], words[1], "certain", 1.0, "who is out")]

    def words(self, side: Side, key: Key) -> str:
        form = self.forms()[0 if side is self.left else 1]
        if key[0] == "attribute":
            name = key[1].split(" ")[0]
            for kind in form.game.kinds:
                for attribute in kind.attributes:
                    if attribute.name == name and (
                        " of " not in key[1] or kind.name in key[1].split(" ")[2:]
                    ):
                        return words_of(attribute)
            return name
        clause = form.clauses.get(key)
        return clause.words if clause else bare(key)


def groups_of(form: Form) -> list[Group]:
    symbols = form.symbols
    found = []
    clauses = {kind.name: kind for kind in form.game.kinds}
    for name, mask in symbols.masks.items():
        atoms = frozenset(atom for atom, own in form.atoms.items() if own & mask)
        if not atoms:
            continue
        if name in symbols.marks:
            found.append(Group("mark", name, words_of(symbols.marks[name]), atoms,
                               symbols.marks[name]))
        elif name in clauses:
            found.append(Group("kind", name, words_of(clauses[name]), atoms, clauses[name]))
    found.sort(key=lambda group: group.name)
    return found


def _rules(form: Form) -> list[Clause]:
    """What is played: a hundred cards with numbers on them do not make two games alike."""
    return [clause for key, clause in form.clauses.items() if key[0] != "card"]
