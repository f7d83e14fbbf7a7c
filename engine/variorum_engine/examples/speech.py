"""What a line of play in an example says, beside what could be said there."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.lowering.domains import owner_called

from variorum_engine.examples.positions import Setting
from variorum_engine.table.table import Refusal, Table
from variorum_engine.words.phrases import Naming, NotUnderstood, Words
from variorum_engine.words.vocabulary import Vocabulary

_MOST_SHOWN = 4


def sensible(setting: Setting, said: m.Said) -> bool:
    """Whether a move that must be refused means something in this game; if not, that is reported.

    Words that mean nothing, and cards that there are not, are refused whatever the rules say, so a
    slip of the pen would pass for a rule.
    """
    words = setting.vocabulary
    if words is None:
        return True
    first, *others = said.move
    said_of = [first.words, *(each.words for each in others)]
    if first.words[0] not in setting.symbols.masks and _is_choice(setting, words, first.words[0]):
        said_of[0] = first.words[1:]
    for phrase, rest in zip(said.move, said_of, strict=True):
        if rest and rest != ("nothing",) and not _means_something(setting, words, rest):
            setting.no_such_card(phrase.at, " ".join(map(str, rest)))
            return False
        if not _exists(setting, phrase, rest):
            return False
    return True


def _exists(setting: Setting, phrase: m.Phrase, rest: Words) -> bool:
    """Whether there are such cards at all, if these words name cards; if not, that is reported."""
    try:
        wanted = setting.naming.wanted(rest)
    except NotUnderstood:
        return True  # a player, a member or a number
    if not wanted.mask:
        setting.no_such_values(phrase, wanted)
    elif wanted.number > wanted.mask.bit_count():
        setting.report(phrase.at, f"there are not so many such cards: {wanted.text}",
                       f"the components have {wanted.mask.bit_count()}", "name fewer")
    else:
        return True
    return False


def _is_choice(setting: Setting, vocabulary: Vocabulary, word: int | str) -> bool:
    """Whether a choice is called that: in the game at hand, or else anywhere in the file."""
    return any(offer.choice.name == word for asking in setting.rules.code.asking.values()
               for offer in asking.offers) or word in vocabulary.choices


def _means_something(setting: Setting, vocabulary: Vocabulary, words: Words) -> bool:
    if len(words) == 1:
        word, symbols = words[0], setting.symbols
        if word in setting.names or word in symbols.dummies or (
            isinstance(word, int) and vocabulary.picks_numbers
        ):
            return True
    if _is_member(setting, vocabulary, words):
        return True
    try:
        setting.naming.wanted(words)
    except NotUnderstood:
        return False
    return True


def _is_member(setting: Setting, vocabulary: Vocabulary, words: Words) -> bool:
    """Whether these words are one of several that are picked somewhere: `red`, `row 3`."""
    said = " ".join(map(str, words))
    owners = (owner_called(setting.symbols, name) for name in vocabulary.picks_members)
    attributes = setting.rules.program.attributes
    return any(owner is not None and said in attributes[owner.attribute].members
               for owner in owners)


def no_such_player(setting: Setting, name: str, at: Place) -> None:
    """Report a player who does not sit there."""
    near = close_names(name, setting.names)
    setting.report(
        at, f"no player is called {quote(name)}", f"the players are {', '.join(setting.names)}",
        f"write {near[0]}" if near else f"write one of them, or add {name} to the players above",
        "unknown-name", respelt(at, near[0]) if near else None)


def misnamed_choice(setting: Setting, table: Table, seat: int, phrase: m.Phrase) -> bool:
    """Whether a choice is called by its printed words, or nearly by its name; that is reported."""
    said = [str(word) for word in phrase.words]
    choices = [offer.choice for offer in table.asked_of(seat).offers if offer.choice.name]
    for each in choices:
        printed = each.words.casefold().split()
        if printed and printed == [word.casefold() for word in said[: len(printed)]]:
            spoken, name = said[: len(printed)], each.name
            break
    else:
        near = close_names(said[0], [each.name for each in choices])
        if not near or near[0] == said[0]:
            return False
        spoken, name = said[:1], near[0]
    setting.report(
        phrase.at, f"no choice here is called {quote(' '.join(spoken))}",
        f"a choice goes by its name: {', '.join(each.name for each in choices)}", f"write {name}",
        "unknown-name", respelt(phrase.at, " ".join([name, *said[len(spoken):]])))
    return True


def what_is_open(table: Table, naming: Naming, seat: int, said: m.Said, refusal: Refusal) -> str:
    """What could have been said instead of words that did not fit the decision."""
    if refusal.reason == "not-your-turn":
        return f" (to decide: {', '.join(table.names[s] for s in table.to_decide) or 'nobody'})"
    if refusal.reason not in ("not-understood", "not-there"):
        return ""
    for _, offer, answers in table.offers(seat):
        name, pick = offer.choice.name, offer.pick
        if name in ("", said.move[0].words[0]) and pick and answers and not pick.by_number:
            cards = naming.cards(answers.source).split(", ")
            several = ", ..." if len(cards) > _MOST_SHOWN else ""
            how = "can be picked" if name else "a pick is said as the cards alone"
            return f"; {how}: {', '.join(cards[:_MOST_SHOWN])}{several}"
    return ""
