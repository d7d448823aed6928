"""A deal in lines, as the worked cases write it: acts, and what is expected between them.

An act is a seat and a verb: ``F spil``, ``F pass``, ``F declares tourne``, ``F names H``,
``F discards 5`` (the five lowest numbers) or ``F discards D2 D3``, ``F cedes``, ``F looks``,
``resting enters``, ``F plays SA``, ``F wins 5`` (five tricks by the highest card),
``F loses`` (a trick by the lowest), ``F concedes``, ``M agrees``, ``M takes over``, ``M refuses``,
``F announces``, ``F stops``, ``chance takes D2``, ``play ends``.

What is expected begins with that word and is listed in `Script._expect`.
"""

import re

from lhombre_core.cards import PACK, Rank, cards_of, hand_of, rank_of
from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.phase.information import information_state
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.action import (
    CHANCE,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    DealCards,
    Declare,
    Discard,
    Enter,
    Look,
    NameTrump,
    PlayCard,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
)
from lhombre_core.engine.state.call import read_call
from lhombre_core.engine.state.facts import Irregularity
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.state.state import Phase, VoleStatus, begin
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.why.explanation import explain
from lhombre_core.notation import Seat, parse_cards, parse_hand, parse_seat, parse_suit
from lhombre_core.rules.settlement import Offence

LETTERS = {"F": 0, "M": 1, "B": 2}
ANSWERS = {
    "cede": Cede(),
    "look": Look(yes=True),
    "not look": Look(yes=False),
    "enter": Enter(yes=True),
    "not enter": Enter(yes=False),
    "play on": PlayOn(),
    "concede": Concede(),
    "agree": Agree(yes=True),
    "refuse": Agree(yes=False),
    "take over": TakeOver(yes=True),
    "not take over": TakeOver(yes=False),
    "announce": Announce(),
    "stop": Stop(),
}


def deal_of(hands, talon="", sizes=(9, 9, 9)):
    """Return hands that hold at least these cards, and a talon that begins so; aces fill last."""
    given = [parse_hand(hands.get(seat, "")) for seat in "FMB"]
    top = parse_cards(talon)
    given_cards = hand_of(top)
    for hand in given:
        assert not hand & given_cards, "a card is given twice"
        given_cards |= hand
    order = sorted(cards_of(PACK & ~given_cards), key=lambda card: rank_of(card) is Rank.ACE)
    for seat, size in enumerate(sizes):
        missing = size - given[seat].bit_count()
        assert missing >= 0, "a hand is too long"
        given[seat] |= hand_of(order[:missing])
        order = order[missing:]
    return DealCards(tuple(given), (*top, *order))


class Script:
    """A deal that is played line by line."""

    def __init__(self, game, *, hands=None, talon="", players=3, dealer=0, suit="C", irregular=()):
        acts = tuple(
            Irregularity(
                Offence(act["offence"]),
                parse_seat(act["seat"]),
                notice=act.get("notice", True),
                seen=act.get("seen", True),
                count=act.get("count", 1),
            )
            for act in irregular
        )
        signs = {Offence.TOO_MANY_CARDS: 1, Offence.TOO_FEW_CARDS: -1}
        sizes = [
            9 + sum(signs.get(act.offence, 0) * act.count for act in acts if act.seat == seat)
            for seat in range(3)
        ]
        seating = seat_players(game.rules.table, players, dealer)
        self.game = game
        self.state = begin(game, seating, irregularities=acts)
        self.state = apply_action(self.state, deal_of(hands or {}, talon, sizes))
        if self.state.phase is Phase.TURN:
            self.state = apply_action(self.state, TurnSecondPack(parse_suit(suit)))

    def run(self, lines):
        """Run lines, each of which may hold several parted by semicolons."""
        for line in lines:
            for part in line.split(";"):
                try:
                    self._line(part.strip())
                except AssertionError as error:
                    raise AssertionError(f"at '{part.strip()}': {error}") from error
        return self

    def _line(self, line):
        word, rest = line.split(" ", 1)
        if word == "expect":
            self._expect(rest)
        elif word == "chance":
            assert self.state.actor == CHANCE, "it is not for chance to act"
            self._do(Discard(parse_hand(rest.removeprefix("takes "))))
        elif line == "play ends":
            while self.state.actor is not None:
                self._do(legal_actions(self.state)[0])
        else:
            self._act(self._seat(word), rest)

    def _seat(self, word):
        return LETTERS[word] if word in LETTERS else parse_seat(word)

    def _do(self, action):
        self.state = apply_action(self.state, action)

    def _act(self, seat, verb):
        assert self.state.actor == seat, f"to act is {self.state.actor}, not {seat}"
        if verb.startswith("wins "):
            for _ in range(int(verb.removeprefix("wins "))):
                self._trick(seat, highest=True)
        elif verb == "loses":
            self._trick(seat, highest=False)
        elif verb.startswith("discards ") and verb.split()[1].isdigit():
            self._do(self._discard(int(verb.split()[1])))
        else:
            self._do(self.action(_infinitive(verb)))

    def _discard(self, size):
        return next(
            action
            for action in legal_actions(self.state)
            if isinstance(action, Discard) and action.cards.bit_count() == size
        )

    def _trick(self, seat, *, highest):
        """Play a trick that the seat leads with its best or worst card, the others with any."""
        ranking = self.state.play.follow.ranking
        hand = cards_of(self.state.hands[seat])
        trumps = [card for card in hand if ranking.effective_suit(card) == 4]
        plain = [card for card in hand if card not in trumps]
        choice = trumps or plain if highest else plain or trumps
        card = (max if highest else min)(choice, key=ranking.strength)
        self._do(PlayCard(card))
        count = len(self.state.play.winners)
        while self.state.actor is not None and len(self.state.play.winners) == count:
            self._do(legal_actions(self.state)[0])
        won = self.state.play.winners[-1] == seat
        assert won is highest, f"the trick led by {seat} was {'won' if won else 'lost'}"

    def action(self, words):
        """Return the act that some words in the infinitive mean."""
        if words in ANSWERS:
            return ANSWERS[words]
        verb, _, rest = words.partition(" ")
        match verb:
            case "declare":
                return Declare(rest)
            case "name":
                return NameTrump(parse_suit(rest))
            case "discard":
                return Discard(parse_hand(rest))
            case "play":
                return PlayCard(parse_cards(rest)[0])
            case "say":
                return read_call(self.game, self.state.auction.standing, rest)
            case _:
                return read_call(self.game, self.state.auction.standing, words)

    # --- what is expected ------------------------------------------------------------------

    def _expect(self, words):
        for pattern, check in (
            (r"(\w+) to act", self._to_act),
            (r"(\w+) may not discard (\d+)(?: \((.+)\))?", self._may_not_discard),
            (r"(\w+) may discard (\d+) to (\d+)", self._may_discard_range),
            (r"(\w+) may discard (\d+)", self._may_discard),
            (r"(\w+) may not (.+) \((\S+)\)", self._may_not),
            (r"(\w+) may (.+)", self._may),
            (r"(\w+) sees (.+)", self._sees),
            (r"(\w+) does not see (.+)", self._does_not_see),
            (r"(\w+) drew (\d+)", self._drew),
            (r"(\w+) holds (\d+)", self._holds),
            (r"(\w+) is (.+)", self._fact),
            (r"(.+)", self._is),
        ):
            match = re.fullmatch(pattern, words)
            if match:
                check(*(group for group in match.groups() if group is not None))
                return

    def _to_act(self, seat):
        assert self.state.actor == self._seat(seat), f"to act is {self.state.actor}"

    def _sizes(self, seat):
        assert self.state.phase is Phase.EXCHANGE, f"the phase is {self.state.phase.name}"
        self._to_act(seat)
        return {
            action.cards.bit_count()
            for action in legal_actions(self.state)
            if isinstance(action, Discard)
        }

    def _may_discard_range(self, seat, least, most):
        assert self._sizes(seat) == set(range(int(least), int(most) + 1)), self._sizes(seat)

    def _may_discard(self, seat, size):
        assert int(size) in self._sizes(seat), self._sizes(seat)

    def _may_not_discard(self, seat, size, rule=None):
        where = self._seat(seat)
        cards = hand_of(cards_of(self.state.hands[where])[: int(size)])
        why = explain(self.state, Discard(cards), None if self.state.actor == where else where)
        assert not why.legal, why
        assert rule is None or why.rule == rule, why
        if self.state.actor == where and self.state.phase is Phase.EXCHANGE:
            assert int(size) not in self._sizes(seat)

    def _may_not(self, seat, words, rule):
        action = self.action(words)
        where = self._seat(seat)
        why = explain(self.state, action, where if isinstance(action, Bid) else None)
        assert not why.legal, why
        assert why.rule == rule, why
        assert self.state.actor != where or action not in legal_actions(self.state)

    def _may(self, seat, words):
        self._to_act(seat)
        action = self.action(words)
        assert action in legal_actions(self.state), explain(self.state, action)
        assert explain(self.state, action).legal

    def _sees(self, seat, what):
        assert self._visible(seat, what), "it is hidden"

    def _does_not_see(self, seat, what):
        assert not self._visible(seat, what), "it is visible"

    def _visible(self, seat, what):
        known = information_state(self.state, self._seat(seat))
        if what == "the rest of the talon":
            return known.rest is not None
        if match := re.fullmatch(r"the hand of (\w+)", what):
            other = self._seat(match[1])
            return dict(known.exposed).get(other) == self.state.hands[other]
        shown = 0
        for _, hand in known.shown:
            shown |= hand
        cards = hand_of(parse_cards(what))
        turned = 0 if known.turned is None else 1 << known.turned
        return cards & ~(shown | turned) == 0

    def _drew(self, seat, number):
        assert (self._seat(seat), int(number)) in self.state.undertaking.exchanged

    def _holds(self, seat, number):
        assert self.state.hands[self._seat(seat)].bit_count() == int(number)

    def _fact(self, name, value):
        state = self.state
        known = {
            "contract": lambda: state.undertaking.name,
            "trump": lambda: state.undertaking.trump.name,
            "ombre": lambda: "FMB"[self._ombre()] if self._ombre() < 3 else "mort",
            "talon": lambda: str(len(state.talon)),
            "result": lambda: str(judge(self.game, facts_of(state)).outcome),
            "tricks": lambda: "-".join(str(n) for n in state.play.tricks),
            "passes": lambda: " ".join("FMB"[seat] for seat, _ in state.auction.passes),
            "needless": lambda: " ".join("FMB"[seat] for seat in state.auction.needless),
            "turn": lambda: " ".join(Seat(seat).name.lower() for seat in state.play.order),
            "waiting": lambda: " ".join("FMB"[seat] for seat in state.undertaking.exchanging),
        }[name]()
        assert known == value, f"it is {known}"

    def _ombre(self):
        state = self.state
        return state.undertaking.ombre if state.play is None else state.play.ombre

    def _is(self, what):
        state = self.state
        assert {
            "over": lambda: state.actor is None,
            "not over": lambda: state.actor is not None,
            "all pass": lambda: state.all_pass,
            "thrown in": lambda: state.thrown_in,
            "stopped": lambda: facts_of(state).stopped,
            "conceded": lambda: facts_of(state).conceded,
            "vole undertaken": lambda: state.play.vole is VoleStatus.UNDERTAKEN,
            "vole not undertaken": lambda: state.play.vole is not VoleStatus.UNDERTAKEN,
            "trumps not named": lambda: state.undertaking.trump is None,
        }[what](), "it is not"


def _infinitive(verb):
    """Return `declares tourne` as `declare tourne`."""
    if verb == "does not look":
        return "not look"
    if verb == "declines":
        return "not enter"
    if verb == "does not take over":
        return "not take over"
    first, _, rest = verb.partition(" ")
    known = {
        "declares": "declare",
        "names": "name",
        "discards": "discard",
        "plays": "play",
        "cedes": "cede",
        "looks": "look",
        "enters": "enter",
        "concedes": "concede",
        "agrees": "agree",
        "refuses": "refuse",
        "takes": "take",
        "announces": "announce",
        "stops": "stop",
    }
    return f"{known.get(first, first)} {rest}".strip()
