"""The seating of a deal: players by fixed place, seats by role.

Players are numbered 0 to n - 1 anticlockwise, so that a player's right-hand neighbour has the
next number. In a clockwise variant, right and left change places in every rule.
"""

from __future__ import annotations

from dataclasses import field

from lhombre_core.errors import UsageError
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat
from lhombre_core.rules.table import (
    Direction,
    NextDealer,
    RestingAsked,
    RestingAtFive,
    RestingAtFour,
    Table,
    TableSize,
)

_HANDS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)
_SIZES = {3: TableSize.THREE, 4: TableSize.FOUR, 5: TableSize.FIVE}
_RESTING_PLACES: dict[RestingAtFour | RestingAtFive, tuple[int, ...]] = {
    RestingAtFour.OPPOSITE_DEALER: (2,),
    RestingAtFour.DEALER: (0,),
    RestingAtFour.LEFT_OF_DEALER: (3,),
    RestingAtFour.RIGHT_OF_DEALER: (1,),
    RestingAtFive.TWO_LEFT_OF_DEALER: (4, 3),
    RestingAtFive.NEIGHBOURS_OF_DEALER: (4, 1),
}
"""Places of the resting players, counted from the dealer in turn order, the nearer first."""


@frozen
class Seating:
    """The players of a deal and their seats."""

    players: int
    """The number of players at the table."""
    dealer: int
    active: tuple[int, int, int]
    """The players in the seats forehand, middlehand and backhand."""
    resting: tuple[int, ...]
    """The players without cards, in the order in which they are asked to enter."""
    turn: tuple[int, ...] = field(repr=False, compare=False)
    """All players in turn order, from the dealer's neighbour to the dealer."""

    def order(self, mort: int | None = None) -> tuple[Seat, ...]:
        """Return the seats in turn order, the mort among them where player `mort` has entered."""
        if mort is None:
            return _HANDS
        seats = {player: Seat(seat) for seat, player in enumerate(self.active)}
        seats[mort] = Seat.MORT
        order = [seats[player] for player in self.turn if player in seats]
        first = order.index(Seat.FOREHAND)
        return (*order[first:], *order[:first])

    def player(self, seat: Seat, mort: int | None = None) -> int:
        """Return the player in a seat; a ValueError for RESTING, and for MORT without `mort`."""
        if seat is Seat.MORT and mort is not None:
            return mort
        if seat > Seat.BACKHAND:
            raise ValueError(f"nobody in particular has the seat {seat.name.lower()}")
        return self.active[seat]

    def seat(self, player: int, mort: int | None = None) -> Seat:
        """Return the seat of a player."""
        if player in self.active:
            return Seat(self.active.index(player))
        return Seat.MORT if player == mort else Seat.RESTING


def seat_players(table: Table, players: int, dealer: int) -> Seating:
    """Return the seating of a deal by player `dealer` at a table of `players`.

    A number of players or a dealer that the table does not admit is a `UsageError`.
    """
    if _SIZES.get(players) not in table.sizes:
        words = [str(n) for n, size in _SIZES.items() if size in table.sizes]
        raise UsageError(f"{players} cannot be at the table; expected {' or '.join(words)}")
    if not 0 <= dealer < players:
        raise UsageError(f"player {dealer} cannot deal; expected 0 to {players - 1}")
    step = _step(table)
    places = _resting_places(table, players)
    turn = tuple((dealer + step * place) % players for place in (*range(1, players), 0))
    resting = tuple((dealer + step * place) % players for place in places)
    first, second, third = (player for player in turn if player not in resting)
    return Seating(players, dealer, (first, second, third), resting, turn)


def _resting_places(table: Table, players: int) -> tuple[int, ...]:
    if players == 3:
        return ()
    rule = table.resting.at_four if players == 4 else table.resting.at_five
    if rule is None:
        raise UsageError(f"the rules do not say who rests when {players} are at the table")
    places = _RESTING_PLACES[rule]
    return places if table.resting.asked is RestingAsked.NEARER_FIRST else places[::-1]


def next_dealer(table: Table, players: int, dealer: int) -> int:
    """Return the player who deals after `dealer`."""
    step = _step(table)
    return (dealer + (step if table.next_dealer is NextDealer.RIGHT else -step)) % players


def _step(table: Table) -> int:
    return 1 if table.direction is Direction.ANTICLOCKWISE else -1
