"""Columns as the bytes of a Parquet file, written by duckdb: the same columns, the same bytes."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from lhombre_core.errors import UsageError
from lhombre_core.sim.count.columns import BEYOND, NOTHING, Column, Columns, Kind
from lhombre_core.sim.machine import need

SUFFIX: Final = ".parquet"
BEYOND_COLUMN: Final = "beyond"
"""The column with the amounts that 64 bits do not hold: JSON by column, null in other deals."""

_FORM: Final = (
    "FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE 122880, "
    "WRITE_BLOOM_FILTER false, DICTIONARY_SIZE_LIMIT 4096"
)
"""The columns are packed well before they are compressed, so that the lowest level does as well as
any; each value is in each group of rows, so that no filter would save one from being read; and what
does not repeat soon is not worth a dictionary."""

_CONFIG: Final[Mapping[str, str | bool | int]] = {
    "threads": 1,
    "preserve_insertion_order": True,
    "autoinstall_known_extensions": False,
}
_INTERRUPTED: Final = "Query interrupted"
_TYPES: Final = {"int8": "TINYINT"}


def writer() -> str:
    """Return what writes the files, with its version, on which their bytes depend.

    UsageError where the extra `sim` is not installed.
    """
    need("numpy", "sim")
    return f"duckdb {need('duckdb', 'sim').__version__}"


def to_parquet(columns: Columns, schema: Sequence[Column], made_by: Mapping[str, object]) -> bytes:
    """Return columns as a Parquet file that says what made it. UsageError where that fails."""
    duckdb = need("duckdb", "sim")
    selected = ", ".join(_selected(column, beyond=bool(columns.beyond)) for column in schema)
    rest = f"{BEYOND_COLUMN} AS {BEYOND_COLUMN}" if columns.beyond else _NO_BEYOND
    source = f"SELECT {selected}, {rest} FROM deals"  # noqa: S608  names are ours
    form = f"{_FORM}, KV_METADATA {{lhombre: {_text(json.dumps(made_by))}}}"
    connection = _connection()
    deals = dict(columns.arrays) | _beyond(columns)  # noqa: F841  duckdb finds it by its name
    try:
        with interruptible(), TemporaryDirectory(prefix="lhombre-") as folder:
            file = Path(folder) / f"part{SUFFIX}"
            connection.execute(f"COPY ({source}) TO {_text(str(file))} ({form})")
            return file.read_bytes()
    except (duckdb.Error, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise UsageError(f"the columns cannot be written: {reason}") from error


@contextmanager
def interruptible() -> Iterator[None]:
    """Have Ctrl-C be one while duckdb works, which otherwise makes an error of its own of it."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != _INTERRUPTED:
            raise
        raise KeyboardInterrupt from error


class _Kept(threading.local):
    """The connection of each thread: it takes longer to make than a small file."""

    connection: Any = None


_kept = _Kept()


def _connection() -> Any:  # noqa: ANN401  it has no types
    if _kept.connection is None:
        _kept.connection = need("duckdb", "sim").connect(config=dict(_CONFIG))
    return _kept.connection


_NO_BEYOND: Final = f"NULL::VARCHAR AS {BEYOND_COLUMN}"


def _beyond(columns: Columns) -> dict[str, Any]:
    """Return the column of amounts that are too large, if there are any."""
    if not columns.beyond:
        return {}
    import numpy as np

    texts = np.full(len(columns), None, dtype=object)
    for row, amounts in columns.beyond.items():
        texts[row] = json.dumps(amounts)
    return {BEYOND_COLUMN: texts}


def _selected(column: Column, *, beyond: bool) -> str:
    """Return the expression that makes a column of Parquet of one of numbers.

    What has no number in the list is null. Words of a closed list are written much faster than
    text, and read as text all the same.
    """
    name = f'"{column.name}"'
    match column.kind:
        case Kind.WORD:
            words = ", ".join(map(_text, column.words))
            return f"([{words}]::ENUM({words})[])[{name} + 1] AS {name}"
        case Kind.PLAYER:
            return f"nullif({name}, {NOTHING})::{_TYPES[column.dtype]} AS {name}"
        case Kind.AMOUNT if beyond:
            return f"CASE WHEN {name} <> {BEYOND + 1} - 1 THEN {name} END AS {name}"
        case Kind.AMOUNT | Kind.COUNT | Kind.FLAG:
            return name


def _text(word: str) -> str:
    """Return a word as text of SQL."""
    return "'" + word.replace("'", "''") + "'"
