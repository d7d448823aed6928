"""L'Hombre, executable: rules as data, one engine, and everything that is made from them.

    from lhombre_core import compare, load, rulebook, simulate

    print(rulebook(load("my-club.yaml")))

The names below are what users of the package need; each stays in the module that it belongs to and
is loaded when it is first asked for. Their types are in `__init__.pyi`.
"""

from importlib import import_module

__version__ = "0.1.0"

_PLACES = {
    "lhombre_core.bots": ("Bot", "Draw", "View", "make_bot"),
    "lhombre_core.engine": (
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
    "lhombre_core.engine.replay": ("replay",),
    "lhombre_core.errors": ("FaultError", "IllegalAction", "LhombreError", "UsageError"),
    "lhombre_core.kernel.stream": ("deal_key",),
    "lhombre_core.language.catalog": ("load", "load_all", "variant_ids"),
    "lhombre_core.language.check": ("check",),
    "lhombre_core.language.record": ("read_record",),
    "lhombre_core.report.compare": ("compare", "render_comparison"),
    "lhombre_core.report.rulebook": ("rulebook", "rulebook_html"),
    "lhombre_core.sim.deal": ("deal_cards", "play_deal"),
    "lhombre_core.sim.run": ("simulate",),
}
_OTHERWISE = {"read_record": "read", "render_comparison": "render", "simulate": "run"}
"""Names that say less in their own module."""
_FOUND = {name: place for place, names in _PLACES.items() for name in names}

__all__ = ["__version__", *sorted(_FOUND)]  # noqa: PLE0604  they are names


def __getattr__(name: str) -> object:
    """Return a public name from the module that it belongs to."""
    if name not in _FOUND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_FOUND[name]), _OTHERWISE.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
