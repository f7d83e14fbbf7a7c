"""The report as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from variorum.reports.templates import style, templates
from variorum.simulation.plots import MOST_BARS, drawing, gathered
from variorum.simulation.tables import Plot, sections
from variorum.simulation.words import INTERVAL, heading, number

TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    found = templates(TEMPLATES)
    found.globals["plotted"] = _plotted
    found.globals["counted"] = _counted
    found.filters["coded"] = _coded
    return found


def render(data: dict[str, Any]) -> str:
    """The page."""
    lines = heading(data)
    return environment().get_template("report.html.j2").render(
        title=lines[0], lead=lines[1:], interval=INTERVAL, sections=sections(data),
        # The style is part of the program and holds no text from a rule file.
        style=Markup(style(TEMPLATES / "report.css")), data=data,
    )


def _coded(text: str) -> Markup:
    """What a text has between backquotes is something to type."""
    parts = [Markup.escape(part) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return Markup.escape(text)
    return Markup("").join(Markup("<code>{}</code>").format(part) if place % 2 else part
                           for place, part in enumerate(parts))


def _plotted(plot: Plot, name: str) -> Markup:
    """The only text that is not escaped here: `plots` has done it."""
    return Markup(drawing(plot, name))


def _counted(plot: Plot) -> list[tuple[str, str, str]]:
    """The table behind a plot of counts: value, how many, and how many of them won."""
    if plot.sort == "bars" or not plot.rows:
        return []
    if len(plot.rows) <= MOST_BARS:
        return [(label, f"{count:,.0f}", f"{more:,.0f}") for label, _, count, more in plot.rows]
    bins, width = gathered(plot)
    return [(f"{number(first)} to below {number(first + width)}", f"{count:,.0f}", f"{more:,.0f}")
            for first, count, more in bins]
