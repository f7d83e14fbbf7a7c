"""A run in one screen: what a designer asks of a game, each answer a sentence with its range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import linear_regression
from typing import NamedTuple

from variorum.reports.blocks import Item, Listing, Page, coded
from variorum.simulation.report.figures import (
    Card,
    Change,
    Comparison,
    Figures,
    OneGame,
    Rule,
    Silence,
)
from variorum.simulation.report.words import (
    heading,
    luck_words,
    mean_words,
    number,
    percent,
    points_words,
    share_words,
)
from variorum.simulation.statistics import MeanData, ShareData

MOST_NAMED = 3  # cards, rules or figures in one sentence
LONGEST = 60  # letters of the words of one rule
FEWEST_PRICES = 4  # cards, before it can be said what a price usually buys

PLAYS = {
    "random": "any allowed move", "light": "one card where that is an answer, drawn by lot",
    "thumb": "a rule of thumb", "sensible": "a few imagined games", "search": "tree search",
}


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


def _averaged(data: MeanData, *, sign: bool = False) -> str:
    value, span = mean_words(data, sign=sign)
    return f"{value} ({span})"


def _pointed(data: MeanData) -> str:
    value, span = points_words(data)
    return f"{value} ({span})"


def _seats(data: OneGame) -> str:
    """A seat is called better or worse only if its range leaves the even share out."""
    wins = data["wins"]
    even = wins["fair"] * (1 - wins["nobody"]["share"])
    told = []
    for word, found in (("more", [each for each in wins["seats"] if each["low"] > even]),
                        ("less", [each for each in wins["seats"] if each["high"] < even])):
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
    return (f"{mean_words(rounds)[0]} rounds ({mean_words(rounds)[1]}), in nine games of ten "
            f"{rounds['from']} to {rounds['to']}; {mean_words(decisions)[0]} decisions "
            f"({mean_words(decisions)[1]}).")


def _tension(data: OneGame) -> str:
    tension = data["tension"]
    if tension is None:
        return data["no_tension"] or "The game has no rounds after which somebody could lead."
    half = tension["leader_wins"][1]
    changes = mean_words(tension["lead_changes"])
    return (f"The lead changes {changes[0]} times ({changes[1]}); who leads at half time wins "
            f"{_ranged(half)}; open to the end: {_ranged(tension['in_doubt']['to_the_end'])}.")


def _decides(data: OneGame) -> str:
    rows = sorted(data["tie_breaks"], key=lambda row: -row["share"])
    seen = [f"{row['words']} in {_ranged(row)}" for row in rows if row["count"]][:MOST_NAMED]
    never = [row["words"] for row in rows if not row["count"]]
    return "; ".join(seen) + (f"; never: {', '.join(never)}." if never else ".")


def _cards(cards: Sequence[Card]) -> Iterator[Answer]:
    """Over- or underpaid is a card whose owners win less or more often than its price goes with
    (least squares over all cards), by more than the range of its own figure."""
    priced = [card for card in cards if card["fetched"] and card["difference"]["of"] > 1]
    prices = [card["fetched"][0]["mean"] for card in priced]
    if len(priced) >= FEWEST_PRICES and len(set(prices)) > 1:
        slope, base = linear_regression(
            prices, [card["difference"]["mean"] for card in priced])
        beyond = [_beyond(card["difference"], base + slope * price)
                  for card, price in zip(priced, prices, strict=True)]
        under = _named(priced, beyond, 1)
        over = _named(priced, beyond, -1)
        yield Answer("Cards", f"For its price, a card wins too often (underpaid): {under}; too "
                     f"seldom (overpaid): {over}. Points of a hundred games beyond what the price "
                     "goes with.")
        return
    known = [card for card in cards if card["difference"]["of"] > 1]
    if not known:
        return
    differences = [card["difference"] for card in known]
    yield Answer("Cards", "Nothing is paid for cards. Owners at the end win more often with "
                 f"{_named(known, differences, 1)}; less often with "
                 f"{_named(known, differences, -1)}.")


def _beyond(data: MeanData, usual: float) -> MeanData:
    return {"of": data["of"], "mean": data["mean"] - usual, "low": data["low"] - usual,
            "high": data["high"] - usual}


def _named(cards: Sequence[Card], figures: Sequence[MeanData], sign: int) -> str:
    """The cards whose range lies wholly on one side of zero, the furthest first."""
    found = [(sign * each["mean"], card["card"], each)
             for card, each in zip(cards, figures, strict=True)
             if (each["low"] > 0 if sign > 0 else each["high"] < 0)]
    found.sort(key=lambda row: -row[0])
    if not found:
        return "none that these games tell"
    rest = len(found) - MOST_NAMED
    return ", ".join(f"{name} {_pointed(each).replace(' points', '')}"
                     for _, name, each in found[:MOST_NAMED]) + (
        f" and {rest} more" if rest > 0 else "")


def _rules(rules: Sequence[Rule]) -> str:
    never = list(dict.fromkeys(_short(rule["words"]) for rule in rules if not rule["count"]))
    if not never:
        return f"Each of {len(rules)} was used in some game."
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
    return (f"Of {len(data['silences'])}, {len(arose)} arose; most often {_asked(first)}. "
            f"`variorum readings {data['game']['name']}` says which change who wins.")


def _asked(row: Silence) -> str:
    assert row["arose"] is not None
    return f"“{row['question']}” in {_ranged(row['arose'])}"


def _played(data: Figures) -> Answer:
    names = list(dict.fromkeys(data["run"]["bots"]))
    told = ", ".join(f"{name} ({PLAYS[name.partition(':')[0]]})" for name in names)
    return Answer("Played by", f"bots: {told}. Other players may come to other figures.")


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
    yield Answer("Luck", " ".join(luck_words(data)))


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
