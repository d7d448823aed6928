"""The claims of a record about the end of a deal, compared with the facts."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.engine.replay.verdict import DealVerdict, Remark, RemarkKind
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.verdict import opponents
from lhombre_core.notation import format_seat, format_split
from lhombre_core.rules.record import DealRecord


def false_claim(deal: DealRecord, verdict: DealVerdict, facts: Facts) -> Remark | None:
    """Return the first false claim of a record, None if all are true."""
    for section, message, rule in _contradicted(deal, verdict, facts):
        return Remark(RemarkKind.ILLEGAL, section, 0, message, rule)
    return None


def _contradicted(
    deal: DealRecord, verdict: DealVerdict, facts: Facts
) -> Iterator[tuple[str, str, str]]:
    claims = deal.claims
    if deal.ombre not in {None, facts.ombre, facts.surrenderer}:
        who = "nobody" if facts.ombre is None else f"the {format_seat(facts.ombre)}"
        yield "ombre", f"the ombre is {who}", "auction.procedure"
    if claims.result is not None and claims.result is not verdict.outcome:
        yield "result", f"the result is {verdict.outcome}, not {claims.result}", "result"
    yield from _other_tricks(deal, facts)
    if verdict.payments is not None:
        for seat, amount in claims.payments.items():
            is_ = verdict.payments.get(seat, 0)
            if is_ != amount:
                message = f"the {format_seat(seat)} has {is_:+d}, not {amount:+d}"
                yield "payments", message, "settlement"
        for name, amount in claims.pools.items():
            if name in verdict.pools and verdict.pools[name] != amount:
                message = f"the {name} holds {verdict.pools[name]}, not {amount}"
                yield "pools_after", message, f"stakes.pools.{name}"
            elif name not in verdict.pools:
                yield "pools_after", f"there is no pool {name}", "stakes.pools"
        if claims.balances is not None and claims.balances != verdict.balances:
            message = f"the balances are {sums(verdict.balances)}, not {sums(claims.balances)}"
            yield "balances", message, "settlement"


def _other_tricks(deal: DealRecord, facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Yield false claims about tricks. A deal may be played out after its end."""
    if facts.ombre is None:
        return
    for seat, number in deal.tricks.items():
        won = facts.tricks[seat]
        if number < won or (number > won and sum(deal.tricks.values()) < 9):
            message = f"the {format_seat(seat)} took {won} tricks, not {number}"
            yield "tricks", message, "play.leader"
    if deal.split is not None and len(deal.split) > 1:
        split = tuple(facts.tricks[seat] for seat in (facts.ombre, *opponents(facts)))
        longer = sum(deal.split) == 9 and all(
            a <= b for a, b in zip(split, deal.split, strict=False)
        )
        if deal.split != split and not longer and not facts.conceded:
            message = f"the tricks are {format_split(split)}, not {format_split(deal.split)}"
            yield "split", message, "play.leader"


def sums(amounts: tuple[int, ...]) -> str:
    """Return sums with their signs."""
    return ", ".join(f"{amount:+d}" for amount in amounts)
