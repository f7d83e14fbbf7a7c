"""From text to the model, with every mistake.

A text without mistakes is read the quick way (`dsl.quick`). Any other one is read again with care
(`dsl.careful`), which takes several times as long and is loaded only then.
"""

from __future__ import annotations

from dsl import quick
from dsl.build_clauses import said_twice
from dsl.diagnostics import Diagnostic
from dsl.model import Document
from dsl.source import Source


def parse(source: Source) -> tuple[Document | None, list[Diagnostic], frozenset[str]]:
    """The document, what was wrong with it, and the words on lines that could not be read."""
    said_twice.clear()
    problems: list[Diagnostic] = []
    lost_words: frozenset[str] = frozenset()
    document = quick.read(source)
    if document is None:
        from dsl import careful

        said_twice.clear()
        document, problems, lost_words = careful.read(source)
    if said_twice:
        from dsl.syntax_messages import twice

        problems += [twice(at, what) for at, what in said_twice]
        said_twice.clear()
    return document, problems, lost_words
