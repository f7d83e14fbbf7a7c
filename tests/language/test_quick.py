"""The quick way of reading a text gives exactly what the careful way gives."""

from pathlib import Path

import pytest
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.files.loader import read_text
from variorum_dsl.syntax import careful, quick
from variorum_dsl.syntax.clause_builders import said_twice

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("variants", "dsl/variorum_dsl/library", "tests/games", "tests/small",
                        "tests/checks")
    for path in (ROOT / folder).rglob("*.variant")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_ways_lead_to_the_same_document(path: Path) -> None:
    text, _ = read_text(str(path))
    if text is None:
        pytest.skip("not a text")
    source = Source(str(path), text.replace("\t", "  "))
    document, problems, _ = careful.read(source)
    found = quick.read(source)
    said_twice.clear()
    assert found == (None if problems else document)


@pytest.mark.parametrize("text", [
    "",
    "edition one",
    'edition one "One"\r\n',
    'edition one "One"\nplayers 3 to 5 é\n',
    'edition one "One"\nplayers 12345678901\n',
    'edition one "One"\nkinds\n',
    'edition one "One"\n  kinds\n',
    'edition one "One"\nkinds\n    a\n  b\n',
    'edition one "One"\nfigures\n  a is ' + "(" * 50 + "1" + ")" * 50 + "\n",
    'edition one "One"\nfigures\n  a is 1' + " + 1" * 500 + "\n",
    'edition one "One\n',
])
def test_whatever_is_unusual_is_left_to_the_careful_way(text: str) -> None:
    assert quick.read(Source("x.variant", text)) is None


def test_a_line_may_end_in_many_spaces() -> None:
    text = 'edition one "One"' + " " * 19_000 + "\nplayers 3 to 5   \n"
    assert quick.read(Source("x.variant", text)) is not None
