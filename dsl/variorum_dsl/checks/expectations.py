"""An example that shows nothing.

What: an example with neither a `then` nor a move that is refused (`no-expectation`).
Why: it would pass whatever the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label
from variorum_dsl.diagnostics.sanitizer import quote


def check(subject: Subject) -> Iterator[Diagnostic]:
    examples = list(subject.game.examples)
    examples += [line for option in subject.game.options for line in option.lines
                 if isinstance(line, m.Example)]
    for example in examples:
        shows = any(
            isinstance(act, m.Then) or any(said.refused or said.asked for said in act.moves)
            for act in example.acts
        )
        if not shows and subject.is_own(example.at) and "then" not in subject.lost_words:
            yield Diagnostic(
                "no-expectation", "warning", f"{quote(example.name)} expects nothing",
                Label(subject.line(example.at), "this example"),
                why="it would pass whatever the rules say", hint="then, and what must hold",
            )
