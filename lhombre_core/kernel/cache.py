"""Where machine code is kept between runs.

It lies in a folder named by a digest of all sources that are compiled, of the compiler's version
and of the processor: a change of any of them starts afresh. Each file begins with the digest of the
rest, so that neither half a file nor another is ever loaded.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_PACKAGES: Final = ("kernel", "solve")
_COMPILERS: Final = ("numba", "llvmlite")
_SETTINGS: Final = "NUMBA_"
"""How variables begin that the compiler obeys."""

_MARK: Final = "kernel"
"""A file that says that everything is compiled which a simulation needs."""

_KEPT: Final = 4
"""How many folders of other sources are left alone."""

_HEAD: Final = 32
"""Bytes of the digest with which a file begins."""


@cache
def digest() -> str:
    """Return the digest of all that machine code depends on."""
    root = Path(__file__).resolve().parent.parent
    found = sha256(sys.version.encode())
    for package in _PACKAGES:
        for source in sorted((root / package).rglob("*.py")):
            found.update(source.read_bytes())
    for told in (*_compilers(), *_processor(), *_settings()):
        found.update(f"\n{told}".encode())
    return found.hexdigest()[:16]


def _compilers() -> list[str]:
    """Return what the packages that compile say of their versions, without loading them."""
    found = []
    for package in _COMPILERS:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            version = Path(spec.origin).with_name("_version.py")
            with suppress(OSError):
                found.append(version.read_text(encoding="utf-8"))
    return found


def _processor() -> list[str]:
    """Return the processor for which is compiled, as LLVM names it."""
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    return [binding.get_process_triple(), binding.get_host_cpu_name(), features]


def _settings() -> list[str]:
    return sorted(f"{name}={value}" for name, value in os.environ.items() if _SETTINGS in name[:6])


def is_filled() -> bool:
    """Return whether the kernel has been compiled and is kept."""
    place = _place()
    return place is not None and (place / _MARK).exists()


def mark_filled() -> None:
    """Note that the kernel has been compiled."""
    place = _place()
    if place is not None:
        with suppress(OSError):
            (place / _MARK).touch()


def read(name: str, key: str) -> bytes | None:
    """Return what is kept under a name and a key; None: nothing, or it is not whole."""
    place = _place()
    if place is None:
        return None
    try:
        kept = _file(place, name, key).read_bytes()
    except OSError:
        return None
    head, told = kept[:_HEAD], kept[_HEAD:]
    lead = _lead(key)
    if sha256(told).digest() != head or not told.startswith(lead):
        return None
    return told[len(lead) :]


def write(name: str, key: str, told: bytes) -> None:
    """Keep something under a name and a key, if there is a folder for it."""
    place = _place()
    if place is None:
        return
    told = _lead(key) + told
    file = _file(place, name, key)
    with suppress(OSError):
        beside = tempfile.NamedTemporaryFile(dir=place, prefix=f"{file.name}-", delete=False)
        try:
            with beside:
                beside.write(sha256(told).digest() + told)
            Path(beside.name).replace(file)
        except OSError:
            Path(beside.name).unlink(missing_ok=True)
            raise


def _file(place: Path, name: str, key: str) -> Path:
    return place / f"{name}-{sha256(key.encode()).hexdigest()[:16]}"


def _lead(key: str) -> bytes:
    """Return what a file says of itself before that which it keeps."""
    return f"{digest()} {key}\n".encode()


@cache
def _place() -> Path | None:
    """Return the folder in which machine code is kept; None: there is none that can be used."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        above = (Path(base) if base else Path.home() / ".cache") / "lhombre"
        place = above / f"kernel-{digest()}"
        place.mkdir(parents=True, exist_ok=True)
        if not os.access(place, os.W_OK):
            return place
        _forget_old(above, place)
    except (OSError, RuntimeError):
        return None
    return place


def _forget_old(above: Path, place: Path) -> None:
    """Take away the folders of sources that were compiled longest ago."""
    os.utime(place)
    others = sorted(above.glob("kernel-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in others[: -_KEPT - 1]:
        if folder != place:
            shutil.rmtree(folder, ignore_errors=True)
