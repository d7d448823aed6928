from pathlib import Path

import pytest

from lhombre_core.language.catalog import variant_ids

VARIANTS = Path(__file__).parents[2] / "variants"


def test_the_list_has_every_variant_with_its_contracts(lhombre):
    listed = lhombre("variants", "list", "--json").json
    assert [entry["id"] for entry in listed] == variant_ids()
    for entry in listed:
        assert {"id", "name", "period", "region", "contracts"} <= set(entry)
        assert entry["contracts"]
    assert "english-1800s: " in lhombre("variants", "list").out


def test_rules_are_shown_by_path_with_the_hash(lhombre):
    shown = lhombre("variants", "show", "english-1800s", "--json").json
    assert shown["id"] == "english-1800s"
    assert len(shown["hash"]) == 64
    assert shown["rules"]["contracts"]["solo"]["price"]["number"] == 15
    assert "apparatus" not in shown["rules"]


def test_one_path_is_shown_in_its_place(lhombre):
    shown = lhombre("variants", "show", "english-1800s", "contracts.solo.price", "--json").json
    assert shown["rules"] == {"contracts": {"solo": {"price": {"number": 15}}}}
    assert lhombre("variants", "show", "english-1800s", "contracts.solo.price.number").out == (
        "contracts.solo.price.number: 15\n"
    )


@pytest.mark.parametrize("path", [[], ["contracts"], ["settlement"]], ids=str)
def test_more_than_a_screen_of_rules_is_an_overview_unless_all_are_asked_for(lhombre, path):
    lines = lhombre("variants", "show", "danish-club", *path).out.splitlines()
    every = lhombre("variants", "show", "danish-club", *path, "--all").out.splitlines()
    rules = [line for line in every if not line.startswith("#")]
    assert len(lines) <= 60 < len(rules)
    assert lines[-1] == f"{len(rules)} rules; name a part to see its rules, or add --all."
    counted = [line.rpartition(": ") for line in lines[:-1] if not line.startswith("#")]
    for part, _, number in counted:
        inside = [line for line in rules if line.startswith((f"{part}.", f"{part}:"))]
        assert number == f"{len(inside)} rule{'s' * (len(inside) != 1)}"
    assert sum(int(number.split()[0]) for _, _, number in counted) == len(rules)


def test_origins_say_file_line_and_source(lhombre):
    answer = lhombre("variants", "show", "english-1800s", "contracts.solo.price", "--origins")
    assert "variants/english-1800s.yaml:" in answer.out
    assert "korttipeliopas" in answer.out
    shown = lhombre(
        "variants", "show", "english-1800s", "contracts.solo.price", "--origins", "--json"
    ).json
    origin = shown["origins"]["contracts.solo.price.number"]
    assert origin["file"] == "variants/english-1800s.yaml"
    assert origin["line"] > 1
    assert origin["certainty"] == "stated"


def test_a_setting_shows_in_the_rules_and_in_the_hash(lhombre):
    plain = lhombre("variants", "show", "pierer-free", "--json").json
    set_ = lhombre("variants", "show", "pierer-free", "--set", "stamm=6", "--json").json
    assert set_["rules"]["stakes"]["parameters"]["stamm"]["value"] == 6
    assert set_["hash"] != plain["hash"]


def test_a_default_reading_changes_nothing(lhombre):
    plain = lhombre("variants", "show", "english-1800s", "--json").json
    chosen = lhombre("variants", "show", "english-1800s", "--reading", "EN01=as-dealt", "--json")
    assert chosen.json["hash"] == plain["hash"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("contracts.sol", "unknown rule 'sol'; did you mean 'solo'?"),
        ("contrcts", "did you mean 'contracts'?"),
        ("contracts.solo.prise", "did you mean 'price'?"),
    ],
)
def test_a_path_that_is_not_there_is_answered_with_the_nearest(refused, path, said):
    assert said in refused("variants", "show", "english-1800s", path)


def test_check_finds_our_own_files_sound(lhombre):
    answer = lhombre("variants", "check", "variants/english-1800s.yaml")
    assert (answer.code, answer.err) == (0, "")
    assert lhombre("variants", "check", "variants/english-1800s.yaml", "--json").json == []


@pytest.mark.parametrize("name", ["english-1800s", "base/danish"])
def test_check_takes_an_id_like_all_other_commands(lhombre, name):
    answer = lhombre("variants", "check", name)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"{name}: ")
    assert lhombre("variants", "check", name, "--json").json == []


def test_check_of_an_unknown_id_is_answered_with_the_nearest(refused):
    assert "did you mean 'danish-club'?" in refused("variants", "check", "danish-clubb")


def test_check_takes_a_name_that_is_a_file_for_the_file(lhombre, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("danish-club").write_text("identity: {id: danish-club}\n", encoding="utf-8")
    assert lhombre("variants", "check", "danish-club").code == 1


def test_check_says_where_a_file_is_wrong(lhombre, tmp_path):
    file = tmp_path / "my-club.yaml"
    file.write_text(
        "identity:\n  id: my-club\n  extends: danish-club\nsettelment: {}\n", encoding="utf-8"
    )
    answer = lhombre("variants", "check", str(file), "--json")
    assert answer.code == 1
    fault = next(f for f in answer.json if f["rule"] == "settelment")
    assert (fault["file"], fault["line"], fault["column"]) == (str(file), 4, 1)
    assert "did you mean 'settlement'?" in fault["message"]
    assert "settelment: {}" in lhombre("variants", "check", str(file)).out


def test_check_quotes_a_file_as_it_was_written(lhombre, tmp_path):
    file = tmp_path / "my-club.yaml"
    file.write_text("identity:\n  id: my-club\n  extends: danish-club\n♠: {}\n", encoding="utf-8")
    faults = lhombre("variants", "check", str(file), "--json").json
    assert any("'♠'" in fault["message"] for fault in faults), faults


def test_check_of_a_file_that_is_not_there_cannot_be_answered(lhombre):
    answer = lhombre("variants", "check", "nowhere.yaml")
    assert answer.code == 2
    assert "there is no such file" in answer.err


def test_a_new_variant_begins_sound_and_plays_like_its_parent(lhombre, tmp_path):
    file = tmp_path / "my-club.yaml"
    assert (
        lhombre("variants", "new", "my-club", "--extends", "danish-club", "--out", file).code == 0
    )
    assert lhombre("variants", "check", file).code == 0
    hashes = {
        lhombre("variants", "show", name, "--json").json["hash"] for name in ("danish-club", file)
    }
    assert len(hashes) == 1


@pytest.mark.parametrize("folder", [".", "clubs/north"])
def test_a_new_variant_names_the_schema_as_seen_from_its_own_folder(lhombre, tmp_path, folder):
    file = tmp_path / folder / "my-club.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    lhombre("variants", "new", "my-club", "--extends", "danish-club", "--out", file)
    first = file.read_text(encoding="utf-8").splitlines()[0]
    way = first.removeprefix("# yaml-language-server: $schema=")
    assert way != first
    assert (file.parent / way).resolve() == VARIANTS / "schema" / "variant.schema.json"


def test_a_new_variant_that_is_printed_names_no_schema_and_says_how_to(lhombre):
    printed = lhombre("variants", "new", "my-club", "--extends", "danish-club").out
    assert not printed.startswith("# yaml-language-server")
    assert "schema/variant.schema.json" in printed.split("identity:")[0]


def test_a_question_about_a_faulty_file_cannot_be_answered(lhombre, tmp_path):
    file = tmp_path / "my-club.yaml"
    file.write_text("identity:\n  id: my-club\n  extends: danish-clubb\n", encoding="utf-8")
    answer = lhombre("variants", "show", file)
    assert (answer.code, answer.out) == (2, "")
    assert "did you mean 'danish-club'?" in answer.err


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("patches/no-holding.yaml", "a patch, and well formed"),
        ("base/three-hand.yaml", "a parent, and fine so far"),
        ("slots.yaml", "fine"),
    ],
)
def test_a_sound_file_that_is_no_variant_is_called_what_it_is(lhombre, file, said):
    answer = lhombre("variants", "check", VARIANTS / file)
    assert (answer.code, answer.err) == (0, "")
    assert f"{file}: {said}" in answer.out
