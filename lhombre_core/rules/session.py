"""The session and the irregularities."""

from __future__ import annotations

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Number, Word, rule


class SessionEnd(Word):
    """What ends a session."""

    AFTER_DEALS = "after-deals", "an agreed number of deals"
    OCCASIONS_WON = "occasions-won", "a number of occasions won that count"
    MARKS = "marks", "a number of deals won by their ombre without the vole"


class VoidDeals(Word):
    """Do deals that nobody bid on count."""

    COUNT = "count", "they count"
    DO_NOT_COUNT = "do-not-count", "they do not"


class Overtime(Word):
    """What follows the last deal when something is left on the table."""

    NONE = "none", "nothing"
    UNTIL_POT_EMPTY = "until-pot-empty", "further deals until one ends with an empty pot"


class Leftover(Word):
    """What becomes of sums that are left."""

    NONE = "none", "nothing can be left"
    SPLIT = (
        "split",
        "divided equally; the rest 1 each to the last forehand, then the last middlehand",
    )
    CARRY = "carry", "recorded for the next session, nobody is paid"
    SHARE_DEBTS = (
        "share-debts",
        (
            "each debtor pays what is written; it and the cups are divided equally, the rest to "
            "the last dealer"
        ),
    )
    DEBTS_TO_WINNER = (
        "debts-to-winner",
        "with the last occasion won every written debt is paid to its winner; cups are recorded",
    )


class Standing(Word):
    """How the players rank at the end."""

    HIGHEST_TOTAL = "highest-total", "highest total wins; equal totals share the place"
    BALANCES = "balances", "each has his balance; they sum to nothing"


@frozen
class DealsByTable:
    """Deals of a session by number at the table."""

    three: Number | None = rule("with three at the table")
    four: Number | None = rule("with four at the table")
    five: Number | None = rule("with five at the table")


@frozen
class Session:
    """How long is played and what is left over."""

    ends: SessionEnd = rule("what ends it")
    deals: DealsByTable = rule("after-deals: how many")
    target: Number | None = rule("occasions or marks to be reached; none where deals are counted")
    limit: int = rule("deals after which the engine cuts a session off")
    void_deals: VoidDeals = rule("do deals that nobody bid on count")
    overtime: Overtime = rule("what follows the last deal when something lies on the table")
    leftover: Leftover = rule("what becomes of sums that are left")
    standing: Standing = rule("how the players rank")
    target_times: int = rule(
        "marks that make up one unit of the target, such as 3 to a round", default=1
    )


class ShortDeal(Word):
    """Remedy for a hand dealt short, or a faced card."""

    THROWN_IN = "thrown-in", "thrown in; the same dealer deals again"
    NOTICE = (
        "notice",
        (
            "the deal stands and one more is drawn than discarded; given notice before play, the "
            "dealer may not be ombre"
        ),
    )


class LongDeal(Word):
    """Remedy for a hand of ten cards."""

    THROWN_IN = "thrown-in", "thrown in; the same dealer deals again"
    BUYS_ONE_FEWER = (
        "buys-one-fewer",
        "its holder may bid contracts with exchange, drawing one fewer than he discards",
    )
    NOTICE = (
        "notice",
        (
            "the deal stands and one fewer is drawn than discarded; given notice before play, the "
            "dealer may not be ombre"
        ),
    )


class LongDealOpponent(Word):
    """Remedy when the holder of ten cards becomes an opponent."""

    BUYS_ONE_FEWER = (
        "buys-one-fewer",
        "he draws one fewer than he discards; without a draw: thrown in",
    )
    THROWN_IN = "thrown-in", "thrown in; the same dealer deals again"


class Remedy(Word):
    """Remedy for a wrong draw or a revoke."""

    REFUSED = "refused", "none: a record that declares one is refused"
    PUT_RIGHT = "put-right", "put right, at no cost"
    DECIDES = "decides", "an ombre loses, an opponent makes the ombre win"
    LAYS_BETE = (
        "lays-bete",
        (
            "the offender lays a bête, play and result stand; of a draw that was too large the "
            "surplus is taken at random, and one that was too small is made good at no cost"
        ),
    )
    LAYS_BETE_IF_SEEN = "lays-bete-if-seen", "the same if the cards drawn had been looked at"
    LAYS_ONE_BETE_IF_LATE = (
        "lays-one-bete-if-late",
        "the same; all that are noticed after the last trick count as one",
    )


@frozen
class Irregularities:
    """Remedies. The engine never offers an irregular act; a record may declare one."""

    short_deal: ShortDeal = rule("a hand dealt short")
    long_deal: LongDeal = rule("a hand of ten cards")
    long_deal_opponent: LongDealOpponent = rule("a hand of ten cards whose holder is an opponent")
    faced_card: ShortDeal = rule("a card faced in dealing")
    wrong_draw: Remedy = rule("a wrong number drawn")
    revoke: Remedy = rule("a revoke")
    run_counts: bool = rule("do runs count when an irregularity decides against the ombre")
    ombre_factor: int = rule("how often his bête is laid then, before other factors")
