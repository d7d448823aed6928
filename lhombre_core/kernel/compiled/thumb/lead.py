"""The card that the player `thumb` leads in a contract for tricks: `bots.thumb.lead`.

The leader may play any card of his hand. `note` are the noted cards under these trumps.

All candidates are computed without a branch, and `either` picks among them: a processor would
predict such branches badly, and a loop over deals uses the widest registers only without them.
"""

from __future__ import annotations

from lhombre_core.kernel.bits import ZERO, U, inlined_early, lowest_bit, popcount
from lhombre_core.kernel.compiled.choice import either
from lhombre_core.kernel.compiled.thumb.lane import (
    highest,
    lanes_of,
    longest,
    shortest,
    singles,
    upto,
)


@inlined_early
def lead(
    note, hand, unseen, is_ombre, all_void, led, my_tricks, collects, through, partner_led,
    against_aces,
):  # fmt: skip
    """Return the card that is led.

    For the ombre, `all_void` says that every opponent has failed to follow a trump, and `led` is
    what the weaker of them has led: in the lane of each suit a bit for each trick, the first
    lowest. For an opponent, `collects` says that he collects tricks, `through` that the ombre plays
    next, `partner_led` that a partner has led a trump through him, and `against_aces` that the
    ombre has turned with both black aces and may hold the Manille.
    """
    trumps = note.trumps
    mine, plain = hand & trumps, hand & ~trumps
    masters = hand & ~upto(unseen)
    # The ombre draws trumps with the highest while an opponent may hold one; else he leads masters.
    draws = (masters & trumps != ZERO) & (unseen & trumps != ZERO) & (not all_void)
    strong = either(draws | (plain == ZERO), mine, masters & plain)
    masters &= plain
    some = plain & lanes_of(masters)
    loose = plain & ~lanes_of(hand & note.kings)
    rest = either(loose != ZERO, loose, plain)
    # Each hand wants a single longest suit and a single highest card: they are computed once, of
    # the ombre's cards or of the opponent's. Without a master or a king he leads from length
    # (AV60, AV66), at last from a king (AV67).
    takes = collects & (masters != ZERO)
    long = longest(either(is_ombre, plain, either(takes, some, rest)))
    # A collector leads the master of his shortest suit (AV75); through the ombre, of his longest,
    # if he can count three tricks (AV78).
    likely = my_tricks + popcount(masters | (hand & note.tops)) == U(3)
    held = masters & either(through & likely, long, shortest(some))
    top = highest(
        either(is_ombre, either(strong != ZERO, strong, led & lanes_of(plain)), held), trumps
    )
    # With four tricks the ombre returns the suit that the weaker opponent led last (AV45).
    back = either(my_tricks == U(4), plain & lanes_of(top), ZERO)
    weak = lowest_bit(either(back != ZERO, back, long))
    first = _first_of_opponent(note, hand, plain, collects, through, partner_led)
    last = lowest_bit(either(first != ZERO, first, either(long != ZERO, long, hand)))
    # An ombre who turned with both black aces is led a trump: he may lack the Manille (AV80, AV81).
    low = against_aces & through & (mine != ZERO)
    card = either(low, lowest_bit(mine), either(takes, top, last))
    return either(is_ombre, either(strong != ZERO, top, weak), card)


@inlined_early
def _first_of_opponent(note, hand, plain, collects, through, partner_led):
    """Return the cards of which an opponent leads the lowest before he leads from length."""
    loose = hand & ~lanes_of(hand & note.kings)
    # A supporter before a partner leads the second or third highest card of a suit without its
    # king (AV61, AV64, AV66).
    seconds = loose & note.seconds
    first = either(seconds != ZERO, seconds, loose & note.thirds)
    # Before the ombre he returns the trump that a partner has led through him (AV65).
    first = either(through, either(partner_led, hand & note.trumps, ZERO), first)
    # A collector leads a queen that is alone in its suit (AV77).
    return either(collects, singles(plain) & note.seconds, first)
