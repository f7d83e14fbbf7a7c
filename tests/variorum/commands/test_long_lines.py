"""Lines as long as they may be, and chains of rules: every command carries them or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from variorum_dsl.syntax.limits import MOST_JOINED, MOST_NESTED

from bench.hostile import FAMILIES, game
from tests.variorum.commands.conftest import Run

_PICK = "  starter picks 1 of {} as price, such that {}\n  move price to bank"
_COUNTED = "total worth of price is {}"


def _such_that(condition: str, of: str = "purse of starter") -> str:
    return game(lines=_PICK.format(of, condition))


def _chain(word: str, part: str, many: int) -> str:
    return _such_that(f" {word} ".join(part.format(i % 5) for i in range(many)))


# As long as a line may be.
CARRIED = {
    "or": _chain("or", _COUNTED, MOST_JOINED + 1),
    "and": _chain("and", "total worth of price is at least 0", MOST_JOINED + 1),
    "or-and": _chain("or", f"not ({_COUNTED} and count of price is 1)", MOST_JOINED // 2),
    "or-any": _chain("or", "any (those c in purse of starter such that worth of c is {})", 60),
    "plus": _such_that(" + ".join(["1"] * MOST_NESTED) + " is more than 3"),
    "minus": _such_that("0" + " - count of price" * (MOST_NESTED // 2) + " is less than 3"),
    "not": _such_that("not " * MOST_NESTED + "true"),
    "neighbours": game(lines=f"  starter becomes {'left of ' * MOST_NESTED}starter\n"
                       + _PICK.format("purse of starter", "true")),
    "whose": _such_that("true", f"(purse of starter{' whose worth is at least 1' * 60})"),
    "parentheses": _such_that("(" * 39 + "1" + " + count of price)" * 39 + " is less than 99"),
    "choices": FAMILIES["choices"][0](500),
}
REFUSED = {
    "or": (_chain("or", _COUNTED, MOST_JOINED + 2), "too-long"),
    "plus": (_such_that(" + ".join(["1"] * (MOST_NESTED + 2)) + " is more than 3"), "too-long"),
    "procedures": (FAMILIES["chained-procedures"][0](500), "too-large"),
}
COMMANDS = [
    ["check", "--fresh"], ["show", "--format", "json"], ["fmt", "--diff"], ["play", "--seed", "1"],
    ["simulate", "--games", "3"], ["simulate", "--games", "1", "--form", "interpreter"],
    ["docs", "--out", "pages"], ["diff", "long.variant"], ["coverage"],
]


@pytest.mark.parametrize("name", CARRIED)
def test_every_command_carries_the_longest_lines(name: str, run: Run, here: Path) -> None:
    (here / "long.variant").write_text(CARRIED[name], "utf-8")
    for command, *options in COMMANDS:
        result = run(command, "long.variant", *options)
        assert "mistake" not in result.err, (command, result.err)
        assert "too-" not in result.out, (command, result.out)
        if command == "simulate":
            assert result.status == 0, result.err


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_longer_is_refused_with_its_reason(name: str, run: Run, here: Path) -> None:
    text, code = REFUSED[name]
    (here / "long.variant").write_text(text, "utf-8")
    for command, *options in COMMANDS:
        result = run(command, "long.variant", *options)
        if command == "check":
            assert f"error[{code}]" in result.out
        elif command == "simulate":
            assert result.status == 1
            assert "Mend this first" in result.err
