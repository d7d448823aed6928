"""Compiled functions called as machine code, by a process that need not have the compiler.

A `Native` is called like the function for which it stands. The first call with arguments of some
kinds loads the machine code that is kept (`lhombre_core.kernel.cache`); where there is none the
compiler is loaded and makes it (`lhombre_core.kernel.build`).

What is passed is laid out in words of 64 bits: a number is one; an array is its address and its
lengths; a structured array without dimensions, a *record*, is its address; a named tuple is what
its fields are. The machine code writes what it returns over the first of these words. It owns and
keeps nothing of what it is passed.
"""

from __future__ import annotations

import ctypes
import json
import struct
from threading import RLock
from typing import Any, Final, NamedTuple

import numpy as np

from lhombre_core.kernel import cache


class Number(NamedTuple):
    """A number: ``i8``, ``u8`` or ``b1``."""

    code: str


class Record(NamedTuple):
    """A structured array without dimensions."""

    dtype: np.dtype[Any]


class Rows(NamedTuple):
    """An array."""

    dtype: np.dtype[Any]
    dimensions: int


class Tuple(NamedTuple):
    """A named tuple of such."""

    made: type
    parts: tuple[Any, ...]


Kind = Number | Record | Rows | Tuple
Result = str | list[str] | None
"""The number that is returned, a list of them for a tuple."""

_INT: Final = Number("i8")
_WORD: Final = Number("u8")
_TRUTH: Final = Number("b1")


class Made(NamedTuple):
    """Machine code: its one symbol, what it returns, and its bytes."""

    symbol: str
    returned: Result
    code: bytes


class Fixed:
    """An argument that is passed again and again: laid out once, and held."""

    __slots__ = ("held", "kind", "words")

    def __init__(self, argument: Any) -> None:
        """Take the argument, whose arrays must keep their shapes."""
        self.held = argument
        self.kind, self.words = lay_out(argument)


def lay_out(argument: Any) -> tuple[Kind, tuple[int, ...]]:
    """Return the kind of an argument and its words; TypeError for what cannot be passed."""
    found = type(argument)
    if found is np.ndarray:
        return _lay_out_rows(argument)
    if found is Fixed:
        return argument.kind, argument.words
    if found is int or found is np.int64:
        return _INT, (int(argument),)
    if found is np.uint64:
        return _WORD, (int(argument),)
    if found is bool or found is np.bool_:
        return _TRUTH, (int(argument),)
    if isinstance(argument, tuple) and hasattr(found, "_fields"):
        laid = [lay_out(part) for part in argument]
        kind = Tuple(found, tuple(kind for kind, _ in laid))
        return kind, tuple(word for _, words in laid for word in words)
    raise TypeError(f"compiled code takes no {found.__name__}")


def _lay_out_rows(rows: np.ndarray) -> tuple[Kind, tuple[int, ...]]:
    if not rows.flags.carray:
        raise TypeError("compiled code takes an array only if it lies in one piece, to be written")
    key = (rows.dtype, rows.ndim)
    kind = _ROWS.get(key)
    if kind is None:
        if rows.ndim:
            kind = Rows(*key)
        elif rows.dtype.names:
            kind = Record(rows.dtype)
        else:
            raise TypeError("compiled code takes a number, not an array without dimensions")
        _ROWS[key] = kind
    at = _address(_BYTE.from_buffer(rows)) if rows.size else 0
    return kind, (at, *rows.shape)


_BYTE: Final = ctypes.c_char
_address: Final = ctypes.addressof
_ROWS: Final[dict[tuple[np.dtype[Any], int], Rows | Record]] = {}
"""One object for each kind of array, so that kinds that are equal are identical."""


class Native:
    """A compiled function; it may be called by several threads at once, which do not wait."""

    def __init__(self, module: str, name: str) -> None:
        """Take the module of the function and its name there."""
        self.module, self.name = module, name
        self._entries: dict[tuple[Kind, ...], _Entry] = {}
        self._used: tuple[list[Kind], _Entry] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the function; TypeError for arguments that it cannot take."""
        kinds: list[Kind] = []
        words: list[int] = []
        for argument in arguments:
            if type(argument) is Fixed:
                kinds.append(argument.kind)
                words += argument.words
            else:
                kind, some = lay_out(argument)
                kinds.append(kind)
                words += some
        used = self._used
        if used is None or used[0] != kinds:
            used = self._used = (kinds, self._find(tuple(kinds)))
        return used[1](*words)

    def prepare(self, *arguments: Any) -> None:
        """Have the machine code for such arguments made, unless it is kept; nothing is called."""
        self._find(tuple(lay_out(argument)[0] for argument in arguments))

    def _find(self, kinds: tuple[Kind, ...]) -> _Entry:
        with _lock:
            found = self._entries.get(kinds)
            if found is None:
                found = self._entries[kinds] = _Entry(self._made(kinds), kinds)
        return found

    def _made(self, kinds: tuple[Kind, ...]) -> Made:
        key = ", ".join([f"{self.module}.{self.name}", *map(_text, kinds)])
        kept = cache.read(self.name, key)
        if kept is not None:
            head, _, code = kept.partition(b"\n")
            return Made(**json.loads(head), code=code)
        from lhombre_core.kernel.build import build

        made = build(self.module, self.name, kinds)
        head = json.dumps({"symbol": made.symbol, "returned": made.returned})
        cache.write(self.name, key, head.encode() + b"\n" + made.code)
        return made


class Compiled:
    """A module of compiled functions, each of them a `Native` under its name."""

    def __init__(self, module: str) -> None:
        """Take the whole name of the module, which is not loaded."""
        self._module = module
        self._natives: dict[str, Native] = {}

    def __getattr__(self, name: str) -> Native:
        """Return a function; whether there is one shows when it is first called."""
        return self._natives.setdefault(name, Native(self._module, name))


_lock: Final = RLock()


def _text(kind: Kind) -> str:
    """Return all that machine code depends on in an argument."""
    match kind:
        case Number():
            return kind.code
        case Record():
            return f"record {kind.dtype!r}"
        case Rows():
            return f"rows {kind.dimensions} {kind.dtype!r}"
        case Tuple():
            names = zip(kind.made._fields, map(_text, kind.parts), strict=True)
            fields = ", ".join(f"{name}: {part}" for name, part in names)
            return f"{kind.made.__module__}.{kind.made.__qualname__}({fields})"


class _Entry:
    """Machine code that has been loaded."""

    def __init__(self, made: Made, kinds: tuple[Kind, ...]) -> None:
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(_load(made))
        returned = [made.returned] if isinstance(made.returned, str) else made.returned or []
        self._alone = len(returned) == 1
        passed = "".join(map(_format, kinds))
        room = max(len(passed), len(returned))
        self._passed = struct.Struct(f"={passed}{'x' * 8 * (room - len(passed))}")
        self._returned = struct.Struct("=" + "".join(_FORMATS[code] for code in returned))

    def __call__(self, *words: int) -> Any:
        try:
            passed = self._passed.pack(*words)
        except struct.error as error:
            raise TypeError("compiled code takes no number beyond a word") from error
        room = ctypes.create_string_buffer(passed, len(passed))
        if status := self._call(room):
            raise RuntimeError(f"compiled code came to an end with status {status}")
        found = self._returned.unpack_from(room)
        return found[0] if self._alone else (found or None)


_FORMATS: Final = {"i8": "q", "u8": "Q", "b1": "?7x"}


def _format(kind: Kind) -> str:
    """Return how `struct` writes the words of an argument."""
    match kind:
        case Number():
            return _FORMATS[kind.code]
        case Record():
            return "Q"
        case Rows():
            return "Q" * (1 + kind.dimensions)
        case Tuple():
            return "".join(map(_format, kind.parts))


_loaded: Final[list[Any]] = []
"""The linker, then what holds the code of each entry in its place."""


def _load(made: Made) -> int:
    """Return the address of an entry whose code is put in its place; RuntimeError: it does not fit."""
    from llvmlite import binding

    if not _loaded:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        _loaded.append(binding.create_lljit_compiler())
    linked = (
        binding.JITLibraryBuilder()
        .add_object_img(made.code)
        .add_current_process()
        .export_symbol(made.symbol)
        .link(_loaded[0], f"lhombre-{len(_loaded)}")
    )
    _loaded.append(linked)
    return linked[made.symbol]
