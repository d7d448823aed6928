"""Rule sets that no file has: some words and numbers of the money side changed at random.

They need not make sense. Where the engine refuses such a rule set, the kernel must say that it
does not fit; where it goes on, the kernel must come to the same.
"""

from dataclasses import fields, replace
from fractions import Fraction

from lhombre_core.rules.contract import Draws
from lhombre_core.rules.play import TakeOverSettlement
from lhombre_core.rules.session import Leftover, Overtime, SessionEnd, VoidDeals
from lhombre_core.rules.settlement import (
    DealEnd,
    Event,
    FailedVole,
    FirstFive,
    Flow,
    Loss,
    Lots,
    OddUnit,
    Party,
    Per,
    PoolView,
    Previous,
    Rounding,
    Run,
    RunHand,
    RunOf,
    TakeOver,
    Term,
    TermKind,
)
from lhombre_core.rules.stake import (
    BeteBase,
    BetePlace,
    InPlay,
    Join,
    LedgerOrder,
    PoolKind,
    QueueOrder,
    When,
)
from lhombre_core.rules.table import RestingMoney

_PARTIES = [party for party in Party if party is not Party.BETE]


def mutated(rules, rng, changes):
    """Return a rule set with so many changes."""
    for _ in range(changes):
        rules = rng.choice(_CHANGES)(rules, rng)
    return rules


def _stakes(rules, **changed):
    return replace(rules, stakes=replace(rules.stakes, **changed))


def _one(mapping, rng, change):
    """Return a mapping with one of its values changed."""
    if not mapping:
        return mapping
    name = rng.choice(sorted(mapping))
    return {**mapping, name: change(mapping[name])}


def _pool(rules, rng):
    def change(pool):
        places = rng.choices([None, *BetePlace], k=2)
        options = [{"used": not pool.used}]
        if pool.kind is PoolKind.POT:
            options = [
                {"in_play": rng.choice(list(InPlay))},
                {"after_remise": places[0]},
                {"after_codille": places[1]},
                {"used": rng.random() < 0.8},
            ]
        elif pool.kind is PoolKind.LEDGER:
            options.append({"order": rng.choice(list(LedgerOrder))})
        elif pool.kind is PoolKind.QUEUE:
            options += [
                {"owners": rng.choice(list(QueueOrder))},
                {"with_first_bete": not pool.with_first_bete},
            ]
        else:
            options.append({"full": rng.choice([None, 2, 9])})
        return replace(pool, **rng.choice(options))

    return _stakes(rules, pools=_one(rules.stakes.pools, rng, change))


def _occasion(rules, rng):
    stakes = rules.stakes
    cups = [name for name, pool in stakes.pools.items() if pool.kind is PoolKind.CUP]
    names = [None, *stakes.pools, *stakes.occasions]

    def change(occasion):
        factor = replace(occasion.loss, codille=rng.randrange(4), remise=rng.randrange(1, 3))
        options = [
            {"called_counts": not occasion.called_counts},
            {"loss": factor},
            {"bete_base": rng.choice([None, *BeteBase])},
            {"feeds": frozenset(name for name in cups if rng.random() < 0.5)},
            {"counts": not occasion.counts},
            {
                "joins": {
                    name: rng.choice(list(Join)) for name in stakes.pools if rng.random() < 0.7
                }
            },
            {"when": rng.choice(list(When)), "names": rng.choice(names)},
        ]
        return replace(occasion, **rng.choice(options))

    return _stakes(rules, occasions=_one(stakes.occasions, rng, change))


def _bete(rules, rng):
    stakes = rules.stakes
    if stakes.bete is None:
        return rules
    pools = [name for name, pool in stakes.pools.items() if pool.kind is not PoolKind.QUEUE]
    options = [
        {"cap": rng.choice([None, {"most": Term(TermKind.NUMBER, number=rng.randrange(1, 90))}])},
        {"first": rng.choice(pools)},
        {"later": rng.choice(pools)},
        {"opening": rng.choice([None, *stakes.opening])},
    ]
    return _stakes(rules, bete=replace(stakes.bete, **rng.choice(options)))


def _contract(rules, rng):
    def change(contract):
        options = [
            {"draws": rng.choice(list(Draws))},
            {"base": rng.choice(list(BeteBase))},
            {"factor": rng.randrange(4)},
        ]
        return replace(contract, stake=replace(contract.stake, **rng.choice(options)))

    return replace(rules, contracts=_one(rules.contracts, rng, change))


def _result(rules, rng):
    run = Run(rng.choice(list(RunHand)), rng.randrange(5), rng.random() < 0.5, rng.random() < 0.5)
    options = [
        {"one_four_four": rng.choice(list(Loss)), "odd_unit": rng.choice(list(OddUnit))},
        {"two_in_no_trick": rng.choice([None, *Loss])},
        {"failed_vole": rng.choice(list(FailedVole))},
        {"run": rng.choice([None, run])},
    ]
    return replace(rules, result=replace(rules.result, **rng.choice(options)))


def _session(rules, rng):
    options = [
        {"leftover": rng.choice(list(Leftover))},
        {"overtime": rng.choice(list(Overtime))},
        {"void_deals": rng.choice(list(VoidDeals))},
        {"limit": rng.choice([20, 60])},
        {"ends": rng.choice(list(SessionEnd)), "target": rng.randrange(1, 5), "target_times": 2},
    ]
    return replace(rules, session=replace(rules.session, **rng.choice(options)))


def _other(rules, rng):
    concession, resting = rules.concession, rules.table.resting
    if rng.random() < 0.4:
        money = rng.choice(list(RestingMoney))
        return replace(rules, table=replace(rules.table, resting=replace(resting, money=money)))
    if rng.random() < 0.5:
        by = rng.choice(list(TakeOverSettlement))
        return replace(rules, concession=replace(concession, take_over=by))
    counts = not concession.run_counts
    return replace(rules, concession=replace(concession, run_counts=counts))


def _settlement(rules, rng):
    changed = _one(rules.settlement, rng, lambda transfer: _transfer(transfer, rules, rng))
    return replace(rules, settlement=changed)


def _opening(rules, rng):
    changed = _one(rules.stakes.opening, rng, lambda transfer: _transfer(transfer, rules, rng))
    return _stakes(rules, opening=changed)


def _transfer(transfer, rules, rng):
    pools, parties = list(rules.stakes.pools), list(_PARTIES)
    if rules.stakes.bete is not None:
        parties.append(Party.BETE)
    options = [
        {"from_": str(rng.choice(parties + pools))},
        {"to": str(rng.choice(parties + pools))},
        {"flow": rng.choice(list(Flow))},
        {"run_of": rng.choice(list(RunOf))},
        {"lots": rng.choice(list(Lots))},
        {"on": transfer.on | {rng.choice(list(Event))}},
        {"if_": _condition(transfer.if_, rules, rng)},
        {"amount": _one(transfer.amount, rng, lambda term: _term(term, rules, rng))},
        {"amount": {**transfer.amount, "more": _term(Term(TermKind.NUMBER), rules, rng)}},
    ]
    return replace(transfer, **rng.choice(options))


def _condition(asked, rules, rng):
    pools = [None, *rules.stakes.pools]
    contracts = frozenset(name for name in rules.contracts if rng.random() < 0.7)
    values = {
        "first_five": [None, *FirstFive],
        "stopped": [None, True, False],
        "deal": [None, *DealEnd],
        "vole_undertaken": [None, True, False],
        "run_counts": [None, True, False],
        "run_on_loss": [None, True, False],
        "taken_over": [None, True, False],
        "take_over": [None, *TakeOver],
        "empty": pools,
        "filled": pools,
        "others": [None, True, False],
        "previous": [None, *Previous],
        "has_bid": [None, True, False],
        "contracts": [None, contracts],
    }
    name = rng.choice([field.name for field in fields(asked) if field.name in values])
    return replace(asked, **{name: rng.choice(values[name])})


def _term(term, rules, rng):
    pools, transfers = list(rules.stakes.pools), list(rules.settlement)
    kinds = [kind for kind in TermKind if kind is not TermKind.POOL or pools]
    options = [
        {
            "of": rng.choice(kinds),
            "number": rng.randrange(9),
            "pool": rng.choice(pools) if pools else None,
            "view": rng.choice(list(PoolView)),
            "transfer": rng.choice(transfers),
        },
        {"less": rng.randrange(3)},
        {"times": Fraction(rng.randrange(-3, 4), rng.randrange(1, 4))},
        {"by": rng.randrange(-1, 4)},
        {"over": rng.randrange(1, 4)},
        {"per": rng.choice(list(Per))},
        {"round": rng.choice(list(Rounding))},
        {
            "to": rng.choice(
                [None, Party.BANK, Party.OMBRE, Party.EACH_OPPONENT, Party.CODILLE_WINNER]
            )
        },
    ]
    term = replace(term, **rng.choice(options))
    return replace(term, round=rng.choice([Rounding.DOWN, Rounding.NEAREST, term.round]))


_CHANGES = (
    _pool,
    _occasion,
    _bete,
    _contract,
    _result,
    _session,
    _other,
    _settlement,
    _settlement,
    _settlement,
    _opening,
)
