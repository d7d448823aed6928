import pytest

_DEAL = """\
variant: danish-tournament
hands:
  forehand: SA CA D3 D4 D5 4?
  middlehand: HK DK 7?
  backhand: 9?
auction: forehand spil; middlehand pass; backhand pass
contract: spil
trump: H
exchange: [forehand 3, middlehand 0, backhand 2]
play:
  - D3 DK D2
  - HK H2 SA
"""


@pytest.fixture
def record(tmp_path):
    def write(text, name="deal.yaml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write


def test_a_legal_deal_has_the_promised_fields(lhombre, record):
    found = lhombre("replay", record(_DEAL), "--json").json
    assert found["legal"] is True
    assert found["variant"] == "danish-tournament"
    assert len(found["hash"]) == 64
    assert found["tricks"] == {"forehand": 1, "middlehand": 1, "backhand": 0}
    assert found["result"] is None
    assert found["payments"] is None
    assert found["complete"] is False


def test_a_finished_deal_says_what_is_paid(lhombre, record):
    text = (
        "variant: danish-tournament\nauction: F spil; M pass; B pass\n"
        "contract: spil\nsplit: 5-2-2\n"
    )
    found = lhombre("replay", record(text), "--json").json
    assert found["result"] == "win"
    assert found["payments"] == {"forehand": 1, "middlehand": 0, "backhand": 0}
    assert found["tricks"] == {"forehand": 5, "middlehand": 2, "backhand": 2}


def test_an_illegal_move_is_shown_where_it_stands(lhombre, record):
    file = record(_DEAL.replace("D3 DK D2", "D3 HK D2"))
    answer = lhombre("replay", file)
    assert answer.code == 1
    first, line, caret, rule = answer.out.splitlines()
    assert first.startswith(f"{file}:11:8: illegal: deal 1, trick 1, card 2: ")
    assert line == "  11 |   - D3 HK D2"
    assert caret.endswith("     ^^")
    assert "play.follow  variants/base/three-hand.yaml" in rule


def test_an_illegal_move_has_its_number_in_json(lhombre, record):
    found = lhombre("replay", record(_DEAL.replace("D3 DK D2", "D3 HK D2")), "--json").json
    assert found["legal"] is False
    assert (found["deal"], found["at"]) == (0, 7)
    assert found["rule"] == "play.follow"
    assert found["message"]


def test_undetermined_moves_go_to_standard_error(lhombre, record):
    text = _DEAL.replace("HK DK 7?", "9?").replace("DK D2", "CK D2").replace("  - HK H2 SA\n", "")
    file = record(text)
    answer = lhombre("replay", file)
    assert answer.code == 0
    assert f"{file}:11:8: undetermined: whether CK was legal" in answer.err
    assert "undetermined" in answer.out.splitlines()[0]


def test_a_session_has_totals_by_player(lhombre, record):
    text = (
        "variant: danish-club\nplayers: [Ane, Bo, Cai]\ndeals:\n"
        "- {auction: F spil; M pass; B pass, contract: spil, split: 5-2-2}\n"
        "- {auction: F pass; M pass; B pass}\n"
    )
    answer = lhombre("replay", record(text), "--json")
    assert answer.json["totals"] == {"Ane": 0, "Bo": 1, "Cai": 0}
    assert [deal["result"] for deal in answer.json["deals"]] == ["win", "void"]


def test_a_record_refuses_rules_that_have_changed(lhombre, record):
    file = record("hash: '000000000000'\n" + _DEAL)
    answer = lhombre("replay", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"{file}:1:7: ")
    assert "--any-hash" in answer.err
    assert lhombre("replay", file, "--any-hash").code == 0


def test_a_record_accepts_its_own_hash_or_the_beginning_of_it(lhombre, record):
    hash_ = lhombre("replay", record(_DEAL), "--json").json["hash"]
    for stated in (hash_, hash_[:12]):
        assert lhombre("replay", record(f"hash: '{stated}'\n{_DEAL}")).code == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("readings: DA99=x", "3:11: "),
        ("patches: [nonsense]", "3:10: unknown patch 'nonsense'"),
        ("set: {nonsense: 1}", "3:6: unknown parameter 'nonsense'"),
        ("players: 5", "3:10: 5 cannot be at the table"),
        ("first_dealer: '" + "9" * 5000 + "'", "3:15: unknown player '999"),
        ("exchange: forehand " + "9" * 5000, "3:11: "),
        ("pools_after: {pot: -" + "9" * 900 + "}", "3:1"),
    ],
)
def test_what_a_record_chooses_wrongly_is_shown_where_it_stands(lhombre, record, line, said):
    file = record(f"variant: danish-tournament\nauction: F pass; M pass; B pass\n{line}\n")
    answer = lhombre("replay", file)
    assert answer.code in {1, 2}
    assert f"{file}:{said}" in answer.err + answer.out


def test_an_unknown_variant_is_shown_where_the_record_names_it(lhombre, record):
    file = record("variant: nonsense\nauction: F pass\n")
    assert lhombre("replay", file).err.startswith(f"{file}:1:10: unknown variant 'nonsense'")


def test_a_file_name_of_any_length_is_not_repeated_whole(lhombre):
    for name in ("x" * 3000, "folder/" * 500 + "deal.yaml"):
        answer = lhombre("replay", name)
        assert (answer.code, answer.out) == (2, "")
        assert max(map(len, answer.err.splitlines())) < 250


def test_a_choice_on_the_command_line_is_not_laid_to_the_record(refused, record):
    assert refused("replay", record(_DEAL), "--patch", "nonsense").startswith("unknown patch")


def test_a_variant_beside_the_record_is_found(lhombre, record):
    lhombre("variants", "new", "our-club", "--extends", "danish-tournament")
    text = lhombre("variants", "new", "our-club", "--extends", "danish-tournament").out
    record(text, "our-club.yaml")
    assert lhombre("replay", record(_DEAL.replace("danish-tournament", "our-club.yaml"))).code == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("trump: H\n", ""), "the trump suit is missing"),
        (("SA CA D3 D4 D5 4?", "SA CA D3 D4 D5 5?"), "has 10 cards; expected 9"),
        (("middlehand: HK", "middlehand: SA"), "SA is in the hand of the forehand and of the"),
        (("forehand spil", "forehand spill"), "unknown bid 'spill'; did you mean 'spil'?"),
        (("D3 DK D2", "D3 DX D2"), "'DX' is no card"),
        (("variant: danish-tournament", "variant: danish-turnament"), "unknown variant"),
    ],
)
def test_a_record_that_cannot_be_run_is_no_verdict(lhombre, record, change, said):
    answer = lhombre("replay", record(_DEAL.replace(*change)))
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
