"""Coherence of the auction: every contract has a rank and can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from lhombre_core.errors import Fault, UsageError, quoted
from lhombre_core.language.coherence.number import SUITS
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.resolve.write import Write, writes_of
from lhombre_core.notation import parse_card
from lhombre_core.rules.auction import Change, PrivilegeSetBy
from lhombre_core.rules.contract import AuctionRound, Contract, EnteredBy, Named, TrumpBy
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.settlement import Event

_MAY_ENTER = ("table", "resting", "may_enter")


def there_is_a_contract_to_bid(resolved: Resolved) -> Iterator[Fault]:
    """Check that a contract can be bid."""
    if not any(_is_bid(contract) for contract in resolved.rules.contracts.values()):
        yield resolved.fault("contracts", "there is no contract that can be bid", key=True)


def ranks_start_at_one(resolved: Resolved) -> Iterator[Fault]:
    """Check that the lowest bid has rank 1."""
    bids = {n: c.rank for n, c in resolved.rules.contracts.items() if _is_bid(c)}
    if bids and (lowest := min(bids.values())) != 1:
        name = next(name for name, rank in bids.items() if rank == lowest)
        message = f"the lowest rank is {lowest}; expected 1"
        yield resolved.fault(f"contracts.{name}.rank", message)


def ranks_have_no_hole(resolved: Resolved) -> Iterator[Fault]:
    """Check that each rank up to the highest belongs to a contract, in this or another reading."""
    bids = {n: c.rank for n, c in resolved.rules.contracts.items() if _is_bid(c)}
    taken = {*bids.values(), *_ranks_of_readings(resolved)}
    for name, rank in bids.items():
        below = rank - 1
        if below > min(bids.values()) and below not in taken:
            message = f"no contract has the rank {below} below this one; ranks have no hole"
            yield resolved.fault(f"contracts.{name}.rank", message)


def _ranks_of_readings(resolved: Resolved) -> Iterator[int]:
    """Return the ranks that readings of the file or its parents give to contracts."""
    for write in _written_by_readings(resolved):
        if write.path[0] == "contracts" and write.value is not None:
            rank = write.value.find(("rank",)) if len(write.path) == 2 else write.value
            of_rank = len(write.path) == 2 or write.path[2:] == ("rank",)
            if of_rank and rank is not None and isinstance(rank.scalar, int):
                yield rank.scalar


def _written_by_readings(resolved: Resolved) -> Iterator[Write]:
    for layer in resolved.layers:
        for name, point in layer.tree.mapping_at(("apparatus", "points")).items():
            for key, reading in point.mapping_at(("readings",)).items():
                yield from writes_of(reading, f"{name}={key}", name)


def covers_are_other_bids(resolved: Resolved) -> Iterator[Fault]:
    """Check that the cover of a contract is another bid, and is given where it is needed."""
    contracts = resolved.rules.contracts
    for name, contract in contracts.items():
        cover = contract.entry.cover
        path = f"contracts.{name}.entry.cover"
        bids = [key for key, c in contracts.items() if key != name and _is_bid(c)]
        if cover is not None and cover not in bids:
            yield resolved.fault(path, unknown("contract", cover, bids))
        elif cover is not None and contracts[cover].entry.named is Named.NEVER:
            message = f"{quoted(cover)} is never bid by name, so nothing can hide under it"
            yield resolved.fault(path, message)
        elif cover is None and _is_bid(contract) and contract.entry.named is not Named.FREELY:
            message = f"named {contract.entry.named.value}, but under which other contract?"
            yield resolved.clash(message, path, f"contracts.{name}.entry.named")


def a_bid_becomes_contracts_that_exist(resolved: Resolved) -> Iterator[Fault]:
    """Check that the contracts a bid can become are bids of the variant."""
    contracts = resolved.rules.contracts
    bids = [key for key, contract in contracts.items() if _is_bid(contract)]
    for name, contract in contracts.items():
        for other in sorted(contract.becomes or ()):
            if other not in bids:
                path = f"contracts.{name}.becomes.{other}"
                yield resolved.fault(path, unknown("contract", other, bids), key=True)
        if contract.becomes is not None and not contract.becomes:
            message = "the winner of this bid may play nothing; expected contracts, or none"
            yield resolved.fault(f"contracts.{name}.becomes", message)


def every_contract_can_be_played(resolved: Resolved) -> Iterator[Fault]:
    """Check that a bid, or forced play, leads to each contract."""
    rules = resolved.rules
    played = _played(resolved)
    for name, contract in rules.contracts.items():
        path = f"contracts.{name}"
        if not _is_bid(contract):
            continue  # where no resting player may enter, it stands idle for a reading
        if contract.entry.round is AuctionRound.SECOND and not rules.auction.second_round:
            message = f"nobody can bid {quoted(name)}: there is no second round"
            yield resolved.fault(f"{path}.entry.round", message)
        elif name not in played:
            message = (
                f"nobody can play {quoted(name)}: it is not bid by name, and no bid becomes it"
                if contract.entry.named is Named.NEVER
                else f"nobody can play {quoted(name)}: no bid, not even its own, becomes it"
            )
            yield resolved.fault(f"{path}.entry.named", message)


def _readings_let_enter(resolved: Resolved) -> bool:
    """Return whether a resting player may enter under a reading of the file or its parents."""
    return any(
        write.path == _MAY_ENTER and write.value is not None and write.value.scalar is True
        for write in _written_by_readings(resolved)
    )


def _played(resolved: Resolved) -> set[str]:
    """Return the contracts that a bid or forced play leads to."""
    rules = resolved.rules
    contracts = rules.contracts
    bid = {n for n, c in contracts.items() if _is_bid(c) and c.entry.named is not Named.NEVER}
    played = set()
    for name in bid:
        becomes = contracts[name].becomes
        if becomes is None and rules.auction.change is Change.FAMILY_UPWARDS:
            played |= {other for other in contracts if _upwards(resolved, name, other)}
        played |= {name} if becomes is None else set(becomes)
        played |= set(contracts[name].trump.counts_as.values())
    if rules.auction.forced_play is not None:
        played.add(rules.auction.forced_play.contract)
    return played


def _upwards(resolved: Resolved, name: str, other: str) -> bool:
    """Return whether the winner of one contract may play the other by `family-upwards`."""
    own, wanted = resolved.rules.contracts[name], resolved.rules.contracts[other]
    same = (own.exchange.most > 0) == (wanted.exchange.most > 0)
    return same and _is_bid(wanted) and wanted.rank >= own.rank


def forced_play_names_a_card_and_a_contract(resolved: Resolved) -> Iterator[Fault]:
    """Check that forced play names a card of the pack and a contract of the variant."""
    forced = resolved.rules.auction.forced_play
    if forced is None:
        return
    try:
        parse_card(forced.card)
    except UsageError as error:
        yield resolved.fault("auction.forced_play.card", str(error))
    contracts = resolved.rules.contracts
    if forced.contract not in contracts:
        message = unknown("contract", forced.contract, contracts)
        yield resolved.fault("auction.forced_play.contract", message)


def the_second_round_has_a_contract(resolved: Resolved) -> Iterator[Fault]:
    """Check that a second round has a contract that is bid in it."""
    rounds = {contract.entry.round for contract in resolved.rules.contracts.values()}
    if resolved.rules.auction.second_round and AuctionRound.SECOND not in rounds:
        message = "no contract is bid in a second round; expected false"
        yield resolved.fault("auction.second_round", message)


def privileged_suits_are_bid_and_known(resolved: Resolved) -> Iterator[Fault]:
    """Check that privileged suits can be bid, and that the privileged suit is known."""
    privilege = resolved.rules.auction.privilege
    contracts = resolved.rules.contracts
    bid = [name for name, contract in contracts.items() if contract.entry.privilege]
    if privilege is None:
        for name in bid:
            message = "there are no privileged suits; expected false"
            yield resolved.fault(f"contracts.{name}.entry.privilege", message)
        return
    if not bid:
        yield resolved.fault("auction.privilege", "no contract can be bid in a privileged suit")
    for name in bid:
        if contracts[name].trump.by is not TrumpBy.OMBRE:
            message = "the ombre names no trumps in it; expected false"
            yield resolved.fault(f"contracts.{name}.entry.privilege", message)
    if privilege.number not in {1, 2}:
        message = f"{privilege.number} privileged suits; expected 1 or 2"
        yield resolved.fault("auction.privilege.number", message)
    if privilege.price_factor <= 0:
        message = f"a factor of {privilege.price_factor}; expected more than 0"
        yield resolved.fault("auction.privilege.price_factor", message)
    parameter = resolved.rules.stakes.parameters.get(privilege.suit)
    suit = privilege.suit if parameter is None else parameter.value
    if privilege.set_by is PrivilegeSetBy.AGREED and suit not in SUITS:
        message = f"{quoted(privilege.suit)} is no suit and no parameter that holds one"
        yield resolved.fault("auction.privilege.suit", message)


def needless_naming_is_charged_where_it_is_penalised(resolved: Resolved) -> Iterator[Fault]:
    """Check that a penalty for naming a contract is a payment."""
    charged = any(Event.NEEDLESS_NAMING in t.on for t in resolved.rules.settlement.values())
    for name, contract in resolved.rules.contracts.items():
        if contract.entry.named is Named.PENALISED and not charged:
            message = "needless naming is penalised, but no transfer answers to needless-naming"
            yield resolved.fault(f"contracts.{name}.entry.named", message)


def _is_bid(contract: Contract) -> bool:
    return contract.entry.by is EnteredBy.BID


CHECKS = (
    there_is_a_contract_to_bid,
    ranks_start_at_one,
    covers_are_other_bids,
    a_bid_becomes_contracts_that_exist,
    forced_play_names_a_card_and_a_contract,
    the_second_round_has_a_contract,
    privileged_suits_are_bid_and_known,
    needless_naming_is_charged_where_it_is_penalised,
)
OF_FILE = (ranks_have_no_hole, every_contract_can_be_played)
"""Checks of a file's own values: a reading may leave a rank free or a contract idle."""
