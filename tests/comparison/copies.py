"""Copies of a rule file that mean the same: renamed, put in another order, laid out anew."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from dsl.loading import Loaded, load_text
from dsl.model.node import Node
from dsl.printer import print_document
from variorum.bundled import edition_path

# Fields that hold printed words, and names that belong to a library.
WORDS = ("one", "many", "heading", "question", "text", "title", "reason", "operation", "sight",
         "stage", "time", "extreme", "comparison", "form", "everyone", "tied", "type", "word")
DECLARED = (m.Kind, m.Attribute, m.Mark, m.Zone, m.Track, m.Figure, m.Scoring, m.End, m.Effect,
            m.Component)


def names_of(document: m.Document) -> dict[str, str]:
    """A new name for everything that a file declares; members of attributes too."""
    found: dict[str, str] = {}
    for node in m.walk(document):
        if isinstance(node, DECLARED) and node.name:
            found[node.name] = f"x-{node.name}"
    return found


def renamed(node: Any, names: dict[str, str]) -> Any:
    changes: dict[str, Any] = {}
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = renamed(value, names)
        elif type(value) is tuple and field not in ("at", "when_at"):
            changes[field] = tuple(
                renamed(each, names) if isinstance(each, Node)
                else names.get(each, each) if isinstance(each, str) else each for each in value
            )
        elif isinstance(value, str) and field not in WORDS and not (
            isinstance(node, m.Argument | m.Parameter) and field == "name"
        ) and not isinstance(node, m.Document):
            changes[field] = names.get(value, value)
    return node.but(**changes)


def with_other_words(node: Any) -> Any:
    """The same, with another printed word for every noun."""
    changes: dict[str, Any] = {}
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, m.Words) and isinstance(node, DECLARED) and not isinstance(
            node, m.End | m.Effect
        ):
            changes[field] = m.Words(one=f"other {value.one}", many="")
        elif isinstance(value, Node):
            changes[field] = with_other_words(value)
        elif type(value) is tuple and field not in ("at", "when_at"):
            changes[field] = tuple(with_other_words(each) if isinstance(each, Node) else each
                                   for each in value)
    return node.but(**changes)


def reordered(node: Any) -> Any:
    """Declarations, component lines, cases and choices the other way round."""
    changes: dict[str, Any] = {}
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = reordered(value)
        elif type(value) is tuple and value and isinstance(value[0], Node):
            parts = tuple(reordered(each) for each in value)
            turned = (isinstance(node, m.Zones | m.Tracks | m.Components | m.Pile | m.Depending)
                      or (isinstance(node, m.Chooses) and field == "choices"))
            changes[field] = parts[::-1] if turned and field != "cites" else parts
    return node.but(**changes)


def without_examples(document: m.Document) -> m.Document:
    items: list[Any] = []
    for item in document.items:
        if isinstance(item, m.Option):
            item = item.but(lines=tuple(
                line for line in item.lines if not isinstance(line, m.Example)))
        if not isinstance(item, m.Example):
            items.append(item)
    return document.but(items=tuple(items))  # type: ignore[no-any-return]


def copied(loaded: Loaded, *changes: Any, folder: str = "") -> Loaded:
    """The file after some changes, written down and read again."""
    document = without_examples(loaded.document)  # type: ignore[arg-type]
    for change in changes:
        document = change(document)
    text = print_document(document)
    found = load_text(text, f"{folder}copy of {document.name}.variant", edition_path)
    assert not [problem for problem in found.problems if problem.severity == "error"], text
    return found


def rename_all(document: m.Document) -> Any:
    return renamed(document, names_of(document))
