"""The variants by id, alias or file, with readings, patches and settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from lhombre_core.errors import FaultError, UsageError
from lhombre_core.language.coherence import of_rules
from lhombre_core.language.resolve.layer import BASE, Layer, Place, chain, layer, sorted_faults
from lhombre_core.language.resolve.point import Choice, parse_choice
from lhombre_core.language.resolve.resolution import Combined, Resolved
from lhombre_core.language.resolve.setting import SETTING
from lhombre_core.rules.data.wording import unknown

_FILES = (".yaml", ".yml", ".json")


def variant_ids() -> list[str]:
    """Return the ids of all variants, sorted."""
    return Place().ids()


def aliases() -> dict[str, str]:
    """Return the aliases of variants, each with its id."""
    ids: dict[str, str] = {}
    for name in variant_ids():
        entry = Place().find(f"{name}.yaml")
        stated = {} if entry is None else entry.tree.mapping_at(("identity", "aliases"))
        ids.update((alias, name) for alias in stated)
    return ids


def load(
    variant: str | Path,
    readings: Iterable[str] = (),
    patches: Iterable[str] = (),
    settings: Iterable[str] = (),
) -> Resolved:
    """Return the rule set of a variant, by id, alias or file.

    Readings are written `POINT=READING`, patches by name, settings `PATH=VALUE`. UsageError if
    one of them is unknown or they cannot be combined, FaultError if the file has faults.
    """
    return load_all([variant], readings, patches, settings)[0]


def load_all(
    variants: Sequence[str | Path],
    readings: Iterable[str] = (),
    patches: Iterable[str] = (),
    settings: Iterable[str] = (),
) -> tuple[Resolved, ...]:
    """Return the rule sets of several variants.

    A reading applies to each that has its point; `ID[POINT=READING]` names one. UsageError if it
    applies to none. Patches and settings apply to all. FaultError, or for a setting UsageError,
    if the resulting rules contradict each other.
    """
    combined = [find(variant) for variant in variants]
    choices = [parse_choice(text) for text in readings]
    chosen: list[list[Choice]] = [[] for _ in combined]
    for choice in choices:
        for index in _concerned(choice, combined):
            chosen[index].append(Choice(choice.point, choice.reading))
    patches, settings = tuple(patches), tuple(settings)
    return tuple(
        _sound(one.resolve(mine, patches, settings))
        for one, mine in zip(combined, chosen, strict=True)
    )


def _sound(resolved: Resolved) -> Resolved:
    faults = list(of_rules(resolved))
    for fault in faults:
        if (fault.file or "").startswith(SETTING):
            raise UsageError(f"{fault.file}: {fault.message}")
    if faults:
        raise FaultError(sorted_faults(faults, resolved.file), resolved.texts)
    return resolved


def _concerned(choice: Choice, combined: Sequence[Combined]) -> list[int]:
    """Return the places of the variants to which a choice applies."""
    named = list(range(len(combined)))
    if choice.variant is not None:
        wanted = canonical_id(choice.variant)
        named = [i for i in named if wanted in {combined[i].top.id, combined[i].points.variant}]
        if not named:
            ids = [one.top.id for one in combined]
            raise UsageError(f"{choice.variant}[{choice}]: " + unknown("variant", wanted, ids))
    concerned = [i for i in named if combined[i].points.has(choice.point)]
    if not concerned:
        combined[named[0]].points.reading(choice)  # raises the error, with the known points
    return concerned


def is_file_name(variant: str) -> bool:
    """Return whether a variant is named by a file and not by id or alias."""
    return variant.endswith(_FILES)


def find(variant: str | Path) -> Combined:
    """Return a variant with its parents, before any choice. UsageError for an unknown variant."""
    if isinstance(variant, Path) or is_file_name(variant):
        path = Path(variant)
        return combine(layer(path, str(variant)), Place(_beside(path)))
    entry = _entry(variant)
    if entry is None:
        known = [*variant_ids(), *aliases()]
        raise UsageError(unknown("variant", variant, known))
    return combine(entry, Place())


def combine(top: Layer, place: Place) -> Combined:
    """Return a file with its parents; the same object as long as none of the files changes."""
    return _combine(tuple(chain(top, place)), place)


@lru_cache(maxsize=64)
def _combine(layers: tuple[Layer, ...], place: Place) -> Combined:
    return Combined(layers, place)


def canonical_id(name: str) -> str:
    """Return the id for which an alias stands; any other name as it is."""
    return name if name in variant_ids() else aliases().get(name, name)


def _entry(name: str) -> Layer | None:
    if name.startswith(BASE) or name in variant_ids():
        return Place().find(f"{name}.yaml")
    return Place().find(f"{aliases().get(name, name)}.yaml")


def _beside(path: Path) -> Path:
    """Return the folder that holds the ids: that of the file, or the folder around `base/`."""
    folder = path.parent
    return folder.parent if folder.name == BASE.rstrip("/") else folder
