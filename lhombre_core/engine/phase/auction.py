"""The auction: who speaks, the legal calls, and the auction after a call.

Bids are compared by level (`Game.levels`); a bid that is no higher than the standing bid is a hold.
`refusal` alone decides whether a bid is legal, so that the legal bids and the explanation of an
illegal bid always agree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import Enum
from functools import lru_cache
from typing import Final, assert_never

from lhombre_core.cards import Hand
from lhombre_core.engine.state.action import PASS, Action, Bid, Pass
from lhombre_core.engine.state.game import HAND_SIZE, Game, meets
from lhombre_core.engine.state.state import AuctionState, State
from lhombre_core.notation import Seat
from lhombre_core.rules.auction import HoldThen, HoldWhat, HoldWho, Overbid, Procedure
from lhombre_core.rules.contract import AuctionRound, Contract, Named
from lhombre_core.rules.session import LongDeal, ShortDeal
from lhombre_core.rules.settlement import Offence

ALL_SEATS: Final = 0b111


class Refusal(Enum):
    """A reason to refuse a bid."""

    UNKNOWN = "unknown"
    """The variant has no such contract, or it cannot be bid."""
    COLOUR = "colour"
    """The contract cannot be bid in a privileged suit, or none is set."""
    ROUND = "round"
    """It belongs to another round of the auction."""
    TOO_LOW = "too-low"
    """It is below the standing bid."""
    NO_HOLD = "no-hold"
    """It is no higher, and the variant knows no hold."""
    NOT_HOLDER = "not-holder"
    """It is no higher, and this seat may not hold."""
    OTHER_CONTRACT = "other-contract"
    """It is of equal rank, and only the same contract holds."""
    JUMP = "jump"
    """It passes over a lower bid that is enough."""
    COVERED = "covered"
    """It must be bid under the name of its cover."""
    HAND = "hand"
    """The hand does not hold what the contract requires."""
    LONG_HAND = "long-hand"
    """A hand with a card too many may bid only contracts with exchange."""
    DEALT_LONG = "dealt-long"
    """The dealer has dealt a hand a card too many and may not be ombre."""
    DEALT_SHORT = "dealt-short"
    """The dealer has dealt a hand short and may not be ombre."""


def legal(state: State) -> tuple[Action, ...]:
    """Return the pass, then the legal bids from low to high."""
    game, seat = state.game, _speaker(state)
    hand = state.hands[seat]
    # Parts on which the legal bids do not depend are blank, so that answers are shared.
    auction = state.auction._replace(bidders=0, out=0, passes=(), needless=())
    bids = _allowed(game, auction, seat)
    if state.irregularities:
        bids = tuple(bid for bid in bids if _irregular(state, seat, bid) is None)
    return PASS, *(bid for bid in bids if holds(game, bid, hand))


@lru_cache(maxsize=4096)
def _allowed(game: Game, auction: AuctionState, seat: int) -> tuple[Bid, ...]:
    """Return the bids that are legal for a seat whatever its hand, from low to high."""
    hold = holding(game, auction, seat) is None
    start = (bisect_left if hold else bisect_right)(game.ladder, auction.level)
    return tuple(bid for bid in game.bids[start:] if refusal(game, auction, seat, bid) is None)


def refuse(state: State, bid: Bid) -> Refusal | None:
    """Return why a bid of the speaker is refused; None: it is legal."""
    seat = _speaker(state)
    return (
        refusal(state.game, state.auction, seat, bid)
        or _irregular(state, seat, bid)
        or (None if holds(state.game, bid, state.hands[seat]) else Refusal.HAND)
    )


def refusal(game: Game, auction: AuctionState, seat: int, bid: Bid) -> Refusal | None:
    """Return why a bid of a seat is refused whatever its hand; None: it is legal."""
    level = game.levels.get(bid)
    if level is None:
        return Refusal.COLOUR if Bid(bid.contract) in game.levels else Refusal.UNKNOWN
    if bid.colour and not auction.privileged:
        return Refusal.COLOUR
    if not _in_round(game.contracts[bid.contract], auction):
        return Refusal.ROUND
    if level <= auction.level:
        refused = _refuse_hold(game, auction, seat, bid)
        if refused is not None:
            return refused
    elif not game.rules.auction.jump and level > _lowest(game, auction):
        return Refusal.JUMP
    if covered(game, auction, seat, bid) and (
        game.contracts[bid.contract].entry.named is not Named.PENALISED
    ):
        return Refusal.COVERED
    return None


def holds(game: Game, bid: Bid, hand: Hand) -> bool:
    """Return whether a hand holds what the contract of a bid requires."""
    return meets(game.contracts[bid.contract].requires, hand)


def _in_round(contract: Contract, auction: AuctionState) -> bool:
    wanted = AuctionRound.SECOND if auction.second else AuctionRound.FIRST
    return contract.entry.round is wanted


def _refuse_hold(game: Game, auction: AuctionState, seat: int, bid: Bid) -> Refusal | None:
    """Return why a bid that is not above the standing bid is refused; None: it is a hold."""
    standing = auction.standing
    if standing is None or game.levels[bid] < auction.level:
        return Refusal.TOO_LOW
    refused = holding(game, auction, seat)
    if refused is None and bid != standing:
        same = game.rules.auction.hold.what is HoldWhat.SAME_CONTRACT
        return Refusal.OTHER_CONTRACT if same else None
    return refused


def holding(game: Game, auction: AuctionState, seat: int) -> Refusal | None:
    """Return why a seat may not hold the standing bid; None: it may."""
    hold = game.rules.auction.hold
    if not hold.allowed:
        return Refusal.NO_HOLD
    match hold.who:
        case HoldWho.EARLIER:
            may = seat < auction.holder
        case HoldWho.FOREHAND:
            may = seat == Seat.FOREHAND
        case HoldWho.FIRST_BIDDER:
            may = seat == auction.first_bidder
        case _:
            assert_never(hold.who)
    return None if may else Refusal.NOT_HOLDER


def _lowest(game: Game, auction: AuctionState) -> int:
    """Return the lowest level above the standing bid at which a bid is possible."""
    return min(
        (
            level
            for bid, level in game.levels.items()
            if level > auction.level
            and (auction.privileged or not bid.colour)
            and _in_round(game.contracts[bid.contract], auction)
            and game.contracts[bid.contract].entry.named is not Named.NEVER
        ),
        default=game.ladder[-1],
    )


def covered(game: Game, auction: AuctionState, seat: int, bid: Bid) -> bool:
    """Return whether a bid names a contract that must be bid under its cover."""
    entry = game.contracts[bid.contract].entry
    if entry.named is Named.FREELY or entry.cover is None:
        return False
    if is_last_speaker(auction, seat) and not game.rules.auction.last_speaker_bound:
        return False
    if entry.named is Named.NEVER:
        return True
    cover = Bid(entry.cover)
    return refusal(game, auction, seat, cover) is None


def is_last_speaker(auction: AuctionState, seat: int) -> bool:
    """Return whether both other seats have passed and no bid stands."""
    return auction.standing is None and auction.passed | 1 << seat == ALL_SEATS


def _irregular(state: State, seat: int, bid: Bid) -> Refusal | None:
    if not state.irregularities:
        return None
    rule = state.game.rules.irregularities.long_deal
    if rule is LongDeal.BUYS_ONE_FEWER and state.dealt[seat].bit_count() > HAND_SIZE:
        exchange = state.game.contracts[bid.contract].exchange
        return None if exchange.most else Refusal.LONG_HAND
    return at_fault(state, seat)


def at_fault(state: State, seat: int) -> Refusal | None:
    """Return why the dealer of a wrong number may not be ombre; None: the seat may.

    A misdeal without notice is unknown during the auction.
    """
    if not state.irregularities or state.seating.active[seat] != state.seating.dealer:
        return None
    rules = state.game.rules.irregularities
    noticed = {act.offence for act in state.irregularities if act.notice}
    if Offence.TOO_MANY_CARDS in noticed and rules.long_deal is LongDeal.NOTICE:
        return Refusal.DEALT_LONG
    short = Offence.TOO_FEW_CARDS in noticed and rules.short_deal is ShortDeal.NOTICE
    return Refusal.DEALT_SHORT if short else None


def _speaker(state: State) -> int:
    if state.actor is None:
        raise ValueError("the auction is over")
    return state.actor


def speak(
    game: Game, auction: AuctionState, seat: int, call: Pass | Bid
) -> tuple[AuctionState, int | None]:
    """Return the auction after a legal call of a seat, and the next speaker; None: it is over."""
    if isinstance(call, Pass):
        return _passed(auction, seat)
    return _bid(game, auction, seat, call)


def _passed(auction: AuctionState, seat: int) -> tuple[AuctionState, int | None]:
    has_bid = bool(auction.bidders >> seat & 1)
    passes = auction.passes if auction.second else (*auction.passes, (Seat(seat), has_bid))
    after = auction._replace(passed=auction.passed | 1 << seat, passes=passes)
    return after, _next(after, seat)


def _bid(game: Game, auction: AuctionState, seat: int, bid: Bid) -> tuple[AuctionState, int | None]:
    rules = game.rules.auction
    level = game.levels[bid]
    before, out = auction.holder, auction.out
    held = level == auction.level
    if before >= 0 and (
        rules.hold.then is HoldThen.ENDS if held else rules.overbid is Overbid.IS_OUT
    ):
        out |= 1 << before
    after = auction._replace(
        standing=bid,
        holder=seat,
        level=level,
        first_bidder=seat if auction.first_bidder < 0 else auction.first_bidder,
        bidders=auction.bidders | 1 << seat,
        passed=auction.passed if rules.pass_final else 0,
        out=out,
        needless=_needless(game, auction, seat, bid),
    )
    answers = before >= 0 and not (after.passed | out) >> before & 1
    if answers and rules.procedure is Procedure.DUEL:
        return after, before
    return after, _next(after, seat)


def _needless(game: Game, auction: AuctionState, seat: int, bid: Bid) -> tuple[Seat, ...]:
    penalised = game.contracts[bid.contract].entry.named is Named.PENALISED
    if not penalised or seat in auction.needless or not covered(game, auction, seat, bid):
        return auction.needless
    return (*auction.needless, Seat(seat))


def _next(auction: AuctionState, seat: int) -> int | None:
    """Return the next seat after `seat` that is still in, the holder of the bid left out."""
    silent = auction.passed | auction.out
    for step in (1, 2, 3):
        other = (seat + step) % 3
        if other != auction.holder and not silent >> other & 1:
            return other
    return None


def second_round(game: Game, auction: AuctionState) -> AuctionState | None:
    """Return the second round of an auction in which all have passed; None: there is none."""
    if auction.standing is not None or auction.second or not game.rules.auction.second_round:
        return None
    return AuctionState(
        auction.privileged, second=True, passes=auction.passes, needless=auction.needless
    )


def is_settled(game: Game, auction: AuctionState) -> bool:
    """Return whether a pass is the only legal call of every seat that is still in."""
    if auction.standing is None:
        return auction.passed == ALL_SEATS
    silent = auction.passed | auction.out | 1 << auction.holder
    return not any(
        refusal(game, auction, seat, bid) is None
        for seat in range(3)
        if not silent >> seat & 1
        for bid in game.bids
    )
