"""Bots by name, and a user's own."""

import sys
from pathlib import Path

import pytest

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.bots.registry import BUILT_IN, make_bot
from lhombre_core.bots.thumb import BOLD, Thumb
from lhombre_core.engine.deal import legal_actions
from lhombre_core.errors import UsageError
from lhombre_core.notation import Seat
from tests.engine.script import Script

OWN = """
class First:
    def choose(self, view, actions, draw):
        return 0

class Lost:
    def choose(self, view, actions, draw):
        return len(actions)

class Broken:
    def choose(self, view, actions, draw):
        return 1 / 0

class Mute:
    pass

class Choosy:
    def __init__(self, style):
        pass

number = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with a module of bots, forgotten when the test is over."""
    (tmp_path / "my_own_bots.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "my_torn_bots.py").write_text("def (", encoding="utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("my_own_bots", "my_torn_bots"):
        sys.modules.pop(name, None)


def asked(bot, game):
    state = Script(game("danish-club")).state
    return bot.choose(View(state, Seat.FOREHAND), legal_actions(state), Draw(1, 0, 0))


def test_the_built_in_bots_have_names():
    assert sorted(BUILT_IN) == ["random", "thumb", "thumb-bold", "thumb-cautious"]
    assert isinstance(make_bot("random"), Random)
    bold = make_bot("thumb-bold")
    assert isinstance(bold, Thumb)
    assert bold.style is BOLD


def test_an_own_bot_is_found_in_the_folder_that_is_named(folder, game):
    assert asked(make_bot("my_own_bots:First", folder), game) == 0


def test_an_own_bot_is_found_in_the_current_folder(folder, monkeypatch, game):
    monkeypatch.chdir(folder)
    assert asked(make_bot("my_own_bots:First"), game) == 0


def test_a_module_of_the_folder_takes_the_place_of_no_other(folder):
    (folder / "json.py").write_text("raise ImportError", encoding="utf-8")
    make_bot("my_own_bots:First", folder)
    assert sys.path.index(str(folder)) == len(sys.path) - 1
    assert Path(__import__("json").__file__).parent != folder


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("thumbs", "unknown bot 'thumbs'; did you mean 'thumb'? (your own is written module:"),
        ("no_such_module:First", "cannot be loaded: ModuleNotFoundError"),
        ("my_torn_bots:First", "cannot be loaded: SyntaxError"),
        (":First", "cannot be loaded: ValueError"),
        ("my_own_bots:Second", "has no class 'Second'"),
        ("my_own_bots:number", "has no class 'number'"),
        ("my_own_bots:Mute", "has no method choose"),
        ("my_own_bots:Choosy", "cannot be made: TypeError"),
    ],
)
def test_what_is_no_bot_is_told_in_a_sentence(folder, name, message):
    with pytest.raises(UsageError) as caught:
        make_bot(name, folder)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my_own_bots:Lost", "chose '10'; expected a number from 0 to"),
        ("my_own_bots:Broken", "failed: ZeroDivisionError"),
    ],
)
def test_a_mistake_of_an_own_bot_is_told_in_a_sentence(folder, game, name, message):
    bot = make_bot(name, folder)
    with pytest.raises(UsageError) as caught:
        asked(bot, game)
    assert message.split("'10'", maxsplit=1)[0] in str(caught.value)
