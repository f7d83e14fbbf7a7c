"""All pages of some rule files, as the files of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from variorum_dsl.files.loader import Loaded

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
from variorum.reports.blocks import (
    Code,
    Columns,
    Entries,
    Entry,
    Item,
    Link,
    Listing,
    Page,
    Section,
    paragraph,
    plain,
)

MARK = "Made by `variorum docs` from the rule files"
_MADE = f"<!-- {MARK}; change the rules and make the pages again. -->\n"
TITLE = "Rule summaries"


@dataclass(frozen=True, slots=True)
class Extra:
    """A further page; if it is not `listed`, only the page that it belongs to links to it."""

    page: Page
    listed: bool = True


def _compared(editions: Sequence[Edition]) -> Iterable[Extra]:
    from variorum.docs.comparison import pages  # takes its time to load

    # Only the overview is linked to from everywhere.
    return [Extra(page, listed=not place) for place, page in enumerate(pages(editions))]


# Pages that others contribute, such as the comparison of the editions: each is called with all
# editions of the site and gives its pages; links to them are made here.
EXTRAS: list[Callable[[Sequence[Edition]], Iterable[Extra]]] = [_compared]


class Site:
    """Pages about some rule files; `files` says what is in the folder."""

    def __init__(self, loaded: Sequence[Loaded], *, reference: bool) -> None:
        self.editions = [edition_of(each) for each in loaded]
        self.names = file_names(self.editions)
        self.references = references() if reference else []
        # No page has the name of another.
        taken = {name for own in self.names.values() for name in (own, f"{own}-aid")}
        self.extras = [extra for make in EXTRAS for extra in make(self.editions)
                       if extra.page.name not in taken]

    def files(self) -> dict[str, str]:
        found = {"site/style.css": html.style()}
        for edition in self.editions:
            name, title = self.names[edition.name], self.title(edition)
            summary, aid = summary_page(edition), aid_page(edition)
            found[f"{name}.md"] = markdown.render(summary) + "\n" + _MADE
            found[f"{name}-aid.md"] = markdown.render(aid) + "\n" + _MADE
            to_aid = Link("Player aid: one page to print", f"{name}-aid")
            found[f"site/{name}.html"] = self._html(
                replace(summary, blocks=[paragraph((to_aid,), "aid-link")]), name, title)
            found[f"site/{name}-aid.html"] = self._html(aid, name, f"{title}: player aid")
        for reference in self.references:
            text = f"# {reference.title}\n\n{reference.text}\n{_MADE}"
            found[f"{reference.name}.md"] = text
            found[f"site/{reference.name}.html"] = self._html(reference.page(), reference.name)
        for page in (extra.page for extra in self.extras):
            found[f"{page.name}.md"] = markdown.render(page) + "\n" + _MADE
            found[f"site/{page.name}.html"] = self._html(page, page.name)
        found["README.md"] = markdown.render(self._readme()) + "\n" + _MADE
        found["site/index.html"] = self._html(self._index(), "index")
        return dict(sorted(found.items()))

    def title(self, edition: Edition) -> str:
        return full_title(edition, self.editions)

    def _html(self, page: Page, name: str, title: str = "") -> str:
        places = [html.Place(f"{self.names[each.name]}.html", self.title(each))
                  for each in self.editions]
        places += [html.Place(f"{link.page}.html", link.text) for link in self._others()]
        return html.site_page(page, title or page.title, places, f"{name}.html")

    def _others(self) -> list[Link]:
        return [*(Link(each.page.title, each.page.name) for each in self.extras if each.listed),
                *(Link(each.title, each.name) for each in self.references)]

    def _index(self) -> Page:
        """Every edition with what it is, and the other pages."""
        cards = []
        for edition in self.editions:
            name, title = self.names[edition.name], self.title(edition)
            cards.append([Entries([Entry((Link(title, name),), [
                *(paragraph(plain(item.text)) for item in edition.rules.lead),
                paragraph((Link("Player aid", f"{name}-aid", aside=f"for {title}"),)),
            ])])])
        others = [Section("Further pages", [Listing([Item((link,)) for link in self._others()])])
                  ] if self._others() else []
        return Page("index", TITLE, blocks=[Columns(cards, "cards")], sections=others,
                    kind="index")

    def _readme(self) -> Page:
        links = [Item((Link(self.title(each), self.names[each.name]), " and its ",
                       Link("player aid", f"{self.names[each.name]}-aid")))
                 for each in self.editions]
        links += [Item((link,)) for link in self._others()]
        return Page("README", TITLE, blocks=[
            paragraph(("The same pages, with drawings, are in ", Code("site/"), "; open ",
                       Code("site/index.html"), ".")),
            Listing(links)])
