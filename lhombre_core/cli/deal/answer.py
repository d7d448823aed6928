"""The answer of `lhombre deal`: seeded cards, or a record that begins with them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from lhombre_core.bots.registry import make_bot
from lhombre_core.cards import CARDS
from lhombre_core.cli import output
from lhombre_core.engine.record import record_deal
from lhombre_core.engine.result import returns
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import begin
from lhombre_core.errors import UsageError
from lhombre_core.kernel.stream import Deal, deal, deal_key
from lhombre_core.language.catalog import is_file_name
from lhombre_core.language.record.text import write, write_json
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, display_order, format_cards, format_seat
from lhombre_core.rules.record import DealClaims, DealRecord, Held, Record
from lhombre_core.sim.play.deal import deal_cards, play_deal

_SEATS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@dataclass(frozen=True, slots=True)
class DealNumber:
    """The three numbers from which the cards of a deal follow."""

    seed: int
    session: int
    index: int

    def cards(self) -> Deal:
        """Return the cards dealt."""
        return deal(self.seed, self.session, self.index)


def refuse_without_record(options: Mapping[str, object]) -> None:
    """Raise UsageError for an option that has a meaning only for a record."""
    for option, given in options.items():
        if given:
            raise UsageError(f"{option} needs a record; add --record ID")


def _require_table(table: int) -> None:
    if table not in {3, 4, 5}:
        raise UsageError(f"{table} cannot be at the table; expected 3, 4 or 5")


def show_deal(number: DealNumber, table: int, *, as_json: bool) -> None:
    """Print the cards of a deal."""
    _require_table(table)
    cards = number.cards()
    if as_json:
        output.show_json(
            {
                **asdict(number),
                "table": table,
                "hands": {
                    format_seat(seat): [card.name for card in display_order(cards.hands[seat])]
                    for seat in _SEATS
                },
                "talon": [CARDS[card].name for card in cards.talon],
            }
        )
        return
    output.show(f"Seed {number.seed}, session {number.session}, deal {number.index}:")
    for seat in _SEATS:
        hand = format_cards(display_order(cards.hands[seat]), pretty=True)
        output.show(f"  {format_seat(seat):<10}  {hand}")
    output.show(f"  {'talon':<10}  {format_cards(cards.talon, pretty=True)}")


def record_text(
    number: DealNumber,
    table: int,
    variant: str,
    resolved: Resolved,
    *,
    playout: str | None,
    as_json: bool,
) -> str:
    """Return the text of a record of a deal: dealt only, or played out by a bot.

    `variant` is the id or file on the command line; a record of a variant file names the file.
    """
    _require_table(table)
    dealer = number.index % table
    seating = seat_players(resolved.rules.table, table, dealer)
    if playout is None:
        cards = number.cards()
        hands = {seat: Held(cards.hands[seat]) for seat in _SEATS}
        deal_record = DealRecord(hands=hands, talon=tuple(CARDS[card] for card in cards.talon))
    else:
        bots = [make_bot(playout) for _ in range(table)]
        state = begin(prepare(resolved.rules), seating, index=number.index)
        key = deal_key(number.seed, number.session, number.index)
        state = play_deal(deal_cards(state, number.seed, number.session), bots, key)
        payments = returns(state)
        payments.pop(Seat.RESTING, None)
        deal_record = record_deal(state, DealClaims(payments=payments))
    record = Record(
        variant=variant if is_file_name(variant) else resolved.id,
        readings=resolved.readings,
        patches=resolved.patches,
        settings=resolved.settings,
        hash=resolved.hash,
        players=tuple(map(str, range(table))),
        first_dealer=dealer,
        deals=(deal_record,),
    )
    return write_json(record) if as_json else write(record)
