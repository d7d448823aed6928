"""The reference page of the rule language, generated from the model."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.rules.apparatus import Patch, Source
from lhombre_core.rules.data.shape import (
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
from lhombre_core.rules.variant import LANGUAGE, RuleSet

_OPENING = f"""\
# The rule language

<!-- Generated from lhombre_core/rules by `python -m pages rule-language`. -->

Version {LANGUAGE}. A variant is one YAML file. Its sections stand in the order of the game; a path
such as `contracts.solo.price.number` names one rule in every report, error and comparison.

## How values are written

| what | how |
|---|---|
| a word | one of the words listed with the field |
| text | as it is; in quotes if it would read as a number |
| a whole number | `5` |
| a number | a whole number, or the name of a parameter of `stakes.parameters` |
| a fraction | a whole number, or `1/2` |
| nothing | `none`, where the table says "or none"; null is an error everywhere |
| a set | a mapping of its members to `true`; `false` takes out what a parent has |
| a list | `[3, 3, 3]`; a child's list takes the place of its parent's |
| a mapping | by key; a child's keys are merged into its parent's |

## How a file is completed

- `identity.extends: base/three-hand` takes over the values of one parent, by its path below
  `variants/`.
- `removes: [path, …]` takes rules out of what the parent has, before anything is added.
- `like: key`, in an entry of `contracts`, `settlement` or `stakes.opening`, takes over the values
  of another entry, as they are in the end; `removes` in the entry takes parts of it out.
- `set` of a reading or patch puts a value in the place of what is at a path; `remove` takes it out.

Values inherit from any parent. Names do not, nor does the apparatus, except from a file of `base/`.
A field that is not marked "may be left out" is stated by every variant, by itself or by a parent.
"""


def page() -> str:
    """Return the page as Markdown."""
    parts = [_OPENING]
    root = shape_of(RuleSet)
    seen: set[str] = set()
    if isinstance(root, RecordShape):
        parts += [_section(part, seen) for part in root.fields.values()]
    parts.append(_standalone("A patch", "One file each below `variants/patches/`.", Patch, seen))
    sources = "The entries of `variants/sources/sources.yaml`, by id."
    parts.append(_standalone("A source", sources, Source, seen))
    return "\n".join(parts)


def _section(part: Field, seen: set[str]) -> str:
    head = f"## {part.key}\n\n{_sentence(part.description)}\n"
    return "\n".join([head, *_bodies(part.shape, part.key, seen, level=3, entry=False)])


def _standalone(title: str, text: str, kind: type, seen: set[str]) -> str:
    body = _bodies(shape_of(kind), title, seen, level=3, entry=False)
    return "\n".join([f"## {title}\n\n{text}\n", *body])


def _bodies(shape: Shape, path: str, seen: set[str], *, level: int, entry: bool) -> Iterator[str]:
    """Return the tables of a shape and of all that stand in it, each record once."""
    match shape:
        case OptionShape(inner):
            yield from _bodies(inner, path, seen, level=level, entry=entry)
        case TupleShape(item) | MappingShape(_, item):
            yield from _words(shape)
            yield from _bodies(item, f"{path}.…", seen, level=level, entry=True)
        case SetShape():
            yield from _words(shape)
        case RecordShape(kind, parts):
            if kind.__name__ in seen:
                return
            seen.add(kind.__name__)
            if entry or path.count("."):
                yield f"{'#' * level} {path}\n\n{_sentence(_first_line(kind))}\n"
            yield _table(shape)
            yield from _lists(shape)
            for key, part in parts.items():
                yield from _bodies(part.shape, f"{path}.{key}", seen, level=level, entry=False)
        case _:
            return


def _table(shape: RecordShape) -> str:
    rows = [
        f"| `{key}` | {_sentence(part.description)}{_optional(part)} | {_how(part.shape)} |"
        for key, part in shape.fields.items()
    ]
    return "\n".join(["| key | what it says | value |", "|---|---|---|", *rows, ""])


def _optional(part: Field) -> str:
    return "" if part.required else " May be left out."


def _lists(shape: RecordShape) -> Iterator[str]:
    """Return the word lists of a record's own fields."""
    for key, part in shape.fields.items():
        inner = part.shape
        while isinstance(inner, OptionShape | MappingShape):
            inner = inner.inner if isinstance(inner, OptionShape) else inner.item
        if isinstance(inner, WordShape):
            yield _list(f"`{key}`", inner)


def _words(shape: Shape) -> Iterator[str]:
    if isinstance(shape, MappingShape) and isinstance(shape.key, WordShape):
        yield _list("keys", shape.key)
    if isinstance(shape, SetShape) and isinstance(shape.member, WordShape):
        yield _list("members", shape.member)


def _list(what: str, shape: WordShape) -> str:
    rows = [f"- `{word}`: {member.doc}" for word, member in shape.members.items()]
    return "\n".join([f"Words of {what}:\n", *rows, ""])


def _how(shape: Shape) -> str:
    simple = {
        AnyShape: "any value",
        TextShape: "text",
        BoolShape: "`true` or `false`",
        IntShape: "a whole number",
        NumberShape: "a number",
        FractionShape: "a fraction",
        WordShape: "a word",
        RecordShape: "a mapping",
    }
    match shape:
        case OptionShape(inner):
            return f"{_how(inner)}, or none"
        case SetShape(member):
            return "a set of " + ("words" if isinstance(member, WordShape) else "names")
        case TupleShape(item):
            return f"a list: {_how(item)} each"
        case MappingShape(_, item):
            return f"by key, {_how(item)} each"
        case _:
            return simple[type(shape)]


def _sentence(text: str) -> str:
    """Return a description as a sentence in a cell of a table."""
    text = text.replace("|", "\\|").strip()
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]
