"""The questions that every variant answers, and the rules that answer them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lhombre_core.errors import Fault, FaultError
from lhombre_core.language.resolve.layer import Layer, Place
from lhombre_core.rules.data.build import build
from lhombre_core.rules.data.path import pattern_fault, steps

FILE = "slots.yaml"
PARAMETERS = "parameters"


def slots() -> Mapping[str, tuple[str, ...]]:
    """Return the paths of each slot, `*` for any one key. FaultError if the file has faults."""
    found = Place().find(FILE)
    return {} if found is None else _built(found)[0]


def slot_parameters() -> Mapping[str, str]:
    """Return the path of each open number of the collection, by its name."""
    found = Place().find(FILE)
    return {} if found is None else _built(found)[1]


@lru_cache(maxsize=4)
def _built(layer: Layer) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, str]]:
    faults = slot_faults(layer)
    if faults:
        raise FaultError(faults, {layer.document.name: layer.document.text})
    data = layer.document.data
    listed = dict(data) if isinstance(data, dict) else {}
    parameters = listed.pop(PARAMETERS, {})
    return build(Mapping[str, tuple[str, ...]], listed)[0], build(Mapping[str, str], parameters)[0]


def slot_faults(layer: Layer) -> list[Fault]:
    """Return what is wrong with the file: its form, and paths that lead to no rule."""
    data = layer.document.data
    listed = dict(data) if isinstance(data, dict) else {"": data}
    parameters = listed.pop(PARAMETERS, {})
    _, problems = build(Mapping[str, tuple[str, ...]], listed)
    faults = [layer.document.fault(p.path, p.message, key=p.at_key) for p in problems]
    _, problems = build(Mapping[str, str], parameters)
    faults += [
        layer.document.fault((PARAMETERS, *p.path), p.message, key=p.at_key) for p in problems
    ]
    for path, text in _paths(listed, parameters) if not faults else ():
        message = pattern_fault(steps(text))
        if message is not None:
            faults.append(layer.document.fault(path, message))
    return faults


def _paths(
    listed: Mapping[str, object], parameters: object
) -> list[tuple[tuple[str | int, ...], str]]:
    """Return the rule paths of the file, each with its own place in it."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for slot, paths in listed.items():
        if isinstance(paths, list):
            found += [((slot, index), str(path)) for index, path in enumerate(paths)]
    if isinstance(parameters, dict):
        found += [((PARAMETERS, name), str(path)) for name, path in parameters.items()]
    return found
