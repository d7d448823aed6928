"""Why an act of the play is legal or not: cards, the vole, a concession."""

from __future__ import annotations

from lhombre_core.engine.phase import vole
from lhombre_core.engine.phase.concession import may_concede
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.state.action import Agree, PlayCard, TakeOver
from lhombre_core.engine.state.state import Phase, PlayState, State, VoleStatus
from lhombre_core.engine.why.reason import Why, allowed, contract_name, refused
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.rules.contract import Consent, VoleBy
from lhombre_core.rules.play import ConcessionUntil, VoleEarliest, VoleUndertaken


def play_why(state: State, action: PlayCard) -> Why | None:
    """Return why a card is legal or not; None: no card can be played now."""
    play = state.play
    if play is None or state.phase is not Phase.PLAY or state.actor is None:
        return None
    hand = state.hands[state.actor]
    why = card_why(state.game, undertaking(state).trump, hand, play.cards, action.card)
    if why.legal and state.actor == play.ombre and not vole.may_lead(state.game.rules.vole, play):
        message = "Before he leads again the ombre must announce the vole, or stop."
        return refused("vole.undertaken", "must-speak", message, why.args)
    return why


def announce_why(state: State) -> Why:
    """Return why an announcement of the vole is legal or not."""
    rules, play = state.game.rules.vole, _open_vole(state)
    if isinstance(play, Why):
        return play
    if rules.undertaken is VoleUndertaken.NEXT_CARD:
        message = "The vole is not announced: it is undertaken by playing one more card."
        return refused("vole.undertaken", "by-card", message)
    if not vole.may_announce(rules, play):
        early = rules.earliest is VoleEarliest.ANY_TURN and not play.cards
        path = "vole.earliest" if early and vole.has_every_trick(play) else "vole.needs"
        message = "The vole can be announced only by an ombre who has won the tricks it needs."
        return refused(path, "not-due", message)
    return allowed("vole.undertaken", "announces", "The ombre may announce the vole now.")


def stop_why(state: State) -> Why:
    """Return why it is legal or not that the ombre stops."""
    play = _open_vole(state)
    if isinstance(play, Why):
        return play
    if not vole.may_stop(state.game.rules.vole, play):
        message = "Only an ombre who has won, and is asked about the vole, may stop."
        return refused("vole.needs", "not-due", message)
    return allowed("vole.undertaken", "stops", "The ombre may stop instead of a vole.")


def _open_vole(state: State) -> PlayState | Why:
    """Return the play in which the vole is open to the player to act, or why it is not."""
    play = state.play
    if play is None or state.phase is not Phase.PLAY:
        return refused("vole.undertaken", "no-play", "The vole is a matter of the play.")
    name = contract_name(state.game, undertaking(state).name)
    if undertaking(state).contract.vole.by is not VoleBy.CHOICE:
        message = f"In {name} the vole is not announced."
        return refused(f"contracts.{undertaking(state).name}.vole.by", "no-vole", message)
    if state.actor != play.ombre:
        return refused("vole.undertaken", "not-ombre", "Only the ombre speaks of the vole.")
    if play.vole is VoleStatus.UNDERTAKEN:
        return refused("vole.undertaken", "undertaken", "The vole is undertaken already.")
    if play.vole is VoleStatus.CLOSED:
        return refused("vole.needs", "closed", "The vole can no longer be undertaken.")
    return play


def concede_why(state: State) -> Why:
    """Return why it is legal or not that the ombre gives up."""
    it, play = state.undertaking, state.play
    if it is None or play is None:
        return refused("concession.until", "too-early", "Nobody can give up before the play.")
    name = contract_name(state.game, it.name)
    args = {"contract": name}
    if not it.contract.concession.allowed:
        message = f"{name} cannot be given up."
        return refused(f"contracts.{it.name}.concession.allowed", "not-allowed", message, args)
    if state.phase is Phase.YIELD or (state.phase is Phase.PLAY and may_concede(state, play)):
        return allowed("concession.until", "concedes", f"{name} may be given up now.", args)
    if play.surrenderer is not None or play.offered:
        message = "The deal has been given up once; it cannot be given up again."
        return refused("concession.until", "offered", message, args)
    if state.phase is Phase.PLAY and state.actor != play.ombre:
        message = "Only the ombre can give up, at his own turn."
        return refused("concession.until", "not-ombre", message, args)
    until = {
        ConcessionUntil.OWN_FIRST_CARD: "only before his own card to the first trick",
        ConcessionUntil.FIRST_LEAD: "only before the first lead",
        ConcessionUntil.OWN_FOURTH_CARD: "only before his own card to the fourth trick",
    }[state.game.rules.concession.until]
    return refused("concession.until", "too-late", f"The ombre can give up {until}.", args)


def play_on_why(state: State) -> Why:
    """Return why it is legal or not to play on before the first lead."""
    legal = state.phase is Phase.YIELD
    message = "The ombre is asked once whether he gives up, and may play on."
    return Why(legal, "concession.until", "plays-on" if legal else "not-asked", message)


def answer_why(state: State, action: Agree | TakeOver) -> Why:
    """Return why an answer to a concession is legal or not."""
    it = state.undertaking
    rule = "concession.until" if it is None else f"contracts.{it.name}.concession.consent"
    if it is None or state.phase is not Phase.CONSENT:
        return refused(rule, "not-asked", "Nobody is asked about a concession now.")
    taking = it.contract.concession.consent is Consent.TAKE_OVER
    if isinstance(action, TakeOver) is not taking:
        message = "He is asked whether he takes the deal over." if taking else "He agrees or not."
        return refused(rule, "other-question", message)
    message = "An opponent may take the deal over." if taking else "Both opponents must agree."
    return allowed(rule, "answers", message)
