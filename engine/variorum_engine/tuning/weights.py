"""Weights of the rule of thumb in files: written, read, and found for a game.

A weight is known by its name, so that weights of one variant serve a close relative as well: what
only the relative has begins as in any game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.files.text import first_bytes

from variorum_engine.compiler.analysis.features import Thumb
from variorum_engine.table.fingerprint import canonical
from variorum_engine.tuning.matches import Share

if TYPE_CHECKING:
    from pydantic import TypeAdapter

FORMAT, FORMAT_VERSION = "variorum-weights", 1
MOST_BYTES = 20_000_000
BUNDLED = Path(__file__).resolve().parent.parent / "weights"
SUFFIX = ".weights.json"
THOUSAND = 1000
LARGEST = 1e9


class UnreadableWeights(ValueError):
    """A file that has no weights; the message says why."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search for weights took."""

    seed: int
    games: int


@dataclass(frozen=True, slots=True)
class Tuned:
    """Weights for one number of players, for rules with a fingerprint, and how well they do."""

    players: int
    rules: str
    against_random: Share
    tuned: Effort
    weights: dict[str, float]

    def __post_init__(self) -> None:
        if not all(abs(weight) <= LARGEST for weight in self.weights.values()):
            raise ValueError("a weight is too large")


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """A file of weights, as `variorum tune` writes it."""

    format: str
    format_version: int
    tool_version: str
    edition: str
    title: str
    options: tuple[str, ...]
    readings: dict[str, str]
    fingerprint: str
    sets: tuple[Tuned, ...]


def print_of(program: Program) -> str:
    """A fingerprint of the rules for one number of players."""
    form = json.dumps(canonical(program), separators=(",", ":"))
    return hashlib.sha256(form.encode()).hexdigest()


def named(thumb: Thumb, weights: Iterable[int]) -> dict[str, float]:
    """Weights by name as a file has them, those left out that are as in any game."""
    return {known.name: weight / THOUSAND
            for known, weight in zip(thumb.weights, weights, strict=True) if weight != known.start}


def thousandths(tuned: Tuned) -> dict[str, int]:
    """Weights by name as games use them."""
    return {name: round(weight * THOUSAND) for name, weight in tuned.weights.items()}


def row_of(thumb: Thumb, weights: Mapping[str, int]) -> list[int]:
    """Weights in the order that a game has them in."""
    return [weights.get(known.name, known.start) for known in thumb.weights]


# -------------------------------------------------------------------------------- files
def written(file: WeightsFile) -> str:
    return json.dumps(asdict(file), indent=1, ensure_ascii=False) + "\n"


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[WeightsFile]:
    from pydantic import TypeAdapter

    return TypeAdapter(WeightsFile)


def read(path: Path) -> WeightsFile:
    """What a file of weights says."""
    from pydantic import ValidationError

    try:
        text = first_bytes(path, MOST_BYTES).decode("utf-8")
        data = json.loads(text)
    except OSError as problem:
        raise UnreadableWeights(problem.strerror or "the system refused") from None
    except (ValueError, RecursionError):
        raise UnreadableWeights("it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnreadableWeights("it is no file of weights: `variorum tune` writes one")
    if data.get("format_version") != FORMAT_VERSION:
        raise UnreadableWeights("it was written by another version: tune again")
    try:
        return _adapter().validate_json(text, strict=True)
    except ValidationError:
        raise UnreadableWeights("something is missing in it or of the wrong sort: "
                                "tune again") from None


# ------------------------------------------------------------------------------ finding
class Found(NamedTuple):
    """Weights for a game, and how near they were made for it: `same` rules, a `relative` (the
    same edition with other choices or another number of players, or one that it extends), or
    `none`."""

    weights: dict[str, int]
    nearness: Literal["same", "relative", "none"]


@lru_cache(maxsize=1)
def _bundled() -> list[WeightsFile]:
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


def chosen(files: Iterable[WeightsFile], program: Program) -> Found:
    """The weights that fit a program best."""
    mark = print_of(program)
    family = (program.name, *program.ancestors)
    best: tuple[tuple[int, int], Tuned] | None = None
    for file in files:
        for each in file.sets:
            if each.rules == mark:
                return Found(thousandths(each), "same")
            if file.edition in family:
                far = family.index(file.edition), abs(each.players - program.players)
                if best is None or far < best[0]:
                    best = far, each
    return Found({}, "none") if best is None else Found(thousandths(best[1]), "relative")
