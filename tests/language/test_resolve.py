"""How a file and its parents become one rule set, and where every value of it was written."""

import pytest

from lhombre_core.errors import FaultError
from lhombre_core.rules.settlement import Event
from lhombre_core.rules.table import TableSize

LIKE = """
settlement:
  codille:
    amount: {more: {of: number, number: 1}}
"""


def test_a_file_that_changes_nothing_plays_like_its_parent(resolve):
    rules = resolve("").rules
    assert list(rules.contracts) == ["game", "solo", "nolo"]
    assert rules.contracts["game"].price.number == 5


def test_mappings_are_merged_key_by_key_in_the_order_of_the_parent(resolve):
    rules = resolve("""
contracts:
  last: {like: solo, rank: 4}
  solo: {price: {number: 8}}
""").rules
    assert list(rules.contracts) == ["game", "solo", "nolo", "last"]
    assert rules.contracts["solo"].price.number == 8
    assert rules.contracts["solo"].rank == 2


def test_a_list_takes_the_place_of_its_parents(resolve):
    assert resolve("deal: {packets: [2, 3, 4]}").rules.deal.packets == (2, 3, 4)


def test_false_takes_a_member_out_of_a_set_and_true_puts_one_in(resolve):
    text = "table: {sizes: {three: false, four: true}, resting: {at_four: dealer}}\n"
    session = "session: {deals: {three: none, four: 40}}"
    assert resolve(text + session).rules.table.sizes == {TableSize.FOUR}


def test_none_is_explicit_nothing(resolve):
    text = "result: {run: none}\nsettlement: {win: {amount: {run: {of: price}}}}"
    assert resolve(text).rules.result.run is None


def test_removing_and_setting_is_replacing(resolve):
    text = """
removes: [settlement.win.amount]
settlement:
  win: {amount: {flat: {of: number, number: 3}}}
"""
    assert list(resolve(text).rules.settlement["win"].amount) == ["flat"]


def test_an_entry_like_another_takes_over_what_it_does_not_state(resolve):
    rules = resolve(LIKE).rules
    assert rules.settlement["codille"].from_ == "ombre"
    assert rules.settlement["codille"].on == {Event.CODILLE}
    assert list(rules.settlement["codille"].amount) == ["bete", "more"]


def test_a_change_of_an_entry_reaches_every_entry_like_it(resolve):
    rules = resolve("settlement: {remise: {from: each-opponent}}").rules
    assert rules.settlement["codille"].from_ == "each-opponent"


def test_a_setting_of_an_entry_reaches_every_entry_like_it(resolve):
    rules = resolve("", settings=["contracts.game.price.number=6"]).rules
    assert [contract.price.number for contract in rules.contracts.values()] == [6, 7, 6]


def test_removes_in_an_entry_takes_parts_out_of_the_one_it_is_like(resolve):
    text = LIKE + "    removes: [amount.bete]\n"
    assert list(resolve(text).rules.settlement["codille"].amount) == ["more"]


def test_likes_may_form_a_chain(resolve):
    rules = resolve("contracts: {last: {like: solo, rank: 4}}").rules
    assert rules.contracts["last"].exchange.most == 0
    assert rules.contracts["last"].goal == rules.contracts["game"].goal


def test_names_do_not_inherit_but_the_language_does(workshop):
    resolved = workshop.combined("").resolve()
    assert resolved.rules.identity.period == "never"
    assert resolved.rules.identity.language == "en"


def test_the_apparatus_inherits_from_a_base_file(resolve):
    apparatus = resolve("").rules.apparatus
    assert "table" in apparatus.rules
    assert list(apparatus.points) == ["ZZ01"]


def test_the_apparatus_does_not_pass_from_one_variant_to_another(workshop):
    workshop.write("", "parent")
    apparatus = workshop.combined("", parent="parent").resolve().rules.apparatus
    assert not apparatus.rules
    assert not apparatus.points


def test_a_note_takes_the_place_of_the_parents_as_a_whole(resolve):
    text = "apparatus: {rules: {table: {source: pierer, certainty: stated, at: P01}}}"
    own = "apparatus: {rules: {table: {source: none, certainty: editorial}}}"
    assert resolve(text).rules.apparatus.rules["table"].at == "P01"
    assert resolve(own).rules.apparatus.rules["table"].at is None


def test_a_point_without_a_default_does_not_concern_the_variant(workshop):
    path = workshop.folder / "base/small.yaml"
    path.write_text(path.read_text().replace("      default: stays\n", ""))
    assert not workshop.combined("").resolve().rules.apparatus.points
    own = "apparatus: {points: {ZZ01: {default: shared}}}"
    assert list(workshop.combined(own, "own2").resolve().rules.apparatus.points) == ["ZZ01"]


def test_each_value_knows_its_file_and_line(workshop):
    resolved = workshop.combined("contracts:\n  solo:\n    price: {number: 8}\n").resolve()
    own = resolved.mark("contracts.solo.price.number")
    assert (own.file, own.line, own.column) == (resolved.file, 13, 21)
    inherited = resolved.mark("contracts.solo.goal")
    assert inherited.file.endswith("base/small.yaml")
    assert resolved.mark("play.leader").file == "variants/base/three-hand.yaml"


def test_the_place_of_a_field_at_its_default_is_that_of_what_contains_it(resolve):
    resolved = resolve("")
    assert resolved.mark("settlement.win.flow") == resolved.mark("settlement.win")


def test_all_faults_of_a_file_come_in_one_go(resolve):
    with pytest.raises(FaultError) as caught:
        resolve("deal: {talon: x}\nplay: {stop: never}\nremoves: [settlement.wim]\n")
    assert len(caught.value.faults) == 3


def test_a_parent_is_looked_for_beside_the_file_and_then_among_the_variants(workshop):
    own = workshop.combined("", "own", "base/small")
    assert [layer.id for layer in own.layers] == ["base/three-hand", "base/small", "own"]
    assert own.layers[0].document.name == "variants/base/three-hand.yaml"
