"""The same colours for Pygments, which finds this class by its entry point."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Whitespace, string_to_tokentype

from variorum.highlighting.patterns import patterns


def _rules() -> Iterator[tuple[str, object]]:
    yield r"\s+", Whitespace
    for each in patterns():
        # Pygments reads on where the last part ended: spaces before a word are gone by then.
        if not each.regex.startswith("^"):
            yield each.regex, string_to_tokentype(each.token)


class VariantLexer(RegexLexer):
    """Rule files of Variorum."""

    name = "Variorum rule file"
    aliases: ClassVar[Sequence[str]] = ["variant", "variorum"]
    filenames: ClassVar[Sequence[str]] = ["*.variant"]
    url = ""
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, list[tuple[str, object]]]] = {"root": list(_rules())}
