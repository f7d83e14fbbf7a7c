"""The one choke point between text from a stranger's file and a terminal, a log or a page.

Everything that shows text that somebody else wrote passes through `clean` or `clean_lines`.
"""

_INVISIBLE_LETTERS_AND_MARKS = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # Hangul fillers
            *(0x17B4, 0x17B5),  # Khmer inherent vowels
            *(0x180B, 0x180C, 0x180D, 0x180F),  # Mongolian variation selectors
            0x2800,  # the braille cell without dots
            *range(0xFE00, 0xFE10),  # variation selectors
            *range(0xE0100, 0xE01F0),
        ),
    )
)

ELLIPSIS = "..."


def visible(char: str) -> str:
    r"""One character, or its escape (``\u202e``) when a reader could not see it as it is."""
    if char.isprintable() and char not in _INVISIBLE_LETTERS_AND_MARKS:
        return char
    point = ord(char)
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def clean(text: str) -> str:
    """One line of text that is safe to show: no control, bidirectional or invisible character,
    and no command for the log readers of build servers (`::error`, `##[error]`, `##vso[...]`).
    """
    if not text.isprintable() or not (
        text.isascii() or _INVISIBLE_LETTERS_AND_MARKS.isdisjoint(text)
    ):
        text = "".join(map(visible, text))
    return _without_log_commands(text)


def clean_json(text: str) -> str:
    """JSON in which the same is escaped: a program reads the text as it was, and nobody sees
    another one."""
    if "\x7f" in text or not text.isascii():
        text = "".join(map(_in_json, text))
    return text.replace("##", "#\\u0023")


def _in_json(char: str) -> str:
    if char == "\n" or visible(char) == char:
        return char
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def clean_lines(text: str) -> list[str]:
    """The lines of a longer text, each of them clean."""
    return [clean(line) for line in text.replace("\r\n", "\n").split("\n")]


def shorten(text: str, limit: int) -> str:
    """The text, or its beginning with `...` when it is longer than the limit."""
    return text if len(text) <= limit else text[: max(0, limit - len(ELLIPSIS))] + ELLIPSIS


def quote(text: str, limit: int = 60) -> str:
    """What the user wrote, in quotation marks, clean and short enough for a message."""
    return f'"{clean(shorten(text, limit))}"'


def _without_log_commands(text: str) -> str:
    if "##" in text:
        text = text.replace("##[", "#\\u0023[").replace("##vso[", "#\\u0023vso[")
    if "::" in text:
        content = text.lstrip(" ")
        if content.startswith("::"):
            text = text[: len(text) - len(content)] + "\\u003a" + content[1:]
    return text
