"""Words of a desk read and written."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir

from lhombre_core.kernel.bits import intrinsic, types  # type: ignore[attr-defined]

_WORD: Final = 8


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
