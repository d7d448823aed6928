"""What cannot act in table, cards, auction, contracts, play, result, session, irregularities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from lhombre_core.rules.acting.reason import Idle, Test, contract, contract_alone, first, unless
from lhombre_core.rules.acting.scope import Scope, is_free, is_taken_over, takes, takes_all
from lhombre_core.rules.auction import PrivilegeSetBy
from lhombre_core.rules.contract import (
    AuctionRound,
    Contract,
    EnteredBy,
    FirstOpponent,
    Goal,
    Kept,
    Quantity,
    Requirement,
    TrumpBy,
    TurnedAce,
    VoleBy,
)
from lhombre_core.rules.data.path import Steps
from lhombre_core.rules.play import Privilege, VoleUndertaken
from lhombre_core.rules.session import LongDeal, Overtime, SessionEnd, VoidDeals
from lhombre_core.rules.settlement import Event, Loss, Party, PoolView, RunOf, TermKind
from lhombre_core.rules.table import TableSize


def _size(size: TableSize) -> Test:
    return unless(lambda s: size in s.rules.table.sizes, Idle.TABLE)


def _suited(letters: str) -> Test:
    def is_trump(one: Contract) -> bool:
        turned = one.trump.by is TrumpBy.TURNED_CARD
        free = one.trump.by is TrumpBy.OMBRE and (
            not one.trump.suits or not one.trump.suits.isdisjoint(letters)
        )
        return turned or free

    return unless(lambda s: s.has_contract(is_trump), Idle.NO_CONTRACT)


def _shares(scope: Scope) -> bool:
    """Return whether two opponents can ever share what is paid for a codille."""
    paid = any(Party.CODILLE_WINNER in {one.from_, one.to} for one in scope.payments.values())
    no_trick = scope.has_contract(lambda one: one.goal is Goal.NO_TRICK and scope.can_codille(one))
    return paid and (no_trick or scope.rules.result.one_four_four is Loss.CODILLE)


def _matadors_count(scope: Scope) -> bool:
    held_back = scope.rules.play.matadors.privilege is not Privilege.NONE
    left = (
        scope.rules.exchange.first_opponent is FirstOpponent.LEAVE_FIVE and scope.opponents_exchange
    )
    paid = any(one.run_of is RunOf.OPPONENT for one in scope.payments.values())
    return scope.trumps and (held_back or left or paid)


def _run_after(event: Event) -> Callable[[Scope], bool]:
    def reads(scope: Scope) -> bool:
        return scope.rules.result.run is not None and any(
            event in scope.fires(one)
            and (one.if_.run_counts or any(t.of is TermKind.RUN for t in one.amount.values()))
            for one in scope.payments.values()
        )

    return reads


def _runs_on_loss(scope: Scope) -> bool:
    return any(
        one.if_.run_on_loss is not None
        and scope.fires(one)
        and scope.can_hold(one.if_, on_loss=one.if_.run_on_loss)
        for one in scope.rules.settlement.values()
    )


def _limit_acts(scope: Scope) -> bool:
    rules = scope.rules.session
    numbers = [scope.number(n) for n in (rules.deals.three, rules.deals.four, rules.deals.five)]
    counted = rules.ends is SessionEnd.AFTER_DEALS and rules.overtime is Overtime.NONE
    fixed = counted and rules.void_deals is VoidDeals.COUNT
    return not fixed or any(n is not None and n >= rules.limit for n in numbers)


def _played(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:
    """Return why a contract cannot be played; how it is entered might change that."""
    if keys[0] in scope.contracts or rest in {("entry", "by"), ("entry", "round")}:
        return None
    return Idle.NOT_PLAYED


def _worth(of: Callable[[Contract], Quantity], *kinds: TermKind) -> Mapping[str, Test]:
    """Return the tests of number and factor of a quantity that some kinds of terms read."""
    read = unless(lambda s: s.reads(*kinds), Idle.NOT_READ)
    return {
        "": read,
        ".number": contract(lambda s, one: factor_of(s, of(one)) != 0, Idle.NOTHING),
        ".times": contract(lambda s, one: s.number(of(one).number) != 0, Idle.NOTHING),
    }


def factor_of(scope: Scope, worth: Quantity) -> object:
    """Return the factor of a quantity: the value of a parameter, or what is written."""
    if worth.times in scope.rules.stakes.parameters:
        return scope.number(worth.times)
    return 0 if worth.times.strip("-+0") == "" else worth.times


def _without_trumps(one: Contract) -> bool:
    return one.trump.by is TrumpBy.NONE


def _suit_is_agreed(scope: Scope) -> bool:
    privilege = scope.rules.auction.privilege
    return privilege is not None and privilege.set_by is PrivilegeSetBy.AGREED


def _no_trick(one: Contract) -> bool:
    return one.goal is Goal.NO_TRICK


def _named_by_ombre(one: Contract) -> bool:
    """Return whether the ombre has a choice of trumps."""
    return one.trump.by is TrumpBy.OMBRE and len(one.trump.suits) != 1


def _turned(one: Contract) -> bool:
    return one.trump.by is TrumpBy.TURNED_CARD


def _counted(one: Contract) -> bool:
    """Return whether the number that the ombre exchanges is his choice within limits."""
    return not takes_all(one) and (one.exchange.kept is Kept.ANY or one.exchange.most == 0)


def _draws(scope: Scope) -> bool:
    return any(term.of is TermKind.POOL and term.view is PoolView.DRAWABLE for term in scope.terms)


_TABLE: Final[Mapping[str, Test]] = {
    "table.resting": unless(lambda s: s.rests, Idle.TABLE),
    "table.resting.at_four": _size(TableSize.FOUR),
    "table.resting.at_five": _size(TableSize.FIVE),
    "table.resting.may_enter": unless(lambda s: s.has_entrant, Idle.NO_CONTRACT),
    "table.resting.entry": unless(lambda s: s.may_enter, Idle.NO_ENTRY),
    "table.resting.asked": first(
        unless(lambda s: s.may_enter, Idle.NO_ENTRY), _size(TableSize.FIVE)
    ),
    "cards.plain_black": unless(lambda s: s.trumps, Idle.NO_CONTRACT),
    "cards.plain_red": unless(lambda s: s.trumps, Idle.NO_CONTRACT),
    "cards.trump_black": _suited("SC"),
    "cards.trump_red": _suited("HD"),
    "cards.no_trump_black": unless(lambda s: s.has_contract(_without_trumps), Idle.NO_CONTRACT),
    "cards.no_trump_red": unless(lambda s: s.has_contract(_without_trumps), Idle.NO_CONTRACT),
    "cards.matadors": unless(_matadors_count, Idle.OVERRULED),
}

_AUCTION: Final[Mapping[str, Test]] = {
    "auction.hold.who": unless(lambda s: s.rules.auction.hold.allowed, Idle.OVERRULED),
    "auction.hold.what": first(
        unless(lambda s: s.rules.auction.hold.allowed, Idle.OVERRULED),
        unless(lambda s: s.has_equals, Idle.NO_CONTRACT),
    ),
    "auction.hold.then": unless(lambda s: s.rules.auction.hold.allowed, Idle.OVERRULED),
    "auction.jump": unless(lambda s: s.levels > 1, Idle.NO_CONTRACT),
    "auction.change": unless(
        lambda s: any(one.becomes is None for one in s.bids.values()), Idle.OVERRULED
    ),
    "auction.last_speaker_bound": unless(lambda s: s.covers, Idle.NO_CONTRACT),
    "auction.second_round": unless(
        lambda s: any(one.entry.round is AuctionRound.SECOND for one in s.rules.contracts.values()),
        Idle.NO_CONTRACT,
    ),
    "auction.privilege": unless(lambda s: s.privileged, Idle.NO_CONTRACT),
    "auction.privilege.suit": unless(_suit_is_agreed, Idle.OVERRULED),
    "auction.privilege.compare": unless(lambda s: s.levels > 1, Idle.NO_CONTRACT),
    "auction.privilege.price_factor": unless(lambda s: s.reads(TermKind.PRICE), Idle.NOT_READ),
}

_CONTRACTS: Final[Mapping[str, Test]] = {
    "": _played,
    ".rank": contract_alone(lambda one: one.entry.by is EnteredBy.BID),
    ".entry.named": contract_alone(lambda one: one.entry.cover is not None),
    ".entry.cover": contract_alone(lambda one: not is_free(one), Idle.OVERRULED),
    ".entry.round": contract_alone(lambda one: one.entry.by is EnteredBy.BID),
    ".entry.privilege": contract(
        lambda s, one: (
            one.entry.by is EnteredBy.BID
            and s.rules.auction.privilege is not None
            and _named_by_ombre(one)
        )
    ),
    ".becomes": contract_alone(lambda one: one.entry.by is EnteredBy.BID),
    ".requires": contract_alone(lambda one: one.entry.by is EnteredBy.BID),
    ".shows": contract_alone(lambda one: one.requires is not Requirement.NOTHING),
    ".trump.suits": contract_alone(
        lambda one: (
            one.trump.by is TrumpBy.OMBRE
            or (_turned(one) and one.trump.turned_ace is TurnedAce.OMBRE_NAMES)
        )
    ),
    ".trump.named": contract_alone(
        lambda one: _named_by_ombre(one) and (takes(one) or one.exchange.opponents)
    ),
    ".trump.turned_ace": contract_alone(_turned),
    ".trump.counts_as": contract_alone(lambda one: one.trump.by is TrumpBy.OMBRE),
    ".exchange.least": contract_alone(
        lambda one: _counted(one) and one.exchange.most > 0, Idle.OVERRULED
    ),
    ".exchange.most": contract_alone(_counted, Idle.OVERRULED),
    ".exchange.kept": contract_alone(lambda one: one.exchange.most > 0 and not takes_all(one)),
    ".exchange.turned_card": contract_alone(_turned),
    ".exchange.opponents": contract_alone(lambda one: not takes_all(one), Idle.OVERRULED),
    ".codille": contract(
        lambda s, one: s.can_codille(one) and s.reads(TermKind.CODILLE_EXTRA), Idle.NOT_READ
    ),
    ".stake.draws": unless(_draws, Idle.NOT_READ),
    ".stake.base": unless(lambda s: s.bete, Idle.NOT_READ),
    ".stake.factor": unless(lambda s: s.bete, Idle.NOT_READ),
    ".vole.made": contract_alone(lambda one: one.vole.by is not VoleBy.NOT),
    ".vole.failed": contract_alone(lambda one: one.vole.by is not VoleBy.NOT),
    ".concession.consent": contract_alone(lambda one: one.concession.allowed),
    ".concession.untaken": contract_alone(is_taken_over),
}


_QUANTITIES: Final[Mapping[str, Mapping[str, Test]]] = {
    ".price": _worth(lambda one: one.price, TermKind.PRICE),
    ".vole.made": _worth(lambda one: one.vole.made, TermKind.VOLE, TermKind.VOLE_MADE),
    ".vole.failed": _worth(lambda one: one.vole.failed, TermKind.VOLE, TermKind.VOLE_FAILED),
}

_PLAY: Final[Mapping[str, Test]] = {
    "exchange.order": unless(lambda s: s.opponents_exchange, Idle.NO_CONTRACT),
    "exchange.first_opponent": unless(lambda s: s.opponents_exchange, Idle.NO_CONTRACT),
    "exchange.announced": unless(lambda s: s.exchanges, Idle.NO_CONTRACT),
    "exchange.talon_rest": unless(lambda s: s.exchanges, Idle.NO_CONTRACT),
    "play.matadors": unless(lambda s: s.trumps and s.rules.cards.matadors > 0, Idle.NO_CONTRACT),
    "play.matadors.pair": unless(lambda s: s.rules.cards.matadors >= 3, Idle.NEVER),
    "vole": unless(lambda s: s.vole, Idle.NO_CONTRACT),
    "vole.needs": unless(lambda s: s.vole_by_choice, Idle.NO_CONTRACT),
    "vole.undertaken": unless(lambda s: s.vole_by_choice, Idle.NO_CONTRACT),
    "vole.earliest": first(
        unless(lambda s: s.vole_by_choice, Idle.NO_CONTRACT),
        unless(lambda s: s.rules.vole.undertaken is not VoleUndertaken.NEXT_CARD, Idle.OVERRULED),
    ),
    "concession": unless(lambda s: s.concedes, Idle.NO_CONTRACT),
    "concession.run_counts": unless(_run_after(Event.CONCEDED), Idle.NOT_READ),
    "concession.take_over": unless(lambda s: s.taken_over, Idle.NO_CONTRACT),
}

_RESULT: Final[Mapping[str, Test]] = {
    "result.one_four_four": unless(
        lambda s: s.has_contract(lambda one: one.goal is Goal.MOST_TRICKS), Idle.NO_CONTRACT
    ),
    "result.odd_unit": unless(_shares, Idle.NEVER),
    "result.two_in_no_trick": unless(lambda s: s.has_contract(_no_trick), Idle.NO_CONTRACT),
    "result.failed_vole": unless(lambda s: s.vole, Idle.NO_CONTRACT),
    "result.run": unless(lambda s: s.runs, Idle.NOT_READ),
    "result.run.paid_on_loss": unless(_runs_on_loss, Idle.NOT_READ),
}


def _counts(size: TableSize) -> Test:
    return first(
        _size(size),
        unless(lambda s: s.rules.session.ends is SessionEnd.AFTER_DEALS, Idle.OVERRULED),
    )


_SESSION: Final[Mapping[str, Test]] = {
    "session.deals.three": _counts(TableSize.THREE),
    "session.deals.four": _counts(TableSize.FOUR),
    "session.deals.five": _counts(TableSize.FIVE),
    "session.target": unless(
        lambda s: s.rules.session.ends is not SessionEnd.AFTER_DEALS, Idle.OVERRULED
    ),
    "session.target_times": unless(
        lambda s: s.rules.session.ends is not SessionEnd.AFTER_DEALS, Idle.OVERRULED
    ),
    "session.limit": unless(_limit_acts, Idle.OVERRULED),
    "session.void_deals": unless(
        lambda s: s.rules.session.ends is SessionEnd.AFTER_DEALS, Idle.OVERRULED
    ),
    "session.overtime": unless(lambda s: s.uses(s.rules.stakes.at_stake), Idle.NOT_USED),
    "session.leftover": unless(lambda s: s.money, Idle.NOT_USED),
    "irregularities.long_deal_opponent": unless(
        lambda s: s.rules.irregularities.long_deal is LongDeal.BUYS_ONE_FEWER, Idle.OVERRULED
    ),
    "irregularities.run_counts": first(
        unless(lambda s: s.decides, Idle.OVERRULED),
        unless(_run_after(Event.REMISE), Idle.NOT_READ),
    ),
    "irregularities.ombre_factor": first(
        unless(lambda s: s.decides, Idle.OVERRULED), unless(lambda s: s.bete, Idle.NOT_READ)
    ),
}

GAME: Final[Mapping[str, Test]] = {
    **_TABLE,
    **_AUCTION,
    **{f"contracts.*{path}": test for path, test in _CONTRACTS.items()},
    **_PLAY,
    **_RESULT,
    **_SESSION,
}
"""Tests of the patterns of paths, `*` for any key; those above a path are asked before it."""

WORTH: Final[Mapping[str, Test]] = {
    f"contracts.*{path}{part}": test
    for path, tests in _QUANTITIES.items()
    for part, test in tests.items()
}
"""Further tests: what a contract is worth."""
