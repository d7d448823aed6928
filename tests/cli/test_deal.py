import pytest

from lhombre_core.cards import PACK, hand_of
from lhombre_core.kernel.stream import deal
from lhombre_core.notation import parse_cards


def test_a_deal_is_that_of_its_three_numbers(lhombre):
    shown = lhombre("deal", "--seed", "7", "--session", "2", "--index", "3", "--json").json
    cards = deal(7, 2, 3)
    assert hand_of(parse_cards(" ".join(shown["hands"]["middlehand"]))) == cards.hands[1]
    assert [int(card) for card in parse_cards(" ".join(shown["talon"]))] == list(cards.talon)
    everything = " ".join([*(" ".join(hand) for hand in shown["hands"].values()), *shown["talon"]])
    assert hand_of(parse_cards(everything)) == PACK


def test_a_deal_in_words_names_its_seed(lhombre):
    answer = lhombre("deal", "--seed", "7")
    assert answer.out.startswith("Seed 7, session 0, deal 0:\n  forehand ")


def test_a_deal_can_be_written_as_a_record_and_read_again(lhombre, tmp_path):
    file = tmp_path / "deal.yaml"
    for more in ([], ["--playout", "random"], ["--playout", "thumb", "--json"]):
        answer = lhombre(
            "deal", "--seed", "3", "--record", "pierer-free", *more, "--out", file, "--force"
        )
        assert answer.code == 0
        assert lhombre("replay", file).code == 0


def test_a_record_names_the_readings_under_which_it_was_made(lhombre, tmp_path):
    file = tmp_path / "deal.yaml"
    order = ("deal", "--seed", "3", "--record", "english-1800s", "--playout", "random")
    chosen = ("--reading", "EN01=at-first-lead", "--set", "pass_fee=2")
    assert lhombre(*order, *chosen, "--out", file).code == 0
    text = file.read_text(encoding="utf-8")
    assert "EN01=at-first-lead" in text
    assert lhombre("replay", file).code == 0


@pytest.mark.parametrize("option", ["--playout", "--out", "--reading", "--patch", "--set"])
def test_an_option_that_needs_a_record_is_not_passed_over(refused, option):
    assert (
        refused("deal", "--seed", "1", option, "x") == f"{option} needs a record; add --record ID"
    )


def test_a_number_out_of_range_is_refused(refused):
    assert "out of range" in refused("deal", "--seed", "-1")
    assert "cannot be at the table" in refused("deal", "--seed", "1", "--table", "7")
    record = ("deal", "--seed", "1", "--record", "danish-club", "--table")
    assert "0 cannot be at the table" in refused(*record, "0")
