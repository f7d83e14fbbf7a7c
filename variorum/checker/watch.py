"""`variorum check --watch`: findings anew at each change, and only of what changed.

Files are looked at several times a second (what the system says about their time and size), which
needs nothing to be installed and holds on every disk, also on those of a network. What has changed
then is told by what a check depends on: the file, its parents and the settings.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from variorum_dsl.files.libraries import SUFFIX

from variorum.checker.check import check_files
from variorum.checker.memory import Memory
from variorum.checker.report import named, say, settled, write
from variorum.settings import Found, settings_for

EVERY = 0.3

Seen = dict[str, tuple[int, int]]  # when a file was written, and how long it is


class _State(NamedTuple):
    """What was there at the last look."""

    seen: Seen
    keys: dict[str, str | None]  # what the check of each file depended on
    settings: Found


def _wait() -> None:
    time.sleep(EVERY)


def watch(names: tuple[str, ...], wait: Callable[[], None] = _wait) -> None:
    """Check the files, then again whatever changes, until somebody stops it."""
    memory = Memory()
    state: _State | None = None
    while True:
        here = settings_for(".")
        files, missing = named(names, here)
        seen = _seen([*files, *names, here.path])
        if state is None or seen != state.seen or here != state.settings:
            keys = {path: memory.key(path) for path in files}
            old = state.keys if state is not None and here == state.settings else {}
            changed = [path for path, key in keys.items() if path not in old or old[path] != key]
            for path in old:
                if path not in keys:
                    say(f"{path}: no longer there")
            if changed or missing:
                write(settled(list(check_files(changed, memory)), missing, here), "text")
            if changed or state is None:
                say("watching; Ctrl-C stops it")
            sys.stdout.flush()
            state = _State(seen, keys, here)
        wait()


def _seen(paths: list[str]) -> Seen:
    """The files, and the rule files beside them, which may be their parents."""
    folders = {os.path.dirname(path) or "." for path in paths}
    found: Seen = {}
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith((SUFFIX, ".toml")):
                        stat = entry.stat()
                        found[entry.path] = stat.st_mtime_ns, stat.st_size
        except OSError:
            continue  # what has gone is missed when the names are looked up
    return found
