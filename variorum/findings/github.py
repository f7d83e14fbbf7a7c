"""Workflow commands of GitHub Actions, which show each report beside its line in a change."""

from collections.abc import Sequence
from pathlib import PurePath

from variorum_dsl.diagnostics.diagnostic import Diagnostic, capped
from variorum_dsl.diagnostics.sanitizer import clean, clean_lines
from variorum_dsl.diagnostics.source import Sources

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(diagnostics: Sequence[Diagnostic], files: Sequence[str], sources: Sources) -> str:
    del files, sources
    shown, more = capped(diagnostics)
    lines = [_command(diagnostic) for diagnostic in shown]
    if more:
        lines.append(f"::notice title=variorum::and {more:,} more not shown")
    return "".join(f"{line}\n" for line in lines)


def _command(diagnostic: Diagnostic) -> str:
    place = diagnostic.primary.place
    properties = {
        "file": PurePath(place.path).as_posix(),
        "line": str(max(1, place.line)),
        "col": str(max(1, place.column)),
    }
    if place.end_line == place.line and place.end_column > place.column:
        properties["endLine"] = str(place.end_line)
        properties["endColumn"] = str(place.end_column)
    properties["title"] = diagnostic.code
    listed = ",".join(f"{name}={_property(text)}" for name, text in properties.items())
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_message(diagnostic)}"


def _message(diagnostic: Diagnostic) -> str:
    notes = [diagnostic.title, diagnostic.primary.text]
    for name, note in (
        ("why", diagnostic.why),
        ("for example", diagnostic.witness),
        ("try", diagnostic.hint),
    ):
        if note:
            notes.append(f"{name}: {note}")
    notes += [f"{label.place.shown()}: {label.text}" for label in diagnostic.secondary]
    return _escaped("\n".join(line for note in notes if note for line in clean_lines(note)))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(clean(text)).replace(":", "%3A").replace(",", "%2C")
