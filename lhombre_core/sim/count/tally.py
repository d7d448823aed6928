"""What is counted of many deals: whole numbers only, so that parts can be put together exactly.

`as_data` gives a tally as data for JSON and `from_data` reads it again: whole numbers of any size,
the same data for equal tallies, in whatever order they were counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import Money, total
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.verdict import Verdict
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.count.statistic import Spread

FIRST_TRICKS: Final = 5

Key = TypeVar("Key", int, str)


@dataclass(slots=True)
class ContractTally:
    """What became of one contract."""

    results: dict[Outcome, int] = field(default_factory=dict)
    conceded: int = 0
    taken_over: int = 0
    stopped: int = 0
    """The ombre stopped with five tricks instead of undertaking the vole."""
    vole_undertaken: int = 0
    vole_made: int = 0
    first_five: int = 0
    """The ombre won the first five tricks."""
    first_five_against: int = 0
    """His opponents did."""
    tricks: Spread = field(default_factory=Spread)
    """The tricks of the ombre, of deals that were played, not given up."""
    counters: Spread = field(default_factory=Spread)
    """What the ombre gained or lost in a deal."""

    @property
    def deals(self) -> int:
        """How many deals were played so."""
        return sum(self.results.values())

    def add(self, facts: Facts, verdict: Verdict, ombre: Seat, gained: int) -> None:
        """Count one deal."""
        self.results[verdict.outcome] = self.results.get(verdict.outcome, 0) + 1
        self.conceded += facts.conceded
        self.taken_over += facts.surrenderer is not None
        self.stopped += facts.stopped
        self.vole_undertaken += verdict.vole_undertaken
        self.vole_made += verdict.vole > 0
        first = first_five(facts)
        self.first_five += first > 0
        self.first_five_against += first < 0
        if not facts.conceded:
            self.tricks.add(facts.tricks[ombre])
        self.counters.add(gained)

    def merge(self, other: ContractTally) -> None:
        """Count the deals of another tally as well."""
        for outcome, number in other.results.items():
            self.results[outcome] = self.results.get(outcome, 0) + number
        self.conceded += other.conceded
        self.taken_over += other.taken_over
        self.stopped += other.stopped
        self.vole_undertaken += other.vole_undertaken
        self.vole_made += other.vole_made
        self.first_five += other.first_five
        self.first_five_against += other.first_five_against
        self.tricks.merge(other.tricks)
        self.counters.merge(other.counters)

    def as_data(self) -> dict[str, Any]:
        """Return the tally as data for JSON."""
        numbers = {name: getattr(self, name) for name in _OF_CONTRACT}
        return {
            "results": {str(outcome): self.results[outcome] for outcome in sorted(self.results)},
            **numbers,
            "tricks": self.tricks.as_data(),
            "counters": self.counters.as_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ContractTally:
        """Return the tally of which this is the data."""
        return cls(
            results={_OUTCOMES[name]: number for name, number in data["results"].items()},
            **{name: data[name] for name in _OF_CONTRACT},
            tricks=Spread.from_data(data["tricks"]),
            counters=Spread.from_data(data["counters"]),
        )


_OF_CONTRACT: Final = (
    "conceded",
    "taken_over",
    "stopped",
    "vole_undertaken",
    "vole_made",
    "first_five",
    "first_five_against",
)
_OUTCOMES: Final = {str(outcome): outcome for outcome in Outcome}
_OF_TALLY: Final = ("deals", "sessions", "cut", "void", "last_session")


@dataclass(slots=True)
class PoolTally:
    """What a pool held when deals were open, and when they had been settled."""

    opening: Spread = field(default_factory=Spread)
    end: Spread = field(default_factory=Spread)

    def merge(self, other: PoolTally) -> None:
        """Count another tally as well."""
        self.opening.merge(other.opening)
        self.end.merge(other.end)


@dataclass(slots=True)
class Tally:
    """What is counted of some sessions, in any number of parts."""

    deals: int = 0
    sessions: int = 0
    cut: int = 0
    """Sessions that were cut at the limit."""
    void: int = 0
    last_session: int = 0
    """How many deals the last session had; only of the part itself."""
    contracts: dict[str, ContractTally] = field(default_factory=dict)
    seats: dict[str, Spread] = field(default_factory=dict)
    """What a deal brought to a seat, by its word; resting players one by one."""
    roles: dict[str, Spread] = field(default_factory=dict)
    """The same of ombre, opponent and resting player, in deals that had an ombre."""
    players: dict[int, Spread] = field(default_factory=dict)
    """What a session brought to a player, by number."""
    pools: dict[str, PoolTally] = field(default_factory=dict)
    bank: Spread = field(default_factory=Spread)
    """What a session brought to the bank."""
    lengths: Spread = field(default_factory=Spread)
    """Deals of a session."""

    def add_deal(
        self,
        game: Game,
        seating: Seating,
        facts: Facts,
        verdict: Verdict,
        money: tuple[Money, Money, Money],
    ) -> None:
        """Count one deal with the money before it, when it was open, and after its settlement."""
        before, opened, after = money
        self.deals += 1
        gains = [now - then for now, then in zip(after.balances, before.balances, strict=True)]
        seats = [seating.seat(player, facts.mort) for player in range(seating.players)]
        for seat, gained in zip(seats, gains, strict=True):
            _spread(self.seats, format_seat(seat)).add(gained)
        if facts.contract is None or facts.ombre is None:
            self.void += 1
        else:
            own = self.contracts.setdefault(facts.contract, ContractTally())
            own.add(facts, verdict, facts.ombre, gains[seats.index(facts.ombre)])
            for seat, gained in zip(seats, gains, strict=True):
                _spread(self.roles, _role(seat, facts.ombre)).add(gained)
        for name, lots in opened.pools:
            self._pool(name).opening.add(total(lots))
        for name, lots in after.pools:
            self._pool(name).end.add(total(lots))

    def _pool(self, name: str) -> PoolTally:
        return self.pools.setdefault(name, PoolTally())

    def add_session(self, deals: int, money: Money, *, cut: bool) -> None:
        """Count the end of a session whose deals have been counted."""
        self.sessions += 1
        self.cut += cut
        self.last_session = deals
        self.lengths.add(deals)
        self.bank.add(money.bank)
        for player, balance in enumerate(money.balances):
            _spread(self.players, player).add(balance)

    def merge(self, other: Tally) -> None:
        """Count the sessions of another tally as well."""
        self.deals += other.deals
        self.sessions += other.sessions
        self.cut += other.cut
        self.void += other.void
        self.last_session = other.last_session
        for contract, own in other.contracts.items():
            self.contracts.setdefault(contract, ContractTally()).merge(own)
        for pool, held in other.pools.items():
            self._pool(pool).merge(held)
        _merge(self.seats, other.seats)
        _merge(self.roles, other.roles)
        _merge(self.players, other.players)
        self.bank.merge(other.bank)
        self.lengths.merge(other.lengths)

    def as_data(self) -> dict[str, Any]:
        """Return the tally as data for JSON."""
        return {
            **{name: getattr(self, name) for name in _OF_TALLY},
            "contracts": {name: own.as_data() for name, own in sorted(self.contracts.items())},
            "seats": _spreads(self.seats),
            "roles": _spreads(self.roles),
            "players": _spreads(self.players),
            "pools": {
                name: [held.opening.as_data(), held.end.as_data()]
                for name, held in sorted(self.pools.items())
            },
            "bank": self.bank.as_data(),
            "lengths": self.lengths.as_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally of which this is the data."""
        players = {int(player): spread for player, spread in data["players"].items()}
        return cls(
            **{name: data[name] for name in _OF_TALLY},
            contracts={
                name: ContractTally.from_data(own) for name, own in data["contracts"].items()
            },
            seats=_from_spreads(data["seats"]),
            roles=_from_spreads(data["roles"]),
            players=_from_spreads(players),
            pools={
                name: PoolTally(*map(Spread.from_data, held))
                for name, held in data["pools"].items()
            },
            bank=Spread.from_data(data["bank"]),
            lengths=Spread.from_data(data["lengths"]),
        )

    def results(self) -> dict[Outcome, int]:
        """Return how many deals had each result."""
        numbers = dict.fromkeys(Outcome, 0)
        for own in self.contracts.values():
            for outcome, number in own.results.items():
                numbers[outcome] += number
        numbers[Outcome.VOID] += self.void
        return numbers


def first_five(facts: Facts) -> int:
    """Return 1 if the ombre won the first five tricks, -1 if his opponents did, otherwise 0."""
    first = facts.winners[:FIRST_TRICKS]
    if facts.ombre is None or len(first) < FIRST_TRICKS:
        return 0
    mine = first.count(facts.ombre)
    return (mine == FIRST_TRICKS) - (mine == 0)


def _role(seat: Seat, ombre: Seat) -> str:
    if seat is ombre:
        return "ombre"
    return "resting" if seat is Seat.RESTING else "opponent"


def _spread(table: dict[Key, Spread], key: Key) -> Spread:
    return table.setdefault(key, Spread())


def _merge(mine: dict[Key, Spread], other: Mapping[Key, Spread]) -> None:
    for key, spread in other.items():
        _spread(mine, key).merge(spread)


def _spreads(table: Mapping[Key, Spread]) -> dict[str, Any]:
    return {str(key): table[key].as_data() for key in sorted(table)}


def _from_spreads(data: Mapping[Key, Any]) -> dict[Key, Spread]:
    return {key: Spread.from_data(sums) for key, sums in data.items()}
