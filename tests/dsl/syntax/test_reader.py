"""What the reader makes of a text: records with the places of everything that has a name."""

from dataclasses import fields

import pytest
from variorum_dsl import model as m
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.syntax.reader import parse

from tests.dsl.printer.style import EVERYTHING, FILES
from tests.paths import ROOT

TEXTS = {"everything": EVERYTHING, **{path.stem: path.read_text("utf-8") for path in FILES}}


@pytest.mark.parametrize("name", TEXTS)
def test_every_name_has_its_place(name: str) -> None:
    """What stands in the text at `name_at` is the name."""
    source = Source("a.variant", TEXTS[name])
    document, problems, *_ = parse(source)
    assert document is not None
    assert problems == []
    for node in m.walk(document):
        for field in fields(node):
            if not field.name.endswith("_at") or field.name in ("when_at", "fits_at", "group_at"):
                continue
            said, at = getattr(node, field.name[:-3]), getattr(node, field.name)
            if not isinstance(said, tuple):
                said, at = (said,), (at,)
            assert len(said) == len(at)
            for text, place in zip(said, at, strict=True):
                if place == m.NOWHERE:
                    assert text in ("", "setup", "rounds", "elimination")
                    continue
                line = source.lines[place.line - 1]
                assert line[place.column - 1 : place.end_column - 1] == text


def test_the_records_hold_nothing_of_the_parser() -> None:
    document, *_ = parse(Source("a.variant", EVERYTHING))
    assert document is not None
    for node in m.walk(document):
        for field in fields(node):
            value = getattr(node, field.name)
            for each in value if type(value) is tuple else (value,):
                assert isinstance(each, m.Node | m.Place) or type(each) in (
                    str, int, bool, type(None)
                ), (node, field.name)


def test_a_line_may_end_in_many_spaces() -> None:
    text = 'edition one "One"' + " " * 19_000 + "\nplayers 3 to 5   \n"
    document, problems, *_ = parse(Source("x.variant", text))
    assert document is not None
    assert problems == []


def test_a_mistake_costs_its_line_and_nothing_else() -> None:
    text = 'edition one "One"\nplayers 3 to 5\nzones\n  a holds\n  b holds k, open\n'
    document, problems, lost, lines = parse(Source("x.variant", text))
    assert document is not None
    assert [problem.primary.place.line for problem in problems] == [4]
    assert lost == {"a", "holds"}
    assert lines == {4}
    zones = document.items[1]
    assert isinstance(zones, m.Zones)
    assert [zone.name for zone in zones.lines] == ["b"]


def test_what_is_said_twice_is_reported_once_however_often_the_line_below_is_tried() -> None:
    text = ('edition one "One"\nwinner\n  highest f\n  then shared\n  then nobody wins\n'
            "shuffle everything now\n")
    _, problems, *_ = parse(Source("x.variant", text))
    assert [problem.code for problem in problems].count("stated-twice") == 1


def test_the_reader_reads_every_file_of_the_tests() -> None:
    for path in (ROOT / "tests").rglob("*.variant"):
        parse(Source(str(path), path.read_bytes().decode("utf-8", "replace")))
