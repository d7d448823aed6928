"""Every change of a single value of a rule set that the tests try, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from lhombre_core.report.words.spot import steps
from lhombre_core.rules.acting.money import pays_nothing
from lhombre_core.rules.acting.scope import Scope
from lhombre_core.rules.auction import Change
from lhombre_core.rules.data.path import Leaf, leaves
from lhombre_core.rules.data.shape import (
    BoolShape,
    FractionShape,
    IntShape,
    NumberShape,
    OptionShape,
    SetShape,
    TextShape,
    TupleShape,
    WordShape,
)
from lhombre_core.rules.settlement import Event
from tests.rules.change import with_value, without_key

ORDERS = {
    "cards.out",
    "cards.plain_black",
    "cards.plain_red",
    "cards.trump_black",
    "cards.trump_red",
    "cards.no_trump_black",
    "cards.no_trump_red",
}


@dataclass(frozen=True)
class Mutation:
    """A change of one value."""

    path: str
    old: object
    new: object

    def __str__(self):
        return f"{self.path}: {self.old!r} -> {self.new!r}"


def mutations(rules):
    """Yield every change of a single value of a rule set, and the rule set that comes of it."""
    scope = Scope(rules)
    for leaf in leaves(rules):
        for new in _others(scope, leaf):
            if new != leaf.value and not _same_ladder(scope, leaf, new):
                yield Mutation(leaf.path, leaf.value, new), with_value(rules, leaf.steps, new)
    for path in _removable(scope):
        keys = tuple(path.split("."))
        yield Mutation(path, "there", "gone"), without_key(rules, keys)


def _same_ladder(scope: Scope, leaf: Leaf, new) -> bool:
    """Return whether another number for a rank leaves the order of the bids as it is."""
    if leaf.steps[-1] != "rank":
        return False
    others = [one.rank for name, one in scope.bids.items() if name != leaf.steps[1]]
    return all(
        (rank < new, rank == new) == (rank < leaf.value, rank == leaf.value) for rank in others
    )


def _others(scope: Scope, leaf: Leaf) -> Iterator[object]:
    shape, value = leaf.shape, leaf.value
    if isinstance(shape, OptionShape):
        if value is None:
            yield from _some(scope, leaf, shape.inner)
            return
        if not _is_nothing(scope, leaf):
            yield None
        shape = shape.inner
    match shape:
        case WordShape(_, members):
            yield from members.values()
        case BoolShape():
            yield not value
        case IntShape():
            yield from _numbers(leaf, value)
        case NumberShape():
            yield from _numbers(leaf, value) if isinstance(value, int) else (1, 2)
        case FractionShape():
            yield from (value + 1, value + Fraction(1, 2), -value)
        case SetShape(member):
            yield from _sets(scope, leaf, member)
        case TupleShape():
            yield (*value[:-1], value[-1] - 1, 1)
        case TextShape():
            yield from _texts(scope, leaf)


def _is_nothing(scope: Scope, leaf: Leaf) -> bool:
    """Return whether explicit nothing would be no change, or is no value here."""
    if leaf.path.startswith(("settlement.", "stakes.opening.")):
        return True
    if leaf.steps[-1] == "becomes":
        as_bid = scope.rules.auction.change is Change.AS_BID
        return as_bid and leaf.value == {leaf.steps[1]}
    parameters = scope.rules.stakes.parameters
    return (
        isinstance(leaf.value, str)
        and leaf.value in parameters
        and (scope.number(leaf.value) is None)
    )


def _numbers(leaf: Leaf, value: int) -> Iterator[int]:
    if leaf.steps[-1] in {"by", "over", "step", "target_times"}:
        yield value + 1
    else:
        yield from (value + 1, value - 1)


def _some(scope: Scope, leaf: Leaf, shape) -> Iterator[object]:
    """Yield something for what is explicitly nothing, where a single value will do."""
    match shape:
        case WordShape(_, members):
            yield from members.values()
        case IntShape() | NumberShape():
            yield 1
        case TextShape() if leaf.path.startswith("cards."):
            yield scope.rules.cards.plain_red
        case TextShape() if leaf.steps[-1] == "cover":
            yield from (name for name in scope.bids if name != leaf.steps[1])
        case SetShape() if leaf.steps[-1] == "becomes":
            yield frozenset(scope.bids)


def _sets(scope: Scope, leaf: Leaf, member) -> Iterator[frozenset]:
    value = leaf.value
    if isinstance(member, WordShape):
        known = set(member.members.values())
        if leaf.steps[-1] == "on":  # an event that cannot occur changes nothing
            known &= _events(scope, leaf)
    elif leaf.steps[-1] == "suits":
        known = set("SHDC")
    elif leaf.steps[-1] == "feeds":
        known = {name for name, pool in scope.rules.stakes.pools.items() if pool.used}
        known = {name for name in known if scope.rules.stakes.pools[name].kind.value == "cup"}
    else:
        known = set(scope.bids)
    for one in sorted(known - value):
        yield value | {one}
    for one in sorted(known & value):
        if len(value) > 1:
            yield value - {one}


def _events(scope: Scope, leaf: Leaf) -> set[Event]:
    """Return the events on which a payment could be made in its phase."""
    if leaf.steps[0] == "stakes":
        return {Event.OPENING}
    transfer = scope.rules.settlement[leaf.steps[1]]
    return set(scope.fires(replace(transfer, on=frozenset(Event))))


def _texts(scope: Scope, leaf: Leaf) -> Iterator[str]:
    value, last = leaf.value, leaf.steps[-1]
    if leaf.path == "cards.out":
        yield value.rsplit(" ", 1)[0]
    elif leaf.path in ORDERS:
        words = value.split()
        yield " ".join((*words[:-2], words[-1], words[-2]))
    elif last == "times":
        yield from ("2", "1/3")
    elif leaf.path == "auction.privilege.suit":
        yield "D"
    elif leaf.steps[0] == "contracts" or last == "contract":
        yield from scope.bids
    elif last == "card":
        yield "CA"
    elif last in {"from", "to"}:
        pools = (name for name, pool in scope.rules.stakes.pools.items() if pool.used)
        yield from ("dealer", "each-opponent", *pools)
    elif leaf.path == "stakes.bete.opening":
        yield from scope.rules.stakes.opening
    elif leaf.path.endswith(".transfer"):
        yield from scope.rules.settlement
    elif leaf.path.endswith(".names"):
        yield from scope.rules.stakes.occasions if value in scope.rules.stakes.occasions else ()
    else:
        yield from (name for name, pool in scope.rules.stakes.pools.items() if pool.used)


def _removable(scope: Scope) -> Iterator[str]:
    rules = scope.rules
    for key, transfer in rules.settlement.items():
        if not pays_nothing(scope, transfer.amount):
            yield f"settlement.{key}"
    yield from (f"stakes.opening.{key}" for key in rules.stakes.opening)
    yield from (f"stakes.occasions.{key}" for key in rules.stakes.occasions)
    yield from (f"stakes.parameters.{key}" for key in rules.stakes.parameters)
    for key, transfer in rules.settlement.items():
        if len(transfer.amount) > 1:
            yield from (f"settlement.{key}.amount.{term}" for term in transfer.amount)


def chapters(path: str) -> tuple[str, ...]:
    """Return the chapters in which a change of the value at a path must show, one at least."""
    pattern = ".".join(step.pattern.rsplit(".", 1)[-1] for step in steps(path))
    found = next((names for start, names in _CHAPTERS if pattern.startswith(start)), None)
    return found or (path.split(".", maxsplit=1)[0],)


_CHAPTERS = (
    ("contracts.*.entry", ("auction", "contracts")),
    ("contracts.*.becomes", ("auction",)),
    ("contracts.*.requires", ("auction", "contracts")),
    ("contracts.*.trump", ("contracts", "exchange", "auction")),
    ("contracts.*.exchange", ("contracts", "exchange")),
    ("contracts.*.goal", ("contracts", "result")),
    ("contracts.*.price", ("contracts",)),
    ("contracts.*.codille", ("settlement",)),
    ("contracts.*.stake", ("stakes",)),
    ("contracts.*.vole", ("vole",)),
    ("contracts.*.concession", ("concession",)),
    ("contracts.*.rank", ("auction",)),
    ("stakes.parameters", ("stakes",)),
    ("settlement", ("settlement",)),
    ("result.failed_vole", ("vole",)),
)
