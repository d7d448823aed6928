"""The list of sources, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lhombre_core.errors import FaultError
from lhombre_core.language.resolve.layer import Layer, Place
from lhombre_core.rules.apparatus import Source
from lhombre_core.rules.data.build import build

FILE = "sources/sources.yaml"


def sources() -> Mapping[str, Source]:
    """Return the sources by id. FaultError if the list has faults."""
    found = Place().find(FILE)
    return {} if found is None else _built(found)


@lru_cache(maxsize=4)
def _built(layer: Layer) -> Mapping[str, Source]:
    built, problems = build(Mapping[str, Source], layer.document.data)
    if problems:
        faults = [layer.document.fault(p.path, p.message, key=p.at_key) for p in problems]
        raise FaultError(faults, {layer.document.name: layer.document.text})
    listed: Mapping[str, Source] = built
    return listed
