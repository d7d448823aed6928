"""The English game: readings of one point that answer to those of another."""

import pytest

from lhombre_core.errors import UsageError
from tests.variants.english import ENGLISH
from tests.variants.sheet import value


def test_an_obligatory_turned_card_prevails_over_the_number_exchanged():
    rules = ENGLISH.load("EN12.ombre=0-8", "EN13=obligatory").rules
    assert value(rules, "contracts.vuelta.exchange.least") == 1
    assert value(rules, "contracts.vuelta.exchange.most") == 8
    assert value(rules, "contracts.entrada.exchange.least") == 0


def test_a_puesta_after_a_missed_vole_follows_the_reading_of_the_five():
    rules = ENGLISH.load("EN06=as-puesta", "EN03=contract-value").rules
    assert value(rules, "settlement.vole_failed_pot.amount.per_opponent.of") == "price"
    assert set(value(rules, "settlement.vole_failed_pot.amount")) == {"pot", "per_opponent"}


def test_who_owes_the_puesta_of_his_surrender_is_settled_with_as_an_opponent_besides():
    rules = ENGLISH.load("EN15.liability=surrenderer-owes-puesta").rules
    assert value(rules, "concession.take_over") == "as-ombre"
    assert value(rules, "settlement.taken_over_puesta.on") == {"taken-over"}
    assert value(rules, "settlement.taken_over_puesta.from") == "surrenderer"


def test_a_reading_that_is_not_there_is_refused():
    with pytest.raises(UsageError):
        ENGLISH.load("EN15=puesta")
