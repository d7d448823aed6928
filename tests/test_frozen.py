"""`frozen` defines the class that the standard decorator defines."""

import copy
import dataclasses
import inspect
import pickle
from inspect import signature

import pytest

from lhombre_core.engine.state import action
from lhombre_core.frozen import frozen
from lhombre_core.language.catalog import load
from lhombre_core.rules import (
    apparatus,
    auction,
    contract,
    play,
    session,
    settlement,
    stake,
    table,
    variant,
)
from lhombre_core.rules.stake import LossFactor, Parameter

_MODULES = (action, apparatus, auction, contract, play, session, settlement, stake, table, variant)
_MODEL = [
    kind
    for module in _MODULES
    for kind in vars(module).values()
    if isinstance(kind, type)
    and dataclasses.is_dataclass(kind)
    and kind.__module__ == module.__name__
]


@frozen
class Pair:
    """Two values."""

    first: int
    second: str = "b"


@frozen
class One:
    """One value."""

    only: object


@frozen
class Noted:
    """A value, and one that is neither printed nor compared."""

    value: int
    note: str = dataclasses.field(repr=False, compare=False)


@frozen
class Named:
    """A value with a text of its own."""

    name: str

    def __repr__(self):
        return f"<{self.name}>"


@frozen
class Positive:
    """A value that may be refused."""

    value: int

    def __post_init__(self):
        if self.value <= 0:
            raise ValueError(f"{self.value} is not positive")


@frozen(eq=False)
class Alone:
    """A value that equals no other."""

    value: int


@frozen
class Nothing:
    """No value."""


def standard(kind):
    """Return a class with the same fields as the standard decorator makes it."""
    parts = [
        (part.name, part.type)
        if part.default is dataclasses.MISSING
        else (part.name, part.type, dataclasses.field(default=part.default))
        for part in dataclasses.fields(kind)
    ]
    return dataclasses.make_dataclass(kind.__name__, parts, frozen=True, slots=True)


@pytest.mark.parametrize("kind", _MODEL, ids=lambda kind: kind.__name__)
def test_a_class_of_the_model_is_what_the_standard_decorator_makes(kind):
    twin = standard(kind)
    values = range(len(dataclasses.fields(kind)))
    assert signature(kind) == signature(twin)
    assert (kind.__slots__, kind.__match_args__) == (twin.__slots__, twin.__match_args__)
    if "__repr__" not in inspect.getsource(kind):
        assert repr(kind(*values)) == repr(twin(*values))


def test_equal_are_two_of_one_class_with_equal_values():
    assert Pair(1) == Pair(1, "b") != Pair(2)
    assert len({Pair(1), Pair(1), Pair(1, "c"), One(1), One(1), Nothing(), Nothing()}) == 4
    assert One(Pair(1)) == One(Pair(1)) != One(Pair(2))
    assert standard(Pair)(1) != Pair(1)


def test_a_field_may_be_left_out_of_the_text_and_of_comparisons():
    assert Noted(1, "a") == Noted(1, "b") != Noted(2, "a")
    assert hash(Noted(1, "a")) == hash(Noted(1, "b"))
    assert repr(Noted(1, "a")) == "Noted(value=1)"
    assert pickle.loads(pickle.dumps(Noted(1, "a"))).note == "a"  # noqa: S301  our own


def test_a_class_may_have_a_text_of_its_own():
    assert repr(Named("a")) == "<a>"


def test_values_may_be_refused():
    assert Positive(1).value == dataclasses.replace(Positive(2), value=1).value
    with pytest.raises(ValueError, match="0 is not positive"):
        Positive(0)


def test_a_class_may_compare_by_identity():
    one = Alone(1)
    assert one == one != Alone(1)  # noqa: PLR0124  that is what is asked
    assert len({one, Alone(1), one}) == 2


def test_nothing_can_be_assigned_or_deleted():
    pair = Pair(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'first'"):
        pair.first = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'third'"):
        pair.third = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'first'"):
        del pair.first
    assert not hasattr(pair, "__dict__")


def test_values_are_given_by_place_or_name():
    assert Pair(second="c", first=1) == Pair(1, "c")
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) missing 1 required"):
        Pair()


def test_what_takes_a_dataclass_takes_these():
    assert dataclasses.replace(Pair(1), first=2) == Pair(2)
    assert dataclasses.asdict(One(Pair(1))) == {"only": {"first": 1, "second": "b"}}
    match Pair(1):
        case Pair(first, second):
            assert (first, second) == (1, "b")


@pytest.mark.parametrize("value", [Pair(1), One([1]), Nothing()], ids=repr)
def test_a_copy_is_equal_and_crosses_processes(value):
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  our own


def test_a_rule_set_crosses_processes():
    rules = load("danish-club").rules
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  our own
    assert (again, hash(again)) == (rules, hash(rules))


def odd(name, value, *parents):
    return type("Odd", parents, {"__annotations__": {"only": "int"}, name: value})


@pytest.mark.parametrize(
    "kind",
    [
        odd("__doc__", "It inherits.", Nothing),
        odd("only", dataclasses.field(default_factory=list)),
        odd("only", dataclasses.field(init=False)),
        odd("only", dataclasses.field(kw_only=True)),
        odd("__init__", print),
        odd("__eq__", print),
        odd("__hash__", print),
    ],
)
def test_what_only_the_standard_decorator_can_make_is_refused(kind):
    with pytest.raises(TypeError, match="take the standard dataclass"):
        frozen(kind)


def test_a_field_without_default_after_one_with_is_refused():
    parts = {"__annotations__": {"first": "int", "second": "int"}, "first": 1}
    with pytest.raises(TypeError, match="take the standard dataclass"):
        frozen(type("Odd", (), parts))


def test_fields_keep_what_is_known_of_them():
    assert [part.metadata["prose"] for part in dataclasses.fields(Parameter)][-1] is True
    assert LossFactor.__doc__ == "How often the base of a bête is laid."
