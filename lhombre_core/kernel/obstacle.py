"""Why machine code cannot be compiled and called here, if it cannot."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Final

_NEEDED: Final = ("numpy", "llvmlite", "numba")
_FAILURE: Final = "LHOMBRE_NO_KERNEL"
"""The variable of the environment with a failure, which child processes inherit."""


def obstacle() -> str:
    """Return why nothing can be compiled, in a few words; an empty text if nothing prevents it."""
    for package in _NEEDED:
        if find_spec(package) is None:
            return f"{package} is not installed"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        return "NUMBA_DISABLE_JIT is set"
    return os.environ.get(_FAILURE, "")


def note_failure(error: Exception) -> None:
    """Note the error with which the compiler has failed: from now on it is the obstacle."""
    first = str(error).strip().partition("\n")[0]
    os.environ[_FAILURE] = f"numba has failed: {first or type(error).__name__}"
