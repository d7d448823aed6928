"""The play of the tricks, from the first lead to the end: `lhombre_core.engine.trick` and below.

Cards are in play space, and seats stand by their place in the order of play, the forehand first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from lhombre_core.engine.state import VoleStatus
from lhombre_core.kernel.bits import (
    GAMMA,
    LOW,
    ONE,
    ZERO,
    U,
    below,
    fold,
    inner,
    lowest_place,
    mix,
    popcount,
)
from lhombre_core.kernel.compiled.ending import is_fixed, roles_of
from lhombre_core.kernel.compiled.thumb_play import against_nolo, follow, in_nolo_of_ombre, lead
from lhombre_core.kernel.compiled.thumb_play_act import STYLE, collects, gives_up
from lhombre_core.kernel.compiled.thumb_play_lane import lane_of, upto
from lhombre_core.kernel.compiled.thumb_play_nolo import dangerous_lead
from lhombre_core.kernel.compiled.trace import note
from lhombre_core.kernel.compiled.tricks_choice import nth_card
from lhombre_core.kernel.compiled.tricks_question import (
    ANNOUNCES,
    CONCEDES,
    DRAWN,
    ENDS,
    GOES_ON,
    NAME,
    STOPS,
    consent,
    speak,
)
from lhombre_core.kernel.compiled.tricks_space import lay_out, take_up
from lhombre_core.kernel.encode.ending import CLOSED, TAKEN_OVER
from lhombre_core.kernel.encode.ending import UNDERTAKEN as VOLE_ENDING
from lhombre_core.kernel.encode.play import (
    ACES_SHOWN,
    AFTER_CARD,
    AFTER_OWN_FIRST_CARD,
    BEFORE_FIRST_LEAD,
    BOUGHT_NOLO,
    BY_BID,
    BY_CHOICE,
    CONSENT,
    EXPOSED,
    MAY_ANNOUNCE,
    MAY_CONCEDE,
    MAY_STOP,
    MUST_SPEAK,
    NO_TRICK,
    NOBODY,
    OPEN_NOLO,
    STAYS_OPEN,
    VOLE_BY,
    YIELDS,
)
from lhombre_core.kernel.encode.play import (
    CONCEDES as CONCEDES_UNTIL,
)
from lhombre_core.kernel.encode.play_card import (
    BLACK,
    KINGS,
    MANILLE,
    PACK,
    RED,
    SECONDS,
    SPADILLE,
    THIRDS,
    TOPS,
)
from lhombre_core.kernel.layout import (
    COLOUR,
    CONCEDED,
    CONTRACT,
    OMBRE,
    PLAYED,
    RANDOM,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    UNDERTAKEN,
    WINNERS,
    Act,
)
from lhombre_core.kernel.space import NO_TRUMP
from lhombre_core.kernel.stream import Purpose

# In the room of `bench.ROOM` words, four each: the hands, the hands as play began, the cards that a
# seat knows besides, the names of the next decisions, and their random words.
_START: Final = U(4)
_KNOWN: Final = U(8)
_WORD: Final = U(16)

_OPEN: Final = int(VoleStatus.OPEN)
_UNDERTAKEN: Final = int(VoleStatus.UNDERTAKEN)
_CLOSED: Final = int(VoleStatus.CLOSED)
_SPOKEN: Final = MAY_ANNOUNCE | MAY_STOP | MUST_SPEAK
_EARLIEST: Final = 4
"""The vole is not announced by `thumb` before so many tricks."""
_BOT: Final = U(Purpose.BOT << 40)
_CARD: Final = int(Act.CARD)
_STOP: Final = int(Act.STOP)
_ANNOUNCE: Final = int(Act.ANNOUNCE)
_CONCEDE: Final = int(Act.CONCEDE)
_YIELD: Final = int(Act.YIELD)


@inner
def _keep(a, b, c, d, e, f, g, h, i, j, k, m, n, o, p):
    """Do nothing.

    Arrays that are all in use until the end of a function are counted in and out of it but once,
    which takes long enough.
    """


@inner
def _note_card(out, number, trace, asked, seat, card, choices, legal):
    what = np.int64(out[number, lowest_place(card)])
    note(trace, asked, seat, _CARD, what, choices, take_up(out, number, legal))


@inner
def _note_word(out, number, trace, asked, seat, told, choices, legal):
    kind = _STOP
    if told == ANNOUNCES:
        kind = _ANNOUNCE
    elif told == CONCEDES:
        kind = _CONCEDE
    note(trace, asked, seat, kind, 0, choices, take_up(out, number, legal))


@inner
def _collectors(cards, number, trumps, ombre, order, seats, styles, room):
    """Return which opponents collect tricks, bit by place; without trumps all of them do."""
    found = ~ZERO if number == NO_TRUMP else ZERO
    tops, kings = cards[number, TOPS], cards[number, KINGS]
    red = cards[number, RED] != ZERO
    before = U(seats - 1)
    for place in range(seats):
        seat = U(order[place])
        near = before == ombre and styles[seat, STYLE.near] != 0
        often = styles[seat, STYLE.often] != 0
        if collects(trumps, tops, kings, red, room[_START + U(place)], near, often):
            found |= ONE << U(place)
        before = U(place)
    return found


@inner
def _level(card, matadors, floor):
    """Return the number under which a led card stands in `SpaceTables.free`."""
    level = (card & matadors) >> floor
    return level - (level >> U(2))


@inner
def _sit(into, number, order, seats, hands, discards, rest, styles, asked, room):
    """Lay out the hands and return, bit by place, who plays by chance."""
    by_chance = ZERO
    for s in range(seats):
        place, seat = U(s), U(order[s])
        hand = lay_out(into, number, hands[seat])
        room[place] = hand
        room[_START + place] = hand
        known = rest | discards[seat]
        room[_KNOWN + place] = lay_out(into, number, known) if known != ZERO else ZERO
        room[NAME + place] = _BOT | seat << U(32) | U(asked[seat])
        by_chance |= ONE << place if styles[seat, 0] == RANDOM else ZERO
    return by_chance


@inner
def play_tricks(
    space, play, order, seats, hands, discards, rest, turned, bidders, styles, key, asked, trace,
    facts, room,
):  # fmt: skip
    """Play a deal from the first lead on, and fill the columns of `facts` that the play decides.

    `facts` says contract, colour, ombre and trump number. `order` are the `seats` seats in turn
    order; `hands` and `discards` their cards by seat, in card space, `rest` what is left of the
    talon once all have seen it, otherwise 0. `turned` is the card that made trumps, or -1, and
    `bidders` the seats, bit by seat, that have bid a contract with exchange. `styles` are the rows
    of the players by seat. `room` is for work: ``uint64[bench.ROOM]``. Where the variant asks the
    ombre before the first lead whether he gives up, he is asked here.
    """
    rules, cards, vole, kinds, fixed = play.contracts, play.cards, play.vole, play.kinds, play.fixed
    bad, sure, out = play.bad, play.sure, space.out
    contract, number = U(facts[CONTRACT]), U(facts[TRUMP])
    second_trump = play.manilles[number]
    trumps, matadors = space.trumps[number], space.matadors[number]
    floor, free, pull = space.floor[number], space.free[number], space.pull[number]
    by_chance = _sit(
        space.into, number, order, seats, hands, discards, rest, styles, asked, room
    )  # fmt: skip
    size, four = U(seats), U(seats - 3)
    colour = U(facts[COLOUR])
    ombre = giver = ZERO
    for s in range(seats):
        if order[s] == facts[OMBRE]:
            ombre = U(s)
    draws = by_chance != ZERO
    thinks = by_chance != (ONE << size) - ONE
    pack, black, kings = cards[number, PACK], cards[number, BLACK], cards[number, KINGS]
    seconds, thirds, tops = cards[number, SECONDS], cards[number, THIRDS], cards[number, TOPS]
    spadille, manille = cards[number, SPADILLE], cards[number, MANILLE]
    no_trick = rules[contract, NO_TRICK] != 0
    aces = rules[contract, ACES_SHOWN] != 0 and turned != second_trump
    until = rules[contract, CONCEDES_UNTIL]
    by = rules[contract, VOLE_BY]
    status = _OPEN if by == BY_CHOICE else (_UNDERTAKEN if by == BY_BID else _CLOSED)
    asks = rules[contract, YIELDS] != 0
    collecting = ZERO
    if thinks:
        collecting = _collectors(cards, number, trumps, ombre, order, seats, styles, room)
    kind = kinds[contract, colour, four, CLOSED]
    stopped = conceded = taken = False
    roles = roles_of(ombre, giver, taken, seats)
    gone = leads = void = led_trumps = won = winners = ZERO
    leader = ZERO
    played = 0
    while played < 9:
        if draws:
            for s in range(seats):
                room[_WORD + U(s)] = fold(key, room[NAME + U(s)])
        is_drawn = draws
        slot = best_slot = leader
        lane = best = level = missed = ZERO
        for place in range(seats):
            hand = room[slot]
            seat = U(order[slot])
            chance = by_chance >> slot & ONE != ZERO
            # -- what may be played
            held = hand & lane
            legal = held if held != ZERO else hand
            if (
                held & ~matadors == ZERO
                and held != ZERO
                and free >> ((level << U(3)) + (held >> floor)) & ONE != ZERO
            ):
                legal = hand
            # -- what else may be done
            drawn = 0
            choices = popcount(legal)
            acts = stays = 0
            if slot == ombre:
                if status == _OPEN:
                    leads_now = ONE if place == 0 else ZERO
                    stays = vole[U(played), won >> (slot << U(2)) & U(15), leads_now]
                    acts = stays & _SPOKEN
                if played < until and (status != _UNDERTAKEN or by != BY_CHOICE):
                    acts |= MAY_CONCEDE
            while asks or acts:
                who = ombre if asks else slot
                person = U(order[who])
                chance_has = by_chance >> who & ONE != ZERO
                word = fold(key, room[NAME + who])
                quits = False
                if played == 0 and not chance_has and rules[contract, CONSENT] == NOBODY:
                    quits = gives_up(
                        cards, bad, number, trumps, room[who], styles[person, STYLE.give_up],
                        styles[person, STYLE.give_up_no_trick],
                    )  # fmt: skip
                if asks:
                    asks = False
                    gives = below(word, U(16)) == ZERO if chance_has else quits
                    note(trace, asked, person, _YIELD, 1 if gives else 0, 2, ZERO)
                else:
                    may = ZERO if acts & MUST_SPEAK else legal
                    choices = popcount(may) + popcount(
                        U(acts & (MAY_ANNOUNCE | MAY_STOP | MAY_CONCEDE))
                    )
                    unseen = pack & ~(gone | hand | room[_KNOWN + slot])
                    told = speak(
                        acts, chance, word, played < _EARLIEST, hand & upto(unseen) == ZERO, quits
                    )  # fmt: skip
                    drawn = told // DRAWN
                    told %= DRAWN
                    if told == 0:
                        break
                    if trace.shape[0]:
                        _note_word(out, number, trace, asked, seat, told, np.int64(choices), may)
                    stopped = told == STOPS
                    gives = told == CONCEDES
                    if told == ANNOUNCES:
                        status = _UNDERTAKEN
                room[NAME + who] += ONE
                is_drawn = False
                if stopped:
                    break
                choices = popcount(legal)
                drawn = 0
                acts = 0
                if gives:
                    until = 0
                    answer = consent(
                        rules, cards, contract, number, trumps, ombre, order, seats, room, styles,
                        key, asked, trace,
                    )  # fmt: skip
                    if answer == U(ENDS):
                        conceded = True
                        break
                    if answer != U(GOES_ON):
                        giver, ombre, taken, status = ombre, answer, True, _CLOSED
                        roles = roles_of(ombre, giver, taken, seats)
                        kind = kinds[contract, colour, four, TAKEN_OVER]
                        if thinks:
                            collecting = _collectors(
                                cards, number, trumps, ombre, order, seats, styles, room
                            )
                if slot == ombre:
                    if status == _OPEN:
                        acts = stays & _SPOKEN
                    if played < until and (status != _UNDERTAKEN or by != BY_CHOICE):
                        acts |= MAY_CONCEDE
            if stopped or conceded:
                break
            # -- the card
            if chance:
                word = room[_WORD + slot] if is_drawn else fold(key, room[NAME + slot])
                if drawn:
                    word = mix(word + U(drawn) * GAMMA)
                card = nth_card(legal, below(word, popcount(legal)))
            else:
                unseen = pack & ~(gone | hand | room[_KNOWN + slot])
                collected = collecting >> slot & ONE != ZERO
                if no_trick:
                    if slot == ombre:
                        dangerous = ZERO
                        if place == played == 0 and rules[contract, OPEN_NOLO] != 0:
                            dangerous = dangerous_lead(hand, sure)
                        card = in_nolo_of_ombre(hand, legal, unseen, lane, best, dangerous)
                    else:
                        shown = ZERO
                        exposed = rules[contract, EXPOSED]
                        if exposed == BEFORE_FIRST_LEAD or (
                            exposed == AFTER_OWN_FIRST_CARD and played > 0
                        ):
                            shown = room[ombre]
                        both = ONE << seat | ONE << U(order[ombre])
                        behind = ombre + size - leader
                        card = against_nolo(
                            black, hand, legal, unseen, lane, best, slot, ombre, size,
                            (behind if behind < size else behind - size) > U(place),
                            best_slot == ombre, shown, rules[contract, BOUGHT_NOLO] != 0,
                            U(bidders) & ~both != ZERO, leads, U(played),
                        )  # fmt: skip
                elif place == 0:
                    against_aces = aces and room[_START + slot] & manille == ZERO
                    card = lead(
                        trumps, kings, seconds, thirds, tops, hand, unseen, slot, ombre, size,
                        U(played), won, void, led_trumps, leads, collected, against_aces,
                    )  # fmt: skip
                else:
                    card = follow(
                        trumps, kings, tops, spadille, hand, legal, lane, best, slot == ombre,
                        best_slot == ombre, place + 1 == seats, collected,
                        won >> (slot << U(2)) & U(15),
                    )  # fmt: skip
            if trace.shape[0]:
                _note_card(out, number, trace, asked, seat, card, np.int64(choices), legal)
            # -- the trick
            room[NAME + slot] += ONE
            if slot == ombre and status == _OPEN:
                status = stays & AFTER_CARD
            room[slot] = hand ^ card
            gone |= card
            if place == 0:
                lane = lane_of(card)
                best = card
                level = _level(card, matadors, floor)
            else:
                missed |= ONE << slot if card & trumps == ZERO else ZERO
                beats = card & (lane | trumps) > best
                if place == 1 and beats and lane == trumps and card & pull != ZERO:
                    level = _level(card, matadors, floor)
                best = card if beats else best
                best_slot = slot if beats else best_slot
            slot = slot + ONE if slot + ONE < size else ZERO
        if stopped or conceded:
            break
        # -- after the trick
        if lane == trumps:
            void |= missed
            led_trumps |= ONE << leader
        leads = leads << U(4) | (lowest_place(lane) >> U(4)) << U(2) | leader
        winners |= U(order[best_slot]) << U(2 * played)
        won += ONE << (best_slot << U(2))
        leader = best_slot
        played += 1
        if status == _OPEN:
            leads_now = ONE if leader == ombre else ZERO
            mine = won >> (ombre << U(2)) & U(15)
            if not vole[U(played), mine, leads_now] & STAYS_OPEN:
                status = _CLOSED
        if status != _OPEN:
            if status == _UNDERTAKEN:
                kind = kinds[contract, colour, four, VOLE_ENDING]
            if kind >= 0 and is_fixed(fixed, kind, roles, won, winners, U(played), U(order[ombre])):
                break
    for s in range(4):
        facts[TRICKS + s] = 0
    for s in range(seats):
        seat = U(order[s])
        facts[U(TRICKS) + seat] = np.int64(won >> U(4 * s) & U(15))
        asked[seat] = np.int64(room[NAME + U(s)] & LOW)
    facts[PLAYED] = played
    facts[WINNERS] = np.int64(winners)
    facts[UNDERTAKEN] = 1 if status == _UNDERTAKEN else 0
    facts[STOPPED] = 1 if stopped else 0
    facts[CONCEDED] = 1 if conceded else 0
    facts[SURRENDERER] = order[giver] if taken else -1
    facts[OMBRE] = order[ombre]
    _keep(
        rules, cards, vole, kinds, fixed, bad, sure, out, order, hands, discards, styles, asked,
        trace, facts,
    )  # fmt: skip
