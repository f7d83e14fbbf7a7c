"""The model of a diagnostic: order, cap, places, sources, and the cost of importing it."""


from pydantic import TypeAdapter
from variorum_dsl.diagnostics.diagnostic import (
    Counts,
    Diagnostic,
    Label,
    Place,
    capped,
    count,
    in_order,
)
from variorum_dsl.diagnostics.source import Source, Sources


def report(path: str, line: int, column: int, code: str = "x") -> Diagnostic:
    return Diagnostic(code, "error", "title", Label(Place(path, line, column, line, column)))


def test_reports_are_in_order_of_path_line_column_and_code() -> None:
    wanted = [
        report("a", 2, 9),
        report("a", 10, 1, "p"),
        report("a", 10, 1, "q"),
        report("a", 10, 2, "a"),
        report("b", 1, 1),
    ]
    assert in_order(reversed(wanted)) == wanted


def test_fifty_reports_are_shown_and_the_rest_counted() -> None:
    shown, more = capped(report("a", line, 1) for line in range(10_000, 0, -1))
    assert [found.primary.place.line for found in shown] == list(range(1, 51))
    assert more == 9_950


def test_nothing_more_is_counted_when_all_fit() -> None:
    assert capped([report("a", 1, 1)]) == ([report("a", 1, 1)], 0)


def test_reports_are_counted_by_severity(
    never_scored: Diagnostic, unused_track: Diagnostic
) -> None:
    assert count([never_scored, unused_track, unused_track]) == Counts(1, 2, 0)


def test_two_places_join_into_the_stretch_between_them() -> None:
    start, end = Place("a", 1, 5, 1, 8), Place("a", 3, 2, 3, 4)
    assert start.to(end) == Place("a", 1, 5, 3, 4)


def test_a_diagnostic_goes_to_json_and_back(never_scored: Diagnostic) -> None:
    adapter = TypeAdapter(Diagnostic)
    assert adapter.validate_json(adapter.dump_json(never_scored)) == never_scored


def test_lines_end_at_a_line_feed_only() -> None:
    source = Source("a", "one\r\ntwo\x0bstill\u2028two\rstill\n")
    assert source.lines == ["one", "two\x0bstill\u2028two\rstill", ""]


def test_a_line_that_is_not_there_is_nothing() -> None:
    sources = Sources()
    sources.add("a", "one")
    asked = [("a", 1), ("a", 0), ("a", 2), ("b", 1)]
    assert [sources.line(path, line) for path, line in asked] == ["one", None, None, None]
