"""A report on open questions: what is said about each, as a page and as data."""

from __future__ import annotations

from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.english import capital, numbered
from variorum_engine.tally.bots import imagined

from variorum.comparison.model import Told, Witness
from variorum.comparison.report import words
from variorum.comparison.report.data import Data, game_data, share_data, witness_data
from variorum.comparison.report.page import sides
from variorum.readings.model import Answer, Pair, Party, Question, Report
from variorum.reports import formats
from variorum.reports.blocks import (
    Block,
    Code,
    Entries,
    Entry,
    Item,
    Link,
    Listing,
    Page,
    Row,
    Strong,
    Table,
    Words,
    paragraph,
)
from variorum.simulation.statistics import rounded
from variorum.version import __version__

FORMAT_VERSION = 1
VERDICTS = {
    "changes": "The winner can be another one",
    "never": "The winner is always the same",
    "incomparable": "There is nothing to compare",
    "open": "Whether the winner can be another one is not settled",
}
TUNED = {"same": "tuned for this game", "relative": "tuned for a relative of this game",
         "none": "as for any game"}


# ------------------------------------------------------------------------------ what is said
def summary(report: Report) -> str:
    many = len(report.questions)
    text = f"{numbered(many, 'question')} that the rulebook leaves open"
    if not many:
        return "The rulebook leaves nothing open."
    if not report.done:
        return f"{text}, in the order of the file."
    of = "" if report.complete else f" of {report.games:,} that were wanted"
    return (f"{text}, those that matter most first: measured in {report.done:,} games{of} of each "
            f"reading with {report.players} players, the same deals and the same luck for all. "
            f"{players(report)} Two games that have nothing in common have different winners in "
            f"{words.percent(report.unrelated)} of all cases: hardly "
            "anything can matter more than that.")


def players(report: Report) -> str:
    """Who plays the games."""
    assert report.party is not None
    names = list(dict.fromkeys(report.party.bots))
    return f"All seats are played {' or '.join(_plays(name, report.party) for name in names)}."


def _plays(name: str, party: Party) -> str:
    kind, _, more = name.partition(":")
    if kind == "thumb":
        tuned = f"of {more}" if more else TUNED[party.weights]
        return f"by rule of thumb with weights {tuned}"
    if kind == "search":
        others = ", supposing that the others answer at random" if "random-others" in more else ""
        return f"by tree search ({imagined(name):,} imagined games for each decision{others})"
    if kind == "sensible":
        return "sensibly (a few answers are tried in a few imagined games)"
    if kind == "light":
        return "lightly (one card at a time, at random)"
    return "at random"


def share(pair: Pair) -> str:
    """How often a reading changes the winner."""
    found = pair.share
    if found is None or not found.games:
        return ""
    ways = [f"with {name or 'it as it stands'}" for name in (pair.first, pair.second)]
    return (f"{words.share(found)}.{'' if pair.alike else f' {words.OTHER_DEAL}'}"
            f"{words.game(pair.shown, *ways)}")


def verdict(pair: Pair) -> str:
    text = VERDICTS.get(pair.verdict, pair.verdict)
    return f"{text}: {pair.how}." if pair.how else f"{text}."


def matters(question: Question, report: Report) -> str:
    best = max((pair.share for pair in question.pairs if pair.share and pair.share.games),
               key=lambda found: found.share, default=None)
    if best is None and report.done and all(pair.verdict == "never" for pair in question.pairs):
        return "never"
    return words.percent(best.share) if best else ""


def of(question: Question, name: str) -> str:
    return next((each.words for each in question.answers if each.name == name), name)


def told(witness: Witness, question: Question, pair: Pair) -> list[tuple[str, Told]]:
    return [(of(question, pair.first), witness.left), (of(question, pair.second), witness.right)]


# ------------------------------------------------------------------------------------- page
def page(report: Report) -> Page:
    blocks: list[Block] = [paragraph(summary(report))]
    if report.done:
        blocks.append(Table("Questions", ["Question", "Another winner"], [
            Row([(Link(question.question, part=question.name),), matters(question, report) or "–"])
            for question in report.questions], (1,)))
    if report.questions:
        blocks.append(Entries([_asked(question) for question in report.questions], ordered=True))
    return Page("readings", f"What {report.title or report.name} leaves open", blocks=blocks,
                kind="report")


def _asked(question: Question) -> Entry:
    """A question with its answers, and what each two of them come to."""
    cites = "".join(f'  see "{heading}"' for heading in question.cites)
    option: list[Block] = [paragraph(("Only with the option ", Code(question.option), "."))
                           ] if question.option else []
    return Entry(question.question, [
        *option, Listing([Item(_answer(each)) for each in question.answers]),
        Entries([_pair(question, pair) for pair in question.pairs]),
    ], question.name, f"{question.place.path}:{question.place.line}{cites}")


def _answer(each: Answer) -> Words:
    assumed = " (assumed)" if each.assumed else ""
    return Strong(each.name or "(as it stands)"), f": {each.words}{assumed}"


def _pair(question: Question, pair: Pair) -> Entry:
    blocks: list[Block] = [paragraph(said) for said in (verdict(pair), share(pair)) if said]
    if pair.witness is not None:
        behind = words.after(pair.witness).strip()
        blocks += [paragraph(words.origin(pair.witness)),
                   *sides(told(pair.witness, question, pair)),
                   *([paragraph(behind)] if behind else [])]
    return Entry(capital(f"{of(question, pair.first)} / {of(question, pair.second)}"), blocks)


# ------------------------------------------------------------------------------------- data
def data(report: Report) -> Data:
    """As `schemas/readings.schema.json` describes it."""
    return {
        "format": "variorum-readings", "format_version": FORMAT_VERSION,
        "tool_version": __version__, "name": report.name, "title": clean(report.title),
        "path": report.path, "players": report.players, "games": report.games,
        "seed": report.seed, "bots": list(report.party.bots) if report.party else [],
        "done": report.done, "complete": report.complete,
        "unrelated": rounded(report.unrelated) if report.done else None,
        "questions": [_question(each) for each in report.questions],
    }


def _question(each: Question) -> Data:
    return {
        "name": each.name, "question": clean(each.question), "option": each.option,
        "place": each.place._asdict(), "see": [clean(heading) for heading in each.cites],
        "matters": rounded(each.matters),
        "readings": [{"name": one.name, "words": clean(one.words), "assumed": one.assumed,
                      "see": [clean(heading) for heading in one.cites]} for one in each.answers],
        "pairs": [{
            "first": pair.first, "second": pair.second, "verdict": pair.verdict,
            "how": clean(pair.how), "witness": witness_data(pair.witness),
            "share": pair.share and share_data(pair.share),
            "dealt_alike": pair.alike, "game": game_data(pair.shown),
        } for pair in each.pairs],
    }


REPORT = formats.Report(page, data)
