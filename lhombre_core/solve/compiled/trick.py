"""The arithmetic of a trick in play space, for the compiled searches.

A state of the search is three hands in play space, in turn order from the ombre, so that player 0
is the ombre, 1 and 2 are the opponents. Its lanes are *packed*: with every trick the cards that
were played are taken out and what lies above them moves down, so that a lane of n cards is always
bits 0 to n - 1 and positions that differ only in cards long gone are the same.

`matadors` are those still in play, the top bits of the trump lane. Packing keeps their order, and
the table `free` of `lhombre_core.kernel.space` stays true of them: with fewer than three left, they
stand for the lowest of the three, about whom it says the same: `lhombre_core.solve.board` proves
it.

`desk` is that of `lhombre_core.solve.compiled.desk`; of it only the rules of play are read here.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import ONE, ZERO, U, highest_place, inlined, lowest_place
from lhombre_core.solve.compiled.desk import peek
from lhombre_core.solve.desk import FREE, PULL, TRUMPS

LANE: Final = U(0xFFFF)
EACH_LANE: Final = U(0x0001000100010001)
_LANE_START: Final = U(48)
_MATADOR_SETS: Final = U(8)


@inlined
def lane_of(card):
    """Return all sixteen bits of the lane of a card."""
    return LANE << (highest_place(card) & _LANE_START)


@inlined
def up_to(card):
    """Return a card and all bits below it."""
    return card | (card - ONE)


@inlined
def above(card):
    """Return the bits above a card in its lane."""
    return lane_of(card) & ~up_to(card)


@inlined
def different(hand, matadors):
    """Return one card, the highest, of each run of a hand's cards that come to the same.

    Two cards come to the same that are neighbours in their packed lane, in one hand, and both
    matadors or both none.
    """
    floor = matadors & (~matadors + ONE)
    return hand & ~((hand >> ONE) & ~(floor >> ONE))


@inlined
def untried(left, card, ranks):
    """Return which cards are left to try once a card has failed, for which `ranks` mattered.

    Where neither its own rank nor any below it did, the others below those that did fail too: the
    positions they lead to differ only in ranks that do not matter. All matadors are in `ranks`; a
    bit above all cards of its lane does no harm.
    """
    left &= ~card
    this = lane_of(card)
    mattered = ranks & this
    if mattered == ZERO:
        return left & ~this
    below = (mattered & (~mattered + ONE)) - ONE
    return left & ~(this & below) if card & below != ZERO else left


@inlined
def choices(hand, lead, forcing, matadors, desk):
    """Return one of each run of cards that may be played to a lead and come to the same."""
    return different(_following(hand, lead, forcing, matadors, desk), matadors)


@inlined
def _following(hand, lead, forcing, matadors, desk):
    """Return the cards of a hand that may be played to a lead.

    `forcing` is the card that counts as led for the matadors.
    """
    same = hand & lane_of(lead)
    if same == ZERO:
        return hand
    if same & ~matadors != ZERO:
        return same
    floor = lowest_place(matadors)
    led = ZERO
    if forcing & matadors != ZERO:
        led = ONE + highest_place(forcing) - floor
    if (peek(desk, FREE) >> (_MATADOR_SETS * led + (same >> floor))) & ONE != ZERO:
        return hand
    return same


@inlined
def winning(best, desk):
    """Return the bits that beat the best card of a trick so far."""
    higher = above(best)
    if best & peek(desk, TRUMPS) == ZERO:
        higher |= peek(desk, TRUMPS)
    return higher


@inlined
def standing(lead, put, beating, leader, seat, matadors, desk):
    """Return which of two cards beats the other, whose it is, and which counts as led.

    `beating` are the bits that beat the card that was led, by the leader; `seat` has put the other.
    A card counts as led for the matadors.
    """
    best, winner, forcing = lead, leader, lead
    if put & beating != ZERO:
        best, winner = put, seat
        if (
            peek(desk, PULL) != ZERO
            and put & matadors != ZERO
            and lead & peek(desk, TRUMPS) != ZERO
        ):
            forcing = put
    return best, winner, forcing


@inlined
def descending(a, b, c):
    """Return three cards in descending order."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a, b, c


@inlined
def next_seat(seat):
    """Return who plays after a player."""
    return seat + 1 if seat < 2 else 0


@inlined
def from_leader(h0, h1, h2, leader):
    """Return three hands, or cards, in turn order from the leader."""
    if leader == 0:
        return h0, h1, h2
    if leader == 1:
        return h1, h2, h0
    return h2, h0, h1


@inlined
def _moved_down(h0, h1, h2, matadors, place):
    """Return hands and matadors with what lies above a free place of a lane moved down by one."""
    higher = above(place)
    return (
        h0 - ((h0 & higher) >> ONE),
        h1 - ((h1 & higher) >> ONE),
        h2 - ((h2 & higher) >> ONE),
        matadors - ((matadors & higher) >> ONE),
    )


@inlined
def after_trick(h0, h1, h2, matadors, a, b, c):
    """Return hands and matadors, packed, without three cards in descending order."""
    kept = ~(a | b | c)
    h0, h1, h2, matadors = h0 & kept, h1 & kept, h2 & kept, matadors & kept
    for card in (a, b, c):
        h0, h1, h2, matadors = _moved_down(h0, h1, h2, matadors, card)
    return h0, h1, h2, matadors


@inlined
def packed(h0, h1, h2, matadors):
    """Return hands and matadors with every card taken out that is in no hand."""
    matadors &= h0 | h1 | h2
    for number in range(63, -1, -1):
        place = ONE << U(number)
        if (h0 | h1 | h2) & place == ZERO:
            h0, h1, h2, matadors = _moved_down(h0, h1, h2, matadors, place)
    return h0, h1, h2, matadors


@inlined
def lane(word, number):
    """Return lane 0..3 of a word as its low sixteen bits."""
    return (word >> (U(16) * U(number))) & LANE


@inlined
def masters(everyone):
    """Return the highest card of each packed lane."""
    return ((everyone + EACH_LANE) >> ONE) & everyone


@inlined
def run_of_tops(own, everyone):
    """Return the highest cards of each packed lane down to the first that is another's."""
    below = everyone & ~own
    below |= (below >> ONE) & U(0x7FFF7FFF7FFF7FFF)
    below |= (below >> U(2)) & U(0x3FFF3FFF3FFF3FFF)
    below |= (below >> U(4)) & U(0x0FFF0FFF0FFF0FFF)
    below |= (below >> U(8)) & U(0x00FF00FF00FF00FF)
    return own & ~below


@inlined
def _lane_counts(word):
    """Return how many bits each lane of a word has, in the low bits of that lane."""
    word = word - ((word >> ONE) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return (word + (word >> U(8))) & U(0x00FF00FF00FF00FF)


@inlined
def counts_of(h0, h1, h2):
    """Return how many cards of each lane each player has: four bits for each in every lane."""
    return _lane_counts(h0) | (_lane_counts(h1) << U(4)) | (_lane_counts(h2) << U(8))


@inlined
def less(counts, card, seat):
    """Return `counts_of` hands once a player has parted with a card."""
    return counts - (ONE << ((highest_place(card) & _LANE_START) + U(4) * U(seat)))


@inlined
def winner_of(first, second, third, desk):
    """Return which of three cards takes the trick, as that card; the first was led."""
    best = first
    if second & winning(best, desk) != ZERO:
        best = second
    if third & winning(best, desk) != ZERO:
        best = third
    return best


@inlined
def _put_back(cards, card):
    """Return tops of packed lanes as they are with one card more, which was taken out.

    The new card is among them if it stands above one of them.
    """
    this, below = lane_of(card), card - ONE
    found = cards + (cards & this & ~below)
    return found | card if cards & this & below != ZERO else found


@inlined
def all_put_back(cards, a, b, c):
    """Return tops of packed lanes as they are with the cards that `after_trick` took out."""
    return _put_back(_put_back(_put_back(cards, c), b), a)


@inlined
def ranks_that_decide(winner, trick, everyone):
    """Return the cards from the winner of a trick upwards, if it beat another of its lane."""
    this = lane_of(winner)
    if trick & this & ~winner == ZERO:
        return ZERO
    return everyone & this & ~(winner - ONE)


@inlined
def whole_runs(cards, h0, h1, h2, matadors):
    """Return tops of packed lanes with what comes to the same as the lowest of them."""
    floor = matadors & (~matadors + ONE)
    joined = ((h0 >> ONE) & h0) | ((h1 >> ONE) & h1) | ((h2 >> ONE) & h2)
    joined &= ~(floor >> ONE)
    more = (cards >> ONE) & joined & ~cards
    while more != ZERO:
        cards |= more
        more = (more >> ONE) & joined & ~cards
    return cards
