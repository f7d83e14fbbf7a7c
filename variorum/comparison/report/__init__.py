"""How a comparison is told: comparisons come in, a page or data goes out."""

from collections.abc import Sequence

from variorum.comparison.model import Comparison
from variorum.comparison.report.data import data
from variorum.comparison.report.page import brief, page
from variorum.reports.formats import Report

REPORT: Report[Sequence[Comparison]] = Report(page, data, brief)
