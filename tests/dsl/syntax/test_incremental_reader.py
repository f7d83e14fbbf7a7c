"""A text that is read again after a change is the text read from its beginning."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.syntax.incremental_reader import IncrementalReader
from variorum_dsl.syntax.reader import MOST_MENDED, Parsed, Reader, parse

from tests.paths import ROOT

FILES = sorted([*ROOT.glob("tests/games/*.variant"), ROOT / "tests/dsl/everything.variant",
                *ROOT.glob("tests/dsl/checks/bad/*.variant")])


def edited(text: str, by: Random) -> str:
    """What somebody does to a text: type, delete, move lines, forget a comma or an end."""
    lines = text.split("\n")
    row = by.randrange(len(lines))
    match by.randrange(9):
        case 0:
            del lines[row : row + by.randrange(1, 4)]
        case 1:
            lines.insert(row, by.choice(["", "# why", "zones", "  move deck to hand", "scoring x"]))
        case 2:
            lines[row] += by.choice([",", " (", '"', " # why", ' see "Here"', ":"])
        case 3:
            lines[row] = lines[row][by.randrange(1, 4) :]
        case 4:
            lines[row] = "  " + lines[row]
        case 5:
            words = lines[row].split(" ")
            del words[by.randrange(len(words))]
            lines[row] = " ".join(words)
        case 6:
            other = by.randrange(len(lines))
            lines[row], lines[other] = lines[other], lines[row]
        case 7:
            block = lines[row : row + by.randrange(1, 30)]
            lines[row:row] = block
        case _:
            at = by.randrange(len(lines[row]) + 1)
            typed = by.choice(["x", " ", "-", "7", "\t", "é"])
            lines[row] = lines[row][:at] + typed + lines[row][at:]
    return "\n".join(lines)


def told(read: Parsed) -> tuple[object, ...]:
    return repr(read.document), read.document, read.problems, read.lost_words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_after_any_change(path: Path) -> None:
    by = Random(path.stem)
    text = path.read_text("utf-8")
    rereader = IncrementalReader()
    rereader.parse(Source("x", text))
    for number in range(12):
        text = edited(text, by)
        if number % 6 == 5:
            text = path.read_text("utf-8")  # take everything back
        whole, again = parse(Source("x", text)), rereader.parse(Source("x", text))
        assert told(again) == told(whole)


def test_with_more_mistakes_than_get_a_way_out() -> None:
    """How much is said about a line depends on how many mistakes stand above it."""
    text = (ROOT / "tests/games/thorn-and-roses.variant").read_text("utf-8")
    by, rereader = Random(3), IncrementalReader()
    most = 0
    for _ in range(60):
        text = edited(text, by)
        whole, again = parse(Source("x", text)), rereader.parse(Source("x", text))
        assert told(again) == told(whole)
        most = max(most, len(whole.problems))
    assert most > MOST_MENDED


def test_only_the_changed_section_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "variants/edition-2025.variant").read_text("utf-8")
    rereader = IncrementalReader()
    rereader.parse(Source("x", text))
    read: list[int] = []
    line = Reader._line

    def noting(reader: Reader) -> None:
        read.append(reader.row)
        line(reader)

    monkeypatch.setattr(Reader, "_line", noting)
    lines = text.split("\n")
    lines.insert(lines.index("  shuffle auction-deck"), "  move revealed to discards")
    assert rereader.parse(Source("x", "\n".join(lines))).problems == []
    assert 0 < len(read) < len(lines) / 20
