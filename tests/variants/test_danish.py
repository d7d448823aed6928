"""The three Danish games: their values, their defaults, and what each reading changes."""

from functools import cache
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load
from lhombre_core.language.resolve.point import Choice
from lhombre_core.language.resolve.write import collisions
from lhombre_core.rules.acting.difference import differing_paths
from lhombre_core.rules.data.path import covers, steps, value_at

CLUB, TOURNAMENT, TARIFF = "danish-club", "danish-tournament", "danish-tariff"
VARIANTS = (CLUB, TOURNAMENT, TARIFF)

EXCHANGE = ("spil", "bedre-spil", "tourne", "kobe-nolo", "tourne-respekt")
TURNED = ("tourne", "tourne-respekt")
TRUMP_EXCHANGE = ("spil", "bedre-spil", *TURNED)
SOLOS = ("solo", "solo-spar")
NOLOS = ("kobe-nolo", "ren-nolo", "nolo-ouvert")
CONTRACTS = (*EXCHANGE, *SOLOS, "ren-nolo", "nolo-ouvert")

# point: default in the club, in the tournament, in the tariff; "-": it does not concern it
DEFAULTS = """
DA01: T, T, P
DA02: flat-1, flat-1, graded
DA03: declarer-only, declarer-only, each-defender
DA04: equal, equal, nolo-above
DA05: equal, equal, equal
DA06: allowed, forbidden, none
DA07: required, none, none
DA08: none, none, none
DA09: counts-as-solo-spar, choose-and-exclude, paid-as-bid
DA10: same-or-equal-rank, same-or-equal-rank, same-or-equal-rank
DA11: seat-order, seat-order, seat-order
DA12: hold, hold, hold
DA13: 1-and-2, 1-and-2, 0
DA14: right-then-left, right-then-left, right-then-left
DA15: yes, no, no
DA16: own-first-card, own-first-card, own-first-card
DA17: -, -, concession
DA18: announce, sixth-card, announce-or-lead
DA19: after-trick-5, after-trick-5, after-trick-5
DA20: before-first-lead, before-first-lead, after-declarers-first-card
DA21: bet-codille, bet-codille, bet-codille
DA22: flat, flat, from-second
DA23: when-fixed, when-fixed, when-fixed
DA24: set-model, set-model, set-model
DA25: one-of-two, one-of-two, one-of-two
DA26: no-force, no-force, no-force
DA27: after-auction, after-auction, with-bid
DA28: void-next-dealer, void-next-dealer, void-next-dealer
DA29.turn: anticlockwise, anticlockwise, anticlockwise
DA29.deal: -, -, right-forehand-first
DA30: opposite-dealer, opposite-dealer, opposite-dealer
DA31: until-next-bid, never, never
DA32: correct-before-looking, engine-forbids, engine-forbids
DA33: engine-forbids, engine-forbids, engine-forbids
DA34: codille, codille, codille
DA35: 30-40, 30-40, -
DA36: random, king, random
DA37: printed-suit, printed-suit, printed-suit
DA38: first-five, first-five, first-five
DA39: -, -, 3,2
DA40: -, -, allowed
DA41: must-say-spil, free, free
DA42.length: -, -, 30-40
DA42.void: -, -, count
DA43: won-value-minus-1, won-value-minus-1, won-value-minus-1
DA44: 6, 6, 5
DA45: only-when-needed, free, free
"""

REFINES = {
    "DA02": ("DA01",),
    "DA17": ("DA15", "DA16"),
    "DA22": ("DA01",),
    "DA25": ("DA24",),
    "DA32": ("DA17",),
    "DA39": ("DA01",),
    "DA40": ("DA13",),
    "DA41": ("DA07",),
    "DA42.void": ("DA28",),
    "DA44": ("DA01",),
}

# reading, a path, and the value there in every variant that has the point (None: nothing)
EFFECTS = [
    ("DA01=T", "contracts.tourne.price.number", 2),
    ("DA01=T", "contracts.kobe-nolo.codille.per_trick_above", None),
    ("DA01=T", "contracts.nolo-ouvert.price.number", 6),
    ("DA01=P", "contracts.tourne.price.number", 1),
    ("DA01=P", "contracts.solo-spar.codille.extra", 2),
    ("DA01=P", "contracts.kobe-nolo.codille.per_trick_above", 1),
    ("DA02=flat-1", "contracts.nolo-ouvert.codille.extra", 1),
    ("DA02=graded", "contracts.nolo-ouvert.codille.extra", 3),
    ("DA02=graded", "contracts.ren-nolo.codille.extra", 2),
    ("DA02=graded", "contracts.solo.codille.extra", 1),
    ("DA03=declarer-only", "settlement.win.from", "bank"),
    ("DA03=declarer-only", "settlement.codille.to", "bank"),
    ("DA03=declarer-only", "session.standing", "highest-total"),
    ("DA03=each-defender", "settlement.win.from", "each-opponent"),
    ("DA03=each-defender", "settlement.vole_made.from", "each-opponent"),
    ("DA03=each-defender", "settlement.vole_failed.to", "each-opponent"),
    ("DA03=each-defender", "settlement.remise.to", "each-opponent"),
    ("DA03=each-defender", "settlement.conceded.to", "each-opponent"),
    ("DA03=each-defender", "settlement.codille.to", "each-opponent"),
    ("DA03=each-defender", "session.standing", "balances"),
    ("DA06=allowed", "contracts.spil.becomes", frozenset(EXCHANGE)),
    ("DA06=forbidden", "contracts.spil.becomes", frozenset(EXCHANGE) - {"tourne-respekt"}),
    ("DA06=none", "contracts.spil.becomes", frozenset({"spil"})),
    ("DA07=required", "contracts.tourne.entry.named", "when-needed"),
    ("DA07=required", "contracts.tourne-respekt.entry.cover", "spil"),
    ("DA07=penalised", "contracts.kobe-nolo.entry.named", "penalised"),
    ("DA07=penalised", "settlement.needless_naming.to", "bank"),
    ("DA07=penalised", "settlement.needless_naming.amount.penalty.number", "needless_naming"),
    ("DA07=none", "contracts.bedre-spil.entry.named", "freely"),
    ("DA07=none", "contracts.bedre-spil.entry.cover", None),
    ("DA08=within-family-upwards", "auction.change", "family-upwards"),
    ("DA09=counts-as-solo-spar", "contracts.solo.trump.counts_as.S", "solo-spar"),
    ("DA09=choose-and-exclude", "contracts.solo.trump.suits", frozenset("CHD")),
    ("DA09=choose-and-exclude", "contracts.solo.becomes", frozenset(SOLOS)),
    ("DA09=paid-as-bid", "contracts.solo.trump.suits", frozenset("SCHD")),
    ("DA09=paid-as-bid", "contracts.solo.trump.counts_as", {}),
    ("DA10=same-only", "auction.hold.what", "same-contract"),
    ("DA11=forehand-only", "auction.hold.who", "forehand"),
    ("DA12=beat", "auction.hold.allowed", False),
    ("DA13=1-and-2", "contracts.bedre-spil.exchange.least", 1),
    ("DA13=1-and-2", "contracts.tourne-respekt.exchange.least", 2),
    ("DA13=0", "contracts.kobe-nolo.exchange.least", 0),
    ("DA13=0", "contracts.tourne.exchange.least", 0),
    ("DA14=left-then-right", "exchange.order", "left-first"),
    ("DA15=yes", "contracts.kobe-nolo.concession.allowed", True),
    ("DA15=yes", "contracts.ren-nolo.concession.allowed", False),
    ("DA15=no", "contracts.kobe-nolo.concession.allowed", False),
    ("DA16=before-play", "concession.until", "first-lead"),
    ("DA17=bad-hand-size", "contracts.spil.concession.allowed", False),
    ("DA17=bad-hand-size", "settlement.conceded", None),
    ("DA17=bad-hand-size", "irregularities.wrong_draw", "decides"),
    ("DA18=announce", "vole.undertaken", "announced"),
    ("DA18=sixth-card", "vole.undertaken", "next-card"),
    ("DA18=announce-or-lead", "vole.undertaken", "announced-or-next-card"),
    ("DA19=any-time-before-lead-6", "vole.earliest", "any-turn"),
    ("DA20=before-first-lead", "contracts.nolo-ouvert.exposed", "before-first-lead"),
    ("DA20=after-declarers-first-card", "contracts.nolo-ouvert.exposed", "after-own-first-card"),
    ("DA21=any-trick-single-loss", "result.two_in_no_trick", "remise"),
    ("DA22=from-second", "contracts.kobe-nolo.codille.per_trick_above", 1),
    ("DA22=from-first", "contracts.kobe-nolo.codille.per_trick_above", 0),
    ("DA22=from-first", "contracts.ren-nolo.codille.per_trick_above", None),
    ("DA22=flat", "contracts.kobe-nolo.codille.extra", 1),
    ("DA23=play-out", "play.stop", "play-out"),
    ("DA24=only-matadors-lower-lead", "play.matadors.privilege", "only-matadors"),
    ("DA24=only-matadors-lower-lead", "play.matadors.pair", "free"),
    ("DA24=no-privilege", "play.matadors.privilege", "none"),
    ("DA25=free", "play.matadors.pair", "free"),
    ("DA26=forces", "play.matadors.second", "forces"),
    ("DA27=after-auction", "contracts.tourne-respekt.shows", "after-auction"),
    ("DA27=with-bid", "contracts.tourne-respekt.shows", "with-bid"),
    ("DA28=redeal-same-dealer", "auction.after_all_pass", "same-dealer"),
    ("DA28=redeal-same-dealer", "session.void_deals", "do-not-count"),
    ("DA29.turn=clockwise", "table.direction", "clockwise"),
    ("DA29.deal=left-dealer-first", "table.next_dealer", "left"),
    ("DA29.deal=left-dealer-first", "deal.first_served", "dealer"),
    ("DA30=dealer", "table.resting.at_four", "dealer"),
    ("DA31=never", "auction.correction", "none"),
    ("DA32=correct-before-looking", "irregularities.wrong_draw", "put-right"),
    ("DA32=contract-lost", "irregularities.wrong_draw", "decides"),
    ("DA32=engine-forbids", "irregularities.wrong_draw", "refused"),
    ("DA33=penalty", "irregularities.revoke", "decides"),
    ("DA34=bet", "result.one_four_four", "remise"),
    ("DA35=agreed", "session.deals.four", "deals_four"),
    ("DA36=king", "table.seats", "king-queen-jack"),
    ("DA36=king", "table.first_dealer", "king"),
    ("DA36=random", "table.first_dealer", "by-lot"),
    ("DA37=declarer-chooses", "contracts.tourne.trump.turned_ace", "ombre-names"),
    ("DA37=declarer-chooses", "contracts.tourne-respekt.trump.turned_ace", "ombre-names"),
    ("DA38=any-five", "vole.needs", "any-five"),
    ("DA39=4,2", "contracts.ren-nolo.price.number", 4),
    ("DA39=4,2", "contracts.nolo-ouvert.price.number", 5),
    ("DA40=turned-card-obligatory", "contracts.tourne.exchange.least", 1),
    ("DA40=turned-plus-one", "contracts.tourne-respekt.exchange.least", 2),
    ("DA41=free", "auction.last_speaker_bound", False),
    ("DA41=must-say-spil", "auction.last_speaker_bound", True),
    ("DA42.length=agreed", "session.deals.three", "deals_three"),
    ("DA42.void=do-not-count", "session.void_deals", "do-not-count"),
    ("DA43=contract-lost", "result.failed_vole", "becomes-remise"),
    ("DA44=5", "contracts.nolo-ouvert.price.number", 5),
    ("DA44=6", "contracts.nolo-ouvert.price.number", 6),
    ("DA45=only-when-needed", "contracts.solo-spar.entry.named", "when-needed"),
    ("DA45=only-when-needed", "contracts.solo-spar.entry.cover", "solo"),
    ("DA45=never", "contracts.solo-spar.entry.named", "never"),
    ("DA45=free", "contracts.solo-spar.entry.named", "freely"),
]

# parameter: value, least, most, step
PARAMETERS = {
    "needless_naming": (1, 0, 10, 1),
    "kobe_nolo_cap": (None, 3, 11, 1),
    "deals_three": (30, 3, 300, 3),
    "deals_four": (40, 4, 400, 4),
}


def _defaults():
    for line in DEFAULTS.split("\n"):
        point, colon, values = line.partition(": ")
        if colon:
            yield point, dict(zip(VARIANTS, values.split(", "), strict=True))


@cache
def rules(variant):
    return load(variant).rules


def points(variant):
    return rules(variant).apparatus.points


def at(rule_set, path):
    try:
        return value_at(rule_set, steps(path))
    except KeyError:
        return None


def variants_with(point):
    return [variant for variant in VARIANTS if point in points(variant)]


def runnable(variant):
    return [
        (point, key, reading)
        for point, entry in points(variant).items()
        for key, reading in entry.readings.items()
        if reading.documented_only is None
    ]


def prices(variant):
    return {name: rules(variant).contracts[name].price.number for name in CONTRACTS}


def ladder(variant):
    contracts = rules(variant).contracts
    levels = sorted({contract.rank for contract in contracts.values()})
    return [{name for name in contracts if contracts[name].rank == level} for level in levels]


# The games as they are.


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_nine_contracts_named_in_the_words_of_the_variant(variant):
    contracts = rules(variant).contracts
    assert tuple(contracts) == CONTRACTS
    assert len({contract.name.own for contract in contracts.values()}) == 9


def test_each_game_has_its_own_words():
    own = [rules(variant).contracts["spil"].name.own for variant in VARIANTS]
    assert own == ["Spil", "Request", "Простая игра"]
    assert [rules(variant).terms["codille"] for variant in VARIANTS] == [
        "kruk",
        "codille",
        "кодиль",
    ]


@pytest.mark.parametrize("variant", [CLUB, TOURNAMENT])
def test_each_nolo_is_level_with_a_trump_contract(variant):
    assert ladder(variant) == [
        {"spil"},
        {"bedre-spil"},
        {"tourne", "kobe-nolo"},
        {"tourne-respekt"},
        {"solo"},
        {"solo-spar", "ren-nolo"},
        {"nolo-ouvert"},
    ]


def test_in_the_tariff_the_nolo_with_exchange_is_above_the_turned_contract():
    assert ladder(TARIFF) == [
        {"spil"},
        {"bedre-spil"},
        {"tourne"},
        {"kobe-nolo"},
        {"tourne-respekt"},
        {"solo"},
        {"solo-spar", "ren-nolo"},
        {"nolo-ouvert"},
    ]


@pytest.mark.parametrize("variant", [CLUB, TOURNAMENT])
def test_values_are_one_to_six_and_a_codille_costs_one_more(variant):
    values = (1, 1, 2, 2, 3, 3, 4, 4, 6)
    assert prices(variant) == dict(zip(CONTRACTS, values, strict=True))
    for contract in rules(variant).contracts.values():
        assert (contract.codille.extra, contract.codille.per_trick_above) == (1, None)


def test_the_tariff_has_lower_values_and_graded_codilles():
    values = (1, 1, 1, 2, 2, 2, 3, 3, 5)
    assert prices(TARIFF) == dict(zip(CONTRACTS, values, strict=True))
    extras = {name: contract.codille.extra for name, contract in rules(TARIFF).contracts.items()}
    assert tuple(extras[name] for name in CONTRACTS) == (1, 1, 1, 0, 1, 1, 2, 2, 3)
    by_trick = {
        name: contract.codille.per_trick_above
        for name, contract in rules(TARIFF).contracts.items()
        if contract.codille.per_trick_above is not None
    }
    assert by_trick == {"kobe-nolo": 1}


def test_only_the_nolo_with_exchange_can_have_a_largest_loss():
    for variant in VARIANTS:
        caps = {name: c.codille.cap for name, c in rules(variant).contracts.items()}
        assert caps.pop("kobe-nolo") == "kobe_nolo_cap"
        assert set(caps.values()) == {None}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_ombre_exchanges_in_five_contracts_and_the_opponents_in_all_with_trumps(variant):
    for name, contract in rules(variant).contracts.items():
        assert (contract.exchange.most == 9) == (name in EXCHANGE)
        assert contract.exchange.opponents == (name not in NOLOS)


@pytest.mark.parametrize(
    ("variant", "least"),
    [(CLUB, (1, 1, 2, 1, 2)), (TOURNAMENT, (1, 1, 2, 1, 2)), (TARIFF, (0, 0, 0, 0, 0))],
)
def test_how_few_cards_may_be_exchanged(variant, least):
    found = tuple(rules(variant).contracts[name].exchange.least for name in EXCHANGE)
    assert found == least


@pytest.mark.parametrize(
    ("variant", "allowed"),
    [(CLUB, {*EXCHANGE}), (TOURNAMENT, {*TRUMP_EXCHANGE}), (TARIFF, {*TRUMP_EXCHANGE})],
)
def test_which_contracts_may_be_thrown_up(variant, allowed):
    found = {name for name, c in rules(variant).contracts.items() if c.concession.allowed}
    assert found == allowed


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_no_tout_in_a_nolo(variant):
    without = {name for name, c in rules(variant).contracts.items() if c.vole.by == "not-played"}
    assert without == {*NOLOS}


@pytest.mark.parametrize(
    ("variant", "spil", "solo"),
    [
        (CLUB, {*EXCHANGE}, {"solo"}),
        (TOURNAMENT, {*EXCHANGE} - {"tourne-respekt"}, {*SOLOS}),
        (TARIFF, {"spil"}, {"solo"}),
    ],
)
def test_what_a_winner_may_turn_his_bid_into(variant, spil, solo):
    contracts = rules(variant).contracts
    assert contracts["spil"].becomes == spil
    assert contracts["solo"].becomes == solo
    others = {name: c.becomes for name, c in contracts.items() if name not in {"spil", "solo"}}
    assert set(others.values()) == {None}
    assert rules(variant).auction.change == "as-bid"


def test_in_the_club_contracts_hide_under_spil_and_solo():
    covers_of = {name: c.entry.cover for name, c in rules(CLUB).contracts.items() if c.entry.cover}
    assert covers_of == {
        "bedre-spil": "spil",
        "tourne": "spil",
        "kobe-nolo": "spil",
        "tourne-respekt": "spil",
        "solo-spar": "solo",
    }
    assert {rules(CLUB).contracts[name].entry.named for name in covers_of} == {"when-needed"}


@pytest.mark.parametrize("variant", [TOURNAMENT, TARIFF])
def test_elsewhere_every_contract_is_bid_by_its_own_name(variant):
    for contract in rules(variant).contracts.values():
        assert (contract.entry.named, contract.entry.cover) == ("freely", None)


def test_solo_in_spades_is_another_contract_or_not_or_excluded():
    trumps = {variant: rules(variant).contracts["solo"].trump for variant in VARIANTS}
    assert trumps[CLUB].counts_as == {"S": "solo-spar"}
    assert trumps[TOURNAMENT].suits == {"C", "H", "D"}
    assert trumps[TARIFF].suits == {"S", "C", "H", "D"}
    assert not trumps[TARIFF].counts_as


@pytest.mark.parametrize(
    ("variant", "other"), [(CLUB, "bank"), (TOURNAMENT, "bank"), (TARIFF, "each-opponent")]
)
def test_points_come_from_nobody_and_chips_from_each_opponent(variant, other):
    for transfer in rules(variant).settlement.values():
        assert {transfer.from_, transfer.to} == {"ombre", other}


# The disputed points.


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_points_of_a_variant_and_their_defaults(variant):
    expected = {point: of[variant] for point, of in _defaults() if of[variant] != "-"}
    assert {name: point.default for name, point in points(variant).items()} == expected


def test_how_many_points_and_readings_there_are():
    assert [len(points(variant)) for variant in VARIANTS] == [41, 41, 46]
    everything = {
        (name, key)
        for variant in VARIANTS
        for name, p in points(variant).items()
        for key in p.readings
    }
    assert len({name for name, _ in everything}) == 47
    assert len(everything) == 103


def test_points_prevail_over_others_only_as_they_say():
    found = {name: p.refines for v in VARIANTS for name, p in points(v).items() if p.refines}
    assert found == REFINES


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_parameters(variant):
    found = {
        name: (p.value, p.least, p.most, p.step)
        for name, p in rules(variant).stakes.parameters.items()
    }
    assert found == PARAMETERS


@pytest.mark.parametrize(("reading", "path", "value"), EFFECTS)
def test_what_a_reading_makes_of_a_rule(reading, path, value):
    variants = variants_with(reading.partition("=")[0])
    assert variants
    for variant in variants:
        assert at(load(variant, [reading]).rules, path) == value


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_default_reading_changes_nothing(variant):
    hashes = {
        load(variant, [f"{name}={point.default}"]).hash
        for name, point in points(variant).items()
        if point.readings[point.default].documented_only is None
    }
    assert hashes == {load(variant).hash}


# Written as a bet, with changes: what these pay goes where a bet goes.
LIKE_A_BET = {"settlement.codille.to", "settlement.conceded.to"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_other_reading_changes_what_it_names_and_nothing_else(variant):
    for point, key, reading in runnable(variant):
        if key == points(variant)[point].default:
            continue
        changed = load(variant, [f"{point}={key}"]).rules
        paths = {p for p, *_ in differing_paths(rules(variant), changed, by_family=False)}
        named = [*(reading.set or ()), *reading.remove]
        beside = {path for path in paths if not any(covers(name, path) for name in named)}
        assert paths, f"{point}={key} changes nothing"
        assert beside <= (LIKE_A_BET if point == "DA03" else set()), f"{point}={key}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_readings_of_different_points_can_all_be_combined(variant):
    found = find(variant).points
    for (one, first, _), (other, second, _) in combinations(runnable(variant), 2):
        if one != other:
            writes = found.writes([Choice(one, first), Choice(other, second)])
            assert not list(collisions(writes, found.prevails)), f"{one}={first} {other}={second}"


@pytest.mark.parametrize(
    ("variant", "readings", "path", "value"),
    [
        (CLUB, ["DA01=P", "DA02=flat-1"], "contracts.nolo-ouvert.codille.extra", 1),
        (CLUB, ["DA01=P", "DA44=6"], "contracts.nolo-ouvert.price.number", 6),
        (CLUB, ["DA01=P", "DA22=flat"], "contracts.kobe-nolo.codille.per_trick_above", None),
        (TARIFF, ["DA01=T", "DA39=3,2"], "contracts.ren-nolo.price.number", 3),
        (
            TARIFF,
            ["DA13=1-and-2", "DA40=turned-card-obligatory"],
            "contracts.tourne.exchange.least",
            1,
        ),
        (
            TARIFF,
            ["DA15=yes", "DA17=bad-hand-size"],
            "contracts.kobe-nolo.concession.allowed",
            False,
        ),
        (
            TARIFF,
            ["DA17=bad-hand-size", "DA32=engine-forbids"],
            "irregularities.wrong_draw",
            "refused",
        ),
        (TARIFF, ["DA28=redeal-same-dealer", "DA42.void=count"], "session.void_deals", "count"),
        (
            CLUB,
            ["DA24=only-matadors-lower-lead", "DA25=one-of-two"],
            "play.matadors.pair",
            "one-of-two",
        ),
    ],
)
def test_the_refining_point_prevails_in_either_order(variant, readings, path, value):
    assert at(load(variant, readings).rules, path) == value
    assert at(load(variant, readings[::-1]).rules, path) == value


@pytest.mark.parametrize("variant", VARIANTS)
def test_altering_a_bid_is_printed_and_not_run(variant):
    with pytest.raises(UsageError, match="printed, not run"):
        load(variant, ["DA31=until-next-bid"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_nolos_can_be_raised_above_their_fellows(variant):
    contracts = load(variant, ["DA04=nolo-above", "DA05=nolo-above"]).rules.contracts
    ranks = [contracts[name].rank for name in CONTRACTS]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == 9
