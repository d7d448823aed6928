import pytest


def ask(lhombre, variant, calls, *more):
    return lhombre("auction", variant, calls, *more, "--json")


def test_a_later_seat_may_not_hold(lhombre):
    answer = ask(
        lhombre,
        "danish-tournament",
        "forehand spil; middlehand bedre-spil; forehand tourne; middlehand pass; "
        "backhand kobe-nolo",
    )
    assert answer.code == 1
    assert answer.json["legal"] is False
    assert answer.json["at"] == 4
    assert answer.json["rule"] == "auction.hold.who"
    assert answer.json["message"]


def test_the_winner_may_change_his_bid_as_far_as_the_variant_lets_him(lhombre):
    answer = ask(lhombre, "danish-tournament", "F spil; M pass; B pass")
    assert answer.code == 0
    assert answer.json["complete"] is True
    assert (answer.json["ombre"], answer.json["bid"]) == ("forehand", "spil")
    assert answer.json["may_declare"] == ["spil", "bedre-spil", "tourne", "kobe-nolo"]


def test_what_a_bid_requires_of_an_unseen_hand_is_a_condition(lhombre):
    answer = ask(lhombre, "danish-tournament", "F spil; M tourne-respekt; F pass; B pass")
    assert answer.json["conditions"] == [
        {
            "at": 1,
            "seat": "middlehand",
            "cards": ["SA", "CA"],
            "least": 2,
            "rule": "contracts.tourne-respekt.requires",
        }
    ]


def test_nobody_can_match_a_bid_that_needs_both_black_aces(lhombre):
    answer = ask(lhombre, "danish-tournament", "F spil; M tourne-respekt; F hold")
    assert (answer.code, answer.json["at"]) == (1, 2)


@pytest.mark.parametrize(
    "calls",
    [
        "F pass; M spil; B kobe-nolo; M tourne; B pass",
        "f pass; m Request; b Nolo by Request; m turned; b pass",
        "forehand: pass; middlehand: spil; backhand: kobe nolo; middlehand: tourné; backhand: pass",
    ],
)
def test_bids_are_known_by_id_and_by_name(lhombre, calls):
    answer = ask(lhombre, "danish-tournament", calls)
    assert (answer.json["ombre"], answer.json["bid"]) == ("middlehand", "tourne")


def test_a_privilege_stands_after_the_bid(lhombre):
    answer = ask(lhombre, "pierer-free", "F frage; M frage couleur; B pass; F pass")
    assert (answer.json["bid"], answer.json["colour"]) == ("frage", "couleur")
    in_couleur = ask(lhombre, "pierer-free", "F frage; M frage in Couleur; B pass; F pass")
    assert in_couleur.json == answer.json


def test_a_hold_stands_for_the_bid_that_it_matches(lhombre):
    answer = ask(lhombre, "english-1800s", "F entrada; M vuelta; B pass; F hold; M pass")
    assert (answer.json["ombre"], answer.json["bid"]) == ("forehand", "vuelta")


def test_three_passes_leave_nobody(lhombre):
    answer = ask(lhombre, "danish-club", "F pass; M pass; B pass")
    assert answer.json["complete"] is True
    assert answer.json["ombre"] is None
    assert answer.json["bid"] is None


def test_a_resting_player_enters_at_a_table_of_four_only(lhombre):
    calls = "F pass; M pass; B pass; resting enters"
    assert ask(lhombre, "pierer-free", calls, "--table", "4").json["ombre"] == "mort"
    assert ask(lhombre, "pierer-free", calls).code == 1
    assert ask(lhombre, "danish-club", calls, "--table", "4").json["rule"] == (
        "table.resting.may_enter"
    )


def test_an_auction_in_words_names_the_rule(lhombre):
    answer = lhombre("auction", "danish-club", "F tourne")
    assert answer.code == 1
    assert answer.out.startswith("Illegal at call 0, where the forehand says Tourné")
    assert "contracts.tourne.entry.named  variants/" in answer.out


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("F spill; M pass", "unknown bid 'spill'; did you mean 'spil'?"),
        ("X spil", "'X' is no seat"),
        ("F", "says nothing"),
        ("", "the auction is empty"),
        ("F hold", "nothing has been bid that could be held"),
    ],
)
def test_an_auction_that_cannot_be_read_is_refused(refused, calls, said):
    assert said in refused("auction", "danish-club", calls)


def test_a_resting_player_cannot_speak_before_the_auction(refused):
    said = refused("auction", "pierer-free", "resting enters", "--table", "4")
    assert said == "call 0 is that of a resting player; expected the auction before it"


def test_a_table_that_a_variant_has_not_is_refused(refused):
    assert "expected 3" in refused("auction", "english-1800s", "F pass", "--table", "5")
