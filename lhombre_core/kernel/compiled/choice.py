"""One card of a set by its number: for a player by chance the dearest step of all.

A loop over the cards below, or a choice at each of them, is guessed wrong by the processor as often
as not. Many processors have one instruction for it (PDEP: the bits of a word laid out over the set
bits of another); elsewhere it is done by arithmetic alone. The answer is the same.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic

YES: Final = np.bool_(True)
NO: Final = np.bool_(False)
"""Answers that are passed on. A function is compiled anew for every `True` and `False` as such."""

_MOST: Final = 9
"""Cards of a hand."""
_SLOW: Final = frozenset({"bdver4", "znver1", "znver2"})
"""Processors that have the instruction, and take longer over it."""


def has_instruction() -> bool:
    """Return whether code is compiled for this very processor, and it has the instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return False
    fast = binding.get_host_cpu_name() not in _SLOW
    return fast and bool(binding.get_host_cpu_features().get("bmi2"))


@intrinsic
def either(_context: Any, _condition: Any, _yes: Any, _no: Any) -> Any:
    """Return one of two words by a condition that cannot be foretold: both are worked out."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        found = builder.select(*arguments)
        found.set_metadata("unpredictable", builder.module.add_metadata([]))
        return found

    return types.uint64(types.boolean, types.uint64, types.uint64), generate


@intrinsic
def nth_card(_context: Any, _cards: Any, _number: Any) -> Any:
    """Return card `number` of nine cards at most, counted from the lowest as 0, as a word.

    Of eight at most there is also one that they have not: 0.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        cards, number = arguments
        if has_instruction():
            return _by_instruction(builder, cards, number)
        return _by_arithmetic(builder, cards, number)

    return types.uint64(types.uint64, types.uint64), generate


def _by_instruction(builder: Any, cards: Any, number: Any) -> Any:
    word = cards.type
    kind = ir.FunctionType(word, (word, word))
    lay = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
    return builder.call(lay, (builder.shl(ir.Constant(word, 1), number), cards))


def _by_arithmetic(builder: Any, cards: Any, number: Any) -> Any:
    """Take the lowest card away as often as `number` says: eight times or keep all."""
    word = cards.type
    one = ir.Constant(word, 1)
    for place in range(_MOST - 1):
        goes = builder.lshr(builder.sub(ir.Constant(word, place), number), ir.Constant(word, 63))
        keeps_all = builder.sub(goes, one)
        cards = builder.and_(cards, builder.or_(builder.sub(cards, one), keeps_all))
    return builder.and_(cards, builder.neg(cards))
