"""Why an act may or may not be done in a state: the rule that says so, and a sentence.

The state is asked again; nothing is kept while a deal is played. An act is explained as if the
player whose turn it is did it, unless a seat is given.
"""

from __future__ import annotations

from typing import Final, assert_never

from lhombre_core.engine.phase import auction
from lhombre_core.engine.phase.legality import is_legal
from lhombre_core.engine.state.action import (
    Action,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    DealCards,
    Declare,
    Discard,
    Enter,
    Look,
    NameTrump,
    Pass,
    PlayCard,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
)
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.engine.why.auction import bid_why, turn_why
from lhombre_core.engine.why.exchange import cede_why, discard_why, look_why
from lhombre_core.engine.why.play import (
    announce_why,
    answer_why,
    concede_why,
    play_on_why,
    play_why,
    stop_why,
)
from lhombre_core.engine.why.reason import Why, allowed, refused, seat_name
from lhombre_core.engine.why.undertaking import declare_why, enter_why, name_why
from lhombre_core.notation import Seat

_PHASES: Final[dict[Phase, tuple[str, str]]] = {
    Phase.DEAL: ("deal.first_served", "the cards are to be dealt"),
    Phase.TURN: ("cards.second_pack", "the second pack is to be turned"),
    Phase.AUCTION: ("auction.procedure", "the auction is going on"),
    Phase.ENTER: ("table.resting.entry", "a resting player is asked whether he enters"),
    Phase.DECLARE: ("auction.change", "the ombre is to say what he plays"),
    Phase.NAME: ("contracts.{}.trump.by", "the ombre is to name trumps"),
    Phase.EXCHANGE: ("exchange.order", "cards are being exchanged"),
    Phase.LOOK: ("exchange.talon_rest", "the last to exchange is asked whether he looks"),
    Phase.YIELD: ("concession.until", "the ombre is asked whether he gives up"),
    Phase.CONSENT: ("contracts.{}.concession.consent", "an opponent is asked about the concession"),
    Phase.PLAY: ("play.leader", "the tricks are being played"),
    Phase.END: ("play.stop", "the deal has ended"),
}
"""What is going on, and by which rule; `{}` stands for the contract that is played."""


def explain(state: State, action: Action, seat: int | None = None) -> Why:
    """Return why an act is legal or not in a state.

    With `seat`, an act of a seat whose turn it is not is explained as that.
    """
    if seat is not None and seat != state.actor:
        return _not_his_turn(state, seat)
    why = _explain(state, action)
    if why is not None and why.legal is is_legal(state, action):
        return why
    rule, what = _now(state)
    return refused(rule, "not-now", f"That cannot be done now: {what}.")


def _not_his_turn(state: State, seat: int) -> Why:
    rule, what = _now(state)
    if state.phase is Phase.AUCTION and state.actor is not None:
        return turn_why(state.game, state.auction, state.actor, seat)
    name = seat_name(seat)
    message = f"{name} is not to act: {what}."
    return refused(rule, "not-his-turn", message, {"seat": name})


def _now(state: State) -> tuple[str, str]:
    rule, what = _PHASES[state.phase]
    it = state.undertaking
    return rule.format("*" if it is None else it.name), what


def _explain(state: State, action: Action) -> Why | None:
    """Return what decides about an act; None: it has no sense now."""
    match action:
        case PlayCard():
            return play_why(state, action)
        case Bid():
            return _bid(state, action)
        case Discard():
            return discard_why(state, action)
        case Cede():
            return cede_why(state)
        case Look():
            return look_why(state)
        case Declare():
            return declare_why(state, action)
        case NameTrump():
            return name_why(state, action)
        case Enter():
            return enter_why(state)
        case Pass() | DealCards() | TurnSecondPack():
            return _simple(state, action)
        case _:
            return _explain_in_play(state, action)


def _simple(state: State, action: Pass | DealCards | TurnSecondPack) -> Why | None:
    match action:
        case Pass() if state.phase is Phase.AUCTION:
            return allowed("auction.procedure", "passes", "Whoever speaks may pass.")
        case DealCards() if state.phase is Phase.DEAL:
            return allowed("deal.first_served", "deals", "The dealer deals.")
        case TurnSecondPack() if state.phase is Phase.TURN:
            message = "The top card of the second pack is turned after the deal."
            return allowed("cards.second_pack", "turns", message)
        case _:
            return None


def _explain_in_play(
    state: State, action: Concede | PlayOn | Agree | TakeOver | Announce | Stop
) -> Why:
    match action:
        case Concede():
            return concede_why(state)
        case PlayOn():
            return play_on_why(state)
        case Agree() | TakeOver():
            return answer_why(state, action)
        case Announce():
            return announce_why(state)
        case Stop():
            return stop_why(state)
        case _:
            assert_never(action)


def _bid(state: State, bid: Bid) -> Why | None:
    seat = state.actor
    if state.phase is not Phase.AUCTION or seat is None:
        return None
    return bid_why(state.game, state.auction, Seat(seat), bid, auction.refuse(state, bid))
