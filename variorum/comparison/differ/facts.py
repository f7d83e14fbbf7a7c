"""Facts that no rule of play depends on: how many cards there are in a box, with and without
optional ones, what else is in it, for whom it is, and what is custom at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from variorum_dsl import model as m
from variorum_dsl.english import capital, counted, lower, many_of, one_of
from variorum_dsl.model.game import Game
from variorum_dsl.model.words import headings

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.differ.differences import made
from variorum.comparison.differ.outcome import is_open
from variorum.comparison.differ.sentences import both, says
from variorum.comparison.model import Difference, Spot, plain_words
from variorum.prose.sections.summary import advised


def of_the_box(pairing: Pairing) -> list[Difference]:
    """Facts that are not the same."""
    return [*_cards(pairing), *_sets(pairing), *_parts(pairing), *_advised(pairing),
            *_customs(pairing)]


def _sets(pairing: Pairing) -> list[Difference]:
    """How many cards there are of which everybody has a set, as far as the books say so."""
    left, right = _total_of_own(pairing.left), _total_of_own(pairing.right)
    if not pairing.same_game or (left and left.count) == (right and right.count):
        return []

    def words(total: m.Total) -> str:
        side = pairing.left if total is left else pairing.right
        return side.form(side.counts[0]).program.kind_words.get(total.kind, (total.kind,))[-1]

    def said(total: m.Total) -> str:
        return f"there are {total.count} {words(total)} in the box"

    first = left or right
    assert first is not None
    return [_fact(pairing, "own-cards", f"number of {words(first)}", left, right, said)]


def _total_of_own(side: Side) -> m.Total | None:
    form = side.form(side.counts[0])
    owned = sum(1 << number for number, card in enumerate(form.program.cards) if card.owner >= 0)
    return next((total for total in side.game.totals
                 if form.symbols.masks.get(total.kind, 0) & owned), None)


def _parts(pairing: Pairing) -> list[Difference]:
    """What is in a box without a rule: player aids, chips that only keep count."""
    left, right = ({plain_words(one_of(each.words, each.name)): _counted_in(side, each)
                    for each in side.game.besides} for side in (pairing.left, pairing.right))
    found = []
    for word in dict.fromkeys((*left, *right)):
        mine, theirs = left.get(word), right.get(word)
        if mine is not None and theirs is not None and mine.count == theirs.count:
            continue
        found.append(_fact(pairing, f"part-{word.replace(' ', '-')}", f"{word}s", mine, theirs,
                           _part))
    return found


def _counted_in(side: Side, each: m.Besides) -> m.Besides:
    """A part without its number, where the book leaves that open."""
    def number(game: Game) -> int | None:
        return next((other.count for other in game.besides if other.name == each.name), None)

    return each.but(count=0) if is_open(side, number) else each


def _part(each: m.Besides) -> str:
    if not each.count:
        return f"there are {many_of(each.words, each.name)} in the box"
    there = "is" if each.count == 1 else "are"
    what = counted(each.count, one_of(each.words, each.name), many_of(each.words, each.name))
    return f"there {there} {what} in the box"


def _advised(pairing: Pairing) -> list[Difference]:
    """From which age on, and for how long."""
    left, right = ({each.about: each for each in side.game.advice}
                   for side in (pairing.left, pairing.right))
    topics = {"ages": "for whom it is", "minutes": "how long it takes"}
    return [_fact(pairing, about, topics[about], left.get(about), right.get(about), _advice)
            for about in dict.fromkeys((*left, *right))
            if about not in left or about not in right
            or (left[about].low, left[about].high) != (right[about].low, right[about].high)]


def _advice(each: m.Advice) -> str:
    return lower(advised(each).rstrip(".").removeprefix("Playing time: "))


def _customs(pairing: Pairing) -> list[Difference]:
    """What players do where no rule depends on it: the same by its name, whatever the words. What
    is in the box is told there."""
    left, right = ({each.name: each for stage in side.game.stages for each in m.walk(stage)
                    if isinstance(each, m.Custom) and not any(
                        one_of(part.words, part.name) in each.told for part in side.game.besides)}
                   for side in (pairing.left, pairing.right))
    return [_fact(pairing, f"custom-{name}", name.replace("-", " "), left.get(name),
                  right.get(name), _custom)
            for name in dict.fromkeys((*left, *right))
            if name not in left or name not in right
            or plain_words(left[name].told) != plain_words(right[name].told)]


def _custom(each: m.Custom) -> str:
    return lower(each.told.rstrip("."))


Printed = TypeVar("Printed", m.Besides, m.Advice, m.Custom, m.Total)


def _fact(
    pairing: Pairing, about: str, topic: str, left: Printed | None, right: Printed | None,
    said: Callable[[Printed], str],
) -> Difference:
    """Something that both books print otherwise, or only one of them, and what it is about."""
    rows = tuple((side, each) for side, each in ((pairing.left, left), (pairing.right, right))
                 if each is not None)
    spots = {side: Spot(each.at, f"{capital(said(each))}.", headings(each.cites))
             for side, each in rows}
    (side, first), (_, last) = rows[0], rows[-1]
    title = (both(pairing.left, pairing.right, said(first), said(last), topic)
             if len(rows) == 2 else says(side, said(first), topic))
    return made("facts", (about,), title, spots.get(pairing.left), spots.get(pairing.right),
                verdict="never", how="no rule of play depends on it")._replace(severity="words")


def _cards(pairing: Pairing) -> list[Difference]:
    """How many cards there are."""
    left, right = _counted(pairing.left), _counted(pairing.right)
    # Cards that one of them always has more are told as cards.
    if left == right or left[0] != right[0]:
        return []
    mine, theirs = (_said(counts, side) for counts, side in
                    ((left, pairing.left), (right, pairing.right)))
    spots = [spot and spot._replace(text=f"{capital(told)}.") for spot, told in (
        (of_components(pairing.left), mine), (of_components(pairing.right), theirs))]
    return [made("facts", ("cards",),
                 both(pairing.left, pairing.right, mine, theirs, "number of cards"), *spots,
                 verdict="never",
                 how="it is a count of what is told card by card")._replace(severity="words")]


def _counted(side: Side) -> tuple[int, int]:
    """The common cards, without and with everything that is optional."""
    players = side.counts[0]

    def common(forms: Side) -> int:
        return sum(card.owner < 0 for card in forms.form(players).program.cards)

    fewest = common(side)
    added = [common(side.choosing(option)) - fewest for option in side.sheet.options
             if players in side.choosing(option).counts]
    return fewest, fewest + sum(more for more in added if more > 0)


def _said(counts: tuple[int, int], side: Side) -> str:
    fewest, most = counts
    kinds = {form.program.kind_words.get(top, (top,))[-1] for form in [side.form(side.counts[0])]
             for top in _tops(side)}
    what = kinds.pop() if len(kinds) == 1 else "common cards"
    if fewest == most:
        return f"there are {fewest} {what}"
    return f"there are {most} {what}, {most - fewest} of which are optional"


def _tops(side: Side) -> set[str]:
    """The uppermost kinds of the common cards."""
    form = side.form(side.counts[0])
    under = {kind.name: kind.under for kind in form.game.kinds}
    found = set()
    for card in form.program.cards:
        if card.owner < 0:
            kind = card.kind
            if kind not in under:
                kind = next((line.kind for pile in form.game.piles for line in pile.lines
                             if line.name == kind), kind)
            while under.get(kind):
                kind = under[kind]
            found.add(kind)
    return found


def in_the_box(side: Side) -> list[str]:
    """The cards that a book counts, with those that are optional, and what else is in the box."""
    form = side.form(side.counts[0])
    counted_kinds = {total.kind for total in side.game.totals} & {
        kind.name for kind in form.game.kinds}
    under = {kind.name: kind.under for kind in form.game.kinds}
    fewest, most = _counted(side)
    rows = []
    for total in side.game.totals:
        if total.kind in counted_kinds and under.get(total.kind) not in counted_kinds:
            words = form.program.kind_words.get(total.kind, (total.kind,))[-1]
            more = f", {most - fewest} of which are optional" if (
                total.count == fewest < most) else ""
            rows.append(f"{most if more else total.count} {words}{more}")
    own = Counter(card.kind for card in form.program.cards if card.owner == 0)
    for kind, many in own.items() if rows else ():
        if not {kind, under.get(kind)} & counted_kinds:
            rows.append(f"{many} {form.program.kind_words.get(kind, (kind,))[-1]} for each player")
    return [*rows, *(_part(_counted_in(side, each)).removesuffix(" in the box").split(" ", 2)[-1]
                     for each in side.game.besides)]


def of_components(side: Side) -> Spot | None:
    """Where the components stand."""
    piles: tuple[m.Pile, ...] = tuple(side.game.piles)
    if not piles or not piles[0].lines:
        return None
    for total in side.game.totals:
        return side.spot(total.at, headings(total.cites))
    line = piles[0].lines[0]
    return side.spot(line.at, headings(line.cites))
