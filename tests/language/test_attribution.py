"""Which note stands behind a rule."""

import pytest

from lhombre_core.language.resolve.attribution import attributions

NOTES = """
session: {limit: 900}
contracts: {solo: {price: {number: 8}}}
apparatus:
  rules:
    session: {source: none, certainty: editorial, says: section}
    session.limit: {source: pierer, certainty: stated, says: limit}
    contracts.*.price: {source: none, certainty: editorial, says: any price}
    contracts.game.price: {source: none, certainty: editorial, says: price of a game}
    contracts.*: {source: none, certainty: editorial, says: any contract}
"""


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("session.limit", "limit"),
        ("session.standing", "section"),
        ("contracts.solo.price.number", "any price"),
        ("contracts.game.price.number", "price of a game"),
        ("contracts.game.rank", "any contract"),
        ("table.seats", None),
    ],
)
def test_the_longest_path_wins_and_of_equals_the_one_with_fewer_stars(resolve, path, says):
    note = attributions(resolve(NOTES)).note(path)
    assert note is not None
    assert note.says == says


def test_a_note_of_a_parent_says_nothing_about_what_its_child_has_changed(resolve):
    notes = attributions(resolve("session: {limit: 900}"))
    assert notes.note("session.limit") is None
    assert notes.note("session.standing") is not None


def test_a_value_that_was_taken_over_by_like_is_covered_by_the_note_on_the_other_entry(resolve):
    text = """
settlement:
  gift: {on: {win: true}, phase: players, from: bank, to: ombre,
         amount: {gift: {of: number, number: 1}}}
  second_gift: {like: gift}
apparatus: {rules: {settlement.gift: {source: none, certainty: editorial, says: a gift}}}
"""
    note = attributions(resolve(text)).note("settlement.second_gift.amount.gift.number")
    assert note is not None
    assert note.says == "a gift"


def test_a_value_of_a_reading_is_attributed_to_its_witness(resolve):
    text = """
apparatus:
  points:
    AA01:
      question: How long?
      default: long
      readings:
        long: {says: Long., witnesses: none, set: {session.limit: 1000}}
        short:
          says: Short.
          witnesses: [{source: pierer, at: P61}]
          set: {session.limit: 90}
"""
    short = attributions(resolve(text, readings=["AA01=short"])).note("session.limit")
    assert (short.source, short.at, short.point, str(short.certainty)) == (
        "pierer",
        "P61",
        "AA01",
        "stated",
    )
    long = attributions(resolve(text, readings=["AA01=long"])).note("session.limit")
    assert (long.source, str(long.certainty)) == (None, "editorial")


def test_a_value_given_on_the_command_line_has_no_note(resolve):
    resolved = resolve("", settings=["session.limit=90"], patches=["high-fee"])
    assert attributions(resolved).note("session.limit") is None
    assert attributions(resolved).note("stakes.parameters.fee.value") is None
    assert attributions(resolved).note("stakes.parameters.fee.least") is not None
