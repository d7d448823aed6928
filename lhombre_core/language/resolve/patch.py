"""Patches by name, checked against each other and against the rule set they change."""

from __future__ import annotations

from collections.abc import Sequence

from lhombre_core.errors import UsageError
from lhombre_core.language.resolve.layer import Layer, Place
from lhombre_core.language.resolve.write import Write, writes_of
from lhombre_core.language.yaml.tree import Tree
from lhombre_core.rules.apparatus import Patch
from lhombre_core.rules.data.path import steps
from lhombre_core.rules.data.wording import unknown

FOLDER = "patches"


def find_patches(names: Sequence[str], place: Place) -> list[Layer]:
    """Return the files of patches. UsageError for an unknown patch, FaultError for its faults."""
    patches = []
    for name in dict.fromkeys(names):
        layer = place.find(f"{FOLDER}/{name}.yaml")
        if layer is None:
            raise UsageError(unknown("patch", name, place.ids(FOLDER)))
        layer.value(Patch)
        patches.append(layer)
    return patches


def name_of(patch: Layer) -> str:
    """Return the name of a patch: that of its file."""
    return patch.id.removeprefix(f"{FOLDER}/")


def patch_writes(patch: Layer) -> list[Write]:
    """Return what a patch writes."""
    return list(writes_of(patch.tree, f"patch {name_of(patch)}"))


def patch_refusal(patches: Sequence[Layer], tree: Tree) -> str | None:
    """Return a message if patches cannot be laid over a rule set together, or None."""
    names = [name_of(patch) for patch in patches]
    for patch, name in zip(patches, names, strict=True):
        for other in patch.tree.texts_at(("conflicts",)):
            if other in names:
                return f"patch {name} cannot be combined with patch {other}"
        for path in patch.tree.texts_at(("requires",)):
            if tree.find(steps(path)) is None:
                return f"patch {name} requires {path}, which these rules have not got"
    return None
