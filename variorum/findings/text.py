"""For people: the reports, and one line that sums them up."""

from collections.abc import Sequence

from variorum_dsl.diagnostics.diagnostic import Diagnostic, count
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered


def render(
    diagnostics: Sequence[Diagnostic],
    files: Sequence[str],
    sources: Sources,
    *,
    colour: bool = False,
) -> str:
    if not diagnostics:
        return f"{summary((), files)}\n"
    from variorum_dsl.diagnostics.terminal import render_all

    reports = render_all(diagnostics, sources, colour=colour)
    return f"{reports}\n{summary(diagnostics, files)}\n"


def summary(diagnostics: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """`2 errors and 1 warning in 5 files`."""
    counts = count(diagnostics)
    found = [
        numbered(number, noun)
        for number, noun in zip(counts, ("error", "warning", "note"), strict=True)
        if number
    ]
    if len(found) > 1:
        found[-2:] = [f"{found[-2]} and {found[-1]}"]
    return f"{', '.join(found) or 'no problems'} in {numbered(len(files), 'file')}"
