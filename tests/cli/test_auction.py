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


@pytest.mark.parametrize("seat", ["resting", "mort"])
@pytest.mark.parametrize(("said", "ombre"), [("mort", "mort"), ("pass", None)])
def test_a_resting_player_may_name_his_contract_or_pass(lhombre, seat, said, ombre):
    answer = ask(lhombre, "pierer-free", f"F pass; M pass; B pass; {seat} {said}", "--table", "4")
    assert (answer.code, answer.json["complete"], answer.json["ombre"]) == (0, True, ombre)


@pytest.mark.parametrize(
    ("said", "table", "at"),
    [
        ("forehand enters", "4", 3),
        ("resting pass; resting mort", "4", 4),
        ("resting mort; resting mort", "5", 4),
    ],
)
def test_only_a_resting_player_is_asked_whether_he_enters_and_nobody_after_one_who_does(
    lhombre, said, table, at
):
    answer = ask(lhombre, "pierer-free", f"F pass; M pass; B pass; {said}", "--table", table)
    assert (answer.code, answer.json["at"], answer.json["rule"]) == (1, at, "table.resting.entry")


@pytest.mark.parametrize(
    ("variant", "calls", "table", "complete"),
    [
        ("pierer-free", "F pass; M pass; B pass", "3", True),
        ("pierer-free", "F pass; M pass; B pass", "4", False),
        ("pierer-free", "F pass; M pass; B pass; resting declines", "4", True),
        ("pierer-free", "F pass; M pass; B pass; resting declines", "5", False),
        ("pierer-free", "F frage; M pass; B pass", "4", True),
        ("pierer-pure", "F pass; M pass; B pass", "4", True),
        ("danish-club", "F pass; M pass; B pass", "4", True),
    ],
)
def test_an_auction_is_not_over_before_the_resting_players_were_asked(
    lhombre, variant, calls, table, complete
):
    answer = ask(lhombre, variant, calls, "--table", table).json
    assert answer["complete"] is complete
    assert answer["speaker"] == (None if complete else "resting")


def test_a_bid_stands_only_if_no_resting_player_plays_against_it(lhombre):
    def after(*said):
        calls = "; ".join(["F klein-obscur; M pass; B pass", *said])
        table = ("--table", "4", "--reading", "GE10.trigger=against-declarer")
        return ask(lhombre, "pierer-free", calls, *table).json

    assert (after()["complete"], after()["ombre"]) == (False, None)
    assert after("resting enters")["ombre"] == "mort"
    declined = after("resting declines")
    assert (declined["complete"], declined["ombre"]) == (True, "forehand")
    assert [one["rule"] for one in declined["conditions"]] == ["contracts.klein-obscur.requires"]


@pytest.mark.parametrize(
    ("variant", "reading", "contract"),
    [
        ("english-1800s", "EN09=forced-spadille", "entrada"),
        ("french-1600s", "FR05=holder-plays", "jouer"),
    ],
)
def test_after_three_passes_the_holder_of_spadille_may_have_to_play(
    lhombre, variant, reading, contract
):
    calls = "F pass; M pass; B pass"
    answer = ask(lhombre, variant, calls, "--reading", reading)
    assert answer.json["forced"] == {
        "card": "SA", "contract": contract, "rule": "auction.forced_play",
    }  # fmt: skip
    assert ask(lhombre, variant, calls).json["forced"] is None
    said = lhombre("auction", variant, calls, "--reading", reading).out
    assert f"whoever holds SA must play {contract}" in said
    assert "auction.forced_play  variants/" in said


def test_the_rules_of_an_answer_have_file_line_and_source(lhombre):
    answer = ask(lhombre, "danish-tournament", "F spil; M pass; B spil")
    (source,) = answer.json["sources"]
    assert source["rule"] == answer.json["rule"]
    assert source["file"].startswith("variants/")
    assert source["line"] > 0
    assert source["source"] == "academie-danish"


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
