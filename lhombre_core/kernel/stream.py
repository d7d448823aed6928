"""The counter-based random stream: every chance of the project is a function of its name.

Nothing here has a state. A random word is computed from what it is for, so a change of rule or of
bot, or of the number of workers, never shifts another word. The arithmetic is splitmix64 (Steele,
Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) on 64-bit words,
everything modulo 2**64:

* ``mix(z)`` is the finaliser: a bijection of the 64-bit words.
* ``word(key, n) = mix(key + n * GAMMA)``, n from 1, is the stream of a key.
* ``fold(key, n) = mix(key ^ mix(n * GAMMA + MIX_1))`` is the key under `key` with the number n: for
  one key, no two n share a result; for one n, no two keys do.

**The deal.** Its key is ``fold(seed, session << 24 | index)``, so under one seed no two deals share
a key. Words 1..20 say where each card goes, two cards a word, the high half first. Card n (0..39,
ascending) draws ``r = half * (40 - n) >> 32``, a place among the 40 - n that are left. With a, b
and c the places left in the first hand, the first two and all three (9, 18, 27 to begin with), it
goes to the forehand if r < a, to the middlehand if r < b, to the backhand if r < c, else to the
talon. Words 21..27 order the talon: over its 13 cards, ascending, place
t = 0..12 is swapped with place ``t + (half * (13 - t) >> 32)``, again two halves a word. The last
draw has one place to choose from, so word 27 need not be computed.

**Everything else.** The word of a purpose, seat and decision is
``fold(deal key, purpose << 40 | seat << 32 | decision)``; the inner `mix` does not depend on the
deal, so a kernel may compute it once. Whoever needs many words for one decision takes that word as
a key.

`below` is exact up to a bias of at most n / 2**32.
"""

from enum import IntEnum
from typing import Final

from lhombre_core.cards import Hand
from lhombre_core.errors import UsageError
from lhombre_core.frozen import frozen

MASK: Final = (1 << 64) - 1
GAMMA: Final = 0x9E3779B97F4A7C15
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
DEAL_WORDS: Final = 27
"""The number of words of its key that a deal may use: 20 for the hands and 7 for the talon."""

_INDEX_BITS: Final = 24
_SESSION_BITS: Final = 40
_DECISION_BITS: Final = 32
_SEAT_BITS: Final = 8

SESSIONS: Final = 1 << _SESSION_BITS
"""How many sessions there are under one seed."""


class Purpose(IntEnum):
    """What a random word is for; a number is never given a new meaning."""

    DEAL = 0
    """The deal itself: `chance` gives word number `decision` of the key, for seat 0."""
    SEATING = 1
    """Which player takes which place, and who deals first."""
    SECOND_PACK = 2
    """The cards turned from a second pack."""
    BOT = 3
    """A decision of the player in a seat."""
    SAMPLING = 4
    """Statistics: resampling, and the choice of examples."""


@frozen
class Deal:
    """Forty cards dealt: three hands of nine and a talon of thirteen."""

    hands: tuple[Hand, Hand, Hand]
    """The hands of forehand, middlehand and backhand."""
    talon: tuple[int, ...]
    """The thirteen cards of the talon, 0..39; the first is the top."""


def mix(z: int) -> int:
    """Return the 64-bit word into which splitmix64 stirs a 64-bit word."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def word(key: int, n: int) -> int:
    """Return word number n, from 1, of the stream of a key."""
    return mix((key + n * GAMMA) & MASK)


def fold(key: int, n: int) -> int:
    """Return the key under a key with the number n, 0..2**64 - 1."""
    return mix(key ^ mix((n * GAMMA + MIX_1) & MASK))


def below(word: int, n: int) -> int:
    """Return a number from 0 to n - 1, for n up to 2**32, from the high half of a word."""
    return (word >> 32) * n >> 32


def deal_key(seed: int, session: int, index: int) -> int:
    """Return the key of a deal: seed 0..2**64 - 1, session 0..2**40 - 1, index 0..2**24 - 1.

    The index counts the deals of the session from 0. A number out of range is a UsageError.
    """
    if not (0 <= seed <= MASK and session >> _SESSION_BITS == 0 == index >> _INDEX_BITS):
        raise _out_of_range(seed, session, index)
    return fold(seed, session << _INDEX_BITS | index)


def _out_of_range(seed: int, session: int, index: int) -> UsageError:
    numbers = (
        ("seed", seed, 64),
        ("session", session, _SESSION_BITS),
        ("index", index, _INDEX_BITS),
    )
    name, value, size = next(number for number in numbers if number[1] >> number[2])
    return UsageError(f"the {name} {value} is out of range; expected 0 to {(1 << size) - 1}")


def chance(seed: int, session: int, index: int, purpose: Purpose, seat: int, decision: int) -> int:
    """Return the 64-bit word of one decision: seat 0..255, decision 0..2**32 - 1.

    A seat or decision out of range is a ValueError. The deal's own words have seat 0.
    """
    if seat >> _SEAT_BITS or decision >> _DECISION_BITS:
        raise ValueError(f"seat {seat} or decision {decision} is out of range")
    key = deal_key(seed, session, index)
    if purpose == Purpose.DEAL:
        if seat:
            raise ValueError("the deal has no seat; expected 0")
        return word(key, decision)
    return fold(key, (purpose << _SEAT_BITS | seat) << _DECISION_BITS | decision)


def deal(seed: int, session: int, index: int) -> Deal:
    """Return the deal of a seed, a session and an index in it, the same under every variant.

    Ranges and errors are those of `deal_key`; the arithmetic is in the docstring of the module.
    """
    state = deal_key(seed, session, index)
    first = second = third = 0
    a, b, c = 9, 18, 27
    talon: list[int] = []
    bit = 1
    for left in range(40, 0, -2):
        state = (state + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * MIX_1) & MASK  # mix, in line: speed is wanted here
        z = ((z ^ (z >> 27)) * MIX_2) & MASK
        z ^= z >> 31
        for place in ((z >> 32) * left >> 32, (z & 0xFFFFFFFF) * (left - 1) >> 32):
            if place >= c:
                talon.append(bit.bit_length() - 1)
            elif place >= b:
                third |= bit
                c -= 1
            elif place >= a:
                second |= bit
                b -= 1
                c -= 1
            else:
                first |= bit
                a -= 1
                b -= 1
                c -= 1
            bit <<= 1
    _order(talon, state)
    return Deal((first, second, third), tuple(talon))


def _order(talon: list[int], state: int) -> None:
    for top in range(0, 12, 2):
        state = (state + GAMMA) & MASK
        z = mix(state)
        place = top + ((z >> 32) * (13 - top) >> 32)
        talon[top], talon[place] = talon[place], talon[top]
        place = top + 1 + ((z & 0xFFFFFFFF) * (12 - top) >> 32)
        talon[top + 1], talon[place] = talon[place], talon[top + 1]
