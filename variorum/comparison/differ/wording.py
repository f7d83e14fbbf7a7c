"""Words: one word for different things, and what those things are."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.walk import walk

from variorum.comparison.align.clauses import Form, Key, cites_of
from variorum.comparison.align.pairing import NOUNS, Group, Pairing, groups_of
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import cards_in
from variorum.comparison.differ.differences import first_line
from variorum.comparison.model import FalseFriend, Spot, identity, plain_words

FEW_LETTERS = 4


class Thing(NamedTuple):
    """Something with a printed word; one thing can have two."""

    key: Key
    words: str
    spot: Spot
    meaning: str


def things(side: Side, players: int) -> list[Thing]:
    """Everything that a printed word stands for, in optional rules too."""
    found = _things(side, side.form(players))
    for option in side.sheet.options:
        chosen = side.choosing(option)
        if players in chosen.counts:
            known = {thing.key for thing in found}
            found += [thing for thing in _things(chosen, chosen.form(players))
                      if thing.key not in known]
    return found


def _things(side: Side, form: Form) -> list[Thing]:
    found = []
    for key, clause in form.clauses.items():
        if key[0] in NOUNS:
            spot = side.spot(clause.at, clause.cites)
            found.append(Thing(key, clause.words, spot, meaning(form, key)))
            if also := _also(form, key):
                found.append(Thing(key, also, spot,
                                   f"another word for {clause.words}, {meaning(form, key)}"))
    cards = {key[1] for key, _, _, _ in found if key[0] == "card"}
    for group in groups_of(form):
        if group.name not in cards:
            spot = side.spot(first_line(group.clause.at), cites_of(group.clause))
            found.append(Thing((group.category, group.name), group.words, spot,
                               _group_meaning(form, group)))
    return found


def _also(form: Form, key: Key) -> str:
    """The other word of the book for something."""
    named: dict[Key, m.Words | None] = {
        **{("scoring", each.name): each.words for each in form.game.scorings},
        **{("zone", each.name): each.words for each in form.game.zones},
        **{("figure", each.name): each.words for each in form.game.figures},
        **{("track", each.name): each.words for each in form.game.tracks},
        **{("card", each.name): each.words for each in form.game.kinds},
        **{("card", each.name): each.words for pile in form.game.piles for each in pile.lines
           if each.name},
    }
    words = named.get(key)
    return words.also if words is not None else ""


def false_friends(pairing: Pairing) -> list[FalseFriend]:
    """Printed words that look alike, for things that are no pair."""
    mine, theirs = (things(side, players) for side, players in
                    zip((pairing.left, pairing.right), pairing.counts[0], strict=True))
    pairs = set(pairing.alignment.to_right.items())
    pairs |= {((a.category, a.name), (b.category, b.name)) for a, b, _ in pairing.groups}
    pairs |= {(("card", a.name), (b.category, b.name)) for a, b, _ in pairing.groups}
    pairs |= {((a.category, a.name), ("card", b.name)) for a, b, _ in pairing.groups}
    # A word that stands for a pair as well is used alike; the others are parts of the matter.
    fine = {plain_words(a.words) for a in mine for b in theirs
            if (a.key, b.key) in pairs and plain_words(a.words) == plain_words(b.words)}
    found: dict[str, FalseFriend] = {}
    for a in mine:
        for b in theirs:
            words = plain_words(a.words), plain_words(b.words)
            if not _alike(*words) or set(words) & fine or (a.key, b.key) in pairs or (
                a.meaning == b.meaning
            ):
                continue
            if not _both_named(a, b) or (not pairing.same_game and a.key[0] not in _CARDS):
                continue
            if words[0] != words[1] and not {a.key[0], b.key[0]} <= set(_CARDS):
                continue
            name = identity("word", _slug(min(words, key=lambda word: (len(word), word))))
            found.setdefault(name, FalseFriend(name, a.words, b.words, a.spot, b.spot, a.meaning,
                                               b.meaning))
    return list(found.values())


_CARDS = ("card", "kind", "mark")
_COUNTED = ("scoring", "figure")


def _both_named(a: Thing, b: Thing) -> bool:
    """A place may be called like a number without misleading anybody; a card may not, nor may what
    players count."""
    first, second = a.key[0], b.key[0]
    return first == second or (first in _CARDS and second in _CARDS) or any(
        one in _CARDS and other in _COUNTED for one, other in ((first, second), (second, first)))


def _alike(first: str, second: str) -> bool:
    """Whether somebody who knows one word takes the other for it: the same, one letter more, or
    the same with another word behind it."""
    short, long = sorted((first, second), key=lambda word: (len(word), word))
    return short == long or (len(short) > FEW_LETTERS and (
        long.startswith(f"{short} ") or any(
            long[:place] + long[place + 1:] == short for place in range(len(long)))))


def _slug(word: str) -> str:
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in word)
    return "-".join(part for part in kept.split("-") if part)


# ------------------------------------------------------------------------------------ meanings
def meaning(form: Form, key: Key) -> str:
    """What a thing is for, in a few words."""
    word, name = key
    if word != "card":
        return {"zone": "a place for cards", "track": "something the table remembers",
                "figure": "a number for each player", "scoring": "the score",
                "attribute": "a number on cards", "dummy": "a player who never decides"}.get(
                    word, word)
    many = form.atoms[name].bit_count()
    said = [*_steps(form, name), *_figures(form, name), *_effects(form, name)]
    counted = "one card" if many == 1 else f"{many} cards"
    it = "it" if many == 1 else "each"
    return f"{counted}: {it} {', '.join(said)}" if said else counted


_DOES = {"add": "adds {} to the score", "subtract": "takes {} from the score",
         "double": "doubles the score", "halve": "halves the score",
         "multiply by": "multiplies the score by {}", "divide by": "divides the score by {}",
         "at least": "raises the score to {}", "at most": "lowers the score to {}",
         "round": "rounds the score"}


def _steps(form: Form, atom: str) -> list[str]:
    found = []
    for scoring in form.program.scorings:
        clause = form.clauses["scoring", scoring.name]
        for step, term in zip(scoring.steps, clause.term.terms, strict=True):
            if any(atoms == {atom} for atoms in cards_in(term)):
                amount = str(step.value.value) if isinstance(step.value, c.Number) else "something"
                rounding = f", rounded {step.rounded}" if step.rounded else ""
                found.append(f"{_DOES[step.operation].format(amount)}{rounding}")
    return found


def _figures(form: Form, atom: str) -> list[str]:
    """The figures that speak of this card alone."""
    return [f"changes {clause.words}" for _, clause in form.of("figure")
            if any(atoms == {atom} for atoms in cards_in(clause.term))]


def _effects(form: Form, atom: str) -> list[str]:
    """The effects that the card sets off, or that depend on where it is."""
    found = []
    for effect in form.kept.effects:
        masks = [effect.mask, *(
            node.mask & node.cards.reach for node in walk(effect.condition)
            if isinstance(node, c.OfKind) and node.cards.reach & ~node.mask)]
        if any(form.terms.cards(mask).atoms == {atom} for mask in masks):
            found.append(f"sets off “{form.clauses['effect', effect.clause.name].words}”")
    return found


def _group_meaning(form: Form, group: Group) -> str:
    many = sum(form.atoms[atom].bit_count() for atom in group.atoms)
    names = [form.clauses["card", atom].words for atom in sorted(group.atoms)]
    shown = ", ".join(names[:4]) + (" and others" if len(names) > 4 else "")
    what = "a mark on" if group.category == "mark" else "a group of"
    return f"{what} {many} cards ({shown})"

