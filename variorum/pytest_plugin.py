"""pytest collects rule files: every example, every `always` line and every other finding of `check`
is a test of its own, at its line. The settings of the folder count here too.

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
    from variorum_dsl.diagnostics.source import Sources
    from variorum_dsl.files.loader import Loaded
    from variorum_engine.table.preparation import Ready

GAMES = 5
_TOLD: pytest.StashKey[set[str]] = pytest.StashKey()  # files of settings whose mistakes are told


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
        from variorum_dsl.checks import mistakes
        from variorum_engine.table.preparation import Ready

        from variorum.checker.check import check_files, read
        from variorum.checker.memory import Memory
        from variorum.settings import applied, settings_for

        path = str(self.path)
        settings = settings_for(path)
        [checked] = check_files([path], Memory())
        found = [each for each in applied(settings.settings, checked.diagnostics)
                 if each.severity != "note"]
        loaded = read(path)
        sheet = loaded.sheet
        whole = sheet is not None and sheet.document.form != "library" and not mistakes(loaded)
        examples = sheet.examples() if sheet is not None and whole else []
        # What is wrong with an example is told in its place.
        wrong = [[each for each in found if example.at.path == each.primary.place.path
                  and example.at.line <= each.primary.place.line <= example.at.end_line]
                 for example in examples]
        found = [each for each in found if not any(each in those for those in wrong)]
        told = self.config.stash.setdefault(_TOLD, set())
        if settings.path not in told:
            told.add(settings.path)
            checked.sources.add(settings.path, settings.text)
            found += settings.problems
        seen: dict[str, int] = {}

        def numbered(name: str) -> str:
            seen[name] = many = seen.get(name, 0) + 1
            return name if many == 1 else f"{name}-{many}"

        def failing(finding: Diagnostic, name: str) -> FindingItem:
            return FindingItem.from_parent(
                self, name=numbered(name), at=finding.primary.place,
                report=reported([finding], checked.sources))

        for finding in found:
            yield failing(finding, f"{finding.code}-{finding.primary.place.line}")
        if sheet is None or not whole:
            return
        ready = Ready(sheet)
        for example, those in zip(examples, wrong, strict=True):
            yield from (failing(finding, example.name) for finding in those)
            if not those:
                yield ExampleItem.from_parent(self, name=numbered(example.name), loaded=loaded,
                                              ready=ready, example=example)
        game, _ = ready.game()
        for clause in game.always:
            yield PromiseItem.from_parent(self, name=f"always-{clause.name}", loaded=loaded,
                                          ready=ready, promise=clause.name, at=clause.at)


class _Item(pytest.Item):
    def __init__(self, *, line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.line = line
        # Other plugins (pytest-lsp, for one) take every test for a function with fixtures.
        self.funcargs: dict[str, object] = {}

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: TracebackStyle | None = None
    ) -> str | TerminalRepr:
        if isinstance(excinfo.value, Findings):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, max(self.line - 1, 0), self.name


class FindingItem(_Item):
    """Something that `check` finds."""

    def __init__(self, *, report: str, at: Place, **kwargs: Any) -> None:
        super().__init__(line=at.line, **kwargs)
        self.report = report
        self.file = Path(at.path).absolute()  # perhaps that of a parent, or of the settings

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.file, max(self.line - 1, 0), self.name

    def runtest(self) -> None:
        raise Findings(self.report)


class _Played(_Item):
    def __init__(self, *, loaded: Loaded, ready: Ready, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.loaded = loaded
        self.ready = ready


class ExampleItem(_Played):
    """One example."""

    def __init__(self, *, example: m.Example, **kwargs: Any) -> None:
        super().__init__(line=example.at.line, **kwargs)
        self.example = example

    def runtest(self) -> None:
        problems = self.ready.run(self.example)
        if problems:
            raise Findings(reported(problems, self.loaded.sources))


class PromiseItem(_Played):
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
                raise Findings(reported(watched.problems, self.loaded.sources))
            for seed in range(1, games + 1):
                failure = watched.game(seed, only=promises, named=f"always {self.promise}")
                if failure is not None:
                    found = told(self.loaded, watched, failure)
                    raise Findings(reported([found.diagnostic], self.loaded.sources)
                                   + "\n" + found.example)


def reported(problems: list[Diagnostic], sources: Sources) -> str:
    from variorum_dsl.diagnostics.terminal import render_all

    return render_all(problems, sources)
