"""Reads the worked cases that are about money, and plays them on that side of the engine."""

from dataclasses import replace
from functools import cache

from lhombre_core.cards import Suit, hand_of
from lhombre_core.engine.money.stake import money_from_pools
from lhombre_core.engine.money.table import balance, on_table, start_money
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.runs import run_of
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat, parse_card
from lhombre_core.rules.settlement import Offence
from lhombre_core.rules.stake import PoolKind
from tests.cases.sheet import MONEY, checks

HANDS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


@cache
def resolved(variant, readings=(), settings=()):
    return load(variant, readings, (), settings).rules


def game_of(case):
    readings, settings = tuple(case.get("readings", ())), tuple(case.get("set", ()))
    return prepare(resolved(case["variant"], readings, settings))


def parts():
    """Yield the id and the text of every check of the sheet that is about money."""
    for name, check in checks():
        if MONEY & set(check):
            yield name, check


def _in_each_variant(key):
    for name, check in parts():
        if key in check:
            for variant in check["variants"]:
                yield name, check | {"variant": variant}


def cases():
    """Yield the id and the single deals of the sheet, one for each variant."""
    yield from _in_each_variant("pays")


def chains():
    """Yield the id and the chains of deals of the sheet, one for each variant."""
    yield from _in_each_variant("deals")


def seat(word):
    return Seat[word.upper()]


def split(text, ombre, seats=HANDS):
    """Return the tricks by seat of a split that gives the ombre's first."""
    others = [other for other in seats if other is not ombre]
    numbers = [int(number) for number in text.split("-")]
    tricks = [0] * 4
    for place, number in zip([ombre, *others], numbers, strict=True):
        tricks[place] = number
    return tuple(tricks)


def winners(first_five, tricks, ombre):
    if first_five is None:
        return ()
    others = [one for one in HANDS if one is not ombre for _ in range(tricks[one])]
    mine = [ombre] * tricks[ombre]
    return tuple(mine + others if first_five == "ombre" else others + mine)


def runs_of(case, game):
    opponent = case.get("opponent_run", "none")
    run = case.get("run")
    if "hand" in case:
        run = run_of(game, Suit[case["trump"]], hand_of(map(parse_card, case["hand"].split())))
        assert run == case.get("runs", run)
    return Runs(
        ombre=run,
        opponent=None if opponent == "none" else (seat(opponent[0]), opponent[1]),
        surrenderer=case.get("surrenderer_run"),
    )


def irregularities(case):
    return tuple(
        Irregularity(**act | {"offence": Offence(act["offence"]), "seat": seat(act["seat"])})
        for act in case.get("irregular", ())
    )


def facts_of(case, game):
    ombre = case.get("ombre", Seat.FOREHAND)
    ombre = seat(ombre) if isinstance(ombre, str) else ombre
    seats = (*HANDS, Seat.MORT) if ombre is Seat.MORT else HANDS
    tricks = split(case["tricks"], ombre, seats) if "tricks" in case else (0, 0, 0, 0)
    surrenderer = case.get("surrenderer")
    return Facts(
        contract=case["contract"],
        colour=case.get("colour", 0),
        ombre=ombre,
        tricks=tricks,
        winners=winners(case.get("first_five"), tricks, ombre),
        vole_undertaken=case.get("vole", False),
        stopped=case.get("stopped", False),
        conceded=case.get("conceded", False),
        surrenderer=None if surrenderer is None else seat(surrenderer),
        mort=case.get("mort"),
        runs=runs_of(case, game),
        irregularities=irregularities(case),
    )


def with_lots(game, money, amounts):
    """Return the money with lots of their own in the pool at stake."""
    pool = game.rules.stakes.at_stake
    lots = tuple(Lot(LotKind.STAKE, None, n, 0, None, k) for k, n in enumerate(amounts))
    return with_pool(game, money, pool, lots)


def with_pool(game, money, pool, lots):
    pools = tuple((name, lots if name == pool else old) for name, old in money.pools)
    money = replace(money, pools=pools, unknown=money.unknown - {pool})
    return replace(money, bank=-sum(money.balances) - on_table(game, money))


def deal_money(case, game):
    """Return the money of a single deal: what the case says lies, and nothing else."""
    held = {name: 0 for name, _ in start_money(game, 3).pools} | case.get("pools", {})
    money = money_from_pools(game, case.get("players", 3), held, case.get("over"))
    return with_lots(game, money, case["lots"]) if "lots" in case else money


def seating_of(case, game):
    return seat_players(game.rules.table, case.get("players", 3), case.get("dealer", 0))


def numbers(text):
    return [int(number) for number in str(text).split()]


def conserved(game, money):
    return balance(game, money) == 0


def moved(game, money, lines):
    """Return the balances after the lines; what is written in a ledger moves nothing."""
    pools = game.rules.stakes.pools
    balances = list(money.balances)
    for line in lines:
        if line.payee in pools and pools[line.payee].kind is PoolKind.LEDGER:
            continue
        for account, sign in ((line.payee, 1), (line.payer, -1)):
            if isinstance(account, int):
                balances[account] += sign * line.amount
    return tuple(balances)
