"""A comparison for other programs, as `schemas/diff.schema.json` describes it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from variorum_dsl.diagnostics.sanitizer import clean, clean_lines

from variorum.comparison.model import SEVERITIES, Comparison, Difference, Spot, Told, Witness
from variorum.comparison.report import words
from variorum.comparison.report.books import Books
from variorum.reports.json import Json
from variorum.simulation.statistics import Share, Shown, rounded
from variorum.version import __version__

FORMAT_VERSION = 2
Data = dict[str, Json]


def data(comparisons: Sequence[Comparison]) -> Data:
    return {
        "format": "variorum-diff", "format_version": FORMAT_VERSION, "tool_version": __version__,
        "comparisons": [_one(one) for one in comparisons],
    }


def _one(one: Comparison) -> Data:
    return {
        "left": {"name": one.left, "title": clean(one.left_title), "path": one.left_path},
        "right": {"name": one.right, "title": clean(one.right_title), "path": one.right_path},
        "same_game": one.same_game,
        "likeness": one.likeness,
        "counts": one.counts(),
        "pairs": [
            {"category": pair.category, "left": pair.left, "right": pair.right,
             "left_words": clean(pair.left_words), "right_words": clean(pair.right_words),
             "renamed": pair.renamed, "sure": pair.sure, "likeness": pair.likeness,
             "reason": pair.reason}
            for pair in one.pairs
        ],
        "false_friends": [
            {"id": each.id, "left_word": clean(each.left_word),
             "right_word": clean(each.right_word), "left": _spot(each.left),
             "right": _spot(each.right), "left_meaning": clean(each.left_meaning),
             "right_meaning": clean(each.right_meaning)}
            for each in one.friends
        ],
        "shared": [{"title": clean(rule.title), "left": _spot(rule.left),
                    "right": _spot(rule.right)} for rule in one.shared],
        "implied": [{"id": rule.id, "title": clean(rule.title), "left": _spot(rule.left),
                     "right": _spot(rule.right)} for rule in one.implied],
        "differences": [_difference(each) for each in one.differences],
        "notes": [clean(note) for note in one.notes],
    }


def _difference(each: Difference) -> Data:
    return {
        "id": each.id, "class": each.category, "severity": each.severity,
        "silent": each.silent, "title": clean(each.title),
        "left": _spot(each.left), "right": _spot(each.right), "players": list(each.players),
        "verdict": each.verdict, "how": clean(each.how), "note": clean(each.note),
        "witness": witness_data(each.witness),
        "measured": _measured(each),
        "told": [[clean(f"{2 * row.depth * ' '}{row.text}") for row in rows]
                 for rows in each.told],
    }


def _measured(each: Difference) -> Data | None:
    if each.measured is None or each.switch is None:
        return None
    switch, found = each.switch, each.measured
    return {"side": "left" if switch.left else "right", "options": list(switch.options),
            "option": switch.option, "silence": switch.silence, "reading": switch.reading,
            "players": found.players, "bots": list(found.bots),
            "dealt_alike": found.alike, **share_data(found.share), "game": game_data(found.shown)}


def share_data(found: Share) -> Data:
    """A share, the same on every machine."""
    return {"changed": found.changed, "games": found.games, "share": rounded(found.share),
            "low": rounded(found.low), "high": rounded(found.high)}


def game_data(found: Shown | None) -> Data | None:
    """One of the games with another winner."""
    if found is None:
        return None
    return {"number": found.game, "seed": found.seed, "first": list(found.first),
            "second": list(found.second), "records": [clean(path) for path in found.records]}


def _spot(spot: Spot | None) -> Data | None:
    if spot is None:
        return None
    return {"place": spot.place._asdict(), "text": "\n".join(clean_lines(spot.text)),
            "see": [clean(heading) for heading in spot.cites]}


def witness_data(witness: Witness | None) -> Data | None:
    if witness is None:
        return None
    return {"form": witness.form, "reached": witness.reached, "players": witness.players,
            "size": witness.size,
            "left_label": clean(witness.left_label), "right_label": clean(witness.right_label),
            "left": _told(witness.left), "right": _told(witness.right),
            "note": clean(witness.note), "seed": witness.seed, "looked": witness.looked,
            "records": [clean(path) for path in witness.records]}


def _told(told: Told) -> Data:
    return {"lines": [clean(line) for line in told.lines],
            "sheet": [clean(line) for line in told.sheet], "winners": list(told.winners),
            "record": [clean(line) for line in told.record]}


# ---------------------------------------------------------------------------------- as a table
COLUMNS = ("editions", "id", "severity", "class", "difference", "left citation", "right citation",
           "left book", "right book", "decision", "remark")


def table(comparisons: Sequence[Comparison], books: Books) -> str:
    """A table to work through, with a place for a decision."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in comparisons:
        both = f"{one.left} / {one.right}"
        for each in one.differences:
            spots = [(name, spot) for name, spot in ((one.left, each.left),
                                                     (one.right, each.right))]
            writer.writerow(map(_cell, (
                both, each.id, SEVERITIES[each.severity], each.category, words.title(each),
                *(words.cited(spot) if spot else "" for _, spot in spots),
                *(" ".join(books.quoted(name, spot, each)) if spot else ""
                  for name, spot in spots), "", "")))
        for friend in one.friends:
            writer.writerow(map(_cell, (
                both, friend.id, SEVERITIES["words"], "wording", words.friend(one, friend),
                words.cited(friend.left), words.cited(friend.right), "", "", "", "")))
    return out.getvalue()


def _cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = clean(text)
    return f"'{text}" if text[:1] in "=+-@" and text else text
