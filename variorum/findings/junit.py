"""JUnit XML, for build servers: a test case for each file, a failure for each error or warning, and
an error for a file that could not be read at all."""

from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from variorum_dsl.diagnostics.diagnostic import Diagnostic, in_order
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.diagnostics.terminal import render as render_one

MOST_DRAWN = 1000
"""After so many reports the others give their place only, without the source lines."""

UNREADABLE = frozenset({"not-utf8", "unreadable-file"})


def render(diagnostics: Sequence[Diagnostic], files: Sequence[str], sources: Sources, *,
           command: str = "check") -> str:
    ordered = in_order(diagnostics)
    texts: dict[str, list[tuple[Diagnostic, str]]] = defaultdict(list, {path: [] for path in files})
    for position, diagnostic in enumerate(ordered):
        place = diagnostic.primary.place
        drawn = position < MOST_DRAWN
        text = render_one(diagnostic, sources) if drawn else place.shown()
        texts[place.path].append((diagnostic, text))
    suite = Element("testsuite", name=f"variorum {command}")
    failed = broken = 0
    for path, found in texts.items():
        case = SubElement(suite, "testcase", classname=f"variorum.{command}", name=clean(path))
        could_not = any(each.code in UNREADABLE for each, _ in found)
        failed += _fill(case, found) and not could_not
        broken += could_not
    suite.set("tests", str(len(texts)))
    suite.set("failures", str(failed))
    suite.set("errors", str(broken))
    suites = Element("testsuites")
    suites.append(suite)
    indent(suites)
    body = tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _fill(case: Element, found: list[tuple[Diagnostic, str]]) -> bool:
    """Put the reports on a file into its case; whether the case failed."""
    notes = []
    for diagnostic, text in found:
        if diagnostic.severity == "note":
            notes.append(text)
            continue
        code, title = clean(diagnostic.code), clean(diagnostic.title)
        sort = "error" if code in UNREADABLE else "failure"
        SubElement(case, sort, type=code, message=title).text = text
    if notes:
        SubElement(case, "system-out").text = "\n\n".join(notes)
    return len(notes) < len(found)
