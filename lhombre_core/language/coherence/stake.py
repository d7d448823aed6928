"""Coherence of the stakes: pools and the needs of their kinds, occasions, the bête."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.coherence.settlement import transfers
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.contract import Draws
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.settlement import Lots, Party
from lhombre_core.rules.stake import BeteBase, BetePlace, InPlay, Join, Occasion, PoolKind, When

_NEEDS: Mapping[PoolKind, tuple[str, ...]] = {
    PoolKind.POT: ("in_play", "after_remise", "after_codille"),
    PoolKind.LEDGER: ("order",),
    PoolKind.QUEUE: ("owners", "promise", "with_first_bete"),
    PoolKind.CUP: (),
}
_MAY_HAVE: Mapping[PoolKind, tuple[str, ...]] = {PoolKind.CUP: ("full",)}
_FIELDS = (*(part for parts in _NEEDS.values() for part in parts), "full")
_JOINS: Mapping[PoolKind, frozenset[Join]] = {
    PoolKind.LEDGER: frozenset(Join),
    PoolKind.QUEUE: frozenset({Join.ONE, Join.NONE}),
    PoolKind.CUP: frozenset({Join.ALL, Join.NONE}),
    PoolKind.POT: frozenset(),
}
_NAMED: Mapping[When, PoolKind] = {When.CUP_FULL: PoolKind.CUP, When.DEBT_OPEN: PoolKind.LEDGER}


def pools_of_a_kind(resolved: Resolved, *kinds: PoolKind) -> list[str]:
    """Return the names of the pools of these kinds."""
    return [name for name, pool in resolved.rules.stakes.pools.items() if pool.kind in kinds]


def a_pool_is_not_named_like_a_party(resolved: Resolved) -> Iterator[Fault]:
    """Check that no pool has the name of a party, since both stand in the same places."""
    for name in resolved.rules.stakes.pools:
        if name in {party.value for party in Party}:
            message = f"{quoted(name)} is a party; expected another name for the pool"
            yield resolved.fault(f"stakes.pools.{name}", message, key=True)


def a_pool_has_the_fields_of_its_kind(resolved: Resolved) -> Iterator[Fault]:
    """Check that a pool has the fields of its kind and no other."""
    for name, pool in resolved.rules.stakes.pools.items():
        path = f"stakes.pools.{name}"
        needs, may = _NEEDS[pool.kind], _MAY_HAVE.get(pool.kind, ())
        for part in _FIELDS:
            given = getattr(pool, part) is not None
            if part in needs and not given:
                yield resolved.fault(path, f"a {pool.kind.value} needs {part!r}", key=True)
            elif given and part not in needs and part not in may:
                message = f"a {pool.kind.value} has no {part!r}"
                yield resolved.clash(message, f"{path}.{part}", f"{path}.kind")


def nothing_lies_apart_in_a_pot_played_for_as_a_whole(resolved: Resolved) -> Iterator[Fault]:
    """Check that no lot lies apart in a pot that is played for as a whole."""
    stakes = resolved.rules.stakes
    whole = {name for name, pool in stakes.pools.items() if pool.in_play is InPlay.WHOLE}
    for name in sorted(whole):
        path = f"stakes.pools.{name}"
        for part in ("after_remise", "after_codille"):
            place = getattr(stakes.pools[name], part)
            if place not in {BetePlace.JOINS, None}:
                message = f"the pot is played for as a whole, so no bête in it lies {place}"
                message += f"; expected {BetePlace.JOINS.value}"
                yield resolved.clash(message, f"{path}.{part}", f"{path}.in_play")
    for path, transfer in transfers(resolved):
        if transfer.to in whole and transfer.lots is not Lots.TOGETHER:
            message = "the pot is played for as a whole, so no lots in it lie one by one"
            message += f"; expected {Lots.TOGETHER.value}"
            yield resolved.clash(message, f"{path}.lots", f"stakes.pools.{transfer.to}.in_play")


def what_is_at_stake_lies_in_a_pot(resolved: Resolved) -> Iterator[Fault]:
    """Check that the pool at stake is a pot in use."""
    stakes = resolved.rules.stakes
    if stakes.at_stake is not None:
        yield from _place(resolved, "stakes.at_stake", stakes.at_stake, PoolKind.POT)


def _place(resolved: Resolved, path: str, name: str, *kinds: PoolKind) -> Iterator[Fault]:
    """Return what is wrong with the pool of these kinds that a rule names."""
    pools = resolved.rules.stakes.pools
    wanted = " or ".join(kind.value for kind in kinds)
    if name not in pools:
        yield resolved.fault(path, unknown(wanted, name, pools_of_a_kind(resolved, *kinds)))
    elif pools[name].kind not in kinds:
        message = f"{quoted(name)} is a {pools[name].kind.value}; expected a {wanted}"
        yield resolved.clash(message, path, f"stakes.pools.{name}.kind")
    elif not pools[name].used:
        message = f"the pool {quoted(name)} is not used; expected one that is"
        yield resolved.clash(message, path, f"stakes.pools.{name}.used")


def a_bete_goes_to_a_pot_or_ledger(resolved: Resolved) -> Iterator[Fault]:
    """Check that a bête has a place, and that its opening stake is an opening transfer."""
    stakes = resolved.rules.stakes
    if stakes.bete is None:
        return
    for part in ("first", "later"):
        name, path = getattr(stakes.bete, part), f"stakes.bete.{part}"
        yield from _place(resolved, path, name, PoolKind.POT, PoolKind.LEDGER)
    if stakes.bete.opening is not None and stakes.bete.opening not in stakes.opening:
        message = unknown("opening transfer", stakes.bete.opening, stakes.opening)
        yield resolved.fault("stakes.bete.opening", message)


def the_opening_stake_is_known_where_it_is_read(resolved: Resolved) -> Iterator[Fault]:
    """Check that the opening stake is named where a contract or an occasion reads it."""
    stakes = resolved.rules.stakes
    known = stakes.bete is not None and stakes.bete.opening is not None
    if known or stakes.at_stake is None:
        return
    read = {BeteBase.AT_STAKE_LESS_OPENING, BeteBase.OPENING_STAKE}
    message = "which opening transfer is the opening stake is not said in stakes.bete.opening"
    for name, contract in resolved.rules.contracts.items():
        if contract.stake.draws is Draws.LESS_OPENING:
            yield resolved.clash(message, f"contracts.{name}.stake.draws", "stakes.bete")
        if contract.stake.base in read:
            yield resolved.clash(message, f"contracts.{name}.stake.base", "stakes.bete")
    for name, occasion in stakes.occasions.items():
        if occasion.bete_base in read:
            yield resolved.fault(f"stakes.occasions.{name}.bete_base", message)


def occasions_name_what_they_speak_of(resolved: Resolved) -> Iterator[Fault]:
    """Check that an occasion names the cup, the ledger or the occasion on which it depends."""
    stakes = resolved.rules.stakes
    for name, occasion in stakes.occasions.items():
        path = f"stakes.occasions.{name}.names"
        if occasion.when is When.OTHERWISE:
            if occasion.names is not None:
                yield resolved.fault(path, "otherwise speaks of nothing; expected none")
            continue
        known: Iterable[str] = (
            [other for other in stakes.occasions if other != name]
            if occasion.when is When.AFTER_OCCASION
            else pools_of_a_kind(resolved, _NAMED[occasion.when])
        )
        what = "occasion" if occasion.when is When.AFTER_OCCASION else _NAMED[occasion.when].value
        if occasion.names is None:
            yield resolved.fault(path, f"{occasion.when.value} speaks of a {what}; which one?")
        elif occasion.names not in known:
            yield resolved.fault(path, unknown(what, occasion.names, known))
        elif occasion.when is When.CUP_FULL and stakes.pools[occasion.names].full is None:
            message = f"the cup {quoted(occasion.names)} is never full; at how many units is it?"
            yield resolved.fault(path, message)


def one_occasion_applies_when_no_other_does(resolved: Resolved) -> Iterator[Fault]:
    """Check that exactly one occasion applies when no other does."""
    stakes = resolved.rules.stakes
    resort = [name for name, o in stakes.occasions.items() if o.when is When.OTHERWISE]
    if not stakes.occasions:
        return
    if stakes.at_stake is None:
        yield resolved.fault("stakes.occasions", "nothing is at stake, so there are no occasions")
    if not resort:
        message = "no occasion applies otherwise; expected one with `when: otherwise`"
        yield resolved.fault("stakes.occasions", message, key=True)
    elif len(resort) > 1:
        message = f"{quoted(resort[0])} applies otherwise already"
        yield resolved.fault(f"stakes.occasions.{resort[1]}.when", message)


def occasions_join_and_feed_pools(resolved: Resolved) -> Iterator[Fault]:
    """Check that an occasion joins and feeds only pools of a kind for it."""
    for name, occasion in resolved.rules.stakes.occasions.items():
        path = f"stakes.occasions.{name}"
        yield from _joins(resolved, path, occasion)
        cups = pools_of_a_kind(resolved, PoolKind.CUP)
        for cup in sorted(occasion.feeds):
            if cup not in cups:
                yield resolved.fault(f"{path}.feeds.{cup}", unknown("cup", cup, cups), key=True)
        for loss in ("remise", "codille"):
            if (times := getattr(occasion.loss, loss)) < 1:
                message = f"a factor of {times}; expected 1 or more"
                yield resolved.fault(f"{path}.loss.{loss}", message)


def _joins(resolved: Resolved, path: str, occasion: Occasion) -> Iterator[Fault]:
    pools = resolved.rules.stakes.pools
    for pool, how in occasion.joins.items():
        at = f"{path}.joins.{pool}"
        if pool not in pools:
            yield resolved.fault(at, unknown("pool", pool, pools), key=True)
        elif how not in _JOINS[pools[pool].kind]:
            kind = pools[pool].kind.value
            can = " or ".join(sorted(join.value for join in _JOINS[pools[pool].kind])) or "nothing"
            yield resolved.fault(at, f"of a {kind} {how.value} cannot join; expected {can}")


CHECKS = (
    a_pool_is_not_named_like_a_party,
    a_pool_has_the_fields_of_its_kind,
    nothing_lies_apart_in_a_pot_played_for_as_a_whole,
    what_is_at_stake_lies_in_a_pot,
    a_bete_goes_to_a_pot_or_ledger,
    the_opening_stake_is_known_where_it_is_read,
    occasions_name_what_they_speak_of,
    one_occasion_applies_when_no_other_does,
    occasions_join_and_feed_pools,
)
