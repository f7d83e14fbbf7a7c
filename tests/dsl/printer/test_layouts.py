"""The layout of a file does not matter: however it is spaced, it comes out in the one style."""

import re

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.dsl.printer.style import EVERYTHING, FILES, formatted

_TOKENS = re.compile(r'[a-z][a-z0-9-]*|[0-9]+|"[^"\n]*"|[^ ]')


@st.composite
def scrambled(draw: st.DrawFn) -> tuple[str, str]:
    """A file in the style, and the same with another spacing."""
    text = formatted(draw(st.sampled_from(STYLED)))
    random = draw(st.randoms(use_true_random=False))
    step = random.randint(1, 5)
    lines = []
    for line in text.split("\n"):
        content = line.lstrip(" ")
        indent = " " * ((len(line) - len(content)) // 2 * step)
        if not content:
            lines += [" " * random.randint(0, 3)] * random.randint(1, 3)
        elif content.startswith("#"):
            lines.append(indent + content + " " * random.randint(0, 2))
        else:
            lines += _spaced(indent, content, random)
    end = random.choice(["\n", "\r\n"])
    start = random.choice(["", "\ufeff", end, " " + end])
    return text, start + end.join(lines) + end * random.randint(0, 3)


def _spaced(indent, content, random):  # type: ignore[no-untyped-def]
    lines, line = [], indent
    comment = re.search(r'^(?:[^"#]|"[^"]*")*(#.*)$', content)
    if comment:
        content = content[: comment.start(1)]
    before = ""
    depth = 0
    tokens = _TOKENS.findall(content)
    for number, token in enumerate(tokens):
        apart = (before[-1:].isalnum() and token[0].isalnum()) or "-" in (before, token)
        if before:
            line += " " * random.randint(1 if apart else 0, 3)
        line += token
        before = token
        depth += (token == "(") - (token == ")")
        more = number + 1 < len(tokens)
        if more and (token == "," or depth > 0) and random.random() < 0.2:
            lines += [line, *[""] * random.randint(0, 1)]
            line = " " * random.randint(0, 12)
            before = ""
    if comment:
        line += " " * random.randint(1, 4) + comment[1]
    return [*lines, line + " " * random.randint(0, 2)]


# The shortest first: it is what a failure is made smaller towards.
STYLED = sorted([EVERYTHING, *(path.read_text("utf-8") for path in FILES)], key=len)


@settings(max_examples=30, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(scrambled())
def test_the_layout_of_a_file_does_not_matter(pair: tuple[str, str]) -> None:
    styled, messy = pair
    assert formatted(messy) == styled
