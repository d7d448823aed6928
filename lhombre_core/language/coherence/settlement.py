"""Coherence of the payments: payer, receiver, event and amount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.settlement import (
    Event,
    Party,
    Phase,
    PoolView,
    Term,
    TermKind,
    Transfer,
)
from lhombre_core.rules.stake import PoolKind

_AUCTION = frozenset({Event.PASS, Event.NEEDLESS_NAMING, Event.ALL_PASS})
_NO_OMBRE = _AUCTION | {Event.OPENING, Event.SESSION_END}
_OF_OMBRE = frozenset(
    {
        Party.OMBRE,
        Party.EACH_OPPONENT,
        Party.OPPONENTS_TOGETHER,
        Party.CODILLE_WINNER,
        Party.OPPONENT_WITH_RUN,
        Party.SURRENDERER,
        Party.OTHER_OPPONENT,
    }
)
_ONLY_ON: Mapping[str, frozenset[Event]] = {
    Party.SPEAKER: frozenset({Event.PASS, Event.NEEDLESS_NAMING}),
    Party.OFFENDER: frozenset({Event.IRREGULARITY}),
}
_READ_BY: Mapping[str, TermKind] = {
    "pool": TermKind.POOL,
    "transfer": TermKind.AMOUNT_OF,
    "number": TermKind.NUMBER,
    "less": TermKind.RUN,
}
_NOTHING: Mapping[str, object] = {"pool": None, "transfer": None, "number": 0, "less": 0}


def transfers(resolved: Resolved) -> Iterator[tuple[str, Transfer]]:
    """Return every transfer with its path, those of the opening first."""
    for key, transfer in resolved.rules.stakes.opening.items():
        yield f"stakes.opening.{key}", transfer
    for key, transfer in resolved.rules.settlement.items():
        yield f"settlement.{key}", transfer


def payers_and_receivers_exist(resolved: Resolved) -> Iterator[Fault]:
    """Check that payer and receiver are parties or pools, and differ."""
    pools = resolved.rules.stakes.pools
    parties = {party.value for party in Party}
    for path, transfer in transfers(resolved):
        for end, who in (("from", transfer.from_), ("to", transfer.to)):
            if who not in parties and who not in pools:
                known = [*pools, *sorted(parties)]
                yield resolved.fault(f"{path}.{end}", unknown("party or pool", who, known))
            elif who == Party.BETE and resolved.rules.stakes.bete is None:
                message = "there is no bête in this game: stakes.bete is none"
                yield resolved.clash(message, f"{path}.{end}", "stakes.bete")
        if transfer.from_ == transfer.to:
            message = f"{quoted(transfer.to)} pays to itself"
            yield resolved.fault(f"{path}.to", message)


def money_goes_to_pools_that_are_used(resolved: Resolved) -> Iterator[Fault]:
    """Check that no payment goes into an unused pool, except to open it or to feed cups."""
    pools = resolved.rules.stakes.pools
    for path, transfer in transfers(resolved):
        idle = transfer.phase in {Phase.OPENING, Phase.CUPS}
        if transfer.to in pools and not pools[transfer.to].used and not idle:
            message = f"the pool {quoted(transfer.to)} is not used, so nothing can be paid into it"
            yield resolved.clash(message, f"{path}.to", f"stakes.pools.{transfer.to}.used")


def a_transfer_answers_to_an_event(resolved: Resolved) -> Iterator[Fault]:
    """Check that each transfer has an event, and a phase in which that event is paid."""
    for path, transfer in transfers(resolved):
        opens = path.startswith("stakes.")
        if not transfer.on:
            yield resolved.fault(f"{path}.on", "it answers to no event", key=True)
        elif opens != (transfer.on == {Event.OPENING}) or (
            not opens and Event.OPENING in transfer.on
        ):
            message = (
                "a transfer of stakes.opening answers to opening alone"
                if opens
                else "a transfer that answers to opening stands in stakes.opening"
            )
            yield resolved.fault(f"{path}.on", message, key=True)
        elif (wrong := _phase(transfer)) is not None:
            yield resolved.clash(wrong, f"{path}.phase", f"{path}.on")


def _phase(transfer: Transfer) -> str | None:
    opening = Event.OPENING in transfer.on
    if opening != (transfer.phase is Phase.OPENING):
        return (
            "what is laid at the opening has the phase opening"
            if opening
            else "the phase opening is for stakes.opening; expected a later one"
        )
    auction = transfer.on & _AUCTION
    if auction and auction != transfer.on:
        event = min(event.value for event in auction)
        return f"{event} is paid during the auction and the other events are not; part them"
    if auction and transfer.phase is not Phase.AUCTION:
        return f"what is paid on {min(e.value for e in auction)} has the phase auction"
    if not auction and transfer.phase is Phase.AUCTION:
        return "the phase auction is for pass, needless-naming and all-pass; expected a later one"
    return None


def parties_are_there_on_the_event(resolved: Resolved) -> Iterator[Fault]:
    """Check that the parties of a payment exist on its events."""
    for path, transfer in transfers(resolved):
        if path.startswith("settlement.") and Event.OPENING in transfer.on:
            continue
        for end, who in (("from", transfer.from_), ("to", transfer.to)):
            absent = transfer.on & _NO_OMBRE if who in _OF_OMBRE else frozenset()
            if who in _ONLY_ON:
                absent = transfer.on - _ONLY_ON[who]
            if absent:
                event = min(event.value for event in absent)
                message = f"on {event} there is no {who}"
                yield resolved.clash(message, f"{path}.{end}", f"{path}.on")
        if transfer.on == {Event.WIN} and Party.CODILLE_WINNER in {transfer.from_, transfer.to}:
            end = "to" if transfer.to == Party.CODILLE_WINNER else "from"
            yield resolved.fault(f"{path}.{end}", "on win there is no codille-winner")


def amounts_name_what_they_count(resolved: Resolved) -> Iterator[Fault]:
    """Check that a term names the pool or transfer it reads, and no other."""
    for path, term in _terms(resolved):
        for part, kind in _READ_BY.items():
            value = getattr(term, part)
            if term.of is not kind and value != _NOTHING[part]:
                message = f"{part!r} is read only by a term of {kind.value}"
                yield resolved.fault(f"{path}.{part}", message, key=True)
        pools = resolved.rules.stakes.pools
        if term.of is TermKind.POOL:
            if term.pool is None:
                yield resolved.fault(path, "which pool? expected a 'pool'", key=True)
            elif term.pool not in pools:
                yield resolved.fault(f"{path}.pool", unknown("pool", term.pool, pools))
            elif term.view is not PoolView.WHOLE and pools[term.pool].kind is not PoolKind.POT:
                message = f"a {pools[term.pool].kind.value} has only one view; expected whole"
                yield resolved.fault(f"{path}.view", message)
        elif term.view is not PoolView.WHOLE:
            yield resolved.fault(f"{path}.view", "'view' is read only by a term of pool", key=True)


def _terms(resolved: Resolved) -> Iterator[tuple[str, Term]]:
    """Return every term of an amount with its path."""
    stakes = resolved.rules.stakes
    amounts = [(f"{path}.amount", transfer.amount) for path, transfer in transfers(resolved)]
    amounts += [
        (f"stakes.pools.{name}.promise", pool.promise)
        for name, pool in stakes.pools.items()
        if pool.promise is not None
    ]
    if stakes.bete is not None and stakes.bete.cap is not None:
        amounts.append(("stakes.bete.cap", stakes.bete.cap))
    for path, amount in amounts:
        for name, term in amount.items():
            yield f"{path}.{name}", term


def amounts_have_terms(resolved: Resolved) -> Iterator[Fault]:
    """Check that an amount is a sum of at least one term."""
    for path, transfer in transfers(resolved):
        if not transfer.amount:
            yield resolved.fault(f"{path}.amount", "no term; expected at least one", key=True)


def runs_and_betes_are_counted_where_they_exist(resolved: Resolved) -> Iterator[Fault]:
    """Check that terms of runs and of bêtes stand only in variants that have them."""
    rules = resolved.rules
    for path, term in _terms(resolved):
        if term.of is TermKind.RUN and rules.result.run is None:
            message = "runs do not count in this game: result.run is none"
            yield resolved.clash(message, f"{path}.of", "result.run")
        if term.of is TermKind.BETE and rules.stakes.bete is None:
            message = "there is no bête in this game: stakes.bete is none"
            yield resolved.clash(message, f"{path}.of", "stakes.bete")
    for path, transfer in transfers(resolved):
        run = transfer.if_.run_counts is not None or transfer.if_.run_on_loss is not None
        if run and rules.result.run is None:
            message = "runs do not count in this game: result.run is none"
            yield resolved.fault(f"{path}.if", message, key=True)
    if rules.result.run is not None and rules.result.run.least < 1:
        message = f"a run of {rules.result.run.least}; expected 1 or more"
        yield resolved.fault("result.run.least", message)


def an_amount_of_another_transfer_ends(resolved: Resolved) -> Iterator[Fault]:
    """Check that `amount-of` names transfers of the variant, and not in a circle."""
    known = dict(resolved.rules.settlement)
    for key, transfer in known.items():
        for name, term in transfer.amount.items():
            if term.of is not TermKind.AMOUNT_OF:
                continue
            path = f"settlement.{key}.amount.{name}"
            if term.transfer is None:
                yield resolved.fault(path, "which transfer? expected a 'transfer'", key=True)
            elif term.transfer not in known:
                message = unknown("transfer", term.transfer, [k for k in known if k != key])
                yield resolved.fault(f"{path}.transfer", message)
            elif key in _reached(known, term.transfer):
                message = f"a circle: its amount is part of that of {quoted(term.transfer)}"
                yield resolved.fault(f"{path}.transfer", message)


def _reached(known: Mapping[str, Transfer], start: str) -> set[str]:
    reached: set[str] = set()
    open_keys = [start]
    while open_keys:
        key = open_keys.pop()
        if key not in reached and key in known:
            reached.add(key)
            terms = known[key].amount.values()
            open_keys += [term.transfer for term in terms if term.transfer is not None]
    return reached


def conditions_can_hold(resolved: Resolved) -> Iterator[Fault]:
    """Check that a condition can be answered on the events of its transfer."""
    rules = resolved.rules
    for path, transfer in transfers(resolved):
        asked = transfer.if_
        for part in ("empty", "filled"):
            pool = getattr(asked, part)
            if pool is not None and pool not in rules.stakes.pools:
                message = unknown("pool", pool, rules.stakes.pools)
                yield resolved.fault(f"{path}.if.{part}", message)
        for contract in sorted(asked.contracts or ()):
            if contract not in rules.contracts:
                message = unknown("contract", contract, rules.contracts)
                yield resolved.fault(f"{path}.if.contracts.{contract}", message, key=True)
        for part, event in (
            ("has_bid", Event.PASS),
            ("offence", Event.IRREGULARITY),
            ("by", Event.IRREGULARITY),
            ("take_over", Event.TAKEN_OVER),
        ):
            if getattr(asked, part) is not None and transfer.on != {event}:
                message = f"{part!r} is asked only on {event.value}"
                yield resolved.fault(f"{path}.if.{part}", message, key=True)


CHECKS = (
    payers_and_receivers_exist,
    money_goes_to_pools_that_are_used,
    a_transfer_answers_to_an_event,
    parties_are_there_on_the_event,
    amounts_name_what_they_count,
    amounts_have_terms,
    runs_and_betes_are_counted_where_they_exist,
    an_amount_of_another_transfer_ends,
    conditions_can_hold,
)
