"""How a deal has ended, and what of it payments read.

Repeats `engine.state.verdict` and the parts of `condition` and `party` that read a deal,
without what irregular acts make of it. What tricks and vole come to is a table of the book.
"""

from __future__ import annotations

import numpy as np

from lhombre_core.kernel.bits import inlined, inner
from lhombre_core.kernel.encode.money.column import (
    ACTIVE,
    AHEAD,
    ALL_PASSED,
    ALWAYS,
    BETE_ROW,
    BETES_AT,
    CODILLE,
    CONCEDED_RUN_COUNTS,
    CONTRACT_ROW,
    CONTRACTS_AT,
    EVERYBODY,
    FIVE_OMBRE,
    FIVE_OPPONENTS,
    FOES,
    GIVEN_UP,
    LEAST_RUN,
    LESS_OPENING,
    LIST,
    LIST_ACTIVE,
    LIST_AHEAD,
    LIST_DEALER,
    LIST_EVERYBODY,
    LIST_FOES,
    LIST_FOES_WIDE,
    LIST_OMBRE,
    LIST_OTHER,
    LIST_SPEAKER,
    LIST_SURRENDERER,
    LIST_WITH_RUN,
    MOST,
    NO_BETE,
    NO_WORTH,
    NOW_BETE,
    NOW_CONTRACT,
    NOW_EVENTS,
    NOW_FIRST_FIVE,
    NOW_HAS_BID,
    NOW_LESS_OPENING,
    NOW_OMBRE,
    NOW_PREVIOUS,
    NOW_RUN_COUNTS,
    NOW_RUNS,
    NOW_SEATS,
    NOW_STOPPED,
    NOW_TAKE_OVER,
    NOW_TAKEN_OVER,
    NOW_UNDERTAKEN,
    NOW_WON,
    NOW_WORTH,
    OCCASION_COUNT,
    OCCASION_ROW,
    OCCASIONS_AT,
    OTHER_AHEAD,
    PREVIOUS_ALL_PASS,
    PREVIOUS_LOST,
    PREVIOUS_NONE,
    REMISE,
    RUN_OF_OMBRE,
    RUN_OF_OPPONENT,
    RUN_OF_SURRENDERER,
    SEATS_AT,
    SEATS_ROW,
    SINGLES_AT,
    SPLITS,
    SURRENDERER_AHEAD,
    TAKE_OVER_LEVEL,
    TAKER_AHEAD,
    VERDICT_OUTCOME,
    VERDICT_UNDERTAKEN,
    VERDICT_VOLE,
    VERDICT_WON,
    VERDICTS,
    VOID,
    VOIDED,
    WITH_MORT,
    WORTH,
    WORTHS,
)
from lhombre_core.kernel.layout import (
    ALL_PASS,
    AT_TABLE,
    COLOUR,
    CONCEDED,
    CONTRACT,
    DEAL_WON,
    MORT,
    OCCASION,
    OMBRE,
    OUTCOME,
    PLAYED,
    PREVIOUS,
    RUN,
    RUN_OPPONENT,
    RUN_SEAT,
    RUN_SURRENDERER,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    UNDERTAKEN,
    VOLE,
    VOLE_UNDERTAKEN,
    WINNERS,
)
from lhombre_core.kernel.space import NO_TRUMP

_EVERY_FIFTH = 0b01_01_01_01_01
"""Five seats of two bits, each 1."""


@inner
def sit_down(book, till, dealer):
    """Say who sits where, and that a moment reads no deal yet, or none at all."""
    seats = book[SEATS_AT] + SEATS_ROW * (5 * (till[AT_TABLE] - 3) + dealer)
    till[NOW_SEATS] = seats
    for column in range(LIST_OMBRE, LIST_AHEAD + 1):
        till[column] = book[SINGLES_AT]
    till[LIST_DEALER] = book[SINGLES_AT] + 2 * (dealer + 1)
    till[LIST_ACTIVE] = seats + WITH_MORT
    till[LIST_EVERYBODY] = seats + EVERYBODY
    till[NOW_EVENTS] = ALWAYS
    till[NOW_WORTH] = book[NO_WORTH]
    till[NOW_BETE] = book[NO_BETE]
    till[NOW_LESS_OPENING] = 0
    till[NOW_OMBRE] = -1
    for run in range(NOW_RUNS, NOW_RUN_COUNTS + 3):
        till[run] = 0
    before = till[PREVIOUS]
    till[NOW_PREVIOUS] = -1
    if before < 0:
        till[NOW_PREVIOUS] = PREVIOUS_NONE
    elif before == VOID:
        till[NOW_PREVIOUS] = PREVIOUS_ALL_PASS
    elif before in (REMISE, CODILLE):
        till[NOW_PREVIOUS] = PREVIOUS_LOST


@inlined
def list_at(book, till, seat, mort):
    """Return the place of a list of the player in a seat; of nobody for seat -1."""
    player = mort
    if seat < 3:
        player = book[till[NOW_SEATS] + ACTIVE + seat]
    return book[SINGLES_AT] + (2 * (player + 1) if seat >= 0 else 0)


@inlined
def read_auction(book, till, facts):
    """Say what payments of the auction read: who is who but the ombre, and what is asked.

    `sit_down` has been called before.
    """
    ombre, mort, surrenderer = facts[OMBRE], facts[MORT], facts[SURRENDERER]
    till[LIST_ACTIVE] += LIST * (mort + 1)
    till[LIST_WITH_RUN] = list_at(book, till, facts[RUN_SEAT], mort)
    till[LIST_SURRENDERER] = list_at(book, till, surrenderer, mort)
    if surrenderer >= 0:
        # While nobody is ombre the first hand but the surrenderer's is the other opponent.
        till[LIST_OTHER] = list_at(book, till, np.int64(surrenderer == 0), mort)
    till[NOW_CONTRACT] = facts[CONTRACT]
    till[NOW_STOPPED] = facts[STOPPED]
    till[NOW_TAKEN_OVER] = surrenderer >= 0
    till[NOW_WON] = 0
    till[NOW_UNDERTAKEN] = 0
    till[NOW_FIRST_FIVE] = -1
    till[NOW_TAKE_OVER] = -1
    if ombre >= 0 and facts[PLAYED] >= 5:
        other = (facts[WINNERS] ^ ombre * _EVERY_FIFTH) & 3 * _EVERY_FIFTH
        if other == 0:
            till[NOW_FIRST_FIVE] = FIVE_OMBRE
        elif (other | other >> 1) & _EVERY_FIFTH == _EVERY_FIFTH:
            till[NOW_FIRST_FIVE] = FIVE_OPPONENTS
    if ombre >= 0 and surrenderer >= 0:
        taker, gave_up = facts[TRICKS + ombre], facts[TRICKS + surrenderer]
        third = facts[TRICKS + _other(ombre, surrenderer)]
        till[NOW_TAKE_OVER] = SURRENDERER_AHEAD if gave_up >= third else OTHER_AHEAD
        if taker > max(gave_up, third):
            till[NOW_TAKE_OVER] = TAKER_AHEAD
        elif taker == max(gave_up, third):
            till[NOW_TAKE_OVER] = TAKE_OVER_LEVEL


@inlined
def _other(ombre, surrenderer):
    """Return the first hand that is neither the ombre's nor that of who gave up."""
    seat = 0
    while seat in (ombre, surrenderer):
        seat += 1
    return seat


@inlined
def read_deal(book, till, facts, verdict):
    """Judge a deal, write what it has come to, and say what else its settlement reads.

    `read_auction` has been called before.
    """
    ombre, mort, taken_over = facts[OMBRE], facts[MORT], facts[SURRENDERER] >= 0
    found, vole, contract, mine = book[VOIDED], 0, 0, 0
    if facts[CONTRACT] < 0 or ombre < 0:
        if facts[ALL_PASS]:
            found = book[ALL_PASSED]
    else:
        contract = book[CONTRACTS_AT] + CONTRACT_ROW * facts[CONTRACT]
        mine = facts[TRICKS + ombre]
        found = book[GIVEN_UP]
        if not facts[CONCEDED]:
            # Without a branch, since who took most is past all foreseeing.
            first = facts[TRICKS] | -np.int64(ombre == 0)
            second = facts[TRICKS + 1] | -np.int64(ombre == 1)
            third = facts[TRICKS + 2] | -np.int64(ombre == 2)
            most = max(first, second, third)
            ahead = (first == most) | (second == most) << 1 | (third == most) << 2
            row = 3 * mine + (most >= mine) + (most > mine)
            row = 2 * row + (ahead & (ahead - 1) == 0)
            row = 2 * row + facts[UNDERTAKEN]
            found = book[contract + VERDICTS + 2 * row + taken_over]
            till[LIST_AHEAD] = till[NOW_SEATS] + AHEAD + LIST * ahead
            vole = (found >> VERDICT_VOLE & 3) - 1
    outcome = found >> VERDICT_OUTCOME & 15
    verdict[OUTCOME] = outcome
    verdict[VOLE] = vole
    verdict[VOLE_UNDERTAKEN] = found >> VERDICT_UNDERTAKEN & 1
    verdict[DEAL_WON] = found >> VERDICT_WON & 1
    till[NOW_EVENTS] = found & 0xFFFF
    till[NOW_UNDERTAKEN] = verdict[VOLE_UNDERTAKEN]
    till[NOW_WON] = verdict[DEAL_WON]
    till[NOW_HAS_BID] = -1
    till[LIST_SPEAKER] = book[SINGLES_AT]
    till[LIST_OTHER] = book[SINGLES_AT]
    if contract == 0:
        return
    till[LIST_OMBRE] = list_at(book, till, ombre, mort)
    till[NOW_OMBRE] = book[till[LIST_OMBRE] + 1]
    till[LIST_FOES] = till[NOW_SEATS] + FOES + 2 * LIST * till[NOW_OMBRE]
    till[LIST_FOES_WIDE] = till[LIST_FOES] + LIST
    if taken_over:
        other = np.int64(_other(ombre, facts[SURRENDERER]))
        till[LIST_OTHER] = list_at(book, till, other, mort)
    worth = 3 * (SPLITS * facts[COLOUR] + mine) + vole + 1
    till[NOW_WORTH] = contract + WORTHS + WORTH * worth
    till[NOW_LESS_OPENING] = book[contract + LESS_OPENING]
    occasion = till[OCCASION] if till[OCCASION] >= 0 else book[OCCASION_COUNT]
    betes = book[book[OCCASIONS_AT] + OCCASION_ROW * occasion + BETES_AT]
    till[NOW_BETE] = betes + BETE_ROW * (2 * facts[CONTRACT] + (outcome == CODILLE))
    _read_runs(book, till, facts, book[contract + LEAST_RUN], taken_over)


@inlined
def _read_runs(book, till, facts, least, taken_over):
    """Say which runs of top trumps are paid, `least` being the shortest that is."""
    if not book[CONCEDED_RUN_COUNTS] and facts[CONCEDED]:
        least = MOST
    if facts[RUN] >= least:
        till[NOW_RUNS + RUN_OF_OMBRE] = facts[RUN]
    if facts[RUN_SEAT] >= 0 and facts[RUN_OPPONENT] >= least:
        till[NOW_RUNS + RUN_OF_OPPONENT] = facts[RUN_OPPONENT]
    if book[CONCEDED_RUN_COUNTS] and least != MOST:
        if not taken_over and facts[TRUMP] != NO_TRUMP:
            till[NOW_RUNS + RUN_OF_SURRENDERER] = -1  # of nobody: the engine refuses
        elif facts[RUN_SURRENDERER] >= least:
            till[NOW_RUNS + RUN_OF_SURRENDERER] = facts[RUN_SURRENDERER]
    for run in range(NOW_RUNS, NOW_RUNS + 3):
        till[run + NOW_RUN_COUNTS - NOW_RUNS] = till[run] > 0
