"""What `variorum check --fix` and `--diff` do and say: fixes that hold, written in one step."""

from __future__ import annotations

import sys
from functools import partial

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered
from variorum_dsl.files.text import read_text

from variorum.checker.check import Checked, check_file
from variorum.checker.fixes import Mended, mended, settings_mended
from variorum.checker.limits import USUAL, Limit, limited, too_much
from variorum.checker.report import (
    FINDINGS,
    STDIN,
    UNREADABLE,
    from_stdin,
    named,
    say,
    settled,
    write,
)
from variorum.files.writing import differences, exchange
from variorum.settings import settings_for


def mend_and_report(
    names: tuple[str, ...], form: str | None = None, *, unsafe: bool, diff: bool,
    stdin_name: str, limit: Limit | None = USUAL,
) -> int:
    """Apply fixes (or show what they would change), report the rest, and give the exit status."""
    here = settings_for(".")
    form = form or here.settings.format
    files, missing = named(names, here)
    done: list[Checked] = []
    all_mended: list[Mended] = []
    unwritten = False
    if STDIN not in files:
        # First, because they say what counts as a finding.
        for found in {each.path: each for each in (here, *map(settings_for, files))
                      if each.problems}.values():
            better = settings_mended(found, unsafe=unsafe)
            all_mended.append(better)
            if diff:
                for line in differences(found.path, found.text, better.after, "mended"):
                    say(line)
            elif better.applied and not _written(found.path, found.text, better.after):
                unwritten = True
        here = settings_for(".")
    for file in files:
        path = stdin_name if file == STDIN else file
        data = from_stdin() if file == STDIN else _bytes(file)
        if data is None:
            done.append(check_file(path))
            continue
        mend = partial(mended, path, data, unsafe=unsafe)
        # The text that is mended may be anybody's, also where a bundled edition was.
        result = mend() if limit is None else limited(mend, limit)
        if isinstance(result, str):
            assert limit is not None
            done.append(Checked(path, [too_much(path, result, limit)], 0, False, Sources()))
            if file == STDIN and not diff:
                _print(data.decode("utf-8", "surrogateescape"))
            continue
        if result is None:
            done.append(check_file(path, data))
            continue
        all_mended.append(result)
        if diff:
            for line in differences(path, result.before, result.after, "mended"):
                say(line)
        elif file == STDIN:
            _print(result.after)
        elif result.applied and not _written(file, data, result.after):
            unwritten = True
            done.append(check_file(path, data))
            continue
        done.append(result.checked)
    rest = settled(done, missing, here)
    _tell(all_mended, only_looked=diff)
    if diff:
        changed = any(result.applied for result in all_mended)
        return UNREADABLE if rest.unreadable else FINDINGS if changed else 0
    status = write(rest, form, sys.stderr if STDIN in files else None)
    return UNREADABLE if unwritten else status


def _bytes(path: str) -> bytes | None:
    text, _ = read_text(path)  # what is too large, or no ordinary file, is not read at all
    if text is None:
        return None
    with open(path, "rb") as file:
        return file.read()


def _written(path: str, before: bytes | str, text: str) -> bool:
    """Write a file unless somebody else has meanwhile."""
    try:
        if before not in (_bytes(path), read_text(path)[0]):
            raise OSError(0, "it has changed meanwhile")
        exchange(path, text.encode())
    except OSError as problem:
        say(f"Error: {clean(path)}: cannot be written: {clean(problem.strerror or 'refused')}",
            stream=sys.stderr)
        return False
    return True


def _print(text: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _tell(results: list[Mended], *, only_looked: bool) -> None:
    """Which fixes were applied, and why others were not; all to standard error, so that a diff or
    a report can be used as it is."""
    for result in results:
        for finding in result.applied:
            say(_told(finding, "would mend" if only_looked else "mended"), stream=sys.stderr)
        for finding, why in result.refused:
            say(f"{_told(finding, 'left alone')} ({why})", stream=sys.stderr)
    count = sum(len(result.applied) for result in results)
    done = "would be applied" if only_looked else "applied"
    say(f"{numbered(count, 'fix')} {done}", stream=sys.stderr)


def _told(finding: Diagnostic, what: str) -> str:
    assert finding.fix is not None
    return f"{finding.primary.place.shown()}: {what} {finding.code}: {clean(finding.fix.title)}"
