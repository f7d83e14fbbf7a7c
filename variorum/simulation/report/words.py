"""What each figure means, in plain words; the text and the page say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from variorum.simulation.report.figures import Comparison, Figures, Length, Spread
from variorum.simulation.statistics import MeanData, ShareData

Averaged = MeanData | Spread
INTERVAL = (
    "Behind each figure stands the range in which the true one lies, 95 times out of 100: with ten "
    "times as many games it is about a third as wide. Two figures whose ranges overlap may well be "
    "the same."
)


class Part(NamedTuple):
    """A section of the report: its title, and what its figures mean."""

    key: str
    title: str
    meaning: str


PARTS = {
    part.key: part for part in (
        Part("seats", "Wins by seat",
             "Is it better to sit in one place than in another? The bots change seats from game to "
             "game, so only the seat matters here. A win that is shared counts in parts."),
        Part("bots", "Wins by bot",
             "How often a seat with this bot wins, wherever it sits."),
        Part("skill", "Does more skill win more?",
             "How much more of the games the bot named first wins than the other at the same "
             "table. First is the one that thinks more: tree search before rule of thumb before "
             "random. A range above zero says that thinking pays; one around zero says that luck "
             "decides, or that there were too few games to tell; one below zero, that the other "
             "plays better: a good rule of thumb can beat a short search."),
        Part("elimination", "Elimination", "How often players were out before anybody could win."),
        Part("tie_breaks", "What decided",
             "Which line of the winner's chain told the winner from the others. A line that never "
             "decides could be left out; one that decides often matters as much as the score."),
        Part("silences", "Questions that the rules leave open",
             "A question arose in a game if a rule was used there that another reading would "
             "change. It need not have changed who won: `--compare-reading` says how often it "
             "does."),
        Part("length", "Length", "How long a game is, in rounds and in decisions of all players."),
        Part("tension", "Tension",
             "After each round it is worked out who would win if the game ended now. The lead "
             "changes when that is somebody else than before. A winner is in doubt until the last "
             "round after which somebody else led: 0 % means that the winner led from the first "
             "round on, 100 % that nobody knew before the end."),
        Part("scores", "Scores",
             "What players reach in the figure that decides first; those who were eliminated are "
             "counted too."),
        Part("cards", "Cards",
             "What a card fetched is what its new owner had less of after the round in which it "
             "came; beside it, what each of the others had less of meanwhile. Paid for is a card "
             "whose new owners gave up more than the others. The last column compares those who "
             "own the card at the end with those at the same table who do not: +10 points means "
             "that owners win ten more games in a hundred. That is no proof that the card is the "
             "reason."),
        Part("rules", "How often each rule was used",
             "In what share of the games a line was used, and how often in a game on average. A "
             "rule that is never used is worth a look: the games did not test it."),
        Part("comparison", "The same deals under other rules",
             "Both games were played with the same luck and by the same bots. The difference is "
             "the second game less the first, game by game; a range without zero means a real "
             "change. “If unrelated” says how far the range would reach to either side if both "
             "games had luck of their own. All figures here compare like with like; those in the "
             "other sections are about the first game alone."),
    )
}


def number(value: float) -> str:
    """A number as people write it: three figures are enough."""
    if value == int(value) and abs(value) < 1e9:
        return f"{int(value):,}"
    size = abs(value)
    return f"{value:,.{0 if size >= 1000 else 1 if size >= 100 else 2}f}"


def percent(value: float) -> str:
    size = abs(value) * 100
    digits = 1 if size >= 0.1 or size == 0 else 2 if size >= 0.01 else 4
    return f"{value * 100:.{digits}f} %"


def share_words(data: ShareData) -> tuple[str, str]:
    """A share and its range."""
    if not data["of"]:
        return "–", "never seen"
    return percent(data["share"]), f"{data['low'] * 100:.1f} to {percent(data['high'])}"


def mean_words(data: Averaged, *, sign: bool = False) -> tuple[str, str]:
    """An average and its range."""
    if not data["of"]:
        return "–", "never seen"
    plus = "+" if sign and data["mean"] > 0 else ""
    if data["of"] == 1:
        return f"{plus}{number(data['mean'])}", "seen once"
    low, high = (f"{'+' if sign and end > 0 else ''}{number(end)}"
                 for end in (data["low"], data["high"]))
    return f"{plus}{number(data['mean'])}", f"{low} to {high}"


def bin_words(data: Spread, value: int) -> str:
    """What is longer than was counted one by one lies in the last bin."""
    more = any(place["value"] == value and place["or_more"] for place in data["bins"])
    return f"{number(value)}{' or more' if more else ''}"


def middle_words(data: Spread) -> str:
    """Where nine games of ten lie."""
    low, high = (bin_words(data, value) for value in (data["from"], data["to"]))
    return low if low.endswith("more") else f"{low} to {high}"


def guard_words(data: Length) -> str:
    """That games were cut off, if any was."""
    cut = data["guarded"]
    if not cut or not cut["count"]:
        return ""
    return (f"In {number(cut['count'])} of {number(cut['of'])} games a technical guard ended what "
            "the rules had not ended yet (`guarded at`), so their outcome is not one of the rules.")


def points_words(data: MeanData) -> tuple[str, str]:
    """A difference of shares, in points of a hundred, and its range."""
    if not data["of"]:
        return "–", "never seen"
    mean, low, high = (_signed(100 * value) for value in (data["mean"], data["low"], data["high"]))
    return f"{mean} points", f"{low} to {high}"


def _signed(value: float) -> str:
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def verdict(data: MeanData) -> str:
    """What a difference comes to."""
    if not data["of"]:
        return "cannot be told"
    if data["low"] > 0:
        return "yes"
    return "the other plays better" if data["high"] < 0 else "cannot be told from luck"


def heading(data: Figures) -> list[str]:
    """What was played, in a few sentences."""
    game, run = data["game"], data["run"]
    lines = [f"{game['title']} ({game['name']}), {game['players']} players"]
    if game["options"]:
        lines.append(f"with {listed(game['options'])}")
    if game["readings"]:
        lines.append("read as " + listed([f"{k}={v}" for k, v in game["readings"].items()]))
    lines.append(f"bots: {listed(run['bots'])}; seed {run['seed']}")
    lines += _tuned(run["tuned"], [game["name"], *(
        [data["comparison"]["right"]["name"]] if data["comparison"] else [])])
    done = f"{run['games']:,} games"
    if not run["complete"]:
        done += f" of {run['asked']:,}: the run was stopped, and this is what was done"
    return [*lines, done]


def _tuned(nearness: Sequence[str], names: Sequence[str]) -> list[str]:
    """What a reader must know about a rule of thumb that was not tuned for these very rules."""
    said = {
        "relative": "The rule of thumb plays {name} with weights for nearly the same rules. It may "
                    "play better with its own: `variorum tune`, then --bots thumb:FILE.",
        "none": "The rule of thumb was never tuned for {name} and knows only what a few quick "
                "games taught it: these figures say little about good players. Better: "
                "`variorum tune`, then --bots thumb:FILE.",
    }
    rows = zip(nearness, names, strict=False)
    return list(dict.fromkeys(said[near].format(name=name) for near, name in rows if near in said))


def luck_words(data: Comparison) -> list[str]:
    """How far the same luck reaches."""
    cards = data["cards"]
    only = [f"{many:,} only in the {which}" for many, which in (
        (cards["left"], "first"), (cards["right"], "second")) if many]
    if not only:
        return ["All cards are the same in both, and come in the same order in every shuffle."]
    if not cards["both"]:
        return ["No card is in both: the two are dealt differently, so the luck is not the same."]
    both = f"{cards['both']:,} cards are in both, and come in the same order in every shuffle"
    return [f"{both}; {listed(only)}.",
            "A card counts as the same if its kind and what is printed on it are."]


def listed(words: Sequence[str]) -> str:
    return ", ".join(words)
