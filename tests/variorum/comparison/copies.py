"""Copies of a rule file that mean the same: renamed, put in another order, laid out anew."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.files.loader import Loaded, load_text
from variorum_dsl.model.node import Node, content_fields
from variorum_dsl.printer.document import print_document

from variorum.files.editions import edition_path

# Fields that hold printed words, and names that belong to a library.
WORDS = ("one", "many", "heading", "question", "text", "title", "reason", "operation", "sight",
         "stage", "time", "extreme", "comparison", "form", "everyone", "tied", "type", "word",
         "section", "side")
DECLARED = (m.Kind, m.Attribute, m.Mark, m.Zone, m.Track, m.Figure, m.Scoring, m.End, m.Effect,
            m.Component)


# Everything else that has a name of its own in a file; keys of edits follow some of these, so that
# only files without such edits can have all of it renamed.
LOCAL = (m.Let, m.LocalFigure, m.ForEach, m.Turns, m.Together, m.Picking, m.Those, m.Procedure,
         m.Parameter, m.Stage, m.Step, m.Option, m.Silent, m.Reading, m.Choice, m.Always)


def names_of(document: m.Document, *, everything: bool = False) -> dict[str, str]:
    """A new name for everything that a file declares; members of attributes too."""
    found: dict[str, str] = {}
    for node in m.walk(document):
        if isinstance(node, (*DECLARED, *LOCAL) if everything else DECLARED) and node.name and (
                node.name != getattr(node, "stage", "")):
            found[node.name] = f"x-{node.name}"
        if everything and isinstance(node, m.Attribute):
            found.update({member: f"x-{member}" for member in node.members})
        if everything and isinstance(node, m.Call):
            found.update({name: f"x-{name}" for name in node.giving})
        if everything and getattr(node, "label", ""):
            found[node.label] = f"x-{node.label}"
    return found


def renamed(node: Any, names: dict[str, str], own: Collection[str] = ()) -> Any:
    """The same with other names. `own` procedures have parameters that are renamed as well; those
    of libraries keep theirs."""
    changes: dict[str, Any] = {}
    if isinstance(node, m.Call):
        changes["procedure"] = names.get(node.procedure, node.procedure)
        changes["giving"] = tuple(names.get(each, each) for each in node.giving)
        changes["label"] = names.get(node.label, node.label)
        changes["arguments"] = tuple(
            argument.but(name=names.get(argument.name, argument.name)
                         if node.procedure in own else argument.name,
                         value=renamed(argument.value, names, own))
            for argument in node.arguments)
        return node.but(**changes)
    if isinstance(node, m.Track):
        changes["type"] = names.get(node.type, node.type)
    if isinstance(node, m.Values) and node.word:
        return node.but(word=names.get(node.word, node.word))
    for field in content_fields(node):
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = renamed(value, names, own)
        elif type(value) is tuple and field not in ("at", "when_at"):
            changes[field] = tuple(
                renamed(each, names, own) if isinstance(each, Node)
                else names.get(each, each) if isinstance(each, str) else each for each in value
            )
        elif isinstance(value, str) and field not in WORDS and not (
            isinstance(node, m.Parameter) and field == "name" and not own
        ) and not isinstance(node, m.Document):
            changes[field] = names.get(value, value)
    return node.but(**changes)


def with_other_words(node: Any, *, everything: bool = False) -> Any:
    """The same, with another printed word for every noun, or for everything that is printed."""
    changes: dict[str, Any] = {}
    for field in content_fields(node):
        value = getattr(node, field)
        if isinstance(value, m.Words) and (everything or (
            isinstance(node, DECLARED) and not isinstance(node, m.End | m.Effect)
        )):
            changes[field] = m.Words(one=f"other {value.one}", many="")
        elif isinstance(value, Node):
            changes[field] = with_other_words(value, everything=everything)
        elif type(value) is tuple and field not in ("at", "when_at"):
            changes[field] = tuple(
                with_other_words(each, everything=everything) if isinstance(each, Node) else each
                for each in value)
        elif field in ("question", "title") and everything and value:
            changes[field] = f"Other {value}"
    if everything and isinstance(node, DECLARED) and "words" in content_fields(node) and (
            node.words is None):
        changes["words"] = m.Words(one=f"other {node.name.replace('-', ' ')}", many="")
    return node.but(**changes)


def reordered(node: Any, *, everything: bool = False) -> Any:
    """Declarations, component lines, choices and cases that exclude each other the other way
    round; with `everything`, also whole sections and steps that may change places."""
    changes: dict[str, Any] = {}
    for field in content_fields(node):
        value = getattr(node, field)
        if isinstance(value, Node):
            changes[field] = reordered(value, everything=everything)
        elif type(value) is tuple and value and isinstance(value[0], Node):
            parts = tuple(reordered(each, everything=everything) for each in value)
            turned = (isinstance(node, m.Zones | m.Tracks | m.Components | m.Pile)
                      or (isinstance(node, m.Depending) and not everything)
                      or (isinstance(node, m.Figures) and everything)
                      or (isinstance(node, m.Chooses) and field == "choices"))
            if everything and isinstance(node, m.Document):
                parts = _sections(parts)
            elif everything and isinstance(node, m.Scoring) and field == "steps":
                parts = _steps(parts)
            changes[field] = parts[::-1] if turned and field != "cites" else parts
    return node.but(**changes)


def _sections(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is played stays in its order; everything else may stand anywhere."""
    head = [item for item in items if isinstance(item, m.Published | m.Seats | m.Uses)]
    kept = [item for item in items if isinstance(item, m.Stage | m.Effect)]
    rest = [item for item in items if item not in head and item not in kept]
    return (*head, *reversed(rest), *kept)


def _steps(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """Neighbours that only add and subtract change places."""
    found = list(steps)
    for place in range(len(found) - 1):
        if all(step.operation in ("add", "subtract") and not step.rounded
               for step in found[place : place + 2]):
            found[place : place + 2] = found[place : place + 2][::-1]
    return tuple(found)


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


def everything_else(document: m.Document) -> Any:
    """Every name and every printed word is another one, and what may move has moved."""
    own = {item.name for item in document.items if isinstance(item, m.Procedure)}
    copy = renamed(document, names_of(document, everything=True), own)
    copy = with_other_words(reordered(copy, everything=True), everything=True)
    return copy.but(name="copied", title="A copy")
