"""How a run is told: its sums come in, figures and a page go out."""

from variorum.reports.formats import Report
from variorum.simulation.report.figures import Figures
from variorum.simulation.report.page import page
from variorum.simulation.report.screen import screen


def _as_they_are(figures: Figures) -> Figures:
    return figures


REPORT = Report(page, _as_they_are, screen, ascii_only=False)
FULL = Report(page, _as_they_are, ascii_only=False)
