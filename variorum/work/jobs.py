"""What can be asked of a worker: functions over plain data."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import clean_lines

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

MOST_SHOWN = 20_000


def check(path: str, texts: Mapping[str, str]) -> list[Diagnostic]:
    """Every finding on a text; `texts` has those of all files that are not saved."""
    from variorum.checker.check import check as whole
    from variorum.settings import applied, settings_for

    return applied(settings_for(path).settings, whole(_loaded(path, texts)))


def offer(path: str, texts: Mapping[str, str]) -> list[Diagnostic]:
    """The same with only those fixes that hold, each of which was tried."""
    from variorum.checker.check import read_unsaved
    from variorum.checker.fixes import offered
    from variorum.settings import applied, settings_for

    found = offered(_loaded(path, texts),
                    lambda text: read_unsaved(path, {**texts, path: text}))
    return applied(settings_for(path).settings, found)


def run_example(path: str, texts: Mapping[str, str], name: str) -> str:
    """What an example of a file shows, in words."""
    from variorum_dsl.diagnostics.terminal import render_all
    from variorum_engine.table.preparation import Ready

    loaded = _loaded(path, texts)
    if loaded.sheet is None or any(each.severity == "error" for each in loaded.problems):
        return "The file has mistakes; mend them first."
    ready = Ready(loaded.sheet)
    example = next((each for each in loaded.sheet.examples() if each.name == name), None)
    if example is None:
        return f"There is no example called {name}."
    found = ready.run(example)
    if not found:
        return f"{name}: everything is as the example says."
    return f"{name} fails\n\n{render_all(found, loaded.sources)}"


def compare(path: str) -> str:
    """How a variant differs from what it extends, as both are saved."""
    import os

    from variorum.checker.check import read

    document = read(path).document
    parent = document.parent if document else ""

    beside = os.path.join(os.path.dirname(path), f"{parent}.variant")
    return _command("diff", beside if os.path.isfile(beside) else parent, path, "--quick")


def play(path: str) -> str:
    """A game of a file, as it is saved, with bots at every seat."""
    return _command("play", path, "--bots", "random", "--seed", "1")


def _command(*arguments: str) -> str:
    """What a command writes."""
    from variorum.cli import main

    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(written):
        main(list(arguments))
    return "\n".join(clean_lines(written.getvalue()[:MOST_SHOWN]))


def _loaded(path: str, texts: Mapping[str, str]) -> Loaded:
    from variorum.checker.check import read, read_unsaved

    return read_unsaved(path, texts) if path in texts else read(path)


JOBS: dict[str, Callable[..., object]] = {
    "check": check, "offer": offer, "run_example": run_example, "compare": compare, "play": play,
}
