"""What the compiled kernel counts of rows of deals is what plain Python counts of them."""

from random import Random

import numpy as np
import pytest

from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel import row
from lhombre_core.kernel.count import SMALL, TOGETHER
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.settlement import Outcome
from lhombre_core.sim.count.statistic import Spread
from lhombre_core.sim.count.tally import ContractTally, PoolTally, Tally
from lhombre_core.sim.play.line import Table
from lhombre_core.sim.play.sum import Sums

CONTRACTS = ("solo", "nolo", "vole")


@pytest.fixture
def at_table(resolved):
    """Return who plays at a table of so many, with so many pools."""

    def call(players, pools):
        variant = "danish-club" if players < 5 else "pierer-free"
        rules = resolved(variant).rules
        used = tuple(place for place in range(pools) if place != 1)
        seating = new_seating(prepare(rules), players)
        return Table(rules, players, seating, tuple("abcde"[:pools]), used, CONTRACTS)

    return call


def rows_of(kernel, number, amounts, seed=1):
    """Return rows of deals of chance, with amounts that a function gives."""
    random = Random(seed)  # noqa: S311  a fixed sample
    players = int(kernel.seating["players"])
    rows = np.zeros((number, row.width(len(kernel.pools))), np.int64)
    for line in rows:
        dealer = random.randrange(players)
        resting = [n for n in kernel.seating["resting"][dealer].tolist() if n >= 0]
        mort = random.choice([-1, *resting])
        contract = random.choice((-1, 0, 0, 0, 2))
        ombre = -1 if contract < 0 else random.choice((0, 1, 2) if mort < 0 else (0, 1, 2, 3))
        line[row.DEALER], line[row.MORT], line[row.OMBRE] = dealer, mort, ombre
        line[row.CONTRACT] = contract
        line[row.TRICKS : row.TRICKS + 4] = [random.randrange(10) for _ in range(4)]
        line[row.OUTCOME] = random.randrange(5)
        line[row.VOLE] = random.choice((-1, 0, 1))
        for column in (row.VOLE_UNDERTAKEN, row.STOPPED, row.CONCEDED):
            line[column] = random.randrange(2)
        line[row.SURRENDERER] = random.choice((-1, 2))
        line[row.FIRST_FIVE] = random.choice((-1, 0, 1))
        for column in (*range(row.GAIN, row.GAIN + players), *range(row.POOLS, rows.shape[1])):
            line[column] = amounts(random)
    return rows


def counted(kernel, rows):
    """Return what plain Python counts of rows."""
    tally, players = Tally(), int(kernel.seating["players"])
    for line in rows.tolist():
        tally.deals += 1
        active = kernel.seating["active"][line[row.DEALER]].tolist()
        ombre, contract = line[row.OMBRE], line[row.CONTRACT]
        own = None
        if contract < 0:
            tally.void += 1
        else:
            own = tally.contracts.setdefault(CONTRACTS[contract], ContractTally())
            count_contract(own, line)
        for player in range(players):
            seat = active.index(player) if player in active else Seat.RESTING
            seat = Seat.MORT if player == line[row.MORT] else Seat(seat)
            gained = line[row.GAIN + player]
            tally.seats.setdefault(format_seat(seat), Spread()).add(gained)
            if own is not None:
                role = "resting" if seat is Seat.RESTING else "opponent"
                role = "ombre" if seat == ombre else role
                tally.roles.setdefault(role, Spread()).add(gained)
                if seat == ombre:
                    own.counters.add(gained)
        for place in kernel.used:
            pool = tally.pools.setdefault(kernel.pools[place], PoolTally())
            pool.opening.add(line[row.POOLS + 2 * place])
            pool.end.add(line[row.POOLS + 2 * place + 1])
    return tally


def count_contract(own, line):
    outcome = tuple(Outcome)[line[row.OUTCOME]]
    own.results[outcome] = own.results.get(outcome, 0) + 1
    own.conceded += line[row.CONCEDED]
    own.taken_over += line[row.SURRENDERER] >= 0
    own.stopped += line[row.STOPPED]
    own.vole_undertaken += line[row.VOLE_UNDERTAKEN]
    own.vole_made += line[row.VOLE] > 0
    own.first_five += line[row.FIRST_FIVE] > 0
    own.first_five_against += line[row.FIRST_FIVE] < 0
    if not line[row.CONCEDED]:
        own.tricks.add(line[row.TRICKS + line[row.OMBRE]])


def found(kernel, *parts):
    sums, tally = Sums(kernel), Tally()
    for rows in parts:
        sums.add_deals(rows)
    sums.pour(tally)
    return tally


def few(random):
    return random.randrange(-40, 60)


def nearly(random):
    return random.choice((-1, 1)) * (SMALL - random.randrange(1, 4))


def vast(random):
    return random.choice((-1, 1)) * random.choice((SMALL, 1 << 31, 3 << 40, (1 << 62) - 1))


def seldom(random):
    return vast(random) if random.random() < 1 / 4000 else few(random)


@pytest.mark.parametrize("amounts", [few, nearly, vast, seldom])
@pytest.mark.parametrize(("players", "pools"), [(3, 0), (3, 2), (4, 3), (5, 5)])
def test_deals_are_counted_as_plain_python_counts_them(at_table, players, pools, amounts):
    kernel = at_table(players, pools)
    rows = rows_of(kernel, 2 * TOGETHER + 100, amounts)
    assert found(kernel, rows) == counted(kernel, rows)


def test_an_amount_that_is_just_too_large_is_counted_by_itself(at_table):
    kernel = at_table(3, 1)
    for place in (row.GAIN + 2, row.POOLS + 1):
        for amount in (-SMALL, SMALL):
            rows = rows_of(kernel, 50, few)
            rows[20, place] = amount
            assert found(kernel, rows) == counted(kernel, rows)


def test_deals_may_be_counted_in_any_number_of_parts(at_table):
    kernel = at_table(4, 2)
    rows = rows_of(kernel, 700, few)
    assert found(kernel, rows[:0], rows[:3], rows[3:600], rows[600:]) == counted(kernel, rows)


def test_what_is_poured_is_added_and_leaves_the_last_session_alone(at_table):
    kernel = at_table(3, 2)
    rows = rows_of(kernel, 90, few)
    sums, tally = Sums(kernel), Tally(last_session=7)
    sums.add_deals(rows[:40])
    sums.pour(tally)
    rest = Sums(kernel)
    rest.add_deals(rows[40:])
    rest.pour(tally)
    assert (sums.deals, rest.deals, tally.last_session) == (40, 50, 7)
    tally.last_session = 0
    assert tally == counted(kernel, rows)
