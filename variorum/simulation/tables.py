"""The report as titles, sentences and tables, for whoever writes them: a terminal or a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from variorum_engine.bots import skill

from variorum.simulation.words import (
    PARTS,
    mean_words,
    number,
    percent,
    points_words,
    share_words,
    verdict,
)

Data = dict[str, Any]
Row = tuple[str, ...]


class Plot(NamedTuple):
    """What can be drawn of a table: bars with ranges, or how often each value came."""

    sort: str  # "bars" or "bins"
    title: str
    rows: list[tuple[str, float, float, float]]  # label, value, low, high
    unit: str = ""
    mark: float | None = None
    axis: str = ""

    @property
    def legend(self) -> str:
        """What the dashed line and the colours stand for."""
        parts = []
        if self.sort == "bins":
            if any(row[2] != row[3] for row in self.rows):
                parts.append("the dark part of a bar: winners")
            if self.mark is not None:
                parts.append("dashed line: the average")
        else:
            parts.append("thin line: the range of the true figure")
            if self.mark:
                parts.append("dashed line: if all were equal")
        return "; ".join(parts)


class Table(NamedTuple):
    """Figures; `right` are the columns that are written to the right."""

    head: Row
    rows: Sequence[Row]
    right: tuple[int, ...] = (1, 2)
    plot: Plot | None = None


class Section(NamedTuple):
    """A part of the report."""

    key: str
    title: str
    meaning: str
    notes: list[str]
    tables: list[Table]


def sections(data: Data) -> list[Section]:
    """Everything there is to say, in order; parts that the game does not have are left out."""
    found = []
    if data["comparison"]:
        found.append(_comparison(data["comparison"]))
    found += [_seats(data), _bots(data)]
    if data["skill"]:
        found.append(_skill(data["skill"]))
    if data["elimination"]:
        found.append(_elimination(data["elimination"]))
    found.append(_tie_breaks(data["tie_breaks"]))
    if data["silences"]:
        found.append(_silences(data["silences"]))
    found.append(_length(data["length"]))
    if data["tension"]:
        found.append(_tension(data["tension"]))
    if data["scores"]:
        found.append(_scores(data["scores"]))
    if data["cards"]:
        found.append(_cards(data["cards"]))
    found.append(_rules(data["rules"]))
    return found


def _section(key: str, tables: list[Table], notes: list[str] | None = None) -> Section:
    part = PARTS[key]
    return Section(key, part.title, part.meaning, notes or [], tables)


def _bars(title: str, rows: list[tuple[str, Data]], mark: float | None = None) -> Plot:
    return Plot("bars", title, [
        (label, 100 * each["share"], 100 * each["low"], 100 * each["high"])
        for label, each in rows], "%", mark)


def _shares(head: Row, rows: list[tuple[str, Data]], title: str,
            mark: float | None = None) -> Table:
    return Table(head, [(label, *share_words(each)) for label, each in rows], (1, 2),
                 _bars(title, rows, mark))


def _seats(data: Data) -> Section:
    wins = data["wins"]
    rows = [(f"seat {each['seat']}", each) for each in wins["seats"]]
    fair = 100 * wins["fair"] * (1 - wins["nobody"]["share"])
    notes = [f"If all seats were equal, each would win {fair:.1f} % of the games."]
    for key, words in (("nobody", "Nobody won"), ("shared", "Several players shared the win in")):
        if wins[key]["count"]:
            value, span = share_words(wins[key])
            notes.append(f"{words} {value} of the games ({span})."
                         if key == "shared" else f"{words} in {value} of the games ({span}).")
    return _section("seats", [_shares(("seat", "wins", "range"), rows, "Wins by seat", fair)],
                    notes)


def _bots(data: Data) -> Section:
    wins = data["wins"]["bots"]
    rows = [(_bot(each), each) for each in wins]
    scores = {each["bot"]: each for each in (data["scores"] or {}).get("bots", [])}
    table = _shares(("bot", "wins", "range"), rows, "Wins by bot")
    if scores:
        more = [mean_words(scores[each["bot"]])[0] for each in wins]
        table = table._replace(
            head=(*table.head, "score"), right=(1, 2, 3),
            rows=[(*row, score) for row, score in zip(table.rows, more, strict=True)])
    return _section("bots", [table])


def _bot(each: Data) -> str:
    return each["bot"] if each["seats"] == 1 else f"{each['bot']} ({each['seats']} seats)"


def _skill(rows: list[Data]) -> Section:
    lines = [(f"{row['stronger']} against {row['weaker']}", *points_words(row), verdict(row))
             for row in rows]
    # Who plays by the same rule of thumb, with other weights, thinks no more than the other.
    alike = any(skill(row["stronger"]) == skill(row["weaker"]) for row in rows)
    title = f"How much more the {'first' if alike else 'bot that thinks more'} wins"
    plot = Plot("bars", title, [
        (label[0], 100 * row["mean"], 100 * row["low"], 100 * row["high"])
        for label, row in zip(lines, rows, strict=True)], "points", 0.0)
    last = "the first plays better" if alike else "thinking pays"
    return _section("skill", [Table(("bots", "difference", "range", last), lines, (1, 2), plot)])


def _elimination(data: Data) -> Section:
    rows = [("games with somebody out", data["games"]), ("games with everybody out",
            data["everyone"]), ("a player at the table", data["players"])]
    rows += [(f"seat {each['seat']}", each) for each in data["seats"]]
    if len(data["bots"]) > 1:
        rows += [(_bot(each), each) for each in data["bots"]]
    return _section("elimination", [_shares(("who", "out", "range"), rows, "Eliminated")])


def _tie_breaks(rows: list[Data]) -> Section:
    named = [(row["words"], row) for row in rows]
    return _section("tie_breaks", [
        _shares(("decided by", "games", "range"), named, "What decided")])


def _silences(rows: list[Data]) -> Section:
    lines, bars = [], []
    for row in rows:
        if row["settled"]:
            lines.append((row["question"], "every game", "", row["reading"]))
        elif not row["rules"]:
            lines.append((row["question"], "–", "cannot be told", row["reading"]))
        else:
            lines.append((row["question"], *share_words(row["arose"]), row["reading"]))
            bars.append((row["name"], row["arose"]))
    plot = _bars("How often each open question arose", bars) if bars else None
    return _section("silences", [Table(("question", "arose in", "range", "played as"), lines,
                                       (1, 2), plot)])


def _length(data: Data) -> Section:
    rows: list[Row] = []
    tables = []
    for key in ("rounds", "decisions"):
        each = data[key]
        # What is longer than was counted one by one lies in the last bin.
        most = {place["value"] for place in each["bins"] if place["or_more"]}
        middle, low, high = (f"{each[part]}{' or more' if each[part] in most else ''}"
                             for part in ("middle", "from", "to"))
        rows.append((key, *mean_words(each), middle,
                     low if each["from"] in most else f"{low} to {high}"))
        tables.append(Plot("bins", f"Games by number of {key}", _counted(each["bins"]),
                           "games", each["mean"], key))
    head = ("a game has", "average", "range", "middle", "9 games in 10")
    found = [Table(head, rows, (1, 2, 3, 4), tables[0])]
    found.append(Table((), [], (), tables[1]))
    return _section("length", found)


def _counted(bins: list[Data]) -> list[tuple[str, float, float, float]]:
    return [(f"{each['value']}{' or more' if each['or_more'] else ''}", each["value"],
             each["count"], each["count"]) for each in bins]


def _tension(data: Data) -> Section:
    changes, doubt = data["lead_changes"], data["in_doubt"]
    rows: list[Row] = [
        ("changes of the lead in a game", *mean_words(changes)),
        ("the winner was in doubt until", *(
            percent(doubt[key]) if doubt["of"] else "–" for key in ("mean",)),
         f"{100 * doubt['low']:.1f} to {percent(doubt['high'])} of the rounds"),
        ("nobody knew before the end", *share_words(doubt["to_the_end"])),
        *((f"who leads after {each['after']} % of the rounds wins", *share_words(each))
          for each in data["leader_wins"]),
    ]
    if data["margin"]["of"]:
        rows.append(("the winner is ahead by", *mean_words(data["margin"])))
    drawn = Plot("bins", "How far into the game the winner was in doubt", [
        (f"{each['from']:.0%} or more".replace("100% or more", "to the end"), 100 * each["from"],
         each["count"], each["count"]) for each in doubt["tenths"]], "games", None,
        "percent of the rounds")
    return _section("tension", [
        Table(("figure", "average", "range"), rows, (1, 2),
              Plot("bins", "Games by changes of the lead", _counted(changes["bins"]), "games",
                   changes["mean"], "changes of the lead")),
        Table((), [], (), drawn)])


def _scores(data: Data) -> Section:
    rows: list[Row] = [("all players", *mean_words(data)),
                       ("winners", *mean_words(data["winners"]))]
    rows += [(f"seat {each['seat']}", *mean_words(each)) for each in data["seats"]]
    sentence = (f"The figure is {data['figure']}; the {data['best']} is best. A single score is "
                f"usually within {number(data['deviation'])} of the average.")
    plot = Plot("bins", f"Players by {data['figure']}", [
        (each["score"] + (" or beyond" if each["beyond"] else ""), each["value"], each["count"],
         each["won"]) for each in data["bins"]], "players", data["mean"], data["figure"])
    return _section("scores", [Table(("who", "average", "range"), rows, (1, 2), plot)], [sentence])


def _cards(rows: list[Data]) -> Section:
    kinds = list(dict.fromkeys((each["zone"], each["measure"]) for row in rows
                               for each in row["fetched"]))
    tables = [_fetched(rows, zone, measure) for zone, measure in kinds]
    lines = [(_copies(row), share_words(row["owners"])[0], share_words(row["others"])[0],
              *points_words(row["difference"])) for row in rows]
    plot = Plot("bars", "What owning a card at the end goes with", [
        (row["card"], 100 * row["difference"]["mean"], 100 * row["difference"]["low"],
         100 * row["difference"]["high"]) for row in rows if row["difference"]["of"]],
        "points", 0.0)
    head = ("card", "owners win", "others win", "difference", "range")
    return _section("cards", [*tables, Table(head, lines, (1, 2, 3, 4), plot)])


def _fetched(rows: list[Data], zone: str, measure: str) -> Table:
    """What cards fetched, in one sort of goods."""
    lines, bars = [], []
    for row in rows:
        told = next((each for each in row["fetched"]
                     if (each["zone"], each["measure"]) == (zone, measure)), None)
        words = mean_words(told) if told else ("–", "never seen")
        lines.append((_copies(row), *words, number(row["times"])))
        if told:
            bars.append((row["card"], told["mean"], told["low"], told["high"]))
    title = f"What each card fetched: {measure}, from {zone}"
    return Table(("card", f"{measure} from {zone}", "range", "times in a game"), lines, (1, 2, 3),
                 Plot("bars", title, bars, measure) if bars else None)


def _copies(row: Data) -> str:
    return f"{row['card']} (×{row['copies']})" if row["copies"] > 1 else str(row["card"])


def _rules(rows: list[Data]) -> Section:
    never = [row for row in rows if not row["count"]]
    notes = [f"{len(never)} of {len(rows)} rules were never used."] if never else [
        "Every rule was used in some game."]
    lines = [(row["text"], *share_words(row), number(row["times"]),
              "; ".join(row["cites"])) for row in rows]
    return _section("rules", [Table(("rule", "games", "range", "times", "see"), lines, (1, 2, 3))],
                    notes)


def _comparison(data: Data) -> Section:
    value, span = share_words(data["winners_changed"])
    notes = [f"First: {data['left']['label']}. Second: {data['right']['label']}.",
             f"Other players won in {value} of the games ({span})."]
    lines = []
    for row in data["differences"]:
        words = row["words"] if row["games"] == data["winners_changed"]["of"] else (
            f"{row['words']} ({row['games']:,} games)")
        if row["sort"] in ("share", "part"):
            lines.append((words, percent(row["left"]), percent(row["right"]),
                          *points_words(row["difference"]), _real(row["difference"])))
        else:
            lines.append((words, number(row["left"]), number(row["right"]),
                          *mean_words(row["difference"], sign=True), _real(row["difference"])))
    head = ("figure", "first", "second", "difference", "range", "changed")
    return _section("comparison", [Table(head, lines, (1, 2, 3, 4))], notes)


def _real(data: Data) -> str:
    if data["low"] > 0:
        return "more"
    if data["high"] < 0:
        return "less"
    return "same" if data["low"] == data["high"] == 0 else "not clear"
