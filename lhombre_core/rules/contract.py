"""Contracts, the exchange, and what varies by contract."""

from __future__ import annotations

from collections.abc import Mapping

from lhombre_core.frozen import frozen
from lhombre_core.rules.stake import BeteBase
from lhombre_core.rules.table import Name
from lhombre_core.rules.word import Number, Word, rule


class Family(Word):
    """What kind of contract it is, whatever a variant calls it."""

    NAME_TRUMP_EXCHANGE = "name-trump-exchange", "trumps named, cards exchanged"
    SPADES_EXCHANGE = "spades-exchange", "the same in spades"
    FIXED_EXCHANGE = "fixed-exchange", "trumps named, a fixed large number exchanged"
    TURNED_TRUMP = "turned-trump", "the top card of the talon makes trumps"
    TURNED_TRUMP_BLACK_ACES = "turned-trump-black-aces", "the same with both black aces shown"
    NAME_TRUMP_NO_EXCHANGE = "name-trump-no-exchange", "trumps named, the ombre exchanges nothing"
    SPADES_NO_EXCHANGE = "spades-no-exchange", "the same in spades"
    VOLE = "vole", "the same with all nine tricks promised by the bid"
    NO_TRUMP = "no-trump", "most tricks without trumps"
    NO_TRICK_EXCHANGE = "no-trick-exchange", "no trick, cards exchanged"
    NO_TRICK_NO_EXCHANGE = "no-trick-no-exchange", "no trick, nothing exchanged"
    NO_TRICK_OPEN = "no-trick-open", "the same with an open hand"
    RESTING_PLAYER = "resting-player", "the resting player takes the talon and plays alone"


class EnteredBy(Word):
    """How a contract comes to be played."""

    BID = "bid", "it is bid, or declared by the winner of another bid"
    RESTING_SEAT = "resting-seat", "a resting player enters"


class Named(Word):
    """When a contract may be bid under its own name."""

    FREELY = "freely", "at any time"
    WHEN_NEEDED = "when-needed", "only where its cover would be no legal bid"
    PENALISED = "penalised", "at any time, but needless naming is charged"
    NEVER = "never", "never: only its cover can be bid"


class AuctionRound(Word):
    """In which round of the auction it may be bid."""

    FIRST = "first", "in the first"
    SECOND = "second", "only in the round after three passes"


@frozen
class Entry:
    """How the contract is entered."""

    by: EnteredBy = rule("by a bid or by a resting player")
    named: Named = rule("when it may be bid by name")
    cover: str | None = rule("the contract under whose name it is otherwise bid; none: no cover")
    round: AuctionRound = rule("in which round of the auction")
    privilege: bool = rule("may it be bid in a privileged suit")


class Requirement(Word):
    """What the hand must hold."""

    NOTHING = "nothing", "nothing"
    BLACK_ACES = "black-aces", "both black aces"
    AN_ACE = "an-ace", "an ace"
    A_BLACK_ACE = "a-black-ace", "a black ace"


class Shown(Word):
    """When the required aces are shown."""

    NEVER = "never", "never"
    WITH_BID = "with-bid", "with the bid, or when the contract is declared"
    AFTER_AUCTION = "after-auction", "after the auction, before the card is turned"


class TrumpBy(Word):
    """What makes trumps."""

    OMBRE = "ombre", "the ombre names them"
    TURNED_CARD = "turned-card", "the suit of the top card of the talon"
    NONE = "none", "there are none"


class TrumpNamed(Word):
    """When trumps are known."""

    BEFORE_EXCHANGE = "before-exchange", "before anybody exchanges"
    AFTER_OWN_EXCHANGE = "after-own-exchange", "after the ombre's exchange, before the opponents'"
    AFTER_ALL_EXCHANGES = "after-all-exchanges", "after the last exchange, before the lead"


class TurnedAce(Word):
    """What a turned black ace makes trumps."""

    PRINTED_SUIT = "printed-suit", "the suit printed on it"
    OMBRE_NAMES = "ombre-names", "any suit the ombre names before he discards"


@frozen
class Trump:
    """Trumps of the contract."""

    by: TrumpBy = rule("what makes trumps")
    suits: frozenset[str] = rule("suits that can be trumps, by letter; empty without trumps")
    named: TrumpNamed = rule("when they are known")
    turned_ace: TurnedAce = rule("what a turned black ace makes trumps")
    counts_as: Mapping[str, str] = rule("suit to the contract as which this one counts in it")


class Taken(Word):
    """How the ombre takes cards."""

    DRAW = "draw", "he discards, then draws as many from the top"
    WHOLE_TALON = "whole-talon", "he takes the whole talon, then discards"


class Kept(Word):
    """What the ombre must keep in hand."""

    ANY = "any", "nothing in particular"
    ONE_ACE = "one-ace", "one ace of his choice, and nothing else"
    ONE_BLACK_ACE = "one-black-ace", "one black ace of his choice, and nothing else"


class TurnedCard(Word):
    """What becomes of the turned card."""

    FIRST_DRAWN = (
        "first-drawn",
        "it is the first card the ombre draws; none drawn, it stays on the talon",
    )
    UNDER_TALON = "under-talon", "it goes under the talon, face down"


@frozen
class ContractExchange:
    """Exchange in the contract."""

    least: int = rule("fewest cards the ombre discards, a turned card he draws included")
    most: int = rule("most cards he discards")
    taken: Taken = rule("how he takes cards")
    kept: Kept = rule("what he must keep")
    turned_card: TurnedCard = rule("what becomes of a turned card")
    opponents: bool = rule("may the opponents exchange")


class Exposed(Word):
    """When the ombre lays his hand open."""

    NEVER = "never", "never"
    BEFORE_FIRST_LEAD = "before-first-lead", "before the lead to the first trick"
    AFTER_OWN_FIRST_CARD = "after-own-first-card", "after his own card to the first trick"


class Goal(Word):
    """What the ombre must do."""

    MOST_TRICKS = "most-tricks", "take more tricks than each opponent"
    FIVE_TRICKS = "five-tricks", "take five tricks"
    NO_TRICK = "no-trick", "take no trick"


@frozen
class Quantity:
    """A number, times a factor that may be a parameter."""

    number: Number = rule("a number or parameter")
    times: str = rule("a factor: a parameter, or a number such as 1/2", default="1")


@frozen
class Codille:
    """What a codille costs beyond the price."""

    extra: Number = rule("added to the price")
    per_trick_above: int | None = rule(
        "one more for each trick of the ombre above this number; none: no such addition"
    )
    cap: Number | None = rule("largest sum of price and additions; none: no limit")


class VoleBy(Word):
    """How the vole is undertaken in this contract."""

    NOT = "not-played", "there is no vole"
    CHOICE = "choice", "as the section on the vole says"
    BID = "bid", "by the bid itself"


@frozen
class ContractVole:
    """All nine tricks in the contract."""

    by: VoleBy = rule("how it is undertaken")
    made: Quantity = rule("what it brings when made")
    failed: Quantity = rule("what it costs when missed")


class Consent(Word):
    """Who must agree to a concession."""

    NOBODY = "nobody", "nobody is asked"
    BOTH = "both", "both opponents, or play goes on"
    TAKE_OVER = "take-over", "either opponent, by which he takes the deal over"


class Untaken(Word):
    """What if nobody takes the deal over."""

    STANDS = "stands", "the concession stands"
    REFUSED = "refused", "play goes on, and it cannot be offered again"


@frozen
class ContractConcession:
    """Giving up in the contract."""

    allowed: bool = rule("may the ombre give up")
    consent: Consent = rule("who must agree")
    untaken: Untaken = rule("what if nobody takes the deal over")


class Draws(Word):
    """What a winner draws of what is at stake."""

    ALL = "all", "all of it"
    LESS_OPENING = "less-opening", "all but the opening stake of this deal"


@frozen
class ContractStake:
    """How the contract stands to what is played for."""

    draws: Draws = rule("what the winner draws")
    base: BeteBase = rule("base of a bête")
    factor: int = rule("the bête is laid so often more")


@frozen
class Contract:
    """One contract: what is bid, promised and paid."""

    name: Name = rule("what it is called", prose=True)
    family: Family = rule("what kind it is")
    rank: int = rule(
        "its place among the bids, from 1; equal ranks are equal bids, and a place may stay empty; "
        "0 where it is entered and not bid"
    )
    entry: Entry = rule("how it is entered")
    becomes: frozenset[str] | None = rule(
        "contracts its winner may play instead, itself included if it may be played; none: as "
        "`auction.change` says"
    )
    requires: Requirement = rule("what the hand must hold")
    shows: Shown = rule("when required aces are shown")
    trump: Trump = rule("trumps")
    exchange: ContractExchange = rule("exchange")
    exposed: Exposed = rule("when the ombre lays his hand open")
    goal: Goal = rule("what the ombre must do")
    price: Quantity = rule("what it is worth")
    codille: Codille = rule("what a codille costs beyond")
    stake: ContractStake = rule("how it stands to what is played for")
    vole: ContractVole = rule("all nine tricks")
    concession: ContractConcession = rule("giving up")


class OpponentsOrder(Word):
    """Which opponent exchanges first."""

    RIGHT_FIRST = "right-first", "the one at the ombre's right, then the other"
    LEFT_FIRST = "left-first", "the one at the ombre's left, then the other"
    RIGHT_MAY_CEDE = "right-may-cede", "the one at the right exchanges or cedes the first turn"


class FirstOpponent(Word):
    """How much the first opponent may draw."""

    ALL_LEFT = "all-left", "as many as his hand holds and the talon has"
    AT_MOST_EIGHT = "at-most-eight", "at most eight"
    LEAVE_FIVE = (
        "leave-five",
        "without a matador among his nine cards he must leave five for the other",
    )


class TalonRest(Word):
    """What becomes of undrawn cards."""

    UNSEEN = "unseen", "they stay unseen"
    TURNED_UP = "turned-up", "they are shown to all after the last exchange"
    LAST_MAY_LOOK = "last-may-look", "the last to exchange may look, and then all do"


@frozen
class Exchange:
    """The procedure of the exchange."""

    order: OpponentsOrder = rule("which opponent exchanges first, after the ombre")
    first_opponent: FirstOpponent = rule("how much the first opponent may draw")
    announced: bool = rule("is the number drawn said aloud")
    talon_rest: TalonRest = rule("what becomes of undrawn cards")
