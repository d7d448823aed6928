"""From the end of the auction to the first lead: the ombre, the contract, the trumps.

`proceed` carries the deal on to the next decision of a player. Steps without a choice (the only
contract, the only suit, the turned card) need no act.
"""

from __future__ import annotations

from typing import Final, assert_never

from lhombre_core.cards import EMPTY, Hand, Suit, suit_of
from lhombre_core.engine.phase import exchange
from lhombre_core.engine.phase.auction import at_fault, second_round
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.phase.trick import start
from lhombre_core.engine.state.action import CHANCE, Bid, Declare, Enter, NameTrump
from lhombre_core.engine.state.game import ACES, BLACK_ACES, HAND_SIZE, Game, meets
from lhombre_core.engine.state.state import Phase, State, Undertaking
from lhombre_core.notation import Seat
from lhombre_core.rules.auction import Change
from lhombre_core.rules.contract import (
    Contract,
    EnteredBy,
    Requirement,
    Shown,
    TalonRest,
    TrumpBy,
    TrumpNamed,
    TurnedAce,
    TurnedCard,
)
from lhombre_core.rules.play import ConcessionUntil
from lhombre_core.rules.session import LongDeal
from lhombre_core.rules.table import RestingEntry

_ALL_SUITS: Final = tuple(Suit)


def after_auction(state: State) -> State:
    """Return the state after the last call of the auction."""
    auction = state.auction
    if auction.standing is not None:
        if _resting_may_enter(state, RestingEntry.AGAINST_OMBRE):
            return state._replace(phase=Phase.ENTER, actor=Seat.RESTING)
        return undertake(state, auction.holder, auction.standing)
    again = second_round(state.game, auction)
    if again is not None:
        return state._replace(auction=again, actor=Seat.FOREHAND)
    return after_passes(state, forced_holder(state))


def forced_holder(state: State) -> int | None:
    """Return the seat with the card that forces its holder to play; None: no hand has it."""
    forced = state.game.rules.auction.forced_play
    if forced is None:
        return None
    bit = 1 << state.game.card(forced.card)
    return next((seat for seat, hand in enumerate(state.hands) if hand & bit), None)


def after_passes(state: State, holder: int | None) -> State:
    """Return the state after all have passed; `holder` has the card that forces him to play."""
    forced = state.game.rules.auction.forced_play
    if forced is not None and holder is not None and at_fault(state, holder) is None:
        return undertake(state, holder, Bid(forced.contract))
    if _resting_may_enter(state, RestingEntry.AFTER_ALL_PASS):
        return state._replace(phase=Phase.ENTER, actor=Seat.RESTING)
    return state._replace(phase=Phase.END, actor=None, all_pass=True)


def _resting_may_enter(state: State, entry: RestingEntry) -> bool:
    rules = state.game.rules.table.resting
    return (
        rules.may_enter
        and rules.entry is entry
        and state.auction.asked < len(state.seating.resting)
        and state.game.resting_contract is not None
    )


def enter(state: State, action: Enter) -> State:
    """Return the state after a resting player has entered or declined."""
    auction = state.auction
    name = state.game.resting_contract
    if action.yes and name is not None:
        mort = state.seating.resting[auction.asked]
        return undertake(state._replace(mort=mort), Seat.MORT, Bid(name))
    declined = state._replace(auction=auction._replace(asked=auction.asked + 1))
    if declined.auction.asked < len(state.seating.resting):
        return declined
    if auction.standing is not None:
        return undertake(declined, auction.holder, auction.standing)
    return declined._replace(phase=Phase.END, actor=None, all_pass=True)


def undertake(state: State, ombre: int, bid: Bid) -> State:
    """Return the state with an ombre: he declares his contract, if he has a choice."""
    contract = state.game.contracts[bid.contract]
    won = state._replace(
        undertaking=Undertaking(int(ombre), bid, bid.contract, contract), actor=int(ombre)
    )
    names = declarable(won)
    if len(names) > 1:
        return won._replace(phase=Phase.DECLARE)
    return declare(won, Declare(names[0]))


def declarable(state: State) -> tuple[str, ...]:
    """Return the contracts that the ombre may play, in the order of the file.

    An ombre whose hand meets the requirement of none plays the contract that he bid.
    """
    it = undertaking(state)
    if it.ombre == Seat.MORT:
        return (it.name,)
    names = changes(state.game, it.bid)
    hand = state.hands[it.ombre]
    met = tuple(name for name in names if meets(state.game.contracts[name].requires, hand))
    if _long_hand_exchanges(state, hand):
        met = tuple(name for name in met if state.game.contracts[name].exchange.most)
    return met or (it.name,)


def _long_hand_exchanges(state: State, hand: Hand) -> bool:
    rule = state.game.rules.irregularities.long_deal
    return hand.bit_count() > HAND_SIZE and rule is LongDeal.BUYS_ONE_FEWER


def changes(game: Game, bid: Bid) -> tuple[str, ...]:
    """Return the contracts that a winning bid admits, in the order of the file, for any hand."""
    contract = game.contracts[bid.contract]
    if contract.becomes is not None:
        return tuple(name for name in game.contracts if name in contract.becomes)
    match game.rules.auction.change:
        case Change.AS_BID:
            return (bid.contract,)
        case Change.FAMILY_UPWARDS:
            return tuple(
                name
                for name, other in game.contracts.items()
                if other.entry.by is EnteredBy.BID
                and bool(other.exchange.most) == bool(contract.exchange.most)
                and other.rank >= contract.rank
                and (not bid.colour or other.entry.privilege)
            )
        case _:
            assert_never(game.rules.auction.change)


def declare(state: State, action: Declare) -> State:
    """Return the state after the contract is declared."""
    it = undertaking(state)
    contract = state.game.contracts[action.contract]
    shown = EMPTY
    if contract.shows is not Shown.NEVER:
        shown = required_aces(contract.requires, state.hands[it.ombre])
    declared = it._replace(name=action.contract, contract=contract, declared=True, shown=shown)
    return proceed(state._replace(undertaking=declared))


def required_aces(requirement: Requirement, hand: Hand) -> Hand:
    """Return the aces that prove that a hand meets a requirement."""
    match requirement:
        case Requirement.NOTHING:
            return EMPTY
        case Requirement.BLACK_ACES:
            return hand & BLACK_ACES
        case Requirement.AN_ACE:
            held = hand & ACES
        case Requirement.A_BLACK_ACE:
            held = hand & BLACK_ACES
        case _:
            assert_never(requirement)
    return held & -held


def proceed(state: State) -> State:
    """Return the state at the next decision before the first lead, or at the first lead."""
    if exchange.is_thrown_in(state):
        return state._replace(phase=Phase.END, actor=None, thrown_in=True)
    state = _turn_up(state)
    it = undertaking(state)
    if it.exchanging is None:
        it = it._replace(exchanging=exchange.queue(state))
        state = state._replace(undertaking=it)
    waiting = it.exchanging or ()
    if not it.trump_known and _names_now(state, it, waiting):
        return _ask_trump(state)
    if waiting:
        actor = CHANCE if exchange.chance_takes(state, waiting[0]) else waiting[0]
        return state._replace(phase=Phase.EXCHANGE, actor=actor)
    if state.talon and it.exchanged and not it.rest_seen and not it.asked_to_look:
        match state.game.rules.exchange.talon_rest:
            case TalonRest.UNSEEN:
                pass
            case TalonRest.TURNED_UP:
                state = state._replace(undertaking=it._replace(rest_seen=True))
            case TalonRest.LAST_MAY_LOOK:
                return state._replace(phase=Phase.LOOK, actor=it.exchanged[-1][0])
    return _first_lead(state)


def _names_now(state: State, it: Undertaking, waiting: tuple[int, ...]) -> bool:
    """Return whether trumps are named before the next exchange; a single suit is named at once."""
    if not waiting or it.turned is not None or len(nameable(state)) == 1:
        return True
    match it.contract.trump.named:
        case TrumpNamed.BEFORE_EXCHANGE:
            return True
        case TrumpNamed.AFTER_OWN_EXCHANGE:
            return waiting[0] != it.ombre
        case TrumpNamed.AFTER_ALL_EXCHANGES:
            return False
        case _:
            assert_never(it.contract.trump.named)


def _ask_trump(state: State) -> State:
    suits = nameable(state)
    if len(suits) == 1:
        return name_trump(state, NameTrump(suits[0]))
    return state._replace(phase=Phase.NAME, actor=undertaking(state).ombre)


def nameable(state: State) -> tuple[Suit, ...]:
    """Return the suits that the ombre may name: after a bid in a privileged suit, that suit."""
    it = undertaking(state)
    if it.bid.colour and state.privileged is not None:
        return (state.game.colour_suit(state.privileged, it.bid.colour),)
    letters = it.contract.trump.suits
    return tuple(suit for suit in Suit if suit.name in letters) or _ALL_SUITS


def name_trump(state: State, action: NameTrump) -> State:
    """Return the state after trumps are named; the suit may change the contract.

    Who has yet to exchange does so by the contract that is played in the end.
    """
    it = undertaking(state)
    name = it.contract.trump.counts_as.get(action.suit.name, it.name)
    named = it._replace(
        trump=action.suit,
        trump_known=True,
        name=name,
        contract=state.game.contracts[name],
    )
    state = state._replace(undertaking=named)
    if name != it.name:
        done = {seat for seat, *_ in named.exchanged}
        left = tuple(seat for seat in exchange.queue(state) if seat not in done)
        state = state._replace(undertaking=named._replace(exchanging=left))
    return proceed(state)


def _turn_up(state: State) -> State:
    """Return the state with the trumps that need no word of the ombre."""
    it = undertaking(state)
    if it.trump_known or it.turned is not None:
        return state
    match it.contract.trump.by:
        case TrumpBy.NONE:
            return state._replace(undertaking=it._replace(trump_known=True))
        case TrumpBy.OMBRE:
            return state
        case TrumpBy.TURNED_CARD:
            return _turn_card(state, it, it.contract)
        case _:
            assert_never(it.contract.trump.by)


def _turn_card(state: State, it: Undertaking, contract: Contract) -> State:
    card = state.talon[0]
    talon = state.talon
    if contract.exchange.turned_card is TurnedCard.UNDER_TALON:
        talon = (*talon[1:], card)
    named = contract.trump.turned_ace is TurnedAce.OMBRE_NAMES and BLACK_ACES >> card & 1
    turned = it._replace(
        turned=card,
        trump=None if named else suit_of(card),
        trump_known=not named,
    )
    return state._replace(talon=talon, undertaking=turned)


def _first_lead(state: State) -> State:
    """Return the state at the first lead, or before it if the ombre may give up."""
    it = undertaking(state)
    started = state if state.play is not None else start(state)
    asks = state.game.rules.concession.until is ConcessionUntil.FIRST_LEAD
    if asks and it.contract.concession.allowed and not it.asked_to_yield:
        return started._replace(phase=Phase.YIELD, actor=it.ombre)
    return started
