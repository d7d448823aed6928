"""The folder of a run: it can be left at any moment, and the same command goes on with it.

    manifest.json        what determines the outcome; written first and never changed
    run.log              who did what, when and where; nothing depends on it
    deals/0000/          the columns of each part: NUMBER.parquet
    parts/0000/          its tally: NUMBER.json
    tally.json           the sums of all parts, whole numbers that can be added to those of others
    summary.json         what was found; there only when the run has ended

Every file but the log is written beside its place and renamed. A part is there when its tally is,
which has the digest of its own text and of the columns; one that does not agree is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.crew import processors
from lhombre_core.sim.log import LOG, Log
from lhombre_core.sim.manifest import MADE_BY, Manifest, as_bytes, differences, name_of
from lhombre_core.sim.parquet import SUFFIX
from lhombre_core.sim.part import Played
from lhombre_core.sim.tally import Tally

MANIFEST: Final = "manifest.json"
SUMMARY: Final = "summary.json"
TALLY: Final = "tally.json"
PARTS: Final = "parts"
_NOT_OURS: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What comes of reading a file that we have not written."""
DEALS: Final = "deals"

_DATA: Final = ".json"
_PLACES: Final = {_DATA: PARTS, SUFFIX: DEALS}
_BESIDE: Final = ".new"
_TOGETHER: Final = 1000
"""So many parts lie in one folder."""


class Folder:
    """The folder of a run while this process, and no other, works in it."""

    def __init__(self, out: Path, wanted: Manifest, log: Log) -> None:
        """Take a folder that `open_folder` has found to be ours."""
        self.out = out
        self.wanted = wanted
        self.log = log
        self.deals = 0
        """How many deals the parts have that were there at first."""
        self.damaged = 0
        """How many parts were there and did not agree with their digests."""
        self._run = name_of(wanted)
        self._fresh: dict[int, Tally] = {}
        """The tallies of parts that have just been written and not yet been counted."""

    # -- parts --------------------------------------------------------------------------------

    def ready(self) -> set[int]:
        """Return the parts that are there and whole; whatever else lies with them is removed.

        While parts are missing there is no summary.
        """
        found: set[int] = set()
        with self._written():
            for file in sorted((self.out / PARTS).glob("*/*")):
                number = self._number(file)
                tally = None if number is None else self._read(number)
                if number is None or tally is None:
                    self.damaged += number is not None
                    file.unlink()
                else:
                    found.add(number)
                    self.deals += tally.deals
            for file in (self.out / DEALS).glob("*/*"):
                if self._number(file) not in found:
                    file.unlink()
        return found

    def kept(self, number: int) -> Tally | None:
        fresh = self._fresh.pop(number, None)
        return self._read(number, whole=False) if fresh is None else fresh

    def keep(self, number: int, played: Played) -> None:
        columns = played.parquet
        data = {
            "run": self._run,
            "part": number,
            "columns": None if columns is None else sha256(columns).hexdigest(),
            "tally": played.tally.as_data(),
        }
        text = _line(data)
        digest = sha256(text).hexdigest().encode()
        with self._written():
            if columns is not None:
                _write(self._file(number, SUFFIX), columns)
            _write(self._file(number, _DATA), b'{"digest":"' + digest + b'",' + text[1:])
        self._fresh[number] = played.tally

    def _read(self, number: int, *, whole: bool = True) -> Tally | None:
        """Return the tally of a part that agrees with its digests, None of any other.

        Those of its columns are compared only if it is to be `whole`.
        """
        data = _kept_part(self.out, self._run, number)
        if data is None or (whole and not _has_columns(self.out, number, data)):
            return None
        try:
            return Tally.from_data(data["tally"])
        except _NOT_OURS:
            return None

    def _file(self, number: int, suffix: str) -> Path:
        return _part_file(self.out, number, suffix)

    def _number(self, file: Path) -> int | None:
        """Return the number of the part to which a file belongs; None: it is none of ours."""
        if not file.stem.isdecimal() or file.suffix not in _PLACES:
            return None
        number = int(file.stem)
        return number if self._file(number, file.suffix) == file else None

    # -- the end ------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the run has ended, as far as a folder can say without looking at its parts."""
        return (self.out / SUMMARY).exists()

    def reopen(self) -> None:
        """Take the outcome away, because a part is missing."""
        with self._written():
            for name in (SUMMARY, TALLY):
                (self.out / name).unlink(missing_ok=True)

    def finish(self, parts: int, tally: Tally, summary: str) -> None:
        """Write the outcome of so many parts, and remove what was played beyond them."""
        text = summary.encode("utf-8")
        data = as_bytes({"run": self._run, "parts": parts, "tally": tally.as_data()})
        with self._written():
            for place in _PLACES.values():
                self._clear(self.out / place, parts)
            for name, wanted in ((TALLY, data), (SUMMARY, text)):
                file = self.out / name
                if not file.exists() or file.read_bytes() != wanted:
                    _write(file, wanted)

    def _clear(self, place: Path, parts: int) -> None:
        """Remove what is of no part, and folders that are empty."""
        for file in place.glob("*/*"):
            number = self._number(file)
            if number is None or number >= parts:
                file.unlink()
        for below in [*place.glob("*"), place]:
            if below.is_dir() and not any(below.iterdir()):
                below.rmdir()

    @contextmanager
    def _written(self) -> Iterator[None]:
        with _written(self.out, "; what was played is kept, and the same command goes on with it"):
            yield


@contextmanager
def open_folder(out: Path, wanted: Manifest, command: str, *, force: bool) -> Iterator[Folder]:
    """Yield the folder of a run, new or to be continued, that no other process may work in.

    With `force` another run that is there is replaced, and files of others are left alone.
    UsageError for a folder that holds anything else, is at work, or cannot be written.
    """
    with _written(out):
        if out.exists() and not out.is_dir():
            raise UsageError(f"{quoted(out)} is a file; expected a folder")
        if not force and _foreign(out):
            raise UsageError(f"{quoted(out)} is not empty; add --force to write there")
        out.mkdir(parents=True, exist_ok=True)
        log = Log(out / LOG)
    with log.held(out, command):
        with _written(out):
            _claim(out, wanted, force=force)
        yield Folder(out, wanted, log)


def column_files(out: Path, found: Manifest) -> list[Path]:
    """Return the files that have the columns of a finished run, in their order, as they were kept.

    `found` is the manifest of the run. UsageError where a file is missing or is another than was
    kept, or the folder does not say how many there are.
    """
    try:
        parts = range(json.loads((out / TALLY).read_bytes())["parts"])
    except (OSError, *_NOT_OURS) as error:
        told = "remove it, and its own command makes it again"
        raise UsageError(f"{TALLY} in {quoted(out)} is missing or damaged; {told}") from error
    files = [_part_file(out, number, SUFFIX) for number in parts]
    run = name_of(found)

    def fault(number: int) -> str | None:
        try:
            if not files[number].is_file():
                return "is missing"
            data = _kept_part(out, run, number)
            kept = data is not None and _has_columns(out, number, data)
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        return None if kept else "is not as the run kept it"

    with ThreadPoolExecutor(processors()) as pool:
        for file, found_there in zip(files, pool.map(fault, parts), strict=True):
            if found_there is not None:
                pool.shutdown(cancel_futures=True)
                told = f"{found_there}; its own command makes it again (run.log has it)"
                raise UsageError(f"{file.name} in {quoted(out)} {told}")
    return files


def _kept_part(out: Path, run: str, number: int) -> dict[str, Any] | None:
    """Return what was kept of a part beside its columns; None where its digest does not agree."""
    try:
        data: dict[str, Any] = json.loads(_part_file(out, number, _DATA).read_bytes())
        agrees = data.pop("digest") == _digest(data)
        return data if agrees and (data["run"], data["part"]) == (run, number) else None
    except (FileNotFoundError, *_NOT_OURS):
        return None


def _has_columns(out: Path, number: int, data: dict[str, Any]) -> bool:
    """Return whether the columns of a part, if it is to have any, are those that were kept."""
    wanted = data.get("columns")
    if wanted is None:
        return True
    try:
        with _part_file(out, number, SUFFIX).open("rb") as file:
            return bool(file_digest(file, "sha256").hexdigest() == wanted)
    except FileNotFoundError:
        return False


def _part_file(out: Path, number: int, suffix: str) -> Path:
    below = f"{number // _TOGETHER:04}"
    return out / _PLACES[suffix] / below / f"{number:07}{suffix}"


def read_manifest(out: Path) -> Manifest | None:
    """Return what a folder says of the run in it; None: it says nothing."""
    try:
        found = json.loads((out / MANIFEST).read_bytes())
    except (FileNotFoundError, NotADirectoryError, *_NOT_OURS):
        return None
    return found if isinstance(found, dict) and found.get("made_by") == MADE_BY else None


def _foreign(out: Path) -> bool:
    """Return whether a folder holds what no run has left there."""
    if not out.is_dir() or read_manifest(out) is not None:
        return False
    return any(file.name not in {LOG, _beside(out / MANIFEST).name} for file in out.iterdir())


def _claim(out: Path, wanted: Manifest, *, force: bool) -> None:
    """Make sure that the folder holds the run that is wanted, if need be from its beginning."""
    there = read_manifest(out)
    if there == wanted:
        return
    if there is not None and not force:
        told = differences(there, wanted) or "its manifest was changed"
        raise UsageError(
            f"{quoted(out)} holds another run: {told}; "
            "choose another folder, or add --force to replace it"
        )
    for name in (SUMMARY, TALLY):
        (out / name).unlink(missing_ok=True)
    _write(out / MANIFEST, as_bytes(wanted))


@contextmanager
def _written(out: Path, after: str = "") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{quoted(out)} cannot be written: {error.strerror}{after}") from error


def _line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def _digest(data: dict[str, Any]) -> str:
    return sha256(_line(data)).hexdigest()


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}{_BESIDE}")


def _write(file: Path, data: bytes) -> None:
    """Write a file beside its place and rename it, so that nobody ever sees half of it."""
    beside = _beside(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with beside.open("wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        beside.replace(file)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
