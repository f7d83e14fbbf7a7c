"""The output formats of a report, each rendered from the same diagnostics.

Each module has `render(diagnostics, files, sources) -> str` and is imported only when asked for.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Sources

Renderer = Callable[[Sequence[Diagnostic], Sequence[str], Sources], str]

FORMATS = {
    "text": "variorum.findings.text",
    "json": "variorum.findings.json_report",
    "sarif": "variorum.findings.sarif",
    "github": "variorum.findings.github",
    "junit": "variorum.findings.junit",
}


def renderer(name: str) -> Renderer:
    """The function that renders a format, one of the names in `FORMATS`."""
    render: Renderer = import_module(FORMATS[name]).render
    return render
