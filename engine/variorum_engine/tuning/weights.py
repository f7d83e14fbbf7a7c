"""Weights of the rule of thumb in files: written, read, and found for a game.

A weight is known by its name, so that weights of one variant serve a close relative as well: what
only the relative has begins as in any game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.sanitizer import quote

from variorum_engine.compiler.analysis.features import Thumb
from variorum_engine.table.fingerprint import canonical
from variorum_engine.tuning.matches import Share

FORMAT, FORMAT_VERSION = "variorum-weights", 1
BUNDLED = Path(__file__).resolve().parent.parent / "weights"
SUFFIX = ".weights.json"
THOUSAND = 1000


class UnreadableWeights(ValueError):
    """A file that has no weights; the message says why."""


class Tuned(NamedTuple):
    """Weights for one number of players, and how well they do."""

    players: int
    rules: str
    weights: dict[str, int]
    share: Share
    seed: int
    games: int

    def data(self) -> dict[str, Any]:
        return {
            "players": self.players, "rules": self.rules,
            "against_random": {
                "won": round(self.share.won, 4), "low": round(self.share.low, 4),
                "high": round(self.share.high, 4), "games": self.share.games,
            },
            "tuned": {"seed": self.seed, "games": self.games},
            "weights": {name: weight / THOUSAND for name, weight in self.weights.items()},
        }


def print_of(program: Program) -> str:
    """A fingerprint of the rules for one number of players."""
    form = json.dumps(canonical(program), separators=(",", ":"))
    return hashlib.sha256(form.encode()).hexdigest()


def named(thumb: Thumb, weights: Iterable[int]) -> dict[str, int]:
    """Weights by name, those left out that are as in any game."""
    return {known.name: weight for known, weight in zip(thumb.weights, weights, strict=True)
            if weight != known.start}


def row_of(thumb: Thumb, weights: Mapping[str, int]) -> list[int]:
    """Weights in the order that a game has them in."""
    return [weights.get(known.name, known.start) for known in thumb.weights]


# -------------------------------------------------------------------------------- files
def file_data(
    edition: str, title: str, options: Iterable[str], readings: Mapping[str, str],
    fingerprint: str, version: str, sets: Iterable[Tuned],
) -> dict[str, Any]:
    return {
        "format": FORMAT, "format_version": FORMAT_VERSION, "tool_version": version,
        "edition": edition, "title": title, "options": list(options), "readings": dict(readings),
        "fingerprint": fingerprint,
        "sets": [each.data() for each in sorted(sets, key=lambda each: each.players)],
    }


def written(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read(path: Path) -> dict[str, Any]:
    """What a file of weights says."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UnreadableWeights(problem.strerror or "the system refused") from None
    except (ValueError, RecursionError):
        raise UnreadableWeights("it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnreadableWeights("it is no file of weights: `variorum tune` writes one")
    if data.get("format_version") != FORMAT_VERSION:
        raise UnreadableWeights("it was written by another version: tune again")
    try:
        for each in data["sets"]:
            _weights(each)
            tuned_of(each)
        str(data["fingerprint"]), str(data["edition"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise UnreadableWeights("something is missing in it or of the wrong sort: "
                                "tune again") from None
    return data


def tuned_of(row: Mapping[str, Any]) -> Tuned:
    share = row["against_random"]
    return Tuned(int(row["players"]), str(row["rules"]), _weights(row),
                 Share(float(share["won"]), float(share["low"]), float(share["high"]),
                       int(share["games"])),
                 int(row["tuned"]["seed"]), int(row["tuned"]["games"]))


def _weights(row: Mapping[str, Any]) -> dict[str, int]:
    found = {}
    for name, weight in row["weights"].items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or abs(weight) > 1e9:
            raise ValueError(name)
        found[str(name)] = round(weight * THOUSAND)
    return found


# ------------------------------------------------------------------------------ finding
class Found(NamedTuple):
    """Weights for a game, and how near they were made for it: `same` rules, a `relative` (the
    same edition with other choices or another number of players, or one that it extends), or
    `none`."""

    weights: dict[str, int]
    nearness: str


@lru_cache(maxsize=4)
def _bundled() -> list[dict[str, Any]]:
    return [read(path) for path in sorted(BUNDLED.glob("*" + SUFFIX))]


@lru_cache(maxsize=64)
def bundled_for(program: Program) -> Found:
    """The weights that come with Variorum, if any fit."""
    return chosen(_bundled(), program)


def weights_of(file: str, program: Program) -> Found:
    """The weights of a file, or those that come with Variorum if none is named."""
    if not file:
        return bundled_for(program)
    try:
        found = chosen([read(Path(file))], program)
    except UnreadableWeights as problem:
        raise UnreadableWeights(f"no weights in {quote(file)}: {problem}") from None
    if found.nearness == "none":
        raise UnreadableWeights(f"the weights in {quote(file)} are for another game")
    return found


def chosen(files: Iterable[Mapping[str, Any]], program: Program) -> Found:
    """The weights that fit a program best."""
    files = list(files)
    mark = print_of(program)
    family = (program.name, *program.ancestors)
    best: tuple[tuple[int, int], Mapping[str, Any]] | None = None
    for data in files:
        for row in data["sets"]:
            if row["rules"] == mark:
                return Found(_weights(row), "same")
            if data["edition"] in family:
                far = (family.index(data["edition"]), abs(int(row["players"]) - program.players))
                if best is None or far < best[0]:
                    best = far, row
    return Found({}, "none") if best is None else Found(_weights(best[1]), "relative")
