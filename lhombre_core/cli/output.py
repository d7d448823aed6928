"""The output of a command: answers to standard output, messages to standard error, files."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

_LETTERS: Final = {ord(symbol): letter for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True)}


def say(text: str) -> None:
    """Print a message, a fault or progress to standard error."""
    with _reader_may_leave(sys.stderr):
        print(text, file=sys.stderr)


def show(text: str) -> None:
    """Print an answer to standard output; a terminal gets the symbols of the suits."""
    _put(f"{text if is_pretty() else text.translate(_LETTERS)}\n")


def show_json(data: object, *, as_written: bool = False) -> None:
    """Print an answer as JSON, with cards in letters.

    With `as_written` symbols of suits stay as they stand in a user's file.
    """
    text = json.dumps(data, ensure_ascii=False, indent=2)
    _put(f"{text if as_written else text.translate(_LETTERS)}\n")


def flush() -> None:
    """Write buffered output to standard output."""
    with _reader_may_leave(sys.stdout):
        sys.stdout.flush()


def _put(text: str) -> None:
    with _reader_may_leave(sys.stdout):
        sys.stdout.write(text)


@contextmanager
def _reader_may_leave(stream: TextIO) -> Iterator[None]:
    """Run a block that writes to a stream, and go on if the reader of the stream has gone.

    The exit code is that of the answer, however much of it was read.
    """
    try:
        yield
    except BrokenPipeError:
        discard(stream)


def discard(*streams: TextIO) -> None:
    """Discard further output to streams that have lost their readers."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        with suppress(AttributeError, OSError):  # closed, or none at all
            os.dup2(nowhere, stream.fileno())


def is_pretty(stream: TextIO | None = None) -> bool:
    """Return whether the stream is a terminal that can print the symbols of the suits."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return False
    try:
        "♠".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def deliver(text: str, out: Path | None, *, force: bool) -> None:
    """Print a document, or write it to the file `out` and say so."""
    if not text.endswith("\n"):
        text += "\n"
    if out is None:
        _put(text)
    else:
        write_file(out, text, force=force)
        say(f"Written to {out}.")


def write_file(out: Path, text: str, *, force: bool) -> None:
    """Write a text file whole or not at all: beside its place, then renamed.

    UsageError if it is there and `force` is not given, or if it cannot be written.
    """
    from lhombre_core.errors import UsageError, quoted

    if os.path.isdir(out):  # noqa: PTH112  Path.is_dir raises where a name is too long
        raise UsageError(f"{quoted(out)} is a folder; expected the name of a file")
    if not force and os.path.lexists(out):
        raise UsageError(f"{quoted(out)} is there already; add --force to replace it")
    try:
        target = out.resolve() if out.is_symlink() else out
        _replace(target, text.encode("utf-8"))
    except OSError as error:
        raise UsageError(f"{quoted(out)} cannot be written: {error.strerror}") from error


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def count(number: int, word: str, words: str | None = None) -> str:
    """Return a number with its noun.

    >>> count(1, "fault"), count(2, "die", "dice")
    ('1 fault', '2 dice')
    """
    return f"{number} {word if number == 1 else words or word + 's'}"
