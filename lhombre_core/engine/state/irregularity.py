"""The remedies of the irregular acts that a record declares.

An irregular act is never a legal act; a record may declare it. The variant's remedy says whether
the deal is thrown in, decided or only charged, or whether the record is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, assert_never

from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.errors import IllegalAction
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat
from lhombre_core.rules.session import Irregularities, LongDeal, LongDealOpponent, Remedy, ShortDeal
from lhombre_core.rules.settlement import Offence, Side


@frozen
class Remedies:
    """The remedy of all irregular acts of a deal together."""

    thrown_in: bool = False
    """The same dealer deals again, and no new stakes are paid."""
    decided_by: Irregularity | None = None
    """The act that decides the deal: the ombre loses it by his own, and wins by an opponent's."""
    charged: tuple[Irregularity, ...] = ()
    """The acts that are paid for, each as count as its `count` says."""


NO_REMEDIES: Final = Remedies()


def remedies(
    rules: Irregularities, acts: Iterable[Irregularity], ombre: Seat | None = None
) -> Remedies:
    """Return the remedy of all acts together; `ombre` is the ombre, once there is one.

    Acts after the first that decides the deal are ignored. An act for which the variant has no
    remedy is an `IllegalAction` that names the rule.
    """
    charged: list[Irregularity] = []
    for act in acts:
        if act.offence in {Offence.WRONG_DRAW, Offence.REVOKE}:
            remedy = rules.wrong_draw if act.offence is Offence.WRONG_DRAW else rules.revoke
            if remedy is Remedy.DECIDES:
                return Remedies(decided_by=act, charged=(*charged, replace(act, count=1)))
            charged.extend(_charge(remedy, act, charged))
        elif _throws_in(rules, act, ombre):
            return Remedies(thrown_in=True)
        elif not act.notice:
            charged.append(replace(act, count=1))
    return Remedies(charged=tuple(charged))


def surplus(rules: Irregularities, acts: Iterable[Irregularity], seat: int) -> int:
    """Return how many cards too many a seat draws and loses again at random.

    Cards that are put right unseen are not among them.
    """
    if rules.wrong_draw is Remedy.REFUSED:
        return 0
    return sum(
        max(0, act.count)
        for act in acts
        if act.offence is Offence.WRONG_DRAW and act.seat == seat and _charge(rules.wrong_draw, act)
    )


def side(act: Irregularity, ombre: Seat | None) -> Side:
    """Return the side of the offender."""
    return Side.OMBRE if act.seat is ombre else Side.OPPONENT


def _charge(
    remedy: Remedy, act: Irregularity, charged: Iterable[Irregularity] = ()
) -> tuple[Irregularity, ...]:
    """Return the act with the count that is paid for; nothing where it is not paid for.

    Cards too many and revokes are paid for; cards too few are drawn from the talon.
    """
    count = act.count if act.offence is Offence.REVOKE else int(act.count > 0)
    match remedy:
        case Remedy.REFUSED:
            path = "wrong_draw" if act.offence is Offence.WRONG_DRAW else "revoke"
            raise IllegalAction(
                f"the variant has no remedy for a {act.offence.replace('-', ' ')}; "
                "a record cannot declare one",
                f"irregularities.{path}",
            )
        case Remedy.PUT_RIGHT | Remedy.DECIDES:
            return ()
        case Remedy.LAYS_BETE:
            pass
        case Remedy.LAYS_BETE_IF_SEEN:
            count = count if act.seen else 0
        case Remedy.LAYS_ONE_BETE_IF_LATE:
            if act.late:
                count = int(not any(a.late and a.offence is act.offence for a in charged))
        case _:
            assert_never(remedy)
    return (replace(act, count=count),) if count > 0 else ()


def _throws_in(rules: Irregularities, act: Irregularity, ombre: Seat | None) -> bool:
    """Return whether the remedy of a misdeal throws the deal in."""
    if act.offence is Offence.TOO_FEW_CARDS:
        return rules.short_deal is ShortDeal.THROWN_IN
    if act.offence is Offence.FACED_CARD:
        return rules.faced_card is ShortDeal.THROWN_IN
    if rules.long_deal is LongDeal.BUYS_ONE_FEWER:
        opponent = act.seat is not ombre and ombre is not None
        return opponent and rules.long_deal_opponent is LongDealOpponent.THROWN_IN
    return rules.long_deal is LongDeal.THROWN_IN
