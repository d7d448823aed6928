"""Play of the tricks, the vole, concession."""

from __future__ import annotations

from lhombre_core.frozen import frozen
from lhombre_core.rules.word import Word, rule


class Leader(Word):
    """Who leads to the first trick."""

    FOREHAND = "forehand", "the forehand, whoever is ombre"


class Follow(Word):
    """What must be played to a card that was led."""

    SUIT = "suit", "a card of the suit led, if there is one in hand; trumps are one suit"


class Renounce(Word):
    """What may be played by a hand without the suit led."""

    ANY_CARD = "any-card", "any card: there is no duty to trump or to beat"


class Piles(Word):
    """How won tricks are kept."""

    APART = "apart", "each player keeps his own; those of two opponents are never added up"


class Privilege(Word):
    """When a matador need not follow a trump that was led."""

    HIGHER_THAN_LED = "higher-than-led", "when it ranks above the card led"
    ONLY_MATADORS = (
        "only-matadors",
        "when all trumps held are matadors and the card led is below the highest of them",
    )
    NONE = "none", "never: matadors follow like any trump"


class MatadorPair(Word):
    """The second matador led to the highest and the third, no other trump held."""

    ONE_OF_TWO = "one-of-two", "one of the two must be played"
    FREE = "free", "any card may be played"


class MatadorSecond(Word):
    """A matador put on a trump lead by the second player."""

    NO_FORCE = "no-force", "it forces nothing: only the card led counts"
    FORCES = "forces", "for the players after him it counts as the card led"


class Stop(Word):
    """When play stops."""

    WHEN_FIXED = "when-fixed", "when neither result nor payment can change and no vole is open"
    PLAY_OUT = "play-out", "after the ninth trick, or when the ombre stops instead of a vole"


class Inspect(Word):
    """May tricks be looked at again."""

    NONE = "none", "no"
    OWN_ON_TURN = "own-on-turn", "on one's turn"


class Talk(Word):
    """May players talk."""

    FORBIDDEN = "forbidden", "no"
    BIDS_ONLY = "bids-only", "only to bid"


class Gano(Word):
    """May an opponent ask his partner to let a trick go."""

    NONE = "none", "no"
    RECORDED = "recorded", "yes; a record may note the call, what is legal does not change"


@frozen
class Matadors:
    """The privilege of matadors."""

    privilege: Privilege = rule("when a matador need not follow a trump that was led")
    pair: MatadorPair = rule(
        "the second matador led to the highest and the third, no other trump held"
    )
    second: MatadorSecond = rule("a matador put on a trump lead by the second player")


@frozen
class Play:
    """How tricks are played."""

    leader: Leader = rule("who leads to the first trick; later the winner of the last")
    follow: Follow = rule("what must be played to a card that was led")
    renounce: Renounce = rule("what may be played by a hand without the suit led")
    piles: Piles = rule("how won tricks are kept")
    matadors: Matadors = rule("the privilege of matadors")
    stop: Stop = rule("when play stops")
    inspect: Inspect = rule("may tricks be looked at again")
    talk: Talk = rule("may players talk")
    gano: Gano = rule("may an opponent ask his partner to let a trick go")


class VoleNeeds(Word):
    """What must have happened before the vole can be undertaken."""

    FIRST_FIVE = "first-five", "the ombre has won the first five tricks"
    FIRST_FOUR = "first-four", "the ombre has won the first four tricks"
    ANY_FIVE = "any-five", "the ombre has just won his fifth trick, whichever it is"


class VoleUndertaken(Word):
    """How the vole is undertaken."""

    ANNOUNCED = (
        "announced",
        "it is said before the next lead; unsaid, the deal ends if the ombre has five tricks",
    )
    NEXT_CARD = "next-card", "by playing one more card"
    ANNOUNCED_OR_NEXT_CARD = "announced-or-next-card", "it is said, or one more card is played"


class VoleEarliest(Word):
    """When it can first be announced."""

    WHEN_DUE = "when-due", "when the tricks needed have been won"
    ANY_TURN = "any-turn", "at any turn of the ombre from the first trick, while he has every trick"


@frozen
class Vole:
    """How all nine tricks are undertaken."""

    needs: VoleNeeds = rule("what must have happened")
    undertaken: VoleUndertaken = rule("how it is undertaken")
    earliest: VoleEarliest = rule("when it can first be announced")
    opponents_confer: bool = rule("may the opponents then show each other their hands")


class ConcessionUntil(Word):
    """The last moment to give up."""

    OWN_FIRST_CARD = "own-first-card", "the ombre's own card to the first trick"
    FIRST_LEAD = (
        "first-lead",
        "the lead to the first trick; he is asked once, after the last exchange",
    )
    OWN_FOURTH_CARD = "own-fourth-card", "the ombre's own card to the fourth trick, once in a deal"


class TakeOverSettlement(Word):
    """How a deal that was taken over is settled."""

    AS_OMBRE = "as-ombre", "the taker as ombre, the surrenderer as an opponent"
    BY_TABLE = "by-table", "by the tricks of the three (`taken-over` transfers)"


@frozen
class Concession:
    """How a deal is given up."""

    until: ConcessionUntil = rule("the last moment")
    run_counts: bool = rule("do runs of top trumps count when the deal was given up")
    take_over: TakeOverSettlement = rule("how a deal that was taken over is settled")
