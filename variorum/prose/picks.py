"""Picks: what somebody chooses or chance draws, and what then happens to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from variorum_dsl import model as m
from variorum_dsl.english import Clause, number_word, spoken, verb, with_article

from variorum.prose import cards, conditions, moves, numbers, players
from variorum.prose.speaker import Phrase, Ref, Speaker, somebody
from variorum.prose.vocabulary import Noun

# How words begin that say who it is; others, such as "by lot", say how.
_SOMEBODY = ("the ", "a ", "an ", "any", "one ", "who")


def clause(
    who: m.Expression | None, pick: m.Picking, by: Speaker, told: str = ""
) -> Clause:
    """A pick whose answer is used later under its name; `who` is nobody new in a choice."""
    chance = is_chance(who)
    subject = _chooser(who, by)
    what = _picked(pick, by)
    such = _such_that(pick, by)
    _remember(pick, "drawn" if chance else "chosen", by)
    if by.sort(pick.of) == "players" and by.scope[pick.name].sort == "player":
        what += f" ({by.scope[pick.name].subject})"
    end = f"{_by_chance(told)}{such}" if chance else such
    word = verb("choose", many=chance or subject.many)
    if chance and by.sort(pick.of) == "cards":
        word = "draw"
    return Clause(subject.text, f"{word} {what}{end}")


def _by_chance(told: str) -> str:
    """How chance picks: in the words of the rulebook, if there are any."""
    return f": {told}" if told else " at random"


def is_chance(who: m.Expression | None) -> bool:
    return isinstance(who, m.Name) and who.name == "chance"


def _chooser(who: m.Expression | None, by: Speaker) -> Phrase:
    if who is None:
        return Phrase("they", many=True)
    return Phrase("") if is_chance(who) else players.said(who, by)


# ---------------------------------------------------------------------------- how many of what
def _picked(pick: m.Picking, by: Speaker, choice: str = "") -> str:
    """`one or more money cards from their hand`."""
    match pick.of:
        case m.Numbers(low=low, high=high):
            return f"a number from {numbers.said(low, by)} to {numbers.said(high, by)}"
        case m.Members(attribute=attribute, kind=kind):
            return with_article(_member_word(attribute, kind, by))
    if m.picked_member(pick.of) is not None:
        return with_article(players.noun(pick.of, by).any(many=False))
    amount, one = _amount(pick.amount, by)
    if isinstance(pick.of, m.Binary) and pick.of.operation == "+" and (
            by.sort(pick.of) == "players"):
        return f"{amount} of {players.all_of(pick.of, by)}"
    if players.is_the_others(pick.of, by):
        return f"{amount} other player{'s' * (not one)}"
    if by.sort(pick.of) in ("players", "player"):
        return f"{amount} {players.noun(pick.of, by).any(many=not one)}"
    if amount == "one" and isinstance(pick.of, m.Name) and pick.of.name in by.scope and (
            by.scope[pick.of.name].sort == "card" and not by.scope[pick.of.name].many):
        return by.scope[pick.of.name].said().text  # there is nothing to choose from
    among = cards.qualified(pick.of, by)
    if among:
        return f"{amount.removesuffix(' of')} of {among}"
    noun = cards.noun(pick.of, by)
    if amount == "one" and isinstance(pick.of, m.Among) and by.words.single(pick.of.kind):
        noun, amount, choice = replace(noun, one=by.words.the(noun.one)), "", ""
    post = noun.post.replace(" in ", " from ", 1) if noun.post.startswith(" in ") else noun.post
    return f"{amount} {(noun.one if one else noun.many)}{choice}{post}".lstrip()


def _member_word(attribute: str, kind: str, by: Speaker) -> str:
    return f"kind of {by.words.kind(kind).one}" if kind else by.words.members_noun(attribute).one


def _amount(amount: m.Amount, by: Speaker) -> tuple[str, bool]:
    """`two to five`, and whether it is one."""
    low, high = amount.low, amount.high
    few, least = _bound(low, by), low.value if isinstance(low, m.Number) else None
    if high is None:
        return ("any number of" if least == 0 else f"{few} or more"), False
    many, most = _bound(high, by), high.value if isinstance(high, m.Number) else None
    if m.same(low, high):
        return few, least == 1
    if least == 0:
        return f"up to {many}", most == 1
    return f"{few} to {many}", False


def _bound(part: m.Expression, by: Speaker) -> str:
    return number_word(part.value) if isinstance(part, m.Number) else f"({numbers.said(part, by)})"


# ------------------------------------------------------------------------------- such that
def _such_that(pick: m.Picking, by: Speaker) -> str:
    if pick.such_that is None:
        return ""
    match pick.of, pick.such_that:
        case m.Members(kind=str(of)), m.IsA(of=m.Name(name=pick.name), kind=kind, negated=True) if (
                of and kind not in by.scope):
            return f" other than {by.words.kind(kind).one}"
    with by.naming(pick.name, _demonstrated(pick, by)):
        holds = _outbids(pick, by) or conditions.said(pick.such_that, by)
    return f", so that {holds}"


def _demonstrated(pick: m.Picking, by: Speaker) -> Ref:
    """How a pick is spoken of in its own condition: `that card`, `these cards`."""
    _, one = _amount(pick.amount, by)
    member = m.picked_member(pick.of)
    if member is not None:
        return _of_members("that", member, by)
    match pick.of:
        case m.Numbers():
            return Ref("number", "that number", many=not one, noun=cards.held(pick.of, by))
    sort = by.sort(pick.of)
    if sort == "players":
        return Ref(sort, "that player" if one else "those players", many=not one)
    noun = cards.held(pick.of, by)
    word = f"that {noun.alone().one}" if one else f"these {noun.alone().many}"
    exactly = one and m.same(pick.amount.low, pick.amount.high)
    return Ref("card" if exactly else sort, word, many=not one, noun=noun)


def _of_members(which: str, member: m.Members, by: Speaker) -> Ref:
    """One of several: a member is a word, and a row is a place for cards."""
    name = member.attribute
    words = f"{which} {_member_word(name, member.kind, by)}"
    if name in by.words.zones:
        return Ref("cards", words, noun=by.words.held(name))
    return Ref("member", words)


def _outbids(pick: m.Picking, by: Speaker) -> str:
    """A pick with which one's total becomes the highest of all."""
    match pick.such_that:
        case m.Compare(
            operation="is more than",
            left=m.Binary(operation="+", left=m.Owned(name=mine, of=of),
                          right=m.Aggregate(operation="total", of=m.Name(name=picked))),
            right=m.Aggregate(operation="highest", name=theirs, of=group),
        ) if mine == theirs and picked == pick.name:
            return numbers.outbid(mine, of, group, by)
    return ""


def _remember(pick: m.Picking, word: str, by: Speaker) -> None:
    """What the pick is called from here on: `the chosen cards`."""
    member = m.picked_member(pick.of)
    if member is not None:
        by.remember_picked(pick.name, _of_members(f"the {word}", member, by))
        return
    match pick.of:
        case m.Numbers():
            by.remember_picked(pick.name, Ref("number", f"the {word} number"))
            return
    _, one = _amount(pick.amount, by)
    if by.sort(pick.of) == "players":
        if one and len(spoken(pick.name)) == 1:  # a letter says nothing about anybody
            by.remember_picked(pick.name, Ref("player", f"the {word} player", noun=Noun(
                f"{word} player", f"{word} players")))
        elif one:
            by.scope[pick.name] = somebody(pick.name)
        else:
            by.remember(pick.name, "players")
        return
    noun = cards.held(pick.of, by)
    by.remember_picked(pick.name, Ref(
        "card" if one else "cards", f"the {word} {noun.alone().any(many=not one)}", many=not one,
        noun=noun))


# ------------------------------------------------------------------- together with what follows
def merged(
    who: m.Expression | None, pick: m.Picking, rest: Sequence[m.Statement], by: Speaker,
    told: str = "",
) -> Clause | None:
    """A pick together with the next line, if that says what happens to the answer."""
    if not rest or isinstance(pick.of, m.Numbers) or m.picked_member(pick.of) is not None:
        return None
    is_of_players = by.sort(pick.of) in ("players", "player")
    match rest[0]:
        case m.Becomes(target=target, value=m.Name(name=pick.name)) if is_of_players:
            return _appointed(who, pick, target, rest[1:], by, told)
        case m.Move(what=m.Name(name=pick.name)) as following if not is_of_players:
            return None if told else _moved(who, pick, following, by)
    return None


def _appointed(
    who: m.Expression | None, pick: m.Picking, target: m.Expression,
    rest: Sequence[m.Statement], by: Speaker, told: str,
) -> Clause | None:
    """A player is picked only to become something."""
    if any(is_name(node, pick.name) for line in rest for node in m.walk(line)):
        return None
    chance, subject = is_chance(who), _chooser(who, by)
    becomes = players.said(target, by).text
    word = verb("choose", many=chance or subject.many)
    if told:
        if not told.startswith(_SOMEBODY):
            return Clause(becomes, f"is chosen {told}" if told.startswith("by ")
                          else f"is chosen so: {told}")
        return Clause(f"{told}," if "," in told else told, f"is {becomes}")
    random = " at random" if chance else ""
    return Clause(subject.text, f"{word} {_picked(pick, by)}{random} to be {becomes}"
                  f"{_such_that(pick, by)}")


def _moved(
    who: m.Expression | None, pick: m.Picking, following: m.Move, by: Speaker
) -> Clause:
    """Cards are picked and go somewhere."""
    subject = _chooser(who, by)
    if isinstance(who, m.Name) and not is_chance(who) and not subject.many:
        with by.they_are(who.name):
            return _taken(subject, pick, following, by)
    return _taken(subject, pick, following, by)


def _taken(subject: Phrase, pick: m.Picking, following: m.Move, by: Speaker) -> Clause:
    """Somebody, or chance if nobody, picks cards and they go somewhere."""
    chance = not subject.text
    choice = "" if chance or pick.such_that is not None else " of their choice"
    what, such = _picked(pick, by, choice), _such_that(pick, by)
    _remember(pick, "drawn" if chance else "chosen", by)
    if chance:
        return Clause("", f"draw {what} at random; it {moves.goes(following, False, by)}{such}")
    word, _, tail = moves.puts(following, what, by).partition(" ")
    return Clause(subject.text, f"{verb(word, many=subject.many)} {tail}{such}")


def is_name(part: object, name: str) -> bool:
    return isinstance(part, m.Name) and part.name == name
