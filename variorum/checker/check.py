"""Everything that is wrong with a file, in three steps that can be taken one by one.

`read` reads a file with its parents and libraries, `examine` looks at what its rules say, `play`
runs its examples and some games. `check` takes all three.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from variorum_dsl.budget import STEPS_OF_A_CHECK, Budget, TooHard
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Place
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.files.libraries import SUFFIX

from variorum.checker.limits import Limit, side_by_side, too_much
from variorum.checker.memory import Known, Memory
from variorum.files.editions import edition_file, edition_names

if TYPE_CHECKING:
    from variorum_dsl.checks import Examined
    from variorum_dsl.diagnostics.source import Source
    from variorum_dsl.files.loader import Loaded
    from variorum_dsl.syntax.reader import Parsed


class Checked(NamedTuple):
    """What came out for one file. The texts are there only if something was found. Of its examples
    some may have been left out, because of other mistakes."""

    path: str
    diagnostics: list[Diagnostic]
    examples: int
    unreadable: bool
    sources: Sources
    left_out: int = 0


# ---------------------------------------------------------------------------- the three steps
def read(path: str) -> Loaded:
    """A file with its parents; a parent may be a bundled edition."""
    from variorum_dsl.files.loader import load

    return load(path, edition_file, edition_names, Budget(STEPS_OF_A_CHECK))


def read_bytes(data: bytes, path: str) -> Loaded:
    """The same for what such a file would hold; its parents are looked for beside the path."""
    from variorum_dsl.files.loader import load_bytes

    return load_bytes(data, path, edition_file, edition_names, Budget(STEPS_OF_A_CHECK))


def read_unsaved(
    path: str, texts: Mapping[str, str], parser: Callable[[Source], Parsed] | None = None
) -> Loaded:
    """The same for a text that is not saved, as others may be; a parser may remember what it has
    read before."""
    from variorum_dsl.files.loader import load_text
    from variorum_dsl.syntax.reader import parse

    return load_text(texts[path], path, edition_file, edition_names, Budget(STEPS_OF_A_CHECK),
                     texts=texts, parser=parser or parse)


def examine(loaded: Loaded) -> Examined:
    """What the rules of a file say, without playing them."""
    from variorum_dsl.checks import examined

    return examined(loaded)


def play(rules: Examined) -> list[Diagnostic]:
    """What the examples and some games show to be wrong with a game that is `playable`."""
    from variorum_engine.checks import engine_checks
    from variorum_engine.table.preparation import Ready

    if rules.subject is None:
        return []
    ready = Ready(rules.subject.sheet, rules.loaded.budget)
    for each in (rules.subject, *rules.subject.others):
        ready.adopt(each.game, each.programs)
    return engine_checks(rules.loaded, ready)


def conclude(rules: Examined, played: list[Diagnostic] | None) -> list[Diagnostic]:
    """What is reported in the end; `played` is nothing where nothing could be played."""
    from variorum_dsl.checks import concluded

    return concluded(rules, played)


class Taken(NamedTuple):
    """Every finding on a file, how many of the three steps could be taken (the fewer, the less is
    known), and how many examples could not run."""

    found: list[Diagnostic]
    steps: int
    left_out: int = 0


def check(loaded: Loaded) -> list[Diagnostic]:
    """Every finding on a file that was read."""
    return taken(loaded).found


def taken(loaded: Loaded) -> Taken:
    """The same, and how far it could be checked."""
    try:
        rules = examine(loaded)
        if rules.playable:
            return Taken(conclude(rules, play(rules)), 3)
        shown, left_out = _examples_despite(rules)
        found = [*conclude(rules, None), *shown]
    except RecursionError:
        at = Place.start_of(loaded.path)
        return Taken([*loaded.problems, TooHard("what is nested in this file", at).finding()], 0,
                     examples(loaded))
    errors = any(each.severity == "error" for each in rules.problems)
    return Taken(found, (rules.subject is not None) + (not errors), left_out)


def _examples_despite(rules: Examined) -> tuple[list[Diagnostic], int]:
    """What the examples show that do not need what is wrong, and how many do."""
    from variorum_engine.checks.gaps import run_despite_gaps

    if rules.subject is None or rules.subject.game.form == "library":
        return [], examples(rules.loaded)
    try:
        return run_despite_gaps(rules.loaded, [
            each for each in (*rules.problems, *rules.found) if each.severity == "error"])
    except TooHard:
        return [], examples(rules.loaded)


# ------------------------------------------------------------------------------ several files
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


def check_file(path: str, data: bytes | None = None, *, fixes: bool = False) -> Checked:
    """A file as it is on disk, or with `data` in its place. Where somebody wants its fixes, only
    those are left that hold."""
    loaded = read(path) if data is None else read_bytes(data, path)
    left_out = 0
    if fixes and not loaded.unreadable:
        from variorum.checker.fixes import offered

        diagnostics = offered(loaded, lambda text: read_bytes(
            text.encode("utf-8", "surrogatepass"), path))
    else:
        diagnostics, _, left_out = taken(loaded)
    sources = loaded.sources if diagnostics else Sources()
    count = 0 if loaded.unreadable else max(examples(loaded), left_out)
    return Checked(loaded.path, diagnostics, count, loaded.unreadable, sources, left_out)


def check_within(
    path: str, limit: Limit | None, data: bytes | None = None, *, fixes: bool = False
) -> tuple[Checked, bool]:
    """The same within limits, and whether it came to its end."""
    [found] = _checked([path], limit, data, fixes=fixes)
    return found


def check_files(
    paths: Sequence[str], memory: Memory | None = None, limit: Limit | None = None, *,
    fixes: bool = False,
) -> Iterator[Checked]:
    """The same for several files. What the memory knows is not checked again."""
    keys, remembered = dict[str, str](), dict[str, Known]()
    for path in paths:
        if memory and (key := memory.key(path)):
            keys[path] = f"{key}-fixes" if fixes else key
            if known := memory.recall(keys[path]):
                remembered[path] = known
    news = _checked([path for path in paths if path not in remembered], limit, fixes=fixes)
    for path in paths:
        if path in remembered:
            yield _remembered(path, remembered[path])
            continue
        checked, whole = next(news)
        if memory and path in keys and whole and not checked.unreadable:
            memory.keep(keys[path], Known(checked.diagnostics, checked.examples, checked.left_out))
        yield checked


def _checked(
    paths: Sequence[str], limit: Limit | None, data: bytes | None = None, *, fixes: bool
) -> Iterator[tuple[Checked, bool]]:
    """Files that are checked now, side by side if there are several."""
    limits = [None if data is None and _is_bundled(path) else limit for path in paths]
    if len(paths) == 1 and limits == [None]:
        yield check_file(paths[0], data, fixes=fixes), True
        return
    if paths:
        # What is loaded now need not be loaded by the process of each file.
        import variorum_engine.checks  # noqa: F401
        from variorum_dsl.syntax.grammar import grammar

        grammar()
    found = side_by_side(
        (partial(check_file, path, data, fixes=fixes), own)
        for path, own in zip(paths, limits, strict=True))
    for path, own, each in zip(paths, limits, found, strict=True):
        if isinstance(each, str):
            assert own is not None
            yield Checked(path, [too_much(path, each, own)], 0, False, Sources()), False
        else:
            yield each, True


def _is_bundled(path: str) -> bool:
    """Whether a file comes with the toolkit, and needs no limits."""
    return edition_file(os.path.basename(path).removesuffix(SUFFIX)) == os.path.abspath(path)


def _remembered(path: str, known: Known) -> Checked:
    """A check from memory; the texts are read again where something has to be shown."""
    sources = Sources()
    for finding in known.findings:
        for label in (finding.primary, *finding.secondary):
            if sources.get(label.place.path) is None:
                from variorum_dsl.files.text import read_text

                text, _ = read_text(label.place.path)
                sources.add(label.place.path, text or "")
    return Checked(path, known.findings, known.examples, False, sources, known.left_out)
