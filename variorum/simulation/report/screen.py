"""A run in one screen: what a designer asks of a game, each answer a sentence with its range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from statistics import median
from typing import NamedTuple

from variorum_engine.bots import KINDS, named

from variorum.reports.blocks import Item, Listing, Page, coded
from variorum.simulation.report.figures import (
    Card,
    Change,
    Comparison,
    Fetched,
    Figures,
    OneGame,
    Rule,
    Silence,
    Spread,
)
from variorum.simulation.report.words import (
    guard_words,
    heading,
    luck_words,
    mean_words,
    middle_words,
    number,
    percent,
    points_words,
    share_words,
)
from variorum.simulation.statistics import CERTAIN, MeanData, ShareData, among, share

MOST_NAMED = 3  # cards, rules or figures in one sentence
LONGEST = 90  # letters of the words of one rule


class Answer(NamedTuple):
    """What is asked, and what the games say."""

    about: str
    text: str


def screen(data: Figures) -> Page:
    """What text shows unless everything is asked for."""
    title, *lead = heading(data)
    found = data["comparison"]
    if found is not None:
        lead = [title, *lead]
        title = f"What {found['right']['label']} changes against {found['left']['label']}"
    return Page("simulation", title, [Item(coded(line)) for line in lead], blocks=[listing(data)],
                kind="report")


def listing(data: Figures) -> Listing:
    found = data["comparison"]
    answers = [*(_answers(data) if found is None else _changes(found)), _played(data),
               Answer("More", "`--full` shows all figures, `--format html` a page with plots, "
                              "docs/simulate.md how to read them.")]
    return Listing([Item(coded(each.text), term=each.about) for each in answers])


# ------------------------------------------------------------------------------------ one game
def _answers(data: OneGame) -> Iterator[Answer]:
    yield Answer("Seats", _seats(data))
    yield Answer("Length", _length(data))
    yield Answer("Tension", _tension(data))
    yield Answer("What decides", _decides(data))
    if data["cards"]:
        yield from _cards(data["cards"])
    yield Answer("Rules", _rules(data["rules"]))
    if data["silences"]:
        yield Answer("Open questions", _silences(data))


def _ranged(data: ShareData) -> str:
    value, span = share_words(data)
    return f"{value} ({span})"


def _averaged(data: MeanData | Spread, *, sign: bool = False) -> str:
    value, span = mean_words(data, sign=sign)
    return f"{value} ({span})"


def _pointed(data: MeanData) -> str:
    value, span = points_words(data)
    return f"{value} ({span})"


def _seats(data: OneGame) -> str:
    """A seat is called better or worse only if the range leaves the even share out that allows for
    so many seats being looked at."""
    wins = data["wins"]
    even = wins["fair"] * (1 - wins["nobody"]["share"])
    certain = among(len(wins["seats"]))
    ranges = [share(each["count"], each["of"], certain) for each in wins["seats"]]
    told = []
    for word, apart in (("more", [each.low > even for each in ranges]),
                        ("less", [each.high < even for each in ranges])):
        found = list(compress(wins["seats"], apart))
        if found:
            named = ", ".join(f"seat {each['seat']} {_ranged(each)}" for each in found)
            told.append(f"{word} than its share wins {named}")
    if told:
        return f"Not fair: {'; '.join(told)}; even would be {percent(even)}."
    furthest = max(wins["seats"], key=lambda each: abs(each["share"] - even))
    return (f"Fair as far as these games tell: furthest from the even {percent(even)} is seat "
            f"{furthest['seat']} with {_ranged(furthest)}.")


def _length(data: OneGame) -> str:
    rounds, decisions = data["length"]["rounds"], data["length"]["decisions"]
    played = (f"Every game had {always} rounds" if (always := _always(rounds)) else
              f"A game has {_averaged(rounds)} rounds, nine games of ten {middle_words(rounds)}")
    decided = f"{_always(decisions) or _averaged(decisions)} decisions"
    return f"{played}; all players together make {decided}. {guard_words(data['length'])}".strip()


def _always(data: Spread) -> str:
    """The number, if it was the same in every game; the last bin holds larger ones, too."""
    first, *others = data["bins"]
    return "" if others or first["or_more"] else number(first["value"])


def _tension(data: OneGame) -> str:
    tension = data["tension"]
    if tension is None:
        return data["no_tension"] or "The game has no rounds after which somebody could lead."
    half, doubt = tension["leader_wins"][1], tension["in_doubt"]
    told = f"The lead changes {_averaged(tension['lead_changes'])} times in a game"
    if half["of"]:
        told += f"; who leads at half time wins {_ranged(half)} of the games"
    if doubt["of"]:
        told += (f"; the later winner leads for good after {percent(doubt['mean'])} of the rounds "
                 f"({100 * doubt['low']:.1f} to {percent(doubt['high'])})")
    return f"{told}."


def _decides(data: OneGame) -> str:
    rows = sorted(data["tie_breaks"], key=lambda row: -row["share"])
    told = []
    for row in rows:
        if not row["count"]:
            continue
        match row["sort"]:
            case "figure":
                told.append(f"{_ranged(row)} of the games are decided by {row['figure']}")
            case "alone":
                told.append(f"in {_ranged(row)} {row['figure']}")
            case "tied":
                told.append(f"in {_ranged(row)} all is equal, so {row['figure']}")
    never = [row["figure"] for row in rows if row["sort"] == "figure" and not row["count"]]
    if never:
        told.append(f"no game was decided by {' or '.join(never)}")
    return f"{'; '.join(told).removesuffix('.')}."


def _cards(cards: Sequence[Card]) -> Iterator[Answer]:
    """Two cards that are paid for in the same goods are compared by what they fetched and by how
    their owners fare. One that fetched less although its owners fare better is the better buy,
    whatever a price is worth: one of the two is paid wrongly. Cards that are not paid for have no
    price that could be too high."""
    known = [card for card in cards if card["difference"]["of"] > 1]
    paid = [(card, price) for card in known if (price := _price(card)) is not None]
    free = [card for card in known if _price(card) is None]
    told = []
    if paid:
        wrong = list(_paid_wrongly(paid))
        told += [f"{word}: {_bought([each for each in wrong if each.sign == sign])}."
                 for word, sign in (("Underpaid", 1), ("Overpaid", -1))]
    if free:
        sides = [f"owners win {word} often with {named}" for word, named in (
            ("more", _named(free, 1)), ("less", _named(free, -1))) if named]
        told.append(f"{'Not' if paid else 'Cards are not'} paid for; "
                    f"{'; '.join(sides) or 'these games do not tell which help their owners'}.")
    if told:
        told.append("Points: in a hundred games, how many more those win who own the card at the "
                    "end than the others at the table; it need not be the reason.")
        yield Answer("Cards", " ".join(told))


def _price(card: Card) -> Fetched | None:
    """What is paid for a card: what its new owners gave up, if that was more than the others did in
    the same round."""
    return next((each for each in card["fetched"] if each["low"] > max(0, each["others"])), None)


class Bought(NamedTuple):
    """A card that is paid wrongly: too little (1) or too much (-1), and beside how many others."""

    sign: int
    many: int
    card: Card
    price: Fetched


def _paid_wrongly(paid: Sequence[tuple[Card, Fetched]]) -> Iterator[Bought]:
    """The fewest cards that explain every pair with a better and a worse buy, those first that are
    in most pairs (a greedy cover)."""
    many = range(len(paid))
    pairs = {(one, two) for one in many for two in many if _better_buy(*paid[one], *paid[two])}
    while pairs:
        better = [sum(one == each for one, _ in pairs) for each in many]
        worse = [sum(two == each for _, two in pairs) for each in many]
        found = max(many, key=lambda each: better[each] + worse[each])
        sign = 1 if better[found] >= worse[found] else -1
        yield Bought(sign, better[found] if sign > 0 else worse[found], *paid[found])
        pairs = {pair for pair in pairs if found not in pair}


def _bought(found: Sequence[Bought]) -> str:
    rest = len(found) - MOST_NAMED
    named = []
    for sign, many, card, price in found[:MOST_NAMED]:
        than = "more, and their owners win less" if sign > 0 else "less, and their owners win more"
        named.append(f"{_pointed_card(card)} for {number(price['mean'])} {price['measure']} "
                     f"({many} {'other' if many == 1 else 'others'} fetched {than})")
    return "; ".join(named) + (f"; {rest} more" if rest > 0 else "") or "none that these games tell"


def _better_buy(card: Card, price: Fetched, other: Card, fetched: Fetched) -> bool:
    """Whether a card surely fetched less than another, in the same goods, and its owners surely
    fare better."""
    return ((price["zone"], price["measure"]) == (fetched["zone"], fetched["measure"])
            and price["high"] < fetched["low"]
            and card["difference"]["low"] > other["difference"]["high"])


def _named(cards: Sequence[Card], sign: int) -> str:
    """The cards that are surely on one side of zero, the furthest first; the ranges are widened to
    allow for how many cards are looked at."""
    certain = among(len(cards)) / CERTAIN
    found = sorted((card for card in cards if _side(card["difference"], certain) == sign),
                   key=lambda card: -sign * card["difference"]["mean"])
    rest = len(found) - MOST_NAMED
    return ", ".join(map(_pointed_card, found[:MOST_NAMED])) + (
        f" and {rest} more" if rest > 0 else "")


def _side(data: MeanData, certain: float) -> int:
    """Which side of zero a range lies on that is so many times as wide; 0: both."""
    middle = data["mean"]
    if middle - certain * (middle - data["low"]) > 0:
        return 1
    return -1 if middle + certain * (data["high"] - middle) < 0 else 0


def _pointed_card(card: Card) -> str:
    return f"{card['card']} {_pointed(card['difference']).replace(' points', '')}"


def _rules(rules: Sequence[Rule]) -> str:
    never = list(dict.fromkeys(_short(rule["words"]) for rule in rules if not rule["count"]))
    if not never:
        return f"Each of the {len(rules)} rules was used in some game."
    named = "; ".join(f"“{each}”" for each in never[:MOST_NAMED])
    rest = len(never) - MOST_NAMED
    return f"Never used: {named}{f' and {rest} more' if rest > 0 else ''}."


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[:LONGEST].rsplit(' ', 1)[0]} …"


def _silences(data: OneGame) -> str:
    arose = sorted(((row["arose"]["share"], row) for row in data["silences"]
                    if row["arose"] is not None and row["arose"]["count"]),
                   key=lambda row: -row[0])
    if not arose:
        return "None arose in these games."
    _, first = arose[0]
    return (f"{len(arose)} of {len(data['silences'])} arose; most often {_asked(first)}. "
            "`variorum readings` with the file says which change who wins.")


def _asked(row: Silence) -> str:
    assert row["arose"] is not None
    return f"“{row['question']}” in {_ranged(row['arose'])} of the games"


def _played(data: Figures) -> Answer:
    names = list(dict.fromkeys(data["run"]["bots"]))
    told = ", ".join(f"{name} ({KINDS[named(name).kind].plays})" for name in names)
    blind = data["run"]["unjudged"]
    judged = f" The rule of thumb could not judge: {', '.join(blind)}." if blind else ""
    return Answer("Played by", f"bots: {told}.{judged} Other players may come to other figures.")


# --------------------------------------------------------------------------------- two of them
ABOUT = {
    "Seats": ("seat-", "nobody", "shared"), "Length": ("rounds", "decisions"),
    "Tension": ("changes", "doubt"), "What decides": ("first", "out"), "Scores": ("score",),
    "Bots": ("party-",),
}


def _changes(data: Comparison) -> Iterator[Answer]:
    """The same questions, about what is different in the second game."""
    yield Answer("Winners", f"Another player wins in {_ranged(data['winners_changed'])} of the "
                 f"games; in unrelated games that would be about {percent(data['unrelated'])}.")
    for about, names in ABOUT.items():
        rows = [row for row in data["differences"] if row["figure"].startswith(names)]
        if rows:
            yield Answer(about, _changed(rows))
    yield Answer("Rules", _rules(data["right_report"]["rules"]))
    yield Answer("Luck", " ".join([*luck_words(data), _narrower(data["differences"])]))


def _narrower(rows: Sequence[Change]) -> str:
    """What the same luck is good for."""
    times = [row["unrelated"] / width for row in rows
             if (width := (row["difference"]["high"] - row["difference"]["low"]) / 2)
             and row["unrelated"]]
    told = "Every figure above compares like with like, game by game"
    if not times:
        return f"{told}."
    return (f"{told}; with luck of their own in both, the ranges would be "
            f"{number(round(median(times), 1))} times as wide.")


def _changed(rows: Sequence[Change]) -> str:
    real = [row for row in rows if row["difference"]["low"] > 0 or row["difference"]["high"] < 0]
    if not real:
        widest = max(rows, key=lambda row: abs(row["difference"]["mean"]))
        return f"No change that these games tell; furthest: {_difference(widest)}."
    rest = len(real) - MOST_NAMED
    real.sort(key=lambda row: -abs(row["difference"]["mean"]))
    return "; ".join(map(_difference, real[:MOST_NAMED])) + (
        f"; {rest} more." if rest > 0 else ".")


def _difference(row: Change) -> str:
    if row["sort"] == "mean":
        return (f"{row['words']} {number(row['left'])} → {number(row['right'])}, "
                f"{_averaged(row['difference'], sign=True)}")
    return (f"{row['words']} {percent(row['left'])} → {percent(row['right'])}, "
            f"{_pointed(row['difference'])}")
