"""The site in a browser, from the disk: nothing is cut off at any width, in the dark or on paper,
the search finds what is there, and axe has nothing to object to.

A page of every sort is looked at wherever there is a Chromium and the extra `browser`, in one
session; with VARIORUM_SOAK=2 or more, every page is.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.paths import ROOT
from tests.strategies import SOAK
from variorum.cli import main

playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra browser")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra browser")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium", allow_module_level=True)
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE = ROOT / "generated_docs" / "site"
SOME = ("index", "edition-2025", "edition-2025-aid", "comparison", "check-never-scored", "tutorial",
        "language")
CHECK_PAGES = sorted(SITE.glob("check-*.html"))
# The pages of single checks are all alike: two of them stand for the others.
ALL = [*sorted(set(SITE.glob("*.html")) - set(CHECK_PAGES)), *CHECK_PAGES[:2]]
PAGES = ALL if SOAK > 1 else [SITE / f"{name}.html" for name in SOME]
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

# Words of a drawing that are too small to read, or outside of it.
ILLEGIBLE = """() => [...document.querySelectorAll("svg text")].filter((node) => {
  const box = node.getBoundingClientRect();
  const room = node.ownerSVGElement.getBoundingClientRect();
  return box.height && (box.height < 7 || box.left < room.left - 1 || box.right > room.right + 1);
}).map((node) => node.textContent)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-quic"])
        yield opened
        opened.close()


def complaints(page: Page, path: Path) -> Iterator[str]:
    """What is wrong with a page in a window, on a telephone in the dark, and on paper."""
    page.emulate_media(media="screen", color_scheme="light")
    page.goto(path.as_uri())
    for width, scheme in ((1280, "light"), (400, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme=scheme)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            yield f"{path.stem} slides sideways at {width}"
        for script in (CUT_OFF, TOO_WIDE, ILLEGIBLE):
            yield from (f"{path.stem} at {width}: {found}" for found in page.evaluate(script))
        found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
        if found.violations_count:
            yield f"{path.stem} at {width}: {found.generate_report()}"
    page.set_viewport_size({"width": 760, "height": 900})  # as wide as the text on A4
    page.emulate_media(media="print")
    if page.locator("header form, #menu, footer, .to-menu").filter(visible=True).count():
        yield f"{path.stem}: paper has more than the text"
    if page.locator("main").filter(visible=True).count() != 1:
        yield f"{path.stem}: paper does not have the text"
    yield from (f"{path.stem} on paper: {found}" for found in page.evaluate(CUT_OFF))


def test_nothing_is_cut_off_and_axe_has_nothing_to_object_to(
        browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "simulation.html"
    game = ROOT / "tests" / "games" / "hear-say.variant"
    assert not main(["simulate", str(game), "--games", "60", "--full", "--format", "html"])
    report.write_text(capsys.readouterr().out)
    assert "<svg" in report.read_text()
    page = browser.new_page()
    assert [found for path in (*PAGES, report) for found in complaints(page, path)] == []
    page.close()


def test_the_search_finds_what_is_there_and_says_so_where_it_finds_nothing(
        browser: Browser) -> None:
    page = browser.new_page()
    page.goto((SITE / "index.html").as_uri())
    page.fill("#q", "faux pas")
    page.press("#q", "Enter")
    assert page.locator("#main p").first.inner_text().endswith("have “faux pas”:")
    links = page.locator("#main ol a")
    assert links.count() > 3
    assert page.input_value("#q") == "faux pas"
    links.first.click()
    assert "Faux Pas" in page.locator("main").inner_text()
    for query in ("no-such-word", "<script>alert(1)</script>", "(((", "%"):
        page.fill("#q", query)
        page.click("button")
        assert query in page.locator("#main p").first.inner_text()
    page.close()
