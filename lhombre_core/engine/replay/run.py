"""A recorded deal while it is run forward: its state, and the remarks on its moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lhombre_core.cards import Card, Hand, Suit
from lhombre_core.engine.deal import declare_irregularity, force
from lhombre_core.engine.phase.legality import is_legal
from lhombre_core.engine.replay.cards.evidence import Evidence
from lhombre_core.engine.replay.cards.partial import Truth
from lhombre_core.engine.replay.verdict import IllegalMoveError, Remark, RemarkKind
from lhombre_core.engine.state.action import Action, Bid
from lhombre_core.engine.state.call import contract_names, fold
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.state import State
from lhombre_core.engine.why.explanation import explain
from lhombre_core.errors import IllegalAction, UnclearError
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.record import DealRecord, Declared
from lhombre_core.rules.settlement import Offence

MISDEALS: Final = frozenset({Offence.TOO_FEW_CARDS, Offence.TOO_MANY_CARDS, Offence.FACED_CARD})


@dataclass(slots=True)
class DealRun:
    """The state of a deal, and the number of moves of the record that it has used."""

    game: Game
    seating: Seating
    record: DealRecord
    index: int = 0
    privileged: Suit | None = None
    evidence: Evidence | None = None
    """The evidence on the cards; None in the first run, which ignores them."""
    state_now: State | None = None
    remarks: list[Remark] = field(default_factory=list)
    calls: int = 0
    """The number of calls of the record that were used; `drawn` and `moves` likewise."""
    drawn: int = 0
    moves: int = 0
    standing: Bid | None = None
    gone: dict[int, Hand] = field(default_factory=dict)
    """The known cards that each seat has played."""
    unknown_gone: dict[int, int] = field(default_factory=dict)
    """The number of unknown cards that each seat has played."""
    open: str | None = None
    """What is missing for the deal to go on, in a sentence."""
    forced: tuple[int, Card] | None = None
    """The seat that has to play after three passes, and the card that forces it."""
    pending: list[Declared] = field(default_factory=list)
    """Irregular acts that have not yet had their effect."""

    def __post_init__(self) -> None:
        self.pending = [act for act in self.record.irregularities if act.offence not in MISDEALS]

    @property
    def state(self) -> State:
        """The state of the deal. ValueError before it has begun."""
        if self.state_now is None:
            raise ValueError("the deal has not begun")
        return self.state_now

    @state.setter
    def state(self, state: State) -> None:
        self.state_now = state

    @property
    def known(self) -> Evidence:
        """The evidence on the cards. ValueError in the first run."""
        if self.evidence is None:
            raise ValueError("nothing has been gathered of the cards yet")
        return self.evidence

    def contract(self, name: str) -> str:
        """Return the id of a contract that is written by id or name."""
        key = contract_names(self.game.rules).get(fold(name))
        if key is None:
            raise UnclearError(unknown("contract", name, self.game.rules.contracts), "contract")
        return key

    def remark(
        self, kind: RemarkKind, section: str, entry: int, message: str, rule: str | None = None
    ) -> None:
        """Note a remark on a move that is accepted."""
        at = self.number(section, entry)
        self.remarks.append(Remark(kind, section, entry, message, rule, at))

    def illegal(
        self, section: str, entry: int, message: str, rule: str | None = None
    ) -> IllegalMoveError:
        """Return the error for a move that is not legal."""
        at = self.number(section, entry)
        return IllegalMoveError(Remark(RemarkKind.ILLEGAL, section, entry, message, rule, at))

    def number(self, section: str, entry: int) -> int | None:
        """Return the number of a move among all moves of the deal; None: it is no move."""
        calls = len(self.record.auction or ())
        before = {"auction": 0, "exchange": calls, "play": calls + len(self.record.exchange)}
        return before[section] + entry if section in before else None

    def do(self, action: Action, section: str, entry: int) -> None:
        """Apply an act for which the cards do not matter, if it is legal."""
        if not is_legal(self.state, action):
            why = explain(self.state, action)
            raise self.illegal(section, entry, why.message, why.rule)
        self.state = force(self.state, action)

    def require(self, name: str, seat: int, section: str, entry: int) -> None:
        """Judge by what is known of a hand whether it holds what a contract requires."""
        if self.evidence is None or seat > Seat.BACKHAND:
            return
        requires = self.game.contracts[name].requires
        truth = self.evidence.dealt(seat).holds(requires)
        if truth is Truth.YES:
            return
        who = format_seat(Seat(seat))
        message = f"{name} requires {str(requires).replace('-', ' ')}, which the {who} "
        rule = f"contracts.{name}.requires"
        if truth is Truth.NO:
            raise self.illegal(section, entry, message + "had not", rule)
        self.remark(
            RemarkKind.UNDETERMINED, section, entry, message + "may or may not have had", rule
        )

    def excused(self, offence: Offence, seat: int) -> bool:
        """Return whether the record declares this irregular act, and apply a revoke at once."""
        for act in self.pending:
            if act.offence is offence and act.seat == seat:
                if not act.late and offence is Offence.REVOKE:
                    self.declare_act(act)
                return True
        return False

    def declare_act(self, act: Declared) -> None:
        """Apply an irregular act, which may end the deal."""
        self.pending.remove(act)
        number = self.record.irregularities.index(act)
        try:
            self.state = declare_irregularity(self.state, irregularity(act))
        except IllegalAction as error:
            raise self.illegal("irregularities", number, error.message, error.rule) from error


def irregularity(act: Declared) -> Irregularity:
    """Return an irregular act as the engine has it."""
    return Irregularity(act.offence, act.seat, act.notice, act.seen, act.late, act.count)
