"""Records as JSON in both directions, and the JSON Schema, by pydantic over the records themselves.

Every object says in `node` what it is; fields with their usual value are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, core_schema

from variorum_dsl.diagnostics.sanitizer import clean, clean_json
from variorum_dsl.model import BY_NODE, Document, Node
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import members, word

TITLE = "A rule file of Variorum, as it is written (document) or resolved (game)"
Whole = Annotated[Document | Game, BY_NODE]


class NotAModel(ValueError):
    """The JSON is not that of a rule file; the message says where it differs."""


# ------------------------------------------------------------------ what pydantic asks the model
def tagged(cls: type[Node], handler: GetCoreSchemaHandler) -> CoreSchema:
    """A record with the field `node` in front, which only JSON has."""
    schema = handler(cls)
    record: Any = handler.resolve_ref_schema(schema)
    arguments = record["schema"]
    if arguments["fields"][0]["name"] != "node":  # a record that holds itself is asked for twice
        tag = core_schema.dataclass_field(
            "node", core_schema.literal_schema([word(cls)]), init_only=True, kw_only=True
        )
        arguments["fields"].insert(0, tag)
        record["serialization"] = core_schema.wrap_serializer_function_ser_schema(_with_tag)
    return schema


def _with_tag(record: Node, inner: Callable[[Node], dict[str, object]]) -> dict[str, object]:
    return {"node": record.node, **inner(record)}


def discriminated(union: object, handler: GetCoreSchemaHandler) -> CoreSchema:
    """One of several records; `node` says which."""
    return core_schema.tagged_union_schema(
        {word(cls): handler.generate_schema(cls) for cls in members(union)}, discriminator="node"
    )


# ------------------------------------------------------------------------------ both directions
@cache
def _adapter() -> TypeAdapter[Document | Game]:
    return TypeAdapter(Whole)


def to_json(whole: Document | Game) -> str:
    """A document or a game as JSON."""
    made = _adapter().dump_json(whole, indent=2, exclude_defaults=True).decode()
    return clean_json(made) + "\n"


def from_json(text: str | bytes) -> Document | Game:
    """The document or game that `to_json` wrote."""
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = " / ".join(str(step) for step in first["loc"]) or "at the start"
        raise NotAModel(f"{clean(where)}: {clean(first['msg'])}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what `to_json` writes."""
    schema = _adapter().json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": TITLE, **schema}
