"""The project's own documents: Markdown in, a page of blocks out.

Links that lead to another document lead to its page; those that lead anywhere else stay plain text,
because a page loads nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from variorum.reports.blocks import (
    Block,
    Code,
    Emphasis,
    Item,
    Link,
    Listing,
    Look,
    Page,
    Paragraph,
    Preformatted,
    Row,
    Section,
    Span,
    Strong,
    Table,
    Words,
    paragraph,
    plain,
)

_LABELS: dict[str, tuple[str, Look]] = {
    "bad": ("With the mistake", "bad"), "good": ("Mended", "good")}


def page_of(name: str, text: str, names: frozenset[str]) -> Page:
    """A document whose first line is its title; `names` are those of all pages it may lead to."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text))
    reader = _Reader(names)
    first, *rest = tree.children
    title = plain(reader.words(first))
    start = next((n for n, node in enumerate(rest) if node.type == "heading"), len(rest))
    return Page(name, title, blocks=list(reader.blocks(rest[:start], title)),
                sections=reader.sections(rest[start:]), kind="reference")


class _Reader:
    """Nodes of a document as blocks; it knows the names of the pages that a link may lead to."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def sections(self, nodes: Sequence[SyntaxTreeNode]) -> list[Section]:
        """Nodes that begin with a heading, as sections inside each other."""
        found = []
        start = 0
        while start < len(nodes):
            title = plain(self.words(nodes[start]))
            end = _until(nodes, start, nodes[start].tag)
            below = _until(nodes, start, "h6")
            found.append(Section(title, list(self.blocks(nodes[start + 1 : below], title)),
                                 sections=self.sections(nodes[below:end])))
            start = end
        return found

    def blocks(self, nodes: Sequence[SyntaxTreeNode], title: str) -> Iterator[Block]:
        for node in nodes:
            match node.type:
                case "paragraph":
                    yield Paragraph((Item(self.words(node)),))
                case "fence" | "code_block":
                    language = node.info.strip()
                    if language in _LABELS:
                        yield paragraph(*_LABELS[language])
                        language = "variant"
                    yield Preformatted(node.content.removesuffix("\n").split("\n"), language)
                case "bullet_list" | "ordered_list":
                    yield Listing(self.items(node), ordered=node.type == "ordered_list")
                case "table":
                    yield self.table(node, title)
                case "html_block":
                    continue  # a remark to those who write
                case other:
                    raise ValueError(f"a page has no block for {other}")

    def items(self, node: SyntaxTreeNode) -> list[Item]:
        found = []
        for entry in node.children:
            first, *rest = entry.children
            children: list[Item] = []
            for each in rest:
                if each.type not in ("bullet_list", "ordered_list"):
                    raise ValueError(f"a list has no room for {each.type}")
                children += self.items(each)
            found.append(Item(self.words(first), children=children,
                              ordered=any(each.type == "ordered_list" for each in rest)))
        return found

    def table(self, node: SyntaxTreeNode, title: str) -> Table:
        head, *bodies = node.children
        return Table(title, [plain(self.words(cell)) for cell in head.children[0].children],
                     [Row([self.words(cell) for cell in row.children])
                      for body in bodies for row in body.children], bare=True)

    def words(self, node: SyntaxTreeNode) -> Words:
        return tuple(span for inline in node.children for each in inline.children
                     for span in self.spans(each))

    def spans(self, node: SyntaxTreeNode) -> Iterator[Span]:
        match node.type:
            case "text":
                yield node.content
            case "softbreak" | "hardbreak":
                yield " "
            case "code_inline":
                yield Code(node.content)
            case "strong":
                yield Strong(self.text(node))
            case "em":
                yield Emphasis(self.text(node))
            case "link":
                place, _, part = str(node.attrs["href"]).partition("#")
                name = place.removesuffix(".md")
                if not place or name in self.names:
                    yield Link(self.text(node), name, part)
                else:
                    for child in node.children:
                        yield from self.spans(child)
            case other:
                raise ValueError(f"a line has no room for {other}")

    def text(self, node: SyntaxTreeNode) -> str:
        return plain(tuple(span for child in node.children for span in self.spans(child)))


def _until(nodes: Sequence[SyntaxTreeNode], start: int, level: str) -> int:
    """Where the next heading of this level or above it stands."""
    return next((n for n in range(start + 1, len(nodes))
                 if nodes[n].type == "heading" and nodes[n].tag <= level), len(nodes))
