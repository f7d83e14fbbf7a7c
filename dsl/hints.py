"""The names that annotations are made of, without what it takes to load `typing`.

A check is over in a fraction of a second, and loading `typing` would be a noticeable part of it,
although nobody looks at an annotation while a program runs. Type checkers see the real thing;
so does `dsl/schema.py`, which makes models out of the annotations.
"""

from __future__ import annotations

__all__ = ["TYPE_CHECKING", "Any", "ClassVar", "Literal", "TextIO", "dataclass_transform"]

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal, TextIO, dataclass_transform
else:
    Any = ClassVar = TextIO = object

    class Literal:
        """One of some words."""

        def __init__(self, words):
            self.words = words

        def __class_getitem__(cls, words):
            return cls(words if isinstance(words, tuple) else (words,))

        def __get_pydantic_core_schema__(self, _source, _handler):
            from pydantic_core.core_schema import literal_schema

            return literal_schema(list(self.words))

    def dataclass_transform(**_about):
        """What a type checker should know of a class; nothing happens to it."""
        return lambda cls: cls
