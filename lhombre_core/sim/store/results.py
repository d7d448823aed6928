"""A run that is kept in a folder, read again: its summary, and questions about its deals in SQL.

Nothing is written, whatever is asked: only queries are let through, and duckdb is closed off from
every file but the parts of the run.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeAlias, TypeVar

from lhombre_core.errors import UsageError, cut, quoted, visible
from lhombre_core.sim.count.columns import BEYOND, LARGEST
from lhombre_core.sim.machine import need
from lhombre_core.sim.store.layout import (
    AGAIN,
    SUMMARY,
    column_files,
    failure,
    kept_outcome,
    manifest_fault,
    read_file,
    read_manifest,
    runs_of_files,
)
from lhombre_core.sim.store.manifest import Manifest
from lhombre_core.sim.store.parquet import interruptible
from lhombre_core.sim.store.sql_type import as_held, is_held

_T = TypeVar("_T")
Row: TypeAlias = tuple[Any, ...]

VIEW: Final = "deals"
"""The name under which a query finds the columns."""

_NOT_OURS: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""The errors of reading a summary that we have not written."""

_AT_A_TIME: Final = 1000
_PATIENCE: Final = 1.0
"""Seconds that a query has to end in once it was interrupted."""

_QUERIES: Final = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
"""What a query may be made of; others of duckdb's nodes change something."""

TOO_LARGE: Final = "the query needs more memory than there is for it; expected a smaller one"

_KIND: Final = re.compile(r"^(?:[A-Z]\w+ (?:of )?)+Error: ")
_LONG: Final = 300
"""The most characters of duckdb's message that are repeated."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query: names of the columns, and the rows while they are asked for.

    Dates, times and whatever else Python would not hold as it is are duckdb's own text.
    """

    names: tuple[str, ...]
    """No two alike: the second `n` is `n_1`, as where duckdb has to tell them apart itself."""
    rows: Iterator[Row]


def read_summary(out: Path) -> str:
    """Return the summary of a finished run, as JSON and as it was kept.

    UsageError where there is none, or one that does not agree with its digest.
    """
    try:
        manifest = _manifest(out)
        kept = read_file(out / SUMMARY)
        wanted = kept_outcome(out, manifest).get("summary")
    except FileNotFoundError as error:
        further = "its own command goes on with it (run.log has it)"
        raise UsageError(f"the run in {quoted(out)} has not ended; {further}") from error
    except OSError as error:
        raise UsageError(failure(out, error, "cannot be read")) from error
    if sha256(kept).hexdigest() != wanted:
        raise _damaged(out)
    return kept.decode("utf-8")


def _manifest(out: Path) -> Manifest:
    """Return the manifest of the run in a folder. UsageError where there is no run, or it is lost.

    OSError where it cannot be read.
    """
    if not out.is_dir():
        raise UsageError(f"there is no folder {quoted(out)}; expected one of simulate --out")
    manifest = read_manifest(out)
    if manifest is not None:
        return manifest
    if runs_of_files(out):
        raise UsageError(f"{manifest_fault(out)}; {AGAIN}")
    raise UsageError(f"{quoted(out)} holds no run; expected a folder of simulate --out")


@contextmanager
def understood(out: Path) -> Iterator[None]:
    """Raise UsageError for the errors of a summary that another version has written."""
    try:
        yield
    except _NOT_OURS as error:
        raise _damaged(out) from error


def _damaged(out: Path) -> UsageError:
    return UsageError(f"{SUMMARY} in {quoted(out)} is damaged; {AGAIN}")


def amounts_beyond(summary: dict[str, Any]) -> bool:
    """Return whether a run has amounts that its columns hold in `beyond` only."""
    spreads = [
        *summary["counters"]["by_seat"].values(),
        *(pool[moment] for pool in summary["pools"].values() for moment in ("opening", "end")),
    ]
    return any(
        not BEYOND < value <= LARGEST
        for spread in spreads
        for value in (spread["least"], spread["most"])
        if value is not None
    )


def query(out: Path, sql: str) -> Answer:
    """Return what a query finds in the deals of a finished run, which it calls `deals`.

    The files are first compared with the digests that were kept of them. UsageError where one does
    not agree, for a run without columns, for anything but one query, and for what duckdb refuses.
    """
    read_summary(out)
    manifest = _manifest(out)
    if not manifest.get("columns"):
        raise UsageError(f"the run in {quoted(out)} was made without columns")
    duckdb = need("duckdb", "sim")
    named = _named(out)
    files = [str(named / file.relative_to(out)) for file in column_files(out, manifest)]
    with _asked(duckdb):
        connection = duckdb.connect(config={"autoinstall_known_extensions": False})
        # The bar would be drawn among what is answered.
        connection.execute("SET enable_progress_bar = false")
        _close_off(connection, files)
        _require_query(connection, sql)
        relation = _interruptible(connection, lambda: connection.sql(sql))  # nothing is run yet
        names = _apart(relation.columns)
        asked = _as_held(connection, sql, relation.types)
        done = _interruptible(connection, lambda: connection.execute(asked))

    def fetch() -> list[Row]:
        with _asked(duckdb):
            return _interruptible(connection, lambda: done.fetchmany(_AT_A_TIME))

    return Answer(names, _rows(fetch, fetch()))


@contextmanager
def bounded() -> Iterator[None]:
    """Raise UsageError where queries, or what uses their rows, want more memory than there is.

    duckdb bounds what it sorts and groups, but not how long a text becomes; so the whole process
    may have as much as duckdb would take: four fifths of the machine. Where the system has no
    bounds there are none.
    """
    if sys.platform == "win32":
        yield
        return
    import resource

    soft, hard = before = resource.getrlimit(resource.RLIMIT_DATA)
    bounds = [bound for bound in (soft, _memory()) if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(bounds), hard))
    try:
        yield
    except MemoryError as error:
        raise UsageError(TOO_LARGE) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _memory() -> int:
    """Return how many bytes duckdb would take at most."""
    connection = need("duckdb", "sim").connect()
    asked = "SELECT parse_formatted_bytes(current_setting('memory_limit'))"
    return int(connection.execute(asked).fetchone()[0])


def _named(out: Path) -> Path:
    """Return the whole path of a folder. UsageError for one that duckdb has no name for."""
    path = out.resolve()
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError as error:
        reason = "the path has bytes that are not UTF-8; give the folder another name"
        raise UsageError(f"duckdb cannot read {quoted(out)}: {reason}") from error
    return path


def _apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns with a number after each that has stood before.

    >>> _apart(["deal", "deal", "won", "deal"])
    ('deal', 'deal_1', 'won', 'deal_2')
    """
    taken, apart = set(names), list[str]()
    for name in names:
        own = name
        if own in apart:
            tried = (f"{name}_{number}" for number in count(1))
            own = next(one for one in tried if one not in taken)
        taken.add(own)
        apart.append(own)
    return tuple(apart)


def _close_off(connection: Any, files: list[str]) -> None:  # noqa: ANN401  it has no types
    """Make the view and leave no way to any other file."""
    patterns = [_plain(file) for file in files]
    listed = ", ".join(map(_text, patterns))
    allowed = ", ".join(_text(name) for name in dict.fromkeys([*files, *patterns]))
    connection.execute(
        f"CREATE VIEW {VIEW} AS SELECT * FROM read_parquet([{listed}])"  # noqa: S608  our own files
    )
    connection.execute("SET temp_directory = ''")
    connection.execute(f"SET allowed_paths = [{allowed}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _require_query(connection: Any, sql: str) -> None:  # noqa: ANN401  it has no types
    """UsageError for anything but one query that only reads."""
    try:
        sql.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError("the query has bytes that are not UTF-8") from error
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise UsageError(f"{len(statements)} statements are asked; expected one query")
    if statements[0].type.name == "MULTI":
        # duckdb makes a type for it, and says nothing of what else the statement would do.
        named = "a PIVOT has to name its values, as in PIVOT deals ON vole IN (0, 1)"
        raise UsageError(f"only a query can be asked here, and {named}")
    asked = connection.execute(f"SELECT json_serialize_sql({_text(sql)})").fetchone()
    read = json.loads(asked[0])
    if read["error"] and read.get("error_type") != "not implemented":
        raise UsageError(f"the query cannot be read: {_message(read['error_message'])}")
    if read["error"] or not _only_reads(read):
        raise UsageError("only a query can be asked here; expected SELECT …")


def _as_held(connection: Any, sql: str, kinds: Sequence[Any]) -> str:  # noqa: ANN401  no types
    """Return a query that finds the same, each value in a form of which Python loses nothing."""
    if all(map(is_held, kinds)):
        return sql
    plain = f"SELECT json_deserialize_sql(json_serialize_sql({_text(sql)}))"
    (whole,) = connection.execute(plain).fetchone()  # without remarks and semicolons
    cast = ", ".join(f"c{place}::{as_held(kind)}" for place, kind in enumerate(kinds))
    names = ", ".join(f"c{place}" for place in range(len(kinds)))
    return f"SELECT {cast} FROM ({whole}) AS answer({names})"  # noqa: S608  it only reads


def _only_reads(node: object) -> bool:
    """Return whether nothing in a parsed query changes anything."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            kind = one.get("type")
            if isinstance(kind, str) and kind.endswith("_NODE") and kind not in _QUERIES:
                return False
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
    return True


def _rows(fetch: Callable[[], list[Row]], first: list[Row]) -> Iterator[Row]:
    """Return the rows, the first of which have been fetched."""
    while first:
        yield from first
        first = fetch()


def _interruptible(connection: Any, call: Callable[[], _T]) -> _T:  # noqa: ANN401  it has no types
    """Return what a call of duckdb brings; Ctrl-C ends its query.

    duckdb asks for signals between two steps of its own only, of which one may take minutes. So
    another thread waits for it.
    """
    future: Future[_T] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001  the waiting thread raises it
            future.set_exception(error)

    try:
        Thread(target=work, daemon=True).start()
        return future.result()
    except KeyboardInterrupt:
        connection.interrupt()
        wait([future], _PATIENCE)
        raise


@contextmanager
def _asked(duckdb: Any) -> Iterator[None]:  # noqa: ANN401  it has no types
    """Raise UsageError for what duckdb refuses, and KeyboardInterrupt for Ctrl-C."""
    try:
        with interruptible():
            yield
    except (duckdb.OutOfMemoryException, MemoryError) as error:
        raise UsageError(TOO_LARGE) from error
    except duckdb.Error as error:
        raise UsageError(f"the query fails: {_message(str(error))}") from error


def _message(text: str) -> str:
    """Return what duckdb says, in one line, without the name of its error."""
    lines = [line.strip() for line in text.partition("\n\n")[0].split("\n")]
    text = _KIND.sub("", visible(" ".join(filter(None, lines))))
    return text if len(text) <= _LONG else cut(text)


def _plain(file: str) -> str:
    """Return the pattern that means one file, whatever its name is made of."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in file)


def _text(word: str) -> str:
    """Return a word as text of SQL."""
    return "'" + word.replace("'", "''") + "'"
