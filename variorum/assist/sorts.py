"""The sorts of names in the words, icons and colours of an editor."""

from __future__ import annotations

from variorum_dsl.lowering.uses import Sort

# LSP numbers its kinds of symbols and of completions, each in a way of its own.
_MODULE, _NAMESPACE, _CLASS, _METHOD, _PROPERTY, _FIELD = 2, 3, 5, 6, 7, 8
_ENUM, _INTERFACE, _FUNCTION, _VARIABLE, _CONSTANT, _STRING = 10, 11, 12, 13, 14, 15
_OBJECT, _KEY, _MEMBER, _STRUCT, _EVENT = 19, 20, 22, 23, 24

SYMBOL_KINDS: dict[Sort, int] = {
    "kind": _CLASS, "mark": _PROPERTY, "card": _STRUCT, "attribute": _FIELD, "member": _MEMBER,
    "zone": _OBJECT, "track": _VARIABLE, "dummy": _OBJECT, "figure": _FUNCTION,
    "scoring": _FUNCTION, "step": _METHOD, "stage": _NAMESPACE, "effect": _EVENT,
    "procedure": _FUNCTION, "parameter": _VARIABLE, "local": _VARIABLE, "choice": _ENUM,
    "line": _KEY, "end": _EVENT, "always": _INTERFACE, "option": _MODULE, "silence": _STRING,
    "reading": _MEMBER, "example": _METHOD, "player": _CONSTANT, "game": _MODULE,
    "library": _MODULE,
}
TEXT, KEYWORD = 1, 14
COMPLETION_KINDS: dict[Sort, int] = {
    "kind": 7, "mark": 10, "card": 22, "attribute": 5, "member": 20, "zone": 6, "track": 6,
    "dummy": 6, "figure": 3, "scoring": 3, "step": 2, "stage": 9, "effect": 23, "procedure": 3,
    "parameter": 6, "local": 6, "choice": 13, "line": 18, "end": 23, "always": 8, "option": 9,
    "silence": 1, "reading": 20, "example": 2, "player": 21, "game": 9, "library": 9,
}
# The colours are standard ones, so that every theme has them.
COLOURS: dict[Sort, str] = {
    "kind": "class", "mark": "property", "card": "class", "attribute": "property",
    "member": "enumMember", "zone": "namespace", "track": "variable", "dummy": "variable",
    "figure": "function", "scoring": "function", "step": "method", "stage": "namespace",
    "effect": "event", "procedure": "function", "parameter": "parameter", "local": "variable",
    "choice": "enumMember", "line": "macro", "end": "event", "always": "interface",
    "option": "enum", "silence": "enum", "reading": "enumMember", "example": "method",
    "player": "variable", "game": "namespace", "library": "namespace",
}
CALLED: dict[Sort, str] = {
    "kind": "kind of card", "mark": "mark of a card", "card": "card", "attribute": "attribute",
    "member": "member of an attribute", "zone": "zone", "track": "track", "dummy": "dummy",
    "figure": "figure", "scoring": "scoring", "step": "step of a scoring", "stage": "stage",
    "effect": "effect", "procedure": "procedure", "parameter": "parameter",
    "local": "made by the lines", "choice": "choice", "line": "name of a line",
    "end": "end of the game", "always": "promise", "option": "option", "silence": "open question",
    "reading": "reading", "example": "example", "player": "player of an example",
    "game": "edition", "library": "library",
}
