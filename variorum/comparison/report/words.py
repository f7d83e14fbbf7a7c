"""What a comparison comes to, in words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from variorum_dsl.english import capital, listed, numbered

from variorum.comparison.align.pairing import NOUNS
from variorum.comparison.model import (
    SEVERITIES,
    Comparison,
    Difference,
    FalseFriend,
    Pair,
    Severity,
    Spot,
    Told,
    Witness,
    cards_named,
)
from variorum.files.lookup import shown
from variorum.simulation.statistics import Share, Shown

FEW_LINES = 6
FACTS = "Facts that change no rule"
COULD = "Could change who wins, as one book does not say"
NEITHER = "What neither book settles, and is read differently here"
SHORT = 90  # letters of an answer on a first screen
OTHER_DEAL = ("The cards that both have come in the same order; those that only one of them has "
              "come among them.")
VERDICTS = {
    "changes": "It can change who wins",
    "never": "By itself it can never change who wins",
    "assumed": "As it is read here, it changes nothing",
    "chosen": "It matters only where it is chosen",
    "incomparable": "There is nothing to compare",
    "open": "Whether it can change who wins is not settled",
}
CATEGORY_WORDS = {
    "card": "cards", "kind": "kinds of cards", "mark": "marks on cards", "attribute": "values",
    "zone": "places", "track": "what the table remembers", "dummy": "dummies",
    "figure": "figures", "scoring": "scores", "elimination": "who is out",
}


def heading(one: Comparison) -> str:
    return f"{one.left_title} and {one.right_title}"


def summary(one: Comparison) -> str:
    """A line on what was found."""
    rules = sum(each.silent != "both" for each in one.differences)
    if not one.same_game:
        return (f"Two different games: they share {numbered(len(one.shared), 'rule')}, and "
                f"{numbered(rules, 'part')} of the rules {'is' if rules == 1 else 'are'} not "
                "comparable, as no position of one game is a position of the other.")
    if not one.differences and not one.counts()["wording"]:
        return "No differences."
    told = [numbered(rules, "difference") if rules else "No difference in the rules"]
    sure, unsure = decisive(one)
    if sure or unsure:  # of what one book leaves open, as it could be read
        told.append(f"{len(sure)} of which can change who wins")
    if unsure:
        told[-1] += f" and {len(unsure)} more could, as one book does not say"
    if open_in_both := len(one.differences) - rules:
        told.append(f"{open_in_both} that neither book settles")
    if renamed := len(one.renamings):
        told.append(numbered(renamed, "renaming"))
    if one.friends:
        told.append(numbered(len(one.friends), "false friend"))
    return ", ".join(told) + "."


def graded(one: Comparison, *severities: Severity) -> list[Difference]:
    """The differences that are so grave."""
    return [each for grave in severities for each in one.differences if each.severity == grave]


def decisive(one: Comparison) -> tuple[list[Difference], list[Difference]]:
    """What can change who wins: as the two are read here, and only as one could also be read."""
    found = [each for each in graded(one, "winner") if each.silent != "both"]
    return ([each for each in found if each.verdict != "assumed"],
            [each for each in found if each.verdict == "assumed"])


def grouped(one: Comparison) -> list[tuple[str, list[Difference]]]:
    """The differences below what they come to, the gravest first."""
    found: dict[str, list[Difference]] = {}
    sure, unsure = decisive(one)
    for each in (*sure, *unsure, *graded(one, "moves", "knowledge", "words")):
        found.setdefault(_heading(each), []).append(each)
    return list(found.items())


def _heading(each: Difference) -> str:
    if each.silent == "both":
        return NEITHER
    if is_fact(each):
        return FACTS
    could = each.severity == "winner" and each.verdict == "assumed"
    return COULD if could else capital(SEVERITIES[each.severity])


def is_fact(each: Difference) -> bool:
    """Whether it is only something that is in the box or told beside the rules."""
    return each.severity == "words" and each.id.startswith(("facts", "players", "owned"))


def renamings(one: Comparison) -> list[tuple[str, list[Pair]]]:
    """Nouns by their sort."""
    return [(CATEGORY_WORDS[category], pairs) for category in NOUNS
            if (pairs := [pair for pair in one.renamings if pair.category == category])]


def same_words(one: Comparison) -> str:
    return "Other words for the same" if one.same_game else "What plays the same part"


def how_sure(pair: Pair) -> str:
    return f"{pair.sure}: {pair.reason}" if pair.sure == "guess" else pair.sure


def title(each: Difference) -> str:
    """What differs, as a sentence."""
    return capital(each.title)


def lettered(one: Comparison, text: str) -> str:
    """A sentence in which the two are called A and B, so that it is short."""
    for long, letter in sorted(((one.left_title, "A"), (one.right_title, "B")),
                               key=lambda row: -len(row[0])):
        text = text.replace(long, letter)
    return text


def is_offer(each: Difference) -> bool:
    """Whether it is an optional rule of one of the two."""
    return each.switch is not None and bool(each.switch.option) and not (each.left and each.right)


def offers(rows: Sequence[Difference]) -> list[tuple[str, list[Difference]]]:
    """Optional rules by the letter of who has them."""
    both = (("A", [each for each in rows if each.left]),
            ("B", [each for each in rows if each.right]))
    return [(letter, own) for letter, own in both if own]


def asked(one: Comparison, each: Difference) -> str:
    """A difference in few words: a question, and what the one book that answers it says; an
    optional rule, and who has it."""
    if is_offer(each) and each.switch:
        return f"Only {'A' if each.left else 'B'} offers an optional rule: {each.switch.words}."
    if each.silent not in ("left", "right"):
        return lettered(one, title(each))
    left = each.silent == "left"
    spot = each.left if left else each.right
    assert spot is not None
    letter = "B" if left else "A"
    known: set[str] = set()

    def glossed(own: str, behind: str, other: str) -> str:
        if own in known:
            return own + behind
        known.add(own)
        return f"{own}{behind} ({letter}: {other})"

    asking = cards_named(spot.text, one.pairs, glossed, left=left)
    answer = lettered(one, each.said.pairs[0][left])
    return f"{asking} Only {letter} says: {_clipped(answer.removeprefix(f'in {letter}, '))}."


def _clipped(text: str, most: int = SHORT) -> str:
    """A clause that is not too long."""
    return shorten(text, most, placeholder=" …") if len(text) > most else text


def both_sides(one: Comparison, each: Difference, most: int) -> str:
    """A difference in a few words of each side."""
    short = each.said._replace(pairs=tuple((_clipped(a, most), _clipped(b, most)) for a, b in (
        (lettered(one, mine), lettered(one, theirs)) for mine, theirs in each.said.pairs)))
    return capital(str(short)).replace("….", "…")


def matter(one: Comparison, each: Difference) -> str:
    """What a difference is about: a question where there is one, an optional rule, or what one of
    them says."""
    if each.silent:
        spot = each.right if each.silent == "right" else each.left
        assert spot is not None
        return spot.text
    if each.switch is not None and each.switch.option:
        return f"Optional rule: {each.switch.words}"
    frame = each.said.frame.split("{l0}")[0].rstrip(": ")
    if frame:
        return capital(frame)
    said = each.said.pairs[0][0]
    for title in (one.left_title, one.right_title):
        for before in ("only in {}: ", "only {} says: ", "in {}, "):
            said = said.removeprefix(before.format(title))
    return capital(said.rstrip("."))


def some(
    one: Comparison, rows: Sequence[Difference], most: int, *, answers: bool = False
) -> str:
    """Differences one behind the other, perhaps only what they are about, and how many more there
    are."""
    told: list[str] = []
    for each in rows:
        named = each.silent or not each.said.frame.startswith("{l0}")
        said = matter(one, each) if named and not answers else asked(one, each)
        if said[-1].isalnum():
            said += "."
        if told and len(" ".join([*told, said])) > most:
            return f"{' '.join(told)} And {len(rows) - len(told)} more."
        told.append(said)
    return " ".join(told)


def questions(one: Comparison, rows: Sequence[Difference]) -> list[str]:
    """What only one of the two answers, by who it is."""
    found = []
    for letter, silent in (("A", "right"), ("B", "left")):
        asked_of = [matter(one, each) for each in rows if each.silent == silent]
        if asked_of:
            found.append(f"Only {letter} answers: {' '.join(asked_of)}")
    return found


def friend(one: Comparison, each: FalseFriend) -> str:
    return (f"“{each.left_word}” in {one.left_title} is {each.left_meaning}; "
            f"“{each.right_word}” in {one.right_title} is {each.right_meaning}.")


def verdict(each: Difference) -> str:
    """What it comes to; that two games have nothing in common is said once, in the summary."""
    if each.verdict == "incomparable" or each.category == "facts":
        return ""
    text = VERDICTS[each.verdict]
    return f"{text}: {each.how}." if each.how else f"{text}."


def percent(number: float) -> str:
    return f"{100 * number:.1f} %"


def share(found: Share) -> str:
    """How often the winner is another one."""
    return (f"Another winner in {percent(found.share)} of {found.games:,} games (between "
            f"{percent(found.low)} and {percent(found.high)} with 95 % certainty)")


def measured(one: Comparison, each: Difference) -> str:
    """How much depends on it, as a sentence; nothing where it was not measured."""
    if each.measured is None or each.switch is None:
        return ""
    switch, found = each.switch, each.measured
    side = one.left_title if switch.left else one.right_title
    given = "".join(f", with {name}" for name in switch.options)
    how = ("without it and with it" if switch.option
           else f"as it is read here, and read as “{switch.words}”")
    bots = ", ".join(dict.fromkeys(found.bots))
    ways = (("without it", "with it") if switch.option
            else ("as it is read here", f"read as “{switch.words}”"))
    return (f"{share(found.share)} when {side}{given} is played {how} "
            f"({found.players} players, bots: {bots}).{'' if found.alike else f' {OTHER_DEAL}'}"
            f"{game(found.shown, *ways)}")


def game(found: Shown | None, first: str, second: str) -> str:
    """One of the games with another winner, and how to watch it."""
    if found is None:
        return ""
    won = [f"{_won(names)} {way}" for names, way in ((found.first, first), (found.second, second))]
    watched = "".join(f" {word} `variorum replay {path}`" for word, path in
                      zip(("Watch it with", "and"), found.records, strict=False))
    return (f" Game {found.game:,} (seed {found.seed}) is one of them: {won[0]}, {won[1]}."
            f"{watched}{'.' if watched else ''}")


def noted(each: Difference) -> str:
    """The note as a sentence."""
    text = capital(each.note)
    return text if not text or text[-1] in ".?!" else f"{text}."


def place(spot: Spot) -> str:
    path = shown(spot.place.path)
    return f"{path}:{spot.place.line}" if spot.place.line else path


def excerpt(spot: Spot) -> str:
    """A few lines of the file in one."""
    lines = [line.strip() for line in spot.text.split("\n")]
    if len(lines) > FEW_LINES:
        return f"{lines[0]} ..."
    # A line that ends with a comma goes on in the next one.
    return "; ".join(lines).replace(",; ", ", ")


def cited(spot: Spot) -> str:
    return f"see {listed([f'“{heading}”' for heading in spot.cites])}"


def witnessed(one: Comparison, each: Difference) -> list[tuple[str, Told]]:
    """Both sides of a witness with what they are called."""
    found = each.witness
    if found is None:
        return []
    return [(found.left_label or one.left_title, found.left),
            (found.right_label or one.right_title, found.right)]


def folded(one: Comparison, each: Difference) -> str:
    """A witness in a line."""
    found = each.witness
    if found is None:
        return ""
    won = [f"{_decided(told)} ({name})" for name, told in witnessed(one, each)]
    return f"{origin(found)} {won[0]}; {won[1]}.{after(found)}"


def origin(found: Witness) -> str:
    """Where a witness comes from: a game from the deal, or made up."""
    if found.reached:
        return (f"A game from the deal with {found.players} players (seed {found.seed}, "
                f"{numbered(found.size, 'decision')}), dealt and decided alike under both:")
    what = f"A {found.form} with {found.players} players"
    if found.looked:
        return (f"{what}, constructed, as none of {found.looked:,} games from the deal that are "
                "decided alike under both comes out differently:")
    return f"{what}, constructed and not taken from a game:"


def after(found: Witness) -> str:
    """What is to be said behind a witness: what else it hangs on, and how to watch it."""
    watched = "".join(f" {word} `variorum replay {path}`" for word, path in
                      zip(("Watch it with", "and"), found.records, strict=False))
    return "".join((f" {found.note}" if found.note else "", watched, "." if watched else ""))


def _decided(told: Told) -> str:
    """Who wins, and by what."""
    last = next((line.strip().rstrip(".") for line in reversed(told.sheet) if line.strip()), "")
    return last if last.startswith(" and ".join(told.winners) or "-") else winners(told)


def winners(told: Told) -> str:
    return _won(told.winners)


def _won(names: Sequence[str]) -> str:
    if not names:
        return "nobody wins"
    if len(names) == 1:
        return f"{names[0]} wins"
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory"


def sheet(told: Told) -> list[str]:
    """The score sheet without the steps that did nothing, and without citations."""
    return [line.split("  see ")[0].rstrip() for line in told.sheet
            if ": nothing to do" not in line and line.strip()]


def editions(comparisons: Sequence[Comparison]) -> list[str]:
    names: dict[str, None] = {}
    for one in comparisons:
        names[one.left] = names[one.right] = None
    return list(names)


def titles(comparisons: Sequence[Comparison]) -> dict[str, str]:
    """What each edition is called; the longest title that any comparison needs."""
    found: dict[str, str] = {}
    for one in comparisons:
        for name, said in ((one.left, one.left_title), (one.right, one.right_title)):
            found[name] = max(found.get(name, ""), said, key=len)
    return found


def between(comparisons: Sequence[Comparison], row: str, column: str) -> Comparison | None:
    return next((one for one in comparisons if {one.left, one.right} == {row, column}), None)


def cell(one: Comparison | None) -> str:
    """What stands in the matrix for two editions."""
    if one is None:
        return "–"
    if not one.same_game:
        return "another game"
    rules = sum(each.silent != "both" for each in one.differences)
    return f"{rules} ({len(decisive(one)[0])})"
