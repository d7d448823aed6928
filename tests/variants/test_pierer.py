"""The German games: their defaults, and what each reading of a disputed point changes."""

from functools import cache
from itertools import combinations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import find, load
from lhombre_core.language.coherence import of_rules
from lhombre_core.language.resolve.point import Choice
from lhombre_core.rules.data.path import is_prose, leaves, steps, value_at

PURE, FREE = "pierer-pure", "pierer-free"
BOTH = (PURE, FREE)

SHARED_POINTS = {
    "GE01": (),
    "GE02": ("every-deal", "when-plate-empty", "first-dealer-once"),
    "GE03": ("factor-S", "exceeds-by-factor"),
    "GE04": ("dealing-order-queue", "dealers-own"),
    "GE05.block": ("block-lies-already", "new-block-added"),
    "GE05.called": ("counts-as-first", "next-is-first"),
    "GE06.destination": ("plate", "roc"),
    "GE06.payer": ("every-passer", "only-without-bid"),
    "GE07": ("price-0", "without-stamm"),
    "GE08": ("per-defender", "total", "to-from-plate"),
    "GE09": ("any-earlier", "vorhand-only", "first-bidder-only"),
    "GE10.trigger": ("three-passes", "against-declarer"),
    "GE10.price": ("0", "1-S"),
    "GE11": ("0-9", "1-9"),
    "GE14": ("all-written", "highest", "none"),
    "GE17": ("single-loss", "codille"),
    "GE18": ("plate", "plate-without-roc"),
    "GE20": ("none", "like-the-others"),
    "GE22": ("no", "yes"),
    "GE23": ("none", "n-S"),
    "GE24": ("spade", "highest-card", "king"),
    "GE25": ("left-of-dealer", "right", "opposite"),
    "GE26": ("first-bought", "obligatory", "not-taken"),
    "GE27": ("printed-suit", "declarer-chooses"),
    "GE28": ("own-first-card", "before-play", "before-trick-4"),
    "GE29": ("carry", "share", "with-roc"),
    "GE31": (),
    "GE32.rest": ("two-left-of-dealer", "neighbours-of-dealer"),
    "GE32.asked": ("nearer-first", "farther-first"),
    "GE33": ("buys-one-fewer", "redeal"),
    "GE34.declarer": ("single", "double"),
    "GE34.defender": ("single", "double"),
    "GE35": ("after-own-purchase", "after-all-purchases"),
    "GE36": ("plate", "stamm"),
    "GE37": ("every-win", "not-the-roc-win", "neither-roc-nor-beinbruch"),
}
POINTS = {
    PURE: {
        **SHARED_POINTS,
        "GE10.pure": ("off", "on"),
        "GE15.block": ("kept", "dropped"),
        "GE15.roc": ("kept", "dropped"),
    },
    FREE: {
        **SHARED_POINTS,
        "GE12": ("any-ace", "black-ace-only"),
        "GE13": ("low", "high"),
        "GE16.set-by": ("second-pack-each-deal", "first-won-game", "fixed-suit"),
        "GE16.number": ("1", "2"),
        "GE16.compare": ("kind-first", "colour-first"),
        "GE16.pay": ("x1", "x2"),
        "GE16.obscur": ("allowed", "not"),
        "GE19.base": ("plate-drawn", "all-winnings"),
        "GE19.rounding": ("floor", "nearest"),
        "GE19.again": ("no", "yes"),
        "GE21": ("below-tourne", "gross-above-tourne", "after-pass-round-only"),
        "GE30": ("single", "codille"),
    },
}
"""The readings of each point, the default first; a note has none."""

SHARED_PARAMETERS = {
    "stamm": (4, 2, 20, 2),
    "block": (2, 2, 4, 1),
    "passer": (1, 1, 5, 1),
    "bete_cap": (10, 1, 100, 1),
    "rocs": (3, 1, 4, 1),
}
PARAMETERS = {
    PURE: {**SHARED_PARAMETERS, "deals": (30, 3, 300, 1)},
    FREE: {
        **SHARED_PARAMETERS,
        "beinbruch_share": (10, 5, 20, 1),
        "couleur_suit": ("C", None, None, 1),
    },
}

SHARED_DEFAULTS = {
    "table.sizes": {"three", "four", "five"},
    "table.resting.at_four": "left-of-dealer",
    "table.resting.at_five": "two-left-of-dealer",
    "table.resting.money": "nothing",
    "table.first_dealer": "spade",
    "table.next_dealer": "right",
    "cards.out": "8 9 10",
    "cards.matadors": 3,
    "deal.talon": 13,
    "stakes.unit": "mark",
    "stakes.opening.stamm.from": "dealer",
    "stakes.pools.roc.full": 10,
    "stakes.pools.written.order": "largest",
    "stakes.pools.blocks.owners": "dealing",
    "stakes.occasions.roc.loss.codille": 3,
    "stakes.occasions.written.joins.written": "one",
    "stakes.occasions.written.loss.codille": 2,
    "stakes.bete.later": "written",
    "auction.procedure": "round",
    "auction.hold.who": "earlier",
    "auction.after_all_pass": "next-dealer",
    "exchange.order": "right-first",
    "exchange.talon_rest": "unseen",
    "contracts.sans-prendre.exchange.most": 0,
    "contracts.sans-prendre.exchange.opponents": True,
    "contracts.frage.trump.named": "after-own-exchange",
    "contracts.tourne.exchange.least": 0,
    "contracts.beide-as.requires": "black-aces",
    "contracts.mort.goal": "five-tricks",
    "contracts.mort.exchange.least": 4,
    "contracts.mort.stake.factor": 2,
    "play.leader": "forehand",
    "vole.undertaken": "next-card",
    "concession.until": "own-first-card",
    "result.one_four_four": "remise",
    "result.failed_vole": "adds",
    "result.run.hand": "at-first-lead",
    "result.run.least": 3,
    "settlement.win_price.amount.run.less": 2,
    "settlement.pass.to": "plate",
    "session.ends": "occasions-won",
    "session.target": "rocs",
    "session.leftover": "carry",
    "irregularities.long_deal": "buys-one-fewer",
    "irregularities.wrong_draw": "decides",
}
DEFAULTS = {
    PURE: {
        **SHARED_DEFAULTS,
        "table.resting.may_enter": False,
        "cards.second_pack": "none",
        "cards.no_trump_black": None,
        "auction.privilege": None,
        "stakes.pools.beinbruch": None,
        "stakes.occasions.roc.feeds": {"roc"},
        "result.two_in_no_trick": None,
    },
    FREE: {
        **SHARED_DEFAULTS,
        "table.resting.may_enter": True,
        "table.resting.entry": "after-all-pass",
        "cards.second_pack": "turned",
        "cards.no_trump_black": "K Q J 7 6 5 4 3 2 A",
        "auction.privilege.number": 1,
        "auction.privilege.compare": "contract-first",
        "stakes.occasions.roc.feeds": {"roc", "beinbruch"},
        "stakes.occasions.beinbruch.feeds": {"roc"},
        "contracts.klein-obscur.exchange.kept": "one-ace",
        "contracts.gross-obscur.exchange.least": 9,
        "contracts.nullissimo.goal": "no-trick",
        "contracts.nullissimo.vole.by": "not-played",
        "result.two_in_no_trick": "remise",
    },
}

LADDERS = {
    PURE: {"frage": "0", "tourne": "1", "beide-as": "1", "sans-prendre": "1"},
    FREE: {
        "frage": "0",
        "klein-obscur": "1/2",
        "gross-obscur": "1/2",
        "tourne": "1",
        "beide-as": "1",
        "sans-prendre": "1",
        "grand": "2",
        "nullissimo": "3",
    },
}
"""The bids from low to high, and their prices in Stämme."""

EFFECTS = [
    ("GE02=when-plate-empty", "stakes.opening.stamm.if.empty", "plate"),
    ("GE02=first-dealer-once", "stakes.opening.stamm.if.previous", "no-deal"),
    ("GE03=exceeds-by-factor", "stakes.pools.blocks.promise.stamm.number", "stamm"),
    ("GE04=dealers-own", "stakes.pools.blocks.owners", "dealers-own"),
    ("GE05.block=new-block-added", "stakes.pools.blocks.with_first_bete", True),
    ("GE05.called=next-is-first", "stakes.occasions.written.called_counts", False),
    ("GE06.destination=roc", "settlement.pass.to", "roc"),
    ("GE06.payer=only-without-bid", "settlement.pass.if.has_bid", False),
    ("GE07=without-stamm", "contracts.frage.stake.draws", "less-opening"),
    ("GE07=without-stamm", "contracts.frage.stake.base", "at-stake-less-opening"),
    ("GE08=total", "settlement.win_price.from", "opponents-together"),
    ("GE08=total", "settlement.vole_made.from", "opponents-together"),
    ("GE08=total", "settlement.codille_price.to", "opponents-together"),
    ("GE08=to-from-plate", "settlement.win_price", None),
    ("GE08=to-from-plate", "settlement.conceded_price.to", "plate"),
    ("GE08=to-from-plate", "settlement.vole_failed.phase", "pools"),
    ("GE09=vorhand-only", "auction.hold.who", "forehand"),
    ("GE09=first-bidder-only", "auction.hold.who", "first-bidder"),
    ("GE10.trigger=against-declarer", "table.resting.entry", "against-ombre"),
    ("GE10.price=1-S", "contracts.mort.price.times", "1"),
    ("GE10.pure=on", "table.resting.may_enter", True),
    ("GE11=1-9", "contracts.frage.exchange.least", 1),
    ("GE12=black-ace-only", "contracts.klein-obscur.requires", "a-black-ace"),
    ("GE12=black-ace-only", "contracts.klein-obscur.exchange.kept", "one-black-ace"),
    ("GE13=high", "cards.no_trump_black", "A K Q J 7 6 5 4 3 2"),
    ("GE14=highest", "stakes.occasions.roc.joins.written", "one"),
    ("GE14=none", "stakes.occasions.roc.joins.written", "none"),
    ("GE15.block=dropped", "stakes.pools.blocks.used", False),
    ("GE15.roc=dropped", "stakes.pools.roc.used", False),
    ("GE15.roc=dropped", "session.ends", "after-deals"),
    ("GE15.roc=dropped", "session.deals.five", "deals"),
    ("GE15.roc=dropped", "session.target", None),
    ("GE16.set-by=first-won-game", "auction.privilege.set_by", "first-won-deal"),
    ("GE16.set-by=first-won-game", "cards.second_pack", "none"),
    ("GE16.set-by=fixed-suit", "auction.privilege.set_by", "agreed"),
    ("GE16.number=2", "auction.privilege.number", 2),
    ("GE16.compare=colour-first", "auction.privilege.compare", "colour-first"),
    ("GE16.pay=x2", "auction.privilege.price_factor", 2),
    ("GE16.obscur=not", "contracts.klein-obscur.entry.privilege", False),
    ("GE16.obscur=not", "contracts.gross-obscur.entry.privilege", False),
    ("GE17=codille", "result.one_four_four", "codille"),
    ("GE18=plate-without-roc", "stakes.occasions.roc.bete_base", "at-stake-less-cup"),
    ("GE19.base=all-winnings", "settlement.win_beinbruch.amount.share.of", "winnings"),
    ("GE19.rounding=nearest", "settlement.win_beinbruch.amount.share.round", "nearest"),
    ("GE19.again=yes", "stakes.occasions.beinbruch.feeds", {"roc", "beinbruch"}),
    ("GE20=like-the-others", "table.resting.money", "as-opponent"),
    ("GE21=gross-above-tourne", "contracts.tourne.rank", 3),
    ("GE21=gross-above-tourne", "contracts.gross-obscur.rank", 4),
    ("GE21=after-pass-round-only", "contracts.klein-obscur.entry.round", "second"),
    ("GE21=after-pass-round-only", "auction.second_round", True),
    ("GE22=yes", "settlement.codille_price.amount.price.times", 2),
    ("GE23=n-S", "stakes.bete.cap.stamme.by", "bete_cap"),
    ("GE24=highest-card", "table.first_dealer", "highest-card"),
    ("GE24=king", "table.first_dealer", "king"),
    ("GE25=right", "table.resting.at_four", "right-of-dealer"),
    ("GE25=opposite", "table.resting.at_four", "opposite-dealer"),
    ("GE26=obligatory", "contracts.beide-as.exchange.least", 1),
    ("GE26=not-taken", "contracts.beide-as.exchange.turned_card", "under-talon"),
    ("GE27=declarer-chooses", "contracts.beide-as.trump.turned_ace", "ombre-names"),
    ("GE28=before-play", "concession.until", "first-lead"),
    ("GE28=before-trick-4", "concession.until", "own-fourth-card"),
    ("GE29=share", "session.leftover", "share-debts"),
    ("GE29=with-roc", "session.leftover", "debts-to-winner"),
    ("GE30=codille", "result.two_in_no_trick", "codille"),
    ("GE32.rest=neighbours-of-dealer", "table.resting.at_five", "neighbours-of-dealer"),
    ("GE32.asked=farther-first", "table.resting.asked", "farther-first"),
    ("GE33=redeal", "irregularities.long_deal_opponent", "thrown-in"),
    ("GE34.declarer=double", "irregularities.ombre_factor", 2),
    ("GE34.defender=double", "settlement.misbuy_bete.amount.drawn.times", 2),
    ("GE34.defender=double", "settlement.revoke_bete.amount.drawn.times", 2),
    ("GE35=after-all-purchases", "contracts.frage.trump.named", "after-all-exchanges"),
    ("GE36=stamm", "contracts.sans-prendre.stake.base", "opening-stake"),
    ("GE37=not-the-roc-win", "stakes.occasions.roc.feeds.roc", False),
    ("GE37=neither-roc-nor-beinbruch", "stakes.occasions.roc.feeds.roc", False),
]
"""What a reading changes: a path and its value then, None where nothing stands there."""


def value(rules, path):
    """Return the value at a path, None where there is none; of a set whether it has a member."""
    *above, last = steps(path)
    try:
        inside = value_at(rules, tuple(above))
        return last in inside if isinstance(inside, frozenset) else value_at(rules, steps(path))
    except KeyError:
        return None


@cache
def default_rules(variant):
    return load(variant)


def cases(of_variant):
    """Return each entry of a table by variant together with its variant."""
    return [(variant, entry) for variant in BOTH for entry in of_variant[variant].items()]


def runnable(variant):
    return [(name, r) for name, readings in POINTS[variant].items() for r in readings]


def has(variant, choice):
    return choice.partition("=")[0] in POINTS[variant]


@pytest.mark.parametrize("variant", BOTH)
def test_points_and_readings_are_those_of_the_sheet(variant):
    points = default_rules(variant).rules.apparatus.points
    assert {name: tuple(point.readings) for name, point in points.items()} == POINTS[variant]
    for name, readings in POINTS[variant].items():
        assert points[name].default == (readings[0] if readings else "none")
    refining = {name: point.refines for name, point in points.items() if point.refines}
    assert refining == {"GE07": ("GE36",), "GE18": ("GE36",)}


@pytest.mark.parametrize(("variant", "points", "readings"), [(PURE, 38, 82), (FREE, 47, 102)])
def test_so_many_points_and_readings_there_are(variant, points, readings):
    assert (len(POINTS[variant]), len(runnable(variant))) == (points, readings)


@pytest.mark.parametrize("variant", BOTH)
def test_the_open_numbers_are_those_of_the_sheet(variant):
    parameters = default_rules(variant).rules.stakes.parameters
    found = {name: (p.value, p.least, p.most, p.step) for name, p in parameters.items()}
    assert found == PARAMETERS[variant]


@pytest.mark.parametrize(("variant", "entry"), cases(DEFAULTS))
def test_the_defaults_are_those_of_the_sheet(variant, entry):
    path, expected = entry
    assert value(default_rules(variant).rules, path) == expected


@pytest.mark.parametrize("variant", BOTH)
def test_the_ladder_and_its_prices_are_those_of_the_sheet(variant):
    contracts = default_rules(variant).rules.contracts
    bids = sorted((c.rank, name, c.price.times) for name, c in contracts.items() if c.rank)
    assert [(name, times) for _, name, times in bids] == list(LADDERS[variant].items())
    assert [rank for rank, _, _ in bids] == list(range(1, len(bids) + 1))


@pytest.mark.parametrize(("variant", "entry"), cases(POINTS))
def test_a_default_reading_changes_nothing(variant, entry):
    name, readings = entry
    for reading in readings[:1]:
        assert load(variant, [f"{name}={reading}"]).hash == default_rules(variant).hash


@pytest.mark.parametrize(("choice", "path", "expected"), EFFECTS)
def test_a_reading_changes_what_it_says(choice, path, expected):
    for variant in [variant for variant in BOTH if has(variant, choice)]:
        changed = load(variant, [choice])
        assert value(changed.rules, path) == expected
        assert value(default_rules(variant).rules, path) != expected
        assert changed.hash != default_rules(variant).hash


@pytest.mark.parametrize("variant", BOTH)
def test_every_other_reading_is_a_change_of_its_own(variant):
    changed = [
        f"{name}={reading}"
        for name, reading in runnable(variant)
        if reading != POINTS[variant][name][0]
    ]
    assert {choice for choice, _, _ in EFFECTS if has(variant, choice)} == set(changed)


@pytest.mark.slow
@pytest.mark.parametrize("variant", BOTH)
def test_any_two_readings_of_different_points_can_be_combined_but_the_refused(variant):
    combined = find(variant)
    refused = set()
    for first, second in combinations(runnable(variant), 2):
        if first[0] != second[0]:
            try:
                assert not list(of_rules(combined.resolve([Choice(*first), Choice(*second)])))
            except UsageError:
                refused.add(("=".join(first), "=".join(second)))
    dropped = "GE15.roc=dropped"
    both = {("GE06.destination=roc", dropped), ("GE29=with-roc", dropped)}
    assert refused == (both if variant == PURE else set())


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_readings_of_all_points_can_be_combined(variant, place):
    chosen = [
        f"{name}={readings[min(place, len(readings) - 1)]}"
        for name, readings in POINTS[variant].items()
        if readings and (variant, name) != (PURE, "GE15.roc")
    ]
    assert load(variant, chosen).rules


@pytest.mark.parametrize("other", ["GE06.destination=roc", "GE29=with-roc"])
def test_what_needs_a_roc_is_refused_without_one(other):
    with pytest.raises(UsageError, match=f"GE15.roc=dropped cannot be combined with {other}"):
        load(PURE, [other, "GE15.roc=dropped"])


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("settlement.pass.to=roc", "the pool 'roc' is not used"),
        ("session.leftover=debts-to-winner", "no occasion won ends the session"),
    ],
)
def test_what_needs_a_roc_makes_no_sense_without_one(setting, message):
    with pytest.raises(UsageError, match=message):
        load(PURE, ["GE15.roc=dropped"], settings=[setting])


def test_neither_roc_nor_beinbruch_concerns_the_beinbruch_where_there_is_one():
    feeds = "stakes.occasions.beinbruch.feeds.roc"
    assert value(load(FREE, ["GE37=neither-roc-nor-beinbruch"]).rules, feeds) is False
    assert value(load(FREE, ["GE37=not-the-roc-win"]).rules, feeds) is True


def test_frage_without_the_stamm_prevails_over_the_sum_in_question():
    rules = load(FREE, ["GE36=stamm", "GE07=without-stamm"]).rules
    bases = {name: contract.stake.base for name, contract in rules.contracts.items()}
    assert bases.pop("frage") == "at-stake-less-opening"
    assert set(bases.values()) == {"opening-stake"}


@pytest.mark.parametrize("chosen", [["GE36=stamm"], ["GE36=stamm", "GE07=price-0"]])
def test_the_stamm_is_the_base_of_every_bete_unless_a_finer_point_says_otherwise(chosen):
    rules = load(FREE, chosen).rules
    assert {contract.stake.base for contract in rules.contracts.values()} == {"opening-stake"}
    assert rules.stakes.occasions["roc"].bete_base is None
    kept = load(FREE, [*chosen, "GE18=plate"]).rules
    assert kept.stakes.occasions["roc"].bete_base == "at-stake"


def test_the_obscur_games_name_trumps_when_frage_does():
    rules = load(FREE, ["GE35=after-all-purchases"]).rules
    late = {n for n, c in rules.contracts.items() if c.trump.named == "after-all-exchanges"}
    assert late == {"frage", "klein-obscur", "gross-obscur"}


@pytest.mark.parametrize("variant", BOTH)
def test_every_rule_has_its_source(variant):
    resolved = default_rules(variant)
    notes = [note.split(".") for note in resolved.rules.apparatus.rules]
    for leaf in leaves(resolved.rules, unset=True):
        noted = any(_covers(note, list(leaf.steps)) for note in notes)
        assert is_prose(leaf.steps) or noted, leaf.path


def _covers(note, path):
    return len(note) <= len(path) and all(
        step in {"*", there} for step, there in zip(note, path, strict=False)
    )
