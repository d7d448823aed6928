"""Where the files of a run lie in its folder, and how it is seen that they are whole.

    manifest.json        what determines the outcome; written first and never changed
    run.log              who did what, when and where; nothing depends on it
    deals/0000/          the columns of each part: NUMBER.parquet
    parts/0000/          its tally: NUMBER.json
    tally.json           the sums of all parts, whole numbers that can be added to those of others
    summary.json         what was found; there only when the run has ended

A tally has the digest of its own text, and that of the columns or of the summary beside it. It
names its run by the digest of the manifest, so that a manifest that is lost can be written again.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from errno import EINVAL
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.crew import processors
from lhombre_core.sim.manifest import MADE_BY, Manifest, name_of
from lhombre_core.sim.parquet import SUFFIX

MANIFEST: Final = "manifest.json"
SUMMARY: Final = "summary.json"
TALLY: Final = "tally.json"
PARTS: Final = "parts"
DEALS: Final = "deals"

DATA: Final = ".json"
PLACES: Final = {DATA: PARTS, SUFFIX: DEALS}
_TOGETHER: Final = 1000
"""So many parts lie in one folder."""

NOT_OURS: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What comes of reading a file that we have not written."""

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
    """Return what is in a file. OSError where it cannot be read, or is a pipe or a device.

    Of a pipe the writer would be waited for.
    """
    require_file(file)
    return file.read_bytes()


def require_file(file: Path) -> None:
    """OSError for what is there and is neither a file nor a folder, which has errors of its own."""
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise OSError(EINVAL, "not a regular file", str(file))


def whereabouts(out: Path, error: OSError) -> str:
    """Return where in the folder of a run something went wrong, in words."""
    place = error.filename
    if isinstance(place, str) and Path(place) != out and Path(place).is_relative_to(out):
        return f"{Path(place).relative_to(out)} in {quoted(out)}"
    return quoted(out)


def files_of(place: Path) -> list[Path]:
    """Return what lies in the folders of a folder, in the order of the names.

    OSError where one cannot be read: its parts would be thought to be missing, and their columns
    to be nobody's.
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
    except FileNotFoundError:
        return False


# -- the manifest -------------------------------------------------------------------------------


def read_manifest(out: Path) -> Manifest | None:
    """Return what a folder says of the run in it; None: it says nothing."""
    try:
        found = json.loads(read_file(out / MANIFEST))
    except (FileNotFoundError, NotADirectoryError, *NOT_OURS):
        return None
    return found if isinstance(found, dict) and found.get("made_by") == MADE_BY else None


def manifest_fault(out: Path) -> str:
    """Return, with its place, what has become of a manifest that says nothing."""
    file = out / MANIFEST
    at, told = (1, 1), "another file"
    try:
        data = read_file(file)
        json.loads(data)
    except FileNotFoundError:
        return f"{MANIFEST} in {quoted(out)} is missing"
    except json.JSONDecodeError as error:
        at, told = (error.lineno, error.colno), error.msg
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        at, told = (len(before), len(before[-1]) + 1), "no UTF-8"
    except RecursionError:
        told = "brackets without end"
    return f"{file}:{at[0]}:{at[1]}: {told}; expected the manifest of a run"


def run_of_parts(out: Path) -> str | None:
    """Return the run of which the first whole part in a folder is; None: there is no whole part.

    That a folder never has parts of two is seen to before one is played.
    """
    for file in files_of(out / PARTS):
        number = part_number(out, file)
        data = None if number is None else unsealed(file)
        if data is not None and isinstance(data.get("run"), str) and data.get("part") == number:
            return str(data["run"])
    return None


# -- a run that has ended -----------------------------------------------------------------------


def kept_outcome(out: Path, found: Manifest) -> dict[str, Any]:
    """Return what stands in the tally of a finished run with a manifest. UsageError for another."""
    data = unsealed(out / TALLY)
    if data is None or not isinstance(data.get("parts"), int):
        raise UsageError(f"{TALLY} in {quoted(out)} is missing or damaged; {AGAIN}")
    if data.get("run") != name_of(found):
        told = f"is not that of its {TALLY}, so that one was changed"
        raise UsageError(f"{MANIFEST} in {quoted(out)} {told}; {AGAIN}")
    return data


def column_files(out: Path, found: Manifest) -> list[Path]:
    """Return the files that have the columns of a finished run, in their order, as they were kept.

    `found` is the manifest of the run. UsageError where a file is missing or is another than was
    kept, or the folder does not say how many there are.
    """
    parts = range(kept_outcome(out, found)["parts"])
    files = [part_file(out, number, SUFFIX) for number in parts]
    run = name_of(found)

    def fault(number: int) -> str | None:
        try:
            if not files[number].is_file():
                return "is missing"
            data = kept_part(out, run, number)
            kept = data is not None and has_columns(out, number, data)
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        return None if kept else "is not as the run kept it"

    with ThreadPoolExecutor(processors()) as pool:
        for file, found_there in zip(files, pool.map(fault, parts), strict=True):
            if found_there is not None:
                pool.shutdown(cancel_futures=True)
                raise UsageError(f"{file.name} in {quoted(out)} {found_there}; {AGAIN}")
    return files
