"""The lists of the collection: slots, the questions that every variant answers, and sources."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from lhombre_core.errors import Fault, FaultError
from lhombre_core.language.resolve.layer import Layer, Place, texts_of
from lhombre_core.rules.apparatus import Source
from lhombre_core.rules.data.build import build
from lhombre_core.rules.data.path import pattern_fault, steps

SLOTS_FILE = "slots.yaml"
SOURCES_FILE = "sources/sources.yaml"

_PARAMETERS = "parameters"
_Rules: TypeAlias = Mapping[str, tuple[str, ...]]


def slots() -> Mapping[str, tuple[str, ...]]:
    """Return the paths of each slot, `*` for any one key. FaultError if the file has faults."""
    file = Place().find(SLOTS_FILE)
    return {} if file is None else _slots(file)[0]


def slot_parameters() -> Mapping[str, str]:
    """Return the path of each open number of the collection, by its name."""
    file = Place().find(SLOTS_FILE)
    return {} if file is None else _slots(file)[1]


def sources() -> Mapping[str, Source]:
    """Return the sources by id. FaultError if the list has faults."""
    file = Place().find(SOURCES_FILE)
    return {} if file is None else _sources(file)


@lru_cache(maxsize=4)
def _sources(layer: Layer) -> Mapping[str, Source]:
    listed: Mapping[str, Source] = layer.value(Mapping[str, Source])
    return listed


@lru_cache(maxsize=4)
def _slots(layer: Layer) -> tuple[_Rules, Mapping[str, str]]:
    if faults := slot_faults(layer):
        raise FaultError(faults, texts_of([layer]))
    data = layer.document.data
    listed = dict(data) if isinstance(data, dict) else {}
    parameters = listed.pop(_PARAMETERS, {})
    return build(_Rules, listed)[0], build(Mapping[str, str], parameters)[0]


def slot_faults(layer: Layer) -> list[Fault]:
    """Return the faults of the list of slots: of form, and paths that lead to no rule."""
    data = layer.document.data
    listed = dict(data) if isinstance(data, dict) else {"": data}
    parameters = listed.pop(_PARAMETERS, {})
    _, problems = build(_Rules, listed)
    faults = [layer.document.fault(p.path, p.message, key=p.at_key) for p in problems]
    _, problems = build(Mapping[str, str], parameters)
    faults += [
        layer.document.fault((_PARAMETERS, *p.path), p.message, key=p.at_key) for p in problems
    ]
    for path, text in _paths(listed, parameters) if not faults else ():
        message = pattern_fault(steps(text))
        if message is not None:
            faults.append(layer.document.fault(path, message))
    return faults


def _paths(
    listed: Mapping[str, object], parameters: object
) -> list[tuple[tuple[str | int, ...], str]]:
    """Return the rule paths of the file, each with its place in the file."""
    placed: list[tuple[tuple[str | int, ...], str]] = []
    for slot, paths in listed.items():
        if isinstance(paths, list):
            placed += [((slot, index), str(path)) for index, path in enumerate(paths)]
    if isinstance(parameters, dict):
        placed += [((_PARAMETERS, name), str(path)) for name, path in parameters.items()]
    return placed
