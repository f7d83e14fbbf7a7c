"""Properties of comparing, on rule files that nobody has written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import Phase, assume, given, settings
from variorum_dsl.files.loader import Loaded, load_text
from variorum_dsl.printer.document import print_document
from variorum_engine.checks.finals import beginning
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.mutation.equivalence import Meanings
from variorum_engine.mutation.mutants import Original
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table

from tests.strategies import SOAK, accepted, read, rule_files
from tests.variorum.comparison.copies import everything_else
from variorum.comparison.compare import Incomparable, compare, side_of
from variorum.comparison.model import mirrored

# A file that fails is shown as it was drawn: to make it small would take minutes.
QUICK = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))


@pytest.fixture(autouse=True, scope="module")
def short_searches() -> Iterator[None]:
    """What differs does not depend on how long a game is looked for that shows it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("variorum.comparison.witness.games.MOST_MOVES", (300,) * 4)
        patch.setattr("variorum.comparison.witness.games.SMALL", 8)
        yield


def copy_of(loaded: Loaded) -> Loaded:
    """Everything called otherwise, laid out anew, and ordered otherwise."""
    assert loaded.document is not None
    text = print_document(everything_else(loaded.document))
    text = re.sub(r"(?m)^( +)", r"\1\1", text)  # deeper indents, and remarks nobody asked for
    return load_text("# a copy\n" + text, "copy.variant")


def games_of(loaded: Loaded) -> list[object]:
    """How some games come out in which everybody draws lots."""
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    game, _ = ready.game(())
    found: list[object] = []
    for players in game.player_counts():
        rules, _, _ = ready.setup(players, ())
        found += [_end_of(rules, seed) for seed in range(12)]
    return found


def _end_of(rules: Rules, seed: int) -> object:
    table, stream = Table(rules, state=beginning(rules, seed)), Stream(seed)
    try:
        rules.begin(table.state)
        for _ in range(200):
            if table.over or not table.offers(table.to_decide[0]):
                break
            seat = table.to_decide[0]
            table.apply_unchecked(seat, table.drawn(seat, stream, table.offers(seat)))
        return table.outcome
    except Fault as fault:
        return fault.message


@settings(QUICK, max_examples=8 * SOAK)
@given(rule_files(), rule_files())
def test_comparing_is_symmetric(first: str, second: str) -> None:
    left = load_text(first, "first.variant")
    right = load_text(second, "second.variant")
    assume(accepted(left) and accepted(right))
    one = compare(side_of(left), side_of(right), quick=True)
    other = compare(side_of(right), side_of(left), quick=True)
    assert other == mirrored(one)
    assert mirrored(mirrored(one)) == one


@settings(QUICK, max_examples=25 * SOAK)
@given(rule_files())
def test_a_copy_shows_renamings_alone(text: str) -> None:
    loaded = read(text)
    assume(accepted(loaded))
    copy = copy_of(loaded)
    assert copy.sheet is not None, [problem.title for problem in copy.problems]
    one = compare(side_of(loaded), side_of(copy))
    assert not one.differences, [each.title for each in one.differences]
    assert not one.friends
    assert one.same_game
    assert len(one.renamings) >= 10


@settings(QUICK, max_examples=10 * SOAK)
@given(rule_files())
def test_a_changed_rule_is_a_difference(text: str) -> None:
    loaded = read(text)
    assume(accepted(loaded))
    original = Original(loaded)
    mutants = random.Random(len(text)).sample(original.mutants(), 2)
    meanings = Meanings(original.sheet)
    for mutant in mutants:
        changed = original.changed(mutant)
        if any(word.startswith("always") for word in mutant.within) or any(
            problem.severity == "error" for problem in changed.problems
        ):
            continue  # a promise about the rules is no rule, and a broken file is no game
        if meanings.same(changed.sheet, mutant.within, promises=False):
            continue
        try:
            one = compare(side_of(loaded), side_of(changed), quick=True)
        except Incomparable:
            continue
        if not any(each.category != "wording" for each in one.differences):
            # What is left out as no difference must come out the same at the table.
            assert games_of(loaded) == games_of(changed), mutant.text
