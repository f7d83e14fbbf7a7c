"""The pages: nothing from elsewhere, readable by everyone, and the same every time."""

from __future__ import annotations

import itertools
import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from variorum_dsl.diagnostics import explanations as pages
from variorum_dsl.files.libraries import library_file, library_names

from tests.paths import ROOT
from tests.variorum.pages import EDITIONS, loaded
from variorum.cli import main
from variorum.docs.manual import DOCUMENTS
from variorum.docs.site import EXTRAS, Extra, Site
from variorum.reports.blocks import Page, paragraph

HOSTILE = (
    "<script>alert(1)</script>", "[click](http://evil.example)", "![x](http://evil.example/x.png)",
    "<img src=x onerror=alert(1)>", "javascript:alert(1)", "http://evil.example/", "`code`",
    "</title></svg><script>", "' onmouseover='alert(1)", "| cell |", "# heading", "**bold**",
    "www.evil.example", "me@evil.example", "{{ 7 * 7 }}", "&lt;b&gt;",
)


class Seen(HTMLParser):
    """What is in a page, as a browser would understand it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.unclosed: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "rect", "path", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unclosed.append(tag)

    def of(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


@cache
def files() -> dict[str, str]:
    """The committed pages, which `variorum docs --check` holds against the rules elsewhere."""
    folder = ROOT / "generated_docs"
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in sorted(folder.rglob("*")) if path.is_file()}


CHECKS = [f"check-{code}" for code in pages.codes()]
PAIRS = [f"comparison-{a}-{b}" for a, b in itertools.combinations(sorted(EDITIONS), 2)]
HTML = [*(f"site/{name}{end}.html" for name in EDITIONS for end in ("", "-aid")),
        "site/index.html", "site/search.html", "site/checks.html", "site/comparison.html",
        *(f"site/{name}.html" for name in (*DOCUMENTS, *PAIRS, *CHECKS[:3]))]


def test_these_pages_are_made() -> None:
    assert set(HTML) | {"site/style.css", "README.md", "language.md", "checks.md"} <= set(files())
    for name in EDITIONS:
        assert {f"{name}.md", f"{name}-aid.md"} <= set(files())


@pytest.mark.parametrize("name", HTML)
def test_nothing_is_loaded_from_elsewhere_and_nothing_runs(name: str) -> None:
    seen = Seen(files()[name])
    assert not seen.of("iframe", "object", "embed", "img", "base")
    assert [form.get("action") for form in seen.of("form")] == ["search.html"]
    scripts = re.findall(r"(?s)<script>(.*?)</script>", files()[name])
    assert len(seen.of("script")) == len(scripts) == (name == "site/search.html")
    for script in scripts:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{digest}'" in files()[name]
    for _, attributes in seen.tags:
        assert not [each for each in attributes if each.startswith("on")]
        for key in ("href", "src", "xlink:href"):
            target = attributes.get(key) or ""
            assert ":" not in target
            assert not target.startswith("//")
            place, _, part = target.partition("#")
            assert not place or f"site/{place}" in files()
            if part and not place:
                assert any(other.get("id") == part for _, other in seen.tags), target
    assert "url(" not in files()["site/style.css"]
    assert "@import" not in files()["site/style.css"]


@pytest.mark.parametrize("name", HTML)
def test_pages_are_made_for_keyboards_and_screen_readers(name: str) -> None:
    seen = Seen(files()[name])
    assert not seen.unclosed
    assert not seen.open
    tags = [tag for tag, _ in seen.tags]
    for landmark in ("header", "main", "footer"):
        assert tags.count(landmark) == 1
    assert seen.of("html")[0]["lang"] == "en"
    assert seen.of("a")[0]["href"] == "#main"
    assert all(nav.get("aria-label") for nav in seen.of("nav"))
    assert all(cell.get("scope") in ("row", "col") for cell in seen.of("th"))
    levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    names = [attributes["id"] for _, attributes in seen.tags if "id" in attributes]
    assert len(names) == len(set(names))
    for position, (tag, attributes) in enumerate(seen.tags):
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-label"]
            assert seen.tags[position + 1][0] == "title"


def test_the_comparison_is_a_matrix_that_leads_to_every_pair() -> None:
    matrix, page = files()["comparison.md"], files()["site/comparison.html"]
    for name in PAIRS:
        assert f"]({name}.md)" in matrix
        assert f'href="{name}.html"' in page
        assert f'href="{name}.html"' not in files()["site/index.html"]
    assert 'href="comparison.html"' in files()["site/index.html"]
    assert "(comparison.md)" in files()["README.md"]
    assert "What becomes of the half point" in matrix


def test_pages_of_two_editions_carry_the_witnesses() -> None:
    page = files()["comparison-osprey-2018-quick-start.md"]
    assert "It can change who wins" in page
    assert "High Society (Osprey Games, 2018)" in page
    assert str(ROOT) not in "".join(files().values())


def test_one_edition_has_nothing_to_compare() -> None:
    made = Site([loaded("osprey-2018")], reference=False).files()
    assert not [name for name in made if "comparison" in name]


def test_light_dark_narrow_and_paper() -> None:
    style = files()["site/style.css"]
    for wanted in ("prefers-color-scheme: dark", "max-width: 36rem", "@media print",
                   ":focus-visible"):
        assert wanted in style
    assert all('name="viewport"' in files()[name] for name in HTML)


def test_cards_and_the_flow_of_a_round_are_drawn() -> None:
    page = files()["site/osprey-2018.html"]
    assert page.count('<svg class="face') == 10 + 1 + 3 + 11
    assert page.count('<svg class="flow"') == 1
    assert "Scandale (dark green background)" in page


def test_references_hold_the_whole_grammar_and_every_check() -> None:
    grammar = (ROOT / "dsl" / "variorum_dsl" / "grammar.lark").read_text("utf-8")
    for line in grammar.split("\n"):
        if line.strip() and not line.startswith("//"):
            assert line.rstrip() in files()["language.md"]
    for code in pages.codes():
        assert f"\n## {code}" in files()["checks.md"]
        assert f'href="check-{code}.html"' in files()["site/checks.html"]
        assert f"<h1>{code}" in files()[f"site/check-{code}.html"]


def test_every_document_for_people_is_a_page_and_the_menu_leads_to_it() -> None:
    written = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert set(DOCUMENTS) == written - {"architecture"}  # which is for those who change the toolkit
    for page in HTML:
        menu = files()[page].partition('<nav id="menu"')[2]
        for name in (*DOCUMENTS, *EDITIONS, "checks", "comparison"):
            assert f'href="{name}.html"' in menu


def test_every_procedure_of_a_library_is_explained() -> None:
    for name in library_names():
        page = files()[f"site/library-{name}.html"]
        file = library_file(name)
        assert file
        text = Path(file).read_text("utf-8")
        procedures = re.findall(r'(?m)^procedure ([\w-]+) "', text)
        assert procedures
        for procedure in procedures:
            assert f'<h2 id="{procedure}">' in page
        for parameter in re.findall(r"(?m)^ +(?:takes|gives) ([\w-]+) :", text):
            assert f"<code>{parameter}</code>" in page


def test_documents_lead_to_each_other() -> None:
    page = files()["site/tutorial.html"]
    assert '<a href="simulate.html">' in page
    part = re.search(r'<a href="language.html#([\w-]+)">', page)
    assert part
    assert f'id="{part[1]}"' in files()["site/language.html"]


def test_a_search_knows_the_words_of_every_page() -> None:
    page = files()["site/search.html"]
    named, parts = map(json.loads, re.findall(r"(?m)const (?:PAGES|PARTS) = (.*);$", page))
    assert {f"site/{name}.html" for name, _ in named} == {
        name for name in files() if name.endswith(".html")} - {
        "site/index.html", "site/search.html"}
    words = {named[number][0]: text for number, anchor, _, text in parts if anchor == "goal"}
    assert "highest status wins" in words["osprey-2018"]
    for number, anchor, heading, _ in parts:
        assert heading
        if anchor:
            assert f'id="{anchor}"' in files()[f"site/{named[number][0]}.html"]


def test_further_pages_find_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variorum.docs.site.EXTRAS", [
        *EXTRAS, lambda editions: [Extra(Page("further", "Further", blocks=[paragraph("x")]))],
    ])
    made = Site([loaded("osprey-2018")], reference=False).files()
    assert "further.md" in made
    assert 'href="further.html"' in made["site/index.html"]


# -------------------------------------------------------------------------------- strangers
def hostile_file(words: str) -> str:
    said = words.replace('"', "'")
    return f'''edition hostile "{said}"
published "{said}"                              see "{said}"
about "{said}"
players 2 to 3

kinds
  gem "{said}" has worth "{said}" may be dark "{said}"
  coin "coin {said}"

components
  in deck
    3 gem with worth 1 to 3
    1 gem ruby "{said}" with worth 5 marked dark
  in purse of each player
    4 coin

zones
  deck "{said}" holds gem, hidden, in order
  shop "{said} card" holds gem, open
  purse of each player "{said}" holds coin, secret
  bank "bank {said}" holds coin, open
  treasure of each player "{said}" holds gem, open

tracks
  starter "{said}" is a player

figures
  wealth "{said}" is count of purse

setup "{said}"
  shuffle deck

rounds "{said}" until deck is empty, using up deck
  move top of deck to shop
  starter chooses
    take "{said}", if purse of starter is not empty, picking 1 of purse of starter as price
      move price to bank
      move shop to treasure of starter
    leave "leave {said}"
      move shop to treasure of (left of starter)
  starter becomes left of starter

effect glow "{said}"
  when a ruby enters treasure of p
    nothing happens

end early "{said}" at once when count of gem outside deck is 4

scoring points "{said}"
  gems "{said}" add total worth of treasure

winner
  highest points
  then shared

option other "{said}"
  replace players 2

silent open-question "{said}?"                  see "{said}"
  assume this "{said}"
  or that "other {said}"
    replace players 3

always kept "{said}": count of shop is at most 1

example last "{said}"                           see "{said}"
  players ann, bo
  given
    treasure of ann holds gem 2
  when the game ends
  then
    winner ann
'''


@pytest.mark.parametrize("words", HOSTILE)
def test_printed_words_cannot_become_markup(words: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.variant"
    path.write_text(hostile_file(words), "utf-8")
    out = tmp_path / "out"
    assert main(["docs", str(path), "--out", str(out)]) == 0
    plain = tmp_path / "plain.variant"
    plain.write_text(hostile_file("plain words"), "utf-8")
    assert main(["docs", str(plain), "--out", str(tmp_path / "plain")]) == 0
    for name in ("index.html", "hostile.html", "hostile-aid.html"):
        seen = Seen((out / "site" / name).read_text("utf-8"))
        usual = Seen((tmp_path / "plain" / "site" / name).read_text("utf-8"))
        # The texts are others, but not what the page is made of. Long words take more lines.
        assert {tag for tag, _ in seen.tags} == {tag for tag, _ in usual.tags}
        assert not seen.unclosed
        assert [a.get("href") for a in seen.of("a", "link")] == [
            a.get("href") for a in usual.of("a", "link")]
        keys = {key for _, attributes in seen.tags for key in attributes}
        assert keys == {key for _, attributes in usual.tags for key in attributes}
    for name in ("README.md", "hostile.md", "hostile-aid.md"):
        text = (out / name).read_text("utf-8")
        text = re.sub(r"</?sub>|<!-- [^<>]* -->", "", text)
        assert "<" not in text.replace("\\<", "")
        assert not re.search(r"(?i)https?://|www\.|javascript:|[\w]@[\w]", text)
        links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
        assert all(re.fullmatch(r"hostile(?:-aid)?\.md", link) for link in links)
        assert not re.search(r"(?<!\\)`code(?<!\\)`", text)
