"""Why an act is legal or not in a state: the rule that decides, and a sentence.

The ruling is computed from the state alone. The act is taken to be that of the seat to act, unless
a seat is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lhombre_core.engine.phase import auction
from lhombre_core.engine.phase.legality import is_legal
from lhombre_core.engine.state import action as acts
from lhombre_core.engine.state.action import Action
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.engine.why.auction import bid_why, deal_why, pass_why, turn_pack_why, turn_why
from lhombre_core.engine.why.exchange import cede_why, discard_why, look_why
from lhombre_core.engine.why.play import (
    announce_why,
    answer_why,
    concede_why,
    play_on_why,
    play_why,
    stop_why,
)
from lhombre_core.engine.why.reason import Why, refused, seat_name
from lhombre_core.engine.why.undertaking import declare_why, enter_why, name_why

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


_BY_STATE: Final[dict[type[Action], Callable[[State], Why | None]]] = {
    acts.DealCards: deal_why,
    acts.TurnSecondPack: turn_pack_why,
    acts.Pass: pass_why,
    acts.Enter: enter_why,
    acts.Cede: cede_why,
    acts.Look: look_why,
    acts.PlayOn: play_on_why,
    acts.Concede: concede_why,
    acts.Announce: announce_why,
    acts.Stop: stop_why,
}
"""The rulings that depend on the kind of act and the state alone."""


def explain(state: State, action: Action, seat: int | None = None) -> Why:
    """Return why an act is legal or not in a state.

    With `seat`, the act of a seat that is not to act is explained as such.
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
    """Return the rule of the present phase, and what is going on in it."""
    rule, what = _PHASES[state.phase]
    it = state.undertaking
    return rule.format("*" if it is None else it.name), what


def _explain(state: State, action: Action) -> Why | None:
    """Return the ruling on an act; None: it has no sense now."""
    match action:
        case acts.PlayCard():
            return play_why(state, action)
        case acts.Bid():
            if state.phase is not Phase.AUCTION or state.actor is None:
                return None
            refusal = auction.refuse(state, action)
            return bid_why(state.game, state.auction, state.actor, action, refusal)
        case acts.Discard():
            return discard_why(state, action)
        case acts.Declare():
            return declare_why(state, action)
        case acts.NameTrump():
            return name_why(state, action)
        case acts.Agree() | acts.TakeOver():
            return answer_why(state, action)
        case _:
            return _BY_STATE[type(action)](state)
