"""How a comparison is told: comparisons come in, a page, a table or data goes out."""

from collections.abc import Collection, Sequence

from variorum.comparison.model import Comparison
from variorum.comparison.report import page as pages
from variorum.comparison.report.books import Books
from variorum.comparison.report.data import data, table
from variorum.reports import text
from variorum.reports.formats import FORMATS, Report

REPORT: Report[Sequence[Comparison]] = Report(pages.page, data, pages.brief)


def proves(
    comparisons: Sequence[Comparison], form: str, books: Books, *, full: bool,
    only: Collection[str],
) -> bool:
    """Whether proofs are shown: nowhere on a first screen, and not in a table."""
    if form == "text":
        played = any(each.measured for one in comparisons for each in one.differences)
        return bool(full or only or books.books or (len(comparisons) == 1 and played))
    return form != "csv"


def written(
    comparisons: Sequence[Comparison], form: str, books: Books, *, full: bool = False,
    only: Collection[str] = (),
) -> str:
    """A comparison in one of the formats. On a terminal, all of it comes only when it is asked
    for."""
    match form:
        case "csv":
            return table(comparisons, books)
        case "json":
            return REPORT.written(comparisons, form)
        case "text":
            page = (pages.full(comparisons, books, only)
                    if proves(comparisons, form, books, full=full, only=only)
                    else pages.brief(comparisons))
            return text.render(page, width=pages.NARROW)
        case _:
            return FORMATS[form](pages.page(comparisons, books), width=text.WIDTH)
