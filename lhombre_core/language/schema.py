"""The JSON Schemas of variant files and patches, generated from the model.

A file may be partial, since it inherits: only its id is required. Whether a variant is complete,
coherent and sourced is judged by `check`. `variants/schema/` is written by `scripts/tools/pages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from lhombre_core.language.resolve.like import LIKE, PLACES, REMOVES
from lhombre_core.rules.apparatus import Patch
from lhombre_core.rules.data.shape import (
    NONE,
    AnyShape,
    BoolShape,
    Field,
    FractionShape,
    IntShape,
    MappingShape,
    NumberShape,
    OptionShape,
    RecordShape,
    SetShape,
    Shape,
    TextShape,
    TupleShape,
    WordShape,
    shape_of,
)
from lhombre_core.rules.variant import RuleSet

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_FRACTION = "^[-+]?[0-9]+(/0*[1-9][0-9]*)?$"
_NAME = r"^[A-Za-z][A-Za-z0-9_-]*$"
_SIMPLE: Mapping[type, Schema] = {
    AnyShape: {"type": ["string", "integer", "boolean", "object", "array"]},
    TextShape: {"type": "string", "pattern": r"\S"},
    BoolShape: {"type": "boolean"},
    IntShape: {"type": "integer"},
    NumberShape: {"type": ["integer", "string"], "pattern": _NAME, "not": {"const": NONE}},
    FractionShape: {"type": ["integer", "string"], "pattern": _FRACTION},
}
_PATHS: Schema = {"type": "array", "items": {"type": "string", "minLength": 1}}


def variant_schema() -> Schema:
    """Return the schema of a variant file or of a file of `base/`."""
    writer = _Writer()
    root = writer.record(shape_of(RuleSet), ())
    root["properties"][REMOVES] = _described(
        REMOVES, "rule paths that are taken out of what the parent has, before anything is added"
    ) | dict(_PATHS)
    root["required"] = ["identity"]
    writer.definitions["Identity"]["required"] = ["id"]
    return {
        "$schema": DIALECT,
        "title": "A variant of L'Hombre",
        "description": "The rules of one variant as data, or what it has otherwise than its parent",
        **root,
        "$defs": dict(sorted(writer.definitions.items())),
    }


def patch_schema() -> Schema:
    """Return the schema of a patch."""
    writer = _Writer()
    root = writer.record(shape_of(Patch), None)
    root["required"] = ["id", "summary"]
    return {
        "$schema": DIALECT,
        "title": "A patch",
        "description": "A few values that are laid over the rules of a variant by name",
        **root,
    }


def _described(key: str, description: str) -> Schema:
    return {"title": key.replace("_", " ").capitalize(), "description": description}


class _Writer:
    """Writes shapes as schemas; each record and word list once, under `definitions`.

    A path is where a shape stands in a variant file, and None outside of one.
    """

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def record(self, shape: Shape, path: tuple[str, ...] | None) -> Schema:
        """Return the schema of a dataclass, written out."""
        if not isinstance(shape, RecordShape):
            message = f"expected a record, not {shape!r}"
            raise TypeError(message)
        below = {key: None if path is None else (*path, key) for key in shape.fields}
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {key: self.field(part, below[key]) for key, part in shape.fields.items()},
        }

    def field(self, part: Field, path: tuple[str, ...] | None) -> Schema:
        """Return the schema of a field, with its title and description."""
        inner = self.value(part.shape, path)
        described = _described(part.key, part.description)
        if words := _words(part.shape):
            described["description"] += ". " + "; ".join(f"{w}: {doc}" for w, doc in words.items())
        return described | inner

    def value(self, shape: Shape, path: tuple[str, ...] | None) -> Schema:
        """Return the schema of a value."""
        if type(shape) in _SIMPLE:
            return dict(_SIMPLE[type(shape)])
        match shape:
            case WordShape():
                return {"type": "string", "enum": shape.words}
            case OptionShape(inner):
                return _or_none(self.value(inner, path))
            case TupleShape(item):
                return {"type": "array", "items": self.value(item, None)}
            case SetShape(member):
                return self.keyed(member, {"type": "boolean"})
            case MappingShape(key, item):
                return self.keyed(key, self.entry(item, path))
            case RecordShape(kind, _):
                return self.reference(kind.__name__, shape, path)
            case _:
                message = f"no schema for {shape!r}"
                raise TypeError(message)

    def keyed(self, key: WordShape | TextShape, item: Schema) -> Schema:
        """Return the schema of a mapping of keys to values of one schema."""
        if isinstance(key, WordShape):
            words = {word: {"description": key.members[word].doc} | item for word in key.words}
            return {"type": "object", "additionalProperties": False, "properties": words}
        return {"type": "object", "additionalProperties": item}

    def entry(self, shape: Shape, path: tuple[str, ...] | None) -> Schema:
        """Return the schema of an entry of a mapping, which in places may be like another."""
        if path not in PLACES or not isinstance(shape, RecordShape):
            return self.value(shape, path)
        name = f"{shape.kind.__name__}Entry"
        if name not in self.definitions:
            self.definitions[name] = {}
            record = self.record(shape, path)
            like = "the key of another entry, whose values this one has unless it states its own"
            removes = "paths inside the entry that are not taken over from the one it is like"
            record["properties"] |= {
                LIKE: _described(LIKE, like) | {"type": "string"},
                REMOVES: _described(REMOVES, removes) | dict(_PATHS),
            }
            self.definitions[name] = record
        return {"$ref": f"#/$defs/{name}"}

    def reference(self, name: str, shape: RecordShape, path: tuple[str, ...] | None) -> Schema:
        """Return a reference to a record, which is written out once."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.record(shape, path)
        return {"$ref": f"#/$defs/{name}"}


def _words(shape: Shape) -> Mapping[str, str]:
    """Return the words that may stand in a place, with what they mean."""
    match shape:
        case OptionShape(inner) | MappingShape(_, inner):
            return _words(inner)
        case WordShape():
            return {word: member.doc for word, member in shape.members.items()}
        case _:
            return {}


def _or_none(schema: Schema) -> Schema:
    """Return a schema that takes the word `none` besides."""
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], NONE]}
    kinds = schema.get("type")
    if kinds == "string":
        return schema
    return {"if": {"type": "string"}, "then": _none_or_text(schema), "else": schema}


def _none_or_text(schema: Schema) -> Schema:
    kinds = schema.get("type", [])
    if "string" not in kinds:
        return {"const": NONE}
    return {"pattern": schema["pattern"]} if "pattern" in schema else {}
