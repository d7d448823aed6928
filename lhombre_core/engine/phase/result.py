"""What the tricks of a deal decide, and what of its settlement they can still change."""

from __future__ import annotations

from typing import TypeAlias

from lhombre_core.engine.money.condition import firing
from lhombre_core.engine.money.price import codille_extra
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.verdict import judge
from lhombre_core.rules.settlement import Event, Outcome, Party, TermKind

Signature: TypeAlias = tuple[object, ...]
"""What of a settlement the tricks that remain can change; equal ones mean the same settlement."""


def outcome(game: Game, facts: Facts) -> Outcome:
    """Return the result of a deal.

    An irregularity for which the variant has no remedy is an `IllegalAction`.
    """
    return judge(game, facts).outcome


def events(game: Game, facts: Facts) -> frozenset[Event]:
    """Return the events of a deal to which the payments after it answer."""
    return judge(game, facts).events


def signature(game: Game, facts: Facts) -> Signature:
    """Return what of the settlement depends on tricks that have not been played.

    Two endings of one deal with equal signatures have the same result and the same payments,
    whatever the pools hold and the hands held: the same transfers are set off, to the same
    players, and what a codille adds to the price comes to the same.
    """
    verdict = judge(game, facts)
    found = list(firing(game, facts, verdict))
    terms = [term for item in found for term in item.transfer.amount.values()]
    parties: set[str | None] = {term.to for term in terms}
    parties.update(party for item in found for party in (item.transfer.from_, item.transfer.to))
    extra = None
    if facts.contract is not None and any(
        term.of in {TermKind.CODILLE_EXTRA, TermKind.AMOUNT_OF} for term in terms
    ):
        extra = codille_extra(game, game.contracts[facts.contract], facts)
    return (
        verdict.outcome,
        verdict.events,
        verdict.vole,
        tuple(item.key for item in found),
        verdict.ahead if Party.CODILLE_WINNER in parties else (),
        extra,
    )
