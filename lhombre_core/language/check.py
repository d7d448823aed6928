"""The judgement on files below `variants/`: parsed, resolved, sound, and valid by the schema."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lhombre_core.errors import Fault, FaultError, UsageError, render_faults
from lhombre_core.language.catalog import find, is_file_name
from lhombre_core.language.coherence import apparatus, auction, identity, of_rules, points
from lhombre_core.language.resolve.collection import SLOTS_FILE, SOURCES_FILE, slot_faults
from lhombre_core.language.resolve.layer import BASE, Layer, layer, sorted_faults
from lhombre_core.language.resolve.patch import FOLDER as PATCHES
from lhombre_core.language.resolve.patch import patch_writes
from lhombre_core.language.resolve.point import Choice
from lhombre_core.language.resolve.resolution import Combined, Resolved
from lhombre_core.language.resolve.write import write_fault
from lhombre_core.language.schema import variant_schema
from lhombre_core.language.yaml.tree import Tree
from lhombre_core.rules.acting.difference import differing_paths
from lhombre_core.rules.apparatus import Patch, Source
from lhombre_core.rules.data.wording import one_of

Extra = Callable[[Resolved], Iterable[Fault]]
"""A further check of a rule set that is sound so far, such as playing random deals."""

FILE_CHECKS = (*auction.OF_FILE, *identity.CHECKS, *points.CHECKS, *apparatus.CHECKS)
"""The checks of a variant file besides its rules: names, disputed points and sources."""

_LONGEST_MESSAGE = 160


@dataclass(frozen=True, slots=True)
class Verdict:
    """Faults with the texts they point into, and the rule set of a sound variant."""

    faults: tuple[Fault, ...]
    texts: Mapping[str, str]
    resolved: Resolved | None = None

    def __str__(self) -> str:
        """Return the faults as a user reads them; empty without faults."""
        return render_faults(self.faults, self.texts) if self.faults else ""


def check(file: str | Path, extra: Extra | None = None) -> Verdict:
    """Return the verdict on a variant, which is named by its file, its id or an alias.

    Parents, patches, the slots and the list of sources are each checked by rules of their own.
    Coherence is checked only in a file without faults of form. UnreadableError for a missing file,
    UsageError for an unknown id.
    """
    path = Path(file)
    try:
        if _is_id(file):
            return _judged(find(str(file)), extra)
        faults_of = _other_kind(path)
        if faults_of is not None:
            return _verdict(faults_of(read := layer(path, str(file))), read)
        return _judged(find(path), extra)
    except FaultError as error:
        if error.exit_code != FaultError.exit_code:
            raise
        return Verdict(error.faults, error.texts)


def _is_id(name: str | Path) -> bool:
    """Return whether a name stands for a variant or a parent among ours, and for no file."""
    text = str(name)
    if is_file_name(text) or os.path.lexists(text):
        return False
    return text.startswith(BASE) or Path(text).name == text


def _verdict(faults: Iterable[Fault], read: Layer) -> Verdict:
    name = read.document.name
    return Verdict(tuple(sorted_faults(list(faults), name)), {name: read.document.text})


def _other_kind(path: Path) -> Callable[[Layer], Iterable[Fault]] | None:
    """Return the judge of a file that is no variant, by its name and folder."""
    if path.name == SLOTS_FILE:
        return slot_faults
    if path.parent.name == PATCHES:
        return _patch_faults
    if path.match(SOURCES_FILE):
        return lambda read: read.faults(Mapping[str, Source])
    return None


def _patch_faults(read: Layer) -> Iterator[Fault]:
    faults = read.faults(Patch)
    yield from faults
    for write in patch_writes(read) if not faults else ():
        if (fault := write_fault(write)) is not None:
            yield fault


def _judged(combined: Combined, extra: Extra | None) -> Verdict:
    """Return the verdict on a variant or parent; the first kind of faults ends the check."""
    top, texts = combined.top.document.name, combined.texts
    resolved = None
    if combined.top.is_base:
        _, _, form = combined.builder.build(combined.tree)
        faults = [*combined.faults, *form]
    else:
        resolved = combined.resolve()
        faults = [*of_rules(resolved), *(f for check in FILE_CHECKS for f in check(resolved))]
        faults = faults or list(of_readings(combined, resolved))
    faults = faults or list(_of_schema(combined.top))
    if resolved is not None and extra is not None:
        faults = faults or list(extra(resolved))
    return Verdict(tuple(sorted_faults(faults, top)), texts, None if faults else resolved)


def _of_schema(top: Layer) -> Iterator[Fault]:
    """Return the faults that only the schema has in a sound file: a safety net for the checks."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(variant_schema())
    for error in validator.iter_errors(top.document.data):
        message = error.message
        shown = (
            message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE - 1] + "…"
        )
        yield top.document.fault(tuple(error.absolute_path), f"against the schema: {shown}")


def of_readings(combined: Combined, resolved: Resolved) -> Iterator[Fault]:
    """Return the faults of a sound rule set under each of its readings by itself.

    Each reading must give a sound rule set, and the default reading must change nothing.
    """
    for name, point in resolved.rules.apparatus.points.items():
        for key, reading in point.readings.items():
            if reading.documented_only is None:
                node = combined.points.points[name].keyed["readings"].keyed[key]
                choice = Choice(name, key)
                yield from _of_reading(
                    combined, resolved, choice, node, default=key == point.default
                )


def _of_reading(
    combined: Combined, resolved: Resolved, choice: Choice, node: Tree, *, default: bool
) -> Iterator[Fault]:
    rule = f"apparatus.points.{choice.point}.readings.{choice.reading}"
    try:
        changed = combined.resolve([choice])
        faults = list(of_rules(changed))
    except FaultError as error:
        faults = list(error.faults)
    except UsageError as error:
        yield node.fault(f"under {choice}: {error}", rule, key=True)
        return
    for fault in faults:
        message = fault.message.removeprefix(f"{fault.rule}: ")
        yield node.fault(f"under {choice}: {fault.rule}: {message}", rule, key=True)
    if default and not faults and changed.hash != resolved.hash:
        paths = [path for path, _, _ in differing_paths(resolved.rules, changed.rules)]
        what = one_of(paths, "and") if paths else "the order of entries"
        message = f"{choice} is the default, but it changes {what}"
        yield node.fault(message, rule, key=True)
