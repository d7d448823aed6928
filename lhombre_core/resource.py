"""The folders of the package and of the variants, in a checkout or in an installation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def variants() -> Traversable:
    """Return the folder of the variants, with base/, patches/, sources/ and schema/ below it.

    FileNotFoundError if an incomplete installation lacks it.
    """
    inside = package() / "variants"
    if inside.is_dir():
        return inside
    beside = checkout() / "variants"
    if beside.is_dir():
        return beside
    raise FileNotFoundError("the variants are missing from this installation of lhombre")


def package() -> Traversable:
    """Return the folder of the package, which may lie in an archive."""
    folder = Path(__file__).parent
    if folder.is_dir():
        return folder
    from importlib.resources import files  # slow to load, and needed for an archive only

    return files("lhombre_core")


def checkout() -> Path:
    """Return the folder that holds the package; in a checkout that is its root."""
    return Path(__file__).resolve().parent.parent


def below(folder: Traversable, path: str) -> Traversable | None:
    """Return the file at a path such as `base/three-hand.yaml` below a folder, if there is one."""
    steps = path.split("/")
    if any(step in {"", ".", ".."} or "\\" in step for step in steps):
        return None
    file = folder
    for step in steps:
        file = file / step
    return file if file.is_file() else None
