"""For other programs, as `schemas/diff.schema.json` describes it. The output is pure ASCII."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from variorum_dsl.diagnostics.sanitizer import clean, clean_lines

from variorum.comparison.model import Comparison, Difference, Spot, Told, Witness
from variorum.simulation.statistics import Share, Shown, rounded
from variorum.version import __version__

FORMAT_VERSION = 1


def render(comparisons: Sequence[Comparison]) -> str:
    return json.dumps(data(comparisons), indent=2) + "\n"


def data(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    return {
        "format": "variorum-diff", "format_version": FORMAT_VERSION, "tool_version": __version__,
        "comparisons": [_one(one) for one in comparisons],
    }


def _one(one: Comparison) -> dict[str, Any]:
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
            {"id": each.id, "word": clean(each.word), "left": _spot(each.left),
             "right": _spot(each.right), "left_meaning": clean(each.left_meaning),
             "right_meaning": clean(each.right_meaning)}
            for each in one.friends
        ],
        "shared": [{"title": clean(rule.title), "left": _spot(rule.left),
                    "right": _spot(rule.right)} for rule in one.shared],
        "differences": [_difference(each) for each in one.differences],
        "notes": [clean(note) for note in one.notes],
    }


def _difference(each: Difference) -> dict[str, Any]:
    return {
        "id": each.id, "class": each.category, "title": clean(each.title),
        "left": _spot(each.left), "right": _spot(each.right), "players": list(each.players),
        "verdict": each.verdict, "how": clean(each.how), "note": clean(each.note),
        "witness": witness_data(each.witness),
        "measured": _measured(each),
    }


def _measured(each: Difference) -> dict[str, Any] | None:
    if each.measured is None or each.switch is None:
        return None
    switch, found = each.switch, each.measured
    return {"side": "left" if switch.left else "right", "options": list(switch.options),
            "option": switch.option, "silence": switch.silence, "reading": switch.reading,
            "players": found.players, "bots": list(found.bots),
            "dealt_alike": found.alike, **share_data(found.share), "game": game_data(found.shown)}


def share_data(found: Share) -> dict[str, Any]:
    """A share, the same on every machine."""
    return {"changed": found.changed, "games": found.games, "share": rounded(found.share),
            "low": rounded(found.low), "high": rounded(found.high)}


def game_data(found: Shown | None) -> dict[str, Any] | None:
    """One of the games with another winner."""
    if found is None:
        return None
    return {"number": found.game, "seed": found.seed, "first": list(found.first),
            "second": list(found.second), "records": [clean(path) for path in found.records]}


def _spot(spot: Spot | None) -> dict[str, Any] | None:
    if spot is None:
        return None
    return {"place": spot.place._asdict(), "text": "\n".join(clean_lines(spot.text)),
            "see": [clean(heading) for heading in spot.cites]}


def witness_data(witness: Witness | None) -> dict[str, Any] | None:
    if witness is None:
        return None
    return {"form": witness.form, "players": witness.players, "size": witness.size,
            "left_label": clean(witness.left_label), "right_label": clean(witness.right_label),
            "left": _told(witness.left), "right": _told(witness.right)}


def _told(told: Told) -> dict[str, Any]:
    return {"lines": [clean(line) for line in told.lines],
            "sheet": [clean(line) for line in told.sheet], "winners": list(told.winners)}
