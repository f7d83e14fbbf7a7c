"""Machines and positions for the tests of the rule of thumb."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from variorum_dsl.files.loader import load
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules
from variorum_engine.table.visibility import sees

from tests.paths import ROOT

EDITIONS = tuple(sorted((ROOT / "variants").glob("*.variant")))
FILES = (*EDITIONS, *sorted((ROOT / "tests" / "games").glob("*.variant")))


@cache
def ready(path: Path) -> Ready:
    sheet = load(path).sheet
    assert sheet is not None
    return Ready(sheet)


@cache
def rules_of(path: Path, players: int, options: tuple[str, ...] = ()) -> Rules:
    rules, problems, _ = ready(path).rules(players, options)
    assert rules is not None, problems
    return rules


def decisions(
    machine: Machine, weights: list[int], seed: int
) -> Iterator[tuple[list[int], int, list[int]]]:
    """Positions of one game in which somebody decides, all by rule of thumb: the memory, the
    decision and the row of weights. Whoever looks at them may change the memory's copy only."""
    space = machine.functions
    memory = list(machine.opening)
    memory[space["R"]] = seed
    players = machine.rules.program.players
    thumb = [players] * players + weights
    scratch = [0] * 4096
    go = space["play"](memory, 0)
    while go > 0:
        yield memory, go, thumb
        dealing = memory[space["R"]]
        assert space["thumb_answer"](memory, scratch, thumb, go) == 1
        # What is drawn between equals is not taken from what deals, as at a table.
        memory[space["R"]] = dealing
        assert space["fits"](memory, go, memory[space["CHOICE"]])
        go = space["play"](memory, go)
    assert go == -1


def answer(machine: Machine, memory: list[int], thumb: list[int], go: int) -> list[int]:
    """The answer in a position, which stays as it is."""
    space = machine.functions
    copy = list(memory)
    assert space["thumb_answer"](copy, [0] * 4096, thumb, go) == 1
    first = space["PICKED"]
    return [copy[space["CHOICE"]], *copy[first : first + space["PAGES"] + 2]]


def random_weights(machine: Machine, seed: int) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(-2000, 2001) for _ in machine.thumb.weights]


def dealt_anew(machine: Machine, memory: list[int], chance: random.Random) -> list[int]:
    """The same position with the cards that the deciding seat does not see mixed up."""
    program, layout = machine.rules.program, machine.source.layout
    seat, zones = memory[machine.functions["SEAT"]], machine.functions["Z"]
    groups: dict[tuple[int, int], list[int]] = {}
    for number, table in enumerate(program.zones):
        pages = layout.pages_of_zone(number)
        for owner in range(table.domain.size):
            if sees(program, seat, table.first + owner):
                continue
            for i, page in enumerate(pages):
                whose = owner if layout.local[page.universe] else -1
                slot = zones + layout.first_slot[number] + len(pages) * owner + i
                groups.setdefault((page.number, whose), []).append(slot)
    memory = list(memory)
    for slots in groups.values():
        cards = [bit for slot in slots for bit in range(64) if memory[slot] >> bit & 1]
        chance.shuffle(cards)
        for slot in slots:
            many = memory[slot].bit_count()
            memory[slot] = sum(1 << bit for bit in cards[:many])
            cards = cards[many:]
    return memory
