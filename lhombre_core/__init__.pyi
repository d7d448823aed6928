from lhombre_core.bots import Bot, Draw, View, make_bot
from lhombre_core.engine import (
    apply_action,
    begin,
    current_player,
    explain,
    facts_of,
    information_state,
    is_terminal,
    legal_actions,
    prepare,
    returns,
    seat_players,
)
from lhombre_core.engine.replay import replay
from lhombre_core.errors import FaultError, IllegalAction, LhombreError, UsageError
from lhombre_core.kernel.stream import deal_key
from lhombre_core.language.catalog import load, load_all, variant_ids
from lhombre_core.language.check import check
from lhombre_core.language.record.reading import read as read_record
from lhombre_core.report.compare.comparison import compare
from lhombre_core.report.compare.render import render as render_comparison
from lhombre_core.report.rulebook.book import rulebook, rulebook_html
from lhombre_core.sim.play.deal import deal_cards, play_deal
from lhombre_core.sim.run.simulation import run as simulate

__all__ = [
    "Bot",
    "Draw",
    "FaultError",
    "IllegalAction",
    "LhombreError",
    "UsageError",
    "View",
    "__version__",
    "apply_action",
    "begin",
    "check",
    "compare",
    "current_player",
    "deal_cards",
    "deal_key",
    "explain",
    "facts_of",
    "information_state",
    "is_terminal",
    "legal_actions",
    "load",
    "load_all",
    "make_bot",
    "play_deal",
    "prepare",
    "read_record",
    "render_comparison",
    "replay",
    "returns",
    "rulebook",
    "rulebook_html",
    "seat_players",
    "simulate",
    "variant_ids",
]

__version__: str
