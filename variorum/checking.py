"""Everything that is wrong with a file: what its rules say, and what playing them shows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dsl.diagnostics import Diagnostic
from dsl.loading import Loaded, load, read_text
from dsl.source import Sources
from variorum.bundled import edition_path
from variorum.remembered import Known, Memory

WORTH_SHARING = 100_000
"""From so many bytes in all on, several files are checked at the same time."""


class Checked(NamedTuple):
    """What came out for one file. The texts are there only if something was found."""

    path: str
    diagnostics: list[Diagnostic]
    examples: int
    unreadable: bool
    sources: Sources


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
        for each in (subject, *subject.others):
            ready.adopt(each.game, each.programs)
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


def check_file(path: str) -> Checked:
    loaded = read(path)
    diagnostics = check(loaded)
    sources = loaded.sources if diagnostics else Sources()
    count = 0 if loaded.unreadable else examples(loaded)
    return Checked(path, diagnostics, count, loaded.unreadable, sources)


def check_files(paths: Sequence[str], memory: Memory | None = None) -> Iterator[Checked]:
    """The same for several files, in their order. What the memory knows is not checked again."""
    keys = {path: memory.key(path) for path in paths} if memory else {}
    known = {
        path: found for path, key in keys.items()
        if memory and key and (found := memory.recall(key)) is not None
    }
    fresh = _spread([path for path in paths if path not in known])
    for path in paths:
        if path in known:
            yield _remembered(path, known[path])
            continue
        checked = next(fresh)
        key = keys.get(path)
        if memory and key and not checked.unreadable:
            memory.keep(key, Known(checked.diagnostics, checked.examples))
        yield checked


def _remembered(path: str, known: Known) -> Checked:
    """A check from memory; the texts are read again where something has to be shown."""
    sources = Sources()
    for finding in known.findings:
        for label in (finding.primary, *finding.secondary):
            if sources.get(label.place.path) is None:
                text, _ = read_text(label.place.path)
                sources.add(label.place.path, text or "")
    return Checked(path, known.findings, known.examples, False, sources)


def _spread(paths: Sequence[str]) -> Iterator[Checked]:
    """The checks of several files, in their order; large ones on all processors."""
    workers = min(len(paths), _processors())
    if workers < 2 or not hasattr(os, "fork") or _bytes(paths) < WORTH_SHARING:
        yield from map(check_file, paths)
        return
    from multiprocessing import get_context

    _get_ready()
    with get_context("fork").Pool(workers, _worker) as pool:
        yield from pool.imap(check_file, paths)


def _worker() -> None:
    """The process that the user sees answers to Ctrl-C; its helpers just stop with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _get_ready() -> None:
    """Load once, before the work is shared, what every process needs."""
    import dsl.checks
    import engine.checks

    del dsl, engine


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bytes(paths: Sequence[str]) -> int:
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))
