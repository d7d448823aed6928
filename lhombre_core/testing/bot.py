"""The contract of a bot: legal, repeatable, and blind to what its seat does not know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lhombre_core.bots.protocol import Bot, Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.engine.money.session import close_deal, finish, open_next
from lhombre_core.engine.phase.legality import legal_actions
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import Action
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.money import Lot, LotKind, Money
from lhombre_core.engine.state.state import State
from lhombre_core.errors import LhombreError, quoted
from lhombre_core.kernel.stream import Purpose, chance, deal_key
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat
from lhombre_core.testing.finding import DealPlace, Findings
from lhombre_core.testing.table import new_session, shares, states
from lhombre_core.testing.unseen import redealt

_KEPT: Final = 200
"""The least number of decisions that are asked again after all deals; the most is twice that."""

_MOST: Final = 1 << 32
_RANDOM: Final = Random()


def check_bot(
    bot: Bot, resolved: Resolved, deals: int = 50, *, seed: int = 1, reads_pools: bool = False
) -> list[str]:
    """Return the faults of a bot under a variant as sentences, empty without faults.

    Whole sessions of the random stream are played, `deals` deals in all, at tables of every size
    in equal parts. In every other deal the bot plays all seats, in the rest a single seat against
    the bot `random`. To each question it must answer the number of a legal act. The answer must be
    the same when it is asked again, at once or after all deals, with other cards that its seat has
    not seen, and, unless it `reads_pools`, with other pools.
    """
    game = prepare(resolved.rules)
    examiner = _Examiner(bot, seed, reads_pools=reads_pools)
    for players, share in shares(game, deals):
        examiner.play(game, players, share)
    examiner.ask_again()
    return [str(finding) for finding in examiner.findings]


class _Failed(Exception):  # noqa: N818  it never gets out
    """The bot has failed or given no answer, as the message says."""


class _StrictDraw(Draw):
    """A draw that refuses what cannot be drawn."""

    __slots__ = ()

    def __call__(self, n: int) -> int:
        asked: object = n
        if not isinstance(asked, int) or not 1 <= asked <= _MOST:
            raise _Failed(f"draws one of {quoted(n)}; expected a number from 1 to 2**32")
        return super().__call__(n)


@dataclass(frozen=True, slots=True)
class _Decision:
    """A decision of the bot, with all that is needed to ask for it again."""

    place: DealPlace
    state: State
    seat: Seat
    actions: Sequence[Action]
    decision: int
    answer: int


class _Examiner:
    """Plays deals, asks the bot and notes what is wrong with its answers."""

    def __init__(self, bot: Bot, seed: int, *, reads_pools: bool) -> None:
        self.findings = Findings()
        self._bot = bot
        self._seed = seed
        self._reads_pools = reads_pools
        self._place = DealPlace(seed, 0, 0, 0, 0)
        self._asked: list[_Decision] = []

    def play(self, game: Game, players: int, deals: int) -> None:
        """Play deals at a table of a given size, session after session."""
        number, session = 0, new_session(game, players, self._seed, 0)
        for nth in range(deals):
            session, _ = open_next(session)
            self._place = place = DealPlace(self._seed, players, number, session.index, 0)
            alone = (nth // 2) % 3 if nth % 2 else None

            def choose(
                state: State,
                actions: Sequence[Action],
                key: int,
                decision: int,
                alone: int | None = alone,
            ) -> int:
                seat = Seat(state.actor or 0)
                if alone is not None and seat != alone:
                    return _RANDOM.choose(View(state, seat), actions, Draw(key, seat, decision))
                return self._decide(state, seat, actions, decision)

            for state, _ in states(session, self._seed, number, choose):
                self._place = replace(place, acts=len(state.history))
            session, _ = close_deal(session, facts_of(state))
            if session.ended is not None:
                finish(session)
                number += 1
                session = new_session(game, players, self._seed, number)

    def ask_again(self) -> None:
        """Ask for the kept decisions again, from the last to the first."""
        for asked in reversed(self._asked):
            self._place = asked.place
            again = self._answer(asked.state, asked.seat, asked.actions, asked.decision)
            if again not in {asked.answer, None}:
                self._note(
                    "remembers",
                    f"answers {again} and not {asked.answer} when other deals have been played "
                    "between; expected no memory from deal to deal",
                )

    def _note(self, kind: str, message: str) -> None:
        self.findings.add(kind, self._place, f"the bot {message}")

    def _decide(self, state: State, seat: Seat, actions: Sequence[Action], decision: int) -> int:
        """Return the answer of the bot, after checks with other cards and other pools."""
        answer = self._answer(state, seat, actions, decision)
        if answer is None:
            return 0
        self._keep(_Decision(self._place, state, seat, actions, decision, answer))
        if self._answer(state, seat, actions, decision) not in {answer, None}:
            self._note("repeats", "answers otherwise when it is asked again and draws the same")
            return answer
        place = self._place
        key = chance(
            place.seed, place.session, place.index, Purpose.SAMPLING, seat, len(state.history)
        )
        other = redealt(state, seat, key)
        if self._answer(other, seat, legal_actions(other), decision) not in {answer, None}:
            self._note("peeps", "depends on cards that its seat has not seen")
        if not self._reads_pools:
            richer = state._replace(money=_other_money(state.money))
            if self._answer(richer, seat, actions, decision) not in {answer, None}:
                self._note("pools", "depends on what players and pools hold")
        return answer

    def _keep(self, decision: _Decision) -> None:
        """Keep a decision for later, evenly over all deals."""
        if len(self._asked) == 2 * _KEPT:
            del self._asked[::2]
        self._asked.append(decision)

    def _answer(
        self, state: State, seat: Seat, actions: Sequence[Action], decision: int
    ) -> int | None:
        """Return the answer of the bot, or note why there is none and return None."""
        place = self._place
        key = deal_key(place.seed, place.session, place.index)
        try:
            answer: object = self._bot.choose(
                View(state, seat), actions, _StrictDraw(key, seat, decision)
            )
        except _Failed as error:
            self._note("draws", str(error))
            return None
        except Exception as error:  # noqa: BLE001  whatever it is, the bot has failed
            name = "" if isinstance(error, LhombreError) else f"{type(error).__name__}: "
            self._note(f"fails {type(error)}", f"fails: {name}{error}")
            return None
        if not isinstance(answer, int):
            self._note("number", f"answers {quoted(answer)}; expected the number of an act")
            return None
        if not 0 <= answer < len(actions):
            expected = f"expected a number from 0 to {len(actions) - 1}"
            self._note("range", f"answers {answer}; {expected}")
            return None
        return answer


def _other_money(money: Money | None) -> Money | None:
    """Return money with other balances and fuller pools."""
    if money is None:
        return None
    lot = Lot(LotKind.STAKE, None, 1000, money.deal)
    return replace(
        money,
        balances=tuple(held + 100 * (nth + 1) for nth, held in enumerate(money.balances)),
        pools=tuple((name, (*lots, lot)) for name, lots in money.pools),
    )
