from operator import eq

import pytest

from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report.rulebook.book import Book
from lhombre_core.report.words.markdown import escaped
from lhombre_core.rules.acting.idleness import reason
from tests.report.mutation import chapters, mutations


def told(rules, names):
    """Yield the texts of some chapters, each made when it is asked for."""
    book = Book(rules, lambda _: None)
    return (book.chapter(name) for name in names)


@pytest.mark.parametrize("variant", variant_ids())
def test_every_rule_value_changed_in_turn_changes_the_chapter_that_tells_it(variant):
    rules = escaped(load(variant).rules)
    known = {}
    silent = []
    for mutation, changed in mutations(rules):
        if reason(rules, mutation.path) is not None:
            continue
        names = chapters(mutation.path)
        if names not in known:
            known[names] = tuple(told(rules, names))
        if all(map(eq, told(changed, names), known[names])):
            silent.append(str(mutation))
    assert silent == []
