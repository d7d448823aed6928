"""Deals at a table for tests: dealt from the stream, played by chance, kept small."""

import random

from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.state.action import Bid, DealCards, Pass
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import begin
from lhombre_core.kernel.stream import deal
from lhombre_core.rules.record import Record
from lhombre_core.rules.table import TableSize

PLAYERS = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
VARIANTS = (
    "danish-club",
    "danish-tournament",
    "danish-tariff",
    "english-1800s",
    "french-1600s",
    "pierer-pure",
    "pierer-free",
)


def sizes(game):
    """Return how many may be at the table, ascending."""
    return sorted(PLAYERS[size] for size in game.rules.table.sizes)


def dealt(game, index, players=3, **more):
    """Return deal number `index` of the stream, the cards dealt."""
    state = begin(game, seat_players(game.rules.table, players, index % players), **more)
    cards = deal(20, 0, index)
    return apply_action(state, DealCards(cards.hands, cards.talon))


def chooser(seed, passing=0.5):
    """Return who chooses at random, but passes so often in the auction that low bids are played."""
    rng = random.Random(seed)  # noqa: S311  seeded: a test repeats itself

    def choose(state, actions):
        if isinstance(actions[0], Pass):
            if rng.random() < passing:
                return actions[0]
            bids = [action for action in actions if isinstance(action, Bid)]
            return rng.choice(bids[:4]) if bids else actions[0]
        return actions[int(rng.random() * len(actions))]

    return choose


def playout(state, choose):
    """Return the end of a deal in which `choose` decides everything from here on."""
    while state.actor is not None:
        state = apply_action(state, choose(state, legal_actions(state)))
    return state


def record_single(variant, deal, *, players=3, dealer=0, readings=(), hash_=None):
    """Return the record of a deal."""
    return Record(
        variant=variant,
        readings=readings,
        hash=hash_,
        players=tuple(map(str, range(players))),
        first_dealer=dealer,
        deals=(deal,),
    )
