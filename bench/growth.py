"""How the time of a check grows with the length of a file.

    python -m bench.growth            # honest files
    python -m bench.growth hostile    # files that ask for far more than their length suggests

A small game is made 10 and 100 times as long, once by more examples and once by more rules; the
time for each line must not grow. A hostile file (`bench.hostile`) is made twice as long in
processes of their own: no check may take more than 10 s and 500 MB. Ratios of one run.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_dsl.budget import STEPS_OF_A_CHECK, Budget
from variorum_dsl.files.loader import load_text

from bench.hostile import FAMILIES
from variorum.checker.check import check

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "games" / "goofspiel.variant"
FIGURE = "  figure-{0} is total pips of won + {0}\n"
ALLOW = 'allow unused-name for figure-{0} because "only the length matters"\n'


def more_examples(text: str, times: int) -> str:
    place = text.index("\nexample ")
    rules, examples = text[:place], text[place:]
    return rules + "".join(
        re.sub(r"(?m)^example ([a-z0-9-]+)", rf"example \1-{number}", examples)
        for number in range(times)
    )


def more_rules(text: str, times: int) -> str:
    lines = len(text.split("\n")) // 2
    many = range((times - 1) * lines)
    return text + "\nfigures\n" + "".join(FIGURE.format(i) for i in many) + "\n" + "".join(
        ALLOW.format(i) for i in many
    ) if many else text


def seconds(text: str) -> float:
    best = float("inf")
    for _ in range(2):
        start = time.process_time()
        found = check(load_text(text, "long.variant"))
        best = min(best, time.process_time() - start)
    assert not found, found[:2]
    return best


def measured(name: str, size: int) -> tuple[float, float, list[str]]:
    """Seconds of processor time, megabytes, and the codes of what was found."""
    done = subprocess.run([sys.executable, "-m", "bench.growth", "one", name, str(size)],
                          cwd=ROOT, capture_output=True, text=True, check=True)
    took, memory, *codes = done.stdout.split()
    return float(took), float(memory), codes


def one(name: str, size: int) -> None:
    """Check one file, in a process that ends with it."""
    import resource

    text = FAMILIES[name][0](size)
    start = time.process_time()
    found = check(load_text(text, "hostile.variant", budget=Budget(STEPS_OF_A_CHECK)))
    took = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(took, memory, *sorted({each.code for each in found}))


def hostile() -> None:
    for name, (make, most) in FAMILIES.items():
        half, _, _ = measured(name, most // 2)
        took, memory, codes = measured(name, most)
        print(f"{name:20s} {len(make(most)):9,d} bytes {took:6.2f} s {memory:5.0f} MB  "
              f"{took / half:5.2f} of half as much  {' '.join(codes) or 'clean'}", flush=True)


def main() -> None:
    text = GAME.read_text("utf-8")
    for name, longer in (("examples", more_examples), ("rules", more_rules)):
        rows = []
        for times in (1, 10, 100):
            made = longer(text, times)
            rows.append((times, made.count("\n"), seconds(made)))
        base = rows[0][2] / rows[0][1]
        for times, lines, took in rows:
            print(f"{name:9s} x{times:<4d} {lines:7,d} lines {took * 1000:8.1f} ms  "
                  f"{took / lines / base:5.2f} of the time for each line")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["one", name, size]:
            one(name, int(size))
        case ["hostile"]:
            hostile()
        case _:
            main()
