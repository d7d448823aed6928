import pytest

SPIL = ("legal", "danish-tournament", "--contract", "spil", "--trump", "H")


def test_the_manille_led_forces_one_of_the_other_two_matadors(lhombre):
    answer = lhombre(*SPIL, "--led", "H7", "--hand", "SA CA D3", "--json")
    assert answer.code == 0
    assert answer.json["legal"] == ["SA", "CA"]
    assert [why["card"] for why in answer.json["why"]] == ["SA", "CA", "D3"]
    assert {why["rule"] for why in answer.json["why"]} == {"play.matadors.pair"}
    assert answer.json["why"][0]["sources"][0]["source"] == "academie-danish"


def test_a_ruling_in_words_names_the_rule_the_file_and_the_source(lhombre):
    answer = lhombre(*SPIL, "--led", "H7", "--hand", "SA CA D3")
    assert answer.out.splitlines()[0] == "You must play SA or CA. (D3 may not be played.)"
    assert "play.matadors.pair  variants/base/three-hand.yaml:" in answer.out
    assert "academie-danish" in answer.out
    assert "stated" in answer.out


def test_cards_are_accepted_by_symbol_and_keep_the_order_in_which_they_were_given(lhombre):
    answer = lhombre(*SPIL, "--led", "♥K", "--hand", "d4, ♣A", "--json")
    assert answer.json["legal"] == ["D4", "CA"]


def test_cards_are_letters_in_every_field_of_json(lhombre):
    answer = lhombre(*SPIL, "--led", "H7", "--hand", "SA CA D3", "--json")
    assert answer.json["why"][1]["message"] == (
        "Forced: CA is a matador, but a higher one, H7, was led."
    )
    assert not set("♠♥♦♣") & set(answer.out)


def test_the_leader_may_play_any_card(lhombre):
    assert lhombre(*SPIL, "--hand", "SA D3", "--json").json["legal"] == ["SA", "D3"]


@pytest.mark.parametrize("variant", ["danish-club", "danish-tournament", "danish-tariff"])
def test_that_the_leader_may_play_any_card_has_a_source_and_cites_no_other_point(lhombre, variant):
    game = ("legal", variant, "--contract", "spil", "--trump", "H", "--hand", "H7 CA D3", "--json")
    for why in lhombre(*game).json["why"]:
        (source,) = why["sources"]
        assert (why["rule"], source["readings"]) == ("play.follow", [])
        assert source["source"] is not None


def test_a_reading_changes_what_is_legal(lhombre):
    question = ("legal", "danish-tariff", "--contract", "spil", "--trump", "H", "--led", "HK")
    hand = ("--hand", "CA D4", "--json")
    assert lhombre(*question, *hand).json["legal"] == ["CA", "D4"]
    assert lhombre(*question, *hand, "--reading", "DA24=no-privilege").json["legal"] == ["CA"]


def test_a_contract_in_spades_needs_no_trump_and_a_nolo_has_none(lhombre):
    bedre = lhombre(
        "legal",
        "danish-club",
        "--contract",
        "Bedre Spil",
        "--led",
        "S7",
        "--hand",
        "S3 HA",
        "--json",
    )
    assert bedre.json["legal"] == ["S3"]
    nolo = lhombre(
        "legal",
        "danish-club",
        "--contract",
        "ren-nolo",
        "--led",
        "S5",
        "--hand",
        "SA D4 C7",
        "--json",
    )
    assert nolo.json["legal"] == ["SA"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hand", "SA SA"], "the card SA stands twice"),
        (
            ["--hand", "S2 S3 S4 S5 S6 S7 SJ SQ SK SA"],
            "the hand has 10 cards; expected at most nine",
        ),
        (["--hand", "H8"], "'H8' is no card; the pack has no 8, 9 or 10"),
        (["--hand", "AS"], "expected the suit first: SA"),
        (["--hand", ""], "the hand is empty"),
        (["--hand", "H7 SA"], "H7 is in the hand and was played to the trick"),
        (["--hand", "SA", "--led", "H7 HK HQ"], "the trick has 3 cards already"),
        (["--hand", "SA", "--set", "play.stop=never"], "unknown word 'never'"),
        (["--hand", "SA", "--reading", "XX01=no"], "unknown point 'XX01'"),
        (["--hand", "SA", "--reading", "DA24"], "'DA24' is no reading"),
        (["--hand", "SA", "--patch", "nothing"], "unknown patch 'nothing'"),
    ],
)
def test_what_cannot_be_read_is_answered_in_one_sentence(refused, arguments, said):
    given = arguments if "--led" in arguments else [*arguments, "--led", "H7"]
    assert said in refused(*SPIL, *given)


@pytest.mark.parametrize(
    ("variant", "contract", "trump", "said"),
    [
        ("danish-tournament", "spill", "H", "unknown contract 'spill'; did you mean 'spil'?"),
        ("danish-turnament", "spil", "H", "did you mean 'danish-tournament'?"),
        ("danish-club", "ren-nolo", "H", "ren-nolo is played without trumps; leave --trump out"),
        ("danish-club", "bedre-spil", "H", "H cannot be trumps in bedre-spil; expected S"),
        ("danish-club", "spil", "X", "'X' is no suit"),
    ],
)
def test_a_contract_or_suit_that_cannot_be_is_named(refused, variant, contract, trump, said):
    question = ("legal", variant, "--contract", contract, "--trump", trump, "--hand", "SA")
    assert said in refused(*question)


def test_a_missing_trump_suit_is_asked_for(refused):
    said = refused("legal", "danish-club", "--contract", "spil", "--led", "H7", "--hand", "SA")
    assert "add --trump" in said
