"""All pages of some rule files, as the files of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from variorum_dsl.files.loader import Loaded

from variorum.docs import search
from variorum.docs.manual import manual
from variorum.docs.pages import (
    Edition,
    aid_page,
    edition_of,
    file_names,
    full_title,
    summary_page,
)
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
        self.manual = manual() if reference else []
        # No page has the name of another.
        taken = {name for own in self.names.values() for name in (own, f"{own}-aid")}
        self.extras = [extra for make in EXTRAS for extra in make(self.editions)
                       if extra.page.name not in taken]

    def files(self) -> dict[str, str]:
        found = {"site/style.css": html.style()}
        shown: list[tuple[str, Page]] = []  # with its title, in the order of the menu
        for edition in self.editions:
            name, title = self.names[edition.name], self.title(edition)
            summary = replace(summary_page(edition, title), name=name)
            aid = replace(aid_page(edition, title), name=f"{name}-aid")
            found[f"{name}.md"] = markdown.render(summary) + "\n" + _MADE
            found[f"{aid.name}.md"] = markdown.render(aid) + "\n" + _MADE
            to_aid = Link("Player aid: one page to print", aid.name)
            shown += [(title, replace(summary, blocks=[paragraph((to_aid,), "aid-link")])),
                      (f"{title}: player aid", aid)]
        for page in (extra.page for extra in self.extras):
            found[f"{page.name}.md"] = markdown.render(page) + "\n" + _MADE
            shown.append((page.title, page))
        for chapter in self.manual:
            if chapter.text:
                found[f"{chapter.page.name}.md"] = f"{chapter.text}\n{_MADE}"
            shown.append((chapter.page.title, chapter.page))
        found["README.md"] = markdown.render(self._readme()) + "\n" + _MADE
        menu = self._menu()
        for title, page in (*shown, (TITLE, self._index())):
            found[f"site/{page.name}.html"] = html.site_page(page, title, menu, page.name)
        found[f"site/{search.NAME}.html"] = html.site_page(
            search.search_page(), search.TITLE, menu, search.NAME, script=search.script(shown))
        return dict(sorted(found.items()))

    def title(self, edition: Edition) -> str:
        return full_title(edition, self.editions)

    def _menu(self) -> list[html.Group]:
        """What leads to every page, on every page."""
        editions = [html.Place(self.names[each.name], self.title(each)) for each in self.editions]
        further = [html.Place(extra.page.name, extra.page.title)
                   for extra in self.extras if extra.listed]
        groups = {"Rules": [*editions, *further]}
        for chapter in self.manual:
            if chapter.group:
                groups.setdefault(chapter.group, []).append(
                    html.Place(chapter.page.name, chapter.page.title))
        return [html.Group(title, places) for title, places in groups.items()]

    def _index(self) -> Page:
        """Every edition with what it is, and the other pages."""
        cards = []
        for edition in self.editions:
            name, title = self.names[edition.name], self.title(edition)
            cards.append([Entries([Entry((Link(title, name),), [
                *(paragraph(plain(item.text)) for item in edition.rules.lead),
                paragraph((Link("Player aid", f"{name}-aid", aside=f"for {title}"),)),
            ])])])
        own = set(self.names.values())
        further = [Section(group.title if number else "Compared", [Listing(
            [Item((Link(place.title, place.name),)) for place in group.places
             if place.name not in own])]) for number, group in enumerate(self._menu())]
        return Page("index", TITLE, blocks=[Columns(cards, "cards")], kind="index", sections=[
            section for section in further if any(
                isinstance(block, Listing) and block.items for block in section.blocks)])

    def _readme(self) -> Page:
        links = [Item((Link(self.title(each), self.names[each.name]), " and its ",
                       Link("player aid", f"{self.names[each.name]}-aid")))
                 for each in self.editions]
        links += [Item((Link(each.page.title, each.page.name),))
                  for each in self.extras if each.listed]
        links += [Item((Link(each.page.title, each.page.name),))
                  for each in self.manual if each.text]
        return Page("README", TITLE, blocks=[
            paragraph(("The same pages, with drawings, are in ", Code("site/"), "; open ",
                       Code("site/index.html"), ".")),
            Listing(links)])
