"""The parts of a run: ordered from workers and counted in order, until the deals are reached.

Parts come back in any order. They are counted in the order of their numbers; the one in which the
deals are reached is cut there, and whatever was played beyond it is dropped. So the outcome
depends neither on the workers nor on the parts that were kept before.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Protocol

from lhombre_core.frozen import frozen
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.run.worker import Workers
from lhombre_core.sim.store.part import LONG, Order, Played


@frozen
class Plan:
    """How a run is parted, and when it ends."""

    asked: int
    """How many deals are wanted."""
    size: int
    """How many sessions a part has."""
    length: int | None
    """How many deals a session usually has; None where the rules do not count them."""

    def sessions(self, number: int) -> range:
        """Return the sessions of a part."""
        return range(number * self.size, (number + 1) * self.size)


class Store(Protocol):
    """Keeps the parts that have been played."""

    def kept(self, number: int) -> Tally | None:
        """Return the tally of a part that is kept, None of any other."""
        ...

    def keep(self, number: int, played: Played) -> None:
        """Keep a part, in the place of what was kept of it."""
        ...


class Memory:
    """Parts that are kept until they are counted, and not written anywhere."""

    def __init__(self) -> None:
        """Keep no part yet."""
        self._tallies: dict[int, Tally] = {}

    def kept(self, number: int) -> Tally | None:
        return self._tallies.pop(number, None)

    def keep(self, number: int, played: Played) -> None:
        self._tallies[number] = played.tally


class Dispatch:
    """A run that is being played."""

    def __init__(
        self, plan: Plan, store: Store, ready: set[int], tell: Callable[[int], None]
    ) -> None:
        """Take the parts that are kept already, and who hears of the deals of each new part."""
        self.plan = plan
        self.tally = Tally()
        self.counted = 0
        """How many parts have been counted."""
        self._store = store
        self._ready = ready
        self._tell = tell
        self._next = 0
        self._out: dict[Future[Played], int] = {}
        self._again: int | None = None
        """The next part, if it is kept but goes too far: nothing is played beyond it."""

    def run(self, workers: Workers) -> Tally:
        """Order parts until the deals are reached, and return the tally of all."""
        while not self.ended():
            self._hand_out(workers)
            done, _ = wait(self._out, return_when=FIRST_COMPLETED)
            for future in done:
                self._receive(future)
        return self.tally

    def ended(self) -> bool:
        """Count the parts that are next, as far as they are kept; return whether all are."""
        while (left := self.plan.asked - self.tally.deals) > 0 and self.counted in self._ready:
            number = self.counted
            self._ready.discard(number)
            part = self._store.kept(number)
            short = part is None or (part.sessions < self.plan.size and part.deals < left)
            if part is None or short or part.deals - part.last_session >= left:
                self._again = number
                return False
            self.tally.merge(part)
            self.counted += 1
        return left <= 0

    def _hand_out(self, workers: Workers) -> None:
        if self._again is not None:
            if self._again not in self._out.values():
                self._submit(workers, self._again)
            return
        while len(self._out) < workers.width and self._more():
            number = self._next
            self._next += 1
            if number >= self.counted and number not in self._ready:
                self._submit(workers, number)

    def _submit(self, workers: Workers, number: int) -> None:
        order = Order(number, self.plan.sessions(number), self._left(number))
        self._out[workers.submit(order)] = number

    def _receive(self, future: Future[Played]) -> None:
        number = self._out.pop(future)
        played = future.result()
        if number == self._again:
            self._again = None
        self._store.keep(number, played)
        self._ready.add(number)
        self._tell(played.tally.deals)

    def _left(self, number: int) -> int | None:
        """Return after how many deals a part is to end; None while that is unknown.

        A guess that fails does no harm: the part is played again.
        """
        between = (number - self.counted) * self.plan.size
        if between and self.plan.length is None:
            return None
        return self.plan.asked - self.tally.deals - between * (self.plan.length or 0)

    def _more(self) -> bool:
        """Return whether more parts are likely to be needed than those that were handed out."""
        sessions = max(0, self._next - self.counted) * self.plan.size
        left = self.plan.asked - self.tally.deals
        if self.plan.length is not None or not self.tally.sessions:
            return sessions * (self.plan.length or LONG) < left
        return sessions * self.tally.deals < left * self.tally.sessions
