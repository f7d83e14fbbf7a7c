"""pytest collects rule files: every example and every `always` line is a test of its own.

Nothing is imported before a rule file is met, so that projects without any pay nothing. The
setting `variorum = off` (or `-p no:variorum`) switches the collection off.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr, TracebackStyle
    from variorum_dsl import model as m
    from variorum_dsl.diagnostics.diagnostic import Diagnostic, Place
    from variorum_dsl.files.loader import Loaded
    from variorum_engine.table.preparation import Ready

GAMES = 5


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("variorum", "collect the examples of rule files: on or off", default="on")
    parser.addini("variorum_games", "random games that an `always` line must survive",
                  default=str(GAMES))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".variant" and parent.config.getini("variorum") != "off":
        return RuleFile.from_parent(parent, path=file_path)
    return None


class Findings(Exception):
    """What a rule file does wrong, as a report that is ready to be read."""


class RuleFile(pytest.File):
    """A rule file, with its examples and promises."""

    def collect(self) -> Iterator[pytest.Item]:
        from variorum_engine.table.preparation import Ready

        from variorum.checker.check import read

        loaded = read(str(self.path))
        errors = [problem for problem in loaded.problems if problem.severity == "error"]
        if errors or loaded.sheet is None:
            raise pytest.Collector.CollectError(reported(loaded, errors))
        if loaded.sheet.document.form == "library":
            return
        ready = Ready(loaded.sheet)
        seen: dict[str, int] = {}
        for example in loaded.sheet.examples():
            seen[example.name] = many = seen.get(example.name, 0) + 1
            name = example.name if many == 1 else f"{example.name}-{many}"
            yield ExampleItem.from_parent(self, name=name, loaded=loaded, ready=ready,
                                          example=example)
        game, _ = ready.game()
        for clause in game.always:
            yield PromiseItem.from_parent(self, name=f"always-{clause.name}", loaded=loaded,
                                          ready=ready, promise=clause.name, at=clause.at)


class _Item(pytest.Item):
    def __init__(self, *, loaded: Loaded, ready: Ready, line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.loaded = loaded
        self.ready = ready
        self.line = line

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: TracebackStyle | None = None
    ) -> str | TerminalRepr:
        if isinstance(excinfo.value, Findings):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, max(self.line - 1, 0), self.name


class ExampleItem(_Item):
    """One example."""

    def __init__(self, *, example: m.Example, **kwargs: Any) -> None:
        super().__init__(line=example.at.line, **kwargs)
        self.example = example

    def runtest(self) -> None:
        problems = self.ready.run(self.example)
        if problems:
            raise Findings(reported(self.loaded, problems))


class PromiseItem(_Item):
    """One `always` line, in random games at every number of players."""

    def __init__(self, *, promise: str, at: Place, **kwargs: Any) -> None:
        super().__init__(line=at.line, **kwargs)
        self.promise = promise

    def runtest(self) -> None:
        from variorum_engine.verification.promises import promises
        from variorum_engine.verification.random_games import Watched, cases

        from variorum.checker.verification import told

        games = int(self.config.getini("variorum_games"))
        for case in cases(self.ready, options=(), readings=None):
            if case.readings:
                continue
            watched = Watched(self.ready, case)
            if not watched.usable:
                raise Findings(reported(self.loaded, watched.problems))
            for seed in range(1, games + 1):
                failure = watched.game(seed, only=promises, named=f"always {self.promise}")
                if failure is not None:
                    found = told(self.loaded, watched, failure)
                    raise Findings(reported(self.loaded, [found.diagnostic]) + "\n"
                                   + found.example)


def reported(loaded: Loaded, problems: list[Diagnostic]) -> str:
    from variorum_dsl.diagnostics.terminal import render_all

    return render_all(problems, loaded.sources)
