"""Stakes: parameters, pools of lots, what is laid at the opening, occasions.

A *lot* is a sum that lies (or is owed) somewhere: kind, owner, amount, deal of origin. A pool
is a sequence of lots; its total is a view of it. An *occasion* is what a deal is played for.
"""

from __future__ import annotations

from collections.abc import Mapping

from lhombre_core.frozen import frozen
from lhombre_core.rules.settlement import Amount, Transfer
from lhombre_core.rules.table import Name
from lhombre_core.rules.word import Number, Word, rule


class Unit(Word):
    """What is counted."""

    POINT = "point", "points on a score sheet"
    CHIP = "chip", "chips"
    COUNTER = "counter", "counters"
    JETON = "jeton", "jetons"
    MARK = "mark", "marks that stand for money"


@frozen
class Parameter:
    """An open number of the game, agreed by the table (`--set stakes.NAME=VALUE`)."""

    value: Number | None = rule("its value; for a suit one of the letters S C H D")
    least: int | None = rule("smallest value allowed; none for a suit")
    most: int | None = rule("largest value allowed; none for a suit")
    step: int = rule("the value is a multiple of this")
    meaning: str = rule("what it is", prose=True)


class Bankroll(Word):
    """How long a player can pay."""

    UNLIMITED = "unlimited", "without limit: a balance may fall below nothing"


class PoolKind(Word):
    """What kind of pool it is."""

    POT = "pot", "sums that lie on the table"
    LEDGER = "ledger", "debts written down, one lot each, called one by one or together"
    QUEUE = "queue", "one promise of each player, called one after another"
    CUP = "cup", "sums put aside until the cup is full or its turn has come"


class InPlay(Word):
    """Which lots of a pot a deal is played for."""

    WHOLE = "whole", "all of them"
    FOREMOST = "foremost", "the first in order"
    LARGEST = "largest", "the largest, of equal ones the oldest"


class BetePlace(Word):
    """Where a bête laid into a pot goes."""

    JOINS = "joins", "it joins the lot in play, or takes its place if that was drawn"
    APART = "apart", "it becomes a lot of its own, those of one deal together"
    LAST = "last", "it joins the lot in play if that still lies, and goes behind all others"


class QueueOrder(Word):
    """Whose promise comes next."""

    DEALING = "dealing", "the first unpaid in dealing order from the first dealer"
    DEALERS_OWN = "dealers-own", "the dealer's, or the first unpaid in dealing order after him"


class LedgerOrder(Word):
    """Which debt is called first."""

    LARGEST = "largest", "the largest, of equal ones the older"
    OLDEST = "oldest", "the oldest"


@frozen
class Pool:
    """A pool of lots. Which fields it needs depends on its kind."""

    name: Name = rule("what it is called", prose=True)
    kind: PoolKind = rule("pot, ledger, queue or cup")
    used: bool = rule("is it used at all; an unused pool takes nothing and gives nothing")
    in_play: InPlay | None = rule("pot: which lots a deal is played for", default=None)
    after_remise: BetePlace | None = rule("pot: where a bête goes after a remise", default=None)
    after_codille: BetePlace | None = rule("pot: where a bête goes after a codille", default=None)
    order: LedgerOrder | None = rule("ledger: which debt is called first", default=None)
    owners: QueueOrder | None = rule("queue: whose promise comes next", default=None)
    promise: Amount | None = rule("queue: what each player has promised", default=None)
    with_first_bete: bool | None = rule(
        "queue: does the next owner also pay at the opening after a first bête was laid, unless "
        "a cup is played for",
        default=None,
    )
    full: Number | None = rule("cup: at how many units it is full", default=None)


class When(Word):
    """When an occasion applies, asked whenever the plate has been won."""

    CUP_FULL = "cup-full", "the cup it names was full when the plate was won"
    AFTER_OCCASION = (
        "after-occasion",
        "the occasion it names was just won and its cup holds something",
    )
    DEBT_OPEN = "debt-open", "the ledger it names has a lot"
    OTHERWISE = "otherwise", "no other occasion applies"


class Join(Word):
    """How much of a pool joins the stake."""

    ALL = "all", "all of it"
    ONE = "one", "the lot that comes first in its order"
    NONE = "none", "nothing"


class BeteBase(Word):
    """What sum a bête equals."""

    AT_STAKE = "at-stake", "what is played for"
    AT_STAKE_LESS_OPENING = (
        "at-stake-less-opening",
        "what is played for, less the opening stake of this deal",
    )
    AT_STAKE_LESS_CUP = (
        "at-stake-less-cup",
        "what is played for, less what came from the cup and still lies",
    )
    OPENING_STAKE = "opening-stake", "the opening stake"


@frozen
class LossFactor:
    """How often the base of a bête is laid."""

    remise: int = rule("after a remise")
    codille: int = rule("after a codille")


@frozen
class Occasion:
    """What a deal is played for when the plate has been won; asked in the order of the file."""

    when: When = rule("when it applies")
    names: str | None = rule("the cup, ledger or occasion that `when` speaks of")
    joins: Mapping[str, Join] = rule("which pools join the stake at the opening, and how much")
    called_counts: bool = rule("does a called debt count as the bête that lies on the plate")
    loss: LossFactor = rule("how often the base of a bête is laid")
    bete_base: BeteBase | None = rule("base of a bête; none: as the contract has it")
    feeds: frozenset[str] = rule("which cups a win feeds")
    counts: bool = rule("does winning it count for the end of the session")


@frozen
class Bete:
    """The sum a loser lays, and where it goes."""

    first: str = rule("the pool that takes a bête while none lies there")
    later: str = rule("the pool that takes it otherwise; the same pool where all go together")
    cap: Amount | None = rule("largest bête, factor included")
    opening: str | None = rule("key of the opening transfer that is called the opening stake")


@frozen
class Stakes:
    """What is played for."""

    unit: Unit = rule("what is counted")
    start_with: Number | None = rule("counters each player takes at the start; none: no matter")
    bankroll: Bankroll = rule("how long a player can pay")
    at_stake: str | None = rule("the pool that the winner draws; none: nothing lies on the table")
    parameters: Mapping[str, Parameter] = rule("open numbers of the game")
    pools: Mapping[str, Pool] = rule("pools by name")
    opening: Mapping[str, Transfer] = rule(
        "what is laid when a deal opens, in the order of the file"
    )
    occasions: Mapping[str, Occasion] = rule(
        "what a deal can be played for, in order of precedence"
    )
    bete: Bete | None = rule("the sum a loser lays; none: no such sum")
