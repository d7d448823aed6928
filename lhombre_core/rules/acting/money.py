"""What cannot act in pools, openings, occasions and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lhombre_core.rules.acting.reason import Idle, Test, first, unless
from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.data.path import Steps
from lhombre_core.rules.session import SessionEnd
from lhombre_core.rules.settlement import (
    Amount,
    Event,
    Party,
    Term,
    TermKind,
    Transfer,
)
from lhombre_core.rules.stake import Join, Occasion, Pool, PoolKind, When

_WORTHS: Final = frozenset(
    {
        TermKind.PRICE,
        TermKind.CODILLE_EXTRA,
        TermKind.VOLE,
        TermKind.VOLE_MADE,
        TermKind.VOLE_FAILED,
    }
)
_RUN_ASPECTS: Final = ("run_counts", "run_on_loss")


# -- pools and occasions ------------------------------------------------------------------------


def _pool(acts: Callable[[Scope, str, Pool], object], why: Idle = Idle.KIND) -> Test:
    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        if not scope.uses(keys[0]):
            return Idle.NOT_USED
        return None if acts(scope, keys[0], scope.rules.stakes.pools[keys[0]]) else why

    return test


def _takes_betes(scope: Scope, name: str, pool: Pool) -> bool:
    bete = scope.rules.stakes.bete
    return (
        pool.kind is PoolKind.POT
        and name == scope.rules.stakes.at_stake
        and bete is not None
        and name in {bete.first, bete.later}
        and any(Party.BETE in {one.to, one.from_} for one in scope.payments.values())
    )


def _joined(scope: Scope, name: str) -> Iterable[Join]:
    return (one.joins.get(name, Join.NONE) for one in occasions(scope).values())


def occasions(scope: Scope) -> Mapping[str, Occasion]:
    """Return the occasions that can come, in the order of the file."""
    return {
        name: one
        for name, one in scope.rules.stakes.occasions.items()
        if _occasion_waits(scope, one) is None
    }


def _occasion_waits(scope: Scope, one: Occasion, depth: int = 0) -> Idle | None:
    """Return why an occasion can never come; one that waits for itself never does."""
    match one.when:
        case When.CUP_FULL | When.DEBT_OPEN:
            return None if scope.uses(one.names) else Idle.NOT_USED
        case When.AFTER_OCCASION:
            pools = scope.rules.stakes.pools
            cups = [n for n in one.joins if scope.uses(n) and pools[n].kind is PoolKind.CUP]
            known = scope.rules.stakes.occasions.get(one.names or "")
            waits = (
                known is None
                or depth > len(scope.rules.stakes.occasions)
                or _occasion_waits(scope, known, depth + 1) is not None
            )
            return Idle.NOT_USED if waits or not cups else None
        case _:
            return None


def _occasion(acts: Callable[[Scope, Occasion], object], why: Idle) -> Test:
    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        return None if acts(scope, scope.rules.stakes.occasions[keys[0]]) else why

    return test


def _comes(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:
    free = rest[:1] in {("when",), ("names",)}  # these may make it come
    return None if free else _occasion_waits(scope, scope.rules.stakes.occasions[keys[0]])


def _calls_debts(scope: Scope, one: Occasion) -> bool:
    pools = scope.rules.stakes.pools
    return any(
        how is not Join.NONE and scope.uses(name) and pools[name].kind is PoolKind.LEDGER
        for name, how in one.joins.items()
    )


def _feeds(scope: Scope) -> bool:
    pools = scope.rules.stakes.pools
    return any(
        scope.uses(one.to) and pools[one.to].kind is PoolKind.CUP for one in scope.payments.values()
    )


def _join_used(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
    return None if scope.uses(keys[1]) else Idle.NOT_USED


# -- payments -----------------------------------------------------------------------------------


def _payment(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:
    """Return why a payment is never made; what it answers to and asks might change that."""
    one = scope.rules.settlement[keys[0]]
    if keys[0] in scope.payments:
        return _comes_to_nothing(scope, one, rest)
    if rest[:1] == ("amount",) and scope.amount_is_read(keys[0]):
        return None
    if rest[:1] in {("on",), ("phase",)} and not scope.fires(one):
        return None
    if rest[:1] == ("if",) and not scope.can_hold(one.if_):
        return None
    if rest[:1] in {("from",), ("to",)} and not (scope.exists(one.from_) and scope.exists(one.to)):
        return None
    return Idle.NEVER


def _opening(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:
    one = scope.rules.stakes.opening[keys[0]]
    if rest == ("phase",):
        return Idle.KIND
    if keys[0] in scope.openings:
        return _comes_to_nothing(scope, one, rest)
    if rest[:1] == ("on",) and Event.OPENING not in one.on:
        return None
    missing = not (scope.exists(one.from_) and scope.exists(one.to))
    if rest[:1] in {("from",), ("to",)} and missing:
        return None
    return None if rest[:1] == ("if",) and not missing else Idle.NOT_USED


def _comes_to_nothing(scope: Scope, one: Transfer, rest: Steps) -> Idle | None:
    """Return NOTHING if the amount is always nothing and this value could not change that."""
    if not rest or not pays_nothing(scope, one.amount):
        return None
    if len(rest) == 3 and rest[0] == "amount":
        zeros = _zeros(scope, one.amount[rest[1]])
        if zeros == [rest[2]] or rest[2] == "of":
            return None
    return Idle.NOTHING


def _zeros(scope: Scope, term: Term) -> list[str]:
    """Return the factors of a term that are nothing."""
    zeros = ["times"] if term.times == 0 else []
    zeros += ["by"] if scope.number(term.by) == 0 else []
    if term.of is TermKind.NUMBER and scope.number(term.number) == 0:
        zeros.append("number")
    return zeros


def is_nothing(scope: Scope, term: Term) -> bool:
    """Return whether a term comes to nothing whatever happens."""
    return bool(_zeros(scope, term))


def pays_nothing(scope: Scope, amount: Amount) -> bool:
    """Return whether an amount comes to nothing whatever happens."""
    return all(is_nothing(scope, term) for term in amount.values())


def _transfer_at(scope: Scope, keys: Steps, within: str) -> Transfer:
    stakes = scope.rules.stakes
    return (scope.rules.settlement if within == "settlement.*" else stakes.opening)[keys[0]]


def _transfer(within: str, acts: Callable[[Scope, Transfer], object]) -> Test:
    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        return None if acts(scope, _transfer_at(scope, keys, within)) else Idle.KIND

    return test


def _reads_run(scope: Scope, one: Transfer) -> bool:  # noqa: ARG001  one signature
    asked = any(getattr(one.if_, aspect) is not None for aspect in _RUN_ASPECTS)
    return asked or any(term.of is TermKind.RUN for term in one.amount.values())


def _transfer_tests(within: str) -> dict[str, Test]:
    return {
        f"{within}.run_of": _transfer(within, _reads_run),
        f"{within}.lots": _transfer(within, lambda s, one: one.to == s.rules.stakes.at_stake),
    }


# -- the terms of an amount ---------------------------------------------------------------------


def _amount_at(scope: Scope, keys: Steps, within: str) -> Amount:
    stakes = scope.rules.stakes
    if within == "stakes.bete.cap":
        return {} if stakes.bete is None else stakes.bete.cap or {}
    if within == "stakes.pools.*.promise":
        return stakes.pools[keys[0]].promise or {}
    return _transfer_at(scope, keys, within.removesuffix(".amount")).amount


def _term(within: str, acts: Callable[[Scope, Term], object], why: Idle = Idle.KIND) -> Test:
    def test(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
        return None if acts(scope, _amount_at(scope, keys, within)[keys[-1]]) else why

    return test


def _of(*kinds: TermKind) -> Callable[[Scope, Term], object]:
    return lambda scope, term: term.of in kinds  # noqa: ARG005  one signature


def may_be_fraction(scope: Scope, term: Term) -> bool:
    """Return whether a term may come to a sum that is not whole."""
    if term.times.denominator > 1 or term.over != 1:
        return True
    if term.of not in _WORTHS:
        return False
    privilege = scope.rules.auction.privilege
    parts = [one.price.times for one in scope.contracts.values()]
    parts += [one.vole.made.times for one in scope.contracts.values()]
    parts += [one.vole.failed.times for one in scope.contracts.values()]
    broken = privilege is not None and privilege.price_factor.denominator > 1
    return broken or any("/" in part for part in parts)


def _term_tests(within: str) -> dict[str, Test]:
    at = f"{within}.*"
    alive = _term(within, lambda s, term: not is_nothing(s, term), Idle.NOTHING)
    return {
        f"{at}.number": _term(within, _of(TermKind.NUMBER)),
        f"{at}.pool": _term(within, _of(TermKind.POOL)),
        f"{at}.view": _term(within, _of(TermKind.POOL)),
        f"{at}.transfer": _term(within, _of(TermKind.AMOUNT_OF)),
        f"{at}.less": _term(within, _of(TermKind.RUN)),
        f"{at}.round": first(alive, _term(within, may_be_fraction, Idle.NOTHING)),
        f"{at}.per": alive,
        f"{at}.over": alive,
    }


def _parameter(scope: Scope, keys: Steps, rest: Steps) -> Idle | None:  # noqa: ARG001
    return None if keys[0] in scope.parameters else Idle.NOT_READ


MONEY: Final[Mapping[str, Test]] = {
    "stakes.parameters.*": _parameter,
    "stakes.pools.*.kind": _pool(lambda s, name, pool: True),  # noqa: ARG005
    "stakes.pools.*.in_play": _pool(
        lambda s, name, pool: pool.kind is PoolKind.POT and name == s.rules.stakes.at_stake
    ),
    "stakes.pools.*.after_remise": _pool(_takes_betes, Idle.NEVER),
    "stakes.pools.*.after_codille": first(
        _pool(_takes_betes, Idle.NEVER), unless(lambda s: Event.CODILLE in s.events, Idle.NEVER)
    ),
    "stakes.pools.*.order": _pool(
        lambda s, name, pool: pool.kind is PoolKind.LEDGER and Join.ONE in _joined(s, name)
    ),
    "stakes.pools.*.owners": _pool(lambda s, name, pool: pool.kind is PoolKind.QUEUE),  # noqa: ARG005
    "stakes.pools.*.promise": _pool(lambda s, name, pool: pool.kind is PoolKind.QUEUE),  # noqa: ARG005
    "stakes.pools.*.with_first_bete": _pool(
        lambda s, name, pool: pool.kind is PoolKind.QUEUE and s.bete  # noqa: ARG005
    ),
    "stakes.pools.*.full": _pool(
        lambda s, name, pool: any(
            pool.kind is PoolKind.CUP and one.when is When.CUP_FULL and one.names == name
            for one in s.rules.stakes.occasions.values()
        )
    ),
    "stakes.opening.*": _opening,
    "stakes.occasions.*": _comes,
    "stakes.occasions.*.names": _occasion(
        lambda s, one: one.when is not When.OTHERWISE,  # noqa: ARG005
        Idle.KIND,
    ),
    "stakes.occasions.*.joins.*": _join_used,
    "stakes.occasions.*.called_counts": first(
        _occasion(_calls_debts, Idle.NOT_USED), unless(lambda s: s.bete, Idle.NOT_READ)
    ),
    "stakes.occasions.*.loss": unless(lambda s: s.bete, Idle.NOT_READ),
    "stakes.occasions.*.loss.codille": unless(lambda s: Event.CODILLE in s.events, Idle.NEVER),
    "stakes.occasions.*.bete_base": unless(lambda s: s.bete, Idle.NOT_READ),
    "stakes.occasions.*.feeds": unless(_feeds, Idle.NOT_USED),
    "stakes.occasions.*.counts": unless(
        lambda s: s.rules.session.ends is SessionEnd.OCCASIONS_WON, Idle.OVERRULED
    ),
    "stakes.bete": unless(lambda s: s.exists(Party.BETE), Idle.NOT_USED),
    "stakes.bete.cap": unless(lambda s: s.bete, Idle.NOT_READ),
    "stakes.bete.opening": unless(lambda s: s.opening_stake, Idle.NOT_READ),
    "settlement.*": _payment,
    **_transfer_tests("settlement.*"),
    **_transfer_tests("stakes.opening.*"),
    **_term_tests("settlement.*.amount"),
    **_term_tests("stakes.opening.*.amount"),
    **_term_tests("stakes.pools.*.promise"),
    **_term_tests("stakes.bete.cap"),
}
"""Tests of the patterns of paths, `*` for any key; those above a path are asked before it."""
