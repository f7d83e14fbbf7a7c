"""What the parts of a line are, by patterns that Python and editors read alike."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl.syntax.grammar import SETS, grammar
from variorum_dsl.syntax.tokens import WORD

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_ALONE = r"(?<![a-z0-9-])(?:{})(?![a-z0-9-])"


class Pattern(NamedTuple):
    """A regular expression, with its scope for TextMate and its type for Pygments."""

    regex: str
    scope: str
    token: str


def patterns() -> list[Pattern]:
    """The first one that fits counts; what none of them takes has no place in a rule file."""
    language = sorted(word for word in grammar().symbols if WORD.fullmatch(word))
    sets = sorted(word for name in SETS for word in grammar().words[name])
    plain = sorted(set(language) - set(sets))
    begins = _ALONE.format("|".join(plain))
    return [
        Pattern(r"#.*", "comment.line.number-sign.variant", "Comment.Single"),
        Pattern(r'"[^"\n]*"', "string.quoted.double.variant", "String.Double"),
        Pattern(rf"^[ ]*{begins}", "keyword.control.variant", "Keyword"),
        Pattern(_ALONE.format("|".join(sets)), "constant.language.variant", "Keyword.Constant"),
        Pattern(begins, "keyword.other.variant", "Keyword"),
        Pattern(r"(?<![a-z0-9-])[0-9]+(?![a-z0-9-])", "constant.numeric.variant",
                "Number.Integer"),
        Pattern(_NAME, "variable.other.variant", "Name"),
        Pattern(r"[0-9]+", "constant.numeric.variant", "Number.Integer"),
        Pattern(r"[-+*/]", "keyword.operator.variant", "Operator"),
        Pattern(r"[,:()]", "punctuation.separator.variant", "Punctuation"),
        Pattern(r"[^\s]", "invalid.illegal.variant", "Error"),
    ]
