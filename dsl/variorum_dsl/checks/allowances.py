"""Findings that the author has looked at: `allow CODE for NAME because "reason"`.

What: an allowance without a finding (`unused-allow`), with a code that does not exist
(`unknown-code`), or without a reason (`no-reason`).
Why: an allowance that outlives its reason hides the next mistake.
Only findings of the checks can be allowed; what makes a file unreadable or unplayable cannot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"


class Allowances:
    """The allowances of a file, and which of them were needed."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.allows = [allow for allow in subject.game.allows if subject.is_own(allow.at)]
        self.needed: set[int] = set()
        self.about: dict[tuple[str, str], list[int]] = {}
        for i, allow in enumerate(self.allows):
            if allow.reason.strip():
                self.about.setdefault((allow.code, allow.about), []).append(i)

    def left(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """The findings that no allowance covers."""
        return [finding for finding in findings if not self._covered(finding)]

    def _covered(self, finding: Diagnostic) -> bool:
        found = [
            i for name in ("", *self._names(finding))
            for i in self.about.get((finding.code, name), ())
        ]
        self.needed.update(found)
        return bool(found)

    def _names(self, finding: Diagnostic) -> set[str]:
        """The names that a finding speaks of, in its title and at its place."""
        place = finding.primary.place
        text = self.subject.loaded.sources.line(place.path, place.line) or ""
        last = place.end_column - 1 if place.line == place.end_line else len(text)
        return set(re.findall(_NAME, f"{finding.title} {text[place.column - 1 : last]}"))

    def problems(self, *, all_looked_at: bool) -> Iterator[Diagnostic]:
        if not self.allows:
            return
        from variorum_dsl.diagnostics.explanations import codes

        known = codes()
        for i, allow in enumerate(self.allows):
            at = Label(self.subject.line(allow.at), "this allowance")
            if allow.code not in known:
                near = close_names(allow.code, known, n=1)
                word = self.subject.word(allow.at, allow.code)
                yield Diagnostic(
                    "unknown-code", "error", f"there is no finding called {quote(allow.code)}",
                    Label(word, "unknown"),
                    why="an allowance names the code that stands in brackets in a report",
                    hint=f"write {near[0]}" if near else "variorum explain lists the codes",
                    fix=respelt(word, near[0]) if near else None,
                )
            elif not allow.reason.strip():
                yield Diagnostic(
                    "no-reason", "error", "this allowance gives no reason", at,
                    why="whoever reads the file later must be able to judge it",
                    hint='because "..."',
                )
            elif i not in self.needed and all_looked_at:
                yield Diagnostic(
                    "unused-allow", "warning", f"nothing here is reported as {allow.code}"
                    + (f" for {allow.about}" if allow.about else ""), at,
                    why="an allowance that is not needed would hide the next mistake of its sort",
                    hint="remove it",
                    fix=Fix("remove it", (Edit(allow.at.lines(), ""),), safe=True),
                )


