"""The report of a run as a page: what each figure means, tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from variorum_engine.bots import skill

from variorum.reports.blocks import (
    Block,
    Code,
    Item,
    Page,
    Row,
    Section,
    Table,
    coded,
    paragraph,
)
from variorum.simulation.report.figures import (
    BotShare,
    Card,
    Comparison,
    Counted,
    Elimination,
    Figures,
    Length,
    Rule,
    Scores,
    Silence,
    Skill,
    Tension,
    TieBreak,
)
from variorum.simulation.report.plots import Bar, Bars, Bin, Bins, Plot, counts, figures
from variorum.simulation.report.screen import listing
from variorum.simulation.report.words import (
    INTERVAL,
    PARTS,
    bin_words,
    guard_words,
    heading,
    luck_words,
    mean_words,
    middle_words,
    number,
    percent,
    points_words,
    share_words,
    verdict,
)
from variorum.simulation.statistics import MeanData, ShareData

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Figures, of which something can be drawn; `right` are the columns with numbers."""

    head: Cells
    rows: Sequence[Cells]
    right: tuple[int, ...] = (1, 2)
    plot: Plot | None = None


def page(data: Figures) -> Page:
    """Everything there is to say, in order; parts that the game does not have are left out."""
    title, *lead = heading(data)
    version = f" {data['tool_version']}. The rules played have the fingerprint "
    return Page(
        "simulation", title, [Item(coded(line)) for line in lead],
        blocks=[listing(data), paragraph(INTERVAL)], sections=list(_sections(data)), kind="report",
        closing=("Made by ", Code("variorum simulate"), version,
                 Code(data["game"]["fingerprint"][:16]), "."))


def _sections(data: Figures) -> Iterable[Section]:
    if data["comparison"]:
        yield _comparison(data["comparison"])
    yield _seats(data)
    yield _bots(data)
    if data["skill"]:
        yield _skill(data["skill"])
    if data["elimination"]:
        yield _elimination(data["elimination"])
    yield _tie_breaks(data["tie_breaks"])
    if data["silences"]:
        yield _silences(data["silences"])
    yield _length(data["length"])
    if data["tension"]:
        yield _tension(data["tension"])
    elif data["no_tension"]:
        yield _section("tension", [], [data["no_tension"]])
    if data["scores"]:
        yield _scores(data["scores"])
    if data["cards"]:
        yield _cards(data["cards"])
    yield _rules(data["rules"])


def _section(key: str, parts: Sequence[Told | Plot], notes: Sequence[str] = ()) -> Section:
    part = PARTS[key]
    blocks: list[Block] = [paragraph(coded(part.meaning), "meaning"),
                           *(paragraph(coded(note)) for note in notes)]
    for place, each in enumerate(parts, 1):
        table, plot = (each, each.plot) if isinstance(each, Told) else (None, each)
        if plot is not None:
            blocks += figures(plot, f"{key}-{place}")
        if table is not None:
            blocks.append(Table(plot.title if plot else part.title, table.head,
                                [Row(row) for row in table.rows], table.right,
                                bare=plot is not None))
        if plot is not None:
            blocks += counts(plot)
    return Section(part.title, blocks, anchor=key)


def _bars(title: str, rows: Iterable[tuple[str, ShareData]], mark: float | None = None) -> Bars:
    return Bars(title, [Bar(label, 100 * each["share"], 100 * each["low"], 100 * each["high"])
                        for label, each in rows], "%", mark)


def _points(title: str, rows: Iterable[tuple[str, MeanData]]) -> Bars:
    return Bars(title, [Bar(label, 100 * each["mean"], 100 * each["low"], 100 * each["high"])
                        for label, each in rows], "points", 0.0)


def _shares(head: Cells, rows: Sequence[tuple[str, ShareData]], title: str,
            mark: float | None = None) -> Told:
    return Told(head, [(label, *share_words(each)) for label, each in rows],
                plot=_bars(title, rows, mark))


def _seats(data: Figures) -> Section:
    wins = data["wins"]
    rows = [(f"seat {each['seat']}", each) for each in wins["seats"]]
    fair = 100 * wins["fair"] * (1 - wins["nobody"]["share"])
    notes = [f"If all seats were equal, each would win {fair:.1f} % of the games."]
    for found, words in ((wins["nobody"], "Nobody won in"),
                         (wins["shared"], "Several players shared the win in")):
        if found["count"]:
            value, span = share_words(found)
            notes.append(f"{words} {value} of the games ({span}).")
    return _section("seats", [_shares(("seat", "wins", "range"), rows, "Wins by seat", fair)],
                    notes)


def _bots(data: Figures) -> Section:
    wins = data["wins"]["bots"]
    table = _shares(("bot", "wins", "range"), [(_bot(each), each) for each in wins],
                    "Wins by bot")
    if data["scores"]:
        scores = {each["bot"]: mean_words(each)[0] for each in data["scores"]["bots"]}
        table = replace(table, head=(*table.head, "score"), right=(1, 2, 3), rows=[
            (*row, scores[each["bot"]]) for row, each in zip(table.rows, wins, strict=True)])
    return _section("bots", [table])


def _bot(each: BotShare) -> str:
    return each["bot"] if each["seats"] == 1 else f"{each['bot']} ({each['seats']} seats)"


def _skill(rows: Sequence[Skill]) -> Section:
    names = [f"{row['stronger']} against {row['weaker']}" for row in rows]
    lines = [(name, *points_words(row), verdict(row))
             for name, row in zip(names, rows, strict=True)]
    # Who plays by the same rule of thumb, with other weights, thinks no more than the other.
    alike = any(skill(row["stronger"]) == skill(row["weaker"]) for row in rows)
    title = f"How much more the {'first' if alike else 'bot that thinks more'} wins"
    last = "the first plays better" if alike else "thinking pays"
    return _section("skill", [Told(("bots", "difference", "range", last), lines,
                                   plot=_points(title, zip(names, rows, strict=True)))])


def _elimination(data: Elimination) -> Section:
    rows: list[tuple[str, ShareData]] = [
        ("games with somebody out", data["games"]), ("games with everybody out", data["everyone"]),
        ("a player at the table", data["players"])]
    rows += [(f"seat {each['seat']}", each) for each in data["seats"]]
    if len(data["bots"]) > 1:
        rows += [(_bot(each), each) for each in data["bots"]]
    return _section("elimination", [_shares(("who", "out", "range"), rows, "Eliminated")])


def _tie_breaks(rows: Sequence[TieBreak]) -> Section:
    return _section("tie_breaks", [_shares(
        ("decided by", "games", "range"), [(row["words"], row) for row in rows], "What decided")])


def _silences(rows: Sequence[Silence]) -> Section:
    lines: list[Cells] = []
    bars: list[tuple[str, ShareData]] = []
    for row in rows:
        if row["settled"]:
            lines.append((row["question"], "every game", "", row["reading"]))
        elif not row["rules"] or row["arose"] is None:
            lines.append((row["question"], "–", "cannot be told", row["reading"]))
        else:
            lines.append((row["question"], *share_words(row["arose"]), row["reading"]))
            bars.append((row["name"], row["arose"]))
    plot = _bars("How often each open question arose", bars) if bars else None
    return _section("silences", [
        Told(("question", "arose in", "range", "played as"), lines, plot=plot)])


def _length(data: Length) -> Section:
    rows: list[Cells] = []
    plots = []
    for name, each in (("rounds", data["rounds"]), ("decisions", data["decisions"])):
        rows.append((name, *mean_words(each), bin_words(each, each["middle"]),
                     middle_words(each)))
        plots.append(Bins(f"Games by number of {name}", _counted(each["bins"]), "games", name,
                          each["mean"]))
    head = ("a game has", "average", "range", "middle", "9 games in 10")
    return _section("length", [Told(head, rows, (1, 2, 3, 4), plots[0]), plots[1]],
                    list(filter(None, [guard_words(data)])))


def _counted(bins: Sequence[Counted]) -> list[Bin]:
    return [Bin(f"{each['value']}{' or more' if each['or_more'] else ''}", each["value"],
                each["count"], each["count"]) for each in bins]


def _tension(data: Tension) -> Section:
    changes, doubt = data["lead_changes"], data["in_doubt"]
    rows: list[Cells] = [
        ("changes of the lead in a game", *mean_words(changes)),
        ("the winner was in doubt until", percent(doubt["mean"]) if doubt["of"] else "–",
         f"{100 * doubt['low']:.1f} to {percent(doubt['high'])} of the rounds"),
        ("nobody knew before the end", *share_words(doubt["to_the_end"])),
        *((f"who leads after {each['after']} % of the rounds wins", *share_words(each))
          for each in data["leader_wins"]),
    ]
    if data["margin"]["of"]:
        rows.append(("the winner is ahead by", *mean_words(data["margin"])))
    drawn = Bins("How far into the game the winner was in doubt", [
        Bin(f"{each['from']:.0%} or more".replace("100% or more", "to the end"),
            100 * each["from"], each["count"], each["count"]) for each in doubt["tenths"]],
        "games", "percent of the rounds")
    return _section("tension", [
        Told(("figure", "average", "range"), rows,
             plot=Bins("Games by changes of the lead", _counted(changes["bins"]), "games",
                       "changes of the lead", changes["mean"])),
        drawn])


def _scores(data: Scores) -> Section:
    rows: list[Cells] = [("all players", *mean_words(data)),
                         ("winners", *mean_words(data["winners"]))]
    rows += [(f"seat {each['seat']}", *mean_words(each)) for each in data["seats"]]
    sentence = (f"The figure is {data['figure']}; the {data['best']} is best. A single score is "
                f"usually within {number(data['deviation'])} of the average.")
    plot = Bins(f"Players by {data['figure']}", [
        Bin(each["score"] + (" or beyond" if each["beyond"] else ""), each["value"], each["count"],
            each["won"]) for each in data["bins"]], "players", data["figure"], data["mean"],
        winners=True)
    return _section("scores", [Told(("who", "average", "range"), rows, plot=plot)], [sentence])


def _cards(rows: Sequence[Card]) -> Section:
    kinds = list(dict.fromkeys((each["zone"], each["measure"]) for row in rows
                               for each in row["fetched"]))
    tables = [_fetched(rows, zone, measure) for zone, measure in kinds]
    lines = [(_copies(row), share_words(row["owners"])[0], share_words(row["others"])[0],
              *points_words(row["difference"])) for row in rows]
    plot = _points("What owning a card at the end goes with", [
        (row["card"], row["difference"]) for row in rows if row["difference"]["of"]])
    head = ("card", "owners win", "others win", "difference", "range")
    return _section("cards", [*tables, Told(head, lines, (1, 2, 3, 4), plot)])


def _fetched(rows: Sequence[Card], zone: str, measure: str) -> Told:
    """What cards fetched, in one sort of goods."""
    lines: list[Cells] = []
    bars = []
    for row in rows:
        told = next((each for each in row["fetched"]
                     if (each["zone"], each["measure"]) == (zone, measure)), None)
        words = mean_words(told) if told else ("–", "never seen")
        others = number(told["others"]) if told else "–"
        lines.append((_copies(row), *words, others, number(row["times"])))
        if told:
            bars.append(Bar(row["card"], told["mean"], told["low"], told["high"]))
    goods = f"{measure} from {zone}" if zone else measure
    return Told(("card", goods, "range", "others meanwhile", "times in a game"), lines,
                (1, 2, 3, 4), Bars(f"What each card fetched: {goods}", bars, measure)
                if bars else None)


def _copies(row: Card) -> str:
    return f"{row['card']} (×{row['copies']})" if row["copies"] > 1 else row["card"]


def _rules(rows: Sequence[Rule]) -> Section:
    never = [row for row in rows if not row["count"]]
    notes = [f"{len(never)} of {len(rows)} rules were never used."] if never else [
        "Every rule was used in some game."]
    lines = [(row["words"], *share_words(row), number(row["times"]),
              "; ".join(row["cites"])) for row in rows]
    return _section("rules", [Told(("rule", "games", "range", "times", "see"), lines, (1, 2, 3))],
                    notes)


def _comparison(data: Comparison) -> Section:
    value, span = share_words(data["winners_changed"])
    apart = percent(data["unrelated"])
    notes = [f"First: {data['left']['label']}. Second: {data['right']['label']}.",
             f"Other players won in {value} of the games ({span}).",
             f"In two games that have nothing in common, that would be about {apart}.",
             *luck_words(data)]
    lines: list[Cells] = []
    for row in data["differences"]:
        words = row["words"] if row["games"] == data["winners_changed"]["of"] else (
            f"{row['words']} ({row['games']:,} games)")
        shares = row["sort"] in ("share", "part")
        shown: Callable[[float], str] = percent if shares else number
        change = (points_words(row["difference"]) if shares
                  else mean_words(row["difference"], sign=True))
        apart = f"{100 * row['unrelated']:.1f}" if shares else number(row["unrelated"])
        lines.append((words, shown(row["left"]), shown(row["right"]), *change, f"±{apart}",
                      _real(row["difference"])))
    head = ("figure", "first", "second", "difference", "range", "if unrelated", "changed")
    return _section("comparison", [Told(head, lines, (1, 2, 3, 4, 5))], notes)


def _real(data: MeanData) -> str:
    if data["low"] > 0:
        return "more"
    if data["high"] < 0:
        return "less"
    return "same" if data["low"] == data["high"] == 0 else "not clear"
