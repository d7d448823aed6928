"""The arithmetic of a trick in play space, for the compiled searches.

The lanes of `Hands` are *packed*: after every trick the cards that were played are removed and the
cards above them move down. So a lane of n cards is always bits 0 to n - 1, and positions that
differ only in cards long gone are equal.

Packing keeps the order of the matadors, and the word `free` of `lhombre_core.kernel.space` stays
true of them: with fewer than three left they stand for the lowest of the three, about which it says
the same. `lhombre_core.solve.board` proves that.

`memory` is the address of a `lhombre_core.solve.memory`; only its rules of play are read here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lhombre_core.kernel.bits import ONE, ZERO, U, highest_place, inlined, lowest_bit, lowest_place
from lhombre_core.solve.compiled.word import peek
from lhombre_core.solve.memory import FREE, PULL, TRUMPS

LANE: Final = U(0xFFFF)
EACH_LANE: Final = U(0x0001000100010001)
TRUMP_LANE: Final = 3
"""The number of the lane of trumps; without trumps it is a suit like the others."""
_LANE_START: Final = U(48)
_MATADOR_SETS: Final = U(8)


class Hands(NamedTuple):
    """The cards of the three players in play space, in turn order from the ombre."""

    ombre: int
    first: int
    second: int
    matadors: int
    """The matadors still in play, the top bits of the trump lane."""


@inlined
def all_cards(hands):
    """Return the cards of the three players."""
    return hands.ombre | hands.first | hands.second


@inlined
def without(hands, cards):
    """Return the hands without some cards; lanes and matadors stay as they are."""
    kept = ~cards
    return Hands(hands.ombre & kept, hands.first & kept, hands.second & kept, hands.matadors)


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
    """Return the highest card of each run of a hand's equivalent cards.

    Two cards are equivalent if they are neighbours in their packed lane, in one hand, and both or
    neither of them are matadors.
    """
    return hand & ~((hand >> ONE) & ~(lowest_bit(matadors) >> ONE))


@inlined
def untried(left, card, ranks):
    """Return the cards left to try once a card has failed for reasons in which `ranks` mattered.

    If neither its own rank nor a lower rank of its lane mattered, the cards of the lane below the
    ranks that did would fail too: the positions they lead to differ only in ranks that do not
    matter. All matadors are in `ranks`; a bit above all cards of its lane does no harm.
    """
    left &= ~card
    this = lane_of(card)
    mattered = ranks & this
    if mattered == ZERO:
        return left & ~this
    below = lowest_bit(mattered) - ONE
    return left & ~(this & below) if card & below != ZERO else left


@inlined
def choices(hand, lead, forcing, matadors, memory):
    """Return the highest of each run of equivalent cards that may be played to a lead."""
    return different(_following(hand, lead, forcing, matadors, memory), matadors)


@inlined
def _following(hand, lead, forcing, matadors, memory):
    """Return the cards of a hand that may be played to a lead.

    `forcing` is the card that counts as led for the matadors.
    """
    same = hand & lane_of(lead)
    if same == ZERO:
        return hand
    if same & ~matadors != ZERO:
        return same
    # He can follow with matadors only, and perhaps keep them back.
    floor = lowest_place(matadors)
    led = ZERO
    if forcing & matadors != ZERO:
        led = ONE + highest_place(forcing) - floor
    if (peek(memory, FREE) >> (_MATADOR_SETS * led + (same >> floor))) & ONE != ZERO:
        return hand
    return same


@inlined
def winning(best, memory):
    """Return the bits that beat the best card of a trick so far."""
    higher = above(best)
    if best & peek(memory, TRUMPS) == ZERO:
        higher |= peek(memory, TRUMPS)
    return higher


@inlined
def standing(lead, reply, beating, leader, seat, matadors, memory):
    """Return the better of two cards, its player, and the card that counts as led for matadors.

    `beating` are the bits that beat the lead of `leader`; `seat` has played the reply.
    """
    best, winner, forcing = lead, leader, lead
    if reply & beating != ZERO:
        best, winner = reply, seat
        if (
            peek(memory, PULL) != ZERO
            and reply & matadors != ZERO
            and lead & peek(memory, TRUMPS) != ZERO
        ):
            forcing = reply
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
    """Return the player after a player."""
    return seat + 1 if seat < 2 else 0


@inlined
def from_leader(hands, leader):
    """Return the cards of the three players in turn order from the leader."""
    if leader == 0:
        return hands.ombre, hands.first, hands.second
    if leader == 1:
        return hands.first, hands.second, hands.ombre
    return hands.second, hands.ombre, hands.first


@inlined
def _moved_down(hands, place):
    """Return the hands with the cards above a free place of a lane moved down by one."""
    higher = above(place)
    return Hands(
        hands.ombre - ((hands.ombre & higher) >> ONE),
        hands.first - ((hands.first & higher) >> ONE),
        hands.second - ((hands.second & higher) >> ONE),
        hands.matadors - ((hands.matadors & higher) >> ONE),
    )


@inlined
def after_trick(hands, a, b, c):
    """Return the hands, packed, without three cards in descending order."""
    kept = ~(a | b | c)
    hands = Hands(
        hands.ombre & kept, hands.first & kept, hands.second & kept, hands.matadors & kept
    )
    for card in (a, b, c):
        hands = _moved_down(hands, card)
    return hands


@inlined
def packed(ombre, first, second, matadors):
    """Return three hands in play space as packed `Hands`."""
    everyone = ombre | first | second
    hands = Hands(ombre, first, second, matadors & everyone)
    for number in range(63, -1, -1):
        place = ONE << U(number)
        if everyone & place == ZERO:
            hands = _moved_down(hands, place)
    return hands


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
    """Return the highest cards of each packed lane down to the first that another player holds."""
    below = everyone & ~own
    below |= (below >> ONE) & U(0x7FFF7FFF7FFF7FFF)
    below |= (below >> U(2)) & U(0x3FFF3FFF3FFF3FFF)
    below |= (below >> U(4)) & U(0x0FFF0FFF0FFF0FFF)
    below |= (below >> U(8)) & U(0x00FF00FF00FF00FF)
    return own & ~below


@inlined
def _lane_counts(word):
    """Return the number of bits in each lane of a word, in the low bits of that lane."""
    word = word - ((word >> ONE) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return (word + (word >> U(8))) & U(0x00FF00FF00FF00FF)


@inlined
def counts_of(hands):
    """Return the number of cards of each player in each lane: four bits a player in every lane."""
    return (
        _lane_counts(hands.ombre)
        | (_lane_counts(hands.first) << U(4))
        | (_lane_counts(hands.second) << U(8))
    )


@inlined
def less(counts, card, seat):
    """Return the `counts_of` the hands after a player has played a card."""
    return counts - (ONE << ((highest_place(card) & _LANE_START) + U(4) * U(seat)))


@inlined
def winner_of(first, second, third, memory):
    """Return the card that takes a trick of three cards, of which the first was led."""
    best = first
    if second & winning(best, memory) != ZERO:
        best = second
    if third & winning(best, memory) != ZERO:
        best = third
    return best


@inlined
def _put_back(cards, card):
    """Return tops of packed lanes as they are with a card that had been removed.

    The card joins them if it stands above any of them.
    """
    this, below = lane_of(card), card - ONE
    moved = cards + (cards & this & ~below)
    return moved | card if cards & this & below != ZERO else moved


@inlined
def all_put_back(cards, a, b, c):
    """Return tops of packed lanes as they are with the cards that `after_trick` removed."""
    return _put_back(_put_back(_put_back(cards, c), b), a)


@inlined
def ranks_that_decide(winner, trick, everyone):
    """Return the cards from the winner of a trick upwards, if it beat another card of its lane."""
    this = lane_of(winner)
    if trick & this & ~winner == ZERO:
        return ZERO
    return everyone & this & ~(winner - ONE)


@inlined
def whole_runs(cards, hands):
    """Return tops of packed lanes with all cards that are equivalent to the lowest of them."""
    joined = (
        ((hands.ombre >> ONE) & hands.ombre)
        | ((hands.first >> ONE) & hands.first)
        | ((hands.second >> ONE) & hands.second)
    )
    joined &= ~(lowest_bit(hands.matadors) >> ONE)
    more = (cards >> ONE) & joined & ~cards
    while more != ZERO:
        cards |= more
        more = (more >> ONE) & joined & ~cards
    return cards
