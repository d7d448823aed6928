"""Compiled functions for Python to call: loaded from where their machine code is kept, or compiled.

A `CompiledFunction` stands for an entry (`lhombre_core.kernel.bits.entry`). Its module, and with it
numba, is imported at the first call; so an import of ours stays cheap. It is compiled once, for the
types of its first arguments, and refuses arguments of other types from then on.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from inspect import signature
from threading import RLock
from typing import Any, Final

import numpy as np

from lhombre_core.kernel import cache

VECTORISED: Final = "is_vectorised"
"""The attribute of a function whose loops are turned into loops over vectors."""

_compiling: Final = RLock()
"""Held while the settings of numba are those of the function that is compiled."""


class CompiledFunction:
    """An entry; several threads may call it at once."""

    def __init__(self, module: str, name: str) -> None:
        """Take the whole name of the module, which is not imported, and that of the function."""
        self._module, self.name = module, name

    def __repr__(self) -> str:
        return f"CompiledFunction({self._module!r}, {self.name!r})"

    def __call__(self, *arguments: object, **named: object) -> Any:  # noqa: ANN401  as it returns
        """Call the function; TypeError for arguments of other types than it is compiled for."""
        if not self._entry.signatures:
            self.compile_for(*arguments, **named)
        named = {name: as_passed(argument) for name, argument in named.items()}
        return self._entry(*map(as_passed, arguments), **named)

    def compile_for(self, *arguments: object, **named: object) -> None:
        """Compile the function for the types of arguments, or load what was compiled for them."""
        import numba

        entry = self._entry
        with _compiling:
            if entry.signatures:
                return
            bound = signature(entry.py_func).bind(*arguments, **named)
            types = tuple(numba.typeof(as_passed(argument)) for argument in bound.args)
            before = numba.config.LOOP_VECTORIZE
            numba.config.LOOP_VECTORIZE = int(getattr(entry.py_func, VECTORISED, False))
            try:
                entry.compile(types)
            except OSError:  # it is compiled, and cannot be kept: the disk is full
                if not entry.signatures:
                    raise
            finally:
                numba.config.LOOP_VECTORIZE = before
            entry.disable_compile()
            if not any(entry.stats.cache_hits.values()):
                cache.seal(self.name)

    @cached_property
    def _entry(self) -> Any:  # noqa: ANN401  numba has no types
        """The function as numba dispatches it."""
        return getattr(import_module(self._module), self.name)


class CompiledModule:
    """A module of compiled functions, each a `CompiledFunction` under its name."""

    def __init__(self, module: str) -> None:
        """Take the whole name of the module, which is not imported."""
        self._module = module

    def __repr__(self) -> str:
        return f"CompiledModule({self._module!r})"

    def __getattr__(self, name: str) -> CompiledFunction:
        """Return a function; whether there is such a function shows when it is first called."""
        if name.startswith("__"):
            raise AttributeError(name)
        function = CompiledFunction(self._module, name)
        setattr(self, name, function)
        return function


def as_passed(argument: object) -> object:
    """Return an argument as numba takes it: a structured array without dimensions is a record."""
    if isinstance(argument, np.ndarray) and not argument.ndim:
        return argument[()]
    return argument
