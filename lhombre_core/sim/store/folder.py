"""The folder of a run: it can be left at any moment, and the same command goes on with it.

Every file but the log is written beside its place and renamed (`sim.store.layout` says where
each lies). A part is there when its tally is, which has the digest of its own text and of the
columns; one that does not agree is played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from lhombre_core.errors import UsageError, quoted
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.store.layout import (
    DATA,
    DEALS,
    MANIFEST,
    NOT_OURS,
    PARTS,
    PLACES,
    SUMMARY,
    TALLY,
    failure,
    files_of,
    has_columns,
    kept_part,
    line,
    manifest_fault,
    part_file,
    part_number,
    read_file,
    read_manifest,
    require_file,
    runs_of_files,
    sealed,
)
from lhombre_core.sim.store.log import LOG, Log
from lhombre_core.sim.store.manifest import Manifest, as_bytes, differences, name_of
from lhombre_core.sim.store.parquet import SUFFIX
from lhombre_core.sim.store.part import Played

_BESIDE: Final = ".new"


class Folder:
    """The folder of a run while this process, and no other, works in it."""

    def __init__(self, out: Path, wanted: Manifest, log: Log, *, restored: bool = False) -> None:
        """Take a folder that `open_folder` has checked."""
        self.out = out
        self.wanted = wanted
        self.log = log
        self.deals = 0
        """How many deals the parts have that were there at first."""
        self.damaged = 0
        """How many parts were there and did not agree with their digests."""
        self.restored = restored
        """Whether the manifest was lost: the parts say whose they are."""
        self._run = name_of(wanted)
        self._fresh: dict[int, Tally] = {}
        """The tallies of parts that have just been written and not yet been counted."""

    # -- parts --------------------------------------------------------------------------------

    def ready(self) -> set[int]:
        """Return the parts that are there and whole; whatever else lies with them is removed.

        While parts are missing there is no summary.
        """
        whole: set[int] = set()
        with self._written():
            for file in files_of(self.out / PARTS):
                number = part_number(self.out, file)
                tally = None if number is None else self._read(number)
                if number is None or tally is None:
                    self.damaged += number is not None
                    file.unlink()
                else:
                    whole.add(number)
                    self.deals += tally.deals
            for file in files_of(self.out / DEALS):
                if part_number(self.out, file) not in whole:
                    file.unlink()
        return whole

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
        with self._written():
            self._require_there()
            if columns is not None:
                _write(part_file(self.out, number, SUFFIX), columns)
            _write(part_file(self.out, number, DATA), line(sealed(data)))
        self._fresh[number] = played.tally

    def _read(self, number: int, *, whole: bool = True) -> Tally | None:
        """Return the tally of a part that agrees with its digests, None of any other.

        Those of its columns are compared only if it is to be `whole`.
        """
        data = kept_part(self.out, self._run, number)
        if data is None or (whole and not has_columns(self.out, number, data)):
            return None
        try:
            return Tally.from_data(data["tally"])
        except NOT_OURS:
            return None

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
        """Write the outcome of the first parts, and remove those played beyond them."""
        text = summary.encode("utf-8")
        data = {
            "run": self._run,
            "parts": parts,
            "summary": sha256(text).hexdigest(),
            "tally": tally.as_data(),
        }
        files = ((TALLY, as_bytes(sealed(data))), (SUMMARY, text))
        with self._written():
            self._require_there()
            for place in PLACES.values():
                self._clear(self.out / place, parts)
            for name, wanted in files:
                file = self.out / name
                if not file.exists() or read_file(file) != wanted:
                    _write(file, wanted)

    def _clear(self, place: Path, parts: int) -> None:
        """Remove what is of no part, and folders that are empty."""
        for file in files_of(place):
            number = part_number(self.out, file)
            if number is None or number >= parts:
                file.unlink()
        for below in [*place.glob("*"), place]:
            if below.is_dir() and not any(below.iterdir()):
                below.rmdir()

    def _require_there(self) -> None:
        """UsageError where the folder is not there any more: half a run would lie in a new one."""
        if read_manifest(self.out) != self.wanted:
            raise UsageError(
                f"{quoted(self.out)} was moved or removed while the run was at work; "
                "the same command goes on with it in its new place"
            )

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
        if out.is_symlink() and not out.exists():
            raise UsageError(f"{quoted(out)} is a link to nothing; expected a folder")
        if out.exists() and not out.is_dir():
            raise UsageError(f"{quoted(out)} is a file; expected a folder")
        _require(out, wanted, force=force)
        out.mkdir(parents=True, exist_ok=True)
        require_file(out / LOG)
        log = Log(out / LOG)
    with log.held(out, command):
        with _written(out):
            _require(out, wanted, force=force)  # it may have become another's meanwhile
            restored = _claim(out, wanted)
        yield Folder(out, wanted, log, restored=restored)


def _require(out: Path, wanted: Manifest, *, force: bool) -> None:
    """UsageError where a run may not be kept in a folder, unless that is forced."""
    refusal = None if force else _refusal(out, wanted)
    if refusal is not None:
        raise UsageError(refusal)


def _refusal(out: Path, wanted: Manifest) -> str | None:
    """Return why a run may not be kept in a folder, in words; None: it may."""
    there = read_manifest(out)
    if not out.is_dir() or there == wanted:
        return None
    runs = runs_of_files(out)
    if name_of(wanted) in runs:
        return None  # whatever has become of the manifest
    if there is not None:
        differing = differences(there, wanted) or "its manifest was changed"
        return (
            f"{quoted(out)} holds another run: {differing}; "
            "choose another folder, or add --force to replace it"
        )
    if runs:
        return (
            f"{manifest_fault(out)}, and the parts beside it are of another run than this "
            "command's; give its own command (run.log has it), or choose another folder"
        )
    if all(file.name in {LOG, _beside(out / MANIFEST).name} for file in out.iterdir()):
        return None
    if (out / MANIFEST).exists() and (out / LOG).exists():
        other = "or whole parts to know it by; choose another folder, or add --force to write there"
        return f"{manifest_fault(out)}, {other}"
    return f"{quoted(out)} is not empty; add --force to write there"


def _claim(out: Path, wanted: Manifest) -> bool:
    """Make sure that a folder holds the run that is wanted, if need be from its beginning.

    Return whether it was that run already, but without its manifest as it was written: numbers
    that are equal may have other names (1.0, true).
    """
    there = read_manifest(out)
    if there == wanted and read_file(out / MANIFEST) == as_bytes(wanted):
        return False
    restored = there == wanted or name_of(wanted) in runs_of_files(out)
    if not restored:
        for name in (SUMMARY, TALLY):
            (out / name).unlink(missing_ok=True)
    _write(out / MANIFEST, as_bytes(wanted))
    return restored


@contextmanager
def _written(out: Path, after: str = "") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(failure(out, error, "cannot be written", after)) from error


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}{_BESIDE}")


def _write(file: Path, data: bytes) -> None:
    """Write a file beside its place and rename it, so no reader ever sees half of it."""
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
