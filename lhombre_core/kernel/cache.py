"""Where compiled code is kept between runs.

The compiler keeps a function by the time of change of its own file, not of the files of what it
calls. So everything compiled here lies in a folder named by a digest of all sources that are
compiled: a change of any of them starts afresh. ``NUMBA_CACHE_DIR`` names another place.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

_VARIABLE: Final = "NUMBA_CACHE_DIR"
_PACKAGES: Final = ("kernel", "solve")
_MARK: Final = "kernel"
"""A file that says that everything is compiled which a simulation needs."""

_KEPT: Final = 4
"""How many folders of other sources are left alone."""


def digest() -> str:
    """Return the digest of all sources that are compiled, and of the Python that runs them."""
    root = Path(__file__).resolve().parent.parent
    found = sha256(sys.version.encode())
    for package in _PACKAGES:
        for source in sorted((root / package).rglob("*.py")):
            found.update(source.read_bytes())
    return found.hexdigest()[:16]


def is_filled() -> bool:
    """Return whether the kernel has been compiled and is kept."""
    return (_place() / _MARK).exists()


def is_kept(name: str) -> bool:
    """Return whether a function of this name has been compiled and is kept."""
    return any(_place().rglob(f"*.{name}-*.nbi"))


def mark_filled() -> None:
    """Note that the kernel has been compiled."""
    with suppress(OSError):
        (_place() / _MARK).touch()


def _place() -> Path:
    """Return the folder in which compiled functions are kept, as the compiler is told."""
    keep_compiled()
    return Path(os.environ[_VARIABLE])


def keep_compiled() -> None:
    """Name the folder in which compiled functions are kept; called before any is made."""
    if os.environ.get(_VARIABLE):
        return
    os.environ[_VARIABLE] = str(_folder())


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    above = (Path(base) if base else Path.home() / ".cache") / "lhombre"
    place = above / f"kernel-{digest()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        if os.access(place, os.W_OK):
            _forget_old(above, place)
            return place
    except (OSError, RuntimeError):
        pass
    # A folder with a known name where all may write could hold another's code.
    fresh = tempfile.mkdtemp(prefix="lhombre-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return Path(fresh)


def _forget_old(above: Path, place: Path) -> None:
    """Take away the folders of sources that were compiled longest ago."""
    os.utime(place)
    others = sorted(above.glob("kernel-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in others[: -_KEPT - 1]:
        if folder != place:
            shutil.rmtree(folder, ignore_errors=True)
