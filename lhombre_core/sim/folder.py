"""A folder with the outcome of a simulation: `summary.json` and a manifest of what made it."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.summary import Summary

SUMMARY: Final = "summary.json"
MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""The number of the layout of the folder."""


def refuse_folder(out: Path, *, force: bool) -> None:
    """Raise a UsageError where the outcome of a run may not be written: ask before it is made."""
    try:
        if out.exists() and not out.is_dir():
            raise UsageError(f"{quoted(out)} is a file; expected a folder")
        if not force and out.is_dir() and any(out.iterdir()):
            raise UsageError(f"{quoted(out)} is not empty; add --force to write there")
    except OSError as error:
        raise UsageError(f"{quoted(out)} cannot be written: {error.strerror}") from error


def write_folder(out: Path, summary: Summary, *, force: bool = False) -> None:
    """Write the summary and its manifest, each whole or not at all; the manifest last.

    UsageError for a folder that is not empty, unless `force` is given, or cannot be written.
    """
    refuse_folder(out, force=force)
    text = summary.as_json().encode("utf-8")
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / MANIFEST).unlink(missing_ok=True)
        _write(out / SUMMARY, text)
        _write(out / MANIFEST, _as_text(manifest(summary, {SUMMARY: text})))
    except OSError as error:
        raise UsageError(f"{quoted(out)} cannot be written: {error.strerror}") from error


def manifest(summary: Summary, files: dict[str, bytes]) -> dict[str, Any]:
    """Return what a folder says of itself: how it was made, and the digest of each file."""
    found = summary.as_dict()
    key = ("variant", "hash", "readings", "patches", "settings", "seed", "asked", "table", "bots")
    return {
        "format": FORMAT,
        "made_by": "lhombre simulate",
        "version": found["version"],
        **{name: found[name] for name in key},
        "files": {name: sha256(data).hexdigest() for name, data in sorted(files.items())},
    }


def _as_text(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _write(file: Path, data: bytes) -> None:
    """Write a file beside its place and rename it, so that nobody ever sees half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
