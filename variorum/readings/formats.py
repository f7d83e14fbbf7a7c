"""A report on open questions as text, Markdown, JSON and HTML; each says the same."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from html import escape
from typing import Any

from variorum_dsl.diagnostics.sanitizer import clean
from variorum_engine.tally.bots import imagined

from variorum.comparison.formats import html_page, parts
from variorum.comparison.formats import json_data as diff_data
from variorum.comparison.formats import markdown as diff_markdown
from variorum.comparison.model import Told, Witness
from variorum.readings.model import Answer, Pair, Party, Question, Report
from variorum.simulation.statistics import rounded
from variorum.version import __version__

FORMAT_VERSION = 1
WIDTH = 100
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
    text = f"{many} question{'' if many == 1 else 's'} that the rulebook leaves open"
    if not many:
        return "The rulebook leaves nothing open."
    if not report.done:
        return f"{text}, in the order of the file."
    of = "" if report.complete else f" of {report.games:,} that were wanted"
    return (f"{text}, those that matter most first: measured in {report.done:,} games{of} of each "
            f"reading with {report.players} players, the same deals and the same luck for all. "
            f"{players(report)} Two games that have nothing in common have different winners in "
            f"{parts.percent(report.unrelated)} of all cases: hardly "
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
    return "at random"


def share(pair: Pair) -> str:
    """How often a reading changes the winner."""
    found = pair.share
    if found is None or not found.games:
        return ""
    ways = [f"with {name or 'it as it stands'}" for name in (pair.first, pair.second)]
    return (f"{parts.share(found)}.{'' if pair.alike else f' {parts.OTHER_DEAL}'}"
            f"{parts.game(pair.shown, *ways)}")


def verdict(pair: Pair) -> str:
    text = VERDICTS.get(pair.verdict, pair.verdict)
    return f"{text}: {pair.how}." if pair.how else f"{text}."


def matters(question: Question, report: Report) -> str:
    best = max((pair.share for pair in question.pairs if pair.share and pair.share.games),
               key=lambda found: found.share, default=None)
    if best is None and report.done and all(pair.verdict == "never" for pair in question.pairs):
        return "never"
    return parts.percent(best.share) if best else ""


def answer(each: Answer) -> str:
    return f"{each.words} (assumed)" if each.assumed else each.words


def of(question: Question, name: str) -> str:
    return next((each.words for each in question.answers if each.name == name), name)


def sides(witness: Witness, question: Question, pair: Pair) -> list[tuple[str, Told]]:
    return [(of(question, pair.first), witness.left), (of(question, pair.second), witness.right)]


# ------------------------------------------------------------------------------------- text
def text(report: Report) -> str:
    title = f"{report.title or report.name} ({report.name})"
    lines = [title, "=" * min(WIDTH, len(title)), *_wrapped(summary(report), "")]
    for number, question in enumerate(report.questions, 1):
        lines += ["", *_wrapped(f"{number}. {question.question}", "", "   "),
                  f"   [{question.name}] {_place(question)}"]
        if question.option:
            lines.append(f"   only with the option {question.option}")
        for each in question.answers:
            lines += _wrapped(f"- {each.name or '(as it stands)'}: {answer(each)}", "   ", "     ")
        for pair in question.pairs:
            lines += ["", *_wrapped(f"{pair.first} or {pair.second}: {verdict(pair)}", "   "),
                      *(_wrapped(share(pair), "   ") if share(pair) else [])]
            if pair.witness is not None:
                for name, told in sides(pair.witness, question, pair):
                    lines += [f"     {name}: {parts.winners(told)}",
                              *(f"       {line}" for line in told.lines),
                              *(f"         {line}" for line in parts.sheet(told))]
    return "".join(f"{clean(line.rstrip())}\n" for line in lines)


def _place(question: Question) -> str:
    cites = " ".join(f'see "{heading}"' for heading in question.cites)
    return f"{question.place.path}:{question.place.line}  {cites}".rstrip()


def _wrapped(said: str, first: str, rest: str = "") -> list[str]:
    return textwrap.wrap(said, WIDTH, initial_indent=first, subsequent_indent=rest or first,
                         break_on_hyphens=False, break_long_words=False) or [first]


# --------------------------------------------------------------------------------- Markdown
def markdown(report: Report) -> str:
    shown = diff_markdown.shown
    lines = [f"# What {shown(report.title or report.name)} leaves open", "",
             shown(summary(report)), ""]
    if report.questions:
        lines += ["| Question | Another winner |", "|---|--:|"]
        lines += [f"| {shown(question.question)} | {shown(matters(question, report)) or '–'} |"
                  for question in report.questions]
        lines.append("")
    for question in report.questions:
        lines += [f"## {shown(question.question)}", "",
                  f"`{question.name}` {shown(_cited(question))}".rstrip(), ""]
        if question.option:
            lines += [f"Only with the option `{question.option}`.", ""]
        lines += [*(f"- {shown(answer(each))}" for each in question.answers), ""]
        for pair in question.pairs:
            lines += [f"### {shown(_title(question, pair))}", "",
                      shown(verdict(pair)), ""]
            if share(pair):
                lines += [shown(share(pair)), ""]
            if pair.witness is not None:
                for name, told in sides(pair.witness, question, pair):
                    lines += [f"**{shown(name)}**: {shown(parts.winners(told))}", "",
                              *diff_markdown.block(told), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _title(question: Question, pair: Pair) -> str:
    return parts.capital(f"{of(question, pair.first)} / {of(question, pair.second)}")


def _cited(question: Question) -> str:
    return " ".join(f'see "{heading}"' for heading in question.cites)


# ------------------------------------------------------------------------------------- HTML
def html(report: Report) -> str:
    shown = html_page.shown
    title = f"What {report.title or report.name} leaves open"
    body = [f"<h1>{shown(title)}</h1>", f"<p>{shown(summary(report))}</p>"]
    if report.questions:
        body += ['<div class="scroll" role="group" tabindex="0" aria-label="Questions"><table>',
                 '<tr><th scope="col">Question</th><th scope="col">Another winner</th></tr>']
        body += [f'<tr><th scope="row"><a href="#{shown(question.name)}">{shown(question.question)}'
                 f"</a></th><td>{shown(matters(question, report)) or '–'}</td></tr>"
                 for question in report.questions]
        body.append("</table></div>")
    for question in report.questions:
        body += [f'<section id="{shown(question.name)}">', f"<h2>{shown(question.question)}</h2>",
                 f'<p class="id">{shown(question.name)} {shown(_cited(question))}</p>']
        if question.option:
            body.append(f"<p>Only with the option {shown(question.option)}.</p>")
        body += ["<ul>", *(f"<li>{shown(answer(each))}</li>" for each in question.answers), "</ul>"]
        for pair in question.pairs:
            body += [f"<h3>{shown(_title(question, pair))}</h3>", f"<p>{shown(verdict(pair))}</p>"]
            if share(pair):
                body.append(f"<p>{shown(share(pair))}</p>")
            if pair.witness is not None:
                body.append('<div class="sides">')
                for name, told in sides(pair.witness, question, pair):
                    wins = shown(parts.winners(told))
                    body += [f"<div><p><strong>{shown(name)}</strong>: {wins}</p>",
                             html_page.block(told), "</div>"]
                body.append("</div>")
        body.append("</section>")
    return html_page.document(escape(clean(title)), body)


# ------------------------------------------------------------------------------------- JSON
def as_json(report: Report) -> str:
    """As `schemas/readings.schema.json` describes it; pure ASCII."""
    return json.dumps(data(report), indent=2) + "\n"


def data(report: Report) -> dict[str, Any]:
    return {
        "format": "variorum-readings", "format_version": FORMAT_VERSION,
        "tool_version": __version__, "name": report.name, "title": clean(report.title),
        "path": report.path, "players": report.players, "games": report.games,
        "seed": report.seed, "bots": list(report.party.bots) if report.party else [],
        "done": report.done, "complete": report.complete,
        "unrelated": rounded(report.unrelated) if report.done else None,
        "questions": [_question(each) for each in report.questions],
    }


def _question(each: Question) -> dict[str, Any]:
    return {
        "name": each.name, "question": clean(each.question), "option": each.option,
        "place": each.place._asdict(), "see": [clean(heading) for heading in each.cites],
        "matters": rounded(each.matters),
        "readings": [{"name": one.name, "words": clean(one.words), "assumed": one.assumed,
                      "see": [clean(heading) for heading in one.cites]} for one in each.answers],
        "pairs": [{
            "first": pair.first, "second": pair.second, "verdict": pair.verdict,
            "how": clean(pair.how), "witness": diff_data.witness_data(pair.witness),
            "share": pair.share and diff_data.share_data(pair.share),
            "dealt_alike": pair.alike, "game": diff_data.game_data(pair.shown),
        } for pair in each.pairs],
    }


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text, "markdown": markdown, "json": as_json, "html": html,
}
