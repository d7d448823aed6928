"""The readings that can be chosen, each with a variant that has it."""

from functools import cache

from lhombre_core.language.catalog import variant_ids
from tests.engine.money_case import resolved


@cache
def runnable():
    """Return every reading of every variant that is not documented only."""
    return tuple(
        (variant, f"{point}={name}")
        for variant in variant_ids()
        for point, entry in resolved(variant).apparatus.points.items()
        for name, reading in entry.readings.items()
        if reading.documented_only is None
    )


@cache
def changing():
    """Return those under which another game is played than the variant: not the defaults."""
    return tuple(
        (variant, f"{point}={name}")
        for variant, (point, name) in ((of, text.split("=")) for of, text in runnable())
        if resolved(variant).apparatus.points[point].default != name
    )


@cache
def one_of_each():
    """Return every reading with one of the variants that it changes, the variants by turns."""
    having = {}
    for variant, reading in changing():
        having.setdefault(reading, []).append(variant)
    return tuple(
        (variants[turn % len(variants)], reading)
        for turn, (reading, variants) in enumerate(having.items())
    )
