"""The auction as arrays: what may be bid in every situation, by the engine's own judgement.

A bid is its number in `Game.bids`. A set of bids is a word of 64 bits.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.cards import Rank, Suit, card_of, hand_of
from lhombre_core.engine.phase.auction import ALL_SEATS, covered, refusal
from lhombre_core.engine.phase.declaration import changes
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import Game, meets
from lhombre_core.engine.state.state import AuctionState
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.space import Unencodable
from lhombre_core.rules.auction import HoldThen, HoldWho, Overbid, PrivilegeSetBy, Procedure
from lhombre_core.rules.contract import Named
from lhombre_core.rules.table import RestingEntry

MOST_BIDS: Final = 64
MOST_CONTRACTS: Final = 32
ACES_HELD: Final = 16
"""Sets of aces: a bit for each, by suit."""

HOLD_EARLIER: Final = code(HoldWho.EARLIER)
HOLD_FOREHAND: Final = code(HoldWho.FOREHAND)
HOLD_FIRST_BIDDER: Final = code(HoldWho.FIRST_BIDDER)

HOLD: Final = 0
"""Who may hold, by the code of `HoldWho`; -1: nobody."""
HOLD_ENDS: Final = 1
"""1: whose bid is held is out."""
OVERBID_OUT: Final = 2
"""1: who is overbid is out."""
PASS_FINAL: Final = 3
DUEL: Final = 4
SECOND_ROUND: Final = 5
FORCED_CARD: Final = 6
"""Whose holder must play after three passes; -1: nobody must."""
FORCED_CONTRACT: Final = 7
TURNS: Final = 8
"""1: a card of a second pack is turned after every deal."""
AGREED: Final = 9
"""The privileged suit that was agreed; -1: none."""
SUITS: Final = 10
"""How many suits are privileged: 0, 1, or 2 where the partner of the suit set is Couleur."""
RESTING: Final = 11
"""What a resting player who enters plays; -1: none enters."""
RESTING_AGAINST: Final = 12
"""1: he enters against an ombre; 0: after three passes."""
AUCTION: Final = 13


FIELDS: Final = (
    ("rules", "i8", (AUCTION,)),
    ("allowed", "u8", (MOST_BIDS + 1, 2, 2, 2, 2)),
    ("needless", "u8", (MOST_BIDS + 1, 2, 2, 2, 2)),
    ("refused", "u8", (ACES_HELD,)),
    ("level", "i8", (MOST_BIDS,)),
    ("bid_contract", "i8", (MOST_BIDS,)),
    ("bid_colour", "i8", (MOST_BIDS,)),
    ("changes", "u8", (MOST_CONTRACTS, 3)),
    ("unmet", "u8", (ACES_HELD,)),
    ("leads", "u8", (MOST_CONTRACTS, 3)),
)
"""What a book says of the auction.

* ``allowed``: the bids that may be made whatever the hand holds, by the number of the standing bid
  and 1 (0: none), may the speaker hold, is he the last to speak and nobody has bid, is it the
  second round, is a privileged suit set; ``needless``: those by which a contract is then named
  without need.
* ``refused``: the bids whose contract asks for aces that a hand has not, by the aces it has.
* ``level``, ``bid_contract``, ``bid_colour``: of a bid, how high it is, the place of its contract
  in the file, and plain, Couleur or Sur.
* ``changes``: what its winner may play, by contract and privilege; ``leads``: by what may be
  played, the bids of that privilege whose winner may play it. ``unmet``: the contracts that ask for
  aces that a hand has not.
"""


def fill_auction(book: np.ndarray, game: Game) -> None:
    """Fill what a book says of the auction; `Unencodable` with too many bids or contracts."""
    names = list(game.contracts)
    if len(game.bids) > MOST_BIDS or len(names) > MOST_CONTRACTS:
        raise Unencodable(f"there are more than {MOST_BIDS} bids or {MOST_CONTRACTS} contracts")
    book["rules"][:] = _rules(game, names)
    for situation in np.ndindex(len(game.bids) + 1, 2, 2, 2, 2):
        _fill(book, game, situation)
    for number, bid in enumerate(game.bids):
        book["level"][number] = game.levels[bid]
        book["bid_contract"][number] = names.index(bid.contract)
        book["bid_colour"][number] = bid.colour
    for place, name in enumerate(names):
        for colour in range(3):
            found = changes(game, Bid(name, colour))
            book["changes"][place, colour] = sum(1 << names.index(other) for other in found)
    for held in range(ACES_HELD):
        unmet = _unmet(game, held)
        book["unmet"][held] = sum(1 << names.index(name) for name in unmet)
        book["refused"][held] = sum(
            1 << number for number, bid in enumerate(game.bids) if bid.contract in unmet
        )
    for number, bid in enumerate(game.bids):
        for other in changes(game, bid):
            book["leads"][names.index(other), bid.colour] |= np.uint64(1 << number)


def _unmet(game: Game, aces: int) -> set[str]:
    """Return the contracts that ask for other aces than those of a set."""
    hand = hand_of(card_of(suit, Rank.ACE) for suit in Suit if aces >> suit & 1)
    return {name for name, one in game.contracts.items() if not meets(one.requires, hand)}


def _fill(book: np.ndarray, game: Game, situation: tuple[int, ...]) -> None:
    """Ask the engine about every bid in one situation.

    Whether a seat may hold is all that depends on who is who, so that one example of each will do.
    """
    standing, hold, last, second, privileged = situation
    if hold and (not standing or not game.rules.auction.hold.allowed):
        return
    if last and standing:
        return
    seat, holder = (0, 1) if hold else (2, 0)
    bid = game.bids[standing - 1] if standing else None
    auction = AuctionState(
        privileged=bool(privileged),
        standing=bid,
        holder=holder if bid else -1,
        level=game.levels[bid] if bid else 0,
        first_bidder=0 if bid else -1,
        passed=ALL_SEATS & ~(1 << seat) if last else 0,
        second=bool(second),
    )
    allowed = needless = 0
    for number, other in enumerate(game.bids):
        if refusal(game, auction, seat, other) is None:
            allowed |= 1 << number
            named = game.contracts[other.contract].entry.named
            if named is Named.PENALISED and covered(game, auction, seat, other):
                needless |= 1 << number
    book["allowed"][situation] = allowed
    book["needless"][situation] = needless


def _rules(game: Game, names: list[str]) -> tuple[int, ...]:
    rules, resting = game.rules.auction, game.rules.table.resting
    forced, privilege = rules.forced_play, rules.privilege
    agreed = game.agreed_suit()
    enters = resting.may_enter and game.resting_contract is not None
    return (
        code(rules.hold.who) if rules.hold.allowed else -1,
        rules.hold.then is HoldThen.ENDS,
        rules.overbid is Overbid.IS_OUT,
        rules.pass_final,
        rules.procedure is Procedure.DUEL,
        rules.second_round,
        -1 if forced is None else int(game.card(forced.card)),
        -1 if forced is None else names.index(forced.contract),
        privilege is not None and privilege.set_by is PrivilegeSetBy.SECOND_PACK,
        -1 if agreed is None else int(agreed),
        0 if privilege is None else privilege.number,
        names.index(str(game.resting_contract)) if enters else -1,
        resting.entry is RestingEntry.AGAINST_OMBRE,
    )
