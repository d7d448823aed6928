"""The judgement on files below `variants/`: parsed, resolved, sound, and valid by the schema."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lhombre_core.errors import Fault, FaultError, render_faults
from lhombre_core.language.catalog import find, is_file_name
from lhombre_core.language.coherence import of_rules
from lhombre_core.language.coherence.file import of_file
from lhombre_core.language.coherence.reading import of_readings
from lhombre_core.language.resolve import slots
from lhombre_core.language.resolve.layer import BASE, Layer, layer, sorted_faults
from lhombre_core.language.resolve.patch import FOLDER as PATCHES
from lhombre_core.language.resolve.patch import patch_writes
from lhombre_core.language.resolve.resolution import Combined, Resolved
from lhombre_core.language.resolve.sources import FILE as SOURCES
from lhombre_core.language.resolve.write import write_fault
from lhombre_core.language.schema import variant_schema
from lhombre_core.rules.apparatus import Patch, Source
from lhombre_core.rules.data.build import build

Extra = Callable[[Resolved], Iterable[Fault]]
"""A further check of a rule set that is sound so far, such as playing random deals."""

_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: faults with the texts they point into, and the rule set if there is one."""

    faults: tuple[Fault, ...]
    texts: Mapping[str, str]
    resolved: Resolved | None = None

    def __str__(self) -> str:
        """Return the faults as a user reads them, or nothing."""
        return render_faults(self.faults, self.texts) if self.faults else ""


def check(file: str | Path, extra: Extra | None = None) -> Verdict:
    """Return what is wrong with a variant, which is named by its file, its id or an alias.

    Parents, patches, the slots and the list of sources are checked for what they are. A file with
    faults of form is not asked whether it makes sense. UnreadableError if there is no such file,
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
    if path.name == slots.FILE:
        return slots.slot_faults
    if path.parent.name == PATCHES:
        return _patch_faults
    if path.match(SOURCES):
        return _source_faults
    return None


def _patch_faults(read: Layer) -> Iterator[Fault]:
    _, problems = build(Patch, read.document.data)
    for problem in problems:
        yield read.document.fault(problem.path, problem.message, key=problem.at_key)
    for write in patch_writes(read) if not problems else ():
        if (fault := write_fault(write)) is not None:
            yield fault


def _source_faults(read: Layer) -> Iterator[Fault]:
    _, problems = build(Mapping[str, Source], read.document.data)
    for problem in problems:
        yield read.document.fault(problem.path, problem.message, key=problem.at_key)


def _judged(combined: Combined, extra: Extra | None) -> Verdict:
    """Return the verdict on a variant or parent; a step is taken if the last found nothing."""
    top, texts = combined.top.document.name, combined.texts
    resolved = None
    if combined.top.is_base:
        _, _, form = combined.builder.build(combined.tree)
        faults = [*combined.faults, *form]
    else:
        resolved = combined.resolve()
        faults = [*of_rules(resolved), *of_file(resolved)]
        faults = faults or list(of_readings(combined, resolved))
    faults = faults or list(_of_schema(combined.top))
    if resolved is not None and extra is not None:
        faults = faults or list(extra(resolved))
    return Verdict(tuple(sorted_faults(faults, top)), texts, None if faults else resolved)


def _of_schema(top: Layer) -> Iterator[Fault]:
    """Return what the schema refuses in a file that is sound; a net, for it says the same."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(variant_schema())
    for error in validator.iter_errors(top.document.data):
        message = error.message
        shown = message if len(message) <= _LONGEST else message[: _LONGEST - 1] + "…"
        yield top.document.fault(tuple(error.absolute_path), f"against the schema: {shown}")
