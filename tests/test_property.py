"""What holds in every variant, whatever the cards and whatever is done."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lhombre_core.bots.random import Random
from lhombre_core.engine import Bid, Enter, begin, facts_of, prepare
from lhombre_core.engine.money.session import close_deal, finish, open_next
from lhombre_core.engine.state.action import PASS
from lhombre_core.engine.state.call import contract_names, read_call, write_call
from lhombre_core.kernel.stream import MASK, deal_key
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim.play.check import require_balance, sizes
from lhombre_core.sim.play.deal import deal_cards, play_deal
from lhombre_core.testing import check_variant
from lhombre_core.testing.table import new_session

SEEDS = st.integers(0, MASK)
LONGEST = 60
"""Random play brings no session of occasions to its end in fewer deals for sure."""


@cache
def game(variant):
    return prepare(load(variant).rules)


TABLES = [(variant, players) for variant in variant_ids() for players in sizes(game(variant))]


@pytest.mark.parametrize("variant", variant_ids())
@given(seed=SEEDS)
@settings(max_examples=4, deadline=None)
def test_deals_of_any_seed_keep_the_contract_of_a_variant(variant, seed):
    assert check_variant(load(variant), 3, seed=seed) == []


@pytest.mark.parametrize(("variant", "players"), TABLES)
@given(seed=SEEDS)
@settings(max_examples=2, deadline=None)
def test_counters_are_conserved_through_a_whole_session(variant, players, seed):
    ready = game(variant)
    session = new_session(ready, players, seed, 0)
    bots = [Random()] * players
    while session.ended is None and session.index < LONGEST:
        index = session.index
        session, _ = open_next(session)
        require_balance(ready, session, "stakes.opening")
        money = session.money
        state = begin(ready, session.seating, money, index, privileged=money.couleur)
        end = play_deal(deal_cards(state, seed, 0), bots, deal_key(seed, 0, index))
        session, _ = close_deal(session, facts_of(end))
        require_balance(ready, session, "settlement")
        assert all(lot.amount > 0 for _, lots in session.money.pools for lot in lots)
    done, _ = finish(session)
    require_balance(ready, done, "session.leftover")


# --- words of the auction ----------------------------------------------------------------------


def calls(variant):
    return [PASS, Enter(yes=True), Enter(yes=False), *game(variant).bids]


@pytest.mark.parametrize("variant", variant_ids())
def test_what_is_written_of_a_call_is_read_as_that_call(variant):
    for call in calls(variant):
        assert read_call(game(variant), None, write_call(call)) == call


@pytest.mark.parametrize("variant", variant_ids())
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_a_call_is_read_in_any_case_and_however_its_words_are_joined(variant, data):
    call = data.draw(st.sampled_from(calls(variant)))
    joined = data.draw(st.sampled_from([" ", "-", "_", "  "]))
    change = data.draw(st.sampled_from([str.upper, str.title, str.lower]))
    words = change(write_call(call).replace("-", joined))
    assert read_call(game(variant), None, words) == call


@pytest.mark.parametrize("variant", variant_ids())
def test_a_hold_is_read_as_the_bid_that_stands(variant):
    for bid in game(variant).bids:
        assert read_call(game(variant), bid, "hold") == bid


@pytest.mark.parametrize("variant", variant_ids())
def test_a_contract_is_read_by_each_of_its_names(variant):
    ready = game(variant)
    for name, contract in contract_names(ready.rules).items():
        assert read_call(ready, None, name) == Bid(contract)
    for contract in ready.contracts:
        assert read_call(ready, None, contract) == Bid(contract)
