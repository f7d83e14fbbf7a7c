"""Cards that go somewhere: as what happens to them, and as what somebody does with them."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.english import Clause, number_word, verb

from variorum.prose import cards, numbers, players
from variorum.prose.speaker import Phrase, Speaker
from variorum.prose.vocabulary import Laid


def clause(line: m.Move, by: Speaker) -> Clause:
    deep = line.bottom or line.depth is not None
    back = None if deep else _back(line, by)
    if back is not None:
        return back
    what = cards.said(line.what, by)
    if isinstance(line.what, m.Name) and line.what.name in by.begun and what.many:
        what = Phrase(f"the other {what.text.removeprefix('the ')}", many=True)
    if not deep:
        if _turned_up(line, by) and isinstance(line.to, m.Name):
            zone = by.words.zone(line.to.name).lower()
            if zone.endswith("turned up") or zone.startswith("revealed"):
                word = "reveal" if zone.startswith("r") else "turn up"
                return Clause("", f"{word} {what.text}")
            return Clause("", f"turn up {what.text}; it is now {cards.said(line.to, by).text}")
        if _uncovered(line, by):
            return Clause(what.text, f"{verb('is', many=what.many)} turned up")
    match line:
        case m.Move(what=m.Owned(of=of), to=m.Owned(of=m.Name(name=name) as owner)) if (
                m.same(of, owner) and by.sort(owner) == "player"
                and not any(ref.subject == "they" for other, ref in by.scope.items()
                            if other != name)):  # else "their" would be somebody else's
            with by.they_are(name):
                return Clause(what.text, goes(line, what.many, by))
    return Clause(what.text, goes(line, what.many, by))


def goes(line: m.Move, many: bool, by: Speaker) -> str:
    """`goes to the box`, `becomes the contested card`, `is added to their bid`."""
    deep = _deep(line, by)
    if deep:
        return f"{verb('go', many=many)} {'to' if line.bottom else 'into'} {deep}"
    laid = _laid(line, by)
    if laid is not None:
        return f"{verb('is', many=many)} {_covered(laid.done, 'laid', line, by)}"
    name, target = _name_of(line.to), cards.said(line.to, by).text
    if by.words.is_place(name):
        return f"{verb('go', many=many)} to {target}"
    if by.words.is_one_card(name):
        return f"{verb('become', many=many)} {target}"
    return f"{verb('is', many=many)} added to {target}"


def puts(line: m.Move, what: str, by: Speaker) -> str:
    """The same as something that a player does, without the verb's ending."""
    deep = _deep(line, by)
    if deep:
        return f"put {what} {'at' if line.bottom else 'into'} {deep}"
    laid = _laid(line, by)
    if laid is not None:
        return _covered(f"{laid.verb} {what} {laid.rest}".strip(), f"lay {what}", line, by)
    name, target = _name_of(line.to), cards.said(line.to, by).text
    if by.words.is_place(name):
        return f"put {what} into {target}"
    if by.words.is_one_card(name):
        return f"put {what} {'face ' * _is_covered(line, by)}down as {target}"
    return f"add {what} to {target}"


def _is_covered(line: m.Move, by: Speaker) -> bool:
    """Whether cards come to lie where not everyone sees them."""
    zone = by.words.zones.get(_name_of(line.to))
    return zone is not None and zone.sight != "open"


def _covered(text: str, start: str, line: m.Move, by: Speaker) -> str:
    """The same with how cards are laid, if not everyone sees them."""
    if not (text.startswith(f"{start} ") and _is_covered(line, by)):
        return text
    return f"{start} face down{text.removeprefix(start)}"


def _deep(line: m.Move, by: Speaker) -> str:
    """The place below the top of an order; nothing, if cards are put on top of it."""
    if line.bottom:
        return f"the bottom of {cards.said(line.to, by).text}"
    if line.depth is None:
        return ""
    zone = cards.said(line.to, by).text
    count, side = line.depth.count, "top" if line.depth.level == "below" else "bottom"
    if isinstance(count, m.Number):
        many = number_word(count.value)
        beside = f"its {side} {many} cards" if count.value != 1 else f"its {side} card"
    else:
        beside = f"cards from the {side}: {numbers.said(count, by)} of them"
        return f"{zone}, {line.depth.level} so many {beside}"
    return f"{zone}, {line.depth.level} {beside}"


def _name_of(zone: m.Expression) -> str:
    return zone.name if isinstance(zone, m.Name | m.Owned | m.Nth) else ""


def _laid(line: m.Move, by: Speaker) -> Laid | None:
    """How cards come to a zone, where that is said by its name, and whose it is by theirs."""
    to, name = line.to, _name_of(line.to)
    if name not in by.words.zones or by.local(to) is not None:
        return None
    laid = by.words.laid(name, owner="x")
    if laid is None:
        return None
    match line.what, to:  # without its owner's name it can only be the same owner's
        case m.Owned(of=mine), m.Owned(of=theirs) if not m.same(mine, theirs):
            if not laid.rest.endswith("of x"):
                return None
    owner = ""
    if isinstance(to, m.Owned):
        owner = players.to(to.of, by) if by.sort(to.of) == "player" else players.all_of(to.of, by)
    return by.words.laid(name, owner)


def _back(line: m.Move, by: Speaker) -> Clause | None:
    """Players who take what is theirs back into their hand."""
    what, to = line.what, line.to
    if not (isinstance(what, m.Owned) and isinstance(to, m.Owned) and m.same(what.of, to.of)):
        return None
    source, target = by.words.zones.get(what.name), by.words.zones.get(to.name)
    if source is None or target is None or by.sort(what.of) != "player":
        return None
    if source.sight != "open":
        return None
    if not any(pile.zone == to.name for pile in by.words.game.piles):
        return None  # nothing comes from there, so nothing goes back
    who = players.said(what.of, by)
    own = "their" if who.many else players.owner(what.of, by)
    return Clause(who.text, f"{verb('take', many=who.many)} {own} "
                  f"{by.words.zone(what.name)} back into their {by.words.zone(to.name)}")


def _turned_up(line: m.Move, by: Speaker) -> bool:
    """Whether a face-down card becomes one that lies open and has a name of its own."""
    match line:
        case m.Move(what=m.Top(count=None, of=m.Name(name=deck)), to=m.Name(name=shown)):
            source, target = by.words.zones.get(deck), by.words.zones.get(shown)
            return bool(source and target and source.sight == "hidden"
                        and target.sight == "open" and by.words.is_one_card(shown))
    return False


def _uncovered(line: m.Move, by: Speaker) -> bool:
    """Whether cards only turn over: from `offered card` to `offered card, turned up`."""
    match line.what, line.to:
        case m.Name(name=before), m.Name(name=after):
            pass
        case m.Owned(name=before, of=of), m.Owned(name=after, of=to) if m.same(of, to):
            pass
        case _:
            return False
    return before in by.words.zones and after in by.words.zones and (
        by.words.zone(after) == f"{by.words.zone(before)}, turned up")
