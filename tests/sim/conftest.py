"""Resolved rule sets, loaded once for all tests of the simulation."""

from functools import cache

import pytest

from lhombre_core.language.catalog import load
from lhombre_core.language.resolve.resolution import Resolved


@cache
def _resolved(variant: str, readings: tuple[str, ...]) -> Resolved:
    return load(variant, readings)


@pytest.fixture(scope="session")
def resolved():
    """Return the rules of a variant with readings such as `DA34=bet`."""

    def of(variant: str, readings=()) -> Resolved:
        return _resolved(variant, tuple(readings))

    return of
