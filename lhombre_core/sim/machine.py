"""The processors of this machine, and the packages that only some runs need."""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import Final

from lhombre_core.errors import UsageError

_SAYS: Final = {
    "sim": "columns need numpy and duckdb (--columns none does without)",
    "kernel": "the kernel needs numba and numpy",
    "cluster": "a cluster needs dask.distributed",
}


def need(module: str, extra: str) -> ModuleType:
    """Return a module of an extra; UsageError, in a sentence, where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = "sim" if extra == "kernel" else extra
        raise UsageError(f"{_SAYS[extra]}: pip install 'lhombre[{package}]'") from error


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
