"""What `lhombre score` reckons: flags to facts, facts to payments, payments to an answer."""

from dataclasses import dataclass
from typing import Literal

from lhombre_core.cards import Suit, count
from lhombre_core.cli.question import contract_id, trump_if_said
from lhombre_core.engine.money.settlement import settle
from lhombre_core.engine.money.table import Line
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.game import COLOURS, HAND_SIZE, Game, prepare
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.runs import run_of
from lhombre_core.engine.state.seating import Seating, seat_players
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.summary import (
    DealSummary,
    facts_from_summary,
    money_from_pools,
    reads_first_five,
)
from lhombre_core.errors import MissingNumber, UsageError, cut, quoted
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import (
    Seat,
    format_seat,
    parse_count,
    parse_hand,
    parse_seat,
    parse_split,
)
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.contract import EnteredBy
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.settlement import Outcome, RunOf
from lhombre_core.rules.stake import PoolKind


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, as the command line has it."""

    contract: str
    tricks: str | None = None
    ombre: str | None = None
    trump: str | None = None
    run: int | None = None
    hand: str | None = None
    opponent_run: str | None = None
    vole: str | None = None
    primera: bool = False
    conceded: bool = False
    surrendered: str | None = None
    surrendered_run: int | None = None
    colour: str | None = None
    pot: int | None = None
    pools: tuple[str, ...] = ()
    bete: bool = False
    over: str | None = None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The answer: what happened, and the money before and after."""

    facts: Facts
    outcome: Outcome
    seating: Seating
    before: Money
    after: Money
    lines: tuple[Line, ...]

    def name(self, account: int | str) -> str:
        """Return who pays or receives: `ombre`, a seat, the name of a pool, or the bank."""
        if isinstance(account, str):
            return account
        seat = self.seating.seat(account, self.facts.mort)
        return "ombre" if seat is self.facts.ombre else format_seat(seat)

    def payment(self, seat: Seat) -> int:
        """Return what a seat has gained or lost."""
        player = self.seating.player(seat, self.facts.mort)
        return self.after.balances[player] - self.before.balances[player]

    @property
    def pools(self) -> dict[str, int]:
        """What every pool holds of which that is known."""
        return {
            name: self.after.held(name)
            for name, _ in self.after.pools
            if name not in self.before.unknown
        }


def reckon(resolved: Resolved, asked: Asked) -> Reckoning:
    """Return what a deal comes to. UsageError for what cannot be, or is not said."""
    require(Consumer.SCORE, resolved.rules)
    game = prepare(resolved.rules)
    _refuse_unread(game, asked)
    told = _told(game, asked)
    facts = facts_from_summary(game, told)
    players = 3 if told.mort is None else 4
    seating = seat_players(game.rules.table, players, 0)
    money = _money(game, asked, players)
    try:
        after, lines = settle(game, money, facts, seating)
    except MissingNumber as missing:
        raise UsageError(_asked_for(game, missing)) from missing
    return Reckoning(facts, judge(game, facts).outcome, seating, money, after, lines)


def _refuse_unread(game: Game, asked: Asked) -> None:
    """UsageError for a flag that no payment of the variant reads, whatever the deal comes to."""
    run = game.rules.result.run is not None
    others = any(one.run_of is RunOf.OPPONENT for one in game.rules.settlement.values())
    flags = (
        ("--primera", asked.primera, reads_first_five(game), "for the first five tricks"),
        ("--run", asked.run is not None, run, "for a run of top trumps"),
        ("--hand", asked.hand is not None, run, "for a run of top trumps"),
        ("--surrendered-run", asked.surrendered_run is not None, run, "for a run of top trumps"),
        ("--opponent-run", asked.opponent_run is not None, others, "for the run of an opponent"),
    )
    for flag, said, read, what in flags:
        if said and not read:
            raise UsageError(f"nothing is paid {what} in this variant; leave {flag} out")
    if asked.bete and game.rules.stakes.bete is None:
        raise UsageError("no bête is laid in this variant; leave --bete out")
    if asked.surrendered_run is not None and asked.surrendered is None:
        raise UsageError("--surrendered-run is the run of one who gave up; add --surrendered SEAT")


def _told(game: Game, asked: Asked) -> DealSummary:
    name = contract_id(game.rules, asked.contract)
    contract = game.contracts[name]
    by_mort = contract.entry.by is EnteredBy.RESTING_SEAT
    ombre = Seat.MORT if by_mort else Seat.FOREHAND
    if asked.ombre is not None:
        ombre = parse_seat(asked.ombre)
    if (ombre is Seat.MORT) != by_mort or ombre is Seat.RESTING:
        seats = "mort" if by_mort else "forehand, middlehand or backhand"
        raise UsageError(f"the {format_seat(ombre)} does not play {name}; expected {seats}")
    surrenderer = _surrenderer(asked, name, ombre)
    trump = trump_if_said(game, name, asked.trump)
    runs = Runs(
        ombre=_run(game, asked, trump),
        opponent=_opponent_run(game, asked, trump),
        surrenderer=_length(game, asked.surrendered_run, trump, "--surrendered-run"),
    )
    rule = game.rules.result.run
    if (
        runs.ombre
        and runs.opponent is not None
        and runs.opponent[1]
        and not (rule and rule.lacking)
    ):
        raise UsageError("a run begins with the highest trump; only one hand can have that")
    return DealSummary(
        contract=name,
        ombre=ombre,
        split=None if asked.tricks is None else parse_split(asked.tricks),
        colour=_colour(game, asked, name),
        trump=trump,
        vole=_vole(asked),
        primera=asked.primera,
        conceded=asked.conceded,
        surrenderer=surrenderer,
        runs=runs,
        mort=seat_players(game.rules.table, 4, 0).resting[0] if by_mort else None,
    )


def _surrenderer(asked: Asked, name: str, ombre: Seat) -> Seat | None:
    if asked.surrendered is None:
        return None
    surrenderer = parse_seat(asked.surrendered)
    if surrenderer is ombre:
        raise UsageError(f"the {format_seat(ombre)} cannot take over from himself")
    if surrenderer in {Seat.MORT, Seat.RESTING}:
        seats = "forehand, middlehand or backhand"
        raise UsageError(f"the {format_seat(surrenderer)} does not play {name}; expected {seats}")
    return surrenderer


def _colour(game: Game, asked: Asked, name: str) -> int:
    if asked.colour is None:
        return 0
    privilege = game.rules.auction.privilege
    known = COLOURS[1 : 1 + (0 if privilege is None else privilege.number)]
    if asked.colour not in known:
        if not known:
            raise UsageError("the variant has no privileged suits; leave --colour out")
        raise UsageError(unknown("colour", asked.colour, known))
    if not game.contracts[name].entry.privilege:
        raise UsageError(f"{name} cannot be bid in a privileged suit; leave --colour out")
    return COLOURS.index(asked.colour)


def _vole(asked: Asked) -> Literal["made", "failed"] | None:
    if asked.vole is None or asked.vole in {"made", "failed"}:
        return asked.vole  # type: ignore[return-value]  # the comparison has narrowed it
    raise UsageError(unknown("outcome of the vole", asked.vole, ["made", "failed"]))


def _run(game: Game, asked: Asked, trump: Suit | None) -> int | None:
    if asked.hand is None:
        return _length(game, asked.run, trump, "--run")
    if asked.run is not None:
        raise UsageError("--run and --hand say the same; expected one of them")
    hand = parse_hand(asked.hand)
    if count(hand) != HAND_SIZE:
        raise UsageError(f"--hand has {count(hand)} cards; expected the nine of the ombre")
    if trump is None:
        raise UsageError("the run of a hand depends on the trump suit; add --trump")
    return run_of(game, trump, hand)


def _length(game: Game, length: int | None, trump: Suit | None, option: str) -> int | None:
    if length is None:
        return None
    suits = list(Suit) if trump is None else [trump]
    most = max(len(game.ranking(suit).trumps) for suit in suits)
    if not 0 <= length <= most:
        raise UsageError(f"{option} {cut(length)} is no run of top trumps; expected 0 to {most}")
    return length


def _opponent_run(game: Game, asked: Asked, trump: Suit | None) -> tuple[Seat, int] | None:
    if asked.opponent_run is None:
        return None
    seat, _, text = asked.opponent_run.partition("=")
    number = _length(game, parse_count(text.strip()), trump, "--opponent-run")
    if number is None:
        raise UsageError(f"{quoted(asked.opponent_run)} is no run; expected SEAT=N")
    return parse_seat(seat), number


def _money(game: Game, asked: Asked, players: int) -> Money:
    return money_from_pools(game, players, _given(game, asked), bete=asked.bete, over=asked.over)


def _given(game: Game, asked: Asked) -> dict[str, int]:
    stakes = game.rules.stakes
    written = list(asked.pools)
    if asked.pot is not None:
        if stakes.at_stake is None:
            raise UsageError("nothing lies on the table in this variant; leave --pot out")
        written.insert(0, f"{stakes.at_stake}={asked.pot}")
    given: dict[str, int] = {}
    for text in written:
        name, _, held = text.partition("=")
        name, number = name.strip(), parse_count(held.strip())
        if number is None:
            raise UsageError(
                f"{quoted(text)} says nothing of a pool; expected NAME=N, N not below 0"
            )
        if name in given:
            raise UsageError(f"the pool {quoted(name)} is given twice")
        given[name] = number
    return given


def _asked_for(game: Game, missing: MissingNumber) -> str:
    """Return which flag gives a number that is missing."""
    pools = game.rules.stakes.pools
    if missing.name in pools:
        flag = (
            "--pot N" if missing.name == game.rules.stakes.at_stake else f"--pool {missing.name}=N"
        )
        verb = "is written in" if pools[missing.name].kind is PoolKind.LEDGER else "lies in"
        return f"{missing.rule} reads what {verb} the {missing.name}: add {flag}"
    if missing.name == "run":
        flag = "--run N, or --hand with --trump"
    elif missing.name.endswith("surrenderer"):
        flag = "--surrendered-run N"
    else:
        flag = "--opponent-run SEAT=N"
    return f"{missing.rule} reads the {missing.name} of top trumps: add {flag}"
