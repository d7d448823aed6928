"""Settlement: keyed transfers between parties and pools, and the result they read.

A transfer fires on an event, under conditions, in a phase. Its amount is a sum of named terms,
each with factors and rounding. Amounts read the pools as they stood when settlement began.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Number, Word, rule


class Event(Word):
    """What a transfer answers to."""

    OPENING = "opening", "a deal opens"
    WIN = "win", "the ombre has won"
    REMISE = "remise", "the ombre has lost and no opponent is alone ahead"
    CODILLE = "codille", "the ombre has lost to an opponent"
    VOLE_MADE = "vole-made", "the vole was undertaken and made"
    VOLE_FAILED = "vole-failed", "the vole was undertaken and missed"
    CONCEDED = "conceded", "the ombre has given up, and that settles the deal"
    TAKEN_OVER = "taken-over", "a deal that was given up and taken over has ended"
    PASS = "pass", "a player has passed"
    NEEDLESS_NAMING = "needless-naming", "a contract was named although its cover would have done"
    ALL_PASS = "all-pass", "nobody has bid"
    IRREGULARITY = "irregularity", "a record declares an irregular act"
    SESSION_END = "session-end", "the session has ended"


class Phase(Word):
    """Order of settlement; within a phase the order of the file."""

    OPENING = "opening", "when the deal opens"
    AUCTION = "auction", "during the auction"
    PLAYERS = "players", "between players"
    POOLS = "pools", "from and to pot, plate or ledger"
    CUPS = "cups", "into cups"
    CLOSING = "closing", "last of all"


class Party(Word):
    """Who pays or receives, besides the pools, which stand under their own names."""

    OMBRE = "ombre", "the ombre who ended the deal"
    EACH_OPPONENT = "each-opponent", "every opponent, the amount each"
    OPPONENTS_TOGETHER = (
        "opponents-together",
        (
            "the opponents together, in equal parts; what does not divide 1 each from the ombre's "
            "right on"
        ),
    )
    CODILLE_WINNER = "codille-winner", "the opponent ahead; two who are level share"
    OPPONENT_WITH_RUN = "opponent-with-run", "the opponent whose hand has the run of top trumps"
    SURRENDERER = "surrenderer", "who gave the deal up"
    OTHER_OPPONENT = "other-opponent", "after a take-over, who neither gave up nor took over"
    DEALER = "dealer", "the dealer"
    SPEAKER = "speaker", "the player whose pass or bid it was"
    EACH_ACTIVE = "each-active", "every player with cards, the amount each"
    EACH_PLAYER = "each-player", "every player at the table, the amount each"
    EACH_OTHER = "each-other", "every active player but the payer, the amount each"
    OFFENDER = "offender", "who committed the irregularity"
    BETE = "bete", "the place where a bête goes (`stakes.bete`)"
    BANK = "bank", "nobody at the table: points appear or vanish"


class TermKind(Word):
    """What a term of an amount counts."""

    NUMBER = "number", "a number or parameter"
    PRICE = "price", "the price of the contract, times the factor of a privileged suit"
    CODILLE_EXTRA = "codille-extra", "what the contract adds to its price on a codille"
    RUN = "run", "the run of top trumps, held or lacking as the variant counts"
    VOLE_MADE = "vole-made", "what the contract pays for a vole made"
    VOLE_FAILED = "vole-failed", "what the contract costs for a vole missed"
    VOLE = "vole", "vole made positive, vole missed negative, none otherwise"
    POOL = "pool", "what a pool held when settlement began, by a view of it"
    BETE = "bete", "the bête: its base by contract and occasion, times the loss factor, capped"
    DRAWN = "drawn", "what the ombre has drawn from the pools in this settlement"
    RECEIVED = "received", "what the ombre has received from the opponents in this settlement"
    WINNINGS = "winnings", "what he has drawn and received together"
    AMOUNT_OF = "amount-of", "the amount of another transfer"


class PoolView(Word):
    """Which part of a pool is meant."""

    WHOLE = "whole", "all its lots"
    IN_PLAY = "in-play", "what this deal is played for"
    DRAWABLE = "drawable", "what the contract may draw of what is in play"
    OTHERS = "others", "the lots that are not in play"
    OTHERS_OR_IN_PLAY = (
        "others-or-in-play",
        "the lots not in play, or if there are none what is in play",
    )


class Per(Word):
    """How often a term counts."""

    DEAL = "deal", "once"
    OPPONENT = "opponent", "once for each opponent"


class Rounding(Word):
    """How a fraction becomes whole."""

    EXACT = "exact", "it must be whole"
    DOWN = "down", "down"
    NEAREST = "nearest", "to the nearest, half up"


@frozen
class Term:
    """One summand of an amount: what is counted, times its factors, rounded."""

    of: TermKind = rule("what is counted")
    number: Number = rule("number: the number or parameter", default=0)
    pool: str | None = rule("pool: which pool", default=None)
    view: PoolView = rule("pool: which part of it", default=PoolView.WHOLE)
    transfer: str | None = rule("amount-of: which transfer", default=None)
    less: int = rule("run: so much is left uncounted of a run that counts", default=0)
    times: Fraction = rule("factor; negative subtracts", default=Fraction(1))
    by: Number = rule("a further factor, usually a parameter", default=1)
    over: Number = rule("divisor, usually a parameter", default=1)
    per: Per = rule("how often it counts", default=Per.DEAL)
    round: Rounding = rule("how a fraction becomes whole", default=Rounding.EXACT)
    to: Party | None = rule("where this term goes if not where the transfer goes", default=None)


Amount = Mapping[str, Term]
"""A sum of terms, each under a name of its own."""


class Flow(Word):
    """Which sign of the amount is paid."""

    EITHER = "either", "a negative amount flows the other way"
    FORWARD = "forward", "a negative amount is not paid"
    REVERSE = "reverse", "only a negative amount is paid, the other way"


class Lots(Word):
    """How sums laid by several payers lie in the pool."""

    TOGETHER = "together", "as one lot, or joined to the lot in play"
    ONE_EACH = "one-each", "as a lot of each payer, in the order forehand, middlehand, backhand"


class RunOf(Word):
    """Whose run of top trumps a transfer reads."""

    OMBRE = "ombre", "the ombre's"
    OPPONENT = "opponent", "that of the opponent who holds all matadors"
    SURRENDERER = "surrenderer", "that of the player who gave up"


class FirstFive(Word):
    """Who has won the first five tricks."""

    OMBRE = "ombre", "the ombre all five"
    OPPONENTS = "opponents", "the opponents all five"


class DealEnd(Word):
    """Who has the deal, whatever becomes of the vole."""

    WON = "won", "the ombre"
    LOST = "lost", "not the ombre"


class Previous(Word):
    """How the deal before ended."""

    LOST = "lost", "with a remise or codille"
    ALL_PASS = "all-pass", "with everybody passing"
    NONE = "no-deal", "there was none: this deal is the first"


class TakeOver(Word):
    """How a deal that was taken over ended, by tricks of taker, surrenderer and the other."""

    TAKER_AHEAD = "taker-ahead", "the taker has more than each of the others"
    LEVEL = "level", "the taker is level with the larger of the others"
    SURRENDERER_AHEAD = (
        "surrenderer-ahead",
        "the surrenderer has more than the taker, no fewer than the other",
    )
    OTHER_AHEAD = "other-ahead", "the other has more than the taker and than the surrenderer"


class Offence(Word):
    """Irregular acts that a record may declare."""

    TOO_FEW_CARDS = "too-few-cards", "a hand was dealt short"
    TOO_MANY_CARDS = "too-many-cards", "a hand was dealt a card too many"
    FACED_CARD = "faced-card", "a card was faced in dealing"
    WRONG_DRAW = "wrong-draw", "a wrong number of cards was drawn"
    REVOKE = "revoke", "a player did not follow though he could"


class Side(Word):
    """On which side of the deal a player stands."""

    OMBRE = "ombre", "the ombre"
    OPPONENT = "opponent", "an opponent"


@frozen
class Condition:
    """What must hold for a transfer; an aspect that is not written is not asked."""

    first_five: FirstFive | None = rule("who has won the first five tricks", default=None)
    stopped: bool | None = rule("the ombre stopped after the first five tricks", default=None)
    deal: DealEnd | None = rule("who has the deal, vole aside", default=None)
    vole_undertaken: bool | None = rule("the vole was undertaken", default=None)
    run_counts: bool | None = rule("the run read by the transfer counts", default=None)
    run_on_loss: bool | None = rule(
        "true: only if the variant has runs paid when their holder loses", default=None
    )
    taken_over: bool | None = rule("the deal was given up and taken over", default=None)
    take_over: TakeOver | None = rule("how the taken-over deal ended", default=None)
    empty: str | None = rule("this pool has nothing to play for", default=None)
    filled: str | None = rule("this pool has something to play for", default=None)
    others: bool | None = rule("lots that are not in play lie in the pool at stake", default=None)
    previous: Previous | None = rule("how the deal before ended", default=None)
    has_bid: bool | None = rule("the speaker has bid before in this deal", default=None)
    offence: Offence | None = rule("which irregularity it is", default=None)
    by: Side | None = rule("who committed it", default=None)
    contracts: frozenset[str] | None = rule("the contract is one of these", default=None)


@frozen
class Transfer:
    """One payment: when, under which conditions, from whom to whom, how much."""

    on: frozenset[Event] = rule("events it answers to")
    phase: Phase = rule("when in the settlement it is made")
    from_: str = rule("who pays: a party or a pool (key `from`)", names=Party)
    to: str = rule("who receives: a party or a pool", names=Party)
    amount: Amount = rule("how much: a sum of named terms")
    if_: Condition = rule("conditions, all of which must hold (key `if`)", default=Condition())
    flow: Flow = rule("which sign of the amount is paid", default=Flow.EITHER)
    run_of: RunOf = rule("whose run the amount reads", default=RunOf.OMBRE)
    lots: Lots = rule("how sums of several payers lie in the pool", default=Lots.TOGETHER)
    says: str | None = rule("a word for the line in a score", default=None, prose=True)


class Outcome(Word):
    """Result of a deal."""

    WIN = "win", "the ombre has won"
    REMISE = "remise", "lost, no opponent alone ahead"
    CODILLE = "codille", "lost to an opponent"
    VOLE_FAILED = "vole-failed", "the vole was missed, and that replaces the result"
    VOID = "void", "not played"


class Loss(Word):
    """The two ways to lose."""

    REMISE = "remise", "a remise"
    CODILLE = "codille", "a codille"


class FailedVole(Word):
    """What a missed vole does to a deal that was won."""

    ADDS = "adds", "the deal stays won and the vole is paid besides"
    REPLACES = "replaces", "it replaces the win: only the transfers of a missed vole fire"
    BECOMES_REMISE = "becomes-remise", "the deal counts as a remise and nothing more is paid"


class OddUnit(Word):
    """Who has the odd unit when two share a codille."""

    EARLIER_SEAT = "earlier-seat", "the earlier seat"
    STAYS = "stays", "it stays where it lies"


class Claims(Word):
    """Must a payment be asked for."""

    AUTOMATIC = "automatic", "no: all that is due is paid"


class RunHand(Word):
    """On which cards a run is counted."""

    AS_DEALT = "as-dealt", "the nine cards dealt"
    AT_FIRST_LEAD = "at-first-lead", "the nine cards held when play begins"


@frozen
class Run:
    """How an unbroken run of top trumps counts."""

    hand: RunHand = rule("on which cards it is counted")
    least: int = rule("shortest run that counts")
    lacking: bool = rule("does a run that is lacking count like one held")
    paid_on_loss: bool = rule("does a holder who loses pay what he would have received")


@frozen
class Result:
    """How the split of tricks decides the deal."""

    one_four_four: Loss = rule("1-4-4: two opponents level and ahead of the ombre")
    odd_unit: OddUnit = rule("who has the odd unit when two share a codille")
    two_in_no_trick: Loss | None = rule(
        "two or more tricks in a contract of no tricks; one is a remise"
    )
    failed_vole: FailedVole = rule("what a missed vole does to a won deal")
    run: Run | None = rule("runs of top trumps; none: they do not count")
    claims: Claims = rule("must a payment be asked for")
