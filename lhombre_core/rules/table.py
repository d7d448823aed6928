"""Identity of a variant, the table, the cards and the deal."""

from __future__ import annotations

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Word, rule


class Status(Word):
    """How well the game is attested."""

    DESCRIBED = "described", "a text gives its rules"
    OBSERVED = "observed", "it was seen played so"
    RECONSTRUCTED = "reconstructed", "put together from several texts, none of them complete"


@frozen
class Name:
    """A name in the game's own language and in English."""

    own: str = rule("the name in the language of the game", prose=True)
    en: str = rule("the name in English", prose=True)


@frozen
class Identity:
    """What the variant is, when and where."""

    id: str = rule("kebab-case id; never renamed, only aliased", prose=True)
    aliases: frozenset[str] = rule("further ids under which it is found", prose=True)
    name: Name = rule("what the game is called", prose=True)
    language: str = rule("the language of its own words, as a tag such as `da`", prose=True)
    period: str = rule("when it was played", prose=True)
    region: str = rule("where it was played", prose=True)
    status: Status = rule("how well it is attested", prose=True)
    extends: str | None = rule("the one parent whose values it takes over", prose=True)
    patches: tuple[str, ...] = rule("patches applied to it, by name", prose=True)
    summary: str = rule("two or three sentences on what sets it apart", prose=True)


class Active(Word):
    """How many get cards in a deal."""

    THREE = "three", "three; a resting player who enters plays against all three"


class TableSize(Word):
    """How many sit at the table."""

    THREE = "three", "three, all of them active"
    FOUR = "four", "four, one of whom rests"
    FIVE = "five", "five, two of whom rest"


class RestingAtFour(Word):
    """Who gets no cards when four are at the table."""

    OPPOSITE_DEALER = "opposite-dealer", "the player who faces the dealer"
    DEALER = "dealer", "the dealer himself"
    LEFT_OF_DEALER = "left-of-dealer", "the dealer's left neighbour"
    RIGHT_OF_DEALER = "right-of-dealer", "the dealer's right neighbour"


class RestingAtFive(Word):
    """Who gets no cards when five are at the table."""

    TWO_LEFT_OF_DEALER = "two-left-of-dealer", "the two who sit at the dealer's left"
    NEIGHBOURS_OF_DEALER = "neighbours-of-dealer", "the two neighbours of the dealer"


class RestingMoney(Word):
    """What a resting player pays and receives."""

    NONE = "nothing", "nothing in the deals of others"
    AS_OPPONENT = "as-opponent", "whatever each opponent pays or receives"


class RestingEntry(Word):
    """When a resting player may enter the deal with the talon."""

    NEVER = "never", "he may not"
    AFTER_ALL_PASS = "after-all-pass", "when everybody has passed"
    AGAINST_OMBRE = "against-ombre", "when an ombre has been found, whose bid then lapses"


class RestingAsked(Word):
    """Which of two resting players is asked first."""

    NEARER_FIRST = "nearer-first", "the one next to the dealer, then the other"
    FARTHER_FIRST = "farther-first", "the one farther from the dealer, then the other"


class RestingDuty(Word):
    """What a resting player does for the table."""

    SHUFFLES = "shuffles", "shuffles the second pack and lays it ready"
    LAYS_READY = "lays-ready", "gathers the pack just used and lays it ready for the next dealer"
    KEEPS_SCORE = "keeps-score", "keeps the score sheet"


@frozen
class Resting:
    """The player who gets no cards in a deal."""

    at_four: RestingAtFour | None = rule("who rests when four are at the table")
    at_five: RestingAtFive | None = rule("who rest when five are at the table")
    duties: frozenset[RestingDuty] = rule("what he does meanwhile")
    money: RestingMoney = rule("what he pays and receives")
    may_enter: bool = rule("may a resting player take the talon and play alone")
    entry: RestingEntry = rule("when he may do so")
    asked: RestingAsked = rule("which of two is asked first")


class SeatDraw(Word):
    """How the places at the table are found."""

    BY_LOT = "by-lot", "by lot"
    KING_QUEEN_JACK = (
        "king-queen-jack",
        (
            "king, queen and jack are drawn: the king chooses, the queen sits at his right, the "
            "jack at his left, a fourth opposite the first dealer"
        ),
    )


class Direction(Word):
    """Which way everything goes round."""

    ANTICLOCKWISE = "anticlockwise", "to the right"
    CLOCKWISE = "clockwise", "to the left: right and left change places in every rule"


class FirstDealer(Word):
    """Who deals first."""

    BY_LOT = "by-lot", "a player found by lot"
    KING = "king", "the drawer of the only king among as many cards as players"
    SPADE = "spade", "the drawer of the only spade among as many cards as players"
    HIGHEST_CARD = (
        "highest-card",
        "the drawer of the highest card in plain order; equals draw again",
    )


class NextDealer(Word):
    """Where the deal passes."""

    RIGHT = "right", "to the right-hand neighbour"
    LEFT = "left", "to the left-hand neighbour"


@frozen
class Table:
    """Who sits where, who rests and who deals."""

    active: Active = rule("how many get cards in a deal")
    sizes: frozenset[TableSize] = rule("how many may sit at the table")
    resting: Resting = rule("the player without cards")
    seats: SeatDraw = rule("how places are found")
    direction: Direction = rule("which way deal, auction, exchange and play go round")
    first_dealer: FirstDealer = rule("who deals first")
    next_dealer: NextDealer = rule("where the deal passes")


class SecondPack(Word):
    """What a second pack is for."""

    NONE = "none", "one pack only"
    BY_TURNS_AT_FOUR = "by-turns-at-four", "with four at the table two packs are used by turns"
    TURNED = "turned", "its top card is turned after the deal and sets the privileged suit"


@frozen
class Cards:
    """The pack, its orders and its matadors.

    An order names ranks from high to low. In a trump order a bare rank is a card of the trump
    suit, a two-letter word such as `SA` that very card.
    """

    out: str = rule("ranks taken out of a pack of fifty-two, such as `8 9 10`")
    plain_black: str = rule("black suit that is not trumps, high to low")
    plain_red: str = rule("red suit that is not trumps, high to low")
    trump_black: str = rule("black trump suit with its permanent trumps, high to low")
    trump_red: str = rule("red trump suit with its permanent trumps, high to low")
    no_trump_black: str | None = rule("black suit when there are no trumps, high to low")
    no_trump_red: str | None = rule("red suit when there are no trumps, high to low")
    matadors: int = rule("how many top trumps have the privilege of matadors")
    second_pack: SecondPack = rule("what a second pack is for")


class FirstServed(Word):
    """Who gets the first packet."""

    FOREHAND = "forehand", "the forehand, the dealer last"
    DEALER = "dealer", "the dealer, then the forehand"


class Cutter(Word):
    """Who cuts the pack."""

    LEFT_OF_DEALER = "left-of-dealer", "the dealer's left neighbour"
    RIGHT_OF_DEALER = "right-of-dealer", "the dealer's right neighbour"


class TalonPlace(Word):
    """Where the undealt cards lie."""

    MIDDLE = "middle", "face down in the middle of the table"
    RIGHT_OF_DEALER = "right-of-dealer", "face down at the dealer's right"


@frozen
class Deal:
    """How the cards are given out."""

    packets: tuple[int, ...] = rule("how many cards each player gets at a time")
    first_served: FirstServed = rule("who gets the first packet")
    cut: Cutter = rule("who cuts")
    talon: int = rule("how many cards remain undealt")
    talon_place: TalonPlace = rule("where they lie")


class Canonical(Word):
    """Words of this edition for which a variant may have words of its own."""

    OMBRE = "ombre", "the player who plays alone"
    OPPONENT = "opponent", "a player against the ombre"
    FOREHAND = "forehand", "the first to speak and to lead"
    MIDDLEHAND = "middlehand", "the second"
    BACKHAND = "backhand", "the third"
    RESTING = "resting", "a player at the table without cards"
    MORT = "mort", "the resting player who plays the talon"
    DEALER = "dealer", "the player who deals"
    TALON = "talon", "the undealt cards"
    SPADILLE = "spadille", "the ace of spades, highest trump"
    MANILLE = "manille", "the second trump"
    BASTA = "basta", "the ace of clubs, third trump"
    PUNTO = "punto", "the ace of a red trump suit"
    MATADOR = "matador", "one of the top trumps with a privilege"
    TRUMP = "trump", "a card of the suit that beats the others"
    TRICK = "trick", "one card of each player"
    PASS = "pass", "to bid nothing"
    BID = "bid", "to offer a contract"
    HOLD = "hold", "to match the bid of a later player"
    EXCHANGE = "exchange", "to discard and draw"
    COULEUR = "couleur", "the privileged suit"
    SUR = "sur", "the higher of two privileged suits"
    VOLE = "vole", "all nine tricks"
    WIN = "win", "the ombre's success"
    REMISE = "remise", "a loss with no opponent alone ahead"
    CODILLE = "codille", "a loss to an opponent"
    BETE = "bete", "the sum a loser lays"
    RUN = "run", "the unbroken run of top trumps"
    PRIMERA = "primera", "the first five tricks"
    CONCESSION = "concession", "giving the deal up"
    REVOKE = "revoke", "not following although one could"
