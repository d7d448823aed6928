"""The starting file of a new variant."""

import pytest

from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.language.check import check
from lhombre_core.language.resolve.layer import Place
from lhombre_core.language.skeleton import skeleton


@pytest.mark.parametrize("parent", variant_ids())
def test_a_starting_file_is_sound_and_plays_like_its_parent(tmp_path, parent):
    path = tmp_path / "my-own.yaml"
    path.write_text(skeleton("my-own", parent), encoding="utf-8")
    verdict = check(path)
    assert str(verdict) == ""
    assert verdict.resolved is not None
    assert verdict.resolved.hash == load(parent).hash


def test_a_starting_file_shows_how_changes_are_written():
    text = skeleton("my-own", variant_ids()[0])
    for word in ("removes:", "like:", "price:", "certainty", "points"):
        assert word in text


@pytest.mark.parametrize("name", ["My-Own", "my_own", "", "-", "a/b", "ä", variant_ids()[0]])
def test_a_name_that_cannot_be_an_id_or_is_taken_is_refused(name):
    with pytest.raises(UsageError, match="expected"):
        skeleton(name, variant_ids()[0])


def test_an_unknown_or_incomplete_parent_is_refused():
    with pytest.raises(UsageError, match="unknown variant"):
        skeleton("my-own", "walnut")
    with pytest.raises(UsageError, match="lacks rules that its children add"):
        skeleton("my-own", f"base/{Place().ids('base')[0]}")
