"""Shorter code does what the longer one did: each step by itself, on small pieces."""

import ast
import random

import pytest
from variorum_engine.compiler.backends.memory import opening
from variorum_engine.compiler.emit.light import emit_light
from variorum_engine.compiler.emit.module import written
from variorum_engine.compiler.passes.dead_code import without_dead_code
from variorum_engine.compiler.passes.inlining import Inlining, functions_in
from variorum_engine.compiler.passes.jump_threading import thread_jumps
from variorum_engine.compiler.passes.loops import (
    KeptMaximum,
    counted_loops,
    next_seat_lookups,
    next_seats,
)
from variorum_engine.compiler.passes.move_combining import MoveCombining
from variorum_engine.compiler.passes.propagation import Propagation
from variorum_engine.compiler.passes.scalar_replacement import ScalarReplacement
from variorum_engine.compiler.passes.syntax import Lines

from bench.editions import rules_of
from bench.light_games import LightGames
from bench.policies import STEP
from tests.engine.compiler.beside import all_rules
from tests.engine.compiler.compiled_game import functions
from tests.engine.compiler.constructs import games


def lines(text: str) -> Lines:
    return ast.parse(text).body


def text(found: Lines) -> str:
    return "\n".join(ast.unparse(ast.fix_missing_locations(line)) for line in found)


def test_a_seat_that_was_found_is_not_checked_again() -> None:
    found = Propagation(set()).lines(lines(
        "r1 = low(x)\nif r1 < 0: return -9\ny = 1 << r1 if r1 >= 0 else 0"
    ))
    assert text(found) == "r1 = low(x)\ny = 1 << r1"


def test_a_seat_that_may_be_nobody_is_checked_once() -> None:
    check = "if r1 < 0:\n    return -9"
    assert text(Propagation(set()).lines(lines(f"r1 = T[0]\n{check}\n{check}"))) == (
        f"r1 = T[0]\n{check}"
    )
    changed = f"r1 = T[0]\n{check}\nwhile x:\n    r1 = T[1]\n{check}"
    assert text(Propagation(set()).lines(lines(changed))).count("return -9") == 2


def test_a_name_stands_for_another_only_until_either_changes() -> None:
    found = Propagation(set()).lines(lines("a = b\nc = a + 1\nb = 7\nd = a + b"))
    assert text(found) == "a = b\nc = b + 1\nb = 7\nd = a + 7"


def test_what_nobody_reads_is_not_worked_out_unless_it_draws() -> None:
    found = without_dead_code(lines("a = b + 1\nc = below(R, 4)\nz_0 |= 3"), set(), set())
    assert text(found) == "c = below(R, 4)"


def test_cards_that_were_just_picked_are_not_looked_for() -> None:
    move = "m = x & ~Z_2[r]\nif m & ~Z_1[r]:\n    return -9\nZ_1[r] &= ~m\nZ_2[r] |= m"
    picked = f"t = Z_1[r] & 7\nx = one(R, t, 3)\n{move}"
    assert text(MoveCombining({"Z_1", "Z_2"}).lines(lines(picked))) == (
        "t = Z_1[r] & 7\nx = one(R, t, 3)\nm = x\nZ_1[r] ^= m\nZ_2[r] |= m"
    )


@pytest.mark.parametrize("between", ["Z_1[s] &= ~8", "r = 2", "x = y", "Z_1[r] = 0"])
def test_cards_that_may_have_gone_are_looked_for(between: str) -> None:
    move = "m = x & ~Z_2[r]\nif m & ~Z_1[r]:\n    return -9\nZ_1[r] &= ~m\nZ_2[r] |= m"
    picked = f"t = Z_1[r] & 7\nx = one(R, t, 3)\n{between}\n{move}"
    assert "return -9" in text(MoveCombining({"Z_1", "Z_2"}).lines(lines(picked)))


def test_a_choice_is_not_asked_about_twice() -> None:
    found = thread_jumps(lines(
        "if a:\n    x = 1\nelse:\n    x = 0\n    p = 2\n"
        "if x == 0:\n    f = p\nelif x == 1:\n    g = 3"
    ))
    assert text(found) == "if a:\n    x = 1\n    g = 3\nelse:\n    x = 0\n    p = 2\n    f = p"


def test_lines_between_a_choice_and_its_branches_go_to_both() -> None:
    found = thread_jumps(lines(
        "if a:\n    x = 1\nelse:\n    x = 0\ns = R[0]\n"
        "if x == 0:\n    f = 2\nelif x == 1:\n    g = 3"
    ))
    assert text(found) == (
        "if a:\n    x = 1\n    s = R[0]\n    g = 3\nelse:\n    x = 0\n    s = R[0]\n    f = 2"
    )


def test_a_call_becomes_what_the_function_does() -> None:
    functions = functions_in(ast.parse(
        "def twice(a):\n    return a + a\ndef note(a):\n    b = a + 1\n    T[0] = b"))
    found = Inlining(functions.values()).visit(ast.parse("x = twice(y)\nz = twice(f())\nnote(x)"))
    assert ast.unparse(ast.fix_missing_locations(found)) == (
        "x = y + y\nz = twice(f())\nnote_b = x + 1\nT[0] = note_b")


def test_cases_become_one_branch() -> None:
    found = thread_jumps(lines(
        "h = -1\nif a & 3: h = 0\nif h < 0 and (a & 4): h = 1\nif h < 0: return -9\n"
        "if h == 0: f = 1\nelif h == 1: f = 2"
    ))
    assert text(found) == (
        "if a & 3:\n    f = 1\nelif a & 4:\n    f = 2\nelse:\n    return -9"
    )


def test_a_loop_that_counts_its_turns() -> None:
    found = counted_loops(lines(
        "while True:\n    if a: break\n    n += 1\n    if n > 9: return -9\n    b()"
    ))
    assert text(found) == (
        "for n in range(10):\n    if a:\n        break\n    b()\nelse:\n    return -9"
    )


def test_the_next_seat_of_a_set() -> None:
    search = "while not m >> w & 1: w = w + 1 if w < 3 else 0"
    assert text(next_seat_lookups(lines(search), 15)) == "w = following(m, w, 4)"
    for mask in range(1, 16):
        for seat in range(4):
            space = {"m": mask, "w": seat}
            exec(search, space)  # noqa: S102
            assert next_seats(4)[mask][seat] == space["w"]


def test_the_highest_total_is_always_right() -> None:
    sums = [sum(v for bit, v in enumerate((1, 2, 4, 4)) if mask >> bit & 1) for mask in range(16)]
    chance = random.Random(5)
    steps = []
    for _ in range(300):
        seat, cards = chance.randrange(3), chance.randrange(16)
        change = chance.choice([f"|= {cards}", f"&= {cards}", f"^= {cards}", "= 0", f"= {cards}"])
        steps.append(f"Z_1[{seat}] {change}")
        if chance.random() < 0.6:
            steps.append("seen.append(max(S[Z_1[0]], S[Z_1[1]], S[Z_1[2]]))")
    long = "for turn in range(1):\n" + "\n".join(f"    {step}" for step in steps)
    found = KeptMaximum({"S"}, {"Z_1": 3}).lines(lines(long))
    assert "high_Z_1" in text(found)
    results = []
    for each in (long, text(found)):
        space = {"Z_1": [0, 0, 0], "S": sums, "seen": []}
        exec(each, space)  # noqa: S102
        results.append(space["seen"])
    assert results[0] == results[1]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_arrays_that_cannot_be_taken_apart(which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("osprey-2018", 3)
    before = LightGames(rules).games(3, 0, 30)
    look, functions = ScalarReplacement.look, iter(range(3))

    def look_in_vain(self: ScalarReplacement, found: Lines) -> None:
        look(self, found)
        if next(functions) == which:
            self.whole |= {"Z", "T", "C"}

    monkeypatch.setattr(ScalarReplacement, "look", look_in_vain)
    assert LightGames(rules).games(3, 0, 30) == before


@pytest.mark.parametrize("name", sorted(games()))
def test_every_construct_of_the_language(name: str) -> None:
    _, rules = next(iter(all_rules(games()[name])))
    source = written(rules.program, policy=emit_light, resumable=False)
    space, short = functions(source), LightGames(rules, streams="bench.one_stream")
    space["think"] = space["thought"] = lambda *arrays: None
    for game in range(2):
        rows = [row.copy() for row in opening(rules, source)]
        rows[6][0] = (5 + game * STEP) % (1 << 64)
        if space["play"](*rows, 0) != -1:
            with pytest.raises(RuntimeError):
                short.games(5, game, 1)
            continue
        misc, result = rows[5], rows[9]
        assert short.games(5, game, 1) == [
            (misc[3], misc[2], result[1], result[0], result[4])
        ]
