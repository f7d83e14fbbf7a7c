"""Node counts: in how many ways a small deal can be played, decision by decision.

A file in `tests/counts/` describes a deal in the words of examples, says how many decisions deep to
count, and ends with the numbers. To accept new numbers (look at the difference afterwards):

    .venv/bin/python -m tests.engine.node_counts
"""

from __future__ import annotations

from pathlib import Path

from variorum_dsl.files.loader import load_text
from variorum_engine.examples.positions import Setting, laid_out
from variorum_engine.examples.setups import before
from variorum_engine.interpreter.chance import Chance
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table, run

from tests.paths import ROOT

FILES = sorted((ROOT / "tests/counts").glob("*.txt"))


def dealt(path: Path) -> tuple[Table, int]:
    """The table that a file describes, and how deep to count."""
    lines = path.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("players"))
    end = next(i for i, line in enumerate(lines) if line.startswith("decisions up to"))
    example = "\n".join(["example deal", *("  " + line for line in lines[start:end] if line)])
    edition = (ROOT / "variants" / f"{path.stem}.variant").read_text()
    loaded = load_text(f"{edition}\n{example}\n", str(ROOT / "variants" / path.name))
    assert loaded.sheet is not None, [problem.title for problem in loaded.problems]
    deal = next(each for each in loaded.sheet.examples() if each.name == "deal")
    rules, problems, symbols = Ready(loaded.sheet).rules(len(deal.players))
    assert rules is not None, problems
    setting = Setting(rules, symbols, deal.players)
    state = before(rules, "rounds")
    laid_out(setting, deal.given, state)
    assert not setting.problems, [problem.title for problem in setting.problems]
    state.chance = Chance(1)
    state.pc = rules.code.stage_start["rounds"]
    run(rules.code, state)
    return Table(rules, names=deal.players, state=state), int(lines[end].split()[-1])


def one_by_one(table: Table, depth: int, counts: list[int], at: int = 0) -> list[int]:
    """Make every move, and count."""
    if at == depth or table.over:
        return counts
    seat = table.to_decide[0]
    for move in table.moves(seat):
        counts[at] += 1
        following = table.copy()
        following.apply(seat, move)
        one_by_one(following, depth, counts, at + 1)
    return counts


def by_counting(table: Table, depth: int, counts: list[int], at: int = 0) -> list[int]:
    """Ask how many moves there are, and make only those that lead further."""
    if at == depth or table.over:
        return counts
    seat = table.to_decide[0]
    counts[at] += table.count(seat)
    if at + 1 < depth:
        for move in table.moves(seat):
            following = table.copy()
            following.apply_unchecked(seat, move)
            by_counting(following, depth, counts, at + 1)
    return counts


def told(path: Path) -> list[int]:
    """The numbers that the file gives."""
    lines = path.read_text().splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith("decisions up to"))
    return [int(line.split()[1]) for line in lines[end + 1:] if line.strip()]


def main() -> None:
    for path in FILES:
        table, depth = dealt(path)
        counts = by_counting(table, depth, [0] * depth)
        head = path.read_text().partition("\ndecisions up to")[0]
        rows = "".join(f"{at:2d} {count}\n" for at, count in enumerate(counts, 1))
        path.write_text(f"{head}\ndecisions up to {depth}\n{rows}")


if __name__ == "__main__":
    main()
