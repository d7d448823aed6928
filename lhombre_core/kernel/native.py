"""Compiled functions called as machine code, by a process that need not have the compiler.

A `Native` is called like the function for which it stands. The first call with arguments of some
kinds loads the machine code that is kept (`lhombre_core.kernel.cache`); where there is none, the
compiler is loaded and makes it (`lhombre_core.kernel.build`).

The arguments are laid out in one row of words (`lhombre_core.kernel.argument`), whose place is all
that the machine code is given. It writes what it returns over the first of these words, and keeps
nothing of what it is passed. While it runs, other threads go on.
"""

from __future__ import annotations

import ctypes
import json
import struct
from collections.abc import Sequence
from itertools import accumulate
from threading import RLock
from typing import Any, Final, NamedTuple

from lhombre_core.kernel import cache
from lhombre_core.kernel.argument import FORMATS, Fixed, Kind, format_of, lay_out, text

_WORDS: Final = 1 << 64
"""How many values a word has: a number below 0 is laid out as the word with its bits."""


class Made(NamedTuple):
    """Machine code."""

    symbol: str
    """The name of the one function that others may call."""
    returned: str | list[str] | None
    """The number that it returns; a list of them for a tuple."""
    code: bytes
    """An object file."""


class Job(NamedTuple):
    """A function for arguments of some kinds; it can be sent to another process."""

    module: str
    name: str
    kinds: tuple[Kind, ...]

    def make(self) -> Made:
        """Return its machine code, as it is kept or newly made."""
        key = ", ".join([f"{self.module}.{self.name}", *map(text, self.kinds)])
        kept = cache.read(self.name, key)
        if kept is not None:
            head, _, code = kept.partition(b"\n")
            return Made(**json.loads(head), code=code)
        from lhombre_core.kernel.build import build

        made = build(self.module, self.name, self.kinds)
        told = json.dumps({"symbol": made.symbol, "returned": made.returned})
        cache.write(self.name, key, told.encode() + b"\n" + made.code)
        return made


def make(jobs: Sequence[Job]) -> list[Made]:
    """Return the machine code of some functions, for a process that was started for it."""
    return [job.make() for job in jobs]


def load_compiler() -> None:
    """Load the compiler, in a process that will need it."""
    import lhombre_core.kernel.build  # noqa: F401  to have it loaded


class Laid(NamedTuple):
    """A call laid out, for compiled code that makes it. It holds no argument."""

    address: int
    """Where the machine code is; it stays there."""
    words: tuple[int, ...]
    starts: tuple[int, ...]
    """Where the words of each argument begin."""


class Native:
    """A compiled function; several threads may call it at once."""

    def __init__(self, module: str, name: str) -> None:
        """Take the whole name of the module, which is not loaded, and that of the function."""
        self._module, self.name = module, name
        self._entries: dict[tuple[Kind, ...], _Entry] = {}
        self._last: tuple[list[Kind], _Entry] | None = None

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401  whatever the function returns
        """Call the function; TypeError for arguments that cannot be passed."""
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
        last = self._last
        if last is None or last[0] != kinds:
            last = self._last = (kinds, self._entry(tuple(kinds)))
        return last[1](words)

    def job(self, *arguments: object) -> Job:
        """Return what is to be made before the function can be called with such arguments."""
        return Job(self._module, self.name, tuple(lay_out(one)[0] for one in arguments))

    def take(self, job: Job, made: Made) -> None:
        """Take machine code that has been made elsewhere; what is there already stays."""
        with _lock:
            if job.kinds not in self._entries:
                self._entries[job.kinds] = _Entry(made, job.kinds)

    def lay(self, *arguments: object) -> Laid:
        """Return a call that can be made without the interpreter, once or many times.

        Its words are the room of the call, which writes what it returns over the first of them.
        """
        laid = [lay_out(argument) for argument in arguments]
        entry = self._entry(tuple(kind for kind, _ in laid))
        starts = accumulate((len(words) for _, words in laid), initial=0)
        words = (word % _WORDS for _, some in laid for word in some)
        return Laid(entry.address, tuple(words), tuple(starts)[:-1])

    def _entry(self, kinds: tuple[Kind, ...]) -> _Entry:
        with _lock:
            if kinds not in self._entries:
                job = Job(self._module, self.name, kinds)
                self.take(job, job.make())
            return self._entries[kinds]


class Compiled:
    """A module of compiled functions, each of them a `Native` under its name."""

    def __init__(self, module: str) -> None:
        """Take the whole name of the module, which is not loaded."""
        self._module = module

    def __getattr__(self, name: str) -> Native:
        """Return a function; whether there is one shows when it is first called."""
        if name.startswith("__"):
            raise AttributeError(name)
        found = Native(self._module, name)
        setattr(self, name, found)
        return found


class _Entry:
    """Machine code that has been loaded."""

    def __init__(self, made: Made, kinds: tuple[Kind, ...]) -> None:
        self.address = _load(made)
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(self.address)
        returned = [made.returned] if isinstance(made.returned, str) else made.returned or []
        passed = "".join(map(format_of, kinds))
        size = max(struct.calcsize(f"={passed}"), 8 * len(returned))
        self._passed = struct.Struct(f"={passed}{size - struct.calcsize(f'={passed}')}x")
        self._returned = struct.Struct("=" + "".join(FORMATS[code] for code in returned))
        self._is_tuple = isinstance(made.returned, list)

    def __call__(self, words: list[int]) -> Any:  # noqa: ANN401  whatever the function returns
        try:
            passed = self._passed.pack(*words)
        except struct.error as error:
            raise TypeError("compiled code takes no number beyond a word") from error
        room = ctypes.create_string_buffer(passed, len(passed))
        if status := self._call(room):
            raise RuntimeError(f"compiled code has come to an end with status {status}")
        found = self._returned.unpack_from(room)
        if self._is_tuple:
            return found
        return found[0] if found else None


_lock: Final = RLock()
_held: Final[list[Any]] = []
"""The linker, then what keeps each piece of machine code in its place."""


def _load(made: Made) -> int:
    """Put machine code in its place and return its address; RuntimeError where it lacks a part."""
    from llvmlite import binding

    if not _held:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        _held.append(binding.create_lljit_compiler())
    builder = binding.JITLibraryBuilder().add_object_img(made.code).add_current_process()
    linked = builder.export_symbol(made.symbol).link(_held[0], f"lhombre {len(_held)}")
    _held.append(linked)
    return int(linked[made.symbol])
