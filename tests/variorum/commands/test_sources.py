"""`variorum sources`: citations against a rulebook that was made up for these tests."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.files.loader import load

from variorum.commands.sources import citations
from variorum.files.editions import edition_names, edition_path
from variorum.files.rulebook import LONGEST, Rulebook

Run = Callable[..., Any]

BOOK = """\
# A SMALL GAME

Setup

Everybody gets *three* cards
from the deck.

【Scoring】

- **Cards:** each card counts its value.

How to Win

The highest score wins.
"""


@pytest.fixture
def cited(small: Path) -> Path:
    text = small.read_text("utf-8")
    text = text.replace("\nsetup\n", '\nsetup  see "Setup"\n')
    text = text.replace("  cards add total value of won", '  cards add total value of won  '
                        'see "【Scoring】" see "Cards:"')
    small.write_text(text, "utf-8")
    return small


@pytest.fixture
def book(here: Path) -> Path:
    path = here / "book.txt"
    path.write_text(BOOK, "utf-8")
    return path


def test_the_help_says_how_a_heading_is_recognised(run: Run) -> None:
    """Each way that the help names is tried on a text that has nothing else."""
    said = " ".join(run("sources", "--help").out.split())
    assert f"at most {LONGEST} characters long" in said
    for words, text, name in [
        ('one that begins with "#"', "# any words at all\n\nx.", "any words at all"),
        ("one in capital letters", "the end\nHOW IT GOES\nx.", "HOW IT GOES"),
        ('has capital first letters ("How to Play")', "x.\nHow to Play\nx.", "How to Play"),
        ('A label in bold at the beginning of a paragraph ("**Variation:** ...")',
         "**Variation:** x.", "Variation:"),
    ]:
        assert words in said
        assert Rulebook(text).names() == [name]
    assert Rulebook("x.\nHow to Play.\nx.").names() == []
    assert Rulebook(f"# {'x' * (LONGEST + 1)}\n\nx.").names() == []
    assert "A rule may cite any line of its own" in said
    assert Rulebook("x.\nwe begin\nx.").places("we begin") == [1]


def test_every_cited_heading_is_found_and_the_others_are_listed(
    run: Run, cited: Path, book: Path
) -> None:
    result = run("sources", "small.variant", "book.txt")
    assert result.status == 0
    assert result.out == (
        "headings that no rule cites:\n  A SMALL GAME\n  How to Win\n"
        "small: 3 of 3 cited headings found, 3 not in citations.lock yet (--write adds them)\n"
    )


def test_a_heading_that_is_not_there_is_reported_at_its_line(
    run: Run, cited: Path, book: Path
) -> None:
    book.write_text(BOOK.replace("Setup", "Set Up"), "utf-8")
    result = run("sources", "small.variant", "book.txt")
    assert result.status == 1
    assert 'error[unknown-heading]: the rulebook has no heading "Setup"' in result.out
    assert "small.variant:16:8" in result.out
    assert 'see "Set Up"' in result.out


def test_a_changed_section_is_noticed_and_can_be_accepted(
    run: Run, cited: Path, book: Path, here: Path
) -> None:
    assert run("sources", "small.variant", "book.txt", "--write").status == 0
    lock = json.loads((here / "citations.lock").read_text("utf-8"))
    assert list(lock) == ["small"]
    assert sorted(lock["small"]) == ["Cards:", "Setup", "【Scoring】"]
    assert run("sources", "small.variant", "book.txt").status == 0
    book.write_text(BOOK.replace("three", "four"), "utf-8")
    result = run("sources", "small.variant", "book.txt")
    assert result.status == 1
    assert 'warning[changed-section]: the section "Setup" is not as it was' in result.out
    assert run("sources", "small.variant", "book.txt", "--write").status == 0
    assert run("sources", "small.variant", "book.txt").status == 0


def test_white_space_line_breaks_and_emphasis_do_not_count(
    run: Run, cited: Path, book: Path
) -> None:
    run("sources", "small.variant", "book.txt", "--write")
    other = BOOK.replace("*three* cards\nfrom", "three   cards from").replace("\n", "\r\n")
    book.write_bytes(other.encode())
    assert run("sources", "small.variant", "book.txt").status == 0


def test_other_editions_in_the_lock_stay(run: Run, cited: Path, book: Path, here: Path) -> None:
    (here / "own.lock").write_text('{"another": {"Heading": "0"}}', "utf-8")
    assert run("sources", "small.variant", "book.txt", "--lock", "own.lock", "--write").status == 0
    assert list(json.loads((here / "own.lock").read_text("utf-8"))) == ["another", "small"]


@pytest.mark.parametrize(
    "arguments",
    [("small.variant",), ("small.variant", "nowhere.txt"), ("nowhere", "book.txt"),
     ("small.variant", "."), ("small.variant", "book.txt", "--lock", "book.txt"),
     ("small.variant", "book.txt", "--lock", "no/folder.lock", "--write")],
)
def test_what_cannot_be_read_is_said_with_status_2(
    run: Run, cited: Path, book: Path, arguments: tuple[str, ...]
) -> None:
    result = run("sources", *arguments)
    assert result.status == 2
    assert result.err.strip()


@pytest.mark.parametrize("name", edition_names())
def test_the_lock_has_every_citation_of_every_edition(name: str) -> None:
    path = edition_path(name)
    assert path
    document = load(path).document
    assert document
    lock = json.loads(path.with_name("citations.lock").read_text("utf-8"))
    assert sorted(lock[name]) == sorted(citations(document))


def test_headings_are_told_from_text() -> None:
    names = Rulebook(BOOK + "\nA line of text that goes on,\nand ends here.\n\n1) one\n").names()
    assert names == ["A SMALL GAME", "Setup", "【Scoring】", "Cards:", "How to Win"]
