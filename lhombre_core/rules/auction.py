"""The auction: who speaks when, who may hold, what passing and passing out mean."""

from __future__ import annotations

from fractions import Fraction

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Word, rule


class Procedure(Word):
    """The course of the auction (`duel` and `round`)."""

    DUEL = "duel", "forehand and middlehand until one passes, then the survivor and the backhand"
    ROUND = "round", "round the table among all who have not passed"


class Opener(Word):
    """Who speaks first."""

    FOREHAND = "forehand", "the forehand"


class HoldWho(Word):
    """Who may answer a bid with one that is no higher."""

    EARLIER = "earlier", "the earlier seat (of the duel, or of all still in)"
    FOREHAND = "forehand", "the forehand alone"
    FIRST_BIDDER = "first-bidder", "the player who made the first bid of the deal"


class HoldWhat(Word):
    """With what a bid may be held."""

    SAME_CONTRACT = "same-contract", "the same contract"
    EQUAL_RANK = "equal-rank", "the same contract or another of the same rank"


class HoldThen(Word):
    """What follows a hold."""

    CONTINUES = "continues", "the later player may exceed, the holder hold again"
    ENDS = "ends", "the player whose bid was held is out"


@frozen
class Hold:
    """The right to match a later player's bid."""

    allowed: bool = rule("may a bid be held at all; otherwise every bid must exceed the last")
    who: HoldWho = rule("who may hold")
    what: HoldWhat = rule("with what")
    then: HoldThen = rule("what follows")


class Overbid(Word):
    """What becomes of a bidder who is overbid."""

    MAY_ANSWER = "may-answer", "he may hold or exceed"
    IS_OUT = "is-out", "he may not answer"


class Change(Word):
    """What a winner may turn his bid into when his contract has no list of its own."""

    AS_BID = "as-bid", "nothing: it is played as bid"
    FAMILY_UPWARDS = (
        "family-upwards",
        (
            "any contract with (or without) exchange like his own, of equal or higher rank, whose "
            "requirement his hand meets"
        ),
    )


class Correction(Word):
    """May a bid be altered."""

    NONE = "none", "no"
    UNTIL_NEXT_BID = (
        "until-next-bid",
        "until the next player has spoken; a record gives the bid that stood",
    )


class AfterAllPass(Word):
    """Who deals after a deal that nobody bid on."""

    NEXT_DEALER = "next-dealer", "the next dealer"
    SAME_DEALER = "same-dealer", "the same dealer again"


@frozen
class ForcedPlay:
    """After three passes the holder of a card must play."""

    card: str = rule("the card, such as SA; if it lies in the talon the deal is void")
    contract: str = rule("the contract he must play")


class PrivilegeSetBy(Word):
    """What fixes the privileged suit."""

    SECOND_PACK = "second-pack", "the top card of the second pack, turned after every deal"
    FIRST_WON_DEAL = (
        "first-won-deal",
        "trumps of the first deal won in a trump contract, for the session",
    )
    AGREED = "agreed", "an agreement for the whole session"


class PrivilegeCompare(Word):
    """How bids with and without privilege compare."""

    CONTRACT_FIRST = "contract-first", "by contract, then plain, Couleur, Sur"
    COLOUR_FIRST = "colour-first", "plain, Couleur, Sur, then by contract"


@frozen
class Privilege:
    """Suits that raise a bid made in them."""

    number: int = rule(
        "1: the suit set is Couleur; 2: it is Sur, the other suit of its colour Couleur"
    )
    set_by: PrivilegeSetBy = rule("what fixes the suit")
    suit: str = rule("agreed: the suit, a letter or a parameter")
    compare: PrivilegeCompare = rule("how bids compare")
    price_factor: Fraction = rule("factor of the price of the contract in such a suit")


@frozen
class Auction:
    """How the ombre is found."""

    procedure: Procedure = rule("the course of the auction")
    opener: Opener = rule("who speaks first")
    hold: Hold = rule("the right to match a later bid")
    overbid: Overbid = rule("what becomes of a bidder who is overbid")
    pass_final: bool = rule("is a player who has passed out of the auction")
    jump: bool = rule("may a bid pass over others")
    change: Change = rule("what a winner may turn his bid into when his contract says nothing")
    last_speaker_bound: bool = rule(
        "is the last speaker, after all others passed, bound by the cover of contracts"
    )
    correction: Correction = rule("may a bid be altered")
    after_all_pass: AfterAllPass = rule("who deals after a deal that nobody bid on")
    second_round: bool = rule(
        "after three passes, one more round for the contracts bid in the second round only"
    )
    forced_play: ForcedPlay | None = rule("who must play after three passes; none: nobody")
    privilege: Privilege | None = rule("privileged suits; none: none")
