"""L'Hombre, executable: rules as data, one engine, and everything that is made from them.

    from lhombre_core import compare, load, rulebook, simulate

    print(rulebook(load("my-club.yaml")))

The names below are what users of the package need; each stays in the module that it belongs to and
is loaded when it is first asked for. Their types are in `__init__.pyi`.
"""

from lhombre_core.facade import facade

__version__ = "0.1.0"

_PLACES = {
    ".bots": ("Bot", "Draw", "View", "make_bot"),
    ".engine": (
        "apply_action",
        "begin",
        "current_player",
        "explain",
        "facts_of",
        "information_state",
        "is_terminal",
        "legal_actions",
        "prepare",
        "returns",
        "seat_players",
    ),
    ".engine.replay": ("replay",),
    ".errors": ("FaultError", "IllegalAction", "LhombreError", "UsageError"),
    ".kernel.stream": ("deal_key",),
    ".language.catalog": ("load", "load_all", "variant_ids"),
    ".language.check": ("check",),
    ".language.record.reading": ("read_record",),
    ".report.compare.comparison": ("compare",),
    ".report.compare.render": ("render_comparison",),
    ".report.rulebook.book": ("rulebook", "rulebook_html"),
    ".sim.play.deal": ("deal_cards", "play_deal"),
    ".sim.run.simulation": ("simulate",),
}
_OTHERWISE = {"read_record": "read", "render_comparison": "render", "simulate": "run"}
"""Names that say less in their own module."""

__getattr__, _names = facade(__name__, _PLACES, _OTHERWISE)
__all__ = ["__version__", *_names()]  # noqa: PLE0604  they are names


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
