"""The seating as arrays: seats are roles, players are places at the table."""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import next_dealer, seat_players

MOST_PLAYERS: Final = 5
MOST_RESTING: Final = 2


SEATING: Final = np.dtype(
    [
        ("players", "i8"),
        ("active", "i8", (MOST_PLAYERS, 3)),
        ("resting", "i8", (MOST_PLAYERS, MOST_RESTING)),
        ("turn", "i8", (MOST_PLAYERS, MOST_PLAYERS)),
        ("order", "i8", (MOST_PLAYERS, MOST_PLAYERS + 1, 4)),
        ("next", "i8", (MOST_PLAYERS,)),
    ]
)
"""The seats of every deal at a table, by dealer.

* ``players``: the number of players at the table, n.
* ``active``: the players in the seats 0, 1, 2; ``resting``: the resting players in the order in
  which they are asked, filled up with -1; ``turn``: all players in turn order, from the dealer's
  neighbour to the dealer.
* ``order``: the seats in turn order with player m as mort; m = n: without a mort.
* ``next``: the dealer after this dealer, when the deal passes on.
"""


def new_seating(game: Game, players: int) -> np.ndarray:
    """Return the seats of a game at a table; raise UsageError for a wrong size."""
    table = game.rules.table
    seats = np.full((), -1, SEATING)
    seats["players"] = players
    for dealer in range(players):
        seating = seat_players(table, players, dealer)
        seats["active"][dealer] = seating.active
        seats["resting"][dealer, : len(seating.resting)] = seating.resting
        seats["turn"][dealer, :players] = seating.turn
        seats["order"][dealer, players, :3] = seating.order()
        seats["next"][dealer] = next_dealer(table, players, dealer)
        for mort in seating.resting:
            seats["order"][dealer, mort] = seating.order(mort)
    return seats
