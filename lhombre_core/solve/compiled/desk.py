"""Words of a desk read and written."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir

from lhombre_core.kernel.bits import intrinsic, types  # type: ignore[attr-defined]

_WORD: Final = 8
_LINE: Final = 8  # words


def _pointer(builder: Any, address: Any, place: Any) -> Any:
    word = ir.IntType(64)
    moved = builder.add(address, builder.mul(place, ir.Constant(word, _WORD)))
    return builder.inttoptr(moved, word.as_pointer())


@intrinsic
def peek(_context: Any, _desk: Any, _place: Any) -> Any:
    """Return a word of a desk."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, *arguments))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def poke(_context: Any, _desk: Any, _place: Any, _word: Any) -> Any:
    """Write a word of a desk."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address, place, word = arguments
        builder.store(word, _pointer(builder, address, place))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def same_words(_context: Any, _desk: Any, _place: Any, _word: Any) -> Any:
    """Return which of the eight words of a line are a given word, the first as the lowest bit."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address, place, word = arguments
        line = ir.VectorType(ir.IntType(64), _LINE)
        pointer = builder.bitcast(_pointer(builder, address, place), line.as_pointer())
        found = builder.load(pointer, align=_LINE * _WORD)
        nothing = ir.Constant(line, ir.Undefined)
        one = builder.insert_element(nothing, word, ir.IntType(32)(0))
        all_first = ir.Constant(ir.VectorType(ir.IntType(32), _LINE), [0] * _LINE)
        wanted = builder.shuffle_vector(one, nothing, all_first)
        same = builder.icmp_unsigned("==", found, wanted)
        return builder.zext(builder.bitcast(same, ir.IntType(_LINE)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64, types.uint64), generate
