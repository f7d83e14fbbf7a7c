"""JSON for other programs: every report, in order, as `schemas/report.schema.json` describes it.

The output is pure ASCII, so no character in it can disturb a terminal or a log.
"""

from collections.abc import Sequence

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Place, count, in_order
from variorum_dsl.diagnostics.sanitizer import clean_lines
from variorum_dsl.diagnostics.source import Sources

from variorum.reports.json import dumped
from variorum.version import __version__

FORMAT_VERSION = 1


def render(diagnostics: Sequence[Diagnostic], files: Sequence[str], sources: Sources) -> str:
    del sources
    report = {
        "format": "variorum-report",
        "format_version": FORMAT_VERSION,
        "tool_version": __version__,
        "files": list(files),
        "counts": count(diagnostics)._asdict(),
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in in_order(diagnostics)],
    }
    return dumped(report)


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": _text(diagnostic.title),
        "place": _place(diagnostic.primary.place),
        "label": _text(diagnostic.primary.text),
        "related": [
            {"place": _place(label.place), "label": _text(label.text)}
            for label in diagnostic.secondary
        ],
        "why": _text(diagnostic.why),
        "witness": _text(diagnostic.witness),
        "hint": _text(diagnostic.hint),
        "fix": None if diagnostic.fix is None else _fix(diagnostic.fix),
    }


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "title": _text(fix.title),
        "safe": fix.safe,
        "edits": [{"place": _place(edit.place), "text": edit.text} for edit in fix.edits],
    }


def _place(place: Place) -> dict[str, object]:
    return place._asdict()


def _text(text: str) -> str:
    return "\n".join(clean_lines(text))
