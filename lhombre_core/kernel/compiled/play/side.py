"""Deals that are played side by side: what is known of each, in rows of one buffer.

Three of `thumb` play a contract for tricks, as nearly always. Each card is a loop over the places
of a row without a branch (`tricks_side_card`), which the compiler turns into the machine's widest
registers; what is looked up in tables is looked up before the first trick (`tricks_side_seat`) and
between the tricks (`tricks_side_end`). A deal that is anything else is left to `tricks`.

Seats are counted from the ombre on here, in the order of play: 0 is the ombre, 1 plays after him.
Cards are in play space.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import U
from lhombre_core.kernel.room import PLACES

WIDTH: Final = U(PLACES)
"""How many deals are played side by side."""

# Rows: what the seats hold, in the order in which they play to the trick, ...
FIRST: Final = U(0)
SECOND: Final = WIDTH
THIRD: Final = WIDTH * U(2)
# ... what a seat had not seen before the first lead, ...
UNSEEN: Final = WIDTH * U(3)
UNSEEN_1: Final = WIDTH * U(4)
UNSEEN_2: Final = WIDTH * U(5)
# ... what an opponent has led: in the lane of each suit a bit for each trick, the first lowest, ...
LED_1: Final = WIDTH * U(6)
LED_2: Final = WIDTH * U(7)
# ... what has been played, who leads, and who has won ...
GONE: Final = WIDTH * U(8)
LEADER: Final = WIDTH * U(9)
WON: Final = WIDTH * U(10)
"""The tricks, four bits a seat."""
FIVE: Final = WIDTH * U(11)
"""How many of the first five the ombre has won."""
WON_BY: Final = WIDTH * U(12)
"""Who won each trick, two bits each, the first lowest."""
# ... sets of seats: who has failed to follow trumps, has led them, collects, ...
VOID: Final = WIDTH * U(13)
PULLED: Final = WIDTH * U(14)
COLLECTS: Final = WIDTH * U(15)
"""Before the first trick, what of a style makes one collect, as in the field ``traits``."""
AGAINST: Final = WIDTH * U(16)
"""Who has not the Manille where the ombre has shown both black aces and it may be his. Before the
first trick, a card that one of these has not; all bits where there are none of them."""
# ... the trick that is played, ...
LANE: Final = WIDTH * U(17)
BEST: Final = WIDTH * U(18)
COUNTS: Final = WIDTH * U(19)
"""The trump that counts as led."""
HAS: Final = WIDTH * U(20)
"""Whose card is the best: 0 the leader, 1 the second, 2 the third."""
# ... the columns of `play_card` under the trumps of the deal, ...
TRUMPS: Final = WIDTH * U(21)
MATADORS: Final = WIDTH * U(22)
FLOOR: Final = WIDTH * U(23)
FREE: Final = WIDTH * U(24)
PULL: Final = WIDTH * U(25)
KINGS: Final = WIDTH * U(26)
SECONDS: Final = WIDTH * U(27)
THIRDS: Final = WIDTH * U(28)
TOPS: Final = WIDTH * U(29)
SPADILLE: Final = WIDTH * U(30)
RED: Final = WIDTH * U(31)
# ... and what is needed between the tricks.
OMBRE: Final = WIDTH * U(32)
"""The seat of the ombre as the game counts them."""
STATUS: Final = WIDTH * U(33)
STAYS: Final = WIDTH * U(34)
"""What ``PLAY.vole`` says while the vole is open."""
ENDINGS: Final = WIDTH * U(35)
"""Where its kind of ending begins in the table of the early stop; all bits: it has none."""
ENTRY: Final = WIDTH * U(36)
"""At which place from there on it says whether play stops now."""
ASKED: Final = WIDTH * U(37)
"""How often the ombre was asked something beside his cards."""
SLOT: Final = WIDTH * U(38)
"""Which deal it is."""
LIVE: Final = WIDTH * U(39)
"""The places of the deals that are played on."""
OTHERS: Final = WIDTH * U(40)
"""The places of those that turned out to be anything else."""
