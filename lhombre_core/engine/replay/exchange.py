"""The exchanges of a record: numbers always, cards so far as they are known."""

from __future__ import annotations

from collections.abc import Callable

from lhombre_core.cards import EMPTY, Hand
from lhombre_core.engine.deal import force
from lhombre_core.engine.phase.exchange import has_drawn, limits, undertaking
from lhombre_core.engine.phase.legality import is_legal
from lhombre_core.engine.replay.cards.clue import stated_draw_count
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.replay.verdict import RemarkKind
from lhombre_core.engine.state.action import CHANCE, Cede, Discard, Look
from lhombre_core.engine.state.game import HAND_SIZE
from lhombre_core.engine.why.explanation import explain
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import Taken
from lhombre_core.rules.record import Drawn
from lhombre_core.rules.settlement import Offence


def exchange(run: DealRun) -> bool:
    """Judge the exchange of the seat whose turn it is, and return whether the record has it.

    A card removed at random may stand in the record as the only discard of its holder. If the
    holder drew it, that discard follows his exchange.
    """
    seat = (undertaking(run.state).exchanging or (0,))[0]
    if run.state.actor == CHANCE:
        removed = _next(run, seat, lambda drawn: not (drawn.cedes or drawn.looks))
        if has_drawn(undertaking(run.state), seat):
            run.state = force(run.state, Discard(run.known.placement.removed[seat]))
            return True
        if removed is not None:
            _judge(run, seat, *removed)
        run.state = force(run.state, Discard(_discards(run, seat)))
        return True
    if _next(run, seat, lambda drawn: drawn.cedes) is not None:
        run.do(Cede(), "exchange", run.drawn - 1)
        return True
    entry = _next(run, seat, lambda drawn: not drawn.looks)
    if entry is None and not _may_be_unsaid(run, seat):
        return False
    if entry is not None:
        _judge(run, seat, *entry)
    for act in list(run.pending):
        if act.offence is Offence.WRONG_DRAW and act.seat == seat:
            run.declare_act(act)
    if run.state.actor is not None:
        run.state = force(run.state, Discard(_discards(run, seat)))
    return True


def look(run: DealRun) -> bool:
    """Apply whether the last to exchange looked at the rest of the talon; by default he did not."""
    entry = _next(run, run.state.actor, lambda drawn: drawn.looks)
    run.state = force(run.state, Look(yes=entry is not None))
    return True


def _next(
    run: DealRun, seat: int | None, wanted: Callable[[Drawn], bool]
) -> tuple[int, Drawn] | None:
    """Return and use up the next exchange of the record, if it is of that seat and as wanted."""
    if run.drawn < len(run.record.exchange):
        entry, drawn = run.drawn, run.record.exchange[run.drawn]
        if drawn.seat == seat and wanted(drawn):
            run.drawn += 1
            return entry, drawn
    return None


def _may_be_unsaid(run: DealRun, seat: int) -> bool:
    """Return whether the deal goes on after an exchange that the record leaves out."""
    entries = run.record.exchange
    if run.drawn >= len(entries):
        return bool(run.record.play)
    ahead = int(entries[run.drawn].seat)
    if ahead == seat or ahead not in (undertaking(run.state).exchanging or ()):
        message = f"the {format_seat(Seat(ahead))} does not exchange now"
        raise run.illegal("exchange", run.drawn, message, "exchange.order")
    if any(drawn.seat == seat for drawn in entries[run.drawn :]):
        message = f"the {format_seat(Seat(seat))} exchanges before the {format_seat(Seat(ahead))}"
        raise run.illegal("exchange", run.drawn, message, "exchange.order")
    return True


def _judge(run: DealRun, seat: int, entry: int, drawn: Drawn) -> None:
    state, it = run.state, undertaking(run.state)
    who, size = format_seat(Seat(seat)), state.hands[seat].bit_count()
    discard = Discard(_discards(run, seat))
    whole = seat == it.ombre and it.contract.exchange.taken is Taken.WHOLE_TALON
    over = run.known.clues.surplus.get(seat, 0)
    stated = stated_draw_count(drawn, size - over, entry)
    if whole:
        stated = len(state.talon)
    drew = HAND_SIZE - size + over + discard.cards.bit_count() if stated is None else stated
    low, high = limits(state, seat)
    if not low <= drew - over <= high:
        if run.excused(Offence.WRONG_DRAW, seat):
            return
        may = f"{low} to {high}" if low < high else f"{low}"
        message = f"the {who} draws {drew} and may draw {may}"
        raise run.illegal("exchange", entry, message, _limit(run, seat, too_few=drew < low))
    _require_rows(run, entry, drawn, discard.cards.bit_count(), drew)
    for card in drawn.discards or ():
        if card is not None and not run.known.placement.discards.get(seat, EMPTY) >> card & 1:
            raise run.illegal("exchange", entry, f"the {who} had no {card.name}", "exchange.order")
    if not is_legal(state, discard):
        why = explain(state, discard)
        if drawn.discards is not None and None not in drawn.discards:
            raise run.illegal("exchange", entry, why.message, why.rule)
        run.remark(
            RemarkKind.UNDETERMINED,
            "exchange",
            entry,
            f"what the {who} discarded is not known",
            why.rule,
        )


def _limit(run: DealRun, seat: int, *, too_few: bool) -> str:
    """Return the path of the rule that limits the draws of a seat."""
    it = undertaking(run.state)
    path = f"contracts.{it.name}.exchange"
    if seat == it.ombre:
        return f"{path}.least" if too_few else f"{path}.most"
    return "deal.talon" if it.contract.exchange.opponents else f"{path}.opponents"


def _require_rows(run: DealRun, entry: int, drawn: Drawn, discarded: int, drew: int) -> None:
    """Refuse an exchange whose rows have another number of cards than it needs."""
    for verb, row, number in (
        ("discards", drawn.discards, discarded),
        ("draws", drawn.draws, drew),
    ):
        if row is not None and len(row) != number:
            message = f"the {format_seat(drawn.seat)} {verb} {len(row)} cards; expected {number}"
            raise run.illegal("exchange", entry, message, "exchange.order")


def _discards(run: DealRun, seat: int) -> Hand:
    return run.known.placement.discards.get(seat, EMPTY)
