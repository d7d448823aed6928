"""Where the files of a run lie in its folder, and how it is seen that they are whole.

    manifest.json        what determines the outcome; written first, and again if it is lost
    run.log              who did what, when and where; nothing depends on it
    deals/0000/          the columns of each part: NUMBER.parquet
    parts/0000/          its tally: NUMBER.json
    tally.json           the sums of all parts, whole numbers that can be added to those of others
    summary.json         the outcome; there only when the run has ended

A tally has the digest of its own text, and that of the columns or of the summary beside it. It
names its run by the digest of the manifest, so that a manifest that is lost can be written again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from errno import EEXIST, EINVAL, EISDIR, ENOTDIR
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.machine import processors
from lhombre_core.sim.store.manifest import MADE_BY, Manifest, name_of
from lhombre_core.sim.store.parquet import SUFFIX

MANIFEST: Final = "manifest.json"
SUMMARY: Final = "summary.json"
TALLY: Final = "tally.json"
PARTS: Final = "parts"
DEALS: Final = "deals"

DATA: Final = ".json"
PLACES: Final = {DATA: PARTS, SUFFIX: DEALS}
_IN_THE_WAY: Final = {EISDIR: "file", EINVAL: "file", ENOTDIR: "folder", EEXIST: "folder"}
_TOGETHER: Final = 1000
"""The number of parts in a folder."""

NOT_OURS: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""The errors of reading a file that we have not written."""

AGAIN: Final = "its own command makes it again (run.log has it)"


def part_file(out: Path, number: int, suffix: str) -> Path:
    """Return the file of a part that has its columns or its tally."""
    return out / PLACES[suffix] / f"{number // _TOGETHER:04}" / f"{number:07}{suffix}"


def part_number(out: Path, file: Path) -> int | None:
    """Return the number of the part to which a file belongs; None: it is none of ours."""
    if not file.stem.isdecimal() or file.suffix not in PLACES:
        return None
    number = int(file.stem)
    return number if part_file(out, number, file.suffix) == file else None


def read_file(file: Path) -> bytes:
    """Return what is in a file. OSError where it cannot be read, or is something else.

    Of a pipe the writer would be waited for.
    """
    require_file(file)
    return file.read_bytes()


def require_file(file: Path) -> None:
    """OSError for what is there and is no file, but a folder, a pipe or a device."""
    if file.exists() and not file.is_file():
        raise OSError(EISDIR if file.is_dir() else EINVAL, "not a regular file", str(file))


def failure(out: Path, error: OSError, what: str, after: str = "") -> str:
    """Return that something in the folder of a run, with its place, "cannot be" so or so, and why.

    What is in the way of a file, or of a folder, is to be removed: no command goes on with it.
    """
    place = Path(error.filename) if isinstance(error.filename, str) else out
    if place == out or not place.is_relative_to(out):
        return f"{quoted(out)} {what}: {error.strerror}{after}"
    kind = _IN_THE_WAY.get(error.errno or 0)
    if kind is None:
        return f"{_at(out, place)} {what}: {error.strerror}{after}"
    return f"{_at(out, place)} is no {kind}; remove it"


def _at(out: Path, place: Path) -> str:
    """Return where in the folder of a run something is, in words."""
    return f"{place.relative_to(out).as_posix()} in {quoted(out)}"


def files_of(place: Path) -> list[Path]:
    """Return what lies in the folders of a folder, in the order of the names.

    OSError where one cannot be read: its parts would be thought to be missing, and their columns
    to belong to no part.
    """
    if not os.path.lexists(place):
        return []
    return [
        file for below in sorted(place.iterdir()) if below.is_dir()
        for file in sorted(below.iterdir())
    ]  # fmt: skip


# -- digests ------------------------------------------------------------------------------------


def line(data: dict[str, Any]) -> bytes:
    """Return data as JSON in one line; the digest of a tally is that of its line."""
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return data with the digest of itself before it."""
    return {"digest": sha256(line(data)).hexdigest(), **data}


def unsealed(file: Path) -> dict[str, Any] | None:
    """Return the data of a file that agrees with its digest; None of any other."""
    try:
        data: dict[str, Any] = json.loads(read_file(file))
        return data if data.pop("digest") == sha256(line(data)).hexdigest() else None
    except (FileNotFoundError, NotADirectoryError, *NOT_OURS):
        return None


def kept_part(out: Path, run: str, number: int) -> dict[str, Any] | None:
    """Return what was kept of a part of a run beside its columns; None: nothing, or not whole."""
    data = unsealed(part_file(out, number, DATA))
    if data is None or (data.get("run"), data.get("part")) != (run, number):
        return None
    return data


def has_columns(out: Path, number: int, data: dict[str, Any]) -> bool:
    """Return whether the columns of a part, if it is to have any, are those that were kept."""
    wanted = data.get("columns")
    if wanted is None:
        return True
    place = part_file(out, number, SUFFIX)
    require_file(place)
    try:
        with place.open("rb") as file:
            return bool(file_digest(file, "sha256").hexdigest() == wanted)
    except (FileNotFoundError, NotADirectoryError):
        return False


# -- the manifest -------------------------------------------------------------------------------


def read_manifest(out: Path) -> Manifest | None:
    """Return what a folder says of the run in it; None: it says nothing."""
    try:
        data = json.loads(read_file(out / MANIFEST))
    except (FileNotFoundError, NotADirectoryError, *NOT_OURS):
        return None
    return data if isinstance(data, dict) and data.get("made_by") == MADE_BY else None


def manifest_fault(out: Path) -> str:
    """Return, with its place, what has become of a manifest that says nothing."""
    file = out / MANIFEST
    at, fault = (1, 1), "another file"
    try:
        data = read_file(file)
        json.loads(data)
    except FileNotFoundError:
        return f"{MANIFEST} in {quoted(out)} is missing"
    except json.JSONDecodeError as error:
        at, fault = (error.lineno, error.colno), error.msg
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        at, fault = (len(before), len(before[-1]) + 1), "no UTF-8"
    except RecursionError:
        fault = "brackets without end"
    return f"{file}:{at[0]}:{at[1]}: {fault}; expected the manifest of a run"


def runs_of_files(out: Path) -> set[str]:
    """Return the run of which most of the whole tallies in a folder are, that of all included.

    As many may be of two: then either may be meant. Nothing: there is no whole tally. A folder is
    not another's because of a few files that were copied into it.
    """
    runs = Counter(_runs(out))
    most = max(runs.values(), default=0)
    return {run for run, files in runs.items() if files == most}


def _runs(out: Path) -> Iterator[str]:
    """Yield the run of every whole tally in a folder."""
    parts = ((part_number(out, file), file) for file in files_of(out / PARTS))
    numbered = [(number, file) for number, file in parts if number is not None]
    for number, file in [(None, out / TALLY), *numbered]:
        data = unsealed(file)
        if data is not None and data.get("part") == number and isinstance(data.get("run"), str):
            yield data["run"]


# -- a run that has ended -----------------------------------------------------------------------


def kept_outcome(out: Path, manifest: Manifest) -> dict[str, Any]:
    """Return what stands in the tally of a finished run with a manifest. UsageError for another."""
    data = unsealed(out / TALLY)
    if data is None or not isinstance(data.get("parts"), int):
        raise UsageError(f"{TALLY} in {quoted(out)} is missing or damaged; {AGAIN}")
    if data.get("run") != name_of(manifest):
        if name_of(manifest) in runs_of_files(out):
            raise UsageError(f"{TALLY} in {quoted(out)} is that of another run; {AGAIN}")
        changed = f"is not that of its {TALLY}, so that one was changed"
        raise UsageError(f"{MANIFEST} in {quoted(out)} {changed}; {AGAIN}")
    return data


def column_files(out: Path, manifest: Manifest) -> list[Path]:
    """Return the files that have the columns of a finished run, in their order, as they were kept.

    UsageError where a file, or the tally of its part, is missing or is another than was kept, or
    the folder does not say how many there are.
    """
    parts = range(kept_outcome(out, manifest)["parts"])
    files = [part_file(out, number, SUFFIX) for number in parts]
    run = name_of(manifest)

    def fault(number: int) -> str | None:
        tally, columns = part_file(out, number, DATA), files[number]
        try:
            data = kept_part(out, run, number)
            if data is not None and columns.exists() and has_columns(out, number, data):
                return None
        except OSError as error:
            return failure(out, error, "cannot be read")
        at_fault = tally if data is None else columns
        lost = "is not as the run kept it" if at_fault.exists() else "is missing"
        return f"{_at(out, at_fault)} {lost}"

    with ThreadPoolExecutor(processors()) as pool:
        for missing in pool.map(fault, parts):
            if missing is not None:
                pool.shutdown(cancel_futures=True)
                raise UsageError(f"{missing}; {AGAIN}")
    return files
