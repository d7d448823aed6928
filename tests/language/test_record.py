"""Records as text: what is read, what is refused and where, and the way back."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lhombre_core.cards import CARDS, Card, Suit
from lhombre_core.errors import FaultError, UnreadableError, UsageError
from lhombre_core.language.record.key import ACT_KEYS, claim_keys, deal_keys, record_keys
from lhombre_core.language.record.reading import read
from lhombre_core.language.record.text import write, write_json
from lhombre_core.notation import Seat
from lhombre_core.rules import transcript
from lhombre_core.rules.record import (
    Call,
    DealClaims,
    DealRecord,
    Declared,
    Drawn,
    Held,
    Move,
    MoveKind,
    Record,
)
from lhombre_core.rules.settlement import Offence, Outcome

_DEAL = """\
variant: danish-club
readings: [DA16=any-turn]
hands:
  forehand: SA H7 ?7
  backhand: ♠K ♣2 ? ? ? ? ? ? ?
talon: C3 ?12
auction: forehand spil; middlehand pass; backhand pass
contract: spil
trump: hearts
exchange:
  - forehand 4 discards S2 S3 ? ?
  - middlehand draws HK HQ
  - backhand cedes
play:
  - backhand leads H7 HK ?
  - forehand wins; backhand gano
  - forehand concedes
result: win
payments: {forehand: 2, middlehand: -1, B: -1}
"""


def faults(text):
    with pytest.raises(FaultError) as raised:
        read(text, "r.yaml")
    return [(f.line, f.column, f.message) for f in raised.value.faults]


def test_a_record_says_what_its_text_says():
    deal = read(_DEAL).record.deals[0]
    assert deal.hands[Seat.FOREHAND] == Held(1 << Card.SA | 1 << Card.H7, 7)
    assert deal.hands[Seat.BACKHAND].size == 9
    assert deal.talon is not None
    assert deal.talon[:2] == (Card.C3, None)
    assert deal.auction is not None
    assert deal.auction[0] == Call(Seat.FOREHAND, "spil")
    assert deal.trump is Suit.H
    assert deal.exchange[0] == Drawn(
        Seat.FOREHAND, number=4, discards=(Card.S2, Card.S3, None, None)
    )
    assert deal.exchange[1] == Drawn(Seat.MIDDLEHAND, draws=(Card.HK, Card.HQ))
    assert deal.exchange[2].cedes
    assert deal.play == (
        Move(MoveKind.CARD, Seat.BACKHAND, Card.H7),
        Move(MoveKind.CARD, None, Card.HK),
        Move(MoveKind.CARD, None, None),
        Move(MoveKind.WINS, Seat.FOREHAND),
        Move(MoveKind.GANO, Seat.BACKHAND),
        Move(MoveKind.CONCEDES, Seat.FOREHAND),
    )
    assert deal.claims.result is Outcome.WIN
    assert deal.claims.payments[Seat.BACKHAND] == -1


def test_a_session_has_names_for_its_players():
    text = (
        "variant: x\nplayers: [A, B, C]\nfirst_dealer: B\ndeals: [{dealer: B}]\n"
        "totals: {B: 2, A: -1, C: -1}\n"
    )
    record = read(text).record
    assert (record.is_session, record.first_dealer) == (True, 1)
    assert record.deals[0].dealer == 1
    assert record.totals == (-1, 2, -1)


def test_every_move_knows_its_place():
    written = read(_DEAL, "r.yaml")
    assert str(written.mark(0, "play", 0)) == "r.yaml:15:20"
    assert str(written.mark(0, "play", 1)) == "r.yaml:15:23"
    assert str(written.mark(0, "play", 4)) == "r.yaml:16:29"
    assert str(written.mark(0, "auction", 1)) == "r.yaml:7:25"
    assert str(written.mark(0, "exchange", 2)) == "r.yaml:13:5"
    assert str(written.mark(0, "payments")) == "r.yaml:19:11"
    assert str(written.mark()) == "r.yaml:1:1"


def test_a_seat_may_be_written_as_a_key():
    text = "variant: x\nauction:\n- forehand: spil\n- M: pass\nexchange: [{backhand: 3}]\n"
    deal = read(text).record.deals[0]
    assert deal.auction == (Call(Seat.FOREHAND, "spil"), Call(Seat.MIDDLEHAND, "pass"))
    assert deal.exchange == (Drawn(Seat.BACKHAND, number=3),)


@pytest.mark.parametrize("digits", ["123456789012", "001234567890"])
def test_a_hash_without_a_letter_needs_no_quotes(digits):
    assert read(f"variant: v\nhash: {digits}\n").record.hash == digits
    assert read(f'{{"variant": "v", "hash": "{digits}"}}').record.hash == digits


def test_a_hash_that_looks_like_a_decimal_number_is_to_be_quoted():
    ((line, column, message),) = faults("variant: v\nhash: 123456e78901\n")
    assert (line, column) == (2, 7)
    assert message.endswith("or text in quotes")


def test_json_is_read_like_yaml():
    record = read(_DEAL).record
    assert read(write_json(record)).record == record


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("variant: x\nplays: [H7]\n", 2, 1, "unknown key 'plays'; did you mean 'play'?"),
        ("variant: x\nhands: {forehand: SA SA}\n", 2, 19, "the card SA stands twice in 'SA SA'"),
        ("variant: x\nhands: {forhand: SA}\n", 2, 18, "'forhand' is no seat"),
        ("variant: x\nhands: SA\n", 2, 8, "'SA' is text; expected seats with their values"),
        ("variant: x\nplay: [H7 HK H8]\n", 2, 8, "'H8' is no card; the pack has no 8, 9 or 10"),
        ("variant: x\nplay: [H7 wibs]\n", 2, 8, "'wibs' is no card, seat or act"),
        ("variant: x\nplay: [forehand]\n", 2, 8, "nothing follows the seat 'forehand'"),
        ("variant: x\nauction: [spil]\n", 2, 11, "'spil' is no seat"),
        ("variant: x\nauction: [forehand]\n", 2, 11, "says nothing; expected a bid or pass"),
        ("variant: x\nexchange: [forehand five]\n", 2, 12, "is no exchange; expected a seat"),
        ("variant: x\ntrump: X\n", 2, 8, "'X' is no suit"),
        ("variant: x\nsplit: 4-4-2\n", 2, 8, "has 10 tricks; expected at most 9"),
        ("variant: x\nresult: won\n", 2, 9, "unknown result 'won'"),
        ("variant: x\nrun: -1\n", 2, 6, "-1 is less than nothing"),
        (
            "variant: x\npayments: {forehand: one}\n",
            2,
            22,
            "'one' is text; expected a whole number",
        ),
        ("variant: x\nplayers: [A, B]\n", 2, 10, "three to five players"),
        ("variant: x\nplayers: [A, B, A]\n", 2, 10, "the name 'A' stands twice"),
        ("variant: x\ndealer: D\n", 2, 9, "unknown player 'D'; expected 0, 1 or 2"),
        ("variant: x\ndeals: []\n", 2, 8, "this is a list; expected a list of deals"),
        ("variant: x\ndeals: [1]\n", 2, 9, "1 is a number; expected the keys of a deal"),
        ("variant: x\nirregularities: [{seat: forehand}]\n", 2, 18, "offence is missing"),
        ("variant: x\nset: {stamm: [6]}\n", 2, 14, "expected a single value"),
        ("trump: H\n", 1, 1, "variant is missing"),
        ("- 1\n", 1, 1, "this is a list; expected the keys of a record"),
        ("variant: x\nplay:\n- ? H7\n", 3, 3, "put it in quotes, as a line that begins with ?"),
    ],
)
def test_a_fault_is_named_with_its_place(text, line, column, message):
    found = faults(text)
    assert any((line, column) == fault[:2] and message in fault[2] for fault in found), found


def test_all_faults_of_a_record_are_found_in_one_go():
    found = faults("variant: x\ntrump: X\nplay: [H8, HK, ZZ]\nresult: won\n")
    assert [line for line, _, _ in found] == [2, 3, 3, 4]


def test_a_file_that_is_not_there_cannot_be_read():
    with pytest.raises(UnreadableError):
        read(Path("nowhere.yaml"))


# --- the way back -------------------------------------------------------------------------------

_seats = st.sampled_from([Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND, Seat.MORT])
_cards = st.one_of(st.none(), st.sampled_from(CARDS))


def _rows(least=0):
    return st.lists(st.sampled_from(CARDS), min_size=least, max_size=9, unique=True).map(tuple)


_held = st.builds(
    Held, _rows().map(lambda row: sum(1 << c for c in row)), st.integers(0, 9)
).filter(lambda held: held.size > 0)
_moves = st.one_of(
    st.builds(Move, st.just(MoveKind.CARD), st.one_of(st.none(), _seats), _cards),
    st.builds(
        Move,
        st.sampled_from([kind for kind in MoveKind if kind is not MoveKind.CARD]),
        st.one_of(st.none(), _seats),
    ),
)
_drawn = st.one_of(
    st.builds(Drawn, _seats, number=st.integers(0, 9)),
    st.builds(
        Drawn,
        _seats,
        number=st.one_of(st.none(), st.integers(0, 9)),
        discards=_rows(1),
        draws=st.one_of(st.none(), _rows(1)),
    ),
    st.builds(Drawn, _seats, cedes=st.just(True)),
    st.builds(Drawn, _seats, looks=st.just(True)),
)
_sums = st.dictionaries(_seats, st.integers(-500, 500), max_size=4)
_claims = st.builds(
    DealClaims,
    result=st.one_of(st.none(), st.sampled_from(list(Outcome))),
    payments=_sums,
    pools=st.dictionaries(st.sampled_from(["pot", "plate"]), st.integers(0, 99)),
    balances=st.one_of(st.none(), st.tuples(*[st.integers(-99, 99)] * 3)),
)
_calls = st.builds(
    Call, _seats, st.sampled_from(["pass", "spil", "frage couleur", "sans prendre", "enters"])
)
_deals = st.builds(
    DealRecord,
    dealer=st.one_of(st.none(), st.integers(0, 2)),
    hands=st.dictionaries(_seats, _held, max_size=4),
    hands_at_lead=st.dictionaries(_seats, _held, max_size=4),
    talon=st.one_of(st.none(), _rows(1)),
    second_pack=st.one_of(st.none(), st.sampled_from(Suit)),
    auction=st.one_of(st.none(), st.lists(_calls, max_size=4).map(tuple)),
    ombre=st.one_of(st.none(), _seats),
    contract=st.one_of(st.none(), st.sampled_from(["spil", "no", "1"])),
    colour=st.integers(0, 2),
    trump=st.one_of(st.none(), st.sampled_from(Suit)),
    exchange=st.lists(_drawn, max_size=3).map(tuple),
    play=st.lists(_moves, max_size=12).map(tuple),
    tricks=st.dictionaries(_seats, st.integers(0, 9), max_size=4),
    split=st.sampled_from([None, (5, 2, 2), (0,), (4, 3, 1, 1)]),
    run=st.one_of(st.none(), st.integers(0, 12)),
    opponent_run=st.one_of(st.none(), st.tuples(_seats, st.integers(0, 12))),
    vole=st.sampled_from([None, "made", "failed"]),
    primera=st.booleans(),
    conceded=st.booleans(),
    taken_over=st.one_of(st.none(), _seats),
    irregularities=st.lists(
        st.builds(Declared, st.sampled_from(list(Offence)), _seats, count=st.integers(-2, 3)),
        max_size=2,
    ).map(tuple),
    claims=_claims,
    note=st.sampled_from([None, "a note: with a colon", "zwei\nZeilen"]),
)
_records = st.one_of(
    st.builds(Record, st.just("danish-club"), deals=st.tuples(_deals)),
    st.builds(
        Record,
        st.just("pierer-free"),
        readings=st.sampled_from([(), ("GE08=no",)]),
        settings=st.sampled_from([(), ("stamm=6", "play.stop=play-out")]),
        players=st.sampled_from([("A", "B", "C"), ("0", "1", "2"), ("yes", "1", "Ölaf")]),
        first_dealer=st.integers(0, 2),
        pools=st.sampled_from([None, {}, {"plate": 14}]),
        deals=st.lists(_deals, min_size=1, max_size=3).map(tuple),
        is_session=st.just(True),
        finished=st.booleans(),
        totals=st.one_of(st.none(), st.tuples(*[st.integers(-99, 99)] * 3)),
    ),
)


@pytest.mark.parametrize(
    ("kind", "keys", "elsewhere"),
    [
        (Record, record_keys(()), {"deals", "is_session"}),
        (DealRecord, deal_keys(()), {"claims"}),
        (DealClaims, claim_keys(()), set()),
        (Declared, ACT_KEYS, set()),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_every_field_of_a_record_has_a_key(kind, keys, elsewhere):
    filled = [key.filled for key in keys]
    assert len(filled) == len(set(filled))
    assert {part.name for part in dataclasses.fields(kind)} == {*filled, *elsewhere}


@given(_records)
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_back_as_the_same_record(record):
    assert read(write(record)).record == record
    assert read(write_json(record)).record == record


@given(st.text(alphabet="SHDCAKQJ72?;, forehandwinsplymt\n:-", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_line_is_read_or_refused_in_a_sentence(line):
    for parse in (
        transcript.parse_moves,
        transcript.parse_calls,
        transcript.parse_drawn,
        transcript.parse_held,
        transcript.parse_row,
    ):
        said = ""
        try:
            parse(line)
        except UsageError as error:
            said = str(error)
        assert "\n" not in said
