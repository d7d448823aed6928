"""Rounds played without the interpreter: compiled stages called one after another, by address.

A stage is machine code of its own, which `lhombre_core.kernel.native` has loaded, with the row of
words that its arguments are laid out in. So all stages are compiled apart, at a time if need be,
and still nothing is between them: what the interpreter does there costs a hundredth of a deal as
soon as its own code has been driven out of the caches, and keeps other threads waiting.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from lhombre_core.kernel.bits import compiled


@intrinsic
def _call(_context: Any, _code: Any, words: Any, _place: Any) -> Any:
    """Call the machine code at an address with the words from a place on; return its status."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        code, array, place = arguments
        byte = ir.IntType(8).as_pointer()
        data = context.make_array(words)(context, builder, array).data
        room = builder.bitcast(builder.gep(data, [place]), byte)
        entry = ir.FunctionType(ir.IntType(32), [byte]).as_pointer()
        return builder.zext(builder.call(builder.inttoptr(code, entry), [room]), ir.IntType(64))

    return types.int64(types.int64, words, types.int64), generate


@compiled
def play_rounds(codes, words, live, ended, begun, at, size, played, opened, left, rounds):
    """Play so many rounds, or as many as any session lives.

    `codes` and ``words[stage]`` are the addresses and the arguments of the stages, of which the
    first is `block.turn_over`. ``live[stage]`` is the place among these words of the number of
    sessions that live; `ended` and `begun` are the places of its rows, which lie one after another
    from address `at` on, `size` bytes each.

    Given, and returned: how many rows are `played`, how many more are `opened`, and how many
    sessions are `left`. RuntimeError where a stage fails.
    """
    turn, given = words[0], words[0, 0]
    for _ in range(rounds):
        if left == 0:
            break
        turn[live[0]] = left
        turn[ended], turn[ended + 1] = at + size * played, opened
        turn[begun], turn[begun + 1] = at + size * (played + opened), left
        if _call(codes[0], words, 0):
            raise RuntimeError
        played += opened
        opened = left = turn[0]
        turn[0] = given
        for stage in range(1, codes.shape[0]):
            words[stage, live[stage]] = left
            if _call(codes[stage], words, words.shape[1] * stage):
                raise RuntimeError
    return played, opened, left
