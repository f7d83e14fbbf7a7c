"""Which file somebody means: a bundled edition by name, a path, or a folder of rule files."""

from __future__ import annotations

import os
from collections.abc import Iterator

from variorum_dsl.diagnostics.sanitizer import clean, quote
from variorum_dsl.files.libraries import SUFFIX

from variorum.files.editions import edition_file, edition_names

MOST_NAMED = 5


class Unfindable(Exception):
    """There is no such edition, file or folder; the message says so and what there is."""


def file_of(name: str) -> str:
    """The path of one edition, by its name or its path."""
    if _is_file(name):
        return name
    path = edition_file(name)
    if path is not None:
        return shown(path)
    raise Unfindable(no_such(name))


def files_of(name: str) -> list[str]:
    """The same, or the rule files of a folder in the order of their names."""
    if not _is_folder(name):
        return [file_of(name)]
    found = sorted(files_in(name))
    if not found:
        raise Unfindable(f"{clean(name)}: there is no rule file (*{SUFFIX}) in this folder")
    return found


def files_here() -> list[str]:
    """What is meant when nothing is named: the rule files here, or else the bundled editions."""
    here = sorted(name for name in os.listdir(".") if name.endswith(SUFFIX) and _is_file(name)
                  and not _leads_out(name, "."))
    return here or [file_of(name) for name in edition_names()]


def no_such(name: str) -> str:
    """Why no rule file was found, and what may have been meant."""
    if _is_folder(name):
        return f"{quote(name)} is a folder, and one rule file is needed: {_to_choose(name)}"
    if _is_there(name):
        return f"{quote(name)} is not an ordinary file, and no rules can be read from it"
    if os.sep in name or name.endswith(SUFFIX):
        return f"there is no file or folder {quote(name)}"
    from difflib import get_close_matches

    names = edition_names()
    close = get_close_matches(name, names, n=1)
    advice = f"did you mean {close[0]}?" if close else f"there are: {', '.join(names)}"
    return f"there is no edition or file called {quote(name)}; {advice}"


def shown(path: str) -> str:
    """A path as short as it can be said from here."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return path
    return path if relative.startswith("..") else relative


def _is_file(name: str) -> bool:
    try:
        return os.path.isfile(name)
    except ValueError:
        return False


def _is_folder(name: str) -> bool:
    try:
        return os.path.isdir(name)
    except ValueError:
        return False


def _is_there(name: str) -> bool:
    try:
        return os.path.lexists(name)
    except ValueError:
        return False


def _to_choose(folder: str) -> str:
    """What to write instead of a folder."""
    try:
        found = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except OSError as problem:
        return f"its files cannot be listed ({clean(problem.strerror or 'the system refused')})"
    if not found:
        return f"there is none (*{SUFFIX}) in it"
    names = ", ".join(clean(os.path.join(folder, name)) for name in found[:MOST_NAMED])
    more = len(found) - MOST_NAMED
    if more > 0:
        names += f" and {more} more"
    return f"name {'it' if len(found) == 1 else 'one of them'}, {names}"


def files_in(folder: str) -> Iterator[str]:
    """The rule files of a folder and of those in it; what is hidden is passed over."""
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = os.path.join(here, name)
            if name.endswith(SUFFIX) and not name.startswith(".") and not _leads_out(path, folder):
                yield path


def _leads_out(path: str, folder: str) -> bool:
    """Whether a link leads out of the folder that somebody named: a report quotes the lines of a
    file, and a folder from a stranger must not choose which files of this machine those are."""
    if not os.path.islink(path):
        return False
    inside = os.path.join(os.path.realpath(folder), "")
    return not os.path.realpath(path).startswith(inside)
