"""The play of the tricks as arrays: contracts, the vole, the early stop, noted cards, runs.

A table that answers a question of the engine is filled with the engine's own answers.
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
from lhombre_core.kernel.encode.play_card import NotedCards, manilles, noted_cards
from lhombre_core.kernel.encode.word import code, row_of
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Consent, Exposed, Family, Goal, Untaken, VoleBy
from lhombre_core.rules.play import ConcessionUntil
from lhombre_core.rules.settlement import RunHand
from lhombre_core.rules.table import TableSize

if TYPE_CHECKING:
    from lhombre_core.engine.state.game import Game
    from lhombre_core.rules.contract import Contract

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}


class Terms(NamedTuple):
    """A contract in play, as a row of numbers; a yes is 1."""

    no_trick: int
    """The ombre is to take no trick."""
    exposed: int
    """An `Exposed`."""
    open_nolo: int
    """The family is the nolo with an open hand."""
    bought_nolo: int
    """The family is the nolo with exchange."""
    aces_shown: int
    """The family is the turned trump with both black aces shown."""
    concedes: int
    """The ombre may give up on his turn before this number of tricks has been played."""
    yields: int
    """He is asked once, before the first lead, whether he gives up."""
    consent: int
    """A `Consent`."""
    stands: int
    """A concession stands if it is not taken up."""
    vole_by: int
    """A `VoleBy`."""


class RunRules(NamedTuple):
    """How runs of top trumps are counted, as a row of numbers; a yes is 1."""

    counts: int
    """Runs are counted."""
    as_dealt: int
    """They are counted on the cards as dealt."""
    lacking: int
    """Runs of lacking trumps count too."""
    matadors: int
    """The number of top trumps that an opponent must hold."""


BEFORE_FIRST_LEAD: Final = code(Exposed.BEFORE_FIRST_LEAD)
AFTER_OWN_FIRST_CARD: Final = code(Exposed.AFTER_OWN_FIRST_CARD)
NOBODY: Final = code(Consent.NOBODY)
TAKE_OVER: Final = code(Consent.TAKE_OVER)
BY_CHOICE: Final = code(VoleBy.CHOICE)
BY_BID: Final = code(VoleBy.BID)

# -- bits of ``PLAY.vole`` ----------------------------------------------------------------

AFTER_CARD: Final = 3
"""Two bits, a `VoleStatus`: the vole after the ombre has played a card without a word."""
MAY_ANNOUNCE: Final = 4
MAY_STOP: Final = 8
MUST_SPEAK: Final = 16
"""He must speak before he plays a card."""
STAYS_OPEN: Final = 32
"""The vole can still be undertaken after the trick."""
MAY_CONCEDE: Final = 64
"""He may give up; this bit is never in the table."""


PLAY: Final = np.dtype(
    [
        ("contracts", row_of(Terms), (MOST_CONTRACTS,)),
        ("kinds", "i8", (MOST_CONTRACTS, 3, 2, 3)),
        ("vole", "i8", (TRICKS + 1, TRICKS + 1, 2)),
        ("cards", row_of(NotedCards, "u8"), (5,)),
        ("manilles", "i8", (5,)),
        ("bad", "i8", (1024,)),
        ("sure", "i8", (1024,)),
        ("runs", row_of(RunRules)),
        ("silent", "i8"),
    ]
)
"""The play of a rule set but for the early stop.

* ``contracts``: the terms of each contract.
* ``kinds``: its kinds of ending, as `lhombre_core.kernel.encode.ending.Endings`.
* ``vole``: the bits of the open vole, by tricks played, tricks of the ombre, and 1 if he is about
  to lead.
* ``cards``: the noted cards by trump number; ``manilles``: the second trump, as a card, -2 without
  trumps.
* ``bad``: the number of cards of a suit that are bad in a nolo, by the cards held; ``sure``: 1 if
  the cards held take no trick in a nolo.
* ``runs``: how runs of top trumps are counted.
* ``silent``: the first number of tricks, from 1, after which a contract for tricks with three
  players can need a look: play may stop, the ombre may speak, or the vole may change.
"""


class PlayTables(NamedTuple):
    """The play of a rule set."""

    rules: np.ndarray
    """One row of `PLAY`."""
    fixed: np.ndarray
    """``uint16[kinds * 3 * 1000]``: the early stop, as `Endings`."""


def play_tables(game: Game) -> PlayTables:
    """Return the tables of a game but for the knowledge of players.

    Raise `Unencodable` if a plain suit has too few cards.
    """
    stops = endings(game)
    rules = np.zeros((), PLAY)
    for place, name in enumerate(game.contracts):
        rules["contracts"][place] = _terms(game, name)
    rules["kinds"] = -1
    rules["kinds"][: len(stops.kinds)] = stops.kinds
    rules["vole"] = _vole(game)
    rules["cards"] = noted_cards(game)
    rules["manilles"] = manilles(game)
    rules["runs"] = _runs(game)
    rules["silent"] = _silent(game, stops, rules["vole"])
    return PlayTables(rules, stops.fixed)


def _runs(game: Game) -> RunRules:
    rules = game.rules.result.run
    if rules is None:
        return RunRules(0, 0, 0, 0)
    as_dealt = rules.hand is RunHand.AS_DEALT
    return RunRules(1, as_dealt, rules.lacking, game.rules.cards.matadors)


def _terms(game: Game, name: str) -> Terms:
    contract = game.contracts[name]
    asks = game.rules.concession.until is ConcessionUntil.FIRST_LEAD
    return Terms(
        no_trick=contract.goal is Goal.NO_TRICK,
        exposed=code(contract.exposed),
        open_nolo=contract.family is Family.NO_TRICK_OPEN,
        bought_nolo=contract.family is Family.NO_TRICK_EXCHANGE,
        aces_shown=contract.family is Family.TURNED_TRUMP_BLACK_ACES,
        concedes=_concedes(game, name, contract),
        yields=asks and contract.concession.allowed,
        consent=code(contract.concession.consent),
        stands=contract.concession.untaken is Untaken.STANDS,
        vole_by=code(contract.vole.by),
    )


def _concedes(game: Game, name: str, contract: Contract) -> int:
    """Return the number of tricks before which the ombre may give up on his turn."""
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


def _silent(game: Game, stops: Endings, vole: np.ndarray) -> int:
    """Return the field ``silent``."""
    contracts = enumerate(game.contracts.values())
    tricks = [place for place, one in contracts if one.goal is not Goal.NO_TRICK]
    kinds = np.unique(stops.kinds[tricks, :, 0])
    stopping = (stops.fixed.reshape(-1, 3, SPLITS)[kinds[kinds >= 0]] & 1).any(axis=(0, 1))
    split = np.arange(SPLITS)
    played = split // 100 + split // 10 % 10 + split % 10
    silent = 1
    while silent < TRICKS - 1 and not stopping[played == silent].any():
        if not all(_is_quiet(vole, number) for number in (silent - 1, silent)):
            break
        silent += 1
    return silent


def _is_quiet(vole: np.ndarray, tricks: int) -> bool:
    """Return whether an open vole stays as it is from a number of tricks to the next.

    The ombre may not speak, his card changes nothing, and every vole that is open after the next
    trick was open before it.
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
