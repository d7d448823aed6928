"""Names for the columns of a book and of a till, and for the words that stand in them.

A *book* is a rule set as far as money goes, in one row of whole numbers: first scalars, among them
where each table begins, then the tables, row after row. A *purse* is the money of one session, see
`lhombre_core.kernel.layout`, its lots behind its columns. A *till* is what a moment needs, and the
columns of the purse whose money is moved. The sessions of a block use one till by turns, so that
only what a purse holds is ever far from the processor. Each is one flat array, because a compiled
call passes that in one machine word (`lhombre_core.kernel.bits.words`) and a tuple of arrays in a
hundred.

As much as can be is a place to look at and not a case to tell apart, since the compiler needs time
for every line. A condition is a column of the till and the values it may have. A term is a column
of the till, or of what a contract is worth, times two numbers. A party is a column of the till in
which the place of a list in the book stands: how many are meant, then their accounts.

-1 stands for nothing, everywhere.
"""

from __future__ import annotations

from typing import Final

from lhombre_core.engine.state.money import LotKind
from lhombre_core.kernel.encode.word import code
from lhombre_core.kernel.layout import HELD, MOST_POOLS, POOL, PURSE
from lhombre_core.rules.session import SessionEnd
from lhombre_core.rules.settlement import (
    Event,
    FirstFive,
    Flow,
    Outcome,
    Previous,
    Rounding,
    RunOf,
    TakeOver,
)
from lhombre_core.rules.stake import (
    BetePlace,
    InPlay,
    Join,
    LedgerOrder,
    PoolKind,
    QueueOrder,
    When,
)

NONE: Final = -1

# -- accounts ---------------------------------------------------------------------------------

BANK_ACCOUNT: Final = 5
"""Accounts: a player's number, this, `BETE_ACCOUNT`, or `POOL_ACCOUNT` and the place of the pool.
Players and bank are also the columns of a till in which their balances stand."""
BETE_ACCOUNT: Final = 6
"""The place where a bête goes, as long as it is not known which pool that is."""
POOL_ACCOUNT: Final = 8

# -- limits -----------------------------------------------------------------------------------

MOST: Final = 1 << 49
"""The largest term and the largest payment; whoever pays more than that is left to the engine."""
MOST_BALANCE: Final = 1 << 60
MOST_COUNTED: Final = 1 << 58
"""The largest product of what a term counts and its factors, the opponents left out."""
MOST_FACTOR: Final = 1 << 40
MOST_DIVISOR: Final = 1 << 30
MOST_BETE_FACTOR: Final = 1 << 7
MOST_ROOM: Final = 512
"""So many lots of the largest payment in each of all pools make a total of at most 2**62."""

# -- a book: scalars --------------------------------------------------------------------------

OPENING, AUCTION, SETTLED, LAST = range(0, 12, 3)
"""Moments: where the transfers begin, where they end, and the pools they read, as a mask."""
(
    POOLS_AT,
    OCCASIONS_AT,
    OCCASION_COUNT,
    CONTRACTS_AT,
    SEATS_AT,
    SINGLES_AT,
    NO_WORTH,
    NO_BETE,
    AT_STAKE,
    POT,
    BETE_FIRST,
    BETE_LATER,
    BETE_CAPPED,
    OPENING_KEY,
    ODD_STAYS,
    CONCEDED_RUN_COUNTS,
    ALL_PASSED,
    VOIDED,
    GIVEN_UP,
    SET_BY_FIRST_WIN,
    SAME_DEALER,
    VOID_COUNTS,
    ENDS,
    DEALS,
    _FOUR,
    _FIVE,
    TARGET,
    LIMIT,
    WAITS,
    DIVIDED,
    REST_TO_DEALER,
    DEBTS,
    STEP,
    POOL_COUNT,
    NO_PAYER,
    NO_PAYEE,
    ON_PAPER,
    SCALARS,
) = range(12, 50)
"""SINGLES_AT: lists of one account, from -1 on (a list of nobody). NO_WORTH, NO_BETE: rows of a
deal without a contract. AT_STAKE: the pool at stake; POT: the same if it is used. OPENING_KEY: the
key of the opening stake. ALL_PASSED, VOIDED, GIVEN_UP: verdicts of deals that were not played out.
DEALS: deals with three, four and five at the table. WAITS: the session goes on while the pool at
stake holds something. DIVIDED: pools that are divided at the end, as a mask; REST_TO_DEALER: so
that the last dealer has the rest. DEBTS: ledgers that fall due with the last win, as a mask. STEP:
how much higher the number of the next dealer is. NO_PAYER, NO_PAYEE: accounts that never pay, never
get anything; ON_PAPER: those that get no money, as masks."""

# -- a book: transfers ------------------------------------------------------------------------

(
    ON,
    IFS_AT,
    IFS_END,
    TERMS_AT,
    TERMS_END,
    GROUPS_AT,
    GROUPS_END,
    FROM,
    FROM_SHARED,
    FOES_OF,
    FLOW,
    LOT_TAG,
    APART,
    OTHERS_FIRST,
    AT_OPENING,
    PLAIN,
    TRANSFER,
) = range(17)
"""ON: events as a mask. The conditions are pairs of a column and of values, bit v + 1 for value v.
FROM: the column of the list of the payers. FROM_SHARED: where they have one sum between them, the
column in which it stands what they have paid. FOES_OF: the list of the opponents. LOT_TAG: the tag
of a lot but for its owner, deal and stack. OTHERS_FIRST: pools that give what is not in play, as a
mask. PLAIN: 1, one term goes to one party, and nobody shares."""

TO, TO_SHARED, GROUP = range(3)
"""The groups of a transfer are the parties to which its terms go."""

(
    READS,
    HOW,
    LESS,
    FACTOR,
    DIVISOR,
    BOUND,
    PER_OPPONENT,
    ROUND,
    INTO,
    TERM,
) = range(10)
"""READS: a column of the till, or ``~n`` for number n of what the contract is worth. DIVISOR 0: a
number is missing. BOUND: what may be counted at most, so that all products fit. INTO: the column of
the till to which the term is added, of a group or of a term that reads this one."""

HOW_PLAIN, HOW_EMPTIES, HOW_RUN, HOW_BETE = range(4)
"""How a column is read: as it is; emptied, since it is the sum of other terms; less some, since it
is a run; as the opening stake of a bête, with the next column its cap."""

# -- a book: pools, occasions, contracts, seats -----------------------------------------------

(
    POOL_KIND,
    USED,
    HOW_IN_PLAY,
    AFTER_REMISE,
    AFTER_CODILLE,
    DEBT_ORDER,
    OWNERS,
    PROMISE_AT,
    PROMISE_END,
    WITH_FIRST_BETE,
    POOL_ROW,
) = range(11)

(
    WHEN,
    NAMES_POOL,
    NAMES_OCCASION,
    FULL,
    JOINS_AT,
    JOINS_END,
    CALLED_KIND,
    CUPS,
    COUNTS,
    BETES_AT,
    OCCASION_ROW,
) = range(11)
"""FULL: what the cup it names must hold. The joins are pairs of a pool and how much of it joins.
CUPS: pools as a mask. BETES_AT: where the bêtes of the contracts stand for this occasion; the row
behind the last occasion is for no occasion."""

NO_OCCASION: Final = -2
"""What `NAMES_OCCASION` says where it names something else."""

BETE_OPENING, BETE_PART, BETE_CUP, BETE_STAKE, BETE_FACTOR, BETE_ROW = range(6)
"""A bête, by occasion, contract and whether it is a codille: how often it counts the opening stake,
what is in play, what came from a cup, the opening stake that lies; and how often all that is
laid."""

COLOURS: Final = 3
SPLITS: Final = 10
"""How many tricks an ombre may have."""
LEAST_RUN: Final = 0
"""The shortest run that counts; `MOST` where none does."""
LESS_OPENING: Final = 1
"""1: a winner leaves the opening stake."""
VERDICTS: Final = 2
"""What each end of a deal comes to, by tricks of the ombre, the most of an opponent (fewer, as
many, more), whether he is alone, whether the vole was undertaken, and whether the deal was taken
over."""
VERDICT_COUNT: Final = SPLITS * 3 * 2 * 2 * 2
WORTHS: Final = VERDICTS + VERDICT_COUNT
"""What the contract is worth, by colour, tricks of the ombre and vole (missed, none, made)."""
WORTH_PRICE, WORTH_EXTRA, WORTH_MADE, WORTH_FAILED, WORTH_VOLE, WORTH = range(0, 12, 2)
"""Numerators, each with its denominator behind it, which is 0 where a number is missing."""
CONTRACT_ROW: Final = WORTHS + COLOURS * SPLITS * 3 * WORTH

VERDICT_OUTCOME: Final = 16
"""A verdict is the events as a mask, and from these bits on the rest."""
VERDICT_VOLE: Final = 20
VERDICT_UNDERTAKEN: Final = 22
VERDICT_WON: Final = 23

ACTIVE: Final = 0
"""A row of seats, by number at the table and dealer: the players in the seats 0 to 2."""
EVERYBODY: Final = 3
"""From here on lists: the active, then the others in turn."""
FOES: Final = EVERYBODY + 6
"""By ombre, and whether resting players are meant: his opponents."""
LIST: Final = 5
"""How many columns lists have of which there are several: the length and four more."""
WITH_MORT: Final = FOES + 5 * 2 * LIST
"""By player who plays as mort, none first: the active."""
AHEAD: Final = WITH_MORT + 6 * LIST
"""By seats as a mask: their players."""
SEATS_ROW: Final = AHEAD + 8 * LIST

# -- a till: what a moment needs -------------------------------------------------------------

(
    ROOM,
    POOLS,
    NOW_SEATS,
    NOW_EVENTS,
    NOW_ONE,
    NOW_WORTH,
    NOW_BETE,
    NOW_OMBRE,
    NOW_PREVIOUS,
    NOW_CONTRACT,
    NOW_FIRST_FIVE,
    NOW_STOPPED,
    NOW_WON,
    NOW_UNDERTAKEN,
    NOW_TAKEN_OVER,
    NOW_TAKE_OVER,
    NOW_HAS_BID,
    NOW_LESS_OPENING,
    NOW_TOP,
    NOW_BEFORE,
    NOW_DRAWN,
    NOW_RECEIVED,
    NOW_WINNINGS,
    NOW_DRAWN_UPON,
    NOW_BETE_STACK,
    NOW_TOGETHER,
    NOW_CODILLE,
    NOW_RUNS,
) = range(PURSE, PURSE + 28)
"""ROOM: how many lots a pool holds at most. POOLS: how many pools the file names, unused ones among
them. NOW_SEATS: the row of seats in the book. NOW_ONE: 1, what a number counts. NOW_WORTH,
NOW_BETE: rows of the book. NOW_PREVIOUS: a `Previous`. NOW_LESS_OPENING: 1, a winner leaves the
opening stake. NOW_TOP: the highest stack as the moment began, NOW_BEFORE: how many there were.
NOW_TOGETHER, NOW_CODILLE: what those have had who share. NOW_RUNS: what runs come to, by
`RunOf`; -1: nobody knows."""
NOW_RUN_COUNTS: Final = NOW_RUNS + 3
"""Whether they count."""
(
    LIST_OMBRE,
    LIST_SURRENDERER,
    LIST_OTHER,
    LIST_WITH_RUN,
    LIST_DEALER,
    LIST_SPEAKER,
    LIST_ACTIVE,
    LIST_EVERYBODY,
    LIST_FOES,
    LIST_FOES_WIDE,
    LIST_AHEAD,
    LIST_BANK,
    LIST_BETE,
    LIST_POOLS,
) = range(NOW_RUN_COUNTS + 3, NOW_RUN_COUNTS + 17)
"""LIST_FOES_WIDE: the opponents, resting players among them where they pay as such."""
SUMS: Final = LIST_POOLS + MOST_POOLS
"""The sums of the groups of a transfer, then those of terms that other terms read."""
MOST_GROUPS: Final = 8
MOST_LEVELS: Final = 12
VIEWS: Final = SUMS + MOST_GROUPS + MOST_LEVELS
"""By pool what it held as the moment began."""
WHOLE, PART, STAKE, FROM_CUP, DRAWABLE, OTHERS, OTHERS_OR_PART, REAL, APART_LIES, VIEW = range(10)
"""In all, in play, of that the opening stake and what came from a cup, what may be drawn, what is
not in play, and that or else what is; whether there is something to play for, and whether lots lie
that are not in play."""
STACKS: Final = VIEWS + MOST_POOLS * VIEW
"""Room for the order of stacks: three times the room of a pool, then once for what lots are sorted
by, then once for the stacks as the moment began."""
STACKS_ROOM: Final = 5

LINE: Final = 8
"""How many columns there are in a line of memory: what the processor fetches at once."""

SUM, TAG, LOT = range(3)
"""The columns of a lot. Its tag is what else the engine's `Lot` says, in one word."""
LOTS_IN_LINE: Final = LINE // LOT
TAG_KIND: Final = 15
"""The bits of a tag that say why the lot lies there; above them are owner and key, each one higher
so that nobody is 0, then the deal of which it comes, then the stack."""
TAG_OWNER: Final = 4
MOST_OWNER: Final = 15
TAG_KEY: Final = 8
MOST_KEY: Final = (1 << 12) - 1
TAG_ORIGIN: Final = 20
MOST_ORIGIN: Final = (1 << 24) - 1
TAG_STACK: Final = 44
MOST_STACK: Final = (1 << 19) - 1


def lots_at(pools: int) -> int:
    """Return the column of a purse in which the lots of so many pools begin."""
    return -(-(HELD + POOL * pools) // LINE) * LINE


# -- words ------------------------------------------------------------------------------------

LOT_OPENING: Final = code(LotKind.OPENING)
LOT_PROMISE: Final = code(LotKind.PROMISE)
LOT_BETE: Final = code(LotKind.BETE)
LOT_CUP: Final = code(LotKind.CUP)
LOT_DUE: Final = code(LotKind.DUE)
LOT_LEFT: Final = code(LotKind.LEFT)

ON_WIN: Final = 1 << code(Event.WIN)
ON_PASS: Final = 1 << code(Event.PASS)
ON_NEEDLESS: Final = 1 << code(Event.NEEDLESS_NAMING)
ON_ALL_PASS: Final = 1 << code(Event.ALL_PASS)
ALWAYS: Final = NONE
"""Of a moment that has no events: opening and end of the session."""

ROUND_DOWN: Final = code(Rounding.DOWN)
ROUND_NEAREST: Final = code(Rounding.NEAREST)
FLOW_FORWARD: Final = code(Flow.FORWARD)
FLOW_REVERSE: Final = code(Flow.REVERSE)
RUN_OF_OMBRE: Final = code(RunOf.OMBRE)
RUN_OF_OPPONENT: Final = code(RunOf.OPPONENT)
RUN_OF_SURRENDERER: Final = code(RunOf.SURRENDERER)

FIVE_OMBRE: Final = code(FirstFive.OMBRE)
FIVE_OPPONENTS: Final = code(FirstFive.OPPONENTS)
TAKER_AHEAD: Final = code(TakeOver.TAKER_AHEAD)
TAKE_OVER_LEVEL: Final = code(TakeOver.LEVEL)
SURRENDERER_AHEAD: Final = code(TakeOver.SURRENDERER_AHEAD)
OTHER_AHEAD: Final = code(TakeOver.OTHER_AHEAD)
PREVIOUS_LOST: Final = code(Previous.LOST)
PREVIOUS_ALL_PASS: Final = code(Previous.ALL_PASS)
PREVIOUS_NONE: Final = code(Previous.NONE)

WIN: Final = code(Outcome.WIN)
REMISE: Final = code(Outcome.REMISE)
CODILLE: Final = code(Outcome.CODILLE)
VOID: Final = code(Outcome.VOID)

KIND_LEDGER: Final = code(PoolKind.LEDGER)
KIND_QUEUE: Final = code(PoolKind.QUEUE)
KIND_CUP: Final = code(PoolKind.CUP)
PLAYED_WHOLE: Final = code(InPlay.WHOLE)
PLAYED_LARGEST: Final = code(InPlay.LARGEST)
PLACE_JOINS: Final = code(BetePlace.JOINS)
PLACE_LAST: Final = code(BetePlace.LAST)
LARGEST_FIRST: Final = code(LedgerOrder.LARGEST)
DEALERS_OWN: Final = code(QueueOrder.DEALERS_OWN)
CUP_FULL: Final = code(When.CUP_FULL)
AFTER_OCCASION: Final = code(When.AFTER_OCCASION)
DEBT_OPEN: Final = code(When.DEBT_OPEN)
OTHERWISE: Final = code(When.OTHERWISE)
JOIN_ALL: Final = code(Join.ALL)
JOIN_NONE: Final = code(Join.NONE)

ENDS_DEALS: Final = code(SessionEnd.AFTER_DEALS)
ENDS_OCCASIONS: Final = code(SessionEnd.OCCASIONS_WON)
