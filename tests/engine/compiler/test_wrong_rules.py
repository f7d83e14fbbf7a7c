"""A compiled rule that is wrong is caught: each of these faults makes the property fail."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from variorum_dsl import core as c
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.emit import decisions, expressions, lines, loops, moves, outcome
from variorum_engine.compiler.emit.emitter import Cards, Emitter
from variorum_engine.table.table import Rules

from tests.engine.compiler.beside import Different, all_rules, same_game
from tests.engine.compiler.compiled_game import Compiled
from tests.engine.compiler.constructs import games
from tests.paths import ROOT

OSPREY = ROOT / "variants" / "osprey-2018.variant"
SEEDS = 25
# What a broken game may do instead of telling something else: stumble over its own arrays.
CAUGHT = (Different, IndexError, KeyError, ValueError, UnboundLocalError, TypeError)


def rules_of(source: str | Path) -> Rules:
    found: Path | str = source
    if isinstance(source, str):
        found = games()[source]
    return next(rules for (players, options, _), rules in all_rules(found)
                if players == 3 and not options)


def caught(rules: Rules, compiled: Compiled, seeds: int = SEEDS) -> bool:
    try:
        for seed in range(seeds):
            same_game(rules, compiled, seed)
    except CAUGHT:
        return True
    return False


def rewritten(rules: Rules, old: str, new: str, times: int = 1) -> Compiled:
    """The game with another text."""
    compiled = Compiled(rules.program, tracing=True)
    text = compiled.source.text
    assert old in text, "the text that is to be broken is not there"
    tables = {**compiled.source.tables, "R": 0, "E": compiled.told}
    compiled.functions = plain_functions(text.replace(old, new, times), tables)
    return compiled


TEXTS = {
    "the next player sits two seats on": (OSPREY, "+ 1 if", "+ 2 if", 1),
    "a bid may be equal": (OSPREY, "A[3] = 1", "A[3] = 2", -1),
    "who starts is not drawn": ("turns", "< 0 or t", "< 0 and -1 < t", 1),
    "the shuffle leaves a card out": (OSPREY, "in range(0, 0 + n", "in range(1, 0 + n", 1),
    "nobody is cast out": (OSPREY, "out |=", "out &=", -1),
    "the winner is not the one left": (OSPREY, "W[0] = left", "W[0] = left & (left - 1)", 1),
    "another line decided": (OSPREY, "decided = 0", "decided = 1", -1),
    "a round is not counted": (OSPREY, "X[2] += 1", "X[2] += 2", 1),
    "a step of the score is off": (OSPREY, ">>= t", ">>= 0 * t", -1),
    "a sealed answer is another player's": ("together-plain", "P[r", "P[0 * r", -1),
    "points go to another player": ("depending", "T[2 + t", "T[3 + 0 * t", -1),
    "something is shown to another player": (
        "outside-and-extremes", "E.append(('show', ", "E.append(('show', 1 + ", 1),
    "an end is told that did not come": (
        "end-round-in-effect", "E.append(('end', 0", "E.append(('end', 1", -1),
    "an effect has another name": ("effects-order", "'red-first'", "'any-gem'", -1),
}


@pytest.mark.parametrize("fault", TEXTS)
def test_wrong_text_is_caught(fault: str) -> None:
    source, old, new, times = TEXTS[fault]
    rules = rules_of(source)
    assert not caught(rules, Compiled(rules.program, tracing=True), 2)
    assert caught(rules, rewritten(rules, old, new, times))


Patch = Callable[[pytest.MonkeyPatch, Rules], None]


def _zone(rules: Rules, name: str) -> int:
    return next(i for i, zone in enumerate(rules.program.zones) if zone.name == name)


def _to_another_zone(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true, spent, bid = moves._moved, _zone(rules, "spent"), _zone(rules, "bid")

    def moved(line: c.Move, out: Emitter) -> Cards:
        if line.to.zone == spent:
            line = replace(line, to=replace(line.to, zone=bid))
        return true(line, out)

    patch.setattr(moves, "_moved", moved)


def _no_tie_break(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = outcome.emit_tie
    patch.setattr(outcome, "emit_tie", lambda index, tie, out: (
        true(index, tie, out) if index != 1 else out.put("pass")))


def _no_effects(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    patch.setattr(moves, "_effects", lambda *arguments: None)


def _no_ends(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    patch.setattr(moves, "check_ends", lambda *arguments: None)


def _rounded_up(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = expressions._rounded
    patch.setattr(expressions, "_rounded", lambda direction, of, out: true("up", of, out))


def _flipped(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = expressions.compared
    flip: dict[c.Comparison, c.Comparison] = {
        "is more than": "is at least", "is less than": "is at most"}
    patch.setattr(expressions, "compared", lambda comparison, left, right: (
        true(flip.get(comparison, comparison), left, right)))


def _no_condition(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = decisions._offer
    patch.setattr(decisions, "_offer", lambda index, choice, out: true(
        index, choice._replace(condition=None), out))


def _from_the_first(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = loops.emit_each_player
    patch.setattr(lines, "emit_each_player", lambda line, out: true(
        line if line.start is None else _without_start(line, out), out))


def _without_start(line: c.ForEachPlayer, out: Emitter) -> c.ForEachPlayer:
    other = replace(line, start=None)
    out.decisions._inside[other] = out.decisions._inside[line]
    return other


def _file_order(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    patch.setattr(moves, "_in_their_order", lambda names, source, place, out: (
        moves._in_file_order(names, place, out)))


def _on_top(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    patch.setattr(moves, "_sink", lambda *given: given[-1].put("pass"))


def _a_sort_is_missing(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = expressions.groups_of
    patch.setattr(expressions, "groups_of", lambda values, cards: true(values, cards)[1:])


def _no_shuffle(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    patch.setattr(lines, "emit_shuffle", lambda line, out: out.put("pass"))


def _lowest_first(patch: pytest.MonkeyPatch, rules: Rules) -> None:
    true = loops.best_of
    other: dict[c.Extreme, c.Extreme] = {"highest": "lowest", "lowest": "highest"}
    patch.setattr(loops, "best_of", lambda inner, ranks, out: true(
        inner, [c.CardRank(other[extreme], a) for extreme, a in ranks], out))


PATCHES: dict[str, tuple[str | Path, Patch]] = {
    "a move to another zone": ("turns", _to_another_zone),
    "a tie-break is dropped": ("nobody-wins", _no_tie_break),
    "effects do not happen": ("together-nested", _no_effects),
    "the game does not end at once": (OSPREY, _no_ends),
    "rounding goes up": ("scores-along-the-way", _rounded_up),
    "comparisons let equals in": ("turns", _flipped),
    "a choice is offered without its condition": ("depending", _no_condition),
    "a loop starts with another player": ("players-in-order-of-rank", _from_the_first),
    "cards do not keep their order": ("order-kept", _file_order),
    "cards stay above the bottom": ("order-from-below", _on_top),
    "cards lie above what they are put below": ("order-inside", _on_top),
    "one sort is not counted": ("alike-and-different", _a_sort_is_missing),
    "nothing is shuffled": ("orders", _no_shuffle),
    "cards go by rank the other way round": ("cards-in-order-of-rank", _lowest_first),
}


@pytest.mark.parametrize("fault", PATCHES)
def test_a_wrong_writer_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, patch = PATCHES[fault]
    rules = rules_of(source)
    patch(monkeypatch, rules)
    assert caught(rules, Compiled(rules.program, tracing=True))
