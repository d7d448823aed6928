"""The stance of every reader on every rule: one table, a line a rule.

A line has the path of a field below its section, and after a colon all of its words. Fields
without words, or with the same words, may share a line. `!` marks a field that always acts; of any
other `lhombre_core.rules.acting` says when it is idle. What is not listed is unknown to all
readers, and they refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from lhombre_core.rules.consumer.stance import Place, Profile, Rows, lines_of, profile_of

_CHORE: Final = "it changes neither cards nor counters"
_NUMBERS: Final = "a deal is a function of its numbers"
_NAMES: Final = "amounts are numbers, whatever their name"
_FIELDS: Final = "the fields of the contract are played"
_GIVEN: Final = "a session is given its seats and its first dealer"
_FILES: Final = "it is asked when a file or a setting is read"
_REGULAR: Final = "no irregular act is played"
_SILENT: Final = "the built-in players ask for nothing of the kind"
_RECORDED: Final = "a record gives the bid that stood"
_AFTER: Final = "how players are ranked when all is paid"
_TURNED: Final = "a turned card acts through the privileged suit"


def _printed(why: str) -> Profile:
    """Return the stances on a rule that only the texts have."""
    return profile_of("T", "SLACP", engine=why, kernel=why)


_CARDS: Final = profile_of("EKSLCPT", "A")
_FOLLOWING: Final = profile_of("EKSLT", "ACP")
_TABLE: Final = profile_of("EKACT", "SLP")
_BIDDING: Final = profile_of("EKAPT", "SLC")
_CONTRACT: Final = profile_of("EKSLACPT")
_COURSE: Final = profile_of("EKPT", "SLAC")
_OUTCOME: Final = profile_of("EKSCPT", "LA")
_PLAY: Final = profile_of("EKT", "SLACP")
_MONEY: Final = profile_of("EKCT", "SLAP")
_IRREGULAR: Final = profile_of("ET", "SLACP", kernel=_REGULAR)

_TERMS: Final = (
    "stakes.pools.*.promise.*",
    "stakes.opening.*.amount.*",
    "stakes.bete.cap.*",
    "settlement.*.amount.*",
)
_TRANSFERS: Final = ("stakes.opening.*", "settlement.*")

_TABLE_AND_CARDS: Final = (
    Rows(
        ("table",),
        _TABLE,
        """
        active!: three
        sizes!: three four five
        resting.at_four: opposite-dealer dealer left-of-dealer right-of-dealer
        resting.at_five: two-left-of-dealer neighbours-of-dealer
        resting.may_enter
        resting.entry: never after-all-pass against-ombre
        resting.asked: nearer-first farther-first
        """,
    ),
    Rows(("table",), _MONEY, "resting.money: nothing as-opponent"),
    Rows(
        ("table",),
        _PLAY,
        """
        direction!: anticlockwise clockwise
        next_dealer!: right left
        """,
    ),
    Rows(("table",), _printed(_CHORE), "resting.duties: shuffles lays-ready keeps-score"),
    Rows(
        ("table",),
        _printed(_GIVEN),
        """
        seats!: by-lot king-queen-jack
        first_dealer!: by-lot king spade highest-card
        """,
    ),
    Rows(
        ("cards",),
        _CARDS,
        """
        out!
        plain_black plain_red trump_black trump_red no_trump_black no_trump_red matadors
        """,
    ),
    Rows(("cards",), _printed(_TURNED), "second_pack!: none by-turns-at-four turned"),
    Rows(("deal",), _COURSE, "talon!"),
    Rows(
        ("deal",),
        _printed(_NUMBERS),
        """
        packets!
        first_served!: forehand dealer
        cut!: left-of-dealer right-of-dealer
        talon_place!: middle right-of-dealer
        """,
    ),
)

_STAKES: Final = (
    Rows(
        ("stakes",),
        profile_of("CT", "SLAP", engine=_NAMES, kernel=_NAMES),
        "unit!: point chip counter jeton mark",
    ),
    Rows(
        ("stakes",),
        _printed("balances begin at nothing, and may fall below"),
        """
        start_with!
        bankroll!: unlimited
        """,
    ),
    Rows(
        ("stakes",),
        _MONEY,
        """
        at_stake!
        pools.*.kind: pot ledger queue cup
        pools.*.used!
        pools.*.in_play: whole foremost largest
        pools.*.after_remise pools.*.after_codille: joins apart last
        pools.*.order: largest oldest
        pools.*.owners: dealing dealers-own
        pools.*.with_first_bete pools.*.full
        occasions.*.when: cup-full after-occasion debt-open otherwise
        occasions.*.names
        occasions.*.joins.*: all one none
        occasions.*.called_counts occasions.*.loss.remise occasions.*.loss.codille
        occasions.*.bete_base: at-stake at-stake-less-opening at-stake-less-cup opening-stake
        occasions.*.feeds occasions.*.counts
        bete.first bete.later bete.opening
        """,
    ),
    Rows(("stakes.parameters.*",), profile_of("EKACT", "SLP"), "value"),
    Rows(("stakes.parameters.*",), _printed(_FILES), "least most step"),
)

_AUCTION: Final = (
    Rows(
        ("auction",),
        _BIDDING,
        """
        procedure!: duel round
        opener!: forehand
        hold.allowed!
        hold.who: earlier forehand first-bidder
        hold.what: same-contract equal-rank
        hold.then: continues ends
        overbid!: may-answer is-out
        pass_final! jump last_speaker_bound second_round
        change: as-bid family-upwards
        forced_play.card! forced_play.contract!
        privilege.set_by: second-pack first-won-deal agreed
        privilege.suit
        privilege.compare: contract-first colour-first
        """,
    ),
    Rows(("auction",), _CONTRACT, "privilege.number"),
    Rows(("auction",), _MONEY, "privilege.price_factor"),
    Rows(("auction",), _PLAY, "after_all_pass!: next-dealer same-dealer"),
    Rows(("auction",), _printed(_RECORDED), "correction!: none until-next-bid"),
)

_CONTRACTS: Final = (
    Rows(
        ("contracts.*",),
        profile_of("KPT", "SLAC", engine=_FIELDS),
        """
        family: name-trump-exchange spades-exchange fixed-exchange turned-trump
        family: turned-trump-black-aces name-trump-no-exchange spades-no-exchange vole no-trump
        family: no-trick-exchange no-trick-no-exchange no-trick-open resting-player
        """,
    ),
    Rows(
        ("contracts.*",),
        _BIDDING,
        """
        rank
        entry.named: freely when-needed penalised never
        entry.cover
        entry.round: first second
        becomes
        requires: nothing black-aces an-ace a-black-ace
        shows: never with-bid after-auction
        """,
    ),
    Rows(
        ("contracts.*",),
        _CONTRACT,
        """
        entry.by: bid resting-seat
        entry.privilege
        trump.by: ombre turned-card none
        trump.suits
        """,
    ),
    Rows(
        ("contracts.*",),
        _BIDDING,
        """
        trump.named: before-exchange after-own-exchange after-all-exchanges
        trump.turned_ace: printed-suit ombre-names
        trump.counts_as.*
        """,
    ),
    Rows(
        ("contracts.*",),
        _COURSE,
        """
        exchange.least exchange.most exchange.opponents
        exchange.taken: draw whole-talon
        exchange.kept: any one-ace one-black-ace
        exchange.turned_card: first-drawn under-talon
        exposed: never before-first-lead after-own-first-card
        """,
    ),
    Rows(
        ("contracts.*",),
        _OUTCOME,
        """
        goal: most-tricks five-tricks no-trick
        vole.by: not-played choice bid
        """,
    ),
    Rows(
        ("contracts.*",),
        _MONEY,
        """
        price.number price.times codille.extra codille.per_trick_above codille.cap
        stake.draws: all less-opening
        stake.base: at-stake at-stake-less-opening at-stake-less-cup opening-stake
        stake.factor vole.made.number vole.made.times vole.failed.number vole.failed.times
        """,
    ),
    Rows(
        ("contracts.*",),
        profile_of("EKCPT", "SLA"),
        """
        concession.allowed
        concession.consent: nobody both take-over
        concession.untaken: stands refused
        """,
    ),
)

_COURSE_OF_PLAY: Final = (
    Rows(
        ("exchange",),
        _COURSE,
        """
        order: right-first left-first right-may-cede
        first_opponent: all-left at-most-eight leave-five
        talon_rest: unseen turned-up last-may-look
        """,
    ),
    Rows(("exchange",), profile_of("ET", "SLACP", kernel=_SILENT), "announced"),
    Rows(
        ("play",),
        _FOLLOWING,
        """
        follow!: suit
        renounce!: any-card
        matadors.privilege: higher-than-led only-matadors none
        matadors.pair: one-of-two free
        matadors.second: no-force forces
        """,
    ),
    Rows(
        ("play",),
        _PLAY,
        """
        leader!: forehand
        stop!: when-fixed play-out
        """,
    ),
    Rows(("play",), _OUTCOME, "piles!: apart"),
    Rows(
        ("play",),
        _printed(_CHORE),
        """
        inspect!: none own-on-turn
        talk!: forbidden bids-only
        gano!: none recorded
        """,
    ),
    Rows(
        ("vole",),
        _PLAY,
        """
        needs: first-five first-four any-five
        undertaken: announced next-card announced-or-next-card
        earliest: when-due any-turn
        """,
    ),
    Rows(("vole",), profile_of("ET", "SLACP", kernel=_SILENT), "opponents_confer"),
    Rows(
        ("concession",),
        _MONEY,
        """
        until: own-first-card first-lead own-fourth-card
        run_counts
        take_over: as-ombre by-table
        """,
    ),
)

_RESULT: Final = (
    Rows(
        ("result",),
        _OUTCOME,
        """
        one_four_four: remise codille
        two_in_no_trick: remise codille
        """,
    ),
    Rows(
        ("result",),
        _MONEY,
        """
        odd_unit: earlier-seat stays
        failed_vole: adds replaces becomes-remise
        run.hand: as-dealt at-first-lead
        run.least run.lacking run.paid_on_loss
        claims!: automatic
        """,
    ),
    Rows(
        _TRANSFERS,
        _MONEY,
        """
        on: opening win remise codille vole-made vole-failed conceded taken-over pass
        on: needless-naming all-pass irregularity session-end
        phase: opening auction players pools cups closing
        from to: ombre each-opponent opponents-together codille-winner opponent-with-run
        from to: surrenderer other-opponent dealer speaker each-active each-player each-other
        from to: offender bete bank
        flow: either forward reverse
        run_of: ombre opponent surrenderer
        lots: together one-each
        if.first_five: ombre opponents
        if.deal: won lost
        if.take_over: taker-ahead level surrenderer-ahead other-ahead
        if.previous: lost all-pass no-deal
        if.stopped if.vole_undertaken if.run_counts if.run_on_loss if.taken_over
        if.empty if.filled if.others if.has_bid if.contracts
        """,
    ),
    Rows(
        _TRANSFERS,
        _IRREGULAR,
        """
        if.offence: too-few-cards too-many-cards faced-card wrong-draw revoke
        if.by: ombre opponent
        """,
    ),
    Rows(
        _TERMS,
        _MONEY,
        """
        of: number price codille-extra run vole-made vole-failed vole pool bete drawn received
        of: winnings amount-of
        view: whole in-play drawable others others-or-in-play
        per: deal opponent
        round: exact down nearest
        to: ombre each-opponent opponents-together codille-winner opponent-with-run surrenderer
        to: other-opponent dealer speaker each-active each-player each-other offender bete bank
        number pool transfer less times by over
        """,
    ),
)

_SESSION: Final = (
    Rows(
        ("session",),
        _PLAY,
        """
        ends!: after-deals occasions-won marks
        deals.three deals.four deals.five target target_times limit
        void_deals: count do-not-count
        overtime: none until-pot-empty
        leftover: none split carry share-debts debts-to-winner
        """,
    ),
    Rows(("session",), _printed(_AFTER), "standing!: highest-total balances"),
    Rows(
        ("irregularities",),
        _IRREGULAR,
        """
        short_deal! faced_card!: thrown-in notice
        long_deal!: thrown-in buys-one-fewer notice
        long_deal_opponent: buys-one-fewer thrown-in
        wrong_draw! revoke!: refused put-right decides
        wrong_draw! revoke!: lays-bete lays-bete-if-seen lays-one-bete-if-late
        run_counts ombre_factor
        """,
    ),
)

ROWS: Final = (
    *_TABLE_AND_CARDS,
    *_STAKES,
    *_AUCTION,
    *_CONTRACTS,
    *_COURSE_OF_PLAY,
    *_RESULT,
    *_SESSION,
)


@cache
def table() -> Mapping[Place, Profile]:
    """Return the stances on every value that is listed, by reader."""
    return {place: profile for place, profile, _ in entries()}


def entries() -> Iterator[tuple[Place, Profile, bool]]:
    """Yield every value that is listed with the stances on it, and whether it always acts."""
    for rows in ROWS:
        for section in rows.sections:
            for field, words in lines_of(rows):
                pattern = f"{section}.{field.removesuffix('!')}"
                for word in words or (None,):
                    yield Place(pattern, word), rows.profile, field.endswith("!")
