"""The processes of a Dask cluster as a crew. A worker that dies has its parts played by others."""

from __future__ import annotations

import asyncio
import logging
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Any, Final

from lhombre_core.errors import UsageError, cut, quoted
from lhombre_core.sim.run.crew import WAITING, Crew
from lhombre_core.sim.run.extra import need
from lhombre_core.sim.run.part import Order, Packed, Played, play_part

TIMEOUT: Final = 10
"""Seconds in which a scheduler answers."""

_FRESH: Final = 5.0
"""Seconds after which the workers are counted again: they may come and go."""


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: Any, packed: Packed) -> None:  # noqa: ANN401  it has no types
        """Take a client of the scheduler, and the work."""
        self._client = client
        self._packed = packed
        self._executor = client.get_executor(pure=False)
        self._counted = 0.0
        self._width = WAITING

    @property
    def width(self) -> int:
        """How many parts it should have at a time."""
        now = time.monotonic()
        if now >= self._counted + _FRESH:
            self._counted = now
            self._width = WAITING * max(1, sum(self._client.nthreads().values()))
        return self._width

    def submit(self, order: Order) -> Future[Played]:
        found: Future[Played] = self._executor.submit(play_part, self._packed, order)
        return found


@contextmanager
def cluster(address: str, packed: Packed) -> Iterator[Crew]:
    """Yield the workers of the scheduler at an address, such as `tcp://head:8786`.

    UsageError where there is none, where it fails, and where the extra `cluster` is not installed.
    """
    client = _client(address)
    crew = Cluster(client, packed)
    try:
        yield crew
    except CancelledError as error:  # so end all parts when nobody is left to tell of them
        raise UsageError(f"the scheduler at {quoted(address)} is gone") from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        told = cut(str(error).partition("\n")[0] or type(error).__name__)
        raise UsageError(f"the cluster at {quoted(address)} has failed: {told}") from error
    finally:
        crew._executor.shutdown(wait=False)  # noqa: SLF001  same module
        client.close()


def _client(address: str) -> Any:  # noqa: ANN401  it has no types
    """Return a client of the scheduler at an address. UsageError where there is none.

    What Dask itself would say meanwhile on a terminal is left out: that a scheduler is gone becomes
    an error here, and of the packages that workers have only those matter that `play_part` looks
    at.
    """
    distributed, versions = need("distributed", "cluster"), need("distributed.versions", "cluster")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    try:
        asyncio.run(_reach(address))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", versions.VersionMismatchWarning)
            return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        told = str(error).partition("\n")[0] or type(error).__name__
        why = f" within {TIMEOUT:g} seconds" if told.startswith("Timed out") else f": {cut(told)}"
        raise UsageError(f"no scheduler answers at {quoted(address)}{why}") from error


async def _reach(address: str) -> None:
    """Raise the error of an address at which nobody answers: a client would mourn it for long."""
    comm, security = need("distributed.comm", "cluster"), need("distributed.security", "cluster")
    wanted = security.Security().get_connection_args("client")
    connection = await comm.connect(address, timeout=TIMEOUT, **wanted)
    await connection.close()
