"""A recorded deal run forward: every move is judged, undetermined moves are accepted and noted.

The engine plays a placement that agrees with the evidence. Whether a move is legal is judged by
what is known of the hand, not by the guesses of the placement. A first run without cards determines
who plays what.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lhombre_core.cards import EMPTY, Suit, suit_of
from lhombre_core.engine.deal import force
from lhombre_core.engine.phase import declaration as declare
from lhombre_core.engine.phase import trick
from lhombre_core.engine.replay import auction, exchange, play
from lhombre_core.engine.replay.cards.evidence import first_deal, gather
from lhombre_core.engine.replay.cards.placement import Placement
from lhombre_core.engine.replay.outline import Outline
from lhombre_core.engine.replay.run import MISDEALS, DealRun, irregularity
from lhombre_core.engine.replay.verdict import RemarkKind
from lhombre_core.engine.state.action import Bid, DealCards, Declare, TurnSecondPack
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.irregularity import surplus
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.state import Phase, State, Undertaking, begin
from lhombre_core.errors import UnclearError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import EnteredBy, Requirement, Taken, TrumpBy
from lhombre_core.rules.record import DealRecord, MoveKind

_BEFORE_CARDS: Final = frozenset(
    {Phase.AUCTION, Phase.ENTER, Phase.TURN, Phase.DECLARE, Phase.NAME}
)
_ORDERS: Final = {"auction": "auction.procedure", "exchange": "exchange.order"}


def run_deal(
    game: Game,
    seating: Seating,
    record: DealRecord,
    index: int = 0,
    privileged: Suit | None = None,
) -> DealRun:
    """Return a recorded deal run as far as the record goes.

    `IllegalMoveError` at the first illegal move; UnclearError for a record that contradicts itself
    or does not say what is needed to go on.
    """
    goes_on = record.contract is not None or record.ombre is not None or record.play
    if record.auction is None and not goes_on:
        record = replace(record, auction=())  # cards alone: the auction has not begun
    first = DealRun(game, seating, record, index, privileged)
    outline = _outline(first)
    run = DealRun(game, seating, record, index, privileged)
    late = record.auction is None and not record.hands and not record.exchange
    if late:
        outline = replace(outline, surplus={})
    run.evidence = gather(game, record, outline, late=late)
    placement = run.evidence.placement
    _deal(run, placement, turned_under=outline.turned_under)
    if late and outline.has_trump:
        _start_late(run, placement, first.state, outline)
    elif record.auction is None:
        _skip_auction(run)
    while run.state.actor is not None and _step(run):
        pass
    _end(run)
    return run


def _outline(run: DealRun) -> Outline:
    """Run the deal without its cards, and return who plays what."""
    _deal(run, first_deal(run.record), turned_under=False)
    if run.record.auction is None:
        _skip_auction(run)
    while run.open is None and run.state.phase in _BEFORE_CARDS and _step(run):
        pass
    state = run.state
    it = state.undertaking
    if it is None:
        return Outline(wants=_wants(state))
    trump = None if it.turned is not None else it.trump
    if trump is None and it.contract.trump.by is not TrumpBy.NONE:
        trump = _stated_trump(run.record, it)
    return Outline(
        ombre=it.ombre,
        contract=it.contract,
        trump=trump,
        exchanging=tuple(it.exchanging or ()),
        order=tuple(int(seat) for seat in state.seating.order(state.mort)),
        wants=_wants(state),
        forced=run.forced,
        surplus=_surplus(run, it),
    )


def _surplus(run: DealRun, it: Undertaking) -> dict[int, int]:
    """Return by seat the number of cards drawn too many, which are removed again."""
    if it.contract.exchange.taken is Taken.WHOLE_TALON:
        return {}
    acts = [irregularity(act) for act in run.record.irregularities]
    rules = run.game.rules.irregularities
    numbers = {seat: surplus(rules, acts, seat) for seat in it.exchanging or ()}
    return {seat: number for seat, number in numbers.items() if number}


def _stated_trump(record: DealRecord, it: Undertaking) -> Suit | None:
    if record.trump is not None:
        return record.trump
    if it.turned is not None and record.talon and record.talon[0] is not None:
        return suit_of(record.talon[0])
    if any(move.kind is MoveKind.CARD for move in record.play):
        raise UnclearError("the trump suit is missing; add trump: S, H, D or C")
    return None


def _wants(state: State) -> tuple[tuple[int, Requirement], ...]:
    """Return for each bid and declaration what the hand of its seat must hold."""
    contracts = state.game.contracts
    return tuple(
        (actor, contracts[action.contract].requires)
        for actor, action in state.history
        if isinstance(action, Bid | Declare) and 0 <= actor <= Seat.BACKHAND
    )


def _deal(run: DealRun, placement: Placement, *, turned_under: bool) -> None:
    """Begin the deal with these cards."""
    acts = tuple(irregularity(act) for act in run.record.irregularities if act.offence in MISDEALS)
    state = begin(
        run.game,
        run.seating,
        None,
        run.index,
        privileged=run.privileged,
        irregularities=acts,
    )
    talon = placement.talon
    if turned_under and talon:
        talon = (talon[-1], *talon[:-1])
    run.state = force(state, DealCards(placement.hands, talon))


def _skip_auction(run: DealRun) -> None:
    """Skip the auction that a record lacks, to the ombre and the contract that it has."""
    state, record = run.state, run.record
    if state.actor is None:
        return
    if record.contract is None or record.ombre is None:
        missing = "contract" if record.contract is None else "ombre"
        raise UnclearError(f"a record without an auction needs the {missing}")
    name = run.contract(record.contract)
    if state.phase is Phase.TURN:
        state = force(state, TurnSecondPack(auction.second_pack(run)))
    if (run.game.contracts[name].entry.by is EnteredBy.RESTING_SEAT) != (record.ombre is Seat.MORT):
        raise UnclearError(f"the {format_seat(record.ombre)} cannot be the one who plays {name}")
    if record.ombre is Seat.MORT:
        if not run.seating.resting:
            raise UnclearError("nobody rests with three at the table; say who the players are")
        state = state._replace(mort=run.seating.resting[0])
    run.state = declare.undertake(state, int(record.ombre), Bid(name, record.colour))


def _start_late(run: DealRun, placement: Placement, outlined: State, outline: Outline) -> None:
    """Begin at the first lead, with the hands as they were after the exchange."""
    it = outlined.undertaking
    if it is None or outline.contract is None:
        return
    name = it.name
    if outline.trump is not None:
        name = it.contract.trump.counts_as.get(outline.trump.name, name)
    undertaken = Undertaking(
        it.ombre,
        it.bid,
        name,
        run.game.contracts[name],
        declared=True,
        trump=outline.trump,
        trump_known=True,
        exchanging=(),
    )
    first, second, third = (placement.at_lead[seat] for seat in range(3))
    hands = (first, second, third, placement.at_lead.get(int(Seat.MORT), EMPTY))
    run.state = trick.start(
        run.state._replace(hands=hands, undertaking=undertaken, mort=outlined.mort)
    )


def _step(run: DealRun) -> bool:
    """Do the next move of the record, and return whether there is a move."""
    state = run.state
    match state.phase:
        case Phase.TURN:
            run.state = force(state, TurnSecondPack(auction.second_pack(run)))
            return True
        case Phase.AUCTION:
            return auction.call(run)
        case Phase.ENTER:
            return auction.enter(run)
        case Phase.DECLARE:
            return auction.declare(run)
        case Phase.NAME:
            auction.require_contract(run)
            return auction.name_trump(run)
        case Phase.EXCHANGE:
            return exchange.exchange(run)
        case Phase.LOOK:
            return exchange.look(run)
        case Phase.YIELD | Phase.CONSENT:
            return play.answer(run)
        case _:
            return play.move(run)


def _end(run: DealRun) -> None:
    """Apply late irregular acts, and remark on what stands in the record after the end."""
    for act in list(run.pending):
        run.declare_act(act)
    auction.require_ombre(run)
    auction.require_contract(run)
    auction.require_trump(run)
    play.peek(run)
    for section, done, entries in (
        ("auction", run.calls, run.record.auction or ()),
        ("exchange", run.drawn, run.record.exchange),
        ("play", run.moves, run.record.play),
    ):
        if done >= len(entries):
            continue
        if section == "play" and run.state.actor is None:
            message = "the deal had ended before this; what follows is not judged"
            run.remark(RemarkKind.NOTE, section, done, message, "play.stop")
        elif section == "play":
            message = "the record has a play, but not all that goes before it"
            raise UnclearError(message, section, done)
        else:
            over = "the auction is over" if section == "auction" else "nobody exchanges any more"
            raise run.illegal(section, done, over, _ORDERS[section])
