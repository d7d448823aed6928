"""Where machine code is kept between runs.

It lies in a folder named by a digest of all sources that are compiled, of the compiler's version
and of the processor: a change of any of them starts afresh. A file begins with a digest of the
rest, and says what it is, so that neither half a file nor another one is ever loaded.

Where there is no such folder, everything is compiled again in each process. One that can only be
read, as in an image, is read.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_PACKAGES: Final = ("kernel", "solve")
_COMPILERS: Final = ("numba", "llvmlite")

_NEEDED: Final = frozenset(
    {
        "count_deals",
        "count_sessions",
        "deal_out",
        "exchange_cards",
        "find_ombres",
        "lay_columns",
        "play_deals",
        "play_rounds",
        "start_sessions",
        "turn_over",
    }
)
"""The functions that a simulation calls."""

_KEPT: Final = 4
"""How many folders of other sources are left alone."""

_HEAD: Final = 32
"""Bytes of the digest with which a file begins."""

_NAMED: Final = 16
"""Digits of the digest by which a file is named."""


@cache
def digest() -> str:
    """Return the digest of all that machine code depends on."""
    root = Path(__file__).resolve().parent.parent
    found = sha256(sys.version.encode())
    for package in _PACKAGES:
        for source in sorted((root / package).rglob("*.py")):
            found.update(source.read_bytes())
    for told in (*_versions(), *_processor(), *_settings()):
        found.update(f"\n{told}".encode())
    return found.hexdigest()[:16]


def _versions() -> list[str]:
    """Return what the packages that compile say of their versions; the first is not loaded."""
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
    """Return the settings that the compiler obeys."""
    named = [name for name in os.environ if name.startswith("NUMBA_")]
    return [f"{name}={os.environ[name]}" for name in sorted(named)]


def is_filled() -> bool:
    """Return whether all is compiled that a simulation needs: it is kept, or has been here."""
    return place_of_code() in _filled or are_kept(_NEEDED)


def mark_filled() -> None:
    """Note that all is compiled, and in this process, that a simulation needs."""
    place = place_of_code()
    if place not in _filled:
        _filled.append(place)


_filled: Final[list[Path | None]] = []


def may_keep() -> bool:
    """Return whether there is a folder in which what is compiled can be kept."""
    place = place_of_code()
    return place is not None and os.access(place, os.W_OK)


def are_kept(names: AbstractSet[str]) -> bool:
    """Return whether functions of these names have been compiled and are kept, each file whole.

    Half a file would otherwise be found when it is loaded, and compiled anew without a word.
    """
    place = place_of_code()
    if place is None:
        return False
    found = set()
    try:
        for file in place.iterdir():
            name = file.name[: -_NAMED - 1]
            if name in names and name not in found and _is_ours(file, name):
                found.add(name)
    except OSError:
        return False
    return names <= found


def _is_ours(file: Path, name: str) -> bool:
    """Return whether a file is whole, of these sources and in its place."""
    told = _told(file)
    if told is None:
        return False
    sources, _, key = told.partition(b"\n")[0].decode(errors="replace").partition(" ")
    return sources == digest() and _file(file.parent, name, key) == file


def read(name: str, key: str) -> bytes | None:
    """Return what is kept under a name and a key; None: nothing, or it is not whole."""
    place = place_of_code()
    told = None if place is None else _told(_file(place, name, key))
    lead = _lead(key)
    return told[len(lead) :] if told is not None and told.startswith(lead) else None


def _told(file: Path) -> bytes | None:
    """Return what stands in a file after its digest; None: it does not agree, or cannot be read."""
    try:
        if not file.is_file():  # a pipe would be waited for, and a device has no end
            return None
        kept = file.read_bytes()
    except OSError:
        return None
    head, told = kept[:_HEAD], kept[_HEAD:]
    return told if sha256(told).digest() == head else None


def write(name: str, key: str, told: bytes) -> None:
    """Keep something under a name and a key, if there is a folder for it."""
    place = place_of_code()
    if place is None:
        return
    told = _lead(key) + told
    file = _file(place, name, key)
    beside = file.with_name(f"{file.name}-{os.urandom(8).hex()}")
    with suppress(OSError):
        try:
            beside.write_bytes(sha256(told).digest() + told)
            if file.is_dir():
                shutil.rmtree(file, ignore_errors=True)
            beside.replace(file)
        except OSError:
            beside.unlink(missing_ok=True)
            raise


def _file(place: Path, name: str, key: str) -> Path:
    return place / f"{name}-{sha256(key.encode()).hexdigest()[:_NAMED]}"


def _lead(key: str) -> bytes:
    """Return what a file says of itself before that which it keeps."""
    return f"{digest()} {key}\n".encode()


@cache
def place_of_code() -> Path | None:
    """Return the folder in which machine code is kept; None: there is none that can be read."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        # A relative path is ignored, as the specification of this variable has it.
        above = (base if base.is_absolute() else Path.home() / ".cache") / "lhombre"
        place = above / f"kernel-{digest()}"
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    if not os.access(place, os.R_OK | os.X_OK):
        return None
    if os.access(place, os.W_OK):
        with suppress(OSError):  # another process may be doing the same
            _forget_old(above, place)
    return place


def _forget_old(above: Path, place: Path) -> None:
    """Take away the folders of sources that were compiled longest ago."""
    os.utime(place)
    others = sorted(above.glob("kernel-*"), key=lambda folder: folder.lstat().st_mtime)
    for folder in others[: -_KEPT - 1]:
        if folder != place:
            shutil.rmtree(folder, ignore_errors=True)
