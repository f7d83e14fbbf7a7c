"""The formats of reports, and what a report is: a page for people, and data for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from variorum.reports import html, markdown, text
from variorum.reports.blocks import Page
from variorum.reports.json import dumped

Found = TypeVar("Found")


class Renderer(Protocol):
    """Writes a page; what is as wide as a terminal is `width` letters wide."""

    def __call__(self, page: Page, *, width: int) -> str: ...


FORMATS: dict[str, Renderer] = {
    "text": text.render,
    "markdown": markdown.render,
    "html": html.render,
}
NAMES = (*FORMATS, "json")


@dataclass(frozen=True, slots=True)
class Report(Generic[Found]):
    """How something that was found is told.

    `brief` is the page for a terminal, where not everything has to be said at once."""

    page: Callable[[Found], Page]
    data: Callable[[Found], object]
    brief: Callable[[Found], Page] | None = None
    ascii_only: bool = True

    def written(self, found: Found, form: str, width: int = text.WIDTH) -> str:
        """The report in one of the formats."""
        if form == "json":
            return dumped(self.data(found), ascii_only=self.ascii_only)
        page = self.brief if form == "text" and self.brief is not None else self.page
        return FORMATS[form](page(found), width=width)
