"""Readings of disputed points: what they write, and which cannot be chosen together."""

from itertools import permutations

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.resolve.point import Choice, parse_choice

POINTS = """
apparatus:
  points:
    AA01:
      question: How much is a game?
      default: five
      readings:
        five: {says: Five., witnesses: none, set: {contracts.game.price.number: 5}}
        six: {says: Six., witnesses: none, set: {contracts.game.price.number: 6}}
        old: {says: Old., witnesses: none, documented_only: nobody knows how}
    AA02.price:
      question: How is a game priced?
      default: flat
      refines: [AA01]
      readings:
        flat: {says: Flat., witnesses: none, remove: [contracts.game.price.times]}
        half:
          says: Half of eight.
          witnesses: none
          set: {contracts.game.price: {number: 8, times: 1/2}}
    AA03:
      question: And otherwise?
      default: five
      readings:
        five: {says: Five., witnesses: none, set: {contracts.game.price.number: 5}}
        seven: {says: Seven., witnesses: none, set: {contracts.game.price.number: 7}}
        ten: {says: Ten., witnesses: none, set: {session.limit: 1000}}
      refused_with: {ten: AA01=six}
"""


@pytest.fixture
def choose(workshop):
    combined = workshop.combined(POINTS)
    return lambda *texts: combined.resolve([parse_choice(text) for text in texts])


def test_a_reading_sets_and_removes(choose):
    assert choose("AA01=six").rules.contracts["game"].price.number == 6
    assert "remise_pot" in choose("ZZ01=shared").rules.settlement


def test_taking_out_what_is_not_there_changes_nothing(choose):
    assert choose("ZZ01=stays").hash == choose().hash


def test_a_written_value_takes_the_place_of_all_that_stood_there(workshop):
    text = """
apparatus:
  points:
    AA01:
      question: Who pays for a codille?
      default: both
      readings:
        both: {says: As laid., witnesses: none, set: {settlement.codille.like: remise}}
        flat:
          says: A flat sum.
          witnesses: none
          set: {settlement.codille.amount: {flat: {of: number, number: 3}}}
        nothing-else:
          says: Without the bête.
          witnesses: none
          set: {settlement.codille.amount.flat: {of: number, number: 3}}
          remove: [settlement.codille.amount.bete]
"""
    combined = workshop.combined(text)
    for reading in ("flat", "nothing-else"):
        settlement = combined.resolve([Choice("AA01", reading)]).rules.settlement
        assert list(settlement["codille"].amount) == ["flat"]
        assert list(settlement["remise"].amount) == ["bete"]


def test_readings_that_write_one_path_differently_collide(choose):
    with pytest.raises(UsageError, match="AA01=six and AA03=seven collide: both write contracts"):
        choose("AA01=six", "AA03=seven")


def test_readings_that_write_one_path_alike_do_not_collide(choose):
    assert choose("AA01=five", "AA03=five").hash == choose().hash


def test_a_path_that_leads_to_another_collides_with_it(choose):
    with pytest.raises(UsageError, match=r"AA02\.price=half and AA03=seven collide"):
        choose("AA02.price=half", "AA03=seven")


def test_where_a_point_refines_another_it_prevails(choose):
    price = choose("AA01=six", "AA02.price=half").rules.contracts["game"].price
    assert (price.number, price.times) == (8, "1/2")


def test_the_order_of_choices_does_not_matter(choose):
    chosen = ("AA01=six", "AA02.price=half", "ZZ01=shared")
    assert len({choose(*order).hash for order in permutations(chosen)}) == 1


def test_readings_that_are_refused_together_cannot_be_chosen(choose):
    with pytest.raises(UsageError, match="AA03=ten cannot be combined with AA01=six"):
        choose("AA01=six", "AA03=ten")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA011=five", "unknown point 'AA011' of own; did you mean 'AA01'"),
        ("AA02=half", "AA02 has parts; expected AA02.price"),
        ("AA01=sex", "unknown reading 'sex' of AA01; did you mean 'six'"),
        ("AA01=old", "AA01=old is printed, not run: nobody knows how"),
        ("AA01", "'AA01' is no reading; expected POINT=READING or"),
        ("AA01=", "'AA01=' is no reading"),
        ("own[AA01]", "is no reading"),
    ],
)
def test_a_choice_that_cannot_be_made_is_answered_in_a_sentence(choose, text, message):
    with pytest.raises(UsageError, match=message.replace("[", r"\[")):
        choose(text)


def test_one_point_has_one_reading(choose):
    with pytest.raises(UsageError, match="AA01=five and AA01=six exclude each other"):
        choose("AA01=six", "AA01=five")
    assert choose("AA01=six", "AA01=six").readings == ("AA01=six",)
