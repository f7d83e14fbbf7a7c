"""When the game ends, and what becomes of what is on the table then."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.english import ORDINALS, capital, number_word, one_of, verb
from variorum_dsl.model.game import Game

from variorum.prose import cards, conditions
from variorum.prose.speaker import Speaker
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Item, Listing, Section, marks


def ends(game: Game, words: Vocabulary) -> Section:
    items = []
    for end in game.ends:
        by = Speaker(words)
        when = "after the round in which"
        more = ""
        if end.time == "at once":
            when = "at once when"
            more = " The round is not played out" + _left_lying(game, end, by) + "."
        what = _so_many_outside(end, by) or conditions.said(end.condition, by)
        items.append(Item(
            f"The game ends {when} {what}.{more}", m.headings(end.cites),
            term=capital(one_of(end.words, end.name)), of=marks(end)))
    last = last_rounds(game)
    if last is not None and last.until is not None:
        items += _after_rounds(game, last, last.until, words, otherwise=bool(items))
    return Section("The end of the game", [Listing(items)] if items else [])


def _after_rounds(
    game: Game, last: m.Stage, until: m.Expression, words: Vocabulary, *, otherwise: bool
) -> list[Item]:
    """What is still to be said: when the last rounds are over, if nothing ends the game before."""
    if never(until):
        return [] if otherwise else [Item("The game ends when the rules of a round say so.")]
    deck, by = _ends_first(game, until, words), Speaker(words)
    if deck is not None:
        return [Item("The game ends at the latest with the last card of "
                     f"{cards.said(deck, by).text}.")]
    the = "Otherwise, the" if otherwise else "The"
    return [Item(f"{the} game ends after the round in which {_runs_out(until, by)}.",
                 m.headings(last.cites))]


def last_rounds(game: Game) -> m.Stage | None:
    """What is played last, if it is played in rounds."""
    stages = [stage for stage in game.stages if stage.stage != "reckoning"]
    return stages[-1] if stages and stages[-1].until is not None else None


def never(until: m.Expression) -> bool:
    """Whether rounds go on until something else ends them."""
    return isinstance(until, m.Truth) and not until.value


def _runs_out(until: m.Expression, by: Speaker) -> str:
    match until:
        case m.IsEmpty(negated=False, of=m.Name(name=name) as deck) if (
                name in by.words.zones and by.words.is_place(name)):
            return f"{cards.said(deck, by).text} runs out"
    return conditions.said(until, by)


def _outside(end: m.End) -> tuple[str, m.Name, str, int] | None:
    """An end by how many cards of a kind are no longer in a zone: the kind, the zone, the
    comparison and the number."""
    match end.condition:
        case m.Compare(left=m.Count(of=m.Outside(kind=kind, zone=m.Name() as zone)),
                       operation=("is" | "is at least") as operation,
                       right=m.Number(value=int() as value)) if value > 0:
            return kind, zone, operation, value
    return None


def _so_many_outside(end: m.End, by: Speaker) -> str:
    """The moment at which enough cards have come out of a zone."""
    found = _outside(end)
    if found is None or end.time != "at once":
        return ""
    kind, zone, operation, value = found
    noun = by.words.kind(kind)
    if operation == "is" and value < len(ORDINALS) and _all_from(kind, zone, by.words):
        return (f"the {ORDINALS[value]} {noun.any(many=False)} comes out of "
                f"{cards.said(zone, by).text}")
    several = value != 1 or operation != "is"
    number = f"{number_word(value)} or more" if operation == "is at least" else number_word(value)
    return (f"{number} {noun.any(many=several)} {verb('is', many=several)} out of "
            f"{cards.said(zone, by).text}")


def _all_from(kind: str, zone: m.Name, words: Vocabulary) -> bool:
    """Whether all cards of a kind begin in a zone."""
    return all(pile.zone == zone.name and not pile.each for pile in words.game.piles
               for line in pile.lines if words.is_a(line, kind))


def _ends_first(game: Game, until: m.Expression, words: Vocabulary) -> m.Name | None:
    """The zone whose last card cannot leave it without ending the game at once.

    All cards of a kind are out of it by then, and the game ends when they are.
    """
    match until:
        case m.IsEmpty(negated=False, of=m.Name() as deck):
            pass
        case _:
            return None
    for end in game.ends:
        found = _outside(end)
        if found is None or end.time != "at once" or found[1].name != deck.name:
            continue
        kind, _, operation, value = found
        every = _count(kind, words)
        if every is not None and (every == value if operation == "is" else every >= value):
            return deck
    return None


def _count(kind: str, words: Vocabulary) -> int | None:
    """How many cards of a kind, or with a mark, there are; none known where it depends on the
    players."""
    found = [(pile, line) for pile in words.game.piles for line in pile.lines
             if words.is_a(line, kind)]
    if any(pile.each or pile.low for pile, _ in found):
        return None
    return sum(line.count for _, line in found)


def _left_lying(game: Game, end: m.End, by: Speaker) -> str:
    """What has just come out of a zone and is nobody's: no later rule speaks of where it lies."""
    found = _outside(end)
    zone = _way_out(game, found[1]) if found else None
    if zone is None or zone.name not in by.words.zones:
        return ""
    later = (*(stage for stage in game.stages if stage.stage == "reckoning"), *game.figures,
             *game.scorings, *([game.elimination] if game.elimination else []),
             *([game.winner] if game.winner else []))
    if any(effect.zone == zone.name for effect in game.effects) or any(
            isinstance(node, m.Name | m.Owned) and node.name == zone.name
            for clause in later for node in m.walk(clause)):
        return ""
    there = cards.said(zone, by).text
    one = by.words.is_one_card(zone.name)
    return f": {there if one else f'what lies in {there}'} goes to nobody"


def _way_out(game: Game, deck: m.Name) -> m.Name | None:
    """The one place to which cards go from a zone while the game is played, if there is one."""
    bodies = [*(stage.body for stage in game.stages if stage.stage != "setup"),
              *(effect.body for effect in game.effects),
              *(procedure.body for procedure in game.procedures)]
    lines = [line for body in bodies for line in body]
    nodes = [node for line in lines for node in m.walk(line)]

    def mentions(part: m.Node) -> int:
        return sum(m.same(node, deck) for node in m.walk(part))

    moves = [node for node in nodes if isinstance(node, m.Move) and mentions(node.what)]
    known = sum(mentions(move.what) for move in moves) + sum(
        mentions(node) for node in nodes if isinstance(node, m.IsEmpty | m.Outside))
    # Whatever else is done with the zone may take cards elsewhere.
    if sum(map(mentions, lines)) != known or not moves:
        return None
    first = moves[0].to
    same = all(m.same(move.to, first) for move in moves)
    return first if same and isinstance(first, m.Name) else None
