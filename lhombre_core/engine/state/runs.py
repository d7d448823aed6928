"""Runs of top trumps: the unbroken row from the top that a hand holds or lacks."""

from __future__ import annotations

from lhombre_core.cards import Hand, Suit
from lhombre_core.engine.state.facts import Runs
from lhombre_core.engine.state.game import HAND_SIZE, Game
from lhombre_core.engine.state.state import State
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import RunHand


def run_held(game: Game, trump: Suit, hand: Hand) -> int:
    """Return how many of the top trumps a hand holds without a break."""
    length = 0
    for card in game.ranking(trump).trumps:
        if not hand >> card & 1:
            break
        length += 1
    return length


def run_lacking(game: Game, trump: Suit, hand: Hand) -> int:
    """Return how many of the top trumps a hand lacks without a break."""
    return run_held(game, trump, ~hand)


def run_of(game: Game, trump: Suit | None, hand: Hand) -> int:
    """Return the length of the run of a hand as the variant counts it, held or lacking."""
    rules = game.rules.result.run
    if rules is None or trump is None:
        return 0
    return run_held(game, trump, hand) or (run_lacking(game, trump, hand) if rules.lacking else 0)


def runs(state: State) -> Runs:
    """Return the runs of a deal that payments may read."""
    it = state.undertaking
    game = state.game
    if it is None or game.rules.result.run is None or it.trump is None:
        return Runs(ombre=0, surrenderer=0)
    play = state.play
    ombre = it.ombre if play is None else play.ombre
    surrenderer = None if play is None else play.surrenderer
    matadors = game.rules.cards.matadors
    others = (seat for seat in range(4) if seat != ombre)
    lengths = ((Seat(seat), run_held(game, it.trump, counted(state, seat))) for seat in others)
    return Runs(
        ombre=run_of(game, it.trump, counted(state, ombre)),
        opponent=next(((seat, length) for seat, length in lengths if length >= matadors), None),
        surrenderer=None
        if surrenderer is None
        else run_of(game, it.trump, counted(state, surrenderer)),
    )


def counted(state: State, seat: int) -> Hand:
    """Return the cards of a seat in which runs are counted: as dealt, or as play began.

    For the mort, who is dealt no cards, they are the cards with which he plays.
    """
    rules = state.game.rules.result.run
    as_dealt = rules is None or rules.hand is RunHand.AS_DEALT
    if as_dealt and state.dealt[seat].bit_count() >= HAND_SIZE - 1:
        return state.dealt[seat]
    return state.hands[seat] if state.play is None else state.play.start[seat]
