"""What a hand as dealt is good for: the kernel and the bot say the same."""

import random
from itertools import product

import numpy as np
import pytest
from numba import njit

from lhombre_core.bots.thumb.bid import BidSituation, offers, wanted
from lhombre_core.bots.thumb.encode import fill_thumb, row_of_style
from lhombre_core.bots.thumb.style import BOLD, NORMAL, STYLES, Fixed, Turning
from lhombre_core.cards import Card, Suit, cards_of, hand_of
from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel.compiled.thumb.bid import want
from lhombre_core.kernel.compiled.thumb.hear import HEARD, hear_one, take_hand, traits_of
from lhombre_core.kernel.encode.book import new_book
from lhombre_core.kernel.layout import PLAYER
from lhombre_core.kernel.room import new_scratch
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.notation import Seat

PICKY = NORMAL._replace(exchange=60, red_five=60, solo=60, vole=60, grand=60, no_trick_exchange=0)
"""A style whose hands are good for little else than a turned trump, or an exchange unseen."""
STYLE_ROWS = (
    *STYLES.values(),
    BOLD._replace(exchange=4, red_five=9, no_trick_exchange=4),
    *(PICKY._replace(turning=turning, fixed=fixed) for turning, fixed in product(Turning, Fixed)),
)


@njit
def _wanted(book, hand, style, rows, seat, privileged, last):
    take_hand(book, hand, traits_of(style), rows, np.uint64(0))
    hear_one(book, rows)
    return want(book, rows[HEARD], seat, privileged, last)


def some_hands(rng, number):
    """Return hands of nine cards, of which every second has a black ace or both."""
    found = []
    for turn in range(number):
        aces = ((), (Card.SA,), (), (Card.CA,), (), (Card.SA, Card.CA))[turn % 6]
        rest = [card for card in range(40) if card not in aces]
        found.append(hand_of((*aces, *rng.sample(rest, 9 - len(aces)))))
    return found


@pytest.mark.parametrize("variant", variant_ids())
def test_a_hand_is_good_for_what_the_bot_says(variant):
    rng = random.Random(3)  # noqa: S311  seeded: a test repeats itself
    game = prepare(load(variant).rules)
    book, rows = new_book(game), new_scratch()["rows"]
    fill_thumb(book, game)
    names = [(offer.name, offer.colour) for offer in offers(game)]
    suits = [None, *Suit] if book["rules"]["privileged_suits"] else [None]
    for style in STYLE_ROWS:
        row = np.array(row_of_style(style), PLAYER)[()]
        for hand in some_hands(rng, 120):
            heard = BidSituation(Seat(rng.randrange(3)), rng.choice(suits), last=rng.random() < 0.5)
            found = wanted(game, style, hand, heard)
            privileged = -1 if heard.privileged is None else int(heard.privileged)
            seat = np.uint64(heard.seat)
            good = _wanted(book[()], np.uint64(hand), row, rows, seat, privileged, bool(heard.last))
            ours = {names[place] for place in cards_of(int(good))}
            assert ours == set(found), (style, hand, heard)
