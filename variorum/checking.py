"""Everything that is wrong with a file: what its rules say, and what playing them shows."""

from __future__ import annotations

from dsl.diagnostics import Diagnostic
from dsl.loading import Loaded, load
from variorum.bundled import edition_path


def read(path: str) -> Loaded:
    """A file with its parents; a parent may be a bundled edition."""
    return load(path, edition_path)


def check(loaded: Loaded) -> list[Diagnostic]:
    """Every finding on a file that was read."""
    if loaded.sheet is None:
        return list(loaded.problems)
    from dsl.checks import Subject, checked

    def played(subject: Subject) -> list[Diagnostic]:
        from engine.checks import engine_checks
        from engine.ready import Ready

        ready = Ready(subject.sheet)
        ready.adopt(subject.game, subject.programs)
        return engine_checks(loaded, ready)

    return checked(loaded, extra=played)


def examples(loaded: Loaded) -> int:
    """How many examples the file has itself, those in its options among them."""
    from dsl import model as m

    if loaded.document is None:
        return 0
    found = 0
    for item in loaded.document.items:
        if isinstance(item, m.Example):
            found += 1
        elif isinstance(item, m.Option):
            found += sum(isinstance(line, m.Example) for line in item.lines)
    return found
