"""Reading and writing the words of a memory by its address."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from lhombre_core.solve.memory import WAYS

_WORD: Final = 8  # bytes


def _pointer(builder: Any, memory: Any, place: Any) -> Any:
    word = ir.IntType(64)
    moved = builder.add(memory, builder.mul(place, ir.Constant(word, _WORD)))
    return builder.inttoptr(moved, word.as_pointer())


@intrinsic
def peek(_context: Any, _memory: Any, _place: Any) -> Any:
    """Return the word at a place of a memory."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, *arguments))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def poke(_context: Any, _memory: Any, _place: Any, _word: Any) -> Any:
    """Write a word to a place of a memory."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        memory, place, word = arguments
        builder.store(word, _pointer(builder, memory, place))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def same_words(_context: Any, _memory: Any, _place: Any, _word: Any) -> Any:
    """Return which of a group's first words equal a word, the first of them as the lowest bit."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        memory, place, word = arguments
        line = ir.VectorType(ir.IntType(64), WAYS)
        pointer = builder.bitcast(_pointer(builder, memory, place), line.as_pointer())
        stored = builder.load(pointer, align=WAYS * _WORD)
        undefined = ir.Constant(line, ir.Undefined)
        single = builder.insert_element(undefined, word, ir.IntType(32)(0))
        all_first = ir.Constant(ir.VectorType(ir.IntType(32), WAYS), [0] * WAYS)
        wanted = builder.shuffle_vector(single, undefined, all_first)
        same = builder.icmp_unsigned("==", stored, wanted)
        return builder.zext(builder.bitcast(same, ir.IntType(WAYS)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64, types.uint64), generate
