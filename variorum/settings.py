"""Settings of a folder of rule files: `variorum.toml`, or `[tool.variorum]` in `pyproject.toml`.

    format = "github"                       # how check, fmt --check and verify write their findings
    folders = ["rules", "drafts"]           # what they look at when nothing is named
    [severity]
    unused-name = "error"
    [allow]
    not-a-question = "the publisher's own questions end otherwise"

The nearest file at or above a rule file counts; `variorum.toml` wins over a `pyproject.toml` beside
it. An error stays an error: only warnings and notes are lowered or allowed here. The command line,
the pytest plugin and editors all ask `settings_for` and `applied`; only a file that is there costs
anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Place, Severity
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.files.text import read_text

OWN, SHARED = "variorum.toml", "pyproject.toml"
Form = Literal["text", "json", "sarif", "github", "junit"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; without a file everything is as usual."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    format: Form = "text"
    folders: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    allow: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """The settings that count somewhere, the file they stand in (if any) with its text, and what
    is wrong with it. Folders are paths from here."""

    settings: Settings = Settings()
    path: str = ""
    text: str = ""
    problems: tuple[Diagnostic, ...] = ()


def settings_for(path: str | os.PathLike[str] = ".") -> Found:
    """The settings for a file (which need not exist yet) or a folder."""
    start = os.fspath(path)
    folder = os.path.abspath(start if os.path.isdir(start) else os.path.dirname(start) or ".")
    while True:
        for name in (OWN, SHARED):
            file = os.path.join(folder, name)
            if os.path.isfile(file):
                found = _read(file)
                if found is not None:
                    return found
        above = os.path.dirname(folder)
        if above == folder:
            return Found()
        folder = above


def applied(settings: Settings, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings with the severities that somebody wants, without those that are allowed."""
    return [wanted for each in diagnostics for wanted in _wanted(settings, each)]


def _wanted(settings: Settings, finding: Diagnostic) -> Iterator[Diagnostic]:
    if finding.severity == "error":
        if finding.code in settings.allow:
            finding = finding._replace(hint="\n".join(filter(None, (
                finding.hint, "the settings cannot allow an error"))))
        yield finding
    elif not settings.allow.get(finding.code, "").strip():
        yield finding._replace(severity=settings.severity.get(finding.code, finding.severity))


# ---------------------------------------------------------------------------------- reading it
def _read(path: str) -> Found | None:
    """The settings in a file, or nothing when it is a `pyproject.toml` that has none."""
    shared = os.path.basename(path) == SHARED
    near = os.path.relpath(path)
    shown = path if near.startswith("..") else near
    text, problems = read_text(path)
    if text is None:
        return None if shared else Found(path=shown, problems=tuple(
            each._replace(primary=each.primary._replace(
                place=each.primary.place._replace(path=shown))) for each in problems))
    return read_settings(path, text)


def read_settings(path: str, text: str) -> Found | None:
    """The settings in the text of such a file."""
    shared = os.path.basename(path) == SHARED
    near = os.path.relpath(path)
    shown = path if near.startswith("..") else near
    if shared and "variorum" not in text:
        return None
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        if shared and "[tool.variorum" not in text:
            return None
        return Found(path=shown, text=text, problems=(_not_toml(shown, text, str(problem)),))
    if shared:
        tools = data.get("tool")
        if not isinstance(tools, dict) or "variorum" not in tools:
            return None
        data = tools["variorum"]
    settings, wrong = _validated(data, _Text(shown, text, ("tool", "variorum") if shared else ()))
    folder = os.path.dirname(shown)
    settings = Settings(settings.format, tuple(
        os.path.join(folder, each) for each in settings.folders), settings.severity, settings.allow)
    return Found(settings, shown, text, tuple(wrong))


def _validated(data: object, text: _Text) -> tuple[Settings, list[Diagnostic]]:
    """The settings as far as they can be understood, and what is wrong with the rest."""
    from pydantic import TypeAdapter, ValidationError

    adapter = TypeAdapter(Settings)
    problems: list[Diagnostic] = []
    while True:
        try:
            settings = adapter.validate_python(data)
            break
        except ValidationError as error:
            for each in error.errors(include_url=False):
                steps = tuple(str(step) for step in each["loc"])
                if steps and steps[-1] == "[key]":
                    steps = steps[:-1]
                problems.append(_wrong(steps, each["type"], each["msg"], text))
            # What is wrong is left out, and the rest counts.
            for each in error.errors(include_url=False):
                data = _without(data, each["loc"])
    return settings, [*problems, *_unknown_codes(settings, text)]


def _without(data: object, steps: tuple[int | str, ...]) -> object:
    """Plain data without one of its parts."""
    if not isinstance(data, dict) or not steps:
        return {}
    first, *others = steps
    inner = data.get(first)
    rest = {key: value for key, value in data.items() if key != first}
    return {**rest, first: _without(inner, tuple(others))} if (
        isinstance(inner, dict) and others) else rest


def _wrong(steps: tuple[str, ...], kind: str, message: str, text: _Text) -> Diagnostic:
    name = steps[-1] if steps else "variorum"
    at = text.key(steps)
    if kind == "unexpected_keyword_argument":
        known = [each.name for each in fields(Settings)]
        near = close_names(name, known)
        return Diagnostic(
            "unknown-setting", "error", f"there is no setting called {quote(name)}",
            Label(at, "unknown"), why="a setting that is not understood would be missed silently",
            hint=f"write {near[0]}" if near else f"there are: {', '.join(known)}",
            fix=text.respelt(at, name, near[0]) if near else None)
    return Diagnostic(
        "wrong-setting", "error", f"{quote('.'.join(steps) or 'variorum')} cannot be set to this",
        Label(at, (message[:1].lower() + message[1:]).replace("tuple", "list").replace(
            "string", "text in quotes").replace("input", "it")),
        why="nobody would know what it means",
        hint="variorum explain wrong-setting shows every setting")


def _unknown_codes(settings: Settings, text: _Text) -> Iterator[Diagnostic]:
    if not settings.severity and not settings.allow:
        return
    from variorum_dsl.diagnostics.explanations import codes

    known = codes()
    for table, names in (("severity", settings.severity), ("allow", settings.allow)):
        for name in names:
            at = text.key((table, name))
            if name not in known:
                near = close_names(name, known)
                yield Diagnostic(
                    "unknown-code", "error", f"there is no finding called {quote(name)}",
                    Label(at, "unknown"),
                    why="settings name the code that stands in brackets in a report",
                    hint=f"write {near[0]}" if near else "variorum explain lists the codes",
                    fix=text.respelt(at, name, near[0]) if near else None)
            elif table == "allow" and not settings.allow[name].strip():
                yield Diagnostic(
                    "no-reason", "error", "this allowance gives no reason", Label(at),
                    why="whoever reads the file later must be able to judge it",
                    hint=f'{name} = "the reason"')


def _not_toml(path: str, text: str, message: str) -> Diagnostic:
    """tomllib says where it stopped, in words: `... (at line 3, column 5)`."""
    said = re.search(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = text.split("\n")
    line, column = (int(said[2]), int(said[3])) if said and said[2] else (
        len(lines), len(lines[-1]) + 1)
    return Diagnostic(
        "wrong-setting", "error", "this file is not TOML",
        Label(Place(path, line, column, line, column + 1), (said[1] if said else message).lower()),
        why="no setting in it can be read", hint='write NAME = "value", one on each line')


@dataclass(frozen=True, slots=True)
class _Text:
    """Where the keys of a file stand: the standard library does not say, so they are looked for
    below the head of their table."""

    path: str
    text: str
    root: tuple[str, ...]

    def key(self, steps: tuple[str, ...]) -> Place:
        wanted = (*self.root, *steps)
        table: tuple[str, ...] = ()
        best, place = 0, Place.start_of(self.path)
        for number, line in enumerate(self.text.split("\n"), 1):
            head = re.match(r"\s*\[+([^\]#]*)\]", line)
            found: tuple[str, ...] = ()
            if head is not None:
                table, start = _dotted(head[1]), head.start(1)
            else:
                stated = re.match(r"\s*([\w\s.\"'-]+?)\s*=", line)
                if stated is None:
                    continue
                found, start = _dotted(stated[1]), stated.start(1)
            whole = (*table, *found)
            deep = _shared(whole, wanted)
            if deep > best and deep >= len(table):
                best = deep
                last = re.search(rf"(?<![\w-]){re.escape(wanted[-1])}(?![\w-])", line[start:])
                start, size = (start + last.start(), len(wanted[-1])) if last else (
                    start, max(1, len(line.rstrip()) - start))
                place = Place(self.path, number, start + 1, number, start + size + 1)
        return place

    def respelt(self, at: Place, name: str, meant: str) -> Fix | None:
        line = self.text.split("\n")[at.line - 1]
        return respelt(at, meant) if line[at.column - 1 : at.end_column - 1] == name else None


def _dotted(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def _shared(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
                min(len(left), len(right)))
