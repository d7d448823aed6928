"""The vole: when the ombre may undertake it, when he must announce it or stop."""

from __future__ import annotations

from typing import assert_never

from lhombre_core.engine.state.action import Announce, Stop
from lhombre_core.engine.state.game import TRICKS
from lhombre_core.engine.state.state import PlayState, VoleStatus
from lhombre_core.rules.contract import Contract, VoleBy
from lhombre_core.rules.play import Vole, VoleEarliest, VoleNeeds, VoleUndertaken

ANNOUNCE = Announce()
STOP = Stop()


def at_first_lead(contract: Contract) -> VoleStatus:
    """Return the state of the vole when play begins."""
    match contract.vole.by:
        case VoleBy.NOT:
            return VoleStatus.CLOSED
        case VoleBy.CHOICE:
            return VoleStatus.OPEN
        case VoleBy.BID:
            return VoleStatus.UNDERTAKEN
        case _:
            assert_never(contract.vole.by)


def is_due(rules: Vole, play: PlayState) -> bool:
    """Return whether the ombre, about to lead, must decide about the vole now."""
    if play.vole is not VoleStatus.OPEN or play.cards or play.leader != play.ombre:
        return False
    won, tricks = play.tricks[play.ombre], len(play.winners)
    match rules.needs:
        case VoleNeeds.FIRST_FIVE:
            return won == tricks == 5
        case VoleNeeds.FIRST_FOUR:
            return won == tricks == 4
        case VoleNeeds.ANY_FIVE:
            return won == 5 and tricks < TRICKS
        case _:
            assert_never(rules.needs)


def may_announce(rules: Vole, play: PlayState) -> bool:
    """Return whether the ombre, at his turn, may announce the vole."""
    if play.vole is not VoleStatus.OPEN or rules.undertaken is VoleUndertaken.NEXT_CARD:
        return False
    early = rules.earliest is VoleEarliest.ANY_TURN and has_every_trick(play)
    return early or is_due(rules, play)


def may_stop(rules: Vole, play: PlayState) -> bool:
    """Return whether the ombre, who has won the deal, may end it at a decision about the vole."""
    return play.tricks[play.ombre] >= 5 and is_due(rules, play)


def may_lead(rules: Vole, play: PlayState) -> bool:
    """Return whether the ombre may play a card before he decides about the vole."""
    must_speak = rules.undertaken is VoleUndertaken.ANNOUNCED and may_stop(rules, play)
    return not must_speak


def after_card(rules: Vole, play: PlayState) -> VoleStatus:
    """Return the state of the vole after a card of the ombre without an announcement."""
    if not is_due(rules, play):
        return play.vole
    silent = rules.undertaken is VoleUndertaken.ANNOUNCED
    return VoleStatus.CLOSED if silent else VoleStatus.UNDERTAKEN


def after_trick(rules: Vole, play: PlayState) -> VoleStatus:
    """Return the state of the vole after a trick: closed where it is out of reach."""
    if play.vole is not VoleStatus.OPEN or _is_reachable(rules, play):
        return play.vole
    return VoleStatus.CLOSED


def has_every_trick(play: PlayState) -> bool:
    """Return whether the ombre has won all tricks so far."""
    return play.tricks[play.ombre] == len(play.winners)


def _is_reachable(rules: Vole, play: PlayState) -> bool:
    won, left = play.tricks[play.ombre], TRICKS - len(play.winners)
    match rules.needs:
        case VoleNeeds.FIRST_FIVE:
            return has_every_trick(play) and won <= 5
        case VoleNeeds.FIRST_FOUR:
            return has_every_trick(play) and won <= 4
        case VoleNeeds.ANY_FIVE:
            # The fifth trick must leave another one to be played.
            return is_due(rules, play) or (won < 5 and 5 - won < left)
        case _:
            assert_never(rules.needs)
