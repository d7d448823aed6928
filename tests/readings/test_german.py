"""What each reading of the two German games does: auction, table, exchange, mistakes."""

from lhombre_core.cards import Suit
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.state.seating import next_dealer, seat_players
from lhombre_core.notation import parse_cards
from lhombre_core.rules.acting.idleness import reason
from tests.readings.point import (
    FIVE,
    F,
    Table,
    actor,
    legal,
    may,
    paid,
    readings,
    sizes,
    told,
)

PURE, FREE = "pierer-pure", "pierer-free"
MORT = ("GE10.pure=on",)
"""The resting player may enter in both games."""
NINE = {"plate": 9}
"""A plate so small that no share of it goes into the Beinbruch."""
PASSED = "F pass; M pass; B pass"
FRAGE = "F frage; M pass; B pass"
KEPT = "F discards 0; F names H; M discards 0; B discards 0"


def settled(game, **case):
    """Return what is paid and what the plate holds after, of a deal for a plate of 9."""
    found = paid(game, **({"pools": NINE, "contract": "frage", "run": 0} | case))
    return (*found.pays, found.pools["plate"])


def win(table, by="B", **more):
    return table.play(by=by, contract="frage", **({"tricks": "5-2-2"} | more))


# --- the auction ---------------------------------------------------------------------------------


@readings(
    "GE09",
    {
        "any-earlier": (True, True, True),
        "vorhand-only": (True, False, False),
        "first-bidder-only": (True, True, False),
    },
)
def test_any_earlier_player_may_hold_or_the_forehand_or_the_first_bidder(game, expected):
    assert (
        legal(
            game,
            "F frage; M tourne; B pass; F tourne",
            "F pass; M frage; B tourne; M tourne",
            "F frage; M tourne; B sans-prendre; F pass; M sans-prendre",
        )
        == expected
    )


@readings(
    "GE21",
    {
        "below-tourne": (True, False, True, False),
        "gross-above-tourne": (True, True, False, False),
        "after-pass-round-only": (False, False, False, True),
    },
)
def test_the_obscur_games_rank_below_tourne_or_about_it_or_have_a_round_apart(game, expected):
    found = legal(
        game,
        "F klein-obscur; M tourne",
        "F tourne; M gross-obscur",
        "F gross-obscur; M tourne",
        f"{PASSED}; F klein-obscur",
    )
    assert found == expected
    if expected[3]:
        low, high, frage = (f"{PASSED}; {said}" for said in ROUND)
        assert legal(game, low, high, frage) == (True, False, False)
        script = told(game, PASSED, PASSED)
        script.run(["expect over; expect all pass; expect passes is F M B"])


ROUND = (
    "F klein-obscur; M gross-obscur",
    "F gross-obscur; M klein-obscur",
    "F frage",
)


@readings("GE12", {"any-ace": (True, True, 2), "black-ace-only": (False, True, 1)})
def test_any_ace_may_be_kept_in_the_dark_or_a_black_one(game, expected):
    red = told(game, "F pass", hands={"M": "HA", "F": "SA CA DA"})
    black = told(game, "F pass", hands={"M": "SA HA"})
    may_bid = (may(red, "klein-obscur")[0], may(black, "klein-obscur")[0])
    black.run(["M klein-obscur; B pass"])
    assert (*may_bid, len(legal_actions(black.state))) == expected


@readings("GE13", {"low": ("SK", "C2"), "high": ("SA", "CA")})
def test_without_trumps_the_black_aces_are_low_or_high(game, expected):
    ranking = game.ranking(None)
    tricks = [parse_cards(trick) for trick in ("SK SA S2", "C2 CA HK")]
    assert tuple(trick[ranking.winner(trick)].name for trick in tricks) == expected


# --- privileged suits ----------------------------------------------------------------------------


@readings(
    "GE16.set-by",
    {
        "second-pack-each-deal": (True, "H", None),
        "first-won-game": (False, None, "D"),
        "fixed-suit": (True, "S", None),
    },
    settings=["couleur_suit=S"],
)
def test_the_couleur_is_turned_or_set_by_the_first_deal_won_or_agreed(game, expected):
    script = told(game, suit="H")
    can = may(script, "frage couleur")[0]
    trump = None
    if can:
        trump = script.run(["F frage couleur; M pass; B pass"]).state.undertaking.trump.name
    table = Table(game)
    win(table, trump="D")
    win(table, trump="C")
    couleur = table.session.money.couleur
    assert (can, trump, None if couleur is None else couleur.name) == expected


@readings("GE16.number", {"1": (False, "C", None), "2": (True, "S", "C")})
def test_one_suit_is_privileged_or_two(game, expected):
    sur = legal(game, "F frage couleur; M frage sur")[0]
    trumps = []
    for colour in ("couleur", "sur"):
        script = told(game, suit="C")
        if may(script, f"frage {colour}")[0]:
            script.run([f"F frage {colour}; M pass; B pass"])
            trumps.append(script.state.undertaking.trump.name)
        else:
            trumps.append(None)
    assert (sur, *trumps) == expected
    if sur:
        assert legal(game, "F frage sur; M frage couleur") == (False,)


@readings("GE16.compare", {"kind-first": (False, True, True), "colour-first": (True, False, False)})
def test_the_kind_decides_before_the_colour_or_the_colour_before_the_kind(game, expected):
    assert (
        legal(
            game,
            "F klein-obscur; M frage couleur",
            "F frage couleur; M klein-obscur",
            "F frage couleur; M nullissimo",
        )
        == expected
    )
    assert legal(game, "F frage couleur; M sans-prendre couleur") == (True,)


@readings("GE16.pay", {"x1": (-5, -13), "x2": (-9, -17)})
def test_the_price_in_couleur_is_the_same_or_double(game, expected):
    case = {"contract": "sans-prendre", "run": 3, "colour": 1}
    won = settled(game, tricks="5-2-2", **case)[1]
    vole = settled(game, tricks="9-0-0", vole=True, **case)[1]
    assert (won, vole) == expected
    assert settled(game, tricks="5-2-2", **case | {"colour": 0})[1] == -5


@readings("GE16.obscur", {"allowed": (True, True, True), "not": (False, False, True)})
def test_the_obscur_games_may_be_bid_in_couleur_or_plain_only(game, expected):
    kinds = ("klein-obscur", "gross-obscur", "sans-prendre")
    assert legal(game, *(f"F {kind} couleur" for kind in kinds)) == expected


# --- the Mort ------------------------------------------------------------------------------------


@readings("GE10.pure", {"off": "-", "on": "resting"})
def test_the_koenig_may_become_mort_in_the_pure_game_or_not(game, expected):
    script = told(game, PASSED, players=4)
    assert actor(script) == expected
    if expected == "-":
        for path in ("table.resting.entry", "table.resting.asked", "contracts.mort.price"):
            assert reason(game.rules, path) is not None


@readings(
    "GE10.trigger",
    {"three-passes": ("resting", "F"), "against-declarer": ("-", "resting")},
    under=MORT,
)
def test_the_koenig_is_asked_after_three_passes_or_against_an_ombre(game, expected):
    passed = told(game, PASSED, players=4)
    found = told(game, FRAGE, players=4)
    assert (actor(passed), actor(found)) == expected
    if expected[1] == "resting":
        declined = told(game, FRAGE, "resting declines; expect F to act", players=4)
        assert declined.state.undertaking.name == "frage"
        found.run(["resting enters; expect ombre is mort; expect mort may discard 4"])
        found.run(
            ["mort discards 4; mort names H; expect turn is forehand middlehand mort backhand"]
        )
        assert [seat for seat, _ in found.state.auction.passes] == [1, 2]


@readings("GE32.asked", {"nearer-first": 4, "farther-first": 3}, under=MORT)
def test_of_two_koenige_the_nearer_is_asked_first_or_the_farther(game, expected):
    script = told(game, PASSED, "resting enters", players=5)
    assert script.state.mort == expected
    second = told(game, PASSED, "resting declines; resting enters", players=5)
    assert second.state.mort == 7 - expected


# --- the table -----------------------------------------------------------------------------------


def seats(game, players):
    """Return who is forehand, middlehand, backhand, and who rests, when player 0 deals."""
    seating = seat_players(game.rules.table, players, 0)
    assert next_dealer(game.rules.table, players, 0) == 1
    return seating.active, set(seating.resting)


@readings(
    "GE25",
    {
        "left-of-dealer": ((1, 2, 0), {3}),
        "right": ((2, 3, 0), {1}),
        "opposite": ((1, 3, 0), {2}),
    },
)
def test_at_four_the_dealers_left_or_right_or_opposite_neighbour_rests(game, expected):
    assert seats(game, 4) == expected


@readings(
    "GE32.rest",
    {"two-left-of-dealer": ((1, 2, 0), {3, 4}), "neighbours-of-dealer": ((2, 3, 0), {1, 4})},
)
def test_at_five_the_two_at_the_dealers_left_rest_or_his_neighbours(game, expected):
    assert seats(game, 5) == expected


@readings("GE24", {"spade": "spade", "highest-card": "highest-card", "king": "king"})
def test_the_first_dealer_draws_the_spade_or_the_highest_card_or_the_king(game, expected):
    assert game.rules.table.first_dealer == expected


# --- the exchange --------------------------------------------------------------------------------


@readings("GE11", {"0-9": (0, 9), "1-9": (1, 9)})
def test_in_frage_any_number_is_bought_or_one_at_least(game, expected):
    assert sizes(told(game, FRAGE)) == expected


@readings(
    "GE26",
    {"first-bought": (0, True, 0), "obligatory": (1, True, 0), "not-taken": (0, False, 12)},
)
def test_the_turned_card_may_or_must_be_bought_or_goes_under_the_talon(game, expected):
    for kind in ("tourne", "beide-as"):
        script = told(game, f"F {kind}; M pass; B pass", hands={"F": "SA CA"}, talon="D4")
        least, turned = sizes(script)[0], script.state.undertaking.turned
        place = script.state.talon.index(turned)
        script.run(["F discards 1"])
        assert (least, bool(script.state.hands[F] >> turned & 1), place) == expected, kind


@readings("GE27", {"printed-suit": "C", "declarer-chooses": None})
def test_a_black_ace_turned_makes_its_suit_trumps_or_the_ombre_names_one(game, expected):
    script = told(game, "F tourne; M pass; B pass", talon="CA")
    trump = script.state.undertaking.trump
    assert (None if trump is None else trump.name) == expected
    if trump is None:
        script.run(["F names D; expect trump is D; expect F may discard 0 to 9"])


@readings("GE35", {"after-own-purchase": ("F", "F"), "after-all-purchases": ("M", "M")})
def test_trumps_are_named_after_the_ombres_purchase_or_after_the_last(game, expected):
    frage = told(game, FRAGE, "F discards 3")
    other = frage
    if "gross-obscur" in game.contracts:
        other = told(game, "F gross-obscur; M pass; B pass", "F discards 9")
    assert (actor(frage), actor(other)) == expected
    if expected == ("M", "M"):
        frage.run(["M discards 0; B discards 0; expect F may name H; F names H; expect F to act"])
    tourne = told(game, "F tourne; M pass; B pass", talon="D4")
    assert tourne.state.undertaking.trump is Suit.D


# --- throwing up, and mistakes -------------------------------------------------------------------


@readings(
    "GE28",
    {
        "own-first-card": ("F", (True, False, False)),
        "before-play": ("asked", (False, False, False)),
        "before-trick-4": ("F", (True, True, False)),
    },
)
def test_a_deal_is_thrown_up_before_the_lead_or_the_first_or_the_fourth_card(game, expected):
    lines = (FRAGE, KEPT)
    script = told(game, *lines, hands={"F": FIVE})
    asked = "asked" if may(script, "play on")[0] else actor(script)
    on = () if asked == "F" else ("F play on",)
    plays = [told(game, *lines, *on, *more, hands={"F": FIVE}) for more in MOMENTS]
    assert (asked, tuple(may(one, "concede")[0] for one in plays)) == expected
    told(game, *lines, "F concedes; expect conceded; expect result is remise", hands={"F": FIVE})


MOMENTS = ((), ("F wins 3",), ("F wins 4",))


@readings("GE33", {"buys-one-fewer": "M", "redeal": "-"})
def test_an_opponent_with_ten_cards_buys_one_fewer_or_the_deal_is_thrown_in(game, expected):
    long = [{"offence": "too-many-cards", "seat": "middlehand"}]
    script = told(game, FRAGE, irregular=long)
    if expected == "M":
        script.run(["F discards 3; F names H; expect M may discard 1 to 10; M discards 3"])
        script.run(["expect M drew 2; expect M holds 9; expect B to act"])
    else:
        script.run(["expect over; expect thrown in"])
    own = told(game, "F pass; M frage; B pass", irregular=long)
    assert actor(own) == "M"


OFFENCES = ("wrong-draw", "revoke")


@readings("GE34.declarer", {"single": (-17, 4, 4, 18), "double": (-26, 4, 4, 27)})
def test_an_ombres_mistake_costs_a_single_or_a_double_bete(game, expected):
    for offence in OFFENCES:
        mistake = [{"offence": offence, "seat": "forehand"}]
        case = {"contract": "sans-prendre", "run": 4, "tricks": "6-2-1", "irregular": mistake}
        assert settled(game, **case) == expected, offence


@readings("GE34.defender", {"single": (16, -13, -4, 9), "double": (16, -22, -4, 18)})
def test_an_opponents_mistake_costs_him_what_was_drawn_or_twice_that(game, expected):
    for offence in OFFENCES:
        mistake = [{"offence": offence, "seat": "middlehand"}]
        case = {"contract": "sans-prendre", "tricks": "3-4-2", "irregular": mistake}
        assert settled(game, **case) == expected, offence
