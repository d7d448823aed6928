"""The score of a deal that `lhombre score` describes: options to facts, facts to payments."""

from dataclasses import dataclass
from typing import Literal

from lhombre_core.cards import Suit, count
from lhombre_core.cli.question import contract_id, trump_if_given
from lhombre_core.engine.money.settlement import settle
from lhombre_core.engine.money.stake import money_from_pools
from lhombre_core.engine.money.table import Line
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.game import COLOURS, HAND_SIZE, Game, prepare
from lhombre_core.engine.state.money import Money
from lhombre_core.engine.state.runs import run_of
from lhombre_core.engine.state.seating import Seating, seat_players
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.summary import DealSummary, facts_from_summary, reads_first_five
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
class ScoreOptions:
    """The options of `lhombre score`, as they stand on the command line."""

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
class Score:
    """The facts of a deal, its outcome, and the money before and after."""

    facts: Facts
    outcome: Outcome
    seating: Seating
    before: Money
    after: Money
    lines: tuple[Line, ...]

    def name(self, account: int | str) -> str:
        """Return the name of a payer or payee: `ombre`, a seat, a pool or the bank."""
        if isinstance(account, str):
            return account
        seat = self.seating.seat(account, self.facts.mort)
        return "ombre" if seat is self.facts.ombre else format_seat(seat)

    def payment(self, seat: Seat) -> int:
        """Return the gain of a seat, negative for a loss."""
        player = self.seating.player(seat, self.facts.mort)
        return self.after.balances[player] - self.before.balances[player]

    @property
    def pools(self) -> dict[str, int]:
        """The content of every pool of which it is known."""
        return {
            name: self.after.held(name)
            for name, _ in self.after.pools
            if name not in self.before.unknown
        }


def score_deal(resolved: Resolved, options: ScoreOptions) -> Score:
    """Return the score of a deal. UsageError for impossible or missing options."""
    require(Consumer.SCORE, resolved.rules)
    game = prepare(resolved.rules)
    _refuse_unread(game, options)
    summary = _summary(game, options)
    facts = facts_from_summary(game, summary)
    players = 3 if summary.mort is None else 4
    seating = seat_players(game.rules.table, players, 0)
    money = _money(game, options, players)
    try:
        after, lines = settle(game, money, facts, seating)
    except MissingNumber as missing:
        raise UsageError(_option_for(game, missing)) from missing
    return Score(facts, judge(game, facts).outcome, seating, money, after, lines)


def _refuse_unread(game: Game, options: ScoreOptions) -> None:
    """Raise UsageError for an option that no payment of the variant reads."""
    run = game.rules.result.run is not None
    others = any(one.run_of is RunOf.OPPONENT for one in game.rules.settlement.values())
    flags = (
        ("--primera", options.primera, reads_first_five(game), "for the first five tricks"),
        ("--run", options.run is not None, run, "for a run of top trumps"),
        ("--hand", options.hand is not None, run, "for a run of top trumps"),
        ("--surrendered-run", options.surrendered_run is not None, run, "for a run of top trumps"),
        ("--opponent-run", options.opponent_run is not None, others, "for the run of an opponent"),
    )
    for flag, said, read, what in flags:
        if said and not read:
            raise UsageError(f"nothing is paid {what} in this variant; leave {flag} out")
    if options.bete and game.rules.stakes.bete is None:
        raise UsageError("no bête is laid in this variant; leave --bete out")
    if options.surrendered_run is not None and options.surrendered is None:
        raise UsageError("--surrendered-run is the run of one who gave up; add --surrendered SEAT")


def _summary(game: Game, options: ScoreOptions) -> DealSummary:
    name = contract_id(game.rules, options.contract)
    contract = game.contracts[name]
    by_mort = contract.entry.by is EnteredBy.RESTING_SEAT
    ombre = Seat.MORT if by_mort else Seat.FOREHAND
    if options.ombre is not None:
        ombre = parse_seat(options.ombre)
    if (ombre is Seat.MORT) != by_mort or ombre is Seat.RESTING:
        seats = "mort" if by_mort else "forehand, middlehand or backhand"
        raise UsageError(f"the {format_seat(ombre)} does not play {name}; expected {seats}")
    surrenderer = _surrenderer(options, name, ombre)
    trump = trump_if_given(game, name, options.trump)
    runs = Runs(
        ombre=_run(game, options, trump),
        opponent=_opponent_run(game, options, trump),
        surrenderer=_length(game, options.surrendered_run, trump, "--surrendered-run"),
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
        split=None if options.tricks is None else parse_split(options.tricks),
        colour=_colour(game, options, name),
        trump=trump,
        vole=_vole(options),
        primera=options.primera,
        conceded=options.conceded,
        surrenderer=surrenderer,
        runs=runs,
        mort=seat_players(game.rules.table, 4, 0).resting[0] if by_mort else None,
    )


def _surrenderer(options: ScoreOptions, name: str, ombre: Seat) -> Seat | None:
    if options.surrendered is None:
        return None
    surrenderer = parse_seat(options.surrendered)
    if surrenderer is ombre:
        raise UsageError(f"the {format_seat(ombre)} cannot take over from himself")
    if surrenderer in {Seat.MORT, Seat.RESTING}:
        seats = "forehand, middlehand or backhand"
        raise UsageError(f"the {format_seat(surrenderer)} does not play {name}; expected {seats}")
    return surrenderer


def _colour(game: Game, options: ScoreOptions, name: str) -> int:
    if options.colour is None:
        return 0
    privilege = game.rules.auction.privilege
    known = COLOURS[1 : 1 + (0 if privilege is None else privilege.number)]
    if options.colour not in known:
        if not known:
            raise UsageError("the variant has no privileged suits; leave --colour out")
        raise UsageError(unknown("colour", options.colour, known))
    if not game.contracts[name].entry.privilege:
        raise UsageError(f"{name} cannot be bid in a privileged suit; leave --colour out")
    return COLOURS.index(options.colour)


def _vole(options: ScoreOptions) -> Literal["made", "failed"] | None:
    if options.vole is None or options.vole in {"made", "failed"}:
        return options.vole  # type: ignore[return-value]  # the comparison has narrowed it
    raise UsageError(unknown("outcome of the vole", options.vole, ["made", "failed"]))


def _run(game: Game, options: ScoreOptions, trump: Suit | None) -> int | None:
    if options.hand is None:
        return _length(game, options.run, trump, "--run")
    if options.run is not None:
        raise UsageError("--run and --hand say the same; expected one of them")
    hand = parse_hand(options.hand)
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


def _opponent_run(game: Game, options: ScoreOptions, trump: Suit | None) -> tuple[Seat, int] | None:
    if options.opponent_run is None:
        return None
    seat, _, text = options.opponent_run.partition("=")
    number = _length(game, parse_count(text.strip()), trump, "--opponent-run")
    if number is None:
        raise UsageError(f"{quoted(options.opponent_run)} is no run; expected SEAT=N")
    return parse_seat(seat), number


def _money(game: Game, options: ScoreOptions, players: int) -> Money:
    return money_from_pools(
        game, players, _given(game, options), bete=options.bete, occasion=options.over
    )


def _given(game: Game, options: ScoreOptions) -> dict[str, int]:
    stakes = game.rules.stakes
    written = list(options.pools)
    if options.pot is not None:
        if stakes.at_stake is None:
            raise UsageError("nothing lies on the table in this variant; leave --pot out")
        written.insert(0, f"{stakes.at_stake}={options.pot}")
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


def _option_for(game: Game, missing: MissingNumber) -> str:
    """Return a sentence that names the option for a missing number."""
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
