"""The processes of a Dask cluster as workers. The parts of one that dies are played by others."""

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
from lhombre_core.sim.machine import need
from lhombre_core.sim.run.worker import WAITING, Workers
from lhombre_core.sim.store.part import Order, Packed, Played, play_part

TIMEOUT: Final = 10
"""Seconds in which a scheduler answers."""

_FRESH: Final = 5.0
"""Seconds after which the workers are counted again: they may come and go."""


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: Any, executor: Any, packed: Packed) -> None:  # noqa: ANN401  no types
        """Take a client of the scheduler, its executor, and the work."""
        self._client = client
        self._packed = packed
        self._executor = executor
        self._counted = 0.0
        self._width = WAITING

    @property
    def width(self) -> int:
        """The number of parts that they should have at a time."""
        now = time.monotonic()
        if now >= self._counted + _FRESH:
            self._counted = now
            self._width = WAITING * max(1, sum(self._client.nthreads().values()))
        return self._width

    def submit(self, order: Order) -> Future[Played]:
        future: Future[Played] = self._executor.submit(play_part, self._packed, order)
        return future


@contextmanager
def cluster(address: str, packed: Packed) -> Iterator[Workers]:
    """Yield the workers of the scheduler at an address, such as `tcp://head:8786`.

    UsageError where there is none, where it fails, and where the extra `cluster` is not installed.
    """
    client = _client(address)
    executor = client.get_executor(pure=False)
    try:
        yield Cluster(client, executor, packed)
    except CancelledError as error:  # so all parts end when their scheduler is gone
        raise UsageError(f"the scheduler at {quoted(address)} is gone") from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        reason = cut(str(error).partition("\n")[0] or type(error).__name__)
        raise UsageError(f"the cluster at {quoted(address)} has failed: {reason}") from error
    finally:
        executor.shutdown(wait=False)
        client.close()


def _client(address: str) -> Any:  # noqa: ANN401  it has no types
    """Return a client of the scheduler at an address. UsageError where there is none.

    Dask's own messages on a terminal are switched off. A scheduler that is gone is an error here,
    and `play_part` itself compares the versions that matter.
    """
    distributed, versions = need("distributed", "cluster"), need("distributed.versions", "cluster")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    try:
        asyncio.run(_reach(address))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", versions.VersionMismatchWarning)
            return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        text = str(error).partition("\n")[0] or type(error).__name__
        why = f" within {TIMEOUT:g} seconds" if text.startswith("Timed out") else f": {cut(text)}"
        raise UsageError(f"no scheduler answers at {quoted(address)}{why}") from error


async def _reach(address: str) -> None:
    """Connect to an address and leave it; OSError, sooner than of a client, without an answer."""
    comm, security = need("distributed.comm", "cluster"), need("distributed.security", "cluster")
    wanted = security.Security().get_connection_args("client")
    connection = await comm.connect(address, timeout=TIMEOUT, **wanted)
    await connection.close()
