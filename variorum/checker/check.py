"""Everything that is wrong with a file: what its rules say, and what playing them shows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.files.loader import Loaded, load, read_text

from variorum.checker.memory import Known, Memory, diagnostic
from variorum.checker.second_process import Elsewhere, busy, processors
from variorum.files.editions import edition_file

if TYPE_CHECKING:
    from variorum_dsl.edits.resolution import Sheet
    from variorum_engine.table.preparation import Ready

WORTH_SHARING = 16_000
"""From so many bytes in all on, a second process takes its share of the work."""
ELSEWHERE = 0.55
"""The part of the examples that it runs: it has to make the games ready for itself first."""


class Checked(NamedTuple):
    """What came out for one file. The texts are there only if something was found."""

    path: str
    diagnostics: list[Diagnostic]
    examples: int
    unreadable: bool
    sources: Sources


def read(path: str) -> Loaded:
    """A file with its parents; a parent may be a bundled edition."""
    return load(path, edition_file)


def check(loaded: Loaded, *, shared: bool = False) -> list[Diagnostic]:
    """Every finding on a file that was read. If the work is shared, most examples run in a second
    process while this one looks at the rules."""
    sheet = loaded.sheet
    if sheet is None:
        return list(loaded.problems)
    elsewhere = _examples_elsewhere(sheet) if shared and not loaded.problems else None
    from variorum_dsl.checks import Subject, checked

    def played(subject: Subject) -> list[Diagnostic]:
        from variorum_engine.checks import engine_checks
        from variorum_engine.checks.playing import examples as run_examples
        from variorum_engine.table.preparation import Ready

        def examples_run(ready: Ready) -> list[Diagnostic]:
            if not elsewhere:
                return run_examples(ready)
            rest = run_examples(ready, ELSEWHERE)
            first = elsewhere.result()
            if first is None:
                return run_examples(ready, 0, ELSEWHERE) + rest
            return [diagnostic(row) for row in first] + rest

        ready = Ready(subject.sheet)
        for each in (subject, *subject.others):
            ready.adopt(each.game, each.programs)
        return engine_checks(loaded, ready, examples_run)

    try:
        return checked(loaded, extra=played)
    finally:
        if elsewhere:
            elsewhere.dismiss()


def _examples_elsewhere(sheet: Sheet) -> Elsewhere:
    """Run the first examples in a second process. What both need is loaded once, before."""
    import variorum_dsl.lowering.program

    del variorum_dsl

    def found() -> Any:
        from variorum_engine.checks.playing import examples as run_examples
        from variorum_engine.table.preparation import Ready

        return _plain(run_examples(Ready(sheet), 0, ELSEWHERE))

    return Elsewhere(found)


def examples(loaded: Loaded) -> int:
    """How many examples the file has itself, those in its options among them."""
    from variorum_dsl import model as m

    if loaded.document is None:
        return 0
    found = 0
    for item in loaded.document.items:
        if isinstance(item, m.Example):
            found += 1
        elif isinstance(item, m.Option):
            found += sum(isinstance(line, m.Example) for line in item.lines)
    return found


def check_file(path: str, *, shared: bool = False) -> Checked:
    loaded = read(path)
    diagnostics = check(loaded, shared=shared)
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


# ------------------------------------------------------------------------- several processes
def _spread(paths: Sequence[str]) -> Iterator[Checked]:
    """The checks of several files, in their order; on all processors if there is much to do."""
    workers = processors() if _bytes(paths) >= WORTH_SHARING else 1
    if workers < 2 or len(paths) < 2:
        return (check_file(path, shared=workers > 1 and not busy()) for path in paths)
    return iter(_together(paths, min(workers, len(paths))))


def _together(paths: Sequence[str], workers: int) -> list[Checked]:
    """Each process checks some of the files; one that is left over is shared."""
    _get_ready()
    quiet = not busy()  # as long as nobody is at work for us
    shares = _shares(paths, workers)
    left_over = shares.pop()
    done: dict[str, Checked] = {}
    helpers = [(share, _elsewhere(share)) for share in shares[1:]]
    try:
        for path in shares[0]:
            done[path] = check_file(path)
        for path in left_over:
            done[path] = check_file(path, shared=quiet)
        for share, helper in helpers:
            rows = helper.result()
            for path, row in zip(share, rows or [None] * len(share), strict=True):
                done[path] = check_file(path) if row is None else _unpacked(row)
    finally:
        for _, helper in helpers:
            helper.dismiss()
    return [done[path] for path in paths]


def _elsewhere(share: list[str]) -> Elsewhere:
    return Elsewhere(lambda: [_packed(check_file(path)) for path in share])


def _shares(paths: Sequence[str], workers: int) -> list[list[str]]:
    """Shares of about the same size, and a last one with what would make one of them too long."""
    largest_first = sorted(paths, key=lambda path: -_bytes([path]))
    left_over = [largest_first.pop()] if len(paths) % workers == 1 else []
    shares: list[list[str]] = [[] for _ in range(workers)]
    for path in largest_first:
        min(shares, key=_bytes).append(path)
    return [*shares, left_over]


def _packed(checked: Checked) -> Any:
    texts = {path: source.text for path, source in checked.sources.items()}
    return checked.path, _plain(checked.diagnostics), checked.examples, checked.unreadable, texts


def _unpacked(row: Any) -> Checked:
    path, findings, count, unreadable, texts = row
    sources = Sources()
    for name, text in texts.items():
        sources.add(name, text)
    return Checked(path, [diagnostic(each) for each in findings], count, unreadable, sources)


def _plain(value: Any) -> Any:
    """Named tuples and lists as plain tuples."""
    return tuple(map(_plain, value)) if isinstance(value, tuple | list) else value


def _get_ready() -> None:
    """Load once, before the work is shared, what every process needs."""
    import variorum_dsl.checks
    import variorum_engine.checks

    del variorum_dsl, variorum_engine


def _bytes(paths: Sequence[str]) -> int:
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))
