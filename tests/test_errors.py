import pickle

import pytest

from lhombre_core.errors import (
    Fault,
    FaultError,
    IllegalAction,
    LhombreError,
    UnreadableError,
    UsageError,
    did_you_mean,
    nearest,
    quoted,
    render_faults,
    visible,
)

FILE = "variants/my-club.yaml"
TEXT = "\n" * 13 + "    ombre: {min: 0, max: 13}\n" + "\n" * 6 + "settelment:\n"
TOO_MANY = Fault(
    "13 is more than a hand holds; expected 0 to 9",
    FILE,
    14,
    26,
    "contracts.spil.exchange.ombre.max",
    2,
)
UNKNOWN = Fault(
    "unknown section 'settelment'" + did_you_mean("settelment", ["session", "settlement"]),
    FILE,
    21,
    1,
    "settelment",
    10,
)


def test_a_fault_error_reads_as_each_fault_with_its_line_then_the_count_and_what_follows():
    error = FaultError([TOO_MANY, UNKNOWN], {FILE: TEXT}, "Nothing was written.")
    assert str(error) == (
        "variants/my-club.yaml:14:26: 13 is more than a hand holds; expected 0 to 9\n"
        "  14 |     ombre: {min: 0, max: 13}\n"
        "     |                          ^^\n"
        "variants/my-club.yaml:21:1: unknown section 'settelment'; did you mean 'settlement'?\n"
        "  21 | settelment:\n"
        "     | ^^^^^^^^^^\n"
        "2 faults. Nothing was written."
    )


def test_one_fault_is_counted_in_the_singular():
    assert render_faults([TOO_MANY]).endswith("expected 0 to 9\n1 fault.")


def test_without_the_text_a_fault_is_one_line():
    assert TOO_MANY.render() == f"{FILE}:14:26: 13 is more than a hand holds; expected 0 to 9"


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        (Fault("no payer"), "no payer"),
        (Fault("no such file", "a.yaml"), "a.yaml: no such file"),
        (Fault("wrong", "a.yaml", 3), "a.yaml:3: wrong"),
        (Fault("wrong", None, 3, 4), "<text>:3:4: wrong"),
    ],
)
def test_a_fault_says_as_much_of_its_place_as_is_known(fault, shown):
    assert str(fault) == shown


def test_of_the_name_of_a_file_that_is_very_long_the_end_is_shown():
    name = "folder/" * 28
    assert str(Fault("bad", f"{name}a.js", 3)) == f"{name}a.js:3: bad"
    assert len(name) == 196
    shown = str(Fault("bad", f"{name}/a.yaml", 3))
    assert shown.startswith("…er/folder/")
    assert shown.endswith("/a.yaml:3: bad")
    assert len(shown) == 200 + len(":3: bad")
    assert Fault("bad", "x" * 300).as_json()["file"] == "x" * 300


def test_a_fault_whose_column_is_unknown_shows_its_line_without_a_caret():
    assert Fault("wrong", "a", 1).render("seat: 7") == "a:1: wrong\n   1 | seat: 7"


def test_a_fault_beyond_the_text_shows_no_line():
    assert Fault("wrong", "a", 9, 1).render("seat: 7") == "a:9:1: wrong"


def test_a_fault_at_the_end_of_a_line_puts_its_caret_after_the_last_character():
    assert Fault("a value is missing", "a", 1, 6).render("seat:") == (
        "a:1:6: a value is missing\n   1 | seat:\n     |      ^"
    )


@pytest.mark.parametrize("column", [1, 40, 87, 500, 960, 996])
def test_a_long_line_is_trimmed_round_the_caret(column):
    line = "".join(f"{n:03d}," for n in range(250))
    rendered = Fault("wrong", "a", 1, column, length=3).render(line)
    _, shown, carets = rendered.split("\n")
    at = carets.index("^")
    assert shown[at : at + 3] == line[column - 1 : column + 2]
    assert len(shown) <= 100
    assert carets.count("^") == 3


def test_an_underline_longer_than_the_excerpt_stops_with_it():
    _, shown, carets = Fault("wrong", "a", 1, 1, length=900).render("x" * 1000).split("\n")
    assert len(carets) < len(shown) <= 100
    assert shown.endswith("x…")


def test_what_does_not_print_is_escaped_and_the_caret_still_points_at_its_place():
    rendered = Fault("a\x1b[31mred\n", "a\nb", 1, 4, length=1).render("\x1b\u202e\t?")
    assert rendered == (
        "a\\nb:1:4: a\\x1b[31mred\\n\n   1 | \\x1b\\u202e\\t?\n     |             ^"
    )


def test_the_caret_allows_for_characters_two_cells_wide_and_for_accents_of_none():
    wide = Fault("wrong", "a", 1, 4, length=2).render("牌e\u0301牌?")
    assert wide.split("\n")[1:] == ["   1 | 牌e\u0301牌?", "     |    ^^^"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_whatever_ends_them(end):
    assert Fault("wrong", "a", 2, 1).render(f"one{end}two\x0bstill two{end}three").split("\n")[
        1
    ] == ("   2 | two\\x0bstill two")


def test_faults_become_the_fields_that_check_prints_as_json():
    assert UNKNOWN.as_json() == {
        "file": FILE,
        "line": 21,
        "column": 1,
        "message": "unknown section 'settelment'; did you mean 'settlement'?",
        "rule": "settelment",
    }


def test_exit_codes_tell_a_faulty_subject_from_a_question_that_cannot_be_read():
    assert LhombreError("x").exit_code == 1
    assert FaultError([TOO_MANY]).exit_code == 1
    assert IllegalAction("x", "play.following").exit_code == 1
    assert UsageError("x").exit_code == 2
    assert UnreadableError([Fault("there is no such file", "a")]).exit_code == 2


def test_an_illegal_action_reads_as_its_message_and_keeps_its_rule():
    error = IllegalAction("you must follow suit", "play.following")
    assert str(error) == "you must follow suit"
    assert error.rule == "play.following"


@pytest.mark.parametrize(
    "error",
    [
        FaultError([TOO_MANY, UNKNOWN], {FILE: TEXT}, "Nothing was written."),
        IllegalAction("you must follow suit", "play.following"),
        UsageError("no such seat"),
    ],
)
def test_an_error_survives_the_way_back_from_another_process(error):
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_the_nearest_choice_ignores_case_and_nothing_far_is_proposed():
    assert nearest("SPADILE", ["basta", "spadille"]) == "spadille"
    assert nearest("zzz", ["basta", "spadille"]) is None
    assert nearest("", ["basta"]) is None
    assert did_you_mean("zzz", ["basta"]) == ""


def test_a_word_that_is_quoted_in_a_message_is_escaped_and_cut():
    assert quoted("a\nb") == "'a\\nb'"
    assert len(quoted("x" * 100_000)) < 70
    assert quoted(13) == "'13'"


def test_visible_text_is_left_as_it_is():
    assert visible("♠A é 牌") == "♠A é 牌"
    assert visible("\ud800\xa0\u200b") == "\\ud800\\xa0\\u200b"
