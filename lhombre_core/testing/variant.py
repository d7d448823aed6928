"""The contract of a variant: every deal can be played to the end and keeps the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.cards import CARDS
from lhombre_core.engine.deal import is_legal
from lhombre_core.engine.money.session import Session, close_deal, finish, open_next
from lhombre_core.engine.phase.information import InformationState, information_state
from lhombre_core.engine.phase.legality import legal_actions
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import (
    CHANCE,
    NAMES,
    PASS,
    PLAYS,
    Action,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    Declare,
    Discard,
    Enter,
    Look,
    PlayOn,
    Stop,
    TakeOver,
)
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.state import State
from lhombre_core.engine.why.explanation import explain
from lhombre_core.errors import LhombreError
from lhombre_core.kernel.stream import Purpose, chance
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat
from lhombre_core.rules.data.path import steps, value_at
from lhombre_core.sim.play.check import NotConserved, require_balance, require_pack
from lhombre_core.testing.finding import DealPlace, Finding, Findings
from lhombre_core.testing.table import new_session, shares, states
from lhombre_core.testing.unseen import redealt

_ANSWERS: Final[tuple[Action, ...]] = (
    PASS,
    Cede(),
    Concede(),
    PlayOn(),
    Announce(),
    Stop(),
    *(kind(yes=yes) for kind in (Enter, Look, Agree, TakeOver) for yes in (False, True)),
)
_RANDOM: Final = Random()
_LISTED: Final = 24
"""The number of legal acts of a state that are explained; of more acts a sample is."""

_OTHERS: Final = 7
"""The number of other acts that are explained in each state, in turn."""


def check_variant(resolved: Resolved, deals: int = 200, *, seed: int = 1) -> list[str]:
    """Return the faults of a variant as sentences, empty without faults.

    The bot `random` plays whole sessions of the random stream, `deals` deals in all, at tables of
    every size in equal parts. In each state every card is in a single place and a legal act exists.
    `explain` agrees with the legal acts and names a rule of the variant. What a seat sees and may
    do is independent of cards that it has not seen. All deals are settled, and the sum of what
    players, pools and bank hold is zero.
    """
    return [str(finding) for finding in examine(resolved, deals, seed=seed)]


def examine(resolved: Resolved, deals: int = 200, *, seed: int = 1) -> list[Finding]:
    """Return the findings of `check_variant`, each with its place and the rule concerned."""
    game = prepare(resolved.rules)
    findings = Findings()
    for players, share in shares(game, deals):
        _TableExaminer(game, players, seed, findings).play(share)
    return list(findings)


class _Broken(Exception):  # noqa: N818  it says what state things are in, and never gets out
    """The deal cannot go on; the fault is noted."""


class _TableExaminer:
    """A check of deals at a table of a given size."""

    def __init__(self, game: Game, players: int, seed: int, findings: Findings) -> None:
        self._game = game
        self._players = players
        self._seed = seed
        self._findings = findings
        self._place = DealPlace(seed, players, 0, 0, 0)
        self._explained = 0
        self._rules: set[str] = set()
        bids = [Bid(name, colour) for name in game.contracts for colour in range(3)]
        declared = [Declare(name) for name in game.contracts]
        self._acts: tuple[Action, ...] = (*_ANSWERS, *NAMES, *bids, *declared, *PLAYS)

    def play(self, deals: int) -> None:
        """Play deals, session after session."""
        number, session = 0, None
        for _ in range(deals):
            self._place = DealPlace(self._seed, self._players, number, 0, 0)
            try:
                if session is None:
                    session = new_session(self._game, self._players, self._seed, number)
                session = self._deal(session, number)
                if session.ended is None:
                    continue
                done, _ = finish(session)
                self._counters(done, "at the end of the session", "session.leftover")
            except _Broken:
                pass
            except LhombreError as error:
                self._note(
                    f"failed {type(error)}", _stop_message(error), getattr(error, "rule", None)
                )
            except Exception as error:  # noqa: BLE001  whatever fails, the rules cannot be played
                self._note(f"failed {type(error)}", _stop_message(error, type(error).__name__))
            number, session = number + 1, None

    def _deal(self, session: Session, number: int) -> Session:
        """Return the session after its next deal."""
        self._place = place = replace(self._place, index=session.index)
        session, _ = open_next(session)
        self._counters(session, "at the opening", "stakes.opening")
        for state, actions in states(session, self._seed, number, _choose):
            self._place = replace(place, acts=len(state.history))
            self._state(state, actions)
        session, _ = close_deal(session, facts_of(state))
        self._counters(session, "after the settlement", "settlement")
        return session

    def _note(self, kind: str, message: str, rule: str | None = None) -> None:
        self._findings.add(kind, self._place, message, rule)

    def _conserved(self, when: str, error: NotConserved) -> _Broken:
        self._note(f"{when} {error.rule}", f"{when}{error}", error.rule)
        return _Broken()

    def _counters(self, session: Session, when: str, rule: str) -> None:
        try:
            require_balance(self._game, session, rule)
        except NotConserved as error:
            raise self._conserved(f"{when} ", error) from error
        for pool, lots in session.money.pools:
            if any(lot.amount < 0 for lot in lots):
                message = f"{when} the pool {pool} holds less than nothing"
                self._note(f"overdrawn {pool}", message, f"stakes.pools.{pool}")

    def _state(self, state: State, actions: Sequence[Action]) -> None:
        """Check a state."""
        try:
            require_pack(state)
        except NotConserved as error:
            raise self._conserved("", error) from error
        if state.actor is not None and not actions:
            name = "chance" if state.actor == CHANCE else Seat(state.actor).name.lower()
            self._note("nothing", f"{name} is to act and may do nothing")
            raise _Broken
        self._explanations(state, actions)
        self._hidden(state, actions)

    # --- legality and explanation ----------------------------------------------------------

    def _explanations(self, state: State, actions: Sequence[Action]) -> None:
        for action in _sample(actions):
            if not is_legal(state, action):
                self._note("listed", f"{action} is listed as legal and refused")
            self._explanation(state, action, legal=True)
        for action in self._others(state):
            self._explanation(state, action, legal=action in actions)

    def _others(self, state: State) -> Iterator[Action]:
        """Yield acts, legal or illegal, that differ from state to state."""
        for _ in range(_OTHERS):
            yield self._acts[self._explained % len(self._acts)]
            self._explained += 1
        hand = state.hands[max(state.actor or 0, 0) % len(state.hands)]
        yield Discard(hand if self._explained % 2 else hand & -hand)
        yield PLAYS[CARDS[self._explained * 7 % len(CARDS)]]

    def _explanation(self, state: State, action: Action, *, legal: bool) -> None:
        why = explain(state, action)
        if why.legal is not legal:
            said = "legal" if why.legal else "not legal"
            message = f"{action} is explained as {said}, but it is not so: {why.message}"
            self._note(f"explained {why.rule}", message, why.rule)
        if why.rule not in self._rules:
            self._rules.add(why.rule)
            try:
                value_at(self._game.rules, steps(why.rule))
            except KeyError:
                message = f"{action} is explained by a rule that there is not"
                self._note(f"no rule {why.rule}", message, why.rule)

    # --- what is hidden --------------------------------------------------------------------

    def _hidden(self, state: State, actions: Sequence[Action]) -> None:
        """Check that a seat sees and may do the same after a shuffle of cards it has not seen."""
        place = self._place
        acts = len(state.history)
        for seat in _asked(state):
            key = chance(place.seed, place.session, place.index, Purpose.SAMPLING, seat, acts)
            other = redealt(state, seat, key)
            here, there = information_state(state, seat), information_state(other, seat)
            for name in _differing(here, there):
                self._note(
                    f"seen {name}",
                    f"{seat.name.lower()} can tell two deals apart that differ only in cards it "
                    f"has not seen: the information state's {name} is another",
                )
            if seat == state.actor and not _same(actions, legal_actions(other)):
                self._note(
                    f"may {state.phase}",
                    f"what {seat.name.lower()} may do depends on cards it has not seen",
                )


def _stop_message(error: Exception, name: str | None = None) -> str:
    return f"the deal cannot go on: {error if name is None else f'{name}: {error}'}"


def _choose(state: State, actions: Sequence[Action], key: int, decision: int) -> int:
    seat = Seat(state.actor or 0)
    return _RANDOM.choose(View(state, seat), actions, Draw(key, seat, decision))


def _sample(actions: Sequence[Action]) -> Iterable[Action]:
    """Return all acts, or about `_LISTED` of them with the first and the last."""
    number = len(actions)
    if number <= _LISTED:
        return actions
    places = {*range(0, number, number // _LISTED), number - 1}
    return [actions[place] for place in sorted(places)]


def _asked(state: State) -> tuple[Seat, ...]:
    """Return the seats whose information is checked: all between phases of a deal, else two."""
    acts = len(state.history)
    if state.play is None or (not state.play.cards and acts % 2):
        return tuple(Seat)
    actor = Seat.RESTING if state.actor is None else Seat(state.actor)
    return actor, Seat(acts % len(Seat))


def _differing(here: InformationState, there: InformationState) -> list[str]:
    """Return the names of the fields in which two information states differ."""
    if here == there:
        return []
    names = InformationState._fields
    return [name for name in names if getattr(here, name) != getattr(there, name)]


def _same(first: Sequence[Action], others: Sequence[Action]) -> bool:
    """Return whether two lists of acts are the same, by a sample of long lists."""
    return len(first) == len(others) and list(_sample(first)) == list(_sample(others))
