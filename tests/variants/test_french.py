"""The French game: readings of one point that answer to those of another."""

from tests.variants.french import FRENCH
from tests.variants.sheet import value


def test_what_is_added_after_a_loss_can_go_with_the_dealers_five():
    rules = FRENCH.load("FR01=dealer-5", "FR02.top-up=each-adds-2").rules
    assert list(rules.stakes.opening) == ["stake", "after_loss"]


def test_matadors_of_an_opponent_are_paid_for_as_those_of_the_ombre():
    rules = FRENCH.load("FR07.holder=any-hand", "FR07.count=trio-3-then-1").rules
    for key in ("matadors_opponent", "matadors_opponent_lost"):
        assert value(rules, f"settlement.{key}.amount.matadors.by") == "great_counter"
        assert value(rules, f"settlement.{key}.if.run_counts") is True


def test_matadors_of_an_opponent_are_his_when_the_opponents_share_the_board():
    rules = FRENCH.load("FR07.holder=any-hand", "FR13=opponents-share-board").rules
    assert "vole-failed" in value(rules, "settlement.matadors_opponent.on")
    assert value(rules, "settlement.matadors_opponent.if.run_on_loss") is None
