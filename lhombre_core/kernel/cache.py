"""Where machine code is kept between runs.

numba keeps the machine code of an entry in a folder of its own. It knows by itself only the file of
that entry; so the folders lie in one named by a digest of all sources that are compiled, of the
compiler's version and of the processor: a change of any of them starts afresh. The seal of a folder
is a digest of its files, written last: a folder that was damaged, or not filled to the end, is
emptied before numba sees it.

Where nothing can be written, everything is compiled again in each process. A folder that can only
be read, as in an image, is read: from a copy, since numba takes no folder that it cannot write.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
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
        "start_sessions",
        "turn_over",
    }
)
"""The functions that a simulation calls."""

_KEPT: Final = 4
"""How many folders of other sources are left alone."""

_SEAL: Final = "seal"
"""The file with the digest of all others of a folder."""


@cache
def digest() -> str:
    """Return the digest of all that machine code depends on."""
    root = Path(__file__).resolve().parent.parent
    summed = sha256(sys.version.encode())
    for package in _PACKAGES:
        for source in sorted((root / package).rglob("*.py")):
            summed.update(source.read_bytes())
    # numba keeps apart what lies at different paths.
    for text in (str(root), *_versions(), *_processor(), *_settings()):
        summed.update(f"\n{text}".encode())
    return summed.hexdigest()[:16]


def _versions() -> list[str]:
    """Return the files in which the packages that compile have their versions, none imported."""
    versions = []
    for package in _COMPILERS:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            version = Path(spec.origin).with_name("_version.py")
            with suppress(OSError):
                versions.append(version.read_text(encoding="utf-8"))
    return versions


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
    """Return whether all is compiled that a simulation needs: it is kept, or in this process."""
    return place_of_code() in _filled or are_kept(_NEEDED)


def mark_filled() -> None:
    """Note that all that a simulation needs is compiled in this process."""
    place = place_of_code()
    if place not in _filled:
        _filled.append(place)


_filled: Final[list[Path | None]] = []


def may_keep() -> bool:
    """Return whether there is a folder in which what is compiled can be kept."""
    place = place_of_code()
    return place is not None and os.access(place, os.W_OK)


def are_kept(names: Iterable[str]) -> bool:
    """Return whether functions of these names have been compiled and are kept, each file whole."""
    place = place_of_code()
    return place is not None and all(_is_sealed(place / name) for name in names)


def folder_for(name: str) -> Path | None:
    """Return the folder for the machine code of a function, empty unless its seal is right.

    None: there is none that can be used, so that the machine code is not kept.
    """
    place = place_of_code()
    if place is None:
        return None
    folder = place / name
    if not os.access(place, os.W_OK):
        return _copy(folder) if _is_sealed(folder) else None
    try:
        if not _is_sealed(folder):
            _remove(folder)
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    return folder


def seal(name: str) -> None:
    """Write the seal of the folder of a function, once all of its files are there."""
    place = place_of_code()
    if place is None:
        return
    folder = place / name
    beside = folder / f"{_SEAL}-{os.urandom(8).hex()}"
    with suppress(OSError, ValueError):
        summed = _sum(folder)
        beside.write_text(summed, encoding="ascii")
        beside.replace(folder / _SEAL)


def _is_sealed(folder: Path) -> bool:
    """Return whether the files of a folder are those that were sealed."""
    with suppress(OSError, ValueError):
        return (folder / _SEAL).read_text(encoding="ascii") == _sum(folder)
    return False


def _sum(folder: Path) -> str:
    """Return a digest of the files of a folder but for its seal; ValueError where there is none."""
    files = [path for path in folder.rglob("*") if not path.is_dir() and path.parent != folder]
    if not files:
        raise ValueError("there is no file to seal")
    summed = sha256(folder.name.encode())
    for file in sorted(files):
        if not file.is_file():  # a pipe would be waited for, and a device has no end
            raise ValueError(f"{file.name} is no file")
        summed.update(f"\n{file.name}\n".encode())
        summed.update(file.read_bytes())
    return summed.hexdigest()


def _remove(path: Path) -> None:
    """Remove whatever lies at a path."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _copy(folder: Path) -> Path:
    """Return a copy of a folder that can be written; it is removed when this process ends."""
    _copies.append(TemporaryDirectory(prefix="lhombre-", ignore_cleanup_errors=True))
    return shutil.copytree(folder, Path(_copies[-1].name) / folder.name)


_copies: Final[list[TemporaryDirectory[str]]] = []


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
    """Remove the folders of sources that were compiled longest ago."""
    os.utime(place)
    others = sorted(above.glob("kernel-*"), key=lambda folder: folder.lstat().st_mtime)
    for folder in others[: -_KEPT - 1]:
        if folder != place:
            shutil.rmtree(folder, ignore_errors=True)
