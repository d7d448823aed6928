"""Packages that hand out names of their modules, each when it is first asked for."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def facade(
    package: str, places: Mapping[str, Iterable[str]], otherwise: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, by the names that its modules have.

    A module is named as in an import within the package, and `otherwise` says what a name is in
    its own module, where it says less there.
    """
    found = {name: place for place, names in places.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807
        """Return a public name from the module that it belongs to."""
        if name not in found:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(found[name], package)
        value: object = getattr(module, (otherwise or {}).get(name, name))
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807
        """Return the public names."""
        return sorted(found)

    return __getattr__, __dir__
