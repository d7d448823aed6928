"""Deals at the first lead, played to the end by the reference and by the kernel."""

import random
from dataclasses import replace
from itertools import product

import numpy as np

from differential.trace import Writer
from lhombre_core.bots.protocol import Draw
from lhombre_core.bots.random import Random
from lhombre_core.bots.thumb import BOLD, CAUTIOUS, NORMAL, Thumb
from lhombre_core.bots.thumb.encode import fill_play, row_of_style
from lhombre_core.cards import Suit, cards_of, hand_of
from lhombre_core.engine.phase.declaration import proceed
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import Undertaking, begin
from lhombre_core.kernel import layout
from lhombre_core.kernel.encode.book import BOOK
from lhombre_core.kernel.encode.ending import SPLITS
from lhombre_core.kernel.encode.play import (
    MAY_ANNOUNCE,
    MAY_STOP,
    MUST_SPEAK,
    STAYS_OPEN,
    play_tables,
)
from lhombre_core.kernel.encode.seating import new_seating
from lhombre_core.kernel.room import DEAL, ROOM, ROWS
from lhombre_core.kernel.space import NO_TRUMP, space_tables
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import (
    Consent,
    EnteredBy,
    Exposed,
    TrumpBy,
    Untaken,
    VoleBy,
)
from lhombre_core.rules.play import (
    Concession,
    ConcessionUntil,
    MatadorPair,
    Matadors,
    MatadorSecond,
    Privilege,
    TakeOverSettlement,
    Vole,
    VoleEarliest,
    VoleNeeds,
    VoleUndertaken,
)
from lhombre_core.rules.settlement import Run, RunHand
from lhombre_core.rules.table import TableSize
from lhombre_core.sim.play.deal import play_deal
from lhombre_core.sim.play.kernel import block

PLAYERS = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}
STYLES = (None, CAUTIOUS, NORMAL, BOLD)
"""The players: `random`, and `thumb` in its three styles."""
MATADORS = tuple(Matadors(*words) for words in product(Privilege, MatadorPair, MatadorSecond))


def rules_of(variant):
    return load(variant).rules


def changed(rules, rng):
    """Return rules with other words for matadors, vole, concession and runs."""
    contracts = {name: _changed_contract(one, rng) for name, one in rules.contracts.items()}
    run = Run(rng.choice(tuple(RunHand)), 3, rng.random() < 0.5, paid_on_loss=False)
    matadors = rng.choice((3, 3, 3, 2, 1))
    return replace(
        rules,
        contracts=contracts,
        cards=replace(rules.cards, matadors=matadors),
        play=replace(rules.play, matadors=rng.choice(MATADORS)),
        vole=Vole(
            rng.choice(tuple(VoleNeeds)),
            rng.choice(tuple(VoleUndertaken)),
            rng.choice(tuple(VoleEarliest)),
            opponents_confer=rng.random() < 0.5,
        ),
        concession=Concession(
            rng.choice(tuple(ConcessionUntil)),
            run_counts=False,
            take_over=rng.choice(tuple(TakeOverSettlement)),
        ),
        result=replace(rules.result, run=run),
    )


def _changed_contract(contract, rng):
    rule = replace(
        contract.concession,
        allowed=rng.random() < 0.8,
        consent=rng.choice(tuple(Consent)),
        untaken=rng.choice(tuple(Untaken)),
    )
    vole = contract.vole
    if vole.by is not VoleBy.NOT:
        vole = replace(vole, by=rng.choice((VoleBy.CHOICE, VoleBy.CHOICE, VoleBy.BID)))
    return replace(contract, concession=rule, vole=vole, exposed=rng.choice(tuple(Exposed)))


class Table:
    """A rule set as the reference and as the kernel have it."""

    def __init__(self, rules):
        self.game = prepare(rules)
        self.play = play_tables(self.game)
        fill_play(self.play, self.game)
        space = space_tables(self.game)
        self.book = np.zeros((), BOOK)
        self.book["into"], self.book["out"] = space.into, space.out
        self.names = tuple(self.game.contracts)


# -- deals ------------------------------------------------------------------------------------


def a_deal(table, rng, names=()):
    """Return the state of a deal at its first lead, or where the ombre is asked before it.

    It is played in one of the contracts of these names; no names: in any.
    """
    game = table.game
    name = rng.choice(names or table.names)
    contract = game.contracts[name]
    four = contract.entry.by is EnteredBy.RESTING_SEAT
    sizes = sorted(PLAYERS[size] for size in game.rules.table.sizes)
    players = rng.choice([size for size in sizes if size > 3] if four else sizes)
    seating = seat_players(game.rules.table, players, rng.randrange(players))
    hands, discards, talon = _cards(rng, four)
    ombre = Seat.MORT if four else Seat(rng.randrange(3))
    trump, turned = None, None
    if contract.trump.by is not TrumpBy.NONE:
        suits = [Suit[letter] for letter in sorted(contract.trump.suits)] or list(Suit)
        trump = rng.choice(suits)
        if contract.trump.by is TrumpBy.TURNED_CARD:
            turned = rng.choice((*cards_of(hands[ombre]), int(game.ranking(trump).trumps[1])))
    if trump is not None:
        kind = rng.random()
        if kind < 0.4:
            hands = _stronger(game, trump, ombre, hands, four=four)
        elif kind < 0.7:
            hands = _bare(game, trump, rng, hands, four=four)
    colour = rng.randrange(3) if contract.entry.privilege else 0
    history = tuple((seat, Bid(rng.choice(table.names))) for seat in range(3) if rng.random() < 0.4)
    it = Undertaking(
        int(ombre),
        Bid(name, colour),
        name,
        contract,
        declared=True,
        trump=trump,
        trump_known=True,
        turned=turned,
        exchanging=(),
        discards=discards,
        rest_seen=rng.random() < 0.3,
    )
    state = begin(game, seating)._replace(
        hands=hands,
        dealt=(*_shuffled(rng, hands[:3]), 0),
        talon=talon,
        undertaking=it,
        mort=seating.resting[0] if four else None,
        history=history,
    )
    return proceed(state)


def _cards(rng, four):
    pack = rng.sample(range(40), 40)
    seats = 4 if four else 3
    hands = [hand_of(pack[9 * seat : 9 * seat + 9]) for seat in range(seats)]
    rest = pack[9 * seats :]
    discards = [0, 0, 0, 0]
    for seat in range(seats):
        number = min(rng.randrange(4), len(rest))
        discards[seat] = hand_of(rest[:number])
        rest = rest[number:]
    return (*hands, *(0,) * (4 - seats)), tuple(discards), tuple(rest)


def _stronger(game, trump, ombre, hands, *, four):
    """Return hands in which the ombre has the highest of all the cards that are held."""
    strengths = game.ranking(trump).strengths
    trumps = game.follow(trump).trumps
    held = [card for hand in hands for card in cards_of(hand)]
    best = sorted(held, key=lambda card: (trumps >> card & 1, strengths[card]))
    mine, others = hand_of(best[-9:]), best[:-9]
    seats = [seat for seat in range(4 if four else 3) if seat != ombre]
    new = [0, 0, 0, 0]
    new[ombre] = mine
    for place, seat in enumerate(seats):
        new[seat] = hand_of(others[place :: len(seats)])
    return tuple(new)


def _bare(game, trump, rng, hands, *, four):
    """Return hands in which one seat has the low trumps and the others at most matadors."""
    trumps = game.follow(trump).trumps
    tops = hand_of(game.matadors(trump))
    held = [card for hand in hands for card in cards_of(hand)]
    low = [card for card in held if (trumps & ~tops) >> card & 1]
    rest = [card for card in held if card not in low]
    rng.shuffle(rest)
    ordered = low + rest
    seats = rng.sample(range(4 if four else 3), 4 if four else 3)
    new = [0, 0, 0, 0]
    for place, seat in enumerate(seats):
        new[seat] = hand_of(ordered[9 * place : 9 * place + 9])
    return tuple(new)


def _shuffled(rng, hands):
    return rng.sample(hands, len(hands))


# -- the reference ----------------------------------------------------------------------------


def reference(table, state, styles, key):
    """Return the end of a deal played by the reference, and its acts as rows of a trace."""
    bots, rows, writer = [None] * 5, [], Writer(table.game)
    players = (*state.seating.active, *(() if state.mort is None else (state.mort,)))
    for player, style in zip(players, styles, strict=False):
        bots[player] = Random() if style is None else Thumb(style)
    end = play_deal(state, bots, key, lambda *heard: rows.append(writer.act(*heard)))
    asked = [sum(row[layout.WHO] == seat for row in rows) for seat in range(4)]
    return end, rows, asked


COMPARED = (
    *range(layout.TRICKS, layout.TRICKS + 4),
    layout.PLAYED,
    layout.WINNERS,
    layout.UNDERTAKEN,
    layout.STOPPED,
    layout.CONCEDED,
    layout.SURRENDERER,
    layout.OMBRE,
    layout.RUN,
    layout.RUN_SEAT,
    layout.RUN_OPPONENT,
    layout.RUN_SURRENDERER,
)


# -- the kernel -------------------------------------------------------------------------------


def player_rows(seating, mort, styles):
    """Return the rows of the players by the style of each seat; None is `random`."""
    rows = np.zeros(5, layout.PLAYER)
    players = (*seating.active, *(() if mort is None else (mort,)))
    for player, style in zip(players, styles, strict=False):
        if style is not None:
            rows[player] = row_of_style(style)
    return layout.new_players(rows)


def row_of_deal(table, state, key):
    """Return a state at its first lead as a row of `room.DEAL`."""
    it = state.undertaking
    deal = np.zeros(1, DEAL)
    row = deal[0]
    facts = row["facts"]
    facts[:] = layout.NO_FACTS
    facts[layout.CONTRACT] = table.names.index(it.name)
    facts[layout.COLOUR] = it.bid.colour
    facts[layout.OMBRE] = it.ombre
    facts[layout.TRUMP] = NO_TRUMP if it.trump is None else it.trump
    facts[layout.MORT] = -1 if state.mort is None else state.mort
    row["hands"], row["discards"], row["dealt"] = state.hands, it.discards, state.dealt
    row["key"] = key
    drawn = 13 - len(state.talon)
    row["talon"][drawn:] = state.talon
    row["drawn"], row["seen"] = drawn, it.rest_seen
    row["turned"] = -1 if it.turned is None else int(it.turned)
    for seat, action in state.history:
        if table.game.contracts[action.contract].exchange.most:
            row["bought"] |= 1 << seat
    return deal


def kernel(table, state, styles, key):
    """Return facts, acts and counts of decisions of a deal that the kernel plays with a trace."""
    seating = state.seating
    deal, trace = row_of_deal(table, state, key), layout.new_trace(is_kept=True)
    deal["dealer"] = seating.dealer
    block.play_deals(
        table.book, table.play.rules, table.play.fixed,
        new_seating(table.game, len(seating.turn)), deal, np.arange(1),
        player_rows(seating, state.mort, styles), trace, np.zeros((), ROOM),
    )  # fmt: skip
    asked = deal[0]["asked"]
    return deal[0]["facts"], trace["acts"][: asked[ROWS]].tolist(), asked


def differs(table, state, styles, key):
    """Return the difference of reference and kernel in a deal, or None, and the kinds of acts."""
    end, rows, asked = reference(table, state, styles, key)
    facts, acts, counted = kernel(table, state, styles, key)
    kinds = {row[1] for row in rows}
    for number, (theirs, ours) in enumerate(zip(rows, acts, strict=False)):
        if theirs != ours:
            return f"act {number}: {theirs} is {ours}", kinds
    if len(rows) != len(acts):
        return f"{len(rows)} acts are {len(acts)}", kinds
    wanted = Writer(table.game).facts(facts_of(end))
    for column in COMPARED:
        if wanted[column] != facts[column]:
            return f"column {column}: {wanted[column]} is {facts[column]}", kinds
    if asked != counted[:4].tolist():
        return f"decisions {asked} are {counted[:4].tolist()}", kinds
    return None, kinds


# -- many deals at once -----------------------------------------------------------------------


def scramble_vole(table, rng):
    """Fill the words of an open vole at random, but for those before the first trick."""
    rules = table.play.rules
    rules["silent"] = 1
    for place in np.ndindex(rules["vole"].shape):
        word = rng.choice((0, 0, 0, 1, 2)) | STAYS_OPEN
        for bit in (MAY_ANNOUNCE, MAY_STOP, MUST_SPEAK):
            word |= bit if rng.random() < 0.1 else 0
        rules["vole"][place] = word if place[0] else STAYS_OPEN


def scramble_stop(table, rng):
    """Fill the table of the early stop at random."""
    table.play.rules["silent"] = 1
    table.play.fixed[:] = [rng.random() < 0.2 for _ in table.play.fixed]
    table.play.fixed[::SPLITS] = 0


def apart(table, deals, seed, styles):
    """Return the deals of three that end differently side by side and each by itself, traced.

    `styles` are those of the players. The second result is the number of deals that were conceded,
    stopped, or played with the vole undertaken.
    """
    rng = random.Random(seed)  # noqa: S311  seeded: a test repeats itself
    seating, room = new_seating(table.game, 3), np.zeros((), ROOM)
    players = layout.new_players([row_of_style(style) for style in styles])
    alone, together = [], []
    while len(together) < deals:
        state = a_deal(table, rng)
        if len(state.seating.turn) == 3:
            deal = row_of_deal(table, state, rng.getrandbits(64))
            deal["dealer"] = state.seating.dealer
            together.append(deal)
            alone.append(deal.copy())
    together = np.concatenate(together)
    # Not all places are taken by a deal, nor in their order.
    live = np.array(rng.sample(range(deals), deals - 1))
    for rows, slots, kept in (
        (together, live, False),
        *((one, np.arange(1), True) for one in alone),
    ):
        block.play_deals(
            table.book, table.play.rules, table.play.fixed, seating, rows, slots, players,
            layout.new_trace(is_kept=kept), room,
        )  # fmt: skip
    alone = np.concatenate(alone)
    same = (alone["facts"] == together["facts"]).all(axis=1)
    same &= (alone["asked"][:, :ROWS] == together["asked"][:, :ROWS]).all(axis=1)
    seldom = alone["facts"][:, [layout.UNDERTAKEN, layout.STOPPED, layout.CONCEDED]].sum()
    return [int(slot) for slot in sorted(live) if not same[slot]], seldom


def _giving_up(rng, ombre):
    """Return a key under which an ombre who plays by chance gives up at once, if he may."""
    drawn = rng.randrange(2)
    while True:
        key = rng.getrandbits(64)
        draw = Draw(key, int(ombre), 0)
        if [draw(64) for _ in range(drawn + 1)][-1] == 0:
            return key


def compare(rules, deals, seed, names=()):
    """Return the first difference in deals of a rule set, or None, and the number of each act."""
    rng = random.Random(seed)  # noqa: S311  seeded: a test repeats itself
    table = Table(rules)
    done = {}
    for number in range(deals):
        state = a_deal(table, rng, names)
        one = rng.choice(STYLES)
        mixed = rng.random() < 0.5
        styles = [rng.choice(STYLES) if mixed else one for _ in range(4)]
        key = rng.getrandbits(64)
        if rng.random() < 0.3:
            styles[state.undertaking.ombre] = None
            key = _giving_up(rng, state.undertaking.ombre)
        difference, kinds = differs(table, state, styles, key)
        if difference:
            it = state.undertaking
            case = it.name, it.trump, it.ombre, styles
            return f"deal {number} of {seed}: {difference} ({case})", done
        for kind in kinds:
            done[kind] = done.get(kind, 0) + 1
    return None, done
