"""From text to the model, with every mistake.

A text without mistakes is read the quick way (`quick`). Any other one is read again with care
(`variorum_dsl.syntax.careful`), which takes several times as long and is loaded only then.
"""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.model import Document
from variorum_dsl.syntax import quick
from variorum_dsl.syntax.clause_builders import said_twice


def parse(source: Source) -> tuple[Document | None, list[Diagnostic], frozenset[str]]:
    """The document, what was wrong with it, and the words on lines that could not be read."""
    said_twice.clear()
    problems: list[Diagnostic] = []
    lost_words: frozenset[str] = frozenset()
    document = quick.read(source)
    if document is None:
        from variorum_dsl.syntax import careful

        said_twice.clear()
        document, problems, lost_words = careful.read(source)
    if said_twice:
        from variorum_dsl.syntax.messages import twice

        problems += [twice(at, what) for at, what in said_twice]
        said_twice.clear()
    return document, problems, lost_words
