"""What figures of speed depend on: package, Python, compiler and processor."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import lhombre_core
from lhombre_core.sim.machine import processors

_PROCESSOR: Final = Path("/proc/cpuinfo")
_VECTORS: Final = (("AVX-512", ("avx512f", "avx512dq")), ("AVX2", ("avx2",)))
"""What the tricks are compiled to, the widest first: the words of the compiler."""


def machine() -> dict[str, Any]:
    """Return the machine."""
    return {
        "version": lhombre_core.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numba": of_package("numba"),
        "numpy": of_package("numpy"),
        "processor": _processor(),
        "cores": processors(),
        "vectors": vectors(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def of_package(name: str) -> str | None:
    """Return the version of a package that is installed; None: it is not."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def vectors() -> str:
    """Return the widest vectors for which the compiler writes here."""
    if find_spec("llvmlite") is None:
        return "not known"
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    for name, wanted in _VECTORS:
        if all(features.get(feature, False) for feature in wanted):
            return name
    return "neither AVX2 nor AVX-512"


def _processor() -> str:
    if _PROCESSOR.exists():
        for line in _PROCESSOR.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "not known"
