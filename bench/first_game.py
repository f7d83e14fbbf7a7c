"""From a cold start to the first game in machine code, with a warm store.

`python -m bench.first_game` measures it in turns with a fresh process that calls a trivial cached
function of numba. Needs the extra `fast`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.editions import ROOT

RUNS = 15
_FIRST = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from bench.editions import rules_of
from variorum_engine.compiler.backends.machine import Machine
machine = Machine(rules_of("osprey-2018", 4), "fast")
seats = [machine.zeros(4) for _ in range(6)]
memory = machine.row(machine.opening)
assert machine.functions["outcomes"](
    memory, machine.opening, machine.zeros(4096), *seats, 1, 0, 1) == 0
"""
_TRIVIAL = """
from numba import njit


@njit(cache=True)
def following(number):
    return number + 1


following(1)
"""


def seconds(path: Path, environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, path], check=True, env=environment)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "VARIORUM_CACHE": f"{folder}/cache"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        first, trivial = Path(folder, "first.py"), Path(folder, "trivial.py")
        first.write_text(_FIRST, encoding="ascii")
        trivial.write_text(_TRIVIAL, encoding="ascii")
        for path in (first, trivial, first, trivial):  # both caches become warm
            seconds(path, environment)
        pairs = [(seconds(first, environment), seconds(trivial, environment)) for _ in range(RUNS)]
    print(f"first game {statistics.median(a for a, _ in pairs):.2f} s, "
          f"trivial cached function {statistics.median(b for _, b in pairs):.2f} s, "
          f"ratio {statistics.median(a / b for a, b in pairs):.2f}")


if __name__ == "__main__":
    main()
