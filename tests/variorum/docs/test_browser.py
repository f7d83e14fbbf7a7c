"""The site in a browser, from the disk: nothing is cut off at any width, in the dark or on paper,
the search finds what is there, and axe has nothing to object to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.paths import ROOT

playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra browser")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra browser")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium", allow_module_level=True)
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE = ROOT / "generated_docs" / "site"
CHECK_PAGES = sorted(SITE.glob("check-*.html"))
# The pages of single checks are all alike: two of them stand for the others.
PAGES = [*sorted(set(SITE.glob("*.html")) - set(CHECK_PAGES)), *CHECK_PAGES[:2]]
WAYS = ((1280, "light"), (400, "dark"))
# What lies outside the window, other than in a part that moves sideways on its own.
CUT_OFF = """() => {
  const wide = document.documentElement.clientWidth;
  const overflow = (node) => getComputedStyle(node).overflowX;
  const moves = (node) => node && node !== document.documentElement && (
    ["auto", "scroll", "hidden"].includes(overflow(node)) || moves(node.parentElement));
  return [...document.querySelectorAll("body *")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.right > wide + 1 && !moves(node.parentElement) && !moves(node)
      && getComputedStyle(node).position !== "absolute";
  }).map((node) => node.tagName + " " + node.textContent.slice(0, 60));
}"""

# Tables that are wider than the room they have.
TOO_WIDE = """() => [...document.querySelectorAll(".scroll")].filter(
  (node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.ariaLabel)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-quic"])
        yield opened
        opened.close()


def opened(browser: Browser, path: Path, width: int, query: str = "", **how: str) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 900}, **how)
    page.goto(f"{path.as_uri()}{query}")
    return page


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_is_cut_off_and_axe_has_nothing_to_object_to(browser: Browser, path: Path) -> None:
    for width, scheme in WAYS:
        page = opened(browser, path, width, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(CUT_OFF) == [], width
        assert page.evaluate(TOO_WIDE) == [], width
        found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, found.generate_report()
        page.close()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_paper_has_the_text_alone_and_all_of_it(browser: Browser, path: Path) -> None:
    page = opened(browser, path, 760)  # as wide as the text on A4
    page.emulate_media(media="print")
    assert not page.locator("header form, #menu, footer, .to-menu").filter(visible=True).count()
    assert page.locator("main").filter(visible=True).count() == 1
    assert page.evaluate(CUT_OFF) == []
    page.close()


def test_the_search_finds_what_is_there_and_leads_to_it(browser: Browser) -> None:
    page = opened(browser, SITE / "index.html", 1280)
    page.fill("#q", "faux pas")
    page.press("#q", "Enter")
    assert page.locator("#main p").first.inner_text().endswith("have “faux pas”:")
    links = page.locator("#main ol a")
    assert links.count() > 3
    assert page.input_value("#q") == "faux pas"
    links.first.click()
    assert "Faux Pas" in page.locator("main").inner_text()
    page.close()


@pytest.mark.parametrize("query", ["no-such-word", "<script>alert(1)</script>", "(((", "%"])
def test_a_search_that_finds_nothing_says_so(browser: Browser, query: str) -> None:
    page = opened(browser, SITE / "index.html", 400)
    page.fill("#q", query)
    page.click("button")
    said = page.locator("#main p").first.inner_text()
    assert query in said
    page.close()
