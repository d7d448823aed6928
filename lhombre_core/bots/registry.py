"""Bots by name: the built-in ones, and a user's own as `module:Class`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from lhombre_core.bots.thumb.style import STYLES, Style
from lhombre_core.errors import UsageError, quoted
from lhombre_core.rules.data.wording import unknown

if TYPE_CHECKING:
    from lhombre_core.bots.protocol import Bot, Draw, View
    from lhombre_core.engine.state.action import Action


def _random() -> Bot:
    from lhombre_core.bots.random import Random

    return Random()


def _thumb(style: Style) -> Bot:
    from lhombre_core.bots.thumb.player import Thumb

    return Thumb(style)


BUILT_IN: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {"random": _random, **{name: partial(_thumb, style) for name, style in STYLES.items()}}
)
"""The bots that come with the package, by name."""


class Guarded:
    """A bot of the user, whose errors and invalid answers become a UsageError of a sentence."""

    def __init__(self, name: str, bot: Bot) -> None:
        """Take the name under which the bot was asked for, and the bot."""
        self.name = name
        self.bot = bot

    def choose(self, view: View, actions: Sequence[Action], draw: Draw) -> int:
        try:
            chosen: object = self.bot.choose(view, actions, draw)
        except Exception as error:
            raise UsageError(f"the bot {quoted(self.name)} failed: {_line_of(error)}") from error
        if not isinstance(chosen, int) or not 0 <= chosen < len(actions):
            raise UsageError(
                f"the bot {quoted(self.name)} chose {quoted(chosen)}; "
                f"expected a number from 0 to {len(actions) - 1}"
            )
        return chosen


def make_bot(name: str, folder: Path | None = None) -> Bot:
    """Return a new bot by its name, or an object of a user's class written `module:Class`.

    Python's own search path comes first and `folder` (None: the current one) last, so that an
    installed module is never replaced. UsageError if there is no such bot, if the class needs
    arguments, or if it has no method `choose`.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        if name not in BUILT_IN:
            raise UsageError(f"{unknown('bot', name, BUILT_IN)} (your own is written module:Class)")
        return BUILT_IN[name]()
    bot_class = getattr(_module(name, module, folder), attribute, None)
    if not isinstance(bot_class, type):
        raise UsageError(f"the module {quoted(module)} has no class {quoted(attribute)}")
    try:
        bot = bot_class()
    except Exception as error:
        raise UsageError(f"the bot {quoted(name)} cannot be made: {_line_of(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise UsageError(f"the bot {quoted(name)} has no method choose(view, actions, draw)")
    return Guarded(name, bot)


def _module(name: str, module: str, folder: Path | None) -> object:
    place = str(Path.cwd() if folder is None else folder)
    if place not in sys.path:
        sys.path.append(place)
        importlib.invalidate_caches()
    try:
        return importlib.import_module(module)
    except Exception as error:
        raise UsageError(f"the bot {quoted(name)} cannot be loaded: {_line_of(error)}") from error


def _line_of(error: Exception) -> str:
    """Return an error of a user's code in a line."""
    return f"{type(error).__name__}: {error}"
