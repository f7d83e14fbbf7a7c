"""Rule text in pieces for our own pages, by the lexer for Pygments; plain where that is not."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

# The sorts that a page sets apart, by the beginning of the name that Pygments gives them.
SORTS = {"Comment": "comment", "Literal.String": "string", "Literal.Number": "value",
         "Keyword.Constant": "value", "Keyword": "word"}


def available() -> bool:
    return find_spec("pygments") is not None


def highlighted(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each with its sort or none."""
    if not available():
        yield "", text
        return
    from variorum.highlighting.pygments_lexer import VariantLexer

    for kind, piece in VariantLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = ".".join(kind)
        yield next((sort for start, sort in SORTS.items() if name.startswith(start)), ""), piece
