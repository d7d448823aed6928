"""The protocol of a bot: it chooses a legal act, by its number, from what its seat knows.

A bot never sees the state of a deal. It gets a `View` (the rules, and the information of its
seat), the legal acts in their numbered order, and a `Draw` for chance. It returns the number of an
act. What it draws depends on seed, session, deal, seat and the number of the decision only, so a
change elsewhere never shifts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lhombre_core.engine.phase.information import InformationState, information_state
from lhombre_core.engine.phase.legality import playing
from lhombre_core.engine.state.action import Action, Bid
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.kernel.stream import Purpose, below, fold, word
from lhombre_core.notation import Seat

_SEAT_SHIFT = 32
_PURPOSE_SHIFT = 40


class View:
    """The rules of a deal and what a seat knows of it. The rest of the deal is hidden."""

    __slots__ = ("_information", "_state", "seat")

    def __init__(self, state: State, seat: Seat) -> None:
        """Take the state, which stays hidden, and the seat that is asked."""
        self._state = state
        self.seat = seat
        self._information: InformationState | None = None

    @property
    def game(self) -> Game:
        """The rules, made ready to be played."""
        return self._state.game

    @property
    def phase(self) -> Phase:
        """What is decided now."""
        return self._state.phase

    @property
    def standing(self) -> Bid | None:
        """The highest bid so far, or the last hold; None before the first bid."""
        return self._state.auction.standing

    @property
    def follow(self) -> Follow:
        """The tables of play under the trumps of the deal; a ValueError before the play."""
        return playing(self._state).follow

    @property
    def information(self) -> InformationState:
        """What the seat knows; computed at the first access."""
        if self._information is None:
            self._information = information_state(self._state, self.seat)
        return self._information


class Draw:
    """Chance for one decision: `draw(n)` is a number from 0 to n - 1.

    The first number comes from the word of the decision in the stream of `Purpose.BOT`; number j
    after it from word j of the stream whose key is that word. The decisions of a seat are numbered
    from 0 in each deal, decisions without a choice included.
    """

    __slots__ = ("_deal_key", "_drawn", "_name", "_word")

    def __init__(self, deal_key: int, seat: int, decision: int) -> None:
        """Take the key of the deal (`stream.deal_key`), the seat and the number of the decision."""
        self._deal_key = deal_key
        self._name = Purpose.BOT << _PURPOSE_SHIFT | seat << _SEAT_SHIFT | decision
        self._drawn = 0
        self._word = 0

    def __call__(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely; n is at least 1."""
        drawn = self._drawn
        self._drawn = drawn + 1
        if not drawn:
            self._word = fold(self._deal_key, self._name)
            return below(self._word, n)
        return below(word(self._word, drawn), n)


class Bot(Protocol):
    """A player that decides by itself.

    It must be a function of its arguments: without memory from deal to deal, without chance
    besides `draw`. The history of the deal is in `view.information.history`.
    """

    def choose(self, view: View, actions: Sequence[Action], draw: Draw) -> int:
        """Return the number of the chosen act: an index into `actions`.

        There are at least two acts. Discards are computed on access: `len(actions)` and
        `actions[i]` are quick, a loop over all of them is slow.
        """
        ...
