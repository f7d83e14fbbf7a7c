"""Findings for programs: diagnostics come in, and go out in a format that a build server reads.

A format is a module here with a function `render`, which is loaded when it is asked for.
People read findings as `variorum_dsl.diagnostics.terminal` draws them, on the lines of the file.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Sources

Renderer = Callable[[Sequence[Diagnostic], Sequence[str], Sources], str]

FORMATS = {
    "json": "variorum.findings.json",
    "sarif": "variorum.findings.sarif",
    "github": "variorum.findings.github",
    "junit": "variorum.findings.junit",
}


def renderer(form: str, command: str = "check") -> Renderer:
    """What writes the findings of a command in one of the formats."""
    module = import_module(FORMATS[form])
    render: Renderer = partial(module.render, command=command) if form == "junit" else module.render
    return render
