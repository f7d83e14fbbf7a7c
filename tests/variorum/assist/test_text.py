"""Places of ours and positions of an editor, in every encoding and with every line end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variorum_dsl.diagnostics.diagnostic import Place

from variorum.assist.desk import Desk
from variorum.assist.findings import after_reading, shown
from variorum.assist.shapes import Encoding
from variorum.assist.text import Lines, changed

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
LETTERS = st.text(st.sampled_from("ab\n\r\u2028é🎩\t"), max_size=40)


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 21), ("utf-16", 19), ("utf-32", 18)])
def test_a_hat_before_a_squiggle(encoding: Encoding, start: int) -> None:
    desk = Desk(encoding)
    file = desk.file(desk.open("untitled:hat", 'edition hat "🎩" oops\nplayers 3\n'))
    assert file is not None
    (finding, *_) = shown(desk, file, after_reading(file))
    assert finding["range"]["start"] == {"line": 0, "character": start - 2}
    assert finding["range"]["end"] == {"line": 0, "character": start + 2}


@given(LETTERS, st.sampled_from(ENCODINGS))
def test_there_and_back(text: str, encoding: Encoding) -> None:
    lines = Lines(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # inside the end of a line
        assert lines.offset_of(lines.position_of(offset)) == offset
        line, column = lines.point(lines.position_of(offset))
        assert lines.offset(line, column) == offset


@given(LETTERS, LETTERS, st.sampled_from(ENCODINGS), st.integers(0, 40), st.integers(0, 40))
def test_changes_come_out_as_in_the_editor(
    text: str, new: str, encoding: Encoding, one: int, other: int
) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    lines = Lines(text, encoding)
    if "\r" in text[start - 1 : start] + text[end - 1 : end]:
        return
    where = {"start": lines.position_of(start), "end": lines.position_of(end)}
    assert changed(text, where, new, encoding) == text[:start] + new + text[end:]  # type: ignore[arg-type]


def test_positions_outside_are_drawn_in() -> None:
    lines = Lines("ab\ncd", "utf-16")
    assert lines.offset_of({"line": 9, "character": 0}) == 5
    assert lines.offset_of({"line": 0, "character": 99}) == 2
    assert lines.position_of(lines.offset(7, 7)) == {"line": 1, "character": 2}
    assert lines.range(Place("", 1, 50, 1, 60))["start"] == {"line": 0, "character": 2}
