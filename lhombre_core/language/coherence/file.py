"""Whether a variant file is in order besides its rules: names, disputed points and sources."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault
from lhombre_core.language.coherence import apparatus, auction, identity, points
from lhombre_core.language.resolve.resolution import Resolved

CHECKS = (*auction.OF_FILE, *identity.CHECKS, *points.CHECKS, *apparatus.CHECKS)


def of_file(resolved: Resolved) -> Iterator[Fault]:
    """Return what makes no sense in names, disputed points and sources of a variant file."""
    for check in CHECKS:
        yield from check(resolved)
