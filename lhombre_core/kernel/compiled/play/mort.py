"""The play of four hands: a resting player has entered as mort and plays against three."""

from __future__ import annotations

from typing import Final

from lhombre_core.kernel.bits import U, inner
from lhombre_core.kernel.compiled.play.tricks import play_hands
from lhombre_core.kernel.layout import MORT

_FOUR: Final = U(4)


@inner
def play_tricks_with_mort(book, play, fixed, seating, deal, players, trace, room):
    """Play a deal of four hands, as `play_hands` does."""
    order = seating.order[deal.dealer, deal.facts[MORT]]
    play_hands(book, play, fixed, seating, order, _FOUR, deal, players, trace, room)
