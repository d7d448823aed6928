"""The text of a document, from a file or bytes; binary data is refused early."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lhombre_core.errors import Fault, FaultError, UnreadableError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Source: TypeAlias = "str | bytes | Path | Traversable"

MAX_BYTES = 2 * 1024 * 1024

# What is refused is listed and not what is allowed: a long list takes a hundredth of a second.
_NOT_TEXT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_ESCAPE = re.compile(_PAIR.pattern + r"|\\.", re.DOTALL)


def read_source(source: Source, name: str | None = None) -> tuple[str, str]:
    """Return the name and the text of a file, or of text already at hand.

    A `str` is text, not a path. A byte order mark is dropped. UnreadableError if there is no
    such file; FaultError if it is larger than 2 MiB, not UTF-8 or holds control characters.
    """
    if isinstance(source, str):
        name = name or "<text>"
        if len(source) > MAX_BYTES:
            raise FaultError([_too_large(name)])
        text = source
    else:
        name = name or ("<bytes>" if isinstance(source, bytes) else str(source))
        data = source if isinstance(source, bytes) else _read_file(source, name)
        if len(data) > MAX_BYTES:
            raise FaultError([_too_large(name)])
        text = _decode(data, name)
    text = text.removeprefix("\ufeff")
    if stray := _NOT_TEXT.search(text):
        raise FaultError([_stray_character(text, stray.start(), name)], {name: text})
    return name, _join_surrogates(text)


def _read_file(path: Path | Traversable, name: str) -> bytes:
    try:
        with path.open("rb") as file:
            return bytes(file.read(MAX_BYTES + 1))
    except FileNotFoundError:
        message = "there is no such file"
    except IsADirectoryError:
        message = "this is a folder; expected a file"
    except PermissionError:
        # Windows answers so when a folder is opened.
        message = "this is a folder; expected a file" if path.is_dir() else "may not be read"
    except (OSError, ValueError) as error:
        message = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    raise UnreadableError([Fault(message, name)])


def _too_large(name: str) -> Fault:
    return Fault("the file is larger than 2 MiB; expected one variant or one record", name)


def _decode(data: bytes, name: str) -> str:
    """Return the UTF-8 text of `data`; a byte is named by its offset in the file, from 0."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FaultError([Fault("the file is UTF-16; save it as UTF-8", name, 1, 1)])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start
    before = data[:offset].decode("utf-8").removeprefix("\ufeff")
    line, column = _place(before, len(before))
    message = f"byte 0x{data[offset]:02X} at offset {offset} is not UTF-8; save the file as UTF-8"
    text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
    raise FaultError([Fault(message, name, line, column)], {name: text})


def _stray_character(text: str, index: int, name: str) -> Fault:
    line, column = _place(text, index)
    code = ord(text[index])
    if code == 0:
        offset = len(text[:index].encode("utf-8", errors="surrogatepass"))
        message = f"a NUL byte at offset {offset}; expected a text file"
    elif code == 0xFEFF:
        message = "a byte order mark inside the text; take it out"
    else:
        message = (
            f"the character U+{code:04X} cannot stand in a file; "
            f'take it out, or write "\\u{code:04X}" in double quotes'
        )
    return Fault(message, name, line, column)


def _place(text: str, index: int) -> tuple[int, int]:
    """Return the line and the column, from 1, of the character at `index`."""
    before = re.split(r"\r\n|\r|\n", text[:index])
    return len(before), len(before[-1]) + 1


def _join_surrogates(text: str) -> str:
    r"""Return JSON text with its `\ud83d\ude00` written as one YAML escape, `\U0001f600`.

    JSON writes the characters beyond U+FFFF as two escapes and YAML as one. Columns further
    along such a line are two less than in the file.
    """
    if not text.lstrip().startswith(("{", "[", '"')) or not _PAIR.search(text):
        return text
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text
    return _ESCAPE.sub(_one_escape, text)


def _one_escape(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[0]
    code = 0x10000 + ((int(match[1], 16) & 0x3FF) << 10) + (int(match[2], 16) & 0x3FF)
    return f"\\U{code:08x}"
