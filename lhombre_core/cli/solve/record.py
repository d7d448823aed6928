"""The deal of a record as `lhombre solve` needs it: the contract, the hands and the play.

The record is run forward by its rules, so that hands are those after the exchange. Only a legal
deal of which every card is known can be solved.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lhombre_core.cards import Suit, count
from lhombre_core.cli.option import Choices
from lhombre_core.cli.replay.answer import read_record, require_hash, rules_of, unreadable
from lhombre_core.engine.replay import UnclearError, replay
from lhombre_core.engine.replay.deal import run_deal
from lhombre_core.engine.replay.run import DealRun
from lhombre_core.engine.replay.verdict import IllegalMoveError
from lhombre_core.engine.state.action import PlayCard, TakeOver
from lhombre_core.engine.state.game import HAND_SIZE, Game, prepare
from lhombre_core.engine.state.seating import next_dealer, seat_players
from lhombre_core.engine.state.state import Hands
from lhombre_core.errors import UsageError
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.record import Record
from lhombre_core.solve import Position

_VARIANT: Final = re.compile(r'^\s*[{,]?\s*"?variant"?\s*:', re.MULTILINE)
_NO_CHOICES: Final = Choices()
_HANDS: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `lhombre solve`, as they stand on the command line."""

    deal: str
    variant: str | None = None
    contract: str | None = None
    trump: str | None = None
    ombre: str | None = None
    at: str | None = None
    number: int | None = None
    leader: str | None = None
    led: str = ""
    tricks: str | None = None
    any_hash: bool = False
    choices: Choices = _NO_CHOICES


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A recorded deal with every card known."""

    resolved: Resolved
    number: int
    """Its number in the record, from 1."""
    hands: Hands
    """Hands as dealt, or as they were at the first lead where there is a play."""
    opening: Position | None
    """The position before the first lead; None: the record ends before it."""
    plays: tuple[int, ...] = ()
    """The cards that were played."""
    takers: tuple[tuple[int, int], ...] = ()
    """Each seat that took the deal over, with the number of cards played before."""
    contract: str | None = None
    """The contract, as far as the record states it; trump and ombre likewise."""
    trump: Suit | None = None
    ombre: Seat | None = None

    def complete(self, options: SolveOptions) -> SolveOptions:
        """Return options in which contract, trump and ombre are those of the record by default."""
        contract, trump, ombre = options.contract, options.trump, options.ombre
        if contract is None and self.contract is not None:
            contract = self.contract
            if trump is None and self.trump is not None:
                trump = self.trump.name
        if ombre is None and self.ombre is not None:
            ombre = format_seat(self.ombre)
        return replace(options, contract=contract, trump=trump, ombre=ombre)

    def with_taker(self, position: Position, cards: int) -> Position:
        """Return a position with the ombre that the deal has after a number of cards."""
        for taker, after in self.takers:
            if after <= cards:
                position = replace(position, ombre=taker)
        return position


def is_record(text: str) -> bool:
    """Return whether a text is a record: it names its variant."""
    return _VARIANT.search(text) is not None


def from_record(options: SolveOptions, text: str) -> RecordedDeal:
    """Return a deal of the record that the options name; `text` is that of standard input.

    UnreadableError at its place for a fault of the record; UsageError for cards not known.
    """
    file = Path(options.deal)
    written = read_record(text if options.deal == "-" else file)
    resolved = rules_of(written, file, options.choices)
    require_hash(written, resolved, any_hash=options.any_hash)
    record = written.record
    index = _index(record, options.number)
    try:
        run = _run(prepare(resolved.rules), record, index)
    except UnclearError as error:
        place = index if error.deal is None else error.deal
        fault = written.fault(error.message, place, error.section, error.entry)
        raise unreadable(written, fault) from error
    except IllegalMoveError as error:
        remark = error.remark
        fault = written.fault(f"illegal: {remark.message}", index, remark.section, remark.entry)
        raise unreadable(written, fault) from error
    return _recorded(resolved, run, index)


def _index(record: Record, number: int | None) -> int:
    deals = len(record.deals)
    if number is None and deals > 1:
        raise UsageError(f"the record has {deals} deals; add --deal N")
    number = 1 if number is None else number
    if not 1 <= number <= deals:
        raise UsageError(f"there is no deal {number} in the record; expected 1 to {deals}")
    return number - 1


def _run(game: Game, record: Record, index: int) -> DealRun:
    """Return the run of a deal of a record, as far as the record leads."""
    deal = record.deals[index]
    players = len(record.players)
    dealer = record.first_dealer
    privileged: Suit | None = None
    if index:
        before = replace(record, deals=record.deals[:index], finished=False, totals=None)
        verdict = replay(game, before)
        if not verdict.legal:
            raise UnclearError("a deal before this one is not legal", deal=len(verdict.deals) - 1)
        dealer = next_dealer(game.rules.table, players, verdict.deals[-1].dealer)
        privileged = None if verdict.money is None else verdict.money.couleur
    seating = seat_players(
        game.rules.table, players, dealer if deal.dealer is None else deal.dealer
    )
    return run_deal(game, seating, deal, index, privileged)


def _recorded(resolved: Resolved, run: DealRun, index: int) -> RecordedDeal:
    state = run.state
    play, undertaking = state.play, state.undertaking
    if play is None or undertaking is None:
        for seat in _HANDS:
            _require_known(
                seat, sure=run.known.dealt(seat).sure and count(state.hands[seat]) == HAND_SIZE
            )
        hands, number = state.hands, index + 1
        if undertaking is None:
            return RecordedDeal(resolved, number, hands, None)
        return RecordedDeal(
            resolved,
            number,
            hands,
            None,
            contract=undertaking.name,
            trump=undertaking.trump if undertaking.trump_known else run.record.trump,
            ombre=Seat(undertaking.ombre),
        )
    for seat in map(Seat, play.order):
        sure = run.known.held(seat).sure and count(play.start[seat]) == HAND_SIZE
        _require_known(seat, sure=sure)
    plays: list[int] = []
    takers = []
    for actor, action in state.history:
        if isinstance(action, PlayCard):
            plays.append(int(action.card))
        elif isinstance(action, TakeOver) and action.yes:
            takers.append((actor, len(plays)))
    opening = Position(
        game=run.game,
        contract=undertaking.name,
        trump=undertaking.trump,
        ombre=undertaking.ombre,
        hands=play.start,
        leader=play.order[0],
        order=play.order,
    )
    return RecordedDeal(resolved, index + 1, play.start, opening, tuple(plays), tuple(takers))


def _require_known(seat: Seat, *, sure: bool) -> None:
    if not sure:
        raise UsageError(
            f"the cards of the {format_seat(seat)} are not all known; double dummy needs every "
            "card of every hand (hands_at_lead, or hands with every exchange)"
        )
