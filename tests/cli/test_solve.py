import pytest

from lhombre_core.kernel.stream import deal
from lhombre_core.notation import format_hand

CHOSEN = ("--variant", "danish-club", "--contract", "solo", "--trump", "S")
# Three cards each: the forehand has the three matadors.
ENDING = "forehand SA S2 CA; middlehand SK SQ HK; backhand DK DQ DJ"
FREE = ("--variant", "pierer-free", "--trump", "S")
PURE = ("--variant", "pierer-pure", "--trump", "S", "--contract", "mort")
LATE = (*CHOSEN, "--tricks", "2-2-2")
RECORD = """\
variant: danish-club
contract: solo
ombre: forehand
trump: H
hands_at_lead:
  forehand: SA H7 CA HK HQ DK DQ SK CK
  middlehand: HA H2 H3 S7 S6 C7 C6 D7 D6
  backhand: H4 H5 H6 S5 S4 C5 C4 D5 D4
play:
- HK CK CK
"""


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "deal.yaml"
    file.write_text(RECORD.replace("- HK CK CK", "- SA H2 H4\n- H7 HA H5"), encoding="utf-8")
    return file


def test_a_seeded_deal_is_solved_and_says_which_it_is(lhombre):
    answer = lhombre("solve", "7/2/3", *CHOSEN, "--json")
    assert answer.code == 0
    found = answer.json
    assert (found["seed"], found["session"], found["index"]) == (7, 2, 3)
    assert found["hands"]["backhand"] == format_hand(deal(7, 2, 3).hands[2]).split()
    assert found["to_move"] == "forehand"
    assert len(found["cards"]) == 9
    assert found["solver"] == "kernel"
    assert "opponents as one side" in found["assumes"]


@pytest.mark.parametrize(
    ("contract", "exchanged"),
    [(("kobe-nolo",), True), (("solo", "--trump", "S"), True), (("ren-nolo",), False)],
)
def test_a_seeded_deal_says_that_nobody_has_exchanged_where_somebody_could(
    lhombre, contract, exchanged
):
    out = lhombre("solve", "7", "--variant", "danish-club", "--contract", *contract).out
    told = ", as dealt: nobody has exchanged" if exchanged else ""
    assert out.splitlines()[0].endswith(f"(seed 7, session 0, deal 0{told}):")


def test_hands_after_the_exchange_are_not_said_to_be_as_dealt(lhombre, record):
    for asked, chosen in ((record, ()), (ENDING, LATE)):
        assert "as dealt" not in lhombre("solve", asked, *chosen).out


def test_an_answer_in_words_says_that_cards_are_open_and_the_opponents_one_side(lhombre):
    out = lhombre("solve", ENDING, *LATE).out
    assert "Every card in sight, the opponents as one side: vundet." in out
    assert "vundet              SA S2 CA" in out


def test_what_the_command_deal_prints_is_read(lhombre, tmp_path):
    in_words, as_json = tmp_path / "words.txt", tmp_path / "deal.json"
    in_words.write_text(lhombre("deal", "--seed", "5").out, encoding="utf-8")
    as_json.write_text(lhombre("deal", "--seed", "5", "--json").out, encoding="utf-8")
    answers = [lhombre("solve", form, *CHOSEN, "--json").json for form in ("5", in_words, as_json)]
    assert answers[0]["cards"] == answers[1]["cards"] == answers[2]["cards"]


def test_the_value_is_that_of_the_best_card_of_the_player_to_move(lhombre):
    order = ["codille", "remise", "win"]
    for ombre, best in (("forehand", max), ("backhand", min)):
        found = lhombre("solve", "11", *CHOSEN, "--ombre", ombre, "--json").json
        results = {order.index(card["result"]) for card in found["cards"]}
        assert best(results) == order.index(found["value"]["result"])


def test_a_table_has_every_ombre_and_trump_suit(lhombre):
    found = lhombre("solve", "3", *CHOSEN, "--table", "--json").json["table"]
    assert {(row["ombre"], row["trump"]) for row in found} == {
        (seat, suit) for seat in ("forehand", "middlehand", "backhand") for suit in "SHDC"
    }
    nolo = ("--variant", "danish-club", "--contract", "kobe-nolo", "--table", "--json")
    found = lhombre("solve", "3", *nolo).json["table"]
    assert [row["trump"] for row in found] == [None] * 3
    assert all(0 <= row["tricks"] <= 9 for row in found)


def test_a_line_of_best_play_comes_to_the_value(lhombre):
    for seed in range(4):
        found = lhombre("solve", seed, *CHOSEN, "--line", "--json").json
        tricks = found["line"][-1]["tricks"]
        mine = tricks.pop("forehand")
        left = 9 - mine - sum(tricks.values())
        if found["value"]["result"] == "win":
            assert mine > max(tricks.values()) + left or not left
        if found["value"]["result"] == "codille":
            assert max(tricks.values()) > mine + left


def test_a_line_is_a_picture_with_a_row_for_each_trick(lhombre):
    out = lhombre("solve", "1", *CHOSEN, "--line").out
    rows = out[out.index("One line of best play") :].splitlines()
    assert rows[1].split() == ["trick", "forehand", "middlehand", "backhand", "so", "far"]
    assert all(row.count(">") == 1 and row.count("*") == 1 for row in rows[2:-1])


def test_a_record_says_what_is_played_and_any_card_of_it_can_be_asked_about(lhombre, record):
    first = lhombre("solve", record, "--json").json
    assert (first["contract"], first["trump"], first["at"]) == ("solo", "H", "1.1")
    later = lhombre("solve", record, "--at", "2.3", "--json").json
    assert later["to_move"] == "backhand"
    assert later["trick"] == ["H7", "HA"]
    assert later["tricks"] == {"forehand": 1, "middlehand": 0, "backhand": 0}
    assert {card["card"] for card in later["cards"]} == {"H5", "H6"}


def test_a_record_can_be_played_as_something_else_before_its_first_card(lhombre, refused, record):
    found = lhombre("solve", record, "--trump", "D", "--ombre", "backhand", "--json").json
    assert (found["trump"], found["ombre"]) == ("D", "backhand")
    said = refused("solve", record, "--trump", "D", "--at", "1.2")
    assert "only before its first card" in said


def test_hands_that_are_dealt_and_nothing_more_can_be_solved(lhombre, tmp_path):
    file = tmp_path / "deal.yaml"
    lhombre("deal", "--seed", "9", "--record", "danish-club", "--out", file)
    found = lhombre("solve", file, "--contract", "solo", "--trump", "C", "--json")
    assert found.code == 0
    assert found.json["hands"]["forehand"] == format_hand(deal(9, 0, 0).hands[0]).split()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("7",), "add --variant ID"),
        (("7", "--variant", "danish-club"), "add --contract C"),
        (("7", "--variant", "danish-club", "--contract", "solo"), "add --trump"),
        (("7", "--variant", "danish-club", "--contract", "sole"), "did you mean"),
        (("no-such-file.yaml", *CHOSEN), "no-such-file.yaml"),
        (("forehand SA", *CHOSEN), "the hand of the middlehand is missing"),
        (("forehand SA; middlehand SA; backhand D2", *LATE), "are not the tricks before"),
        (("forehand SA; middlehand SA; backhand D2", *CHOSEN), "add --tricks"),
        ((ENDING, *CHOSEN, "--tricks", "9-0-0"), "are not the tricks before"),
        ((ENDING.replace("DJ", "SA"), *LATE), "SA is in two places"),
        ((ENDING.replace(" DJ", ""), *LATE), "the backhand holds 2 cards; expected 3"),
        ((ENDING, *LATE, "--at", "1.1"), "--at needs a record"),
        ((ENDING, *LATE, "--ombre", "mort"), "the mort has no cards"),
        ((ENDING, *LATE, "--table"), "a table needs the deal before its first card"),
        (("everything", *CHOSEN), "is no seat"),
        ((ENDING, *LATE, "--led", "SA S2 CA"), "the trick has 3 cards; expected at most 2"),
        ((f"{ENDING}; mort H2 H3 H4", *LATE), "nobody can be mort in danish-club"),
        ((f"{ENDING}; mort H2 H3 H4", *PURE), "nobody can be mort in pierer-pure"),
        ((f"{ENDING}; mort H2 H3 H4", *FREE, "--contract", "frage"), "the mort cannot play frage"),
        ((ENDING, *FREE, "--contract", "mort"), "mort is played by the mort, whose hand is miss"),
        (("7", *FREE, "--contract", "mort"), "mort is played by the mort, whose hand is missing"),
        (
            (f"{ENDING}; mort H2 H3 H4", *FREE, "--contract", "mort", "--ombre", "backhand"),
            "the mort plays mort alone",
        ),
        (("99999999999999999999999", *CHOSEN), "out of range"),
    ],
)
def test_a_question_that_cannot_be_read_is_answered_in_one_sentence(refused, words, said):
    assert said in refused("solve", *words)


@pytest.mark.parametrize("text", ['{"hands": ' + "[" * 5000, '{"hands": {"forehand": [}}', "{"])
def test_hands_in_json_with_a_fault_are_no_question(lhombre, tmp_path, text):
    file = tmp_path / "deal.json"
    file.write_text(text, encoding="utf-8")
    for asked in (text, file):
        answer = lhombre("solve", asked, *CHOSEN)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("the deal:")


@pytest.mark.parametrize(
    ("led", "said"),
    [
        ("SK HQ", "the middlehand could follow SK and may not have played HQ"),
        ("SK SQ D5", "the mort could follow SK and may not have played D5"),
        ("H2 D2", "the middlehand could follow H2 and may not have played D2"),
    ],
)
def test_a_trick_with_a_revoke_is_refused(refused, led, said):
    hands = "forehand SK H2 D4 C2; middlehand SQ HQ D2 C3; mort S4 D5 C4 C5; backhand SA D3 H4 C6"
    chosen = (*FREE, "--contract", "mort", "--trump", "S", "--tricks", "2-1-1-1")
    assert said in refused("solve", hands, *chosen, "--led", led)


def test_a_matador_need_not_follow_a_lower_trump(lhombre):
    hands = "forehand S3 H2; middlehand SA H3; backhand D2 D3"
    chosen = (*CHOSEN, "--tricks", "3-2-2", "--led", "S3 H3", "--json")
    assert lhombre("solve", hands, *chosen).json["trick"] == ["S3", "H3"]


@pytest.mark.parametrize("at", ["1", "0.1", "1.4", "10.1", "x"])
def test_a_card_of_the_play_is_a_trick_and_a_card(refused, record, at):
    assert "as in 3.2" in refused("solve", record, "--at", at)


def test_a_card_beyond_the_record_is_refused(refused, record):
    assert "the record has 6 cards" in refused("solve", record, "--at", "4.1")


def test_a_hand_that_is_not_known_is_refused(refused, tmp_path):
    file = tmp_path / "deal.yaml"
    text = RECORD.replace("- HK CK CK", "- SA H2 H4").replace("  backhand:", "  # backhand:")
    file.write_text(text, encoding="utf-8")
    assert "the cards of the backhand are not all known" in refused("solve", file)


def test_a_record_without_a_play_says_what_is_played_all_the_same(lhombre, tmp_path):
    file = tmp_path / "deal.yaml"
    text = RECORD.split("play:", maxsplit=1)[0].replace("hands_at_lead", "hands")
    file.write_text(text.replace("ombre: forehand", "ombre: middlehand"), encoding="utf-8")
    found = lhombre("solve", file, "--json").json
    assert (found["contract"], found["trump"], found["ombre"]) == ("solo", "H", "middlehand")


def test_a_record_that_is_not_legal_is_pointed_at(lhombre, tmp_path):
    file = tmp_path / "deal.yaml"
    file.write_text(RECORD, encoding="utf-8")
    answer = lhombre("solve", file)
    assert answer.code == 2
    assert "deal.yaml:" in answer.err


def test_without_the_compiler_small_endings_are_solved_and_others_refused(
    lhombre, refused, monkeypatch
):
    monkeypatch.setattr(
        "lhombre_core.solve.solver._kernel_for", lambda _: (None, "numba is not installed")
    )
    assert lhombre("solve", ENDING, *LATE, "--json").json["solver"] == "reference"
    said = refused("solve", "7", *CHOSEN)
    assert "numba is not installed" in said
