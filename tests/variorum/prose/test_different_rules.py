"""Different rules never read the same: every mutant of every file has another summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import load
from variorum_dsl.lowering.program import lowered
from variorum_engine.mutation.equivalence import Choice, Meanings, choices
from variorum_engine.mutation.mutants import Mutant, Original, called, changed_part

from tests.paths import ROOT
from tests.strategies import SOAK, read, rule_files
from tests.variorum.prose.restructuring import changes
from variorum.prose.sections.rulings import Rulings, differences
from variorum.reports.blocks import Item, Said, plain, sentences

FILES = [*sorted((ROOT / "variants").glob("*.variant")),
         *sorted((ROOT / "tests/games").glob("*.variant"))]
Text = tuple[Said | str, ...]


class Summary:
    """What a summary says of a file: its rules, and what each option and reading changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rulings = Rulings(sheet)

    @cache  # noqa: B019 (one for each file, for the time of a test)
    def says(self, choice: Choice) -> Text:
        options, readings = choice
        told = self.rulings.rules(options, dict(readings))
        if not options and not readings:
            return (*(plain(item.text) for item in told.lead), *sentences(told.sections()))
        base = self.rulings.rules(() if not readings else options)
        return tuple(_flat(differences(base, told)))


def _flat(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        yield item.said()
        yield from _flat(item.children)


def restructured(original: Original) -> Iterator[Mutant]:
    """The file with parts moved, regrouped or given to somebody else."""
    reached = {f"procedure {name}" for name in called(original.document, original.libraries)}
    for number, root in ((-1, original.document), *enumerate(original.libraries)):
        for operator, site, new in changes(root):
            if number < 0 or (site.within and site.within[0] in reached):
                yield changed_part(site, operator, new, number, root)


def reads_the_same(original: Original, mutants: Iterable[Mutant]) -> list[str]:
    """The changes that mean something else and read alike."""
    before = Summary(original.sheet)
    meanings = Meanings(original.sheet)
    found = []
    for mutant in mutants:
        after = original.changed(mutant)
        assert after.sheet is not None
        if any(field == "using" for field, _ in mutant.path) or any(
                problem.severity == "error" for problem in after.problems):
            continue  # what a loop uses up is a promise, and no rule
        now = Summary(after.sheet)
        if any(now.says(choice) != before.says(choice)
               for choice in choices(after.sheet, mutant.within)):
            continue
        if _lowers(after.sheet) and not meanings.same(after.sheet, mutant.within, promises=False):
            found.append(f"{mutant.place.line}: {mutant.text}")
    return found


def _lowers(sheet: Sheet) -> bool:
    game, _ = sheet.resolved((), None)
    return not any(problem.severity == "error" for players in game.player_counts()
                   for problem in lowered(game, players)[1])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_mutant_reads_like_the_rules_themselves(path: Path) -> None:
    original = Original(load(str(path)))
    assert reads_the_same(original, original.mutants()) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_other_grouping_person_or_block_reads_like_the_rules_themselves(path: Path) -> None:
    original = Original(load(str(path)))
    assert reads_the_same(original, restructured(original)) == []


@settings(max_examples=6 * SOAK, deadline=None,
          suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(rule_files(), st.randoms(use_true_random=False))
def test_no_mutant_of_a_generated_file_reads_like_it(text: str, chance: Random) -> None:
    original = Original(read(text))
    mutants = [*original.mutants(), *restructured(original)]
    chosen = chance.sample(mutants, min(15, len(mutants)))
    assert reads_the_same(original, chosen) == []


IN_ORDER = """edition stacks "Stacks"
players 2

kinds
  token has worth, size

components
  in supply
    6 token
      worth size copies
      1     1    2
      1     2    2
      2     1    2

zones
  supply holds token, open
  stack holds token, open, in order
  purse of each player holds token, open

rounds until stack is empty, using up stack
  for each player p
    move top up to 1 of stack to purse of p

setup
  for each card c in supply, lowest worth then highest size first
    move c to stack

scoring points
  all add total worth of purse

winner
  highest points
  then shared
"""


def test_another_order_of_cards_reads_otherwise() -> None:
    original = Original(read(IN_ORDER))
    mutants = list(original.mutants())
    assert sum(mutant.operator == "order" and bool(mutant.path) and "worth" in mutant.text
               for mutant in mutants) >= 2
    assert reads_the_same(original, mutants) == []
