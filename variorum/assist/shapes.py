"""The shapes of the Language Server Protocol that are used here, as plain dictionaries."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Encoding = Literal["utf-8", "utf-16", "utf-32"]


class Position(TypedDict):
    """A line and a distance in it, from 0, in units of the agreed encoding."""

    line: int
    character: int


class Range(TypedDict):
    start: Position
    end: Position


class Location(TypedDict):
    uri: str
    range: Range


class TextEdit(TypedDict):
    range: Range
    newText: str


class WorkspaceEdit(TypedDict):
    changes: dict[str, list[TextEdit]]


class Related(TypedDict):
    location: Location
    message: str


class Link(TypedDict):
    href: str


class Finding(TypedDict):
    """A diagnostic."""

    range: Range
    severity: int
    code: str
    source: str
    message: str
    codeDescription: NotRequired[Link]
    relatedInformation: NotRequired[list[Related]]
    tags: NotRequired[list[int]]


class Markup(TypedDict):
    kind: Literal["markdown"]
    value: str


class Hover(TypedDict):
    contents: Markup
    range: Range


class Completion(TypedDict):
    label: str
    kind: int
    detail: str
    sortText: str
    textEdit: TextEdit


class Renaming(TypedDict):
    range: Range
    placeholder: str


class Highlight(TypedDict):
    range: Range
    kind: int


class Command(TypedDict):
    title: str
    command: str
    arguments: list[str]


class Action(TypedDict):
    title: str
    kind: str
    edit: WorkspaceEdit
    isPreferred: NotRequired[bool]
    diagnostics: NotRequired[list[Finding]]


class Outline(TypedDict):
    """A symbol of a document, with those inside of it."""

    name: str
    detail: str
    kind: int
    range: Range
    selectionRange: Range
    children: list[Outline]


class Named(TypedDict):
    """A symbol of any document."""

    name: str
    kind: int
    location: Location
    containerName: str


class Fold(TypedDict):
    startLine: int
    endLine: int
    kind: Literal["region", "comment"]


class Tokens(TypedDict):
    data: list[int]


class Hint(TypedDict):
    position: Position
    label: str
    kind: int
    paddingLeft: bool
    tooltip: str


class Lens(TypedDict):
    range: Range
    data: NotRequired[Command]
    command: NotRequired[Command]
