"""`otherwise` in code: where something has no highest or lowest, another value takes its place.

However deep inside the first value the nothing is found, the rest of that value is not looked at:
it is written into a loop that runs once, and left there.
"""

from __future__ import annotations

from collections.abc import Callable

from variorum_engine.compiler.emit.writer import FAULT, Tables

_LEAVE = "@NOTHING@"


class Otherwise(Tables):
    """Writes one value, and another for the case that there is nothing to work it out from."""

    catching = 0

    def nothing(self) -> str:
        """What happens where there is nothing to find the highest or lowest of."""
        return _LEAVE if self.catching else f"return {FAULT}"

    def either(
        self, first: Callable[[], list[str]], second: Callable[[], list[str]]
    ) -> list[str]:
        """The codes of the first value or, if it comes to nothing, of the second."""
        before, depth, fresh = len(self.lines), self.depth, self.fresh
        self.catching += 1
        self.depth += 1
        codes = first()
        results = [self.name() for _ in codes]
        for result, code in zip(results, codes, strict=True):
            self.put(f"{result} = {code}")
        self.put("break")
        self.depth = depth
        self.catching -= 1
        written = self.lines[before:]
        del self.lines[before:]
        if not any(_LEAVE in line for line in written):
            self.fresh = fresh
            return first()
        none = self.name()
        self.put(f"{none} = 0")
        self.put("while True:")
        self.lines.extend(_leaving(written, none))
        self.put(f"if {none}:")
        self.depth += 1
        for result, code in zip(results, second(), strict=True):
            self.put(f"{result} = {code}")
        self.depth -= 1
        return results


def _leaving(lines: list[str], none: str) -> list[str]:
    """The lines with every way out followed through the loops around it."""
    found: list[str] = []
    open_loops: list[tuple[int, list[bool]]] = []  # indentation, and whether it is left early

    def close(indent: int) -> None:
        while open_loops and indent <= open_loops[-1][0]:
            own, left = open_loops.pop()
            if left:
                found.append(" " * own + f"if {none}: break")

    for line in lines:
        text = line.lstrip()
        indent = len(line) - len(text)
        close(indent)
        if _LEAVE in line:
            for _, left in open_loops:
                left.append(True)
            found.append(line.replace(_LEAVE, "").rstrip())
            found += [" " * (indent + 4) + part for part in (f"{none} = 1", "break")]
            continue
        if text.startswith(("for ", "while ")) and text.endswith(":"):
            open_loops.append((indent, []))
        found.append(line)
    close(0)
    return found
