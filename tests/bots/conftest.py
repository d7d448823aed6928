"""Games of the variants, and the question put to a bot."""

from functools import cache

import pytest

from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.language.catalog import load


@cache
def _game(variant: str, readings: tuple[str, ...]) -> Game:
    return prepare(load(variant, readings).rules)


@pytest.fixture(scope="session")
def game():
    """Return the game of a variant with readings such as `GE21=after-pass-round-only`."""

    def of(variant: str, readings=()) -> Game:
        return _game(variant, tuple(readings))

    return of
