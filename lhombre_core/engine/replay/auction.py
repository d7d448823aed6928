"""The calls of a recorded auction, and what the ombre then declares and names."""

from __future__ import annotations

from collections.abc import Sequence

from lhombre_core.cards import Suit
from lhombre_core.engine.deal import force
from lhombre_core.engine.phase.auction import Refusal, refuse
from lhombre_core.engine.phase.declaration import changes
from lhombre_core.engine.phase.exchange import undertaking
from lhombre_core.engine.replay import forced_play
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.state.action import Bid, Declare, Enter, NameTrump, Pass
from lhombre_core.engine.state.call import RESTING, read_call
from lhombre_core.engine.why.explanation import explain
from lhombre_core.errors import UnclearError, UsageError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.record import Call


def call(run: DealRun) -> bool:
    """Judge the next call of the record, and return whether there is a call."""
    calls = run.record.auction or ()
    if run.calls >= len(calls):
        return False
    said, entry = calls[run.calls], run.calls
    run.calls += 1
    if said.seat != run.state.actor:
        why = explain(run.state, Pass(), int(said.seat))
        raise run.illegal("auction", entry, why.message, why.rule)
    action = _read(run, entry, said)
    if isinstance(action, Enter):
        message = "nobody is asked yet whether he enters"
        raise run.illegal("auction", entry, message, "table.resting.entry")
    if isinstance(action, Bid):
        _bid(run, action, said, entry)
    before = run.state
    run.state = force(before, action)
    if forced_play.decides(before, run.state):
        forced_play.continue_after_passes(run, before, entry)
    return True


def _read(run: DealRun, entry: int, said: Call) -> Pass | Bid | Enter:
    try:
        return read_call(run.game, run.standing, said.words, said.seat)
    except UsageError as error:
        raise UnclearError(str(error), "auction", entry) from error


def _bid(run: DealRun, bid: Bid, said: Call, entry: int) -> None:
    """Judge a bid, the cards by what is known of the hand."""
    run.standing = bid
    if refuse(run.state, bid) not in {None, Refusal.HAND}:
        why = explain(run.state, bid)
        raise run.illegal("auction", entry, why.message, why.rule)
    run.require(bid.contract, int(said.seat), "auction", entry)


def enter(run: DealRun) -> bool:
    """Apply the answer of a resting player, by default the answer that gives the stated ombre."""
    calls = run.record.auction or ()
    yes = run.record.ombre is Seat.MORT
    if run.calls < len(calls):
        entry = run.calls
        action = _read(run, entry, calls[entry])
        if not isinstance(action, Enter) or calls[entry].seat not in RESTING:
            message = "a resting player is asked whether he enters"
            raise run.illegal("auction", entry, message, "table.resting.entry")
        run.calls += 1
        yes = action.yes
    run.state = force(run.state, Enter(yes=yes))
    return True


def declare(run: DealRun) -> bool:
    """Judge what the ombre declares: the contract of the record, by default his bid."""
    it = undertaking(run.state)
    names = changes(run.game, it.bid)
    wanted = run.record.contract
    name = it.bid.contract if wanted is None else run.contract(wanted)
    if name not in names:
        name = _before_naming(run, names, name)
    if name not in names:
        if wanted is None:
            raise UnclearError(f"what the ombre declared is missing; add contract: {names[0]} …")
        why = explain(run.state, Declare(name))
        raise run.illegal("contract", 0, why.message, why.rule)
    run.require(name, it.ombre, "contract", 0)
    run.state = force(run.state, Declare(name))
    return True


def _before_naming(run: DealRun, names: Sequence[str], wanted: str) -> str:
    """Return the contract that becomes the wanted contract when its trumps are named."""
    for name in names:
        if wanted in run.game.contracts[name].trump.counts_as.values():
            return name
    return wanted


def require_contract(run: DealRun) -> None:
    """Refuse a record whose contract differs from the result of the auction."""
    it, wanted = run.state.undertaking, run.record.contract
    if it is None or not it.declared or wanted is None:
        return
    name = run.contract(wanted)
    if name not in {it.name, *it.contract.trump.counts_as.values()}:
        message = f"the auction leads to {it.name}, and the record has {name}"
        raise run.illegal("contract", 0, message, "auction.change")


def require_ombre(run: DealRun) -> None:
    """Refuse a record whose ombre differs from that of the auction or of a take-over."""
    it, play, wanted = run.state.undertaking, run.state.play, run.record.ombre
    if it is None or wanted is None:
        return
    if wanted not in {it.ombre, *(() if play is None else (play.ombre, play.surrenderer))}:
        message = f"the ombre is the {format_seat(Seat(it.ombre))}"
        raise run.illegal("ombre", 0, message, "auction.procedure")


def require_trump(run: DealRun) -> None:
    """Refuse a record whose trumps differ from those of the deal."""
    it, wanted = run.state.undertaking, run.record.trump
    if it is None or not it.trump_known or wanted is None or it.trump is wanted:
        return
    named = "none" if it.trump is None else it.trump.name
    message = f"trumps are {named}, and the record has {wanted.name}"
    raise run.illegal("trump", 0, message, f"contracts.{it.name}.trump.by")


def name_trump(run: DealRun) -> bool:
    """Judge the trumps that were named, and return False where the record ends before them."""
    suit = run.record.trump
    if suit is None:
        if run.evidence is None or not run.record.play:
            return False
        raise UnclearError("the trump suit is missing; add trump: S, H, D or C")
    run.do(NameTrump(suit), "trump", 0)
    return True


def second_pack(run: DealRun) -> Suit:
    """Return the suit turned from the second pack; UsageError where a bid depends on it."""
    suit, record = run.record.second_pack, run.record
    if suit is not None:
        return suit
    words = [said.words.casefold() for said in record.auction or ()]
    if not record.colour and not any("couleur" in word or " sur" in word for word in words):
        return Suit.S
    if record.trump is not None:
        return record.trump
    raise UnclearError("the suit of the second pack is missing; add second_pack: S, H, D or C")
