"""All pages of some rule files, as the files of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup
from variorum_dsl.files.loader import Loaded

from variorum.docs.own_markdown import as_html
from variorum.docs.pages import (
    Edition,
    aid_page,
    edition_of,
    file_names,
    full_title,
    summary_page,
)
from variorum.docs.reference import references
from variorum.reports import html, markdown
from variorum.reports.templates import style

MARK = "Made by `variorum docs` from the rule files"
_MADE = f"<!-- {MARK}; change the rules and make the pages again. -->\n"


class Extra(NamedTuple):
    """A further page: its file name without ending, its title, and its text in both forms."""

    name: str
    title: str
    markdown: str
    html: Markup
    listed: bool = True  # whether other pages link to it; else only the page that it belongs to


def _compared(editions: Sequence[Edition]) -> Iterable[Extra]:
    from variorum.docs.comparison import pages  # takes its time to load

    return (Extra(*page) for page in pages(editions))


# Pages that others contribute, such as the comparison of the editions: each is called with all
# editions of the site and gives its pages; links to them are made here.
EXTRAS: list[Callable[[Sequence[Edition]], Iterable[Extra]]] = [_compared]

Link = tuple[str, str, bool]


class Site:
    """Pages about some rule files; `files` says what is in the folder."""

    def __init__(self, loaded: Sequence[Loaded], *, reference: bool) -> None:
        self.editions = [edition_of(each) for each in loaded]
        self.references = references() if reference else []
        self.extras = [extra for make in EXTRAS for extra in make(self.editions)]
        self._unique()

    def _unique(self) -> None:
        """No page has the name of another."""
        taken = {name for edition in self.names().values() for name in (edition, f"{edition}-aid")}
        self.extras = [extra for extra in self.extras if extra.name not in taken]

    def names(self) -> dict[str, str]:
        """The file name of every edition."""
        return file_names(self.editions)

    def files(self) -> dict[str, str]:
        found: dict[str, str] = {"site/style.css": style(html.TEMPLATES / "style.css")}
        names = self.names()
        for edition in self.editions:
            name = names[edition.name]
            summary, aid = summary_page(edition), aid_page(edition)
            found[f"{name}.md"] = markdown.page(summary) + "\n" + _MADE
            found[f"{name}-aid.md"] = markdown.page(aid) + "\n" + _MADE
            found[f"site/{name}.html"] = html.page(
                summary, self.links(f"{name}.html"), aid=f"{name}-aid.html",
                full=self.title(edition))
            found[f"site/{name}-aid.html"] = html.page(
                aid, self.links(f"{name}.html"), full=f"{self.title(edition)}: player aid")
        for reference in self.references:
            text = f"# {reference.title}\n\n{reference.text}\n{_MADE}"
            found[f"{reference.name}.md"] = text
            found[f"site/{reference.name}.html"] = html.rendered(
                "reference.html.j2", title=reference.title,
                links=self.links(f"{reference.name}.html"), body=as_html(reference.text))
        for extra in self.extras:
            found[f"{extra.name}.md"] = extra.markdown.rstrip("\n") + "\n\n" + _MADE
            found[f"site/{extra.name}.html"] = html.rendered(
                "reference.html.j2", title=extra.title, links=self.links(f"{extra.name}.html"),
                body=extra.html)
        found["README.md"] = self._readme()
        found["site/index.html"] = html.rendered(
            "index.html.j2", title="Rule summaries", links=self.links("index.html"),
            editions=[(names[e.name], self.title(e), e) for e in self.editions],
            others=self._others())
        return dict(sorted(found.items()))

    def title(self, edition: Edition) -> str:
        return full_title(edition, self.editions)

    def links(self, here: str) -> list[Link]:
        names = self.names()
        found = [(f"{names[e.name]}.html", self.title(e)) for e in self.editions]
        found += [(f"{name}.html", title) for name, title in self._others()]
        return [(file, title, file == here) for file, title in found]

    def _others(self) -> list[tuple[str, str]]:
        return [*((each.name, each.title) for each in self.extras if each.listed),
                *((each.name, each.title) for each in self.references)]

    def _readme(self) -> str:
        names = self.names()
        lines = ["# Rule summaries", "",
                 "The same pages, with drawings, are in `site/`; open `site/index.html`.", ""]
        for edition in self.editions:
            name = names[edition.name]
            lines.append(f"- [{markdown.escaped(self.title(edition))}]({name}.md) and its "
                         f"[player aid]({name}-aid.md)")
        lines += [f"- [{markdown.escaped(title)}]({name}.md)" for name, title in self._others()]
        return "\n".join(lines) + "\n\n" + _MADE
