"""Where the variants are: beside the package in a checkout, inside it when it is installed."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def variants() -> Traversable:
    """Return the folder of the variants, with base/, patches/, sources/ and schema/ below it.

    FileNotFoundError if the package was taken apart and there is none.
    """
    inside = files("lhombre_core") / "variants"
    if inside.is_dir():
        return inside
    beside = checkout() / "variants"
    if beside.is_dir():
        return beside
    raise FileNotFoundError("the variants are missing from this installation of lhombre")


def checkout() -> Path:
    """Return the folder that holds the package; in a checkout that is its root."""
    return Path(__file__).resolve().parent.parent


def below(folder: Traversable, path: str) -> Traversable | None:
    """Return the file at a path such as `base/three-hand.yaml` below a folder, if there is one."""
    steps = path.split("/")
    if any(step in {"", ".", ".."} or "\\" in step for step in steps):
        return None
    found = folder
    for step in steps:
        found = found / step
    return found if found.is_file() else None
