"""Coherence of names: the id of a variant, and the keys of paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.yaml.tree import Tree

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEY = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
_KEYED = (
    ("contracts",),
    ("settlement",),
    ("stakes", "parameters"),
    ("stakes", "pools"),
    ("stakes", "opening"),
    ("stakes", "occasions"),
)


def the_id_is_kebab_case_and_the_name_of_the_file(resolved: Resolved) -> Iterator[Fault]:
    """Check that a variant has an id of the right form, which is the name of its file."""
    name = resolved.rules.identity.id
    if not _ID.fullmatch(name):
        message = f"{quoted(name)}; expected small letters and digits, parted by -"
        yield resolved.fault("identity.id", message)
    elif PurePosixPath(resolved.file.replace("\\", "/")).stem != name:
        message = f"the file of {name} is called {name}.yaml; expected the name of this file"
        yield resolved.fault("identity.id", message)
    for alias in sorted(resolved.rules.identity.aliases):
        if not _ID.fullmatch(alias) or alias == name:
            message = f"{quoted(alias)}; expected another id"
            yield resolved.fault(f"identity.aliases.{alias}", message, key=True)


def keys_can_stand_in_paths(resolved: Resolved) -> Iterator[Fault]:
    """Check that keys consist of small letters and digits, so that dotted paths can be read."""
    for place in _KEYED:
        section = resolved.tree.find(place)
        yield from _keys(section, ".".join(place)) if section is not None else ()
        for key, entry in resolved.tree.mapping_at(place).items():
            amount = entry.find(("amount",))
            if amount is not None:
                yield from _keys(amount, f"{'.'.join(place)}.{key}.amount")


def _keys(section: Tree, path: str) -> Iterator[Fault]:
    for key, entry in section.keyed.items():
        if not _KEY.fullmatch(key):
            message = f"{quoted(key)} cannot be a key; expected small letters, digits, - and _"
            yield entry.fault(message, f"{path}.{key}", key=True)


CHECKS = (the_id_is_kebab_case_and_the_name_of_the_file, keys_can_stand_in_paths)
