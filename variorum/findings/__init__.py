"""Findings for programs: diagnostics come in, and go out in a format that a build server reads.

People read them as `variorum_dsl.diagnostics.terminal` draws them, on the lines of the file.
"""

from collections.abc import Callable, Sequence

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Sources

from variorum.findings import github, json, junit, sarif

Renderer = Callable[[Sequence[Diagnostic], Sequence[str], Sources], str]

FORMATS: dict[str, Renderer] = {
    "json": json.render,
    "sarif": sarif.render,
    "github": github.render,
    "junit": junit.render,
}
