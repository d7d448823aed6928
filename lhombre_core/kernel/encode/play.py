"""The play of the tricks as arrays: contracts, the vole, the early stop, cards of note, runs.

Wherever a table answers a question of the engine, it is filled with the engine's own answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lhombre_core.cards import Suit
from lhombre_core.engine.phase import vole as engine_vole
from lhombre_core.engine.phase.concession import may_concede
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import TRICKS
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import PlayState, State, Undertaking, VoleStatus, begin
from lhombre_core.kernel.encode.auction import MOST_CONTRACTS
from lhombre_core.kernel.encode.ending import SPLITS, Endings, endings
from lhombre_core.kernel.encode.play_card import CARDS, cards_of_note, manilles
from lhombre_core.kernel.encode.word import code
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Consent, Exposed, Family, Goal, Untaken, VoleBy
from lhombre_core.rules.play import ConcessionUntil
from lhombre_core.rules.settlement import RunHand
from lhombre_core.rules.table import TableSize

if TYPE_CHECKING:
    from lhombre_core.engine.state.game import Game
    from lhombre_core.rules.contract import Contract

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
_SUIT: Final = 10
"""Cards of a suit without trumps."""

# -- columns of ``PLAY.contracts`` --------------------------------------------------------

NO_TRICK: Final = 0
"""1: the ombre is to take no trick."""
EXPOSED: Final = 1
"""An `Exposed`."""
OPEN_NOLO: Final = 2
"""1: the family is the nolo with an open hand."""
BOUGHT_NOLO: Final = 3
"""1: the family is the nolo with exchange."""
ACES_SHOWN: Final = 4
"""1: the family is the turned trump with both black aces shown."""
CONCEDES: Final = 5
"""Before so many tricks have been played the ombre may give up on his turn."""
YIELDS: Final = 6
"""1: he is asked once, before the first lead, whether he gives up."""
CONSENT: Final = 7
"""A `Consent`."""
STANDS: Final = 8
"""1: a concession that nobody takes up stands."""
VOLE_BY: Final = 9
"""A `VoleBy`."""
CONTRACT: Final = 10
"""How many columns a contract has."""

BEFORE_FIRST_LEAD: Final = code(Exposed.BEFORE_FIRST_LEAD)
AFTER_OWN_FIRST_CARD: Final = code(Exposed.AFTER_OWN_FIRST_CARD)
NOBODY: Final = code(Consent.NOBODY)
TAKE_OVER: Final = code(Consent.TAKE_OVER)
BY_CHOICE: Final = code(VoleBy.CHOICE)
BY_BID: Final = code(VoleBy.BID)

# -- bits of ``PLAY.vole`` ----------------------------------------------------------------

AFTER_CARD: Final = 3
"""Two bits, a `VoleStatus`: how it stands once the ombre has played a card without a word."""
MAY_ANNOUNCE: Final = 4
MAY_STOP: Final = 8
MUST_SPEAK: Final = 16
"""He may not play a card without a word."""
STAYS_OPEN: Final = 32
"""After the trick the vole can still be undertaken."""
MAY_CONCEDE: Final = 64
"""Not in the table: he may give up."""

# -- columns of ``PLAY.runs`` -------------------------------------------------------------

COUNTS: Final = 0
"""1: runs are counted."""
AS_DEALT: Final = 1
"""1: on the cards as dealt."""
LACKING: Final = 2
"""1: those that are lacking too."""
MATADORS: Final = 3
"""How many top trumps an opponent must hold."""


PLAY: Final = np.dtype(
    [
        ("contracts", "i8", (MOST_CONTRACTS, CONTRACT)),
        ("kinds", "i8", (MOST_CONTRACTS, 3, 2, 3)),
        ("vole", "i8", (TRICKS + 1, TRICKS + 1, 2)),
        ("cards", "u8", (5, CARDS)),
        ("manilles", "i8", (5,)),
        ("bad", "i8", (1024,)),
        ("sure", "i8", (1024,)),
        ("runs", "i8", (4,)),
        ("silent", "i8"),
    ]
)
"""The play of a rule set but for the early stop.

* ``contracts``: what the play reads of each contract.
* ``kinds``: its kinds of ending, as `lhombre_core.kernel.encode.ending.Endings`.
* ``vole``: by tricks played, tricks of the ombre, and 1 if he is about to lead.
* ``cards``: the cards of note by trump number, columns of `play_card`; ``manilles``: the second
  trump, as a card, -2 without trumps.
* ``bad``: how many cards of a suit are bad in a nolo, by the cards held; ``sure``: 1 where they
  take no trick in one.
* ``runs``: how runs of top trumps are counted.
* ``silent``: the number of tricks after which, in a contract for tricks that three play, for the
  first time play may stop, the ombre may speak, or the vole may not be as ``vole`` says whatever it
  was before; 1 or more.
"""


class PlayTables(NamedTuple):
    """The play of a rule set."""

    rules: np.ndarray
    """One row of `PLAY`."""
    fixed: np.ndarray
    """``uint16[kinds * 3 * 1000]``: the early stop, as `Endings`."""


def play_tables(game: Game) -> PlayTables:
    """Return the tables of a game but for what players know.

    `Unencodable` where a plain suit has too few cards.
    """
    found = endings(game)
    rules = np.zeros((), PLAY)
    contracts = [_contract(game, name) for name in game.contracts]
    rules["contracts"][: len(contracts)] = contracts
    rules["kinds"] = -1
    rules["kinds"][: len(contracts)] = found.kinds
    rules["vole"] = _vole(game)
    rules["cards"] = cards_of_note(game)
    rules["manilles"] = manilles(game)
    rules["runs"] = _runs(game)
    rules["silent"] = _silent(game, found, rules["vole"])
    return PlayTables(rules, found.fixed)


def _runs(game: Game) -> np.ndarray:
    rules = game.rules.result.run
    if rules is None:
        return np.zeros(4, np.int64)
    as_dealt = rules.hand is RunHand.AS_DEALT
    return np.array([1, as_dealt, rules.lacking, game.rules.cards.matadors], np.int64)


def _contract(game: Game, name: str) -> list[int]:
    contract = game.contracts[name]
    asks = game.rules.concession.until is ConcessionUntil.FIRST_LEAD
    return [
        contract.goal is Goal.NO_TRICK,
        code(contract.exposed),
        contract.family is Family.NO_TRICK_OPEN,
        contract.family is Family.NO_TRICK_EXCHANGE,
        contract.family is Family.TURNED_TRUMP_BLACK_ACES,
        _concedes(game, name, contract),
        asks and contract.concession.allowed,
        code(contract.concession.consent),
        contract.concession.untaken is Untaken.STANDS,
        code(contract.vole.by),
    ]


def _concedes(game: Game, name: str, contract: Contract) -> int:
    """Return before how many tricks the ombre may give up on his turn."""
    it = Undertaking(0, Bid(name), name, contract)
    state = _empty(game)._replace(undertaking=it, actor=0)
    return sum(may_concede(state, _play(game, tricks, 0, leads=True)) for tricks in range(TRICKS))


def _empty(game: Game) -> State:
    players = min(_SIZES[size] for size in game.rules.table.sizes)
    return begin(game, seat_players(game.rules.table, players, 0))


def _vole(game: Game) -> np.ndarray:
    rules = game.rules.vole
    table = np.zeros((TRICKS + 1, TRICKS + 1, 2), np.int64)
    for tricks in range(TRICKS + 1):
        for won in range(tricks + 1):
            for leads in (False, True):
                play = _play(game, tricks, won, leads=leads)
                table[tricks, won, int(leads)] = (
                    int(engine_vole.after_card(rules, play))
                    | MAY_ANNOUNCE * engine_vole.may_announce(rules, play)
                    | MAY_STOP * engine_vole.may_stop(rules, play)
                    | MUST_SPEAK * (not engine_vole.may_lead(rules, play))
                    | STAYS_OPEN * (engine_vole.after_trick(rules, play) is VoleStatus.OPEN)
                )
    return table


def _silent(game: Game, found: Endings, vole: np.ndarray) -> int:
    """Return the number of tricks that the field ``silent`` tells."""
    contracts = enumerate(game.contracts.values())
    tricks = [place for place, one in contracts if one.goal is not Goal.NO_TRICK]
    kinds = np.unique(found.kinds[tricks, :, 0])
    stops = (found.fixed.reshape(-1, 3, SPLITS)[kinds[kinds >= 0]] & 1).any(axis=(0, 1))
    split = np.arange(SPLITS)
    played = split // 100 + split // 10 % 10 + split % 10
    silent = 1
    while silent < TRICKS - 1 and not stops[played == silent].any():
        if not all(_is_quiet(vole, number) for number in (silent - 1, silent)):
            break
        silent += 1
    return silent


def _is_quiet(vole: np.ndarray, tricks: int) -> bool:
    """Return whether nothing happens to an open vole between so many tricks and one more.

    The ombre may not speak, his card changes nothing, and what is open after one trick more has
    been open before it.
    """
    before, after = vole[tricks, : tricks + 1], vole[tricks + 1] & STAYS_OPEN != 0
    if not np.isin(before, (0, STAYS_OPEN)).all():
        return False
    was_open = (before == STAYS_OPEN).all(axis=1)
    won, lost = after[1 : tricks + 2, 1], after[: tricks + 1, 0]
    return bool((was_open >= won).all() and (was_open >= lost).all())


def _play(game: Game, tricks: int, won: int, *, leads: bool) -> PlayState:
    """Return a play in which the ombre, forehand, has won some of the tricks; the vole is open."""
    return PlayState(
        start=(0, 0, 0, 0),
        follow=game.follow(Suit.S),
        order=(0, 1, 2),
        after=(1, 2, 0, -1),
        ombre=0,
        leader=0 if leads else 1,
        vole=VoleStatus.OPEN,
        may=0,
        tricks=(won, tricks - won, 0, 0),
        winners=(Seat.FOREHAND,) * won + (Seat.MIDDLEHAND,) * (tricks - won),
    )
