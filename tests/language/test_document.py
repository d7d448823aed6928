import json
from enum import StrEnum

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from lhombre_core.errors import FaultError, UnreadableError
from lhombre_core.language.yaml import node
from lhombre_core.language.yaml.document import Mark, load
from lhombre_core.language.yaml.dump import dump

VARIANT = """\
# a comment
identity:
  id: my-club
  name: {own: "L'Hombre", en: Ombre}
deal:
  packets: [3, 3, 3]
  note: |
    two
    lines
pass:
"""
TEXT_ELSEWHERE = """yes no on off y n Yes NO nUll tRUE 1:30 2001-01-01 1/2 1_000 0b11 -x 1.2.3
+0x1 0o8 = 4-4-1 ♠A"""  # some of it is a number or a truth value in YAML 1.1


def faults(source, name=None):
    """Return each fault as `line:column message`."""
    with pytest.raises(FaultError) as caught:
        load(source, name)
    return [f"{f.line}:{f.column} {f.message}" for f in caught.value.faults]


# What is read


def test_a_file_becomes_plain_data_in_the_order_of_its_keys():
    data = load(VARIANT).data
    assert data == {
        "identity": {"id": "my-club", "name": {"own": "L'Hombre", "en": "Ombre"}},
        "deal": {"packets": [3, 3, 3], "note": "two\nlines\n"},
        "pass": None,
    }
    assert list(data) == ["identity", "deal", "pass"]
    assert type(data["deal"]["packets"]) is list


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *((word, None) for word in ("null", "Null", "NULL", "~", "")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0o17", 15),
        ("0x1F", 31),
        *((word, word) for word in TEXT_ELSEWHERE.split()),
        *((f"'{word}'", word) for word in ("null", "true", "12", "1.5", "<<", "")),
        ('"12"', "12"),
    ],
)
def test_scalars_are_those_of_yaml_1_2_and_what_is_quoted_is_text(written, value):
    read = load(f"a: {written}\n").data["a"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize("written", ["1.5", ".5", "5.", "1e3", "-1E-3", ".inf", "-.Inf", ".NaN"])
def test_a_decimal_number_is_refused_and_a_fraction_proposed(written):
    assert faults(f"price: {written}") == [
        (
            f"1:8 {written} is a decimal number, and the language has none; "
            "expected a whole number, a fraction such as 1/2, or text in quotes"
        )
    ]


def test_a_number_of_thousands_of_digits_is_refused_before_it_is_computed():
    assert faults("a: " + "9" * 5000) == ["1:4 a number of 5000 digits; expected at most 1000"]
    assert faults("a: 0x" + "9" * 5000) == ["1:4 a number of 5002 digits; expected at most 1000"]


def test_json_is_read_as_well():
    data = {"a": [1, True, None, "x/y", "\n"], "b": {"c": "♠", "d": "😀 \\ud83d"}, "e": -3}
    for text in (json.dumps(data), json.dumps(data, indent="\t", ensure_ascii=False)):
        assert load(text).data == data
    assert load('{"a":1,"b":["\\/"]}').data == {"a": 1, "b": ["/"]}


def test_surrogate_escapes_stay_as_they_are_outside_json():
    assert load(r"['\ud83d\ude00']").data == [r"\ud83d\ude00"]


def test_a_byte_order_mark_and_any_line_ending_are_accepted(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfid: x\r\nrank: 1\r\n")
    document = load(path)
    assert document.data == {"id": "x", "rank": 1}
    assert document.mark(("id",)) == Mark(str(path), 1, 5, 1)
    assert document.mark(("rank",)) == Mark(str(path), 2, 7, 1)


def test_an_alias_is_a_copy_that_can_be_changed_alone():
    data = load("a: &x {n: [1]}\nb: *x\nc: &y word\nd: *y\n").data
    assert data == {"a": {"n": [1]}, "b": {"n": [1]}, "c": "word", "d": "word"}
    data["b"]["n"].append(2)
    assert data["a"] == {"n": [1]}


# Where it stands


def test_every_key_and_every_value_knows_its_place():
    document = load(VARIANT, "v.yaml")
    assert document.key_mark(("identity",)) == Mark("v.yaml", 2, 1, 8)
    assert document.mark(("identity", "id")) == Mark("v.yaml", 3, 7, 7)
    assert document.mark(("identity", "name")) == Mark("v.yaml", 4, 9, 28)
    assert document.key_mark(("identity", "name", "en")) == Mark("v.yaml", 4, 27, 2)
    assert document.mark(("deal", "packets", 1)) == Mark("v.yaml", 6, 16, 1)
    assert document.key_mark(("deal", "packets", 1)) == Mark("v.yaml", 6, 16, 1)
    assert document.mark(("deal", "note")) == Mark("v.yaml", 7, 9, 1)
    assert document.mark(("pass",)) == Mark("v.yaml", 10, 6, 1)
    assert document.mark() == document.key_mark() == Mark("v.yaml", 2, 1, 9)
    assert str(document.mark(("identity", "id"))) == "v.yaml:3:7"


def test_the_marks_find_the_words_in_the_text():
    document = load(VARIANT)
    lines = document.text.split("\n")

    def check(value, path):
        if path and isinstance(path[-1], str):
            mark = document.key_mark(path)
            assert lines[mark.line - 1][mark.column - 1 :][: mark.length] == path[-1]
        for key in value if isinstance(value, dict) else ():
            check(value[key], (*path, key))

    check(document.data, ())


def test_a_place_that_is_not_there_is_that_of_the_nearest_part_around_it():
    document = load(VARIANT)
    assert document.mark(("deal", "packets", 9)) == document.mark(("deal", "packets"))
    assert document.key_mark(("deal", "cut", "x")) == document.key_mark(("deal",))
    assert document.mark(("deal", "packets", "x")) == document.mark(("deal", "packets"))
    assert document.mark(("settlement",)) == document.mark()


def test_a_value_that_came_by_an_alias_stands_where_it_was_written():
    document = load("a: &x {n: 1}\nb: *x\n")
    assert document.mark(("b", "n")).line == 1
    assert document.key_mark(("b",)).line == 2


def test_columns_count_characters_not_bytes():
    assert load("é: {♠: 牌, b: 1}\n").mark(("é", "b")).column == 14


def test_a_document_makes_faults_at_its_places():
    fault = load(VARIANT, "v.yaml").fault(("deal", "packets", 1), "too few")
    assert fault.render(VARIANT) == (
        "v.yaml:6:16: too few\n   6 |   packets: [3, 3, 3]\n     |                ^"
    )
    assert fault.rule == "deal.packets.1"
    assert load(VARIANT).fault(("deal",), "x", key=True).column == 1
    assert load(VARIANT).fault((), "x").rule is None


# What is refused


def test_a_key_that_stands_twice_names_its_first_place():
    with pytest.raises(FaultError) as caught:
        load("deal:\n  cut: 1\n  talon: 2\n  cut: 3\n", "a.yaml")
    (fault,) = caught.value.faults
    assert str(fault) == "a.yaml:4:3: 'cut' stands twice; it was first given at line 2, column 3"
    assert fault.rule == "deal.cut"
    assert fault.length == 3


def test_one_reading_collects_every_fault_in_the_order_of_the_file():
    text = "a: 1\na: 2\n1: x\nb: {c: 1.5, <<: {d: 1}}\nc: !money 5\nd: [*no]\ne: 'open\n"
    assert faults(text) == [
        "2:1 'a' stands twice; it was first given at line 1, column 1",
        "3:1 the key '1' is a number; expected a word, or write it in quotes",
        (
            "4:8 1.5 is a decimal number, and the language has none; "
            "expected a whole number, a fraction such as 1/2, or text in quotes"
        ),
        "4:13 merge keys '<<' are not used here; write the values out",
        "5:4 tags are not used here; take out '!money'",
        "6:5 no value above is anchored as '&no'",
        "7:4 the quotation opened here is never closed",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("true: x", "1:1 the key 'true' is a truth value; expected a word, or write it in quotes"),
        ("~: x", "1:1 the key '~' is null; expected a word, or write it in quotes"),
        (": x", "1:1 a key is missing before ':'"),
        ("? \n: x", "1:2 a key is missing before ':'"),
        ("{: x}", "1:2 a key is missing before ':'"),
        ("[a, b]: x", "1:1 a list or mapping cannot be a key; expected a word"),
        ("? {a: 1}\n: x", "1:3 a list or mapping cannot be a key; expected a word"),
        ("- &k a\n- {*k : 1}", "2:4 an alias cannot be a key; expected a word"),
        ("a: !!str 12", "1:4 tags are not used here; take out '!!str'"),
        ("a: !!python/name:os.system ''", ("1:4 tags are not used here; take out "
         "'!!python/name:os.system'")),
        ("a: 1\n---\nb: 2\n", "2:1 a second document begins here; expected one a file"),
        ("", "1:1 the file is empty"),
        (" \n\n", "1:1 the file is empty"),
        ("# nothing\n", "1:1 the file holds no value"),
        ("---\n", "1:1 the file holds no value"),
        ("a: &x [1, *x]", "1:11 '*x' stands inside the value it names"),
        ("&x {a: {b: *x}}", "1:12 '*x' stands inside the value it names"),
    ],
)  # fmt: skip
def test_what_the_language_does_not_use_is_refused_by_name(text, fault):
    assert faults(text) == [fault]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a:\n\tb: 1", "2:1 a tab indents this line; expected spaces"),
        ("a:\n  b: 1\n \tc: 2", "3:2 a tab indents this line; expected spaces"),
        ("a: |\n\tx", "2:1 a tab indents this line; expected spaces"),
        ("a: b: c", ("1:5 ':' cannot stand here; expected one 'key: value' a line, indented like "
         "its neighbours, or text in quotes")),
        ("a: 1\nfoo\nb: 2", "2:1 expected 'key: value'; the ':' is missing"),
        ("a: @x", "1:4 a value cannot begin with '@'; put it in quotes"),
        ("a: [1 2", "2:1 expected ',' or ']'; the '[' was opened at line 1, column 4"),
        ("a: {b: 1]", "1:9 expected ',' or '}'; the '{' was opened at line 1, column 4"),
        ('a: "x" y', ("1:8 this does not go on with the lines above; expected 'key: value', "
         "indented like its neighbours, or text in quotes")),
        ('a: "x\nb: 1', "1:4 the quotation opened here is never closed"),
        ('a: "\\q"', ("1:5 unknown escape in double quotes; write \\\\ for a backslash, or use "
         "single quotes")),
        ('a: "\\ud800"', "1:7 this escape stands for no character"),
        ("a: - b", "1:4 a list entry '- ' cannot begin here; expected it on a line of its own"),
        ("- a\nb: 1", "2:1 expected a list entry '- ' or less indentation"),
        ("a: *", ("1:5 expected a name after * or &; put the text in quotes if it is meant as "
         "text")),
        ("a: !x!y b", "1:4 tags (!) are not used here; quote the text"),
        ("a: |x\n  b", "1:5 after | or > the text begins on the next line"),
        ("a: ]", "1:4 expected a value"),
        ("  a: 1\n b: 2", "2:2 this stands outside the document; check the indentation"),
        ("%FOO\na", "1:5 lines that begin with % are not used here"),
    ],
)  # fmt: skip
def test_a_slip_of_syntax_is_told_in_plain_words_at_its_place(text, fault):
    assert faults(text)[-1] == fault


@pytest.mark.parametrize("damage", [*"\t'\"{]&*|@%\\!?", ": ", "- "])
def test_every_complaint_of_the_parser_has_words_of_ours(damage):
    seen = []
    for place in range(len(VARIANT)):
        try:
            load(VARIANT[:place] + damage + VARIANT[place:])
        except FaultError as error:
            seen.append(str(error))
    assert seen
    assert [shown for shown in seen if "this is not YAML" in shown] == []


# Hostile and unreadable files


def test_more_aliases_than_a_rule_file_can_need_are_refused_at_the_first_too_many():
    text = "a: &a [1]\n" + "".join(f"k{n}: *a\n" for n in range(100_000))
    assert faults(text) == ["52:6 more than 50 aliases; write the values out"]


def test_aliases_that_unfold_to_a_flood_are_refused_before_they_unfold():
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 5)]
    (fault,) = faults("\n".join(lines))
    assert fault.endswith("the aliases repeat more than 100,000 values")
    assert len(load("\n".join(lines[:4])).data) == 4


def test_nesting_ends_at_sixty_and_aliases_cannot_lengthen_it():
    assert load("[" * 60 + "]" * 60).data
    assert faults("[" * 61 + "]" * 61) == ["1:61 values are nested more than 60 deep"]
    for opening in ("[", "{", "- ", "? ", "{a: "):
        assert faults(opening * 100_000)[-1].endswith("values are nested more than 60 deep")
    chain = "a: &a " + "[" * 30 + "]" * 30 + "\nb: &b " + "[" * 30 + "*a" + "]" * 30
    assert faults(chain) == ["2:37 values are nested more than 60 deep"]


def test_a_flood_of_values_or_of_faults_ends_the_reading():
    assert faults("[" + "1," * 250_000 + "]") == [
        "1:400000 more than 200,000 values; expected one variant or record"
    ]
    many = faults("a: 1\n" * 10_000)
    assert len(many) == 101
    assert many[-1] == "101:1 too many faults; the file was read only this far"


def test_a_file_of_more_than_two_mebibytes_is_refused_unparsed(tmp_path):
    path = tmp_path / "big.yaml"
    path.write_bytes(b"[" * (2 * 1024 * 1024 + 1))
    expected = ["None:None the file is larger than 2 MiB; expected one variant or one record"]
    assert faults(path) == expected
    assert faults(path.read_bytes()) == expected
    assert faults(path.read_text()) == expected


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"a: b\nc: \xe9t\xe9\n", "2:4 byte 0xE9 at offset 8 is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbf\xff", "1:1 byte 0xFF at offset 3 is not UTF-8; save the file as UTF-8"),
        ("a: b".encode("utf-16"), "1:1 the file is UTF-16; save it as UTF-8"),
        ("é: \0".encode(), "1:4 a NUL byte at offset 4; expected a text file"),
        (b"a: 1\r\nb: \x1b", ('2:4 the character U+001B cannot stand in a file; take it out, or '
         'write "\\u001B" in double quotes')),
        ("a: x\u2028b: 1".encode(), ('1:5 the character U+2028 cannot stand in a file; take it '
         'out, or write "\\u2028" in double quotes')),
        ("a: \ufeff".encode(), "1:4 a byte order mark inside the text; take it out"),
    ],
)  # fmt: skip
def test_what_is_not_text_is_named_with_its_place(data, fault):
    assert faults(data) == [fault]


def test_half_a_surrogate_pair_in_text_is_refused():
    assert faults("a: \ud800")[0].startswith("1:4 the character U+D800 cannot stand")


def test_a_missing_file_and_a_folder_are_faults_of_the_question(tmp_path):
    for path, message in [
        (tmp_path / "no.yaml", "there is no such file"),
        (tmp_path, "this is a folder; expected a file"),
        (tmp_path / ("x" * 5000), "cannot be read: File name too long"),
    ]:
        with pytest.raises(UnreadableError) as caught:
            load(path)
        assert caught.value.exit_code == 2
        text = str(caught.value)
        place = text.removesuffix(f": {message}\n1 fault.")
        assert place != text
        assert place == str(path) or (place.startswith("…") and str(path).endswith(place[1:]))


def test_a_fault_is_shown_with_its_line_when_the_error_is_printed():
    with pytest.raises(FaultError) as caught:
        load("a: 1\na: 2\n", "a.yaml")
    assert str(caught.value) == (
        "a.yaml:2:1: 'a' stands twice; it was first given at line 1, column 1\n"
        "   2 | a: 2\n"
        "     | ^\n"
        "1 fault."
    )


def test_without_libyaml_the_same_data_and_places_are_read(monkeypatch):
    fast = load(VARIANT)
    monkeypatch.setattr(node, "_Loader", yaml.SafeLoader)
    slow = load(VARIANT)
    assert slow.data == fast.data
    assert slow.key_mark(("deal", "note")) == fast.key_mark(("deal", "note"))
    assert faults("a: 1\na: [1\n")[0].startswith("2:1 'a' stands twice")
    assert faults("a:\n\tb: 1") == ["2:1 a tab indents this line; expected spaces"]
    for text in ("a: *", "[" * 100, "a: @"):
        assert len(faults(text)) == 1


# Writing

TEXTS = st.text(max_size=40) | st.text("ab \n\t'\"#:-?|>&*!%@`{}[],01.~=<", max_size=20)
MISREAD = """null Null ~ true FALSE yes no on off y N 012 089 0o17 0x1F 1e5 1.5 .inf +.INF .nan
1:30 2001-01-01 << = - ? -- --- ... 1_000 0b1 +1 'x # @"""
WORDS = st.sampled_from(MISREAD.split())
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS | WORDS, inner, max_size=4),
    max_leaves=20,
)


@given(DATA)
@example("a\u2028b\x85c")
@example(["one\ntwo\n", "one\n\ntwo", "\n", " a\nb", "a\n b\n\n", "# a\nb\n"])
@example({"a\nb": {"c\n": "d"}, "x" * 200: "word " * 100})
def test_what_is_written_is_read_back_the_same(data):
    assert load(dump(data)).data == data


def test_written_yaml_keeps_the_order_and_quotes_what_others_would_misread():
    data = {"variant": "danish-club", "bid": "no", "split": "4-4-1", "when": "12:30", "n": 0}
    assert dump(data) == ("variant: danish-club\nbid: 'no'\nsplit: 4-4-1\nwhen: '12:30'\nn: 0\n")
    assert yaml.safe_load(dump(data)) == data
    assert dump({"note": "one\ntwo\n", "seat": "é♠"}) == "note: |\n  one\n  two\nseat: é♠\n"


def test_tuples_and_enumerations_are_written_as_lists_and_words():
    class Seat(StrEnum):
        FOREHAND = "forehand"

    assert dump({Seat.FOREHAND: (Seat.FOREHAND, 1)}) == "forehand:\n- forehand\n- 1\n"


def test_shared_values_are_written_out_without_aliases():
    shared = [1]
    assert dump([shared, shared]) == "- - 1\n- - 1\n"


def test_what_the_language_cannot_say_is_not_written():
    cycle: list[object] = []
    cycle.append(cycle)
    for data in (cycle, 10**1000, "\ud800"):
        with pytest.raises(ValueError):  # noqa: PT011  three messages, one kind
            dump(data)
    for data in (1.5, {1: "x"}, {("a",): 1}, {1, 2}, b"x"):
        with pytest.raises(TypeError):
            dump(data)
