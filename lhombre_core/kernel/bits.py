"""Words of 64 bits in compiled code: bit counts, the random stream, choosing one bit of a set.

The arithmetic of the stream is that of `lhombre_core.kernel.stream`, whose docstring says what a
word is for; here it is written once more for the compiler. Everything is a `uint64`: a plain
number in such an expression would make a float of it, so that numbers are wrapped in `U`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from lhombre_core.kernel import stream
from lhombre_core.kernel.cache import folder_for
from lhombre_core.kernel.loader import VECTORISED

OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""How all functions are compiled: as numpy divides, and not to be called from C."""

_INNER: Final[dict[str, Any]] = {**OPTIONS, "no_cpython_wrapper": True}
"""How functions are compiled that only compiled functions call."""

inner = njit(**_INNER, forceinline=False)
"""Makes a function that only compiled functions call.

That it is not to become part of its caller must be said: otherwise a function called by one that
is takes after it, and so does all that it calls, line upon line compiled once for every call.
"""

compiled = inner
"""Another name of `inner`."""

inlined = njit(**_INNER, forceinline=True)
"""Makes a function that becomes part of its caller, for what is short or has one caller.

numba optimises it by itself first: a loop over lanes that calls it may thereby lose its vectors.
"""

inlined_early = njit(**_INNER, inline="always")
"""Makes a function that becomes part of its caller before anything of it is optimised."""


def entry(function: Callable[..., Any]) -> Any:
    """Make a function that Python calls, by a `lhombre_core.kernel.loader`; it is kept.

    Where numba keeps it is a setting of numba, which is put back for other users of numba.
    """
    folder = folder_for(function.__name__)
    before = config.CACHE_DIR
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        return njit(**OPTIONS, nogil=True, forceinline=False, cache=folder is not None)(function)
    finally:
        config.CACHE_DIR = before


def vectorised(function: Callable[..., Any]) -> Any:
    """Make an entry whose loops are turned into loops over vectors.

    That pays where many deals lie side by side. Elsewhere a loop has a few rounds, and fetching
    what its vectors are made of takes longer than all of them.
    """
    setattr(function, VECTORISED, True)
    return entry(function)


U = np.uint64
ZERO: Final = U(0)
ONE: Final = U(1)
LOW: Final = U(0xFFFF_FFFF)
GAMMA: Final = U(stream.GAMMA)
MIX_1: Final = U(stream.MIX_1)
MIX_2: Final = U(stream.MIX_2)


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """Return how many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_place(_context: Any, _word: Any) -> Any:
    """Return the place of the lowest set bit; any number where there is none."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _leading_zeros(_context: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def words(_context: Any, array: Any, _place: Any) -> Any:
    """Return the numbers of an array from a place on, counted through all its rows.

    They are read and written like a row, but are passed as one machine word, nobody counts who
    refers to them, and no index counts from the end.
    """

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = context.make_array(array)(context, builder, arguments[0]).data
        return builder.gep(data, [arguments[1]])

    return types.CPointer(array.dtype)(array, types.int64), generate


@intrinsic
def prefetch(_context: Any, array: Any, _place: Any) -> Any:
    """Have the line of memory come near that holds a place of an array, counted from its begin."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = context.make_array(array)(context, builder, arguments[0]).data
        pointer = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(function, [pointer, number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.int64), generate


@compiled
def highest_place(word):
    """Return the place of the highest set bit; any number where there is none."""
    return U(63) - _leading_zeros(word)


@compiled
def lowest_bit(word):
    """Return the lowest set bit of a word as a word; 0 where there is none."""
    return word & (~word + ONE)


@compiled
def highest_bit(word):
    """Return the highest set bit of a word that has one, as a word."""
    return ONE << highest_place(word)


@compiled
def mix(z):
    """Return the word into which splitmix64 stirs a word."""
    z = (z ^ (z >> U(30))) * MIX_1
    z = (z ^ (z >> U(27))) * MIX_2
    return z ^ (z >> U(31))


@compiled
def fold(key, number):
    """Return the key under a key with a number."""
    return mix(key ^ mix(number * GAMMA + MIX_1))


@compiled
def below(word, n):
    """Return a number from 0 to n - 1 from the high half of a word."""
    return ((word >> U(32)) * n) >> U(32)


@compiled
def nth_bit(word, n):
    """Return set bit number n of a word, counted from the lowest as 0, as a word."""
    while n > ZERO:
        word &= word - ONE
        n -= ONE
    return word & (~word + ONE)
