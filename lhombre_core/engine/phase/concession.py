"""The concession: until when the ombre may give up, and which opponents are asked."""

from __future__ import annotations

from typing import assert_never

from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.state.action import Action, Agree, Concede, PlayOn, TakeOver
from lhombre_core.engine.state.state import Phase, PlayState, State, VoleStatus
from lhombre_core.rules.contract import Consent, Untaken, VoleBy
from lhombre_core.rules.play import ConcessionUntil

CONCEDE = Concede()
PLAY_ON = PlayOn()
ASKED_TO_YIELD: tuple[Action, ...] = (PLAY_ON, CONCEDE)
ASKED_TO_AGREE: tuple[Action, ...] = (Agree(yes=False), Agree(yes=True))
ASKED_TO_TAKE_OVER: tuple[Action, ...] = (TakeOver(yes=False), TakeOver(yes=True))


def may_concede(state: State, play: PlayState) -> bool:
    """Return whether the player to act in the play may give up."""
    if state.actor != play.ombre or play.offered:
        return False
    contract = undertaking(state).contract
    announced = play.vole is VoleStatus.UNDERTAKEN and contract.vole.by is VoleBy.CHOICE
    if announced or not contract.concession.allowed:
        return False
    match state.game.rules.concession.until:
        case ConcessionUntil.OWN_FIRST_CARD:
            return not play.winners
        case ConcessionUntil.FIRST_LEAD:
            return False
        case ConcessionUntil.OWN_FOURTH_CARD:
            return len(play.winners) < 4
        case _:
            assert_never(state.game.rules.concession.until)


def asked(state: State) -> tuple[Action, ...]:
    """Return the answers of an opponent to a concession."""
    taking = undertaking(state).contract.concession.consent is Consent.TAKE_OVER
    return ASKED_TO_TAKE_OVER if taking else ASKED_TO_AGREE


def concede(state: State, play: PlayState) -> State:
    """Return the state after the ombre offers to give up: ended, or with an opponent to answer."""
    match undertaking(state).contract.concession.consent:
        case Consent.NOBODY:
            return _end(state, play._replace(offered=True))
        case Consent.BOTH | Consent.TAKE_OVER:
            place = play.order.index(play.ombre)
            asking = (*play.order[place + 1 :], *play.order[:place])
            return _ask(state, play._replace(offered=True, asking=asking))
        case _:
            assert_never(undertaking(state).contract.concession.consent)


def answer(state: State, play: PlayState, *, yes: bool) -> State:
    """Return the state after the answer of an opponent to a concession."""
    rule = undertaking(state).contract.concession
    seat, waiting = play.asking[0], play.asking[1:]
    taking = rule.consent is Consent.TAKE_OVER
    if yes and taking:
        return _go_on(
            state,
            play._replace(ombre=seat, surrenderer=play.ombre, vole=VoleStatus.CLOSED, asking=()),
        )
    if not yes and not taking:
        return _go_on(state, play._replace(asking=()))
    if waiting:
        return _ask(state, play._replace(asking=waiting))
    stands = yes or rule.untaken is Untaken.STANDS
    return (_end if stands else _go_on)(state, play._replace(asking=()))


def _ask(state: State, play: PlayState) -> State:
    return state._replace(phase=Phase.CONSENT, actor=play.asking[0], play=play)


def _end(state: State, play: PlayState) -> State:
    return state._replace(phase=Phase.END, actor=None, play=play._replace(conceded=True))


def _go_on(state: State, play: PlayState) -> State:
    """Return the state in which play goes on where the ombre interrupted it."""
    turn = play.leader
    for _ in play.cards:
        turn = play.after[turn]
    return state._replace(phase=Phase.PLAY, actor=turn, play=play)
