"""Typed values from plain data, and back, with everything that is wrong in one go."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_core.rules.apparatus import Reading
from lhombre_core.rules.auction import ForcedPlay, Hold
from lhombre_core.rules.contract import Codille, Quantity
from lhombre_core.rules.data.build import build
from lhombre_core.rules.data.plain import plain, plain_of
from lhombre_core.rules.data.shape import shape_of
from lhombre_core.rules.keyed import Keyed, freeze, thaw
from lhombre_core.rules.settlement import Condition, Event, Term, TermKind, Transfer
from lhombre_core.rules.stake import LossFactor
from lhombre_core.rules.table import Identity, Resting, RestingDuty

TRANSFER = {
    "on": {"win": True, "remise": False},
    "phase": "players",
    "from": "each-opponent",
    "to": "ombre",
    "amount": {"price": {"of": "price", "times": "1/2"}, "fee": {"of": "number", "number": "fee"}},
    "if": {"stopped": True, "contracts": {"solo": True}},
}


def messages(kind, data, **how):
    return [
        (".".join(map(str, problem.path)), problem.message)
        for problem in build(kind, data, **how)[1]
    ]


def test_a_record_is_built_from_its_keys_without_trailing_underscores():
    transfer, problems = build(Transfer, TRANSFER)
    assert problems == []
    assert transfer.from_ == "each-opponent"
    assert transfer.if_ == Condition(stopped=True, contracts=frozenset({"solo"}))
    assert transfer.on == {Event.WIN}
    assert transfer.amount["price"] == Term(TermKind.PRICE, times=Fraction(1, 2))
    assert transfer.amount["fee"].number == "fee"


def test_a_value_is_written_as_the_data_it_was_built_from_without_what_says_nothing():
    transfer, _ = build(Transfer, TRANSFER)
    data = plain(transfer)
    assert data == {**TRANSFER, "on": {"win": True}}
    assert build(Transfer, data)[0] == transfer


def test_none_is_nothing_where_nothing_may_stand():
    codille, _ = build(Codille, {"extra": 0, "per_trick_above": "none", "cap": "none"})
    assert codille == Codille(0, None, None)
    assert plain(codille) == {"extra": 0, "per_trick_above": "none", "cap": "none"}
    assert messages(Codille, {"extra": "none", "per_trick_above": 1, "cap": 1}) == [
        ("extra", "'none' is text; expected a whole number or the name of a parameter")
    ]


def test_null_never_means_anything():
    problems = messages(Codille, {"extra": None, "per_trick_above": None, "cap": None})
    assert [path for path, _ in problems] == ["extra", "per_trick_above", "cap"]
    assert all(message.startswith("null says nothing here; ") for _, message in problems)


def test_a_truth_value_is_no_number_and_a_number_no_truth_value():
    assert messages(LossFactor, {"remise": True, "codille": 1}) == [
        ("remise", "true is a truth value; expected a whole number")
    ]
    data = {"allowed": 1, "who": "earlier", "what": "same-contract", "then": "ends"}
    assert messages(Hold, data) == [("allowed", "1 is a number; expected true or false")]


def test_a_number_is_no_text():
    assert messages(ForcedPlay, {"card": 7, "contract": "x"}) == [
        ("card", "7 is a number; expected text")
    ]
    assert messages(ForcedPlay, {"card": " ", "contract": ""}) == [
        ("card", "the text is empty; expected text"),
        ("contract", "the text is empty; expected text"),
    ]


@pytest.mark.parametrize("text", ["1/0", "x", "1/", "1.5", "/2", "١/٢", ""])
def test_a_fraction_is_whole_or_has_a_divisor(text):
    data = {"of": "price", "times": text}
    ((path, message),) = messages(Term, data)
    assert path == "times"
    assert "expected a whole number or a fraction such as 1/2" in message


def test_an_unknown_word_is_answered_with_the_nearest_or_all():
    data = {"of": "prize"}
    assert messages(Term, data) == [("of", "unknown word 'prize'; did you mean 'price'?")]
    data = {"allowed": True, "who": "nobody", "what": "same-contract", "then": "ends"}
    assert messages(Hold, data) == [
        ("who", "unknown word 'nobody'; expected earlier, forehand or first-bidder")
    ]


def test_an_unknown_key_is_one_fault_and_not_a_missing_one_besides():
    assert messages(Quantity, {"nunber": 5}) == [
        ("nunber", "unknown key 'nunber'; did you mean 'number'?")
    ]


def test_everything_that_is_missing_is_said_unless_data_is_partial():
    problems = messages(LossFactor, {})
    assert problems == [
        ("", "remise is missing: after a remise"),
        ("", "codille is missing: after a codille"),
    ]
    assert messages(LossFactor, {}, partial=True) == []
    assert messages(LossFactor, {"remise": "x"}, partial=True) != []


def test_a_set_is_a_mapping_of_its_members_to_truth_values():
    data = {"duties": {"shuffles": True, "keeps-score": False}}
    resting, problems = build(Resting, data, partial=True)
    assert (resting, problems) == (None, [])
    wrong = {"duties": {"shufles": True, "keeps-score": 1}}
    assert messages(Resting, wrong, partial=True) == [
        ("duties.shufles", "unknown word 'shufles'; did you mean 'shuffles'?"),
        ("duties.keeps-score", "1 is a number; expected true, or false to leave it out"),
    ]


def test_a_list_is_neither_a_mapping_nor_a_text():
    assert "expected a list" in messages(Identity, {"patches": "abc"}, partial=True)[0][1]
    assert "expected a mapping" in messages(Transfer, ["a"])[0][1]
    assert messages(Identity, {"patches": ["a", 1]}, partial=True) == [
        ("patches.1", "1 is a number; expected text")
    ]


def test_a_value_of_any_form_is_kept_and_cannot_be_changed():
    data = {"says": "x", "witnesses": "none", "set": {"a.b": {"c": [1, {"d": True}]}}}
    reading, problems = build(Reading, data)
    assert problems == []
    assert reading.set["a.b"]["c"] == (1, Keyed({"d": True}))
    assert plain(reading) == data


def test_a_type_that_the_language_has_not_got_is_refused():
    with pytest.raises(TypeError, match="no values of type"):
        shape_of(float)


def test_members_of_a_set_are_written_sorted():
    resting = Resting(None, None, frozenset(RestingDuty), *[None] * 4)
    shape = shape_of(frozenset[RestingDuty])
    assert list(plain_of(shape, resting.duties)) == sorted(duty.value for duty in RestingDuty)


def test_a_mapping_that_cannot_be_changed_is_a_key_and_crosses_processes():
    keyed = Keyed({"a": 1, "b": 2})
    assert hash(keyed) == hash(Keyed({"a": 1, "b": 2}))
    assert keyed == {"b": 2, "a": 1}
    assert keyed != Keyed({"b": 2, "a": 1})
    assert keyed != 3
    assert pickle.loads(pickle.dumps(keyed)) == keyed  # noqa: S301  our own
    assert repr(keyed) == "Keyed({'a': 1, 'b': 2})"
    with pytest.raises(TypeError):
        keyed["a"] = 3


PLAIN = st.recursive(
    st.text() | st.integers() | st.booleans(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_data_that_was_made_unchangeable_can_be_had_back(data):
    assert thaw(freeze(data)) == data
    hash(freeze(data))
