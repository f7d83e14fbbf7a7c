"""SARIF 2.1.0, for code scanning services and editors."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import quote

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Place, in_order
from variorum_dsl.diagnostics.explanations import page
from variorum_dsl.diagnostics.sanitizer import clean_lines
from variorum_dsl.diagnostics.source import Sources

from variorum.reports.json import dumped
from variorum.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 25_000
"""More than this in one run is refused by the services that read the format."""

_ROOT = "SRCROOT"

Json = dict[str, object]


def render(
    diagnostics: Sequence[Diagnostic],
    files: Sequence[str],
    sources: Sources,
    rule_help: Mapping[str, str] | None = None,
) -> str:
    """`rule_help` gives the longer explanation of a code instead of its page; where there is none,
    it is the report's own reason."""
    ordered = in_order(diagnostics)
    shown = ordered[:MOST_RESULTS]
    rules = _rules(ordered, _pages(ordered) if rule_help is None else rule_help)
    rule_index = {str(rule["id"]): position for position, rule in enumerate(rules)}
    seen: Counter[str] = Counter()
    run: Json = {
        "tool": {
            "driver": {"name": "Variorum", "semanticVersion": __version__, "rules": rules},
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(len(ordered) - len(shown))],
        "artifacts": [{"location": _artifact(path)} for path in dict.fromkeys(files)],
        "results": [
            _result(found, rule_index[found.code], _fingerprint(found, sources, seen))
            for found in shown
        ],
    }
    return dumped({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _pages(diagnostics: Sequence[Diagnostic]) -> dict[str, str]:
    return {code: page(code) or "" for code in {each.code for each in diagnostics}}


def _rules(diagnostics: Sequence[Diagnostic], rule_help: Mapping[str, str]) -> list[Json]:
    first: dict[str, Diagnostic] = {}
    for diagnostic in diagnostics:
        first.setdefault(diagnostic.code, diagnostic)
    return [
        {
            "id": code,
            "shortDescription": {"text": code.replace("-", " ").capitalize()},
            "help": {"text": _help(diagnostic, rule_help.get(code, ""))},
            "defaultConfiguration": {"level": diagnostic.severity},
        }
        for code, diagnostic in sorted(first.items())
    ]


def _help(diagnostic: Diagnostic, explanation: str) -> str:
    pointer = f"`variorum explain {diagnostic.code}` says more, with an example."
    return _text(explanation or f"{diagnostic.why}\n\n{pointer}".lstrip())


def _invocation(left_off: int) -> Json:
    invocation: Json = {"executionSuccessful": True}
    if left_off:
        text = f"{left_off:,} more reports were left off; a run holds {MOST_RESULTS:,} at most."
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": text}}]
    return invocation


def _result(diagnostic: Diagnostic, rule_index: int, fingerprint: str) -> Json:
    notes = [diagnostic.title, diagnostic.primary.text, diagnostic.why]
    if diagnostic.witness:
        notes.append(f"For example: {diagnostic.witness}")
    if diagnostic.hint:
        notes.append(f"Try: {diagnostic.hint}")
    result: Json = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_index,
        "level": diagnostic.severity,
        "message": {"text": _text("\n".join(note for note in notes if note))},
        "locations": [{"physicalLocation": _location(diagnostic.primary.place)}],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }
    if diagnostic.secondary:
        result["relatedLocations"] = [
            _related(position, label) for position, label in enumerate(diagnostic.secondary, 1)
        ]
    if diagnostic.fix is not None and diagnostic.fix.edits:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> Json:
    changes: dict[str, list[Json]] = {}
    for edit in fix.edits:
        changes.setdefault(edit.place.path, []).append(
            {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}})
    return {
        "description": {"text": _text(fix.title)},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": replacements}
                            for path, replacements in changes.items()],
    }


def _related(number: int, label: Label) -> Json:
    related: Json = {"id": number, "physicalLocation": _location(label.place)}
    if label.text:
        related["message"] = {"text": _text(label.text)}
    return related


def _location(place: Place) -> Json:
    return {"artifactLocation": _artifact(place.path), "region": _region(place)}


def _region(place: Place) -> Json:
    line, column = max(1, place.line), max(1, place.column)
    end_line, end_column = max(line, place.end_line), max(1, place.end_column)
    if end_line == line:
        end_column = max(column, end_column)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _artifact(path: str) -> Json:
    if os.path.isabs(path):
        return {"uri": "file://" + _quoted("/" + PurePath(path).as_posix().lstrip("/"))}
    return {"uri": _quoted(PurePath(path).as_posix()), "uriBaseId": _ROOT}


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogatepass"), safe="/")


def _fingerprint(diagnostic: Diagnostic, sources: Sources, seen: Counter[str]) -> str:
    """The same for the same mistake after lines were added above it: the code, the file, the
    words of the line and which of several equal ones it is."""
    place = diagnostic.primary.place
    words = (sources.line(place.path, place.line) or "").split()
    content = "\0".join((diagnostic.code, PurePath(place.path).as_posix(), " ".join(words)))
    digest = sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    seen[digest] += 1
    return f"{digest}:{seen[digest]}"


def _text(text: str) -> str:
    r"""Clean, and without what readers of the format would take for a link: `[text](target)`."""
    return "\n".join(clean_lines(text)).replace("](", "\\](")
