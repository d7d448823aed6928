"""The players and pools that the parties of a transfer mean in a deal."""

from __future__ import annotations

from lhombre_core.engine.money.table import Account
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.seating import Seating
from lhombre_core.engine.state.verdict import Verdict, other_opponent
from lhombre_core.errors import MissingNumber
from lhombre_core.frozen import frozen
from lhombre_core.notation import Seat
from lhombre_core.rules.settlement import Party, Phase
from lhombre_core.rules.table import RestingMoney

SHARED = frozenset({Party.OPPONENTS_TOGETHER, Party.CODILLE_WINNER})
"""Parties that share a sum among them."""


@frozen
class Parties:
    """The players of a deal by their parts in it."""

    game: Game
    seating: Seating
    facts: Facts
    verdict: Verdict

    def player(self, seat: Seat) -> int:
        """Return the player in a seat."""
        return self.seating.player(seat, self.facts.mort)

    @property
    def ombre(self) -> int | None:
        """The player who is ombre; None: there is none."""
        return None if self.facts.ombre is None else self.player(self.facts.ombre)

    def opponents(self, phase: Phase) -> list[int]:
        """Return the opponents from the ombre's right on.

        Resting players are included where they pay like opponents.
        """
        ombre = self.ombre
        if ombre is None:
            return []
        turn = self.seating.turn
        start = turn.index(ombre)
        resting = self.game.rules.table.resting.money is RestingMoney.AS_OPPONENT
        meant = set(turn if resting and phase is Phase.PLAYERS else self.seating.active)
        return [player for player in (*turn[start + 1 :], *turn[:start]) if player in meant]

    def active(self) -> list[int]:
        """Return the players with cards: forehand, middlehand, backhand, and the mort."""
        mort = () if self.facts.mort is None else (self.facts.mort,)
        return [*self.seating.active, *mort]

    def everybody(self) -> list[int]:
        """Return all players at the table: the seats in their order, then the resting players."""
        rest = [player for player in self.seating.turn if player not in self.seating.active]
        return [*self.seating.active, *rest]

    def accounts(
        self,
        party: str,
        phase: Phase,
        rule: str,
        *,
        payer: int | None = None,
        actor: Seat | None = None,
    ) -> list[Account]:
        """Return the players that a party means, or the pool of that name.

        `actor` is the speaker of a bid or pass or the offender, `payer` the player who pays the
        others. An unknown opponent with a run is a `MissingNumber` of `rule`.
        """
        match _PARTIES.get(party, Party.BANK):
            case Party.BANK | Party.BETE:
                return [party]
            case Party.EACH_OPPONENT | Party.OPPONENTS_TOGETHER:
                return [*self.opponents(phase)]
            case Party.EACH_ACTIVE:
                return [*self.active()]
            case Party.EACH_OTHER:
                return [player for player in self.active() if player != payer]
            case Party.EACH_PLAYER:
                return [*self.everybody()]
            case Party.DEALER:
                return [self.seating.dealer]
            case Party.CODILLE_WINNER:
                return [self.player(seat) for seat in self.verdict.ahead]
            case single:
                seat = self._seat(single, rule, actor)
                return [] if seat is None else [self.player(seat)]

    def _seat(self, party: Party, rule: str, actor: Seat | None) -> Seat | None:
        facts = self.facts
        match party:
            case Party.OMBRE:
                return facts.ombre
            case Party.SURRENDERER:
                return facts.surrenderer
            case Party.OTHER_OPPONENT:
                return other_opponent(facts)
            case Party.SPEAKER | Party.OFFENDER:
                return actor
            case Party.OPPONENT_WITH_RUN:
                if not facts.runs.opponent_known:
                    raise MissingNumber("run of the opponent", rule)
                return None if facts.runs.opponent is None else facts.runs.opponent[0]
            case _:
                raise ValueError(f"{party} is no single player")


_PARTIES = {str(party): party for party in Party}
