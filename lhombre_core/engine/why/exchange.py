"""Why an act of the exchange is legal or not: a discard, a ceded turn, a look at the talon."""

from __future__ import annotations

from lhombre_core.engine.phase import exchange
from lhombre_core.engine.state.action import CHANCE, Discard
from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.engine.state.state import Phase, State, Undertaking
from lhombre_core.engine.why.reason import (
    Why,
    allowed,
    cards_name,
    contract_name,
    refused,
    seat_name,
)
from lhombre_core.rules.contract import FirstOpponent, Kept, OpponentsOrder, Taken, TalonRest


def discard_why(state: State, action: Discard) -> Why:
    """Return why a discard is legal or not."""
    it = state.undertaking
    if it is None:
        message = "Nobody exchanges before the auction is over."
        return refused("exchange.order", "no-exchange", message)
    rule = f"contracts.{it.name}.exchange"
    if state.phase is not Phase.EXCHANGE or it.exchanging is None or not it.exchanging:
        return _no_exchange(state, it, rule)
    seat = it.exchanging[0]
    number = action.cards.bit_count()
    if action in exchange.options(state):
        path = rule if seat == it.ombre else f"{rule}.opponents"
        message = f"{seat_name(seat)} may discard {number}."
        return allowed(path, "discards", message, {"number": number})
    missing = action.cards & ~state.hands[seat]
    if missing and not (seat == it.ombre and it.contract.exchange.taken is Taken.WHOLE_TALON):
        message = f"{cards_name(missing, last='and')} not in the hand."
        return refused("exchange.order", "not-held", message, {"cards": cards_name(missing)})
    return _number_why(state, it, number, rule)


def _no_exchange(state: State, it: Undertaking, rule: str) -> Why:
    """Return why no exchange is possible now."""
    name = contract_name(state.game, it.name)
    if not it.contract.exchange.opponents:
        message = f"In {name} the opponents exchange nothing."
        return refused(f"{rule}.opponents", "no-exchange", message, {"contract": name})
    if not it.contract.exchange.most:
        message = f"In {name} the ombre exchanges nothing."
        return refused(f"{rule}.most", "no-exchange", message, {"contract": name})
    return refused("exchange.order", "no-exchange", "It is not the time to exchange.")


def _number_why(state: State, it: Undertaking, number: int, rule: str) -> Why:
    """Return why a discard of that number of cards is not legal."""
    seat, exchange_rule = (it.exchanging or ())[0], it.contract.exchange
    surplus = state.hands[seat].bit_count() - HAND_SIZE
    if state.actor == CHANCE:
        path = "wrong_draw" if exchange.has_drawn(it, seat) else "long_deal"
        message = "The cards too many are taken at random."
        return refused(f"irregularities.{path}", "at-random", message)
    if seat == it.ombre and exchange_rule.taken is Taken.WHOLE_TALON:
        message = f"He takes the whole talon and keeps {HAND_SIZE} cards."
        return refused(f"{rule}.taken", "whole-talon", message)
    if seat == it.ombre and exchange_rule.kept is not Kept.ANY:
        ace = "one ace" if exchange_rule.kept is Kept.ONE_ACE else "one black ace"
        return refused(f"{rule}.kept", "keeps", f"He keeps {ace} and nothing else.")
    low, high = exchange.limits(state, seat)
    draws = number - surplus
    args = {"number": number, "least": low + surplus, "most": high + surplus}
    if surplus and not low <= draws <= high:
        path = f"irregularities.{'long_deal' if surplus > 0 else 'short_deal'}"
        message = f"His hand of {HAND_SIZE + surplus} cards must become {HAND_SIZE}."
        return refused(path, "hand-size", message, args)
    if draws < low:
        message = f"At least {low + surplus} must be discarded, not {number}."
        return refused(f"{rule}.least", "too-few", message, args)
    path, reason = _most(state, it, seat, high)
    return refused(path, reason, f"At most {high + surplus} can be discarded, not {number}.", args)


def _most(state: State, it: Undertaking, seat: int, high: int) -> tuple[str, str]:
    """Return the rule that sets the most cards that a seat may draw, and the reason."""
    if high == len(state.talon):
        return "deal.talon", "talon-short"
    if seat == it.ombre:
        return f"contracts.{it.name}.exchange.most", "too-many"
    limited = state.game.rules.exchange.first_opponent is not FirstOpponent.ALL_LEFT
    if limited and exchange.is_first_opponent(it):
        return "exchange.first_opponent", "first-opponent"
    return "deal.packets", "hand-size"


def cede_why(state: State) -> Why:
    """Return why it is legal or not to cede the first turn."""
    it = state.undertaking
    waiting = () if it is None else it.exchanging or ()
    if state.phase is Phase.EXCHANGE and waiting and exchange.may_cede(state, waiting[0]):
        message = f"{seat_name(waiting[0])} may let the other opponent exchange first."
        return allowed("exchange.order", "cedes", message)
    if state.game.rules.exchange.order is not OpponentsOrder.RIGHT_MAY_CEDE:
        return refused("exchange.order", "no-ceding", "Nobody may cede his turn to exchange.")
    message = "Only the first opponent to exchange may cede his turn, and once."
    return refused("exchange.order", "no-ceding", message)


def look_why(state: State) -> Why:
    """Return why a look at the rest of the talon is legal or not."""
    if state.phase is Phase.LOOK:
        message = "The last to exchange may look at what is left of the talon; then all do."
        return allowed("exchange.talon_rest", "looks", message)
    rule = state.game.rules.exchange.talon_rest
    message = (
        "Only the last to exchange may look, after his exchange."
        if rule is TalonRest.LAST_MAY_LOOK
        else "Nobody is asked whether he looks at what is left of the talon."
    )
    return refused("exchange.talon_rest", "not-asked", message)
