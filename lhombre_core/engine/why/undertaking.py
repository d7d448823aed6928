"""Why a declaration, the naming of trumps or the entry of a resting player is legal or not."""

from __future__ import annotations

from lhombre_core.engine.phase import declaration as declare
from lhombre_core.engine.state.action import Declare, NameTrump
from lhombre_core.engine.state.game import meets
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.engine.why.reason import Why, allowed, bid_name, contract_name, refused
from lhombre_core.rules.contract import TrumpBy

_SUITS = ("spades", "hearts", "diamonds", "clubs")


def declare_why(state: State, action: Declare) -> Why:
    """Return why a declaration of the auction's winner is legal or not."""
    it = state.undertaking
    if it is None:
        return refused("auction.change", "no-ombre", "Nobody has won the auction yet.")
    game = state.game
    name = contract_name(game, action.contract)
    bid = bid_name(game, it.bid)
    args = {"contract": name, "bid": bid}
    own = game.contracts[it.bid.contract].becomes
    path = "auction.change" if own is None else f"contracts.{it.bid.contract}.becomes"
    if action.contract not in declare.changes(game, it.bid):
        message = f"Who has won the auction with {bid} may not play {name}."
        return refused(path, "not-his-bid", message, args)
    requires = game.contracts[action.contract].requires
    if not meets(requires, state.hands[it.ombre]):
        message = f"{name} asks for aces that the hand does not hold."
        return refused(f"contracts.{action.contract}.requires", "hand", message, args)
    if action.contract not in declare.declarable(state):
        message = f"Who has a card too many may play only contracts with exchange, not {name}."
        return refused("irregularities.long_deal", "long-hand", message, args)
    if state.phase is not Phase.DECLARE:
        return refused(path, "declared", "The contract is declared already.", args)
    return allowed(path, "declares", f"Won with {bid}, it may be played as {name}.", args)


def name_why(state: State, action: NameTrump) -> Why:
    """Return why the naming of a suit is legal or not."""
    it = state.undertaking
    if it is None:
        return refused("auction.procedure", "no-ombre", "Nobody has won the auction yet.")
    suit = _SUITS[action.suit]
    name = contract_name(state.game, it.name)
    args = {"suit": suit, "contract": name}
    rule = f"contracts.{it.name}.trump"
    if it.contract.trump.by is not TrumpBy.OMBRE and state.phase is not Phase.NAME:
        message = f"In {name} the ombre does not name trumps."
        return refused(f"{rule}.by", "not-named", message, args)
    if action.suit not in declare.nameable(state):
        path = "auction.privilege" if it.bid.colour else f"{rule}.suits"
        return refused(path, "suit", f"In {name} {suit} cannot be trumps.", args)
    if state.phase is not Phase.NAME:
        message = "Trumps are named already." if it.trump_known else "It is not yet time."
        return refused(f"{rule}.named", "not-now", message, args)
    if it.turned is not None:
        message = "A black ace was turned: he may name any suit."
        return allowed(f"{rule}.turned_ace", "turned-ace", message, args)
    counts = it.contract.trump.counts_as.get(action.suit.name)
    if counts is not None:
        message = f"With {suit} as trumps it counts as {contract_name(state.game, counts)}."
        return allowed(f"{rule}.counts_as", "counts-as", message, args)
    return allowed(f"{rule}.suits", "names", f"In {name} {suit} may be trumps.", args)


def enter_why(state: State) -> Why:
    """Return why the entry of a resting player is legal or not."""
    rules = state.game.rules.table.resting
    if state.phase is Phase.ENTER:
        message = "A resting player may take the talon and play alone."
        return allowed("table.resting.entry", "enters", message)
    if not rules.may_enter:
        message = "A resting player may not take the talon."
        return refused("table.resting.may_enter", "never", message)
    message = "No resting player may take the talon now."
    return refused("table.resting.entry", "not-now", message)
