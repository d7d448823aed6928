"""The auction as arrays: the legal bids of every situation, by the engine's own judgement.

A bid is its number in `Game.bids`. A set of bids is a word of 64 bits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from lhombre_core.cards import Rank, Suit, card_of, hand_of
from lhombre_core.engine.phase.auction import ALL_SEATS, covered, refusal
from lhombre_core.engine.phase.declaration import changes
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import Game, meets
from lhombre_core.engine.state.state import AuctionState
from lhombre_core.kernel.encode.word import code, row_of
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


class AuctionRules(NamedTuple):
    """The rules of the auction as a row of numbers; a yes is 1."""

    hold: int
    """Who may hold, as the code of a `HoldWho`; -1: no bid can be held."""
    hold_ends: int
    """A player whose bid is held is out."""
    overbid_out: int
    """A player who is overbid is out."""
    pass_final: int
    duel: int
    second_round: int
    forced_card: int
    """The card whose holder must play after three passes; -1: there is no forced play."""
    forced_contract: int
    """What he must play."""
    turns: int
    """A card of a second pack is turned after every deal."""
    agreed: int
    """The privileged suit that was agreed; -1: none."""
    privileged_suits: int
    """The number of privileged suits: 0, 1, or 2 if the partner of the suit set is Couleur."""
    resting: int
    """What a resting player who enters plays; -1: none can enter."""
    resting_against: int
    """A resting player enters against an ombre; 0: after three passes."""


FIELDS: Final = (
    ("rules", row_of(AuctionRules)),
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
"""The fields of a book about the auction.

* ``allowed``: the bids that may be made with any hand, by the number of the standing bid and 1
  (0: none), may the speaker hold, is he the last to speak before any bid, is it the second round,
  is a privileged suit set; ``needless``: the bids that then name a contract without need.
* ``refused``: the bids whose contract asks for aces that the hand lacks, by the aces it has.
* ``level``, ``bid_contract``, ``bid_colour``: the rank of a bid, the place of its contract in the
  file, and plain, Couleur or Sur.
* ``changes``: the contracts that the winner of a bid may play, by the contract and privilege of the
  bid; ``leads``: the reverse, the bids of a privilege whose winner may play a contract. ``unmet``:
  the contracts that ask for aces that a hand lacks, by the aces it has.
"""


def fill_auction(book: np.ndarray, game: Game) -> None:
    """Fill the fields of the auction; raise `Unencodable` for too many bids or contracts."""
    names = list(game.contracts)
    if len(game.bids) > MOST_BIDS or len(names) > MOST_CONTRACTS:
        raise Unencodable(f"there are more than {MOST_BIDS} bids or {MOST_CONTRACTS} contracts")
    book["rules"] = _rules(game, names)
    for situation in np.ndindex(len(game.bids) + 1, 2, 2, 2, 2):
        _fill(book, game, situation)
    for number, bid in enumerate(game.bids):
        book["level"][number] = game.levels[bid]
        book["bid_contract"][number] = names.index(bid.contract)
        book["bid_colour"][number] = bid.colour
    for place, name in enumerate(names):
        for colour in range(3):
            playable = changes(game, Bid(name, colour))
            book["changes"][place, colour] = sum(1 << names.index(other) for other in playable)
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
    """Return the contracts that ask for an ace which is not in a set of aces."""
    hand = hand_of(card_of(suit, Rank.ACE) for suit in Suit if aces >> suit & 1)
    return {name for name, one in game.contracts.items() if not meets(one.requires, hand)}


def _fill(book: np.ndarray, game: Game, situation: tuple[int, ...]) -> None:
    """Fill the bids of one situation with the engine's answers.

    Of the seats only their right to hold matters, so an example of each situation is enough.
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


def _rules(game: Game, names: list[str]) -> AuctionRules:
    rules, resting = game.rules.auction, game.rules.table.resting
    forced, privilege = rules.forced_play, rules.privilege
    agreed = game.agreed_suit()
    enters = resting.may_enter and game.resting_contract is not None
    return AuctionRules(
        hold=code(rules.hold.who) if rules.hold.allowed else -1,
        hold_ends=rules.hold.then is HoldThen.ENDS,
        overbid_out=rules.overbid is Overbid.IS_OUT,
        pass_final=rules.pass_final,
        duel=rules.procedure is Procedure.DUEL,
        second_round=rules.second_round,
        forced_card=-1 if forced is None else int(game.card(forced.card)),
        forced_contract=-1 if forced is None else names.index(forced.contract),
        turns=privilege is not None and privilege.set_by is PrivilegeSetBy.SECOND_PACK,
        agreed=-1 if agreed is None else int(agreed),
        privileged_suits=0 if privilege is None else privilege.number,
        resting=names.index(str(game.resting_contract)) if enters else -1,
        resting_against=resting.entry is RestingEntry.AGAINST_OMBRE,
    )
