"""Silences and options: what one rulebook leaves open or offers, and what the other one says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from dsl import model as m
from variorum.comparison.canon import shingles, text
from variorum.comparison.model import Difference, Spot, plainly, said
from variorum.comparison.pairing import Together, cites_of
from variorum.comparison.rules import made
from variorum.comparison.sides import Form, Key, Side, words_of

ALIKE = 0.4
FINE = ("zone", "players", "card", "elimination", "effect")  # clauses that are about one matter
CATEGORY = {
    "scoring": ("scoring",), "winner": ("tie-break",), "elimination": ("elimination",),
    "zone": ("information", "play"), "stage": ("play", "information"), "effect": ("play",),
    "card": ("components",), "players": ("components",), "end": ("end",),
    "figure": ("elimination", "tie-break", "scoring"),
}


class Edited(NamedTuple):
    """A silence or an option, with what each of its readings changes."""

    clause: Any
    title: str
    forms: dict[str, Form]  # by reading; "" is the game as it stands
    words: dict[str, str]
    touched: frozenset[Key]

    @property
    def name(self) -> str:
        return str(self.clause.name)


class Found(NamedTuple):
    """Differences, and notes on other differences by their ids."""

    differences: list[Difference]
    notes: dict[str, str]


def _plain(category: str, name: str) -> str:
    return f"{category}:{name}"


def silences(side: Side, players: int) -> list[Edited]:
    base = side.form(players)
    found = []
    for silent in side.sheet.silences.values():
        forms = {"": base}
        words = {"": words_of(silent.assumed) if silent.assumed else "as it stands"}
        for reading in silent.readings:
            form = _form(side, players, (), {silent.name: reading.name})
            if form is not None:
                forms[reading.name] = form
                words[reading.name] = words_of(reading)
        found.append(Edited(silent, silent.question, forms, words, _touched(base, forms)))
    return found


def options(side: Side, players: int) -> list[Edited]:
    base = side.form(players)
    found = []
    for option in side.sheet.options.values():
        form = _form(side, players, (option.name,), {})
        forms = {"": base} if form is None else {"": base, option.name: form}
        found.append(Edited(option, words_of(option), forms, {option.name: words_of(option)},
                            _touched(base, forms)))
    return found


def _form(
    side: Side, players: int, chosen: tuple[str, ...], readings: Mapping[str, str]
) -> Form | None:
    game, problems = side.ready.game(chosen, readings)
    if any(problem.severity == "error" for problem in problems) or (
        players not in game.player_counts()
    ):
        return None
    return side.form(players, chosen, readings)


def _touched(base: Form, forms: Mapping[str, Form]) -> frozenset[Key]:
    found = set()
    for form in forms.values():
        for key in base.clauses.keys() | form.clauses.keys():
            a, b = base.clauses.get(key), form.clauses.get(key)
            if a is None or b is None or text(a.term, _plain) != text(b.term, _plain):
                found.add(key)
    return frozenset(found)


# ------------------------------------------------------------------------------------- matching
def _features(together: Together, edited: Edited, *, left: bool) -> set[str]:
    """What the readings add and take away, in words that both sides share."""
    alignment = together.alignment
    labels = alignment.left_sort if left else alignment.right_sort
    base = _pieces(edited.forms[""], edited.touched, labels)
    found: set[str] = set()
    for name, form in edited.forms.items():
        if name:
            now = _pieces(form, edited.touched, labels)
            found |= set(now - base) | set(base - now)
    return found


def _pieces(form: Form, keys: frozenset[Key], labels: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for key in keys:
        if key in form.clauses:
            for piece, many in shingles(form.clauses[key].term, labels).items():
                found[f"{key[0]} {piece}"] += many
    return found


def matched(together: Together, mine: list[Edited], theirs: list[Edited]) -> dict[str, str]:
    """Which question is which: by what the answers would change; the words break ties."""
    first = {each.name: _features(together, each, left=True) for each in mine}
    second = {each.name: _features(together, each, left=False) for each in theirs}
    rows = []
    for a in mine:
        for b in theirs:
            joint = first[a.name] | second[b.name]
            like = len(first[a.name] & second[b.name]) / len(joint) if joint else 0.0
            kinds = {key[0] for key in a.touched}, {key[0] for key in b.touched}
            told = _told(a.title, b.title) if kinds[0] & kinds[1] else 0.0
            score = like + 0.3 * told + (0.15 if _one_matter(together, a, b) else 0.0)
            if score >= ALIKE:
                rows.append((-round(score, 6), sorted((a.name, b.name)), a.name, b.name))
    found: dict[str, str] = {}
    for _, _, a_name, b_name in sorted(rows):
        if a_name not in found and b_name not in found.values():
            found[a_name] = b_name
    return found


def _one_matter(together: Together, a: Edited, b: Edited) -> bool:
    """Whether both change the same small clauses."""
    partners = {together.partner(key) for key in a.touched}
    return bool(partners) and partners == set(b.touched) and all(
        key[0] in FINE for key in a.touched)


def _told(first: str, second: str) -> float:
    words = [{word.strip("?,.").casefold() for word in each.split()} for each in (first, second)]
    return len(words[0] & words[1]) / len(words[0] | words[1]) if words[0] | words[1] else 0.0


# -------------------------------------------------------------------------------------- answers
class Questions:
    """All questions of both sides."""

    def __init__(self, together: Together, so_far: list[Difference]) -> None:
        self.together = together
        self.so_far = so_far
        a, b = together.counts[0]
        self.mine, self.theirs = silences(together.left, a), silences(together.right, b)
        self.pairs = matched(together, self.mine, self.theirs)

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
        return Found([*differences, *self._options()], notes)

    def _both(self, mine: Edited, theirs: Edited, notes: dict[str, str]) -> None:
        """Both leave it open: where they differ as they stand, they assume different answers."""
        if not self._answer(mine, left=True):
            return
        note = (f"both rulebooks leave it open; {self.together.left.name} is read here as: "
                f"{mine.words['']}; {self.together.right.name} as: {theirs.words['']}")
        for each in self._concerned(mine, left=True):
            if any(each.id == other.id for other in self._concerned(theirs, left=False)):
                notes[each.id] = note

    def _concerned(self, edited: Edited, *, left: bool) -> list[Difference]:
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
        other = self.together.partner(key) if left else self.together.back(key)
        form = self.together.forms()[1 if left else 0]
        clause = form.clauses.get(other) if other else None
        spot = each.right if left else each.left
        return clause is not None and spot is not None and _within(spot, clause.at)

    def _stated(
        self, silent: Edited, notes: dict[str, str], *, left: bool
    ) -> list[Difference]:
        together = self.together
        own, other = (together.left, together.right) if left else (together.right, together.left)
        answer = self._answer(silent, left=left)
        if answer is None:
            return []
        concerned = self._concerned(silent, left=left)
        spot = own.spot(_line(silent.clause.at), cites_of(silent.clause))
        spot = spot._replace(text=silent.title)
        against = self._against(silent, left=left)
        title = plainly(f"{own.name} does not say: {silent.title} {other.name} rules: "
                        f"{silent.words[answer]}")
        keys = (silent.name, "") if left else ("", silent.name)
        found = made(together, "stated against silent", title, spot if left else against,
                     against if left else spot, keys, silent.name)
        if not answer:
            others = [words for name, words in silent.words.items() if name]
            return [found._replace(verdict="assumed", how=(
                f"{own.name} is read as {other.name} rules; it could also be read: "
                f"{'; or '.join(others)}"))]
        for each in concerned:
            notes[each.id] = (f"{own.name} is silent here: {silent.title} {other.name} rules as "
                              f"the reading “{silent.words[answer]}”")
        proof = next((each for each in concerned if each.witness), None)
        if proof is not None:
            return [found._replace(verdict="changes", witness=proof.witness,
                                   how=f"{own.name} is read here as: {silent.words['']}",
                                   note=f"see {proof.id}")]
        verdict = concerned[0].verdict if concerned else "open"
        return [found._replace(verdict=verdict, how=concerned[0].how if concerned else "",
                               note=f"see {concerned[0].id}" if concerned else "")]

    def _against(self, silent: Edited, *, left: bool) -> Spot | None:
        """What the other side says instead."""
        together = self.together
        form = together.forms()[1 if left else 0]
        side = together.right if left else together.left
        for key in sorted(silent.touched):
            other = together.partner(key) if left else together.back(key)
            clause = form.clauses.get(other) if other else None
            if clause is not None and clause.at.line:
                return side.spot(clause.at, clause.cites)
        return None

    def _answer(self, silent: Edited, *, left: bool) -> str | None:
        """The reading that the other side follows; None if it says nothing of the kind."""
        together = self.together
        alignment = together.alignment
        mine = alignment.left_sort if left else alignment.right_sort
        theirs = alignment.right_sort if left else alignment.left_sort
        form = together.forms()[1 if left else 0]
        partners = {together.partner(key) if left else together.back(key)
                    for key in silent.touched} - {None}
        if not partners:
            return None
        wanted = _pieces(form, frozenset(key for key in partners if key), theirs)
        rows = []
        for name, each in silent.forms.items():
            now = _pieces(each, silent.touched, mine)
            rows.append(((now - wanted).total() + (wanted - now).total(), name))
        rows.sort()
        if len(rows) > 1 and rows[0][0] == rows[1][0]:
            return None
        return rows[0][1]

    # ------------------------------------------------------------------------------ options
    def _options(self) -> list[Difference]:
        together = self.together
        a, b = together.counts[0]
        mine, theirs = options(together.left, a), options(together.right, b)
        pairs = matched(together, mine, theirs)
        found = []
        for option in mine:
            if option.name not in pairs:
                found.append(self._offered(option, left=True))
        for option in theirs:
            if option.name not in pairs.values():
                found.append(self._offered(option, left=False))
        for option in mine:
            other = next((o for o in theirs if o.name == pairs.get(option.name)), None)
            if other is not None and _features(together, option, left=True) != _features(
                together, other, left=False
            ):
                found.append(made(
                    together, "option", said("{l0} / {r0}: not the same optional rule",
                                             (option.title, other.title)),
                    together.left.spot(option.clause.at, cites_of(option.clause)),
                    together.right.spot(other.clause.at, cites_of(other.clause)),
                    (option.name, other.name), option.name,
                    how="it matters only where the option is chosen",
                ))
        return found

    def _offered(self, option: Edited, *, left: bool) -> Difference:
        together = self.together
        side, other = ((together.left, together.right) if left
                       else (together.right, together.left))
        spot = side.spot(option.clause.at, cites_of(option.clause))
        answer = self._answer(option, left=left)
        note = f"{other.name} always plays so" if answer == option.name else ""
        return made(together, "option", plainly(f"only {side.name} offers: {option.title}"),
                    spot if left else None, None if left else spot,
                    (option.name, "") if left else ("", option.name), option.name,
                    how="it matters only where the option is chosen", note=note)


def _within(spot: Spot, at: Any) -> bool:
    return bool(spot.place.path == at.path and at.line <= spot.place.line <= at.end_line)


def _line(at: Any) -> Any:
    return at._replace(end_line=at.line, end_column=at.column + 1)


__all__ = ["Found", "Questions", "m"]
